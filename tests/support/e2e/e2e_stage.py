"""A stage for whole matches: a sandbox and the bot in this event loop, people with open screens.

`process_stage` has the bot as a child of the sandbox, for what needs a process: `kill -9` and signals.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import random
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.common.types import Snowflake
from bot.sandbox.server import Server
from bot.sandbox.world.model import Emoji
from cogs.content.custom_id import Verb
from cogs.messages.emojis import emoji_name
from engine.cards.deck import DECK
from images.drawing.sprites import emoji_png
from tests.support import waiting
from tests.support.e2e import log_faults
from tests.support.e2e.in_process_bot import InProcessBot, MovableClock, Secret
from tests.support.e2e.scripted_player import MOVES, Player, act_until, is_hand, presses
from tests.support.manager_fixture import numbered_secrets, put_new_database
from tests.support.processes import databases
from tests.support.processes.forked import spawn
from tests.support.sandbox.client import QUICK, Sandbox, start_server
from tests.support.sandbox.exchanges import findings, load
from tests.support.sandbox.messages import PUBLIC_FILES, Json

QUICK_BOT = {
    "cpu_pause_min": "0",
    "cpu_pause_max": "0",
    "cpu_stop_pause": "0",
    "edit_seconds": "0.05",
    "draw_seconds": "60",
    "drawn_seconds": "0",
    "rest_seconds": "60",
    "ready_seconds": "0",
    "ack_seconds": "8",
    "invite_seconds": "0",
    "post_seconds": "0",
}
"""No pauses. What is late because the machine stands still is answered as it always is, only later: how the
bot answers late is tested on purpose.
"""
CHANNEL = "hanafuda"
STILL_LOOKS = 3
"""The looks in a row at which a bot does nothing, and then waits for its clock alone."""
CALM_ROUNDS, CALM_SECONDS = 3, 0.07
"""The rounds without work that count as rest, and their pause, longer than between two edits."""
BOT = (sys.executable, "-m", "bot", "run")
BOT_MAIN = (sys.executable, "-m", "tests.support.bot_main")
"""The bot with a secret that a test chooses, and a loop that can be asked how it fares."""


@dataclass(frozen=True, slots=True)
class HandTarget:
    """A stored target of a hand, resolved."""

    user: str
    message: str
    private: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The stage of a test."""

    server: Server
    sandbox: Sandbox
    data: Path

    async def player(self, index: int, locale: str = "en-US") -> Player:
        """One of the sandbox's five users."""
        return Player(await self.sandbox.user(index, locale))

    async def change_rows(self, statement: str, *values: object) -> int:
        """Change the database past the bot, in a thread: its own writing may come first. How many rows."""
        return await asyncio.to_thread(databases.change, self.data, statement, *values)

    def moving(self) -> object:
        """Return a value that changes as long as the bot works, for `waiting.until`.

        Its rows, its requests to Discord, Discord's events for it; neither of both heartbeats.
        """
        return databases.extent(self.data), self.sandbox.moving()

    async def until(self, holds: Callable[[], object], why: Callable[[], object] | str = "") -> None:
        """Wait until something holds, for as long as the bot works: see `waiting.until`."""
        await waiting.until(holds, why=why, moving=self.moving)

    def hand_targets(self) -> list[HandTarget]:
        """Return the edit target of each hand that the bot remembers, as the sandbox knows the tokens."""
        query = (
            "SELECT discord, token, target FROM hands JOIN people ON people.id = person "
            "WHERE target NOT LIKE ?"
        )
        rows = databases.rows(self.data, query, "?%")
        found = []
        for user, token, target in rows:
            interaction = self.server.interactions.by_token(self.server.world.application_id, token)
            message = interaction.original_id if target == "@original" else Snowflake(int(target))
            public = any(message in channel.messages for channel in self.server.world.channels.values())
            shown = self.server.world.ephemerals.get(message or Snowflake(0))
            private = not public and (shown is None or shown.audience == user)
            found.append(HandTarget(str(user), str(message), private))
        return found

    def must_be_private(self) -> None:
        """No stored target is a message that others can see, or another user's; one may be gone by now."""
        assert all(target.private for target in self.hand_targets())

    async def log(self) -> str:
        """Everything that the bot said."""
        return "\n".join(line["text"] for line in await self.sandbox.log())

    async def must_be_clean(self, *wanted: str) -> None:
        """Nothing failed: no interaction, no request that the sandbox does not know, no fault in the log.

        Faults that a test has made are `wanted`: each by words of its line.
        """
        traffic = await self.sandbox.traffic()
        assert traffic["failed_interactions"] == 0, await self.log()
        assert traffic["unknown"] == []
        assert traffic["unimplemented"] == []
        assert not [status for status in traffic["statuses"] if int(status) >= 500]
        text = await self.log()
        found = log_faults.faults(text.splitlines())
        assert [line for line in found if not any(each in line for each in wanted)] == [], text
        # Who can read a log must not be able to play somebody's hand.
        assert not [each.id for each in self.server.world.interactions.values() if each.token in text]
        assert not re.search(r"kk\d+:", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopStage(Stage):
    """A stage whose bot runs in this event loop, and whose people choose by a seed of their own."""

    bot: InProcessBot
    clock: MovableClock
    """The clock of the bot and of the loop."""

    async def player(self, index: int, locale: str = "en-US") -> Player:
        """One of the sandbox's five users."""
        return Player(await self.sandbox.user(index, locale), random.Random(index))

    async def restart(self) -> None:
        """Stop the bot as SIGTERM does, and start it again."""
        await self.bot.stop()
        await self.bot.start()

    async def rest(self, pause: float = CALM_SECONDS) -> None:
        """Wait until the bot draws nothing, writes nothing and asks Discord for nothing, emoji aside.

        `pause`: between two looks, longer than between two edits.
        """
        calm, counts = 0, dict[str, int]()

        async def at_rest() -> bool:
            nonlocal calm, counts
            await self.bot.stored()
            before, counts = counts, await asked(self)
            calm = calm + 1 if counts == before and not self.clock.in_threads else 0
            return calm > CALM_ROUNDS

        await waiting.until(at_rest, why="the bot does not rest", every=pause)

    async def still(self) -> None:
        """Wait until nothing is drawn, stored or asked for; what pauses comes when the clock is moved."""
        looks = 0

        async def calm() -> bool:
            nonlocal looks
            await self.bot.stored()
            busy = self.server.services.traffic.under_way or self.clock.in_threads
            looks = 0 if busy else looks + 1
            return looks > STILL_LOOKS

        await self.until(calm, "the bot does not rest")

    async def answered(self) -> None:
        """Wait until no press is being answered: a bot that is behind acknowledges each before it does it."""
        await self.until(lambda: not self.bot.answering, "presses are being answered")

    async def pass_time(self, seconds: float) -> None:
        """Let everything come to rest, then let seconds pass at once, and their events happen."""
        await self.rest()
        self.clock.move(seconds)
        await self.rest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessStage(Stage):
    """A stage whose bot is a process of its own."""

    async def rest(self) -> None:
        """Wait until the bot has asked Discord for nothing for a second, emoji aside."""
        counts: dict[str, int] | None = None

        async def silent() -> bool:
            nonlocal counts
            before, counts = counts, await asked(self)
            return counts == before

        await waiting.until(silent, why="the bot does not rest", every=1)

    async def kill(self) -> None:
        """Kill the bot as a power cut would."""
        await self.sandbox.control("bot_kill")
        self.give_up()

    def give_up(self) -> None:
        """Nobody waits any longer for a dead bot: whatever it has not acknowledged has failed."""
        for interaction in list(self.server.world.interactions.values()):
            self.server.interactions.expire(interaction)

    async def start(self) -> None:
        """Start the bot, and wait until it serves."""
        await self.sandbox.control("bot_start")
        await self.sandbox.bot_ready()

    async def crash(self) -> None:
        """Kill the bot, start it again, wait until it serves."""
        await self.kill()
        await self.start()
        self.give_up()  # on what came after the kill

    async def pid(self) -> int:
        """The process of the bot."""
        return int((await self.sandbox.get("/client/world"))["bot"]["pid"])


@contextlib.asynccontextmanager
async def stage(
    data: Path,
    secret: Secret | None = None,
    first_start: bool = False,
    clock: MovableClock | None = None,
    fonts: Mapping[str, Path] | None = None,
    /,
    *,
    server_language: str | None = "en",
    **settings: str,
) -> AsyncIterator[LoopStage]:
    """A sandbox with a bot that has come up; `settings` are the bot's, by their names.

    But for its `first_start` the bot finds its emoji there (otherwise it uploads 48 of them for a second),
    and a database that is empty but for the language of the server's tables (None: their openers').
    Without a `secret` it deals from known ones, and its people choose by seeds: what
    a test finds it finds again. Whatever chance may deal is for the fuzz test and the soak.
    `fonts` are those of the page, where somebody looks at it.
    Every exchange of the bot is recorded, and held against Discord's own document when the scene is over.
    """
    record, clock = record_beside(data), clock or MovableClock()
    async with start_server(QUICK, data=data, record=record, fonts=fonts or {}) as (server, sandbox):
        if not first_start:
            put_emojis(server)
            put_new_database(data)
            speak(data, server, server_language)
        with clock.running():
            bot = InProcessBot(
                server, data, {**QUICK_BOT, **settings}, clock=clock, secret=secret or numbered_secrets()
            )
            await bot.start()
            try:
                here = LoopStage(server=server, sandbox=sandbox, data=data, bot=bot, clock=clock)
                yield here
            finally:
                await bot.stop()
    must_fit_the_document(record)


@contextlib.asynccontextmanager
async def process_stage(
    data: Path, *, command: Sequence[str] = BOT, **settings: str
) -> AsyncIterator[ProcessStage]:
    """Run a stage with the bot as a process, never at its first start: what is started with `command`."""
    record = record_beside(data)
    settings = {**QUICK_BOT, **databases.setting(data), **settings}
    environment = {f"KOIKOI_{name.upper()}": value for name, value in settings.items()}
    async with start_server(
        QUICK, bot_command=command, bot_environment=environment, spawn=spawn, data=data, record=record
    ) as (server, sandbox):
        put_emojis(server)
        put_new_database(data)
        speak(data, server, "en")
        here = ProcessStage(server=server, sandbox=sandbox, data=data)
        await here.start()
        yield here
    must_fit_the_document(record)


def speak(data: Path, server: Server, language: str | None) -> None:
    """Store the language of the servers' tables, before the bot starts, where nothing is stored of it."""
    if language is None:
        return
    statement = (
        "INSERT INTO guilds (id, locale, season, shares, defaults, language) "
        "VALUES (?, 'en-US', 'monthly', false, '{}', ?) ON CONFLICT DO NOTHING"
    )
    for guild in server.world.guilds:
        databases.change(data, statement, guild, language)


def put_emojis(server: Server) -> None:
    """The emoji that the bot has uploaded at an earlier start; all have one picture, which no test looks at.

    To draw 48 takes longer than most scenes.
    """
    world = server.world
    path = world.files.new_path()
    path.write_bytes(_picture())
    for card in DECK:
        emoji = Emoji(world.ids.next(), emoji_name(card), path, animated=False)
        world.emojis[emoji.id] = emoji


@functools.cache
def _picture() -> bytes:
    return emoji_png(DECK[0])


def record_beside(data: Path) -> Path:
    return data.with_name(f"{data.name}-exchanges.jsonl")


def must_fit_the_document(record: Path) -> None:
    """Every request and answer is as Discord's OpenAPI document says."""
    assert "\n".join(map(str, findings(load(record)))) == ""


def copied(past: Path, folder: Path) -> Path:
    """A data folder of one's own that begins with the database of another."""
    shutil.copytree(past, folder / "data")
    return folder / "data"


def table_of(player: Player) -> Json:
    """The newest public message with controls, as it is on this player's screen."""
    return [message for message in player.user.public() if message["components"]][-1]


async def begin(*players: Player, channel: str = CHANNEL, **options: object) -> None:
    """The first opens a lobby, the others join, the first starts, all draw until somebody has a hand."""
    await start(*players, channel=channel, **options)
    await until_dealt(*players)


async def start(*players: Player, channel: str = CHANNEL, **options: object) -> None:
    """The first opens a lobby, the others join, the first starts."""
    host, *others = players
    assert not (await host.user.command("koikoi play", channel=channel, options=options)).failed
    for other in others:
        await other.tap_offered(Verb.JOIN)
    await host.tap_offered(Verb.START)
    for player in players:
        await player.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))


async def until_dealt(
    *players: Player,
    verbs: Sequence[Verb] = (Verb.DRAW, Verb.NEXT),
    done: Callable[[], bool] | None = None,
) -> None:
    """Press these on the table, each once, until it is `done`: until somebody has a hand, unless said.

    A first deal may be dealt again.
    """
    done = done or (lambda: any(player.hands for player in players))
    pressed: set[tuple[Player, Verb, int | None]] = set()

    async def all_press() -> bool:
        for player in players:
            table = table_of(player)  # another may be there by the time it is pressed
            for press in presses(table, *verbs):
                # Of the cards of a row each takes one; somebody else may have taken it.
                once = (player, press.verb, press.number)
                if once not in pressed and await player.attempt(table, press.verb):
                    pressed.add(once)
        return False

    await act_until([player.user for player in players], done, all_press)


def no_hand_in_public(watcher: Player) -> None:
    """Whatever came over a spectator's screen since it was opened shows nobody's hand."""
    for event in watcher.user.events:
        if event["type"] in {"message_create", "message_update"}:
            message = event["data"]
            assert not message["flags"] & 64
            assert not is_hand({**message, "flags": 64})
            assert not presses(message, *MOVES)
            assert {each["filename"] for each in message["attachments"]} <= PUBLIC_FILES


async def targets(here: Stage, player: Player, wanted: list[str]) -> None:
    """Wait until these are the messages that the bot would edit for a player."""

    def found() -> list[str]:
        return [each.message for each in here.hand_targets() if each.user == player.user.id]

    await here.until(lambda: found() == wanted, lambda: f"{found()} is not {wanted}")


async def asked(here: Stage) -> dict[str, int]:
    """Return the counts of the bot's requests to Discord, emoji aside."""
    counts: dict[str, int] = (await here.sandbox.traffic())["counts"]
    return {route: count for route, count in counts.items() if "emojis" not in route}


async def one_hand(here: Stage, player: Player) -> None:
    """Wait until the player has one hand on their screen, and it is the one that the bot would edit."""

    def one() -> bool:
        shown = [hand["id"] for hand in player.hands]
        found = [each.message for each in here.hand_targets() if each.user == player.user.id]
        return len(shown) == 1 and found == shown

    await here.until(one, f"{player.user.name} has not one hand")
    here.must_be_private()
