"""Koi-koi in arenas, by hand: `python -m tests.arena_koi_koi` (4 minutes of a core; `--help` lists options).

Two players of the strength of *hard* play matches of an arena for its points. At each decision the hidden
cards are dealt anew, and what koi-koi comes to is compared with stopping. In these worlds everybody stops at
the next yaku, so that koi-koi is right a little more often than is told. A win is worth what
`bot.match.arenas.standing` pays, and the chance of a streak after it.

By *Standard* (600 matches, 1000 worlds) in one month koi-koi is right in 22.6 % of 709 decisions,
give or take 3.1. Without the point for courage it never is: a stop wins the match. Of months that are stopped
23 % follow an own koi-koi. A player who never says it has 0.05 points less a match, give or take 0.04. In
three months it is right in 25.7 % of 2098 decisions, give or take 1.9, and such a player has 0.10 less, give
or take 0.06.
"""

# ruff: noqa: PLR0917 - compiled functions take plain arrays

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from bot.match.arenas.standing import DARED, DRAW, STREAK_WIN, WIN, pays_courage
from bot.opponents import equity
from bot.opponents.train import deal
from bot.opponents.train.__main__ import HERE
from bot.opponents.train.arrays import Real, Whole, compiled, table_of
from bot.opponents.train.duels import unseen
from bot.opponents.train.learner import Course, Memory, declare, move, new_memory
from bot.opponents.train.playouts import deal_hidden, load
from engine.cards.deck import DECK
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import STANDARD, RuleSetId

WON = 0.48
"""The share of matches that somebody wins: the chance that a win makes the next one a streak."""
LATER = WON * (STREAK_WIN - WIN)
"""The points that a win is worth later."""
Wish = Callable[["Match", int, Whole], bool]
"""Whether a player says koi-koi, by the match, their number and the state of the deal."""


@compiled
def to_decision(table: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> None:
    """Play cards until somebody may stop, or the deal is over."""
    while state[deal.PHASE] not in (deal.DECIDE, deal.OVER):
        memory.sizes[:] = 0
        move(table, state, deck, net, memory, course)


@compiled
def stopped(state: Whole) -> bool:
    """Whether a deal that is over was stopped: the cards of the last turn have made a yaku."""
    mover = state[deal.MOVER]
    return bool(state[deal.WINNER] == mover and state[deal.CAPTURED + mover] != state[deal.BEFORE])


@compiled
def worlds_of(
    table: Whole, begun: Whole, hidden: Whole, net: Real, memory: Memory, course: Course, ends: Whole
) -> None:
    """Fill `ends`, a row a world: who wins after koi-koi of the mover, the points, whether it was stopped."""
    viewer = begun[deal.MOVER]
    world, deck = np.zeros_like(begun), np.zeros(deal.DECK_SIZE, np.int64)
    for each in ends:
        np.random.shuffle(hidden)
        deal_hidden(table, begun, hidden, viewer, world, deck)
        deal.do_decide(table, world, deck, False)
        while world[deal.PHASE] != deal.OVER:
            to_decision(table, world, deck, net, memory, course)
            if world[deal.PHASE] == deal.DECIDE:
                deal.do_decide(table, world, deck, True)
        each[0], each[1], each[2] = world[deal.WINNER], world[deal.PAYS], stopped(world)


class Cards:
    """The cards of matches by these rules, which both play as *hard* does."""

    def __init__(self, rules: Rules, worlds: int) -> None:
        self.rules, self._worlds = rules, worlds
        self._net, scale = load((HERE / f"{rules.id}.net").read_bytes(), rules.id)
        self._memory, self._course = new_memory(self._net), Course(scale, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._table = table_of(rules)

    def deal(self, deck: Whole, dealer: int) -> Whole:
        """Return a deal of this deck, whose hand yaku are declared."""
        state = deal.new_state()
        deal.deal_out(self._table, state, deck, dealer)
        declare(self._table, state)
        return state

    def play(self, state: Whole, deck: Whole) -> bool:
        """Play on; whether somebody may stop now."""
        to_decision(self._table, state, deck, self._net, self._memory, self._course)
        return bool(state[deal.PHASE] == deal.DECIDE)

    def decide(self, state: Whole, deck: Whole, *, stops: bool) -> None:
        """Let the mover stop, or say koi-koi."""
        deal.do_decide(self._table, state, deck, stops)

    def worth_now(self, state: Whole) -> int:
        """Return the points of a stop now."""
        return int(deal.stake_of(self._table, state, state[deal.MOVER]))

    def after_koi_koi(self, state: Whole) -> Whole:
        """Return how the deal ends after koi-koi, a world a row."""
        ends = np.zeros((self._worlds, 3), np.int64)
        hidden = unseen(self._table, state)
        worlds_of(self._table, state, hidden, self._net, self._memory, self._course, ends)
        return ends


@dataclass
class Counts:
    """The decisions of matches, and what they came to for one of the players."""

    decisions: int = 0
    koi_koi: int = 0
    months: int = 0
    """Months that somebody stopped."""
    dared: int = 0
    """Months that were stopped after an own koi-koi."""
    points: list[float] = field(default_factory=list)
    """Of the first player, by match."""


@dataclass
class Match:
    """A match under way. `streaks`: who has won the match before it."""

    cards: Cards
    streaks: tuple[bool, bool]
    counts: Counts
    month: int = 1
    dealer: int = 0
    scores: tuple[int, int] = (0, 0)
    dared: int = 0
    """Months that the first player stopped after their own koi-koi."""

    @property
    def months(self) -> int:
        """Return the months that it has."""
        return self.cards.rules.months

    def points(self, player: int, winner: int, points: int, *, dared: bool) -> float:
        """Return the arena points that the match brings on average once this month has ended so."""
        gained = DARED if dared and pays_courage(self.cards.rules) else 0
        scores = _added(self.scores, winner, points)
        dealer = self.dealer if winner < 0 else winner
        left = self.months - self.month + (winner < 0)
        chance = equity.chance_to_win(self.cards.rules, scores, left, dealer)[player]
        won = (STREAK_WIN if self.streaks[player] else WIN) + LATER
        if left or scores[0] != scores[1]:
            return gained + won * chance
        return gained + DRAW

    def play(self, wishes: tuple[Wish, Wish], chance: random.Random) -> None:
        """Play to the end; each player's wish decides."""
        while self.month <= self.months:
            deck = np.array(chance.sample(range(len(DECK)), len(DECK)), np.int64)
            state = self.cards.deal(deck, self.dealer)
            while self.cards.play(state, deck):
                mover = int(state[deal.MOVER])
                goes_on = wishes[mover](self, mover, state)
                self.counts.decisions += 1
                self.counts.koi_koi += goes_on
                self.cards.decide(state, deck, stops=not goes_on)
            self._ended(state)

    def _ended(self, state: Whole) -> None:
        winner = int(state[deal.WINNER])
        if winner < 0:
            return
        dared = stopped(state) and state[deal.KOI + winner] > 0
        self.counts.months += stopped(state)
        self.counts.dared += dared
        self.scores = _added(self.scores, winner, int(state[deal.PAYS]))
        self.dared += dared and winner == 0
        self.month, self.dealer = self.month + 1, winner

    @property
    def result(self) -> float:
        """Return what it has brought the first player, in arena points, with those of a streak later."""
        gained = DARED * self.dared if pays_courage(self.cards.rules) else 0
        mine, other = self.scores
        if mine == other:
            return float(gained + DRAW)
        return gained + ((STREAK_WIN if self.streaks[0] else WIN) + LATER if mine > other else 0.0)


def _added(scores: tuple[int, int], winner: int, points: int) -> tuple[int, int]:
    return (scores[0] + points * (winner == 0), scores[1] + points * (winner == 1))


def best(match: Match, player: int, state: Whole) -> bool:
    """Whether koi-koi brings more arena points than stopping."""
    called = bool(state[deal.KOI + player])
    stop = match.points(player, player, match.cards.worth_now(state), dared=called)
    ends = match.cards.after_koi_koi(state)
    kinds, numbers = np.unique(ends, axis=0, return_counts=True)
    worth = 0.0
    for (winner, points, by_stop), number in zip(kinds.tolist(), numbers.tolist(), strict=True):
        worth += number * match.points(player, winner, points, dared=bool(by_stop and winner == player))
    return worth / len(ends) > stop


def never(match: Match, player: int, state: Whole) -> bool:
    """Stop at once."""
    return False


def played(cards: Cards, first: Wish, matches: int, seed: int) -> Counts:
    """Play matches of a first player against one who decides for arena points."""
    counts = Counts()
    for number in range(matches):
        chance = random.Random(f"{seed} {number}")
        streaks = (chance.random() < WON, chance.random() < WON)
        match = Match(cards, streaks, counts, dealer=number % 2)
        match.play((first, best), chance)
        counts.points.append(match.result)
    return counts


def told(cards: Cards, matches: int, seed: int) -> str:
    """Tell how often koi-koi is right, and what somebody has who never says it."""
    right, shy = (played(cards, wish, matches, seed) for wish in (best, never))
    share = right.koi_koi / right.decisions
    half = 1.96 * (share * (1 - share) / right.decisions) ** 0.5
    less = np.subtract(shy.points, right.points)  # of the same cards
    spread = 1.96 * np.std(less) / matches**0.5
    return (
        f"{cards.rules.months} month(s): koi-koi is right in {share:.1%} of {right.decisions} decisions "
        f"(± {half:.1%}), "
        f"{right.dared / max(1, right.months):.1%} of stopped months follow an own koi-koi; "
        f"who never says it has {np.mean(less):+.2f} ± {spread:.2f} points a match"
    )


def main() -> None:
    """Print a line for matches of each length that an arena may have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rules", default=STANDARD, choices=["classic", "league"])
    parser.add_argument("--matches", type=int, default=1000, help="of each length")
    parser.add_argument("--worlds", type=int, default=200, help="of each decision")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for months in (1, 3):
        cards = Cards(make_rules(RuleSetId(wanted.rules), {"months": months}), wanted.worlds)
        print(told(cards, wanted.matches, wanted.seed), flush=True)


if __name__ == "__main__":
    main()
