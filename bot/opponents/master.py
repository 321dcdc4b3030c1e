"""The CPU player that plays its best moves out in worlds that it imagines.

The value network (`judge`) names the few moves that are worth a look. Each is then made in the same worlds.
In them hidden cards are dealt by chance, and everybody goes on as *hard* would until the viewer's next card.
The move's value in a world is the network's value of the position then, or the payment of the month. The
chance is seeded by what is seen: equal observations have equal moves. Values are points; in the last months
of a match they are chances to win it (`match_value`), and a stop is looked at however few points it brings.

Other hands are dealt by the evidence of their players' plays (`inference`). In a world a player who can take
something does, so that more worlds can be imagined in the same time.

In classic it gains 0.64 +- 0.03 points a month on *normal* (120,000 compiled months for points,
`bot.opponents.train.duels`), where *hard* gains 0.45 +- 0.03. Tried on 30,000 or 60,000 months of the same
decks. Hands that tell nothing gained 0.10 +- 0.03 less. 950 positions instead of 650 gained 0.06 +- 0.03
more, where players in worlds who can take something also judged plays that take nothing. Tried, while hands
told nothing: twice as many worlds gained 0.02 +- 0.04. Moves within 1.5 points instead of 1 gained 0.01 +-
0.03 less. A first judgement by 2,048 units, by which *hard* gains 0.04, gained 0.01 +- 0.05 more. Others who
go on as *normal* gained nothing. No worlds, but each card that the stock may turn, was worse. Months played
to their end, with 64 worlds, were no better. Who knows the other hand, and guesses the stock alone, gains
0.85 +- 0.05: so much is there to be told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random

from bot.match.vocabulary import Character
from bot.opponents import hard, inference
from bot.opponents.characters import lean
from bot.opponents.judge import Judge, paid
from bot.opponents.match_value import match_value
from bot.opponents.network import Base
from engine.play.codes import CODES, MOVES, PLAYED, SHOBU, Code
from engine.play.deal import OVER, PLAY
from engine.play.imagined import guess
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation
from engine.rules.actions import Move

CANDIDATES = 3
"""The number of moves that are searched, the network's best ones."""
WITHIN = 1.5
"""Points: a move that the network thinks worse by more than that is not looked at."""
POSITIONS, WORLD = {2: 550, 3: 420}, 8
"""The number of positions by seats that are judged in all worlds together, where to imagine a world counts as
eight. So every decision takes the same time, in classic with 20 to 50 worlds. Those of three players take
longer.
"""
PART = 1 / 3
"""The part of the search after which the last of three moves is given up."""
AT_ONCE = 0.25
"""The weight of the network's first judgement in a move's value; the rest is the result of the search."""


def choose(observation: Observation, character: Character = Character.EVEN) -> Move:
    """A legal move for the viewer, who is to move."""
    simple = hard.without_judging(observation)
    if simple is not None:
        return simple
    judge = hard.judge_of(observation)
    leanings = {CODES[move]: lean(observation, move, character) for move in observation.legal}
    first = {code: judge.points(judge.value(code)) for code in leanings}
    liked = {code: first[code] + leanings[code] for code in leanings}
    best = max(liked.values())
    looked_at = [code for code in liked if best - liked[code] <= WITHIN or SHOBU in liked]
    looked_at = sorted(looked_at, key=lambda code: (-liked[code], code))[:CANDIDATES]
    if len(looked_at) == 1:
        return MOVES[looked_at[0]]
    return MOVES[_Search(observation, first, leanings).best_of(looked_at)]


def _seed(seen: Observation) -> bytes:
    """Return the observation as a seed."""
    told = (seen.n, seen.viewer, seen.hand.mask, seen.field.mask, *(each.mask for each in seen.captured))
    return hashlib.sha256(repr(told).encode()).digest()


class _Search:
    """A search among moves of the viewer, by what each comes to in worlds."""

    def __init__(
        self, seen: Observation, first: Mapping[Code, float], leanings: Mapping[Code, float]
    ) -> None:
        """Store the observation with the network's first judgement of each move, and the character's
        addition.
        """
        assert seen.viewer is not None
        self._seen, self._me, self._match = seen, seen.viewer, match_value(seen)
        self._first, self._leanings = first, leanings
        self._bases: list[Base | None] = [None] * seen.rules.seats
        """By player the one that was judged beside last."""
        self._totals = dict.fromkeys(first, 0.0)
        self._worlds = 0
        self.judged = 0
        """The number of judged positions, where to imagine a world counts as `WORLD`."""

    def best_of(self, moves: list[Code]) -> Code:
        """The best of these moves. Of more than two the last one is given up on the way."""
        chance = Random(_seed(self._seen))  # noqa: S311 - no cards are dealt to anybody from it
        allowed, odds = POSITIONS[self._seen.rules.seats], inference.odds(self._seen)
        while self.judged < allowed:
            self._play_out(moves, guess(self._seen, chance, odds).deal)
            moves = sorted(moves, key=self._worth, reverse=True)
            if self.judged >= PART * allowed:
                moves = moves[: max(2, len(moves) - 1)]
        return moves[0]

    def _play_out(self, moves: list[Code], world: LiveDeal) -> None:
        """Make each of these moves in one more world."""
        for move in moves:
            deal = world.copy()
            deal.do(move)
            self._totals[move] += self._value(deal)
        self._worlds += 1
        self.judged += WORLD

    def _worth(self, move: Code) -> tuple[float, float]:
        """Return the worth of a move that was made in every world, the network's first judgement included."""
        first, leaning = self._first[move], self._leanings[move]
        at_once = self._end(self._me, self._seen.stakes[self._me]) if move == SHOBU else self._month(first)
        value = AT_ONCE * at_once + (1 - AT_ONCE) * self._totals[move] / self._worlds
        point = 1.0 if self._match is None else self._match.point
        return value + point * leaning, first + leaning

    def _end(self, winner: int | None, points: int) -> float:
        """Return the worth of an end of the month: points or, in the last months, the chance to win the
        match.
        """
        if self._match is None:
            return paid(self._seen.rules.seats, winner, self._me, points)
        return self._match.of_end(winner, points)

    def _month(self, points: float) -> float:
        """Return the worth of a month under way that brings this many points on average."""
        return points if self._match is None else self._match.of_month(points)

    def _value(self, deal: LiveDeal) -> float:
        """Return the final worth of a world: all go on as *hard*, until it is this player's turn again.

        A player who can take something does, so that other plays need not be judged.
        """
        while deal.phase is not OVER and not (deal.phase is PLAY and deal.mover == self._me):
            legal = _likely(deal)
            deal.do(legal[0] if len(legal) == 1 else legal[self._best(deal, legal)[1]])
        if deal.phase is OVER:
            return self._end(deal.winner if deal.winner >= 0 else None, deal.points)
        return self._month(self._best(deal, _likely(deal))[0])

    def _best(self, deal: LiveDeal, moves: Sequence[Code]) -> tuple[float, int]:
        """Return the worth of the best of these moves to the mover, in points, and its index."""
        judge = Judge(deal, deal.mover, self._bases[deal.mover])
        values = [judge.value(move) for move in moves]
        self._bases[deal.mover] = judge.base or self._bases[deal.mover]
        self.judged += len(moves)
        best = max(values)
        return judge.points(best), values.index(best)


def _likely(deal: LiveDeal) -> Sequence[Code]:
    """The moves of a deal that take something, where some do; else, and where no card is played, all."""
    legal = deal.legal()
    if deal.phase is not PLAY:
        return legal
    field = deal.field
    return [move for move in legal if field[PLAYED[move][2]] & PLAYED[move][1]] or legal
