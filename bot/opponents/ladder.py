"""CPU players against each other, with the same decks for every seat: what one gains, how sure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from bot import opponents
from bot.match.vocabulary import CpuPlayer
from bot.opponents.losing_stops import loses
from bot.opponents.luck import Outcomes
from bot.records.skill import Figures
from engine.cards.deck import DECK, Deck
from engine.play.legal import to_move
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, Step, new_match
from engine.rules.actions import Action, Draw, Move, Shobu
from engine.rules.options import Rules

RANDOM = "random"
"""Beside the CPU players: who makes any legal move."""
PLAYERS = (RANDOM, *(each.value for each in CpuPlayer))
SURE = 1.96
"""Standard errors in half of a 95 % interval."""
MOST_SETS = 1_000_000
"""Sets of decks of a seed; the next one has others."""

Choose = Callable[[Observation], Move]


class Estimate(NamedTuple):
    """A mean, and half of its 95 % interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """The mean of independent values."""
        mean = sum(values) / len(values)
        if len(values) == 1:
            return cls(mean, float("inf"))
        variance = sum((each - mean) ** 2 for each in values) / (len(values) - 1)
        return cls(mean, SURE * sqrt(variance / len(values)))


class Standing(NamedTuple):
    """The results of one player against another so far, in the same decks in every seat."""

    decks: int
    """Sets of decks; each was played once with the player in every seat."""
    points: Estimate
    """A month: in classic and league more than the other player scored; in ishokai and sannin mon won."""
    without_luck: Estimate
    """Points a month less luck of mean zero (`bot.opponents.luck`)."""
    won: Estimate
    """The share of matches; one that several win is shared by them."""
    milliseconds: float
    """The time of a decision, where there was anything to decide."""
    tempted: int
    """Decisions in which stopping loses the match for certain, and going on can still win it."""
    fallen: int
    """Decisions of these in which the player stopped."""

    @property
    def fewer(self) -> float:
        """Return the number of times fewer matches that give an interval of one width without luck."""
        return (self.points.half / self.without_luck.half) ** 2 if self.without_luck.half else 1.0


class Clocked:
    """A player, how long it has thought, and what it did where a stop loses the match."""

    def __init__(self, name: str) -> None:
        """One of `PLAYERS`."""
        self._choose = chooser(name)
        self.seconds, self.decisions = 0.0, 0
        self.tempted, self.fallen = 0, 0

    def choose(self, seen: Observation) -> Move:
        """Return the player's move."""
        if len(seen.legal) == 1:
            return seen.legal[0]
        began = time.perf_counter()
        move = self._choose(seen)
        self.seconds += time.perf_counter() - began
        self.decisions += 1
        if loses(seen):
            self.tempted += 1
            self.fallen += move == Shobu()
        return move


def chooser(name: str) -> Choose:
    """Return what one of `PLAYERS` chooses by."""
    return _any if name == RANDOM else _cpu(CpuPlayer(name))


def ladder(rules: Rules, names: tuple[str, str], seed: int) -> Iterator[Standing]:
    """The first player against the second one, in all other seats; a standing after every set of decks."""
    first, second = map(Clocked, names)
    sets: list[tuple[float, ...]] = []
    first_set = 1 + (seed - 1) * MOST_SETS
    while True:
        found = []
        for seat in range(rules.seats):
            players = [first if each == seat else second for each in range(rules.seats)]
            found.append(_match(rules, players, seat, first_set + len(sets)))
        sets.append(tuple(sum(each) / rules.seats for each in zip(*found, strict=True)))
        spent = 1000 * first.seconds / max(1, first.decisions)
        points, without_luck, won = map(Estimate.of, zip(*sets, strict=True))
        yield Standing(len(sets), points, without_luck, won, spent, first.tempted, first.fallen)


def report(rules: Rules, at: Standing) -> str:
    """A standing as a line."""
    unit = rules.rule_set.unit
    return (
        f"{at.points.mean:+.2f} ± {at.points.half:.2f} {unit} a month, "
        f"without luck {at.without_luck.mean:+.2f} ± {at.without_luck.half:.2f} "
        f"({at.fewer:.1f} times fewer matches needed), "
        f"{at.won.mean:.1%} ± {at.won.half:.1%} of matches won, "
        f"{at.milliseconds:.2f} ms a decision, {at.fallen} of {at.tempted} losing stops made "
        f"({at.decks * rules.seats} matches of {rules.months} months)"
    )


def _match(rules: Rules, players: Sequence[Clocked], seat: int, seed: int) -> tuple[float, float, float]:
    """Return the results of one match for this seat: points a month, those without luck, share of the win."""
    outcomes = Outcomes(rules)
    for step in played(rules, [each.choose for each in players], seed, outcomes):
        state = step.state
    assert state.ranking is not None
    share = (state.ranking[seat] == 1) / state.ranking.count(1)
    mine = Figures(0, 0.0, *outcomes.told()[seat])
    return mine.points / mine.months, mine.without_luck(rules.id) / mine.months, share


def played(
    rules: Rules, players: Sequence[Choose], seed: int, outcomes: Outcomes | None = None
) -> Iterator[Step]:
    """A match of these players, by table number, to its end: its seats drawn, then each action's step.

    `outcomes` counts points and luck.
    """

    def decks(number: int) -> Deck:
        return _shuffled(f"{seed} {number}")

    state = _seated(rules, seed, decks)
    yield Step(state)
    while state.ranking is None:
        player = to_move(state)[0]
        action = Action(player, players[player](observe(state, player)))
        step = apply(state, action, decks)
        if outcomes is not None:
            outcomes.step(state, action, step)
        state = step.state
        yield step


def _seated(rules: Rules, seed: int, decks: Callable[[int], Deck]) -> MatchState:
    """A match whose seats are drawn."""
    state = new_match(rules, _shuffled(f"{seed} seats"))
    while state.in_play is None:
        state = apply(state, Action(to_move(state)[0], Draw(0)), decks).state
    return state


def _shuffled(seed: str) -> Deck:
    return tuple(Random(seed).sample(DECK, len(DECK)))  # noqa: S311 - nobody plays for anything here


def _cpu(cpu: CpuPlayer) -> Choose:
    return lambda seen: opponents.choose(cpu, seen)


def _any(seen: Observation) -> Move:
    """Any legal move, the same for equal observations."""
    return Random(f"{seen.n} {seen.hand} {seen.field}").choice(seen.legal)  # noqa: S311
