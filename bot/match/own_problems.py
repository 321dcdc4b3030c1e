"""Problems of one's own: decisions of one's finished matches that playouts have confirmed to be mistakes.

The rule by which they come back: a wrong answer brings the problem back after a day. The first right one
after that does so after three days, the second after ten, and the third right one in a row is the last. A
new problem that is answered rightly counts as after a wrong one. An answer before its time counts nothing.

A time to wait that is longer than any of these was set while the clock was ahead: such a problem is due.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.config import Settings
from bot.ids import MatchId, UserId
from bot.match.hosted_match import Entry
from bot.match.lessons import NOBODY, staged
from bot.match.problems import Choice
from bot.match.progress import Progress
from bot.match.shuffles import Shuffles
from bot.match.views import MatchView
from bot.match.vocabulary import JoinNumber, Participant
from engine.cards.deck import Deck, parse_deck
from engine.play.state import new_match
from engine.record.match_record import Record
from engine.record.notation import format_move, parse_move
from engine.rules.actions import Action, Player

WAITS = (timedelta(days=1), timedelta(days=3), timedelta(days=10))
"""The time until it comes back, by the number of right answers in a row."""
DONE = len(WAITS)
"""The number of right answers in a row after which it is done."""


@dataclass(frozen=True, slots=True)
class OwnProblem:
    """A confirmed decision of a finished match."""

    id: int
    match: MatchId
    action: int
    """The number of the action in the record, from 0."""
    choices: tuple[Choice, ...]
    by_match: bool
    """Whether worths are chances to win the match, from 0 to 1; else points of the month."""
    right: int = 0
    """Right answers in a row."""
    due: datetime | None = None
    """The time from which it is asked again; None: it was never answered."""

    @property
    def best(self) -> int:
        """The place of the best choice, from 0."""
        return max(range(len(self.choices)), key=lambda place: self.choices[place].worth)

    @property
    def is_new(self) -> bool:
        """Whether it was never answered."""
        return self.due is None

    @property
    def done(self) -> bool:
        """Whether it was answered rightly often enough."""
        return self.right >= DONE

    def may_count(self, now: datetime) -> bool:
        """Whether an answer counts: it is new, or due."""
        if self.done:
            return False
        return self.due is None or self.due <= now or self.due > now + WAITS[-1]

    def after(self, now: datetime, *, right: bool) -> OwnProblem:
        """Return the problem after an answer that counts."""
        row = self.right + 1 if right else 0
        # A problem that is new, and answered rightly, has one right answer: it comes back after three days.
        due = now + WAITS[row] if row < DONE else now
        return replace(self, right=row, due=due)


def dumps(choices: tuple[Choice, ...]) -> str:
    """Choices as a text: `O 2.31 Z 0.42`."""
    return " ".join(f"{format_move(each.move)} {each.worth:.4f}" for each in choices)


def loads(text: str) -> tuple[Choice, ...]:
    """The choices of a text. Raises ValueError and NotationError for any other text."""
    told = text.split()
    pairs = zip(told[::2], told[1::2], strict=True)
    return tuple(Choice(parse_move(move), float(worth)) for move, worth in pairs)


class _Recorded(Shuffles):
    """The decks of a record."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        super().__init__(bytes(32))
        self._record = record

    def deck(self, number: int) -> Deck:
        """The cards in order."""
        return self._record.deck(number) if number else parse_deck(self._record.seat_deck)

    def after(self, draws: Iterable[Action]) -> Shuffles:
        """Draws change nothing: the record knows all decks."""
        return self


def position(record: Record, number: int) -> Progress:
    """The match as it was before an action. Raises EngineError where the record is none."""
    begun = new_match(record.rules, parse_deck(record.seat_deck), record.participants, record.version)
    progress = Progress(_Recorded(record), begun)
    for action in record.actions[:number]:
        progress = progress.after(action)
    return progress.shown(len(progress.ends), frozenset())


def next_of(mine: Iterable[OwnProblem], now: datetime) -> OwnProblem | None:
    """The one that is asked next: what is due, the longest first, then what is new; None: nothing is.

    Of new ones those of the latest match come first, and of a match what cost most.
    """
    asked = [each for each in mine if each.may_count(now)]
    return min(asked, key=lambda one: (one.due is None, one.due or now, -one.match, one.id), default=None)


def view(record: Record, number: int, names: Sequence[str], settings: Settings) -> tuple[MatchView, Player]:
    """The position as its players saw it, and who decided; `names`: of that player, then of the others.

    Raises EngineError where the record is none.
    """
    progress, me = position(record, number), record.actions[number].player
    order = progress.state.order
    assert order is not None, "cards have been dealt"
    others = iter(names[1:])
    entries = tuple(
        _entry(JoinNumber(each), order, me, names[0], others) for each in range(record.participants)
    )
    return staged(record.rules, entries, progress, settings), me


def _entry(number: JoinNumber, order: tuple[int, ...], me: Player, name: str, others: Iterator[str]) -> Entry:
    """An entry of a player; who lost the draw for the seats only watched, and is not named."""
    if number not in order:
        return Entry(Participant(number, "", user=UserId(NOBODY + 1 + number)))
    seat = Player(order.index(number))
    if seat == me:
        return Entry(Participant(number, name, user=NOBODY), seat=seat)
    return Entry(Participant(number, next(others), user=UserId(NOBODY + 1 + number)), seat=seat)
