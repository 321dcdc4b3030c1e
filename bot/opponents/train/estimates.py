"""`python -m bot.opponents.train.estimates RULES`: whether the estimate of skill is true, over many months.

Plays single months of one level against another, compiled. It shows that points without luck have the mean
of the points, how much less they vary, and how often the interval of a few months holds the true difference.
The luck is that of `bot.opponents.luck`; a test holds the two equal.
"""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from bot.opponents.train import deal
from bot.opponents.train.__main__ import HERE
from bot.opponents.train.arrays import SEATS, Real, Whole, compiled, tables_by_month
from bot.opponents.train.duels import LEVELS, NORMAL, Player, player_of
from bot.opponents.train.greedy import greedy_move, greedy_play
from bot.opponents.train.inputs import inputs_of, set_base, value_beside, value_of
from bot.opponents.train.learner import (
    best_play,
    deal_fresh,
    decision_values,
    declare,
    decoded,
    move,
    payoff,
)
from bot.opponents.train.scoring import count_of, growth_of
from bot.records.skill import SHARES, Estimate, Figures, Tally, ratio
from engine.rules.presets import NAMES, named_rules, rules_name
from engine.rules.rule_sets import RuleSetId

AT_ONCE = 20_000
"""Months between two lines about how far it is."""
MOST = 100_000_000
"""Months of a seed; the next one has others."""
BLOCK = 50
"""Months of an interval, each as a match of one month."""


@compiled
def months(tables: Whole, first: Player, second: Player, seed: int, count: int) -> Real:
    """Return of each month what it brought the first player, their luck in the deal, and in turned cards."""
    found, shares = np.zeros((count, 3), np.float32), np.zeros(3, np.float32)
    state, deck = np.zeros(deal.STATE, np.int64), np.arange(deal.DECK_SIZE)
    for each in range(count):
        table = tables[each % len(tables)]
        seats = table[SEATS]
        seat = each // len(tables) % seats
        np.random.seed(seed + each)
        deck[:] = np.arange(deal.DECK_SIZE)
        deal_fresh(table, state, deck)
        shares[:] = 0
        if state[deal.PHASE] != deal.OVER:
            for player in range(seats):
                share(shares, seats, player, hand_luck(table, state, first, player))
            found[each, 1] = shares[seat]
            declare(table, state)
        shares[:] = 0
        while state[deal.PHASE] != deal.OVER:
            player = state[deal.MOVER]
            by = first if player == seat else second
            if state[deal.PHASE] == deal.PLAY:
                card, caught = chosen_play(table, state, by)
                share(shares, seats, player, turn_luck(table, state, deck, first, card, caught))
                deal.do_play(table, state, deck, card, caught)
            elif by.level == NORMAL:
                greedy_move(table, state, deck)
            else:
                by.memory.sizes[:] = 0
                move(table, state, deck, by.net, by.memory, by.course)
        found[each, 2] = shares[seat]
        found[each, 0] = payoff(table, state, seat)
    return found


@compiled
def share(shares: Real, seats: int, player: int, gain: float) -> None:
    """Add what a player gains, and take it from the others."""
    for each in range(seats):
        shares[each] += gain if each == player else -gain / (seats - 1)


@compiled
def chosen_play(table: Whole, state: Whole, by: Player) -> tuple[int, int]:
    """The card that the mover plays as this player, and the mask of what it takes."""
    if by.level == NORMAL:
        return greedy_play(table, state)
    return decoded(state, best_play(table, state, by.net, by.memory, -1, False)[0])


@compiled
def hand_luck(table: Whole, state: Whole, judge: Player, player: int) -> float:
    """Return what a dealt hand is worth to its player beyond the mean of all hands, in points."""
    own, mean = 0.0, 0.0
    for other in range(table[SEATS]):
        worth = hand_worth(table, state, judge, player, other)
        mean += worth / table[SEATS]
        if other == player:
            own = worth
    return (own - mean) * judge.course.scale


@compiled
def hand_worth(table: Whole, state: Whole, judge: Player, player: int, other: int) -> float:
    """The worth of a fresh deal to a player who has another's hand."""
    trial, memory = judge.world, judge.memory
    trial[:] = state
    trial[deal.HANDS + player] = state[deal.HANDS + other]
    trial[deal.HANDS + other] = state[deal.HANDS + player]
    trial[deal.PHASE], trial[deal.MOVER] = deal.PLAY, state[deal.DEALER]
    if player == state[deal.DEALER]:
        return best_play(table, trial, judge.net, memory, -1, False)[1]
    trial[deal.MADE + player] = growth_of(table, trial[deal.CAPTURED + player])
    count = inputs_of(table, trial, player, True, memory.inputs)
    return value_of(judge.net, memory.inputs, count, memory.hidden)


@compiled
def turn_luck(table: Whole, state: Whole, deck: Whole, judge: Player, card: int, caught: int) -> float:
    """Return what the card that a play turns is worth to the mover beyond that of the stock, in points."""
    trial, memory, player = judge.world, judge.memory, state[deal.MOVER]
    trial[:] = state
    deal.hand_step(trial, card, caught)
    top = state[deal.TOP]
    trial[deal.TOP] = top + 1
    set_base(judge.net, memory.base, memory.inputs, inputs_of(table, trial, player, True, memory.inputs))
    first, mean, stock = 0.0, 0.0, deal.DECK_SIZE - top
    for place in range(top, deal.DECK_SIZE):
        found = deal.lying(trial, deck[place])
        if count_of(found) == 2:
            low = found & -found
            one = landed_worth(table, trial, deck[place], low, judge)
            worth = max(one, landed_worth(table, trial, deck[place], found - low, judge))
        else:
            worth = landed_worth(table, trial, deck[place], found, judge)
        mean += worth / stock
        if place == top:
            first = worth
    return (first - mean) * judge.course.scale


@compiled
def landed_worth(table: Whole, before: Whole, card: int, caught: int, judge: Player) -> float:
    """The worth to the mover once a turned card has taken `caught`, with the decision that may follow.

    Other than `learner.choice_value` it looks only at what differs from the position of `set_base`.
    """
    player, state, memory = before[deal.MOVER], judge.trial, judge.memory
    state[:] = before
    deal.land(state, player, card, caught)
    remain = deal.turns_remain(table, state, player)
    if deal.ends_turn(table, state, player):
        asked = remain and deal.may_call(table, state, player)
        return max(decision_values(table, state, player, asked, judge.net, memory, judge.course.scale))
    if not remain:
        deal.exhaust(table, state)
        return payoff(table, state, player) / judge.course.scale
    active = inputs_of(table, state, player, True, memory.inputs)
    return value_beside(judge.net, memory.base, memory.inputs, active, memory.hidden)


class Shown(NamedTuple):
    """The findings of many months."""

    months: int
    raw: float
    """Points a month of the first player."""
    adjusted: float
    """Points a month without luck."""
    differs: float
    """Half of the 95 % interval of the mean luck, which the two means differ by."""
    fewer: float
    """The number of times fewer months that are needed without luck for an interval of one width."""
    best: tuple[float, float]
    """The shares of the luck in the deals, and in turned cards, that would leave the least variance."""
    held: float
    """The share of the intervals of `BLOCK` months that hold the difference."""

    def told(self, unit: str) -> str:
        """A line for each of these."""
        luck = self.raw - self.adjusted
        zero = "holds" if abs(luck) <= self.differs else "DOES NOT HOLD"
        return (
            f"{self.months} months: {self.raw:+.4f} {unit} a month, {self.adjusted:+.4f} without luck\n"
            f"mean luck {luck:+.4f} ± {self.differs:.4f} (95 %), which {zero} zero\n"
            f"{self.fewer:.2f} times fewer months for the same certainty; least variance with "
            f"{self.best[0]:.2f} of the luck in deals and {self.best[1]:.2f} of that in turned cards\n"
            f"the interval of {BLOCK} months holds the difference {self.held:.2%} of times"
        )


def shown(rules: RuleSetId, given: Real) -> Shown:
    """Return what months by a rule set show, as `months` gives them."""
    found = given.astype(np.float64)
    raw, luck = found[:, 0], found[:, 1:] @ SHARES[rules]
    adjusted = raw - luck
    truth = float(adjusted.mean())
    held = [abs(gain.value - truth) <= gain.half for gain in _intervals(rules, found)]
    centred = found - found.mean(axis=0)
    best = np.linalg.lstsq(centred[:, 1:], centred[:, 0], rcond=None)[0]
    return Shown(
        len(found),
        float(raw.mean()),
        truth,
        1.96 * float(luck.std(ddof=1)) / sqrt(len(found)),
        float(raw.var() / adjusted.var()),
        (float(best[0]), float(best[1])),
        sum(held) / len(held),
    )


def _intervals(rules: RuleSetId, found: NDArray[np.float64]) -> Iterator[Estimate]:
    """Yield the estimate of each block of months, as the bot makes it of matches."""
    for begin in range(0, len(found) - BLOCK + 1, BLOCK):
        block = found[begin : begin + BLOCK]
        each = (Figures(1, 0.0, 1, round(points), dealt, turned) for points, dealt, turned in block.tolist())
        tally = Tally.of(rules, each)
        yield ratio(tally.matches, tally.gain)


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in NAMES]))
@click.option("--player", type=click.Choice(["normal", "hard"]), default="hard", show_default=True)
@click.option("--against", type=click.Choice(["normal", "hard"]), default="normal", show_default=True)
@click.option("--months", "count", type=click.IntRange(BLOCK, MOST), default=1_000_000, show_default=True)
@click.option("--seed", type=click.IntRange(0, 40), default=1, show_default=True)
def main(rules: str, player: str, against: str, count: int, seed: int) -> None:
    """Play months between two levels, and tell whether points without luck are true to points."""
    played = named_rules(rules_name(rules))
    own = (HERE / f"{played.id}.net").read_bytes()
    first, second = (player_of(LEVELS[each], own, played.id) for each in (player, against))
    tables, parts = tables_by_month(played), list[Real]()
    for begin in range(0, count, AT_ONCE):
        of_part = seed * MOST + begin
        parts.append(months(tables, first, second, of_part, min(AT_ONCE, count - begin)))
        click.echo(f"{begin + len(parts[-1])} of {count}", err=True)
    click.echo(shown(played.id, np.concatenate(parts)).told(played.rule_set.unit))


if __name__ == "__main__":
    main()
