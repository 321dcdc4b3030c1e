"""A finished match step by step with all hands open, from its record: what a replay shows.

Steps hold public observations and, beside them, the hands; never the state of the match. An action that
brings about several things (a turn, the end of the month, the next deal) is as many steps.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import TypeVar

from bot.match import absence
from bot.match.vocabulary import Participant
from engine.cards.cardset import CardSet
from engine.play.codes import mask_of
from engine.play.deal import Deal
from engine.play.events import (
    Dealt,
    Drawn,
    Event,
    Flipped,
    KoiKoiCalled,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Resigned,
)
from engine.play.observation import Observation, observe
from engine.play.standing import InPlay
from engine.play.state import MatchState, Step
from engine.play.telling import rewound
from engine.record import match_record as records
from engine.record.match_record import Record
from engine.rules.actions import Action, Cut, Move, Phase
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules

Hands = tuple[CardSet, ...]
T = TypeVar("T")


class Moment(Enum):
    """The visible state in a step."""

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
    actions: tuple[Action, ...] = ()
    """The action that this is the first step of, after those that showed nothing (in the secret round)."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match to be looked at again: its people by joining number, and at least one step."""

    rules: Rules
    people: tuple[Participant, ...]
    steps: tuple[ReplayStep, ...]
    starts: tuple[int, ...]
    """The numbers of the steps with which the parts begin: the draw for the seats, then every deal."""

    @property
    def order(self) -> tuple[int, ...]:
        """The joining numbers of the seated players in table order; empty where the draw never ended."""
        return self.steps[-1].seen.order or ()

    @property
    def seats(self) -> tuple[Participant, ...]:
        """The players in table order."""
        return tuple(self.people[number] for number in self.order)

    def before(self, action: int) -> int:
        """The number of the step that shows the table as action `action` of the record (from 0) found it."""
        done = list(accumulate(len(step.actions) for step in self.steps))
        return max(0, bisect_right(done, action) - 1)

    def of_deal(self, deal: int) -> tuple[ReplayStep, ...]:
        """The steps with the cards of deal `deal` (from 1) on the table, its result included."""
        shown = (Moment.TABLE, Moment.RESULT)
        return tuple(step for step in self.steps if step.moment in shown and step.seen.deal == deal)


def replay(record: Record, people: Iterable[Participant], places: tuple[int, ...] | None = None) -> Replay:
    """The replay of a record. Raises EngineError where the record cannot be played.

    `places`: those that count in the end, which only the hosted match knows where somebody was absent
    (`absence.places`); None: as the cards have it.
    """
    steps = tuple(_as_counted(step, places) for step in _steps(record))
    return Replay(record.rules, tuple(people), steps, _starts(steps))


def _starts(steps: tuple[ReplayStep, ...]) -> tuple[int, ...]:
    """Return the first steps of the parts. A deal begins with its cut, where its deck was cut."""
    found, deal = [0], 0
    for number, step in enumerate(steps):
        if step.moment in {Moment.TABLE, Moment.RESULT} and step.seen.deal != deal:
            deal = step.seen.deal
            cut = number > found[-1] + 1 and steps[number - 1].moment is Moment.CUT
            found.append(number - 1 if cut else number)
    return tuple(found)


def _as_counted(step: ReplayStep, places: tuple[int, ...] | None) -> ReplayStep:
    """A step with the places as they count, where they are known and the step has any."""
    if places is None:
        return step
    seen = replace(step.seen, ranking=places) if step.seen.ranking else step.seen
    return replace(step, seen=seen, events=absence.as_counted(step.events, places))


def _steps(record: Record) -> Iterator[ReplayStep]:
    first, *rest = records.replay(record)
    before = first.state
    silent: tuple[Action, ...] = ()
    yield ReplayStep(Moment.DRAW, observe(before, None))
    for action, step in zip(record.actions, rest, strict=True):
        silent = (*silent, action)
        for shown in _of_action(action.move, before, step):
            yield replace(shown, actions=silent)
            silent = ()
        before = step.state


def _of_action(move: Move, before: MatchState, step: Step) -> Iterator[ReplayStep]:
    if isinstance(move, Cut):
        yield ReplayStep(Moment.CUT, observe(before, None), at=move.at)
    ends, left, groups = deque(step.ended), deque(step.left), _groups(step.events)
    landed = len(before.deal.trace) if before.deal else 0
    for group in groups:
        first = group[0]
        if isinstance(first, Drawn):
            yield ReplayStep(Moment.DRAW, observe(step.state, None), events=group)
        elif isinstance(first, _ENDING):
            end, at = ends.popleft(), left.popleft()
            seen = replace(_at_rest(step.state, at), scores=end.scores)
            yield ReplayStep(Moment.RESULT, seen, _hands(at.deal), group, end=end)
        elif group is groups[-1] and step.state.deal:
            yield ReplayStep(Moment.TABLE, observe(step.state, None), _hands(step.state.deal), group)
        else:
            landed = 0 if isinstance(first, Dealt) else landed
            landed += sum(isinstance(event, (Played, Flipped)) for event in group)
            now = left[0] if left else step.state.in_play
            assert now is not None  # a group that is not the last one is of a deal
            at = now._replace(deal=rewound(now.deal, landed))
            yield ReplayStep(Moment.TABLE, _at_rest(step.state, at), _hands(at.deal), group)


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


def _hands(deal: Deal) -> Hands:
    """All hands, open."""
    return tuple([CardSet(mask_of(hand)) for hand in deal.hands])


def _at_rest(state: MatchState, at: InPlay) -> Observation:
    """A table at which nobody is asked anything, between two moments of an action that led to `state`."""
    at = at._replace(deal=at.deal._replace(phase=Phase.PLAY, shown=()))
    return replace(observe(state._replace(phase=Phase.OVER, in_play=at), None), phase=Phase.PLAY)
