"""A stage for whole matches: a sandbox in this process, the bot as its child, people with open screens."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.server import Server
from bot.sandbox.settings import RateProfile, Settings
from bot.sandbox.types import Snowflake
from bot.sandbox.world.events import Event, InteractionChanged
from bot.sandbox.world.interaction import InteractionState
from cogs.presses.custom_id import Press, Verb
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, presses
from tests.support.sandbox.client import QUICK, Sandbox, start_server
from tests.support.sandbox.exchanges import findings, load
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import RefusedError

QUICK_BOT = {
    "KOIKOI_CPU_PAUSE_MIN": "0",
    "KOIKOI_CPU_PAUSE_MAX": "0",
    "KOIKOI_EDIT_SECONDS": "0.05",
    "KOIKOI_DRAW_SECONDS": "60",
    "KOIKOI_REST_SECONDS": "60",
    "KOIKOI_ACK_SECONDS": "8",
}
"""No pauses. What is late because the machine stands still is answered as it always is, only later: how the
bot answers late is tested on purpose.
"""
STRICT = dataclasses.replace(QUICK, rate_profile=RateProfile.REALISTIC)
"""The sandbox counts requests as Discord does."""
CHANNEL = "hanafuda"
BOT = (sys.executable, "-m", "bot", "run")


@dataclass(frozen=True, slots=True)
class HandTarget:
    """A stored target of a hand, resolved."""

    user: str
    message: str
    private: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a test plays."""

    server: Server
    sandbox: Sandbox
    data: Path
    waits: list[float] = field(default_factory=list)
    """How long each interaction waited for its acknowledgement."""

    def on_event(self, event: Event) -> None:
        """An interaction was acknowledged, maybe."""
        if isinstance(event, InteractionChanged) and event.interaction.state is InteractionState.ACKNOWLEDGED:
            self.waits.append(time.time() - event.interaction.created_at)

    async def player(self, index: int, locale: str = "en-US") -> Player:
        """One of the sandbox's five users."""
        return Player(await self.sandbox.user(index, locale))

    async def kill(self) -> None:
        """Kill the bot as a power cut would."""
        await self.sandbox.control("bot_kill")
        self.give_up()

    def give_up(self) -> None:
        """Nobody waits any longer for a dead bot: whatever it has not acknowledged has failed."""
        for interaction in list(self.server.world.interactions.values()):
            self.server.interactions._deadline(interaction)

    async def crash(self) -> None:
        """Kill the bot, start it again, wait until it serves."""
        await self.kill()
        await self.sandbox.control("bot_start")
        await self.sandbox.bot_ready()
        self.give_up()  # on what came after the kill

    def hand_targets(self) -> list[HandTarget]:
        """Where the bot would edit each hand that it remembers, as the sandbox knows the tokens."""
        with contextlib.closing(sqlite3.connect(self.data / "koikoi.db")) as database:
            rows = database.execute(
                "SELECT discord, token, target FROM hands JOIN people ON people.id = person"
            ).fetchall()
        found = []
        for user, token, target in rows:
            interaction = self.server.interactions.by_token(self.server.world.application_id, token)
            message = interaction.original_id if target == "@original" else Snowflake(int(target))
            private = self.server.world.ephemerals.get(message or Snowflake(0))
            found.append(HandTarget(str(user), str(message), private is not None))
        return found

    def must_be_private(self) -> None:
        """Every stored target is a message that its user alone can see."""
        assert all(target.private for target in self.hand_targets())

    async def log(self) -> str:
        """Everything that the bot said."""
        return "\n".join(line["text"] for line in await self.sandbox.log())

    async def must_be_clean(self) -> None:
        """Nothing failed: no interaction, no request that the sandbox does not know, no fault in the log."""
        traffic = await self.sandbox.traffic()
        assert traffic["failed_interactions"] == 0, await self.log()
        # Where the machine stood still some may be late, but no more than every fourth.
        in_order = sorted(self.waits)
        assert not in_order or in_order[(len(in_order) - 1) * 3 // 4] < Settings().ack_seconds, in_order
        assert traffic["unknown"] == []
        assert traffic["unimplemented"] == []
        assert not [status for status in traffic["statuses"] if int(status) >= 500]
        text = await self.log()
        assert "Traceback" not in text, text
        assert "incident" not in text, text
        # Who can read a log must not be able to play somebody's hand.
        assert not [each.id for each in self.server.world.interactions.values() if each.token in text]
        assert not re.search(r"kk\d+:", text)


@contextlib.asynccontextmanager
async def stage(data: Path, *, command: Sequence[str] = BOT, **settings: str) -> AsyncIterator[Stage]:
    """A sandbox with a bot that has come up; `settings` are the bot's, without their prefix.

    Every exchange of the bot is recorded, and held against Discord's own document when the scene is over.
    """
    record = data.with_name(f"{data.name}-exchanges.jsonl")
    environment = {**QUICK_BOT, **{f"KOIKOI_{name.upper()}": value for name, value in settings.items()}}
    async with start_server(
        QUICK, bot_command=command, bot_environment=environment, data=data, record=record
    ) as (server, sandbox):
        await sandbox.control("bot_start")
        await sandbox.bot_ready()
        here = Stage(server, sandbox, data)
        server.world.subscribe(here.on_event)
        yield here
    assert "\n".join(map(str, findings(load(record)))) == ""


def table_of(player: Player) -> Json:
    """The newest public message with controls, as it is on this player's screen."""
    return [message for message in player.user.public() if message["components"]][-1]


async def begin(*players: Player, **options: object) -> None:
    """The first opens a lobby, the others join, the first starts, all draw until somebody has a hand."""
    host, *others = players
    assert not (await host.user.command("koikoi play", channel=CHANNEL, options=options)).failed
    for other in others:
        table = await other.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await other.tap(table, Verb.JOIN)
    await host.tap(await host.user.wait_for(lambda m: bool(presses(m, Verb.START))), Verb.START)
    for player in players:
        await player.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))
    await until_dealt(*players)


async def until_dealt(*players: Player, verbs: Sequence[Verb] = (Verb.DRAW, Verb.NEXT)) -> None:
    """Press these on the table, each once, until somebody has a hand; a first deal may be dealt again."""
    pressed: set[tuple[Player, Press]] = set()
    while not any(player.hands for player in players):
        for player in players:
            for press in {*presses(table_of(player), *verbs)} - {
                press for by, press in pressed if by is player
            }:
                pressed.add((player, press))
                with contextlib.suppress(RefusedError):  # the round ended meanwhile
                    await player.tap(table_of(player), press.verb)
        await asyncio.sleep(0.02)


def no_hand_in_public(watcher: Player) -> None:
    """Whatever came over a spectator's screen since it was opened shows nobody's hand."""
    for event in watcher.user.events:
        if event["type"] in {"message_create", "message_update"}:
            message = event["data"]
            assert not message["flags"] & 64
            assert not is_hand({**message, "flags": 64})
            assert not presses(message, *MOVES)
            assert {each["filename"] for each in message["attachments"]} <= {"table.png", "result.png"}


async def targets(here: Stage, player: Player, wanted: list[str]) -> None:
    """Wait until these are the messages that the bot would edit for a player."""
    found: list[str] = []
    for _ in range(400):
        found = [each.message for each in here.hand_targets() if each.user == player.user.id]
        if found == wanted:
            break
        await asyncio.sleep(0.05)
    assert found == wanted


async def quiet(here: Stage, seconds: float = 1.0) -> None:
    """Wait until the bot has asked Discord for nothing for so long; emoji, which come in by and by, aside."""
    counts: dict[str, int] | None = None
    async with asyncio.timeout(60):
        while counts != (counts := await asked(here)):  # noqa: ASYNC110 - nobody tells of silence
            await asyncio.sleep(seconds)


async def asked(here: Stage) -> dict[str, int]:
    """What the bot has asked Discord for how often, emoji aside."""
    counts: dict[str, int] = (await here.sandbox.traffic())["counts"]
    return {route: count for route, count in counts.items() if "emojis" not in route}


async def one_hand(here: Stage, player: Player) -> None:
    """The player has one hand on his screen, and it is the one that the bot would edit."""
    await player.user.wait_until(lambda: len(player.hands) == 1)
    await targets(here, player, [player.hand["id"]])
    here.must_be_private()
