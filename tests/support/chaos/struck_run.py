"""Harm at random moments, and what must hold after each: nothing lost, nothing doubled, nothing dead."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.ids import MatchId
from bot.match.views import MatchView, View
from bot.sandbox.world.model import Message
from cogs.content.custom_id import Press
from tests.support import waiting
from tests.support.chaos.arena_people import Arenas
from tests.support.chaos.table_people import SharedRun, TablePeople
from tests.support.e2e import shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import Stage
from tests.support.e2e.log_faults import faults
from tests.support.e2e.scripted_player import match_presses
from tests.support.e2e.snapshot import Shown, Snapshot, Stored, until_alike

FIXED = {"lobby", "nudge"}
"""Deadlines that run on while the bot is down: a lobby must close while the tokens of its joins are good."""
ACTIONS_ON = 40
"""So far a short run plays a long match on after its last kill: a month, and into the next."""


@dataclass(slots=True)
class Report:
    """The report of a run."""

    kills: int = 0
    at_start: int = 0
    """Kills while the bot was still coming up."""
    presses: int = 0
    actions: int = 0
    matches: int = 0
    in_arenas: int = 0
    """The matches of arenas among them."""


def _every(_rows: Snapshot, _match: MatchId) -> bool:
    return True


class StruckRun(ABC):
    """Tables, people, and somebody who means harm to the bot."""

    def __init__(
        self, here: Stage, tables: list[TablePeople], shared: SharedRun, aside: Path, *, short: bool
    ) -> None:
        self.report = Report()
        self._short = short
        self.here = here
        self.tables = tables
        self.shared = shared
        self.aside = aside
        self.action_log = ActionLog(here.data)
        self.arenas = Arenas(here.server)
        self._before: dict[MatchId, list[Stored]] = {}
        self._lines = 0

    async def run(self, kills: int) -> Report:
        """Play, kill, check and go on `kills` times; then play every match to its end, or on."""
        self.shared.gate.set()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(table.play()) for table in self.tables]
            for _ in range(kills):
                await self._some_presses(self.shared.chance.randrange(2, 14))
                await asyncio.sleep(self.shared.chance.uniform(0, 0.08))
                await self.strike()
            await self._finish()
            for each in playing:
                each.cancel()
        self.note_log()
        self.report.presses = len(self.shared.press_log.entries)
        rows = self.action_log.snapshot()
        self.report.actions = _count(rows.actions)
        self.report.matches = len(rows.finished)
        self.report.in_arenas = sum(bout.places is not None for bout in rows.bouts)
        return self.report

    async def _some_presses(self, number: int) -> None:
        """Wait for presses, and for an action among them: the match goes on from what is on screen."""
        entries = self.shared.press_log.entries
        wanted, actions = len(entries) + number, _count(self._before)
        await waiting.until(
            lambda: len(entries) >= wanted and _count(self.action_log.actions()) > actions,
            why=lambda: f"{len(entries)} presses of {wanted}",
            moving=self.here.moving,
        )

    @abstractmethod
    async def strike(self) -> None:
        """Do the bot some harm, and see what has become of everything."""

    def must_have_all(self, left: ActionLog, shown: Sequence[Press]) -> None:
        """No stored action is gone or changed, none came from nowhere, no screen has `shown` one more."""
        actions = left.actions()
        for match, rows in self._before.items():
            assert actions[match][: len(rows)] == rows, f"match {match} was rewritten"
        for match, rows in actions.items():
            assert [row.n for row in rows] == list(range(len(rows)))
            self.shared.press_log.must_account_for(match, rows)
        for press in shown:
            if press.move is not None or press.card is not None:
                assert press.number is not None
                assert press.number <= len(actions[press.match]), f"{press} was shown too early"
        self._before = actions

    def shown(self) -> list[Press]:
        """Return the presses that everybody could make now."""
        return [
            press
            for message in self._messages()
            for press in match_presses(shown_messages.custom_ids(message))
        ]

    def _messages(self) -> list[Message]:
        world = self.here.server.world
        return [*shown_messages.public_messages(self.here.server).values(), *world.ephemerals.values()]

    async def must_be_shown(
        self, since: float, stored: Mapping[MatchId, int], hit: Callable[[Snapshot, MatchId], bool] = _every
    ) -> None:
        """Every live table says what the rows say, every hand too where the match was `hit`, and was edited.

        A table that is not in `stored`, the messages by match that the kill left known, was sent again:
        Discord gives back the one from before the kill, which needs no edit where nothing has changed.
        """
        self.arenas.must_be_sound(self.action_log.snapshot())
        await until_alike(
            self.action_log,
            lambda rows: self._unlike(rows, since, stored, hit) or self.arenas.untold(rows),
            moving=self.here.moving,
        )

    def _unlike(
        self,
        rows: Snapshot,
        since: float,
        stored: Mapping[MatchId, int],
        hit: Callable[[Snapshot, MatchId], bool],
    ) -> str | None:
        """The first table or hand that is not shown as it stands; None once all are."""
        public = shown_messages.public_messages(self.here.server)
        for match, hosted in rows.live.items():
            if (copies := _about(match, public.values())) > 1:
                return f"match {match} has {copies} tables"
            message = public.get(rows.tables.get(match, 0))
            if message is None:
                return f"match {match} has no table"
            edited = message.edited_at or message.timestamp
            dead = hit(rows, match) and message.id == stored.get(match) and edited < since
            seen = shown_messages.seen(message)
            wanted = shown_messages.table_of(shown_messages.view_of(match, hosted))
            if seen[0].startswith("<@") and seen[0].endswith(f"\n{wanted[0]}"):
                # Before it stands whom it has called, until it is edited: a table that was posted again, too.
                seen = (wanted[0], *seen[1:])
            if dead or seen != wanted:
                return f"the table of match {match} looks dead" if dead else f"table: {seen} is not {wanted}"
        # What a hand asks that was not harmed is its owner's affair, and in no row.
        harmed = (row for row in rows.hands if row.match in rows.live and hit(rows, row.match))
        return next((why for row in harmed if (why := self._hand_unlike(rows, row, since))), None)

    def _hand_unlike(self, rows: Snapshot, row: Shown, since: float) -> str | None:
        """Return what is amiss on a hand of a match that was harmed."""
        message = shown_messages.hand_message(self.here.server, row)
        if message is None:
            return None
        if (message.edited_at or message.timestamp) < since:
            return f"a hand of match {row.match} looks dead"
        view = shown_messages.view_of(row.match, rows.live[row.match])
        # How many matches somebody had finished when their hand was opened decides about the hint.
        either = [shown_messages.hand_of(view, row, hint=hint) for hint in (True, False)]
        seen = _hand(message, view)
        return None if seen in either else f"hand: {seen} is not {either}"

    def must_be_fair(
        self, left: ActionLog, down: float, hit: Callable[[Snapshot, MatchId], bool] = _every
    ) -> None:
        """Players who had time left when the bot died have it still: no clock ran while nobody could press.

        Of the matches that were `hit`.
        """
        before, rows = left.deadlines(), self.action_log.snapshot()
        for (match, kind, mark), due in rows.deadlines.items():
            old = before.get((match, kind, mark))
            if old is not None and hit(rows, match):
                least = old + (0 if kind in FIXED else down)
                assert due >= least, f"{kind} of match {match} ran on by {least - due:.1f} s of {down:.1f}"

    def note_log(self) -> None:
        """The bot's log holds no fault."""
        lines = self.here.server.log.after(self._lines)
        self._lines = max((line.number for line in lines), default=self._lines)
        found = faults(line.text for line in lines)
        assert found == [], found

    async def _finish(self) -> None:
        """Nobody opens another table; what stands is played to its end, and every row makes sense."""
        self.shared.closing = True
        await until_alike(
            self.action_log,
            self._unended,
            why=lambda: self._told(self.action_log.snapshot()),
            moving=self.here.moving,
        )
        rows = self.action_log.snapshot()
        self.arenas.must_be_sound(rows)
        for match, actions in rows.actions.items():
            self.shared.press_log.must_account_for(match, actions)
            await self.action_log.hosted(match)
        assert await self.action_log.faults() == []

    def _unended(self, rows: Snapshot) -> str | None:
        """Return what has not ended; None where all has."""
        if (unfinished := self._unfinished(rows)) or rows.going_on or rows.unjudged:
            return f"matches {unfinished}, arenas {rows.going_on}, not judged {rows.unjudged}"
        return self.arenas.untold(rows)

    def _unfinished(self, rows: Snapshot) -> list[MatchId]:
        """The matches to play on: all that live; in a short run none that has gone on long enough."""
        if not self._short:
            return list(rows.live)
        before = {match: len(actions) for match, actions in self._before.items()}
        return [m for m in rows.live if len(rows.actions[m]) < before.get(m, 0) + ACTIONS_ON]

    def _told(self, rows: Snapshot) -> str:
        """Return what has not ended, in short; then the states of its matches, and all screens."""
        why = f"nobody goes on: {self._unended(rows)}"
        views = [str(shown_messages.view_of(m, rows.live[m])) for m in self._unfinished(rows)]
        shown = [f"{message.audience} {shown_messages.seen(message)}" for message in self._messages()]
        return "\n".join([why, *views, *shown, str(rows.hands)])


def _hand(message: Message, view: View) -> shown_messages.Seen:
    """Return the text of a hand, in an arena below the line that names opponents and place."""
    text, alt, ids = shown_messages.seen(message)
    in_arena = isinstance(view, MatchView) and view.arena is not None
    return (text.partition("\n")[2] if in_arena else text), alt, ids


def _about(match: MatchId, messages: Iterable[Message]) -> int:
    """Return the number of messages with buttons of a match."""
    shown = [match_presses(shown_messages.custom_ids(message)) for message in messages]
    named = [{press.match for press in found} for found in shown]
    return sum(match in each for each in named)


def _count(actions: Mapping[MatchId, list[Stored]]) -> int:
    return sum(map(len, actions.values()))
