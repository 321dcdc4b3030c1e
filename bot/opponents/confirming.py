"""Playouts confirm that a decision of a finished match was a mistake: months played to their end from there.

All that its player could not see is dealt anew in each world, and everybody goes on as *hard* judges. Each
choice meets the same worlds. Each world is seeded by the decks, the number of the action and its own, so a
stored match always comes to the same, also where it takes several days. In the last months of a match the
worth of a choice is the chance to win it (`match_value`), before them points.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from bot.match.problems import MOST_CHOICES, Choice
from bot.opponents import hard
from bot.opponents.judge import Judge, paid
from bot.opponents.match_value import match_value
from bot.opponents.network import Base
from engine.play.codes import CODES
from engine.play.deal import OVER
from engine.play.imagined import guess
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation, observe
from engine.record import match_record
from engine.record.match_record import Record
from engine.rules.actions import KoiKoi, Move, Play
from engine.rules.rule_sets import Unit

LEAST = {Unit.POINTS: 1.0, Unit.MON: 2.0}
"""The least lead of the best choice over the move made; in mon, two are worth a point."""
LEAST_CHANCE = 0.05
"""The least lead in the last months, as a chance to win the match."""
Looks = tuple[tuple[int, float], ...]
LOOKS: Looks = ((60, 0.0), (300, 0.5), (1000, 0.8), (2500, 1.0))
"""Worlds that are played, and the share of the least lead that there must be by then; most come to less.

There must be some: the first look drops those whose player chose what is best so far.
"""
UNCLEAR = 0.5
"""The share of the least lead below which a third choice is as good as the best one: it is not offered."""


@dataclass(frozen=True, slots=True)
class Played:
    """The playouts of a decision so far: the number of worlds, and by choice the sum of its worths."""

    worlds: int
    totals: Mapping[Move, float]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The result of a confirmation; `choices` None: the playouts say it was no mistake, or are not over.

    `by_match`: worths are chances to win the match, from 0 to 1. `seconds`: of the processor.
    """

    choices: tuple[Choice, ...] | None
    by_match: bool
    seconds: float
    so_far: Played | None = None
    """The playouts so far, with which they go on; None: they are over."""


def confirm(
    record: Record, number: int, seconds: float, so_far: Played | None = None, looks: Looks = LOOKS
) -> Confirmed:
    """The choices of action `number` of a match, if it was a mistake; in no more than some seconds.

    Raises EngineError where the record is none.
    """
    begun = time.process_time()
    made, seen = record.actions[number].move, _seen(record, number)
    playouts = _Playouts(seen, offered(seen, made), f"{record.seat_deck}{record.decks}{number}", looks)
    if so_far is not None:
        playouts.resume(so_far)
    choices, rest = playouts.confirm(made, begun + seconds)
    return Confirmed(choices, playouts.by_match, time.process_time() - begun, rest)


def _seen(record: Record, number: int) -> Observation:
    """Return what the player of an action saw."""
    for at, step in enumerate(match_record.replay(record)):
        if at == number:
            return observe(step.state, record.actions[number].player)
    raise ValueError(number)


def offered(seen: Observation, made: Move) -> tuple[Move, ...]:
    """The move made and the best others, as the network judges; in the order of the hand."""
    values = hard.values(seen)
    best = sorted(values, key=values.__getitem__, reverse=True)
    chosen = tuple(dict.fromkeys((made, *best)))[:MOST_CHOICES]
    dealt = list(seen.dealt)

    def place(move: Move) -> tuple[int, int]:
        at = dealt.index(move.card) if isinstance(move, Play) else int(isinstance(move, KoiKoi))
        return at, seen.legal.index(move)

    return tuple(sorted(chosen, key=place))


class _Playouts:
    """Months played to their end, and what each choice has brought in them."""

    def __init__(self, seen: Observation, moves: tuple[Move, ...], seed: str, looks: Looks) -> None:
        assert seen.viewer is not None
        self._looks = looks
        self._seen, self._me, self._match = seen, seen.viewer, match_value(seen)
        self._seed = seed
        self._totals = dict.fromkeys(moves, 0.0)
        self._worlds = 0
        self._bases: list[Base | None] = [None] * seen.rules.seats

    @property
    def by_match(self) -> bool:
        """Whether worths are chances to win the match."""
        return self._match is not None

    @property
    def least(self) -> float:
        """The lead that makes a mistake."""
        return LEAST_CHANCE if self.by_match else LEAST[self._seen.rules.rule_set.unit]

    def resume(self, so_far: Played) -> None:
        """Begin where others have ended; at the start where a newer network offers other choices."""
        if so_far.totals.keys() == self._totals.keys():
            self._worlds = so_far.worlds
            self._totals |= so_far.totals

    def confirm(self, made: Move, until: float) -> tuple[tuple[Choice, ...] | None, Played | None]:
        """Play until it is clear whether the move made was a mistake: its choices if so; or what was played
        by the time that all have.
        """
        for worlds, share in self._looks:
            while self._worlds < worlds:
                self._play()  # at least one, lest a slow machine never gets on
                if time.process_time() > until:
                    return None, Played(self._worlds, self._totals)
            if self._worlds == worlds and not self._speak_against(made, share):
                return None, None
        return self._choices(made), None

    def _play(self) -> None:
        """Play one more world to its end after each choice."""
        chance = Random(f"{self._seed}/{self._worlds}")  # noqa: S311 - no cards are dealt to anybody from it
        world = guess(self._seen, chance).deal
        for move in self._totals:
            deal = world.copy()
            deal.do(CODES[move])
            self._totals[move] += self._end(deal)
        self._worlds += 1

    def _end(self, deal: LiveDeal) -> float:
        """Return the worth of the month's end, to which all go on as *hard*."""
        while deal.phase is not OVER:
            legal = deal.legal()
            if len(legal) > 1:
                judge = Judge(deal, deal.mover, self._bases[deal.mover])
                values = [judge.value(move) for move in legal]
                self._bases[deal.mover] = judge.base or self._bases[deal.mover]
                deal.do(legal[values.index(max(values))])
            else:
                deal.do(legal[0])
        winner = deal.winner if deal.winner >= 0 else None
        if self._match is None:
            return paid(self._seen.rules.seats, winner, self._me, deal.points)
        return self._match.of_end(winner, deal.points)

    def _speak_against(self, made: Move, share: float) -> bool:
        """Whether another choice is better than the move made, by a share of the least lead or more."""
        lead = (max(self._totals.values()) - self._totals[made]) / self._worlds
        return lead > 0 and lead >= share * self.least

    def _choices(self, made: Move) -> tuple[Choice, ...]:
        """Return the choices with their worths, without those that are nearly as good as the best one."""
        worths = {move: total / self._worlds for move, total in self._totals.items()}
        best = max(worths, key=worths.__getitem__)
        clear = worths[best] - UNCLEAR * self.least
        kept = {move: worth for move, worth in worths.items() if move in {best, made} or worth < clear}
        return tuple(Choice(move, round(worth, 4)) for move, worth in kept.items())
