"""Random acts on random tables, and what must hold whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from bot.ids import ArenaId, MatchId
from bot.match.hosted_match import HostedMatch
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import Message
from bot.sandbox.world.seed import CHANNEL_IDS
from cogs.content.arena_state import Action, ArenaState
from cogs.content.page_id import format_page
from tests.support import waiting
from tests.support.chaos.arena_people import POSTER, STANDING, Arenas
from tests.support.chaos.random_acts import (
    CHANNELS,
    Act,
    Chatter,
    Command,
    Forgery,
    Script,
    Tap,
    Vanish,
    scripts,
)
from tests.support.e2e import elsewhere, forged_presses, shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import Stage, stage
from tests.support.e2e.log_faults import faults
from tests.support.e2e.scripted_player import Player, match_presses
from tests.support.e2e.snapshot import LOOK_SECONDS, Snapshot, until_alike
from tests.support.sandbox.messages import PUBLIC_FILES, Json, buttons, selects
from tests.support.sandbox.user import RefusedError

CLOCKS = {
    "lobby_seconds": "4",
    "lobby_nudge_seconds": "1",
    "draw_seconds": "0.5",
    "drawn_seconds": "0.3",
    "cut_seconds": "0.5",
    "ready_seconds": "0.5",
    "rest_seconds": "0.5",
    "hand_seconds": "6",
    "tables_per_channel": "2",
}
"""Short, so that whatever chance leaves lying goes on, closes and comes back within a script."""
IN_PUBLIC = PUBLIC_FILES | {"replay.png", "problem.png", STANDING, POSTER}
"""The pictures of messages that everybody sees: of matches and arenas, steps of replays, shared problems."""
SEEING_DRAWS = shown_messages.SETTINGS.model_copy(update={"drawn_seconds": float(CLOCKS["drawn_seconds"])})
"""The bot's settings as far as they stand on a screen."""
GONE = {10008, 10062, 40060, 10015, 50027, 50001, 50013}
"""The errors of Discord for a bot whose messages others delete while it answers."""
LOCALES = ("ja", "en-US", "en-GB", "ja", "fr")
EACH = 5
"""Scripts of one seed."""
CLEARED = 10
"""Scripts before everybody gives up their matches: in between these go on, so that they come to their end."""


@dataclass(slots=True)
class Report:
    """The report of a run."""

    scripts: int = 0
    acts: int = 0
    actions: int = 0
    matches: int = 0
    in_arenas: int = 0
    """The matches of arenas that have begun."""
    refused: dict[str, int] = field(default_factory=dict)
    """The acts that the user side refused, by its error."""


class Fuzz:
    """One bot that lives through many scripts."""

    def __init__(self, here: Stage, people: list[Player]) -> None:
        self.report = Report()
        self._here = here
        self._people = people
        self._action_log = ActionLog(here.data)
        self._arenas = Arenas(here.server)
        self._lines = 0
        self._anchor: Message | None = None

    async def play(self, script: Script) -> None:
        """Act, let it settle, look at everything; every few scripts close what stands open before."""
        if self.report.scripts % CLEARED == 0:
            await self._clear()
        self.report.scripts += 1
        for group in script:
            self.report.acts += len(group)
            await asyncio.gather(*(self._act(act) for act in group))
        await self._must_be_sound()
        rows = self._action_log.snapshot()
        self.report.matches, self.report.actions = len(rows.actions), sum(map(len, rows.actions.values()))
        self.report.in_arenas = sum(bout.started for bout in rows.bouts)

    async def _act(self, act: Act) -> None:
        try:
            match act:
                case Tap():
                    await self._tap(act)
                case Forgery():
                    await self._forge(act)
                case Command():
                    await self._command(act)
                case Chatter():
                    await self._people[act.who].user.say("chatter", channel=CHANNELS[act.channel])
                case Vanish():
                    await self._vanish(act)
        except RefusedError as refused:
            self.report.refused[refused.error] = self.report.refused.get(refused.error, 0) + 1

    async def _tap(self, act: Tap) -> None:
        user = self._people[act.who].user
        offered = [
            (message, each)
            for message in user.messages()
            for each in [*buttons(message), *selects(message)]
            if not each.get("disabled")
        ]
        if not offered:
            return
        moving = [(each, it) for each, it in offered if ":" in it["custom_id"].partition(":")[2]]
        # The newest are the likeliest, and what moves a match on more than all else.
        likely = moving if moving and act.option % 4 else offered
        message, control = likely[-1 - act.control % min(len(likely), 40)]
        if control["type"] == forged_presses.BUTTON:
            outcome = await user.press(message, custom_id=control["custom_id"])
        else:
            values = self._values(control)
            chosen = values[act.option % len(values)]
            outcome = await user.select(message, [chosen], custom_id=control["custom_id"])
        assert not outcome.failed, control

    def _values(self, control: Json) -> list[str]:
        """Return the values of a select: its own options, or Discord's people or channels."""
        match control["type"]:
            case forged_presses.USER_SELECT:
                return [person.user.id for person in self._people]
            case forged_presses.CHANNEL_SELECT:
                return [str(CHANNEL_IDS[name]) for name in CHANNELS]
            case _:
                return [each["value"] for each in control["options"]]

    async def _forge(self, act: Forgery) -> None:
        messages = self._messages()
        if not messages:
            return
        user = forged_presses.user_of(self._here, self._people[act.who].user.id)
        message = messages[-1 - act.message % len(messages)]
        given_values = None if act.value is None else [act.value]
        await forged_presses.put(
            self._here, forged_presses.pressed(self._here, user, message, act.custom_id, values=given_values)
        )

    async def _command(self, act: Command) -> None:
        user = self._people[act.who].user
        said: Json = {}
        if act.name == "play":
            said = {"rules": act.rules, "months": act.months}
            said |= {"cpu": act.cpu} if act.cpu else {}
            for name, number in zip(("opponent", "opponent2"), act.opponents, strict=False):
                said[name] = self._people[number].user.id
        elif act.name == "arena":
            said = {"rules": act.rules, "minutes": "30"}
        outcome = await user.command(f"koikoi {act.name}", channel=CHANNELS[act.channel], options=said)
        assert not outcome.failed, said

    async def _vanish(self, act: Vanish) -> None:
        user = self._people[act.who].user
        shown = user.messages()
        if shown:
            message = shown[-1 - act.message % len(shown)]
            await (user.dismiss(message) if message["flags"] & 64 else user.delete(message))

    def _messages(self) -> list[Message]:
        world = self._here.server.world
        found = [*shown_messages.public_messages(self._here.server).values(), *world.ephemerals.values()]
        return sorted((each for each in found if each.author is world.bot), key=lambda each: each.id)

    async def _clear(self) -> None:
        """Arenas end, lobbies are left and matches given up, through the bot's own doors."""
        if self._anchor is None:
            said = await self._people[0].user.say("a message that nobody deletes", channel="staff")
            self._anchor = forged_presses.message_of(self._here, said["id"])
        anchor = self._anchor

        async def ended() -> bool:
            rows = self._action_log.snapshot()
            await self._end_arenas(rows, anchor)
            leaving = (
                self._give_up(match, person, self._beside(hosted, anchor))
                for match, hosted in rows.live.items()
                for person in self._people
            )
            await asyncio.gather(*leaving)
            return not rows.live and not rows.going_on

        closing: Callable[[], object] = ended
        await waiting.until(closing, why="matches or arenas go on", every=LOOK_SECONDS)

    def _beside(self, hosted: HostedMatch, anchor: Message) -> Message:
        """Return a message where a match is there: one of direct messages is nowhere else."""
        if hosted.place.guild is not None:
            return anchor
        world = self._here.server.world
        direct = world.channel(Snowflake(hosted.place.channel))
        there = [each for each in direct.messages.values() if each.author is world.bot]
        return there[-1] if there else elsewhere.told_in(self._here, direct)

    async def _end_arenas(self, rows: Snapshot, anchor: Message) -> None:
        """End what goes on, as the owner of the server; once more, and its matches are not awaited."""
        user = forged_presses.user_of(self._here, self._people[0].user.id)
        for arena, _ in rows.going_on:
            press = ArenaState(ArenaId(arena)).press(Action.END)
            await forged_presses.put(
                self._here, forged_presses.pressed(self._here, user, anchor, format_page(press))
            )

    async def _give_up(self, match: MatchId, person: Player, anchor: Message) -> None:
        """Leave a lobby, or give a match up."""
        user = forged_presses.user_of(self._here, person.user.id)
        for verb in ("leave", "resigned"):
            press = forged_presses.pressed(self._here, user, anchor, f"kk{match}:{verb}")
            await forged_presses.put(self._here, press)

    async def _must_be_sound(self) -> None:
        """No fault, no failed press, no hand in public; every row makes sense, every table says it."""
        await until_alike(self._action_log, self._unsettled, moving=self._here.moving)
        rows = self._action_log.snapshot()
        self._arenas.must_be_sound(rows)
        for match in rows.actions:
            await self._action_log.hosted(match)
        for row in rows.hands:
            message = shown_messages.hand_message(self._here.server, row)
            assert message is None or message.audience == row.user
        for message in shown_messages.public_messages(self._here.server).values():
            for press in match_presses(shown_messages.custom_ids(message)):
                assert press.move is None, press
                assert press.card is None, press
            assert {each.filename for each in message.attachments} <= IN_PUBLIC
        await self._must_be_clean()

    def _unsettled(self, rows: Snapshot) -> str | None:
        """A table that does not say yet what the rows say. One that somebody deleted is not forced back."""
        public = shown_messages.public_messages(self._here.server)
        for match, hosted in rows.live.items():
            message = public.get(rows.tables.get(match, 0))
            wanted = shown_messages.table_of(shown_messages.view_of(match, hosted, SEEING_DRAWS))
            if message is not None and not _says(message, wanted):
                return f"match {match}: {shown_messages.seen(message)} is not {wanted}"
        return None

    async def _must_be_clean(self) -> None:
        lines = self._here.server.log.after(self._lines)
        self._lines = max((line.number for line in lines), default=self._lines)
        assert faults(line.text for line in lines) == []
        traffic = await self._here.sandbox.traffic()
        assert traffic["failed_interactions"] == 0
        assert traffic["unknown"] == []
        assert traffic["unimplemented"] == []
        for error in traffic["errors"]:
            assert error["code"] in GONE, error


def _says(message: Message, wanted: shown_messages.Seen) -> bool:
    """Whether a table says it; a reminder to start mentions the host and has words of its own."""
    shown = shown_messages.seen(message)
    return shown == wanted or (bool(message.mention_ids) and shown[1:] == wanted[1:])


@contextlib.asynccontextmanager
async def fuzzed(folder: Path) -> AsyncIterator[Fuzz]:
    """A bot and five people."""
    async with stage(folder, os.urandom, **CLOCKS) as here:
        # How soon a press must be answered is tested elsewhere; here the machine may stand still.
        await here.sandbox.control("settings", ack_seconds=12)
        yield Fuzz(here, [await here.player(index, locale) for index, locale in enumerate(LOCALES)])


def run(folder: Path, *, number: int, examples: int = EACH, seconds: float = 0) -> Report:
    """Run scripts of hypothesis: a number of them, then more until the time is over.

    A failure shows its script.
    """
    end = time.monotonic() + seconds
    with asyncio.Runner() as runner, contextlib.ExitStack() as stack:
        opened = fuzzed(folder)
        fuzz = runner.run(opened.__aenter__())
        stack.callback(lambda: runner.run(opened.__aexit__(None, None, None)))
        while True:

            @seed(number)
            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            )
            @given(scripts)
            def play(script: Script) -> None:
                runner.run(fuzz.play(script))

            play()
            number += 1
            if time.monotonic() >= end:
                return fuzz.report
