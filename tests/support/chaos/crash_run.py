"""`kill -9` at random moments, and what must hold after each: nothing lost, nothing doubled, nothing dead."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import random
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.match.vocabulary import MatchId
from bot.sandbox.world.model import Message
from tests.support.chaos.press_log import PressLog
from tests.support.chaos.table_people import Plan, SharedRun, TablePeople
from tests.support.e2e import shown_messages
from tests.support.e2e.action_log import ActionLog, Stored
from tests.support.e2e.e2e_stage import BOT_MAIN, CHANNEL, ProcessStage, process_stage
from tests.support.e2e.scripted_player import match_presses

FIXED = {"lobby", "nudge"}
"""Deadlines that run on while the bot is down: a lobby must close while the tokens of its joins are good."""
PATIENCE = 30.0
ACTIONS_ON = 40
"""So far a short run plays a long match on after its last kill: a month, and into the next."""

PAIR = (Plan("classic", 3), Plan("ishokai", 3), Plan("league", 3))
CROWD = (Plan("sannin", 3), Plan("classic", 3), Plan("league", 3))
"""Three people: in a match for two the seat draw leaves one of them watching."""
ALONE = (Plan("league", 3, "normal"), Plan("ishokai", 3, "normal"), Plan("sannin", 3, "easy"))


@dataclass(slots=True)
class Report:
    """What a run did."""

    kills: int = 0
    at_start: int = 0
    """Kills while the bot was still coming up."""
    presses: int = 0
    actions: int = 0
    matches: int = 0


class CrashRun:
    """Three tables, five people, and somebody who pulls the plug."""

    def __init__(
        self, here: ProcessStage, tables: list[TablePeople], shared: SharedRun, aside: Path, *, short: bool
    ) -> None:
        self.report = Report()
        self._short = short
        self._here = here
        self._tables = tables
        self._shared = shared
        self._aside = aside
        self._action_log = ActionLog(here.data)
        self._before: dict[MatchId, list[Stored]] = {}
        self._lines = 0

    async def run(self, kills: int) -> Report:
        """Play, kill, check and go on so many times; then play every match to its end, or on."""
        self._shared.gate.set()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(table.play()) for table in self._tables]
            for _ in range(kills):
                await self._some_presses(self._shared.chance.randrange(2, 14))
                await asyncio.sleep(self._shared.chance.uniform(0, 0.08))
                await self._kill()
            await self._finish()
            for each in playing:
                each.cancel()
        self._note_log()
        self.report.presses = len(self._shared.press_log.entries)
        self.report.actions = sum(map(len, self._action_log.actions().values()))
        self.report.matches = len(self._action_log.finished())
        return self.report

    async def _some_presses(self, number: int) -> None:
        """Wait for presses, and for an action among them: the match goes on from what is on screen."""
        entries = self._shared.press_log.entries
        wanted, actions = len(entries) + number, _count(self._before)
        async with asyncio.timeout(PATIENCE):
            # Both come from elsewhere: the people's presses, and another process's rows.
            while len(entries) < wanted or _count(self._action_log.actions()) <= actions:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def _kill(self) -> None:
        here, shared = self._here, self._shared
        shared.gate.clear()
        await here.kill()
        shared.run += 1
        killed_at = time.time()
        self.report.kills += 1
        left = self._action_log.as_left_by_a_kill(self._aside / f"after-{self.report.kills}")
        self._must_have_all(left)
        down = time.time() - killed_at  # at least: from here on a bot may run before this process does
        await here.sandbox.control("bot_start")
        if shared.chance.random() < 0.2:
            await asyncio.sleep(shared.chance.uniform(0.2, 1.0))
            await here.kill()
            self.report.at_start += 1
            await here.sandbox.control("bot_start")
        await here.sandbox.bot_ready()
        here.give_up()  # on presses that came after the kill
        await self._must_be_shown(killed_at, left.tables())
        self._must_be_fair(left, down)
        self._note_log()
        shared.gate.set()

    def _must_have_all(self, left: ActionLog) -> None:
        """No stored action is gone or changed, none came from nowhere, no screen knows of one more."""
        actions = left.actions()
        for match, rows in self._before.items():
            assert actions[match][: len(rows)] == rows, f"match {match} was rewritten"
        for match, rows in actions.items():
            assert [row.n for row in rows] == list(range(len(rows)))
            self._shared.press_log.must_account_for(match, rows)
        for message in self._messages():
            for press in match_presses(shown_messages.custom_ids(message)):
                if press.move is not None or press.card is not None:
                    assert press.number is not None
                    assert press.number <= len(actions[press.match]), f"{press} was shown too early"
        self._before = actions

    def _messages(self) -> list[Message]:
        world = self._here.server.world
        return [*shown_messages.public_messages(self._here.server).values(), *world.ephemerals.values()]

    async def _must_be_shown(self, since: float, stored: Mapping[MatchId, int]) -> None:
        """Every live table and hand was edited after the start and says what the rows say.

        A table that is not in `stored`, the messages by match that the kill left known, was sent once more:
        Discord gives back the one from before the kill, which needs no edit where nothing has changed.
        """
        deadline = time.monotonic() + PATIENCE
        while why := await self._unlike(since, stored):
            assert time.monotonic() < deadline, why
            await asyncio.sleep(0.1)

    async def _unlike(self, since: float, stored: Mapping[MatchId, int]) -> str | None:
        """The first table or hand that is not shown as it stands; None once all are."""
        action_log, server = self._action_log, self._here.server
        tables, public = action_log.tables(), shown_messages.public_messages(server)
        views = {match: await shown_messages.view_of(action_log, match) for match in action_log.live()}
        for match, view in views.items():
            if (copies := _about(match, public.values())) > 1:
                return f"match {match} has {copies} tables"
            message = public.get(tables.get(match, 0))
            if message is None:
                return f"match {match} has no table"
            dead = message.id == stored.get(match) and (message.edited_at or message.timestamp) < since
            seen, wanted = shown_messages.seen(message), shown_messages.table_of(view)
            if dead or seen != wanted:
                return f"the table of match {match} looks dead" if dead else f"table: {seen} is not {wanted}"
        for row in action_log.hands():
            message = shown_messages.hand_message(server, row)
            if row.match not in views or message is None:
                continue
            if (message.edited_at or message.timestamp) < since:
                return f"a hand of match {row.match} looks dead"
            # How many matches somebody had finished when their hand was opened decides about the hint.
            either = [
                shown_messages.hand_of(views[row.match], row, hint=hint, first=first)
                for hint, first in ((True, True), (True, False), (False, False))
            ]
            if shown_messages.seen(message) not in either:
                return f"hand: {shown_messages.seen(message)} is not {either}"
        return None

    def _must_be_fair(self, left: ActionLog, down: float) -> None:
        """Whoever had time left when the bot died has it still: no clock ran while nobody could press."""
        before = left.deadlines()
        for (match, kind, mark), due in self._action_log.deadlines().items():
            old = before.get((match, kind, mark))
            if old is not None:
                assert due >= old + (0 if kind in FIXED else down), f"{kind} of match {match} ran on"

    def _note_log(self) -> None:
        """The bot's log holds no fault."""
        for line in self._here.server.log.after(self._lines):
            self._lines = line.number
            assert "Traceback" not in line.text, line.text
            assert "incident" not in line.text, line.text

    async def _finish(self) -> None:
        """Nobody opens another table; what stands is played to its end, and every row makes sense."""
        self._shared.closing = True
        deadline = time.monotonic() + 200
        while live := self._unfinished():
            assert time.monotonic() < deadline, await self._told(live)
            await asyncio.sleep(0.05)
        for match, rows in self._action_log.actions().items():
            self._shared.press_log.must_account_for(match, rows)
            await self._action_log.hosted(match)
        assert await self._action_log.faults() == []

    def _unfinished(self) -> list[MatchId]:
        """The matches to play on: all that live; in a short run none that has gone on long enough."""
        live = self._action_log.live()
        if not self._short or not live:
            return live
        actions = self._action_log.actions()
        before = {match: len(rows) for match, rows in self._before.items()}
        return [match for match in live if len(actions[match]) < before.get(match, 0) + ACTIONS_ON]

    async def _told(self, matches: list[MatchId]) -> str:
        """How matches stand in which nobody does anything, and what everybody sees."""
        views = [str(await shown_messages.view_of(self._action_log, match)) for match in matches]
        shown = [f"{message.audience} {shown_messages.seen(message)}" for message in self._messages()]
        return "\n".join(["nobody goes on:", *views, *shown, str(self._action_log.hands())])


@contextlib.asynccontextmanager
async def crash_run(folder: Path, seed: int, *, short: bool = False) -> AsyncIterator[CrashRun]:
    """A bot with three tables, ready to be killed.

    In a `short` run most matches have one month, and no other is played to its end.
    """
    aside = folder / "aside"
    aside.mkdir()
    command = (*BOT_MAIN, str(seed))
    async with process_stage(folder / "data", command=command, beat_seconds="1") as here:
        locales = ("ja", "en-US", "en-GB", "ja", "ja")
        players = [await here.player(index, locale) for index, locale in enumerate(locales)]
        shared = SharedRun(PressLog(), ActionLog(here.data), random.Random(seed))
        alone = await here.sandbox.post(
            "/client/channels", {"user": players[0].user.id, "guild": here.sandbox.guild, "name": "alone"}
        )
        tables = [
            TablePeople(shared, CHANNEL, players[:2], _plans(PAIR, short=short)),
            TablePeople(shared, "tea-room", players[2:], _plans(CROWD, short=short)),
            TablePeople(shared, alone["id"], players[4:], _plans(ALONE, short=short)),
        ]
        yield CrashRun(here, tables, shared, aside, short=short)


def _plans(plans: Sequence[Plan], *, short: bool) -> Iterator[Plan]:
    """Again and again; sannin has at least three months."""
    return itertools.cycle(
        dataclasses.replace(plan, months=1) if short and plan.rules != "sannin" else plan for plan in plans
    )


def _about(match: MatchId, messages: Iterable[Message]) -> int:
    """How many messages have buttons of a match."""
    shown = [match_presses(shown_messages.custom_ids(message)) for message in messages]
    named = [{press.match for press in found} for found in shown]
    return sum(match in each for each in named)


def _count(actions: dict[MatchId, list[Stored]]) -> int:
    return sum(map(len, actions.values()))
