"""A finished match step by step with all hands open, from its record: what a replay shows.

Steps hold public observations and, beside them, the hands; never the state of the match. An action that
brings about several things (a turn, the end of the month, the next deal) is as many steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from bot.match.vocabulary import Participant
from engine.actions import Cut, Move, Phase, Player
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Card
from engine.events import (
    Dealt,
    Drawn,
    Event,
    Flipped,
    KoiKoiCalled,
    LastMove,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Resigned,
)
from engine.month_end import MonthEnd
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, Step
from engine.record import match_record as records
from engine.record.match_record import Record
from engine.rules.options import Rules
from engine.rules.sheet import score

Hands = tuple[CardSet, ...]
T = TypeVar("T")


class Moment(Enum):
    """What there is to see in a step."""

    DRAW = "draw"
    CUT = "cut"
    TABLE = "table"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step: what everybody saw then (of a result, the table as its deal left it) and what led here.

    `hands` are by player. A cut names its depth `at`, a result has its `end`.
    """

    moment: Moment
    seen: Observation
    hands: Hands = ()
    events: tuple[Event, ...] = ()
    at: int | None = None
    end: MonthEnd | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A match to be looked at once more: its people by joining number, and at least one step."""

    rules: Rules
    people: tuple[Participant, ...]
    steps: tuple[ReplayStep, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The joining numbers of the seated players in table order; empty where the draw never ended."""
        return self.steps[-1].seen.order or ()

    @property
    def seats(self) -> tuple[Participant, ...]:
        """The players in table order."""
        return tuple(self.people[number] for number in self.order)

    def of_deal(self, deal: int) -> tuple[ReplayStep, ...]:
        """The steps with the cards of deal `deal` (from 1) on the table, its result included."""
        shown = (Moment.TABLE, Moment.RESULT)
        return tuple(step for step in self.steps if step.moment in shown and step.seen.deal == deal)


def replay(record: Record, people: Iterable[Participant]) -> Replay:
    """The replay of a record. Raises EngineError where the record cannot be played."""
    return Replay(record.rules, tuple(people), tuple(_steps(record)))


def _steps(record: Record) -> Iterator[ReplayStep]:
    first, *rest = records.replay(record)
    before, table = first.state, _Table(observe(first.state, None))
    yield ReplayStep(Moment.DRAW, table.seen)
    for action, step in zip(record.actions, rest, strict=True):
        yield from _of_action(action.move, before, step, table)
        before = step.state


def _of_action(move: Move, before: MatchState, step: Step, table: _Table) -> Iterator[ReplayStep]:
    if isinstance(move, Cut):
        yield ReplayStep(Moment.CUT, observe(before, None), at=move.at)
    ends, groups = deque(step.ended), _groups(step.events)
    table.seen = replace(table.seen, n=step.state.n)
    for group in groups:
        first = group[0]
        if isinstance(first, Drawn):
            yield ReplayStep(Moment.DRAW, observe(step.state, None), events=group)
        elif isinstance(first, _ENDING):
            end = ends.popleft()
            table.leave(end)
            yield ReplayStep(Moment.RESULT, table.seen, table.hands, group, end=end)
        else:
            if group is groups[-1]:
                table.show(step.state)
            elif isinstance(first, Dealt):
                table.lay(observe(step.state, None), first, ends[0], honba=observe(before, None).honba)
            else:
                table.follow(group)
            yield ReplayStep(Moment.TABLE, table.seen, table.hands, group)


_ENDING = (MonthWon, MonthVoid, Redealt)
_BEGINS = (Drawn, Dealt, Played, KoiKoiCalled, Resigned, *_ENDING)


def _groups(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Events that are one step: a turn with both its halves, an end with all that it brings."""
    groups: list[list[Event]] = []
    for event in events:
        turned_alone = isinstance(event, Flipped) and not (groups and _is_half(groups[-1]))
        if not groups or turned_alone or isinstance(event, _BEGINS):
            groups.append([])
        groups[-1].append(event)
    return [tuple(group) for group in groups]


def _is_half(group: list[Event]) -> bool:
    """Whether a turn has had its hand step only."""
    return len(group) == 1 and isinstance(group[0], Played)


class _Table:
    """Table and open hands, followed from event to event where an action shows its last state only."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.hands: Hands = ()

    def show(self, state: MatchState) -> None:
        """As the match has it."""
        self.seen = observe(state, None)
        own = (observe(state, Player(each)) for each in range(state.rules.seats))
        self.hands = tuple(seen.hand for seen in own)

    def lay(self, after: Observation, dealt: Dealt, end: MonthEnd, *, honba: int) -> None:
        """A deal that ended at once: all that is known of it is its end. `after` is a later moment."""
        size, seats = after.rules.rule_set, after.rules.seats
        nobody = (0,) * seats
        self.seen = replace(
            after,
            month=dealt.month,
            deal=dealt.deal,
            dealer=dealt.dealer,
            bound=dealt.bound,
            honba=honba,
            stock=len(DECK) - seats * size.hand_size - size.field_size,
            slots=tuple(end.field),
            captured=end.captured,
            hand_counts=tuple(len(hand) for hand in end.hands),
            shown_hands=(None,) * seats,
            koi=nobody,
            yaku=tuple(score(after.rules, cards) for cards in end.captured),
            scores=tuple(a - b for a, b in zip(end.scores, end.deltas or nobody, strict=True)),
            **_AT_REST,
        )
        self.hands = end.hands

    def follow(self, group: tuple[Event, ...]) -> None:
        """What a turn or a call changed."""
        for event in group:
            if isinstance(event, KoiKoiCalled):
                koi = _with(self.seen.koi, event.player, self.seen.koi[event.player] + 1)
                self.seen = replace(self.seen, koi=koi, **(_AT_REST | {"last": self.seen.last}))
            elif isinstance(event, (Played, Flipped)):
                self._step(event)

    def leave(self, end: MonthEnd) -> None:
        """The deal is over: nobody is to move, and the scores are those after it."""
        self.seen = replace(self.seen, scores=end.scores, **(_AT_REST | {"last": self.seen.last}))

    def _step(self, event: Played | Flipped) -> None:
        seen, who, by_hand = self.seen, event.player, isinstance(event, Played)
        captured = _with(seen.captured, who, seen.captured[who] | event.captured)
        taken = int(not by_hand and seen.flipped is None)
        self.seen = replace(
            seen,
            slots=_landed(seen.slots, event.card, event.captured),
            captured=captured,
            yaku=_with(seen.yaku, who, score(seen.rules, captured[who])),
            hand_counts=_with(seen.hand_counts, who, seen.hand_counts[who] - by_hand),
            stock=seen.stock - taken,
            **(_AT_REST | {"last": _last(seen, event)}),
        )
        played = CardSet.of([event.card]) if by_hand else CardSet()
        self.hands = _with(self.hands, who, self.hands[who] - played)


_AT_REST: dict[str, Any] = {"phase": Phase.PLAY, "to_move": (), "flipped": None, "last": None}
"""A table at which nobody is asked anything."""


def _landed(slots: tuple[Card | None, ...], one: Card, captured: CardSet) -> tuple[Card | None, ...]:
    """Captured cards leave their places free; a card that captured nothing takes the first free one."""
    if captured:
        return tuple(None if each is None or each in captured else each for each in slots)
    if None not in slots:
        return (*slots, one)
    return _with(slots, slots.index(None), one)


def _last(seen: Observation, event: Played | Flipped) -> LastMove:
    if isinstance(event, Played):
        return LastMove(event.player, event.card, event.captured, None, CardSet())
    before = seen.last
    if before is None or before.player != event.player or before.flipped is not None:
        # Ishokai's turns without a hand card have a flip step alone.
        before = LastMove(event.player, None, CardSet(), None, CardSet())
    return replace(before, flipped=event.card, flipped_captured=event.captured)


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
