"""The payment for a deal: totals, multipliers, hand yaku (rules.md sections 2, 3 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from engine.rules.actions import Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.month_end import Calculation, Factor
from engine.rules.options import Rules
from engine.rules.rule_sets import KoiLimit, KoiMultiplier
from engine.rules.yaku import YakuId

SEVEN = 7

NOTHING = Calculation(total=0, points=0)


@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a deal, and the yaku that won it."""

    winner: Player
    yaku: Mapping[YakuId, int]
    calculation: Calculation


class Counted(NamedTuple):
    """The numbers that multiply a shobu, beside its total."""

    calls: int = 0
    """The koi-koi calls that the rules count."""
    others: int = 0
    """The loser's calls, where the rules count the winner's own (`koi_multiplier: own`)."""
    lights: int = 0
    """Lights among the eight cards of the dealt field (`field_lights`)."""


def shobu_calculation(
    rules: Rules, yaku: Mapping[YakuId, int], *, honba: int = 0, counted: Counted
) -> Calculation:
    """Return the payment for these yaku."""
    return calculate(rules, sum(yaku.values()), goko=YakuId.GOKO in yaku, honba=honba, counted=counted)


def calculate(rules: Rules, total: int, *, goko: bool, honba: int, counted: Counted) -> Calculation:
    """Return the payment for a total; `goko` says whether the five lights are in it."""
    if not total:
        return NOTHING
    bonus = rules.options.goko_bonus if goko else 0
    sticks = honba if rules.rule_set.honba else 0
    factors = multipliers(rules, total, counted)
    points = (total + bonus + sticks) * prod([factor for _, factor in factors])
    return Calculation(total, points, bonus=bonus, honba=sticks, multipliers=factors)


def multipliers(rules: Rules, total: int, counted: Counted) -> tuple[tuple[Factor, int], ...]:
    """Return the factors above 1 of a shobu of this total; they multiply each other."""
    options = rules.options
    factors = []
    if options.seven_double and total >= SEVEN:
        factors.append((Factor.SEVEN_DOUBLE, 2))
    if (called := _called(options.koi_multiplier, counted)) > 1:
        factors.append((Factor.KOI, called))
    if options.field_lights and counted.lights > 1:
        factors.append((Factor.FIELD_LIGHTS, counted.lights))
    return tuple(factors)


def _called(multiplier: KoiMultiplier, counted: Counted) -> int:
    """Return what koi-koi calls multiply a shobu by."""
    match multiplier:
        case KoiMultiplier.EACH:  # and ishokai: the calls of both
            return counted.calls + 1
        case KoiMultiplier.OPPONENT:  # once, however often the loser called
            return 2 if counted.calls else 1
        case KoiMultiplier.OWN:
            return (counted.calls + 1) * (2 if counted.others else 1)
    return 1


def counted(rules: Rules, koi: Sequence[int], winner: Player, lights: int = 0) -> Counted:
    """Return what would multiply a shobu by `winner`: whose calls depends on `koi_multiplier`."""
    match rules.options.koi_multiplier:
        case KoiMultiplier.OPPONENT:
            return Counted(sum(koi) - koi[winner], 0, lights)
        case KoiMultiplier.OWN:
            return Counted(koi[winner], sum(koi) - koi[winner], lights)
    return Counted(sum(koi), 0, lights)


def may_call(rules: Rules, koi: Sequence[int], player: int) -> bool:
    """Whether a player may call koi-koi after these calls, by player (section 9.4)."""
    match rules.options.koi_limit:
        case KoiLimit.ONCE_EACH:
            return not koi[player]
        case KoiLimit.ONCE:
            return not any(koi)
    return True


def hand_yaku_result(rules: Rules, hands: Sequence[int], shown: Sequence[Player]) -> Result:
    """The highest hand laid open wins the difference to the second; no multiplier, no honba (Ruling)."""
    values = {player: hand_yaku_of(rules, hands[player]) for player in shown}
    best, *others = sorted(shown, key=lambda player: -sum(values[player].values()))
    total = sum(values[best].values())
    less = sum(values[others[0]].values()) if others else 0
    return Result(best, values[best], Calculation(total, total - less, less=less))
