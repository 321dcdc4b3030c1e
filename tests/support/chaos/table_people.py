"""A room where people play one match after another: each looks at their screen and presses what they find."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.ids import MatchId
from cogs.content.custom_id import Press, Verb, format_press
from cogs.messages.table_rows import AWAY, CHARACTERS
from engine.rules.actions import Declare
from tests.support.chaos.press_log import Entry, PressLog
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.scripted_player import MOVES, Player, match_presses, presses
from tests.support.sandbox.messages import Json, buttons, selects, text_of
from tests.support.sandbox.user import RefusedError

ASIDE = (Verb.LIST, Verb.PICTURES, Verb.YAKU, Verb.MORE)
"""The verbs that a hand offers beside the moves."""
PATIENCE = 1.0
"""Seconds before somebody presses again on what did not change; twice as many before each further time.

With a pace of their own the people would ask a slow bot for more than it can do, and it would fall ever
further behind.
"""
UPDATED = 7
"""The callback that shows the hand as it is after the press; others may come before."""
STORING = {Verb.MOVE, Verb.CUT, Verb.CHOOSE}
"""The verbs that are answered once they have been stored."""
TABLE = {Verb.JOIN, Verb.DRAW, Verb.HAND, Verb.NEXT}


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a match: rule set, months, and the CPU level that fills the seats at once.

    `clock`: who sits at a live table is paired in no arena.
    """

    rules: str
    months: int
    cpu: str | None = None
    clock: str = "live"

    @property
    def options(self) -> dict[str, object]:
        """The options of `/koikoi play`."""
        said: dict[str, object] = {"rules": self.rules, "months": self.months, "clock": self.clock}
        return said if self.cpu is None else said | {"cpu": self.cpu}


@dataclass(slots=True)
class SharedRun:
    """The objects that all rooms share. `gate` is shut while the bot is down; `run` counts its starts."""

    press_log: PressLog
    action_log: ActionLog
    chance: random.Random
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    run: int = 0
    busy: int = 0
    """The number of people who press now, or look whether that was stored."""
    closing: bool = False
    """Nobody opens another table."""
    whole: Callable[[], object] = lambda: True
    """Return by which connections the bot serves; nothing where it does not serve everything.

    It may go away by itself: on a machine that stands still a process hears nothing of its database for
    longer than it bears."""

    def since(self) -> Callable[[], bool]:
        """Return whether the bot was harmed, or was away, since now or now: a press may have no answer."""
        run, whole = self.run, self.whole()
        return lambda: not whole or (run, whole) != (self.run, self.whole())


class Pause(NamedTuple):
    """The time until which somebody does not press the same again, and how long that was at first."""

    until: float
    seconds: float


@dataclass(slots=True, eq=False)
class TablePeople:
    """One channel with its people; the first is the host."""

    shared: SharedRun
    channel: str
    people: Sequence[Player]
    plans: Iterator[Plan]
    _again: dict[tuple[object, ...], Pause] = field(default_factory=dict)

    async def play(self) -> None:
        """Everybody plays until this is cancelled."""
        async with asyncio.TaskGroup() as group:
            for player in self.people:
                group.create_task(self._sit(player))

    async def _sit(self, player: Player) -> None:
        while True:
            await self.shared.gate.wait()
            self.shared.busy += 1
            try:
                acted = await self._act(player)
            finally:
                self.shared.busy -= 1
            await asyncio.sleep(0.005 if acted else 0.03)

    async def _act(self, player: Player) -> bool:
        """Press one thing that the screen offers; False where it offers nothing."""
        table = self._table(player)
        if table is None:
            return player is self.people[0] and await self._open(player)
        match = _match_of(table)
        hands = [hand for hand in player.user.messages(self.channel) if hand["flags"] & 64]
        hands = [hand for hand in hands if hand["components"] and _match_of(hand) == match]
        for hand in sorted(hands, key=_question, reverse=True):
            if found := self._on_hand(hand):
                # A busy bot acknowledges at once and answers later: nobody presses the same again meanwhile.
                return self._is_time(player, question(found)) and await self._press(player, hand, found)
        return await self._on_table(player, table, has_hand=bool(hands))

    def _on_hand(self, hand: Json) -> Press | None:
        wanted = presses(hand, *MOVES, Verb.NEXT)
        if wanted and self.shared.chance.random() < 0.08:
            wanted = presses(hand, *ASIDE) or wanted
        return self.shared.chance.choice(wanted) if wanted else None

    async def _on_table(self, player: Player, table: Json, *, has_hand: bool) -> bool:
        """Act on a table's offer to this person now, once in a while where nothing changes."""
        for press in (*self._one_of_row(table), *presses(table)):
            fits = {
                Verb.JOIN: player.user.name not in text_of(table),
                Verb.START: player is self.people[0] and self._all_in(table),
                Verb.DRAW: True,
                Verb.PLAY_CPU: player is self.people[0] and self._all_in(table) and _has_room(table),
                Verb.NEXT: not has_hand,
                Verb.HAND: not has_hand or self._called(player),
            }
            # Of a row each round is one thing to press, whichever card.
            what = format_press(replace(press, place=0))
            if fits.get(press.verb) and self._is_time(player, what):
                return await self._press(player, table, press)
        return False

    def _called(self, player: Player) -> bool:
        """Whether the channel says that it is this person's turn, whatever their hand shows.

        A hand that could not be stored before its process lost the database is known to nobody afterwards.
        """
        return any(
            text_of(each).startswith(f"<@{player.user.id}>")  # in their own language
            for each in player.user.public(self.channel)
        )

    def _one_of_row(self, table: Json) -> list[Press]:
        """A card of the row that is drawn from, by chance."""
        row = presses(table, Verb.DRAW)
        return [self.shared.chance.choice(row)] if row else []

    def _all_in(self, table: Json) -> bool:
        return all(player.user.name in text_of(table) for player in self.people)

    async def _open(self, player: Player) -> bool:
        if self.shared.closing or not self._is_time(player, "open"):
            return False
        plan = next(self.plans)
        harmed = self.shared.since()
        try:
            outcome = await player.user.command("koikoi play", channel=self.channel, options=plan.options)
        except RefusedError as refused:
            assert refused.error in {"unknown_command", "offline"}, refused
            return False
        assert not outcome.failed or harmed()
        return True

    def _is_time(self, player: Player, what: str) -> bool:
        """Whether this was not done a moment ago; what a bot was asked before it was harmed is lost."""
        key, now = (player.user.id, what, self.shared.run, self.shared.whole()), time.monotonic()
        last = self._again.get(key, Pause(0.0, 0.0))
        if now < last.until:
            return False
        # Who has had no wish to press it for as long again begins anew.
        pause = 2 * last.seconds if now < last.until + last.seconds else PATIENCE
        self._again[key] = Pause(now + pause, pause)
        return True

    async def _press(self, player: Player, message: Json, press: Press) -> bool:
        """Press; only a bot that was harmed meanwhile may leave it without an answer."""
        value, custom_id = None, format_press(press)
        if press.verb in {Verb.CHOOSE, Verb.PLAY_CPU}:
            (select,) = selects(message)
            value = self.shared.chance.choice(_lines(select))
        harmed = self.shared.since()
        entry = Entry(int(player.user.id), press, value, self.shared.run)
        self.shared.press_log.write(entry)
        try:
            if value is None:
                outcome = await player.user.press(message, custom_id=custom_id)
            else:
                outcome = await player.user.select(message, [value], custom_id=custom_id)
        except RefusedError as refused:
            assert refused.changed, refused
            return False
        assert harmed() or not outcome.failed, f"{custom_id} failed"
        late = isinstance(press.move, Declare)  # the window for it may have ended before
        if outcome.callback == UPDATED and press.verb in STORING and not late:
            assert press.number is not None
            stored = self.shared.action_log.acted(press.match, entry.user, since=press.number)
            assert stored, f"{custom_id} was answered, not stored"
        return True

    def _table(self, player: Player) -> Json | None:
        """The newest public message that has a table's buttons."""
        for message in reversed(player.user.public(self.channel)):
            found = match_presses(each["custom_id"] for each in buttons(message))
            if any(press.verb in TABLE for press in found):
                return message
        return None


def question(press: Press) -> str:
    """Return what a press of a hand answers: whichever of its moves, they are one."""
    if press.verb not in MOVES:
        return format_press(press)
    return f"{press.verb} {press.match}:{press.number}"


def _lines(select: Json) -> list[str]:
    """Return what brings a CPU player: nobody sends one away, or reads of characters."""
    values = [str(each["value"]) for each in select["options"]]
    return [each for each in values if not each.startswith(AWAY) and each != CHARACTERS]


def _has_room(table: Json) -> bool:
    return any(_lines(select) for select in selects(table))


def _match_of(message: Json) -> MatchId | None:
    """Return the match of which something is pressed here; None on a note that is a page, as of the yaku."""
    found = match_presses(each["custom_id"] for each in (*buttons(message), *selects(message)))
    return found[0].match if found else None


def _question(hand: Json) -> int:
    found = [press.number for press in presses(hand, *MOVES, Verb.NEXT) if press.number is not None]
    return max(found, default=-1)
