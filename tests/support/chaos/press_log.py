"""The log of presses, kept outside the bot, to be held against the rows that it stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bot.ids import MatchId
from bot.match import draw_row
from cogs.content.custom_id import Press, Verb
from engine.record.notation import format_move, parse_move
from engine.rules.actions import Action, Cut, Draw, Move, Player
from tests.support.e2e.snapshot import Stored

ANSWERS = {Verb.MOVE, Verb.CUT, Verb.CHOOSE}
"""The verbs that move a match by answering a hand's question."""


@dataclass(slots=True)
class Entry:
    """One press. `value` is what was chosen in a select; `run` counts the starts of the bot."""

    user: int
    press: Press
    value: str | None
    run: int

    @property
    def move(self) -> Move | None:
        """The move that it asks for; None for a cut at a depth that the bot draws."""
        if self.press.verb is Verb.CHOOSE:
            return parse_move(self.value or "")
        return self.press.move

    def made(self, row: Stored) -> bool:
        """Whether a row is what this press would have made."""
        assert self.press.number is not None
        if row.user != self.user or row.n < self.press.number:
            return False
        if self.press.verb is Verb.CUT:
            return isinstance(row.move, Cut)
        return row.move == self.move


@dataclass(slots=True)
class PressLog:
    """Every press of a run."""

    entries: list[Entry] = field(default_factory=list)

    def write(self, entry: Entry) -> Entry:
        """Keep a press that is about to be made."""
        self.entries.append(entry)
        return entry

    def answers(self, match: MatchId, user: int) -> list[Entry]:
        """A user's presses that could have moved a match, by question; one pressed twice counts once."""
        found = {
            (entry.press.number or 0, entry.press.verb.value, entry.value or _text(entry.press)): entry
            for entry in self.entries
            if (entry.press.match, entry.user) == (match, user) and entry.press.verb in ANSWERS
        }
        return [found[key] for key in sorted(found)]

    def draws(self, match: MatchId, user: int) -> int:
        """In how many rounds of the seat draw a user pressed `Draw`."""
        rounds = [
            entry.press.number
            for entry in self.entries
            if (entry.press.match, entry.user, entry.press.verb) == (match, user, Verb.DRAW)
        ]
        return len(set(rounds))

    def places(self, match: MatchId, user: int) -> set[int]:
        """On which places of the row a user pressed, in any round."""
        return {
            entry.press.place
            for entry in self.entries
            if (entry.press.match, entry.user, entry.press.verb) == (match, user, Verb.DRAW)
        }

    def must_account_for(self, match: MatchId, rows: list[Stored]) -> None:
        """Every stored action of a person has a press of their own: none was made twice or by nobody."""
        waiting: dict[int, list[Entry]] = {}
        drawn = Counter(row.user for row in rows if row.user is not None and isinstance(row.move, Draw))
        for user, number in drawn.items():
            assert number <= self.draws(match, user), f"match {match}: {number} draws of {user}"
        seats = [Action(Player(row.player), row.move) for row in rows if isinstance(row.move, Draw)]
        people = 1 + max((each.player for each in seats), default=0)
        for row in rows:
            if row.user is not None and isinstance(row.move, Draw):
                taken = draw_row.taken_places(seats[: row.n], people)
                free = draw_row.free_places(taken, len(taken[row.player]) + 1)
                chosen = {draw_row.cards_before(free, each) for each in self.places(match, row.user)}
                assert row.move.place in chosen, f"match {match}: nobody chose {row}"
            if row.user is None or not row.answers_a_hand:
                continue
            left = waiting.setdefault(row.user, self.answers(match, row.user))
            fitting = [entry for entry in left if entry.made(row)]
            assert fitting, f"match {match}: nobody pressed action {row.n}, {format_move(row.move)}"
            # Questions are answered in order: what was asked earlier than this is past.
            left[:] = left[left.index(fitting[0]) + 1 :]


def _text(press: Press) -> str:
    return "" if press.move is None else format_move(press.move)
