"""The payment for a deal: totals, multipliers, hand yaku (rules.md sections 2, 3 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from engine.rules.actions import Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.month_end import Calculation, Factor
from engine.rules.options import Rules
from engine.rules.rule_sets import KoiMultiplier
from engine.rules.yaku import YakuId

SEVEN = 7

NOTHING = Calculation(total=0, points=0)


@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a deal, and the yaku that won it."""

    winner: Player
    yaku: Mapping[YakuId, int]
    calculation: Calculation


def shobu_calculation(rules: Rules, yaku: Mapping[YakuId, int], *, honba: int, calls: int) -> Calculation:
    """Return the payment for these yaku; `calls` are the koi-koi calls that the rules count."""
    return calculate(rules, sum(yaku.values()), goko=YakuId.GOKO in yaku, honba=honba, calls=calls)


def calculate(rules: Rules, total: int, *, goko: bool, honba: int, calls: int) -> Calculation:
    """Return the payment for a total; `goko` says whether the five lights are in it."""
    if not total:
        return NOTHING
    bonus = rules.options.goko_bonus if goko else 0
    sticks = honba if rules.rule_set.honba else 0
    factors = multipliers(rules, total, calls)
    points = (total + bonus + sticks) * prod([factor for _, factor in factors])
    return Calculation(total, points, bonus=bonus, honba=sticks, multipliers=factors)


def multipliers(rules: Rules, total: int, calls: int) -> tuple[tuple[Factor, int], ...]:
    """Return the factors above 1 of a shobu of this total; they multiply each other."""
    options = rules.options
    factors = []
    if options.seven_double and total >= SEVEN:
        factors.append((Factor.SEVEN_DOUBLE, 2))
    if calls and options.koi_multiplier is not KoiMultiplier.NONE:
        # `opponent`: x2 once, however often the loser called; `each` (and ishokai): x(calls of both + 1).
        each = options.koi_multiplier is KoiMultiplier.EACH
        factors.append((Factor.KOI, calls + 1 if each else 2))
    return tuple(factors)


def counted_calls(rules: Rules, koi: Sequence[int], winner: Player) -> int:
    """The calls that would multiply a shobu by `winner`: the loser's with `opponent`, else everybody's."""
    if rules.options.koi_multiplier is KoiMultiplier.OPPONENT:
        return sum(koi) - koi[winner]
    return sum(koi)


def hand_yaku_result(rules: Rules, hands: Sequence[int], shown: Sequence[Player]) -> Result:
    """The highest hand laid open wins the difference to the second; no multiplier, no honba (Ruling)."""
    values = {player: hand_yaku_of(rules, hands[player]) for player in shown}
    best, *others = sorted(shown, key=lambda player: -sum(values[player].values()))
    total = sum(values[best].values())
    less = sum(values[others[0]].values()) if others else 0
    return Result(best, values[best], Calculation(total, total - less, less=less))
