"""Settling: what the end of a deal pays, and what is told of it (rules.md sections 2, 3 and 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from engine.actions import Player
from engine.cards.cardset import CardSet
from engine.events import Event, Extended, Ginmi, Kobiki, MatchOver, MonthVoid, MonthWon, Redealt, Resigned
from engine.month_end import Calculation, EndReason, Factor, MonthEnd
from engine.play.deal import Deal
from engine.play.standing import Advance, Standing, add, advance, payment, ranking
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import Rules
from engine.rules.rule_sets import FIELD_FOUR_POINTS, SEASON, KoiMultiplier
from engine.rules.sheet import sheet_of
from engine.rules.yaku import YakuId

SEVEN = 7

_NOTHING = Calculation(total=0, points=0)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the end of a deal led to."""

    standing: Standing
    events: tuple[Event, ...]
    end: MonthEnd


@dataclass(frozen=True, slots=True)
class Result:
    """Who won a deal with what; nobody if it is void or dealt again."""

    winner: Player | None
    yaku: Mapping[YakuId, int]
    calculation: Calculation


def shobu_calculation(rules: Rules, yaku: Mapping[YakuId, int], *, honba: int, calls: int) -> Calculation:
    """What these yaku pay when they are scored; `calls` are the koi-koi calls that the rules count."""
    return calculate(rules, sum(yaku.values()), goko=YakuId.GOKO in yaku, honba=honba, calls=calls)


def calculate(rules: Rules, total: int, *, goko: bool, honba: int, calls: int) -> Calculation:
    """What a total pays; `goko` says whether the five lights are in it."""
    if not total:
        return _NOTHING
    bonus = rules.options.goko_bonus if goko else 0
    sticks = honba if rules.rule_set.honba else 0
    factors = multipliers(rules, total, calls)
    points = (total + bonus + sticks) * prod(factor for _, factor in factors)
    return Calculation(total, points, bonus=bonus, honba=sticks, multipliers=factors)


def multipliers(rules: Rules, total: int, calls: int) -> tuple[tuple[Factor, int], ...]:
    """What multiplies a shobu of this total; they multiply each other, and only those above 1 are told."""
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


def settle(rules: Rules, standing: Standing, deal: Deal, reason: EndReason) -> Settlement:
    """The end of a deal: payment, next dealer, and after the last month the end of the match."""
    result = _result(rules, standing, deal, reason)
    winner, points = result.winner, result.calculation.points
    deltas = (0,) * rules.seats if winner is None else payment(rules, winner, points)
    after = advance(rules, standing, reason, winner, points)
    end = MonthEnd(
        month=standing.month,
        deal=standing.deals,
        dealer=deal.dealer,
        reason=reason,
        winner=winner,
        bound=standing.bound,
        hands=tuple([CardSet(hand) for hand in deal.hands]),
        shown=deal.shown,
        captured=tuple([CardSet(cards) for cards in deal.captured]),
        field=CardSet(deal.field),
        yaku=result.yaku,
        calculation=result.calculation,
        koi=tuple(deal.koi),
        deltas=deltas,
        scores=add(standing.scores, deltas),
        kobiki=after.kobiki,
        ginmi=after.ginmi,
        extended=after.extended,
    )
    return Settlement(after.standing, (_announcement(end), *_consequences(after)), end)


def resign(rules: Rules, standing: Standing, player: Player) -> tuple[Standing, tuple[Event, ...]]:
    """The match given up: scores stay, the resigner is last, kobiki and ginmi are not added (section 8)."""
    others = [each for each in range(rules.seats) if each != player]
    places = dict(zip(others, ranking([standing.scores[each] for each in others]), strict=True))
    places[player] = rules.seats
    ranked = tuple(places[each] for each in range(rules.seats))
    return standing._replace(ranking=ranked), (Resigned(player), MatchOver(standing.scores, ranked))


def _result(rules: Rules, standing: Standing, deal: Deal, reason: EndReason) -> Result:
    if reason is EndReason.SHOBU:
        return _scored(rules, standing, deal, deal.mover)
    if reason is EndReason.EXHAUSTED:
        # Ishokai: whoever last made or grew a yaku. Each such turn before the last ended in a call.
        assert deal.last_caller is not None
        return _scored(rules, standing, deal, deal.last_caller)
    if reason is EndReason.OYAKEN:
        points = rules.options.oyaken
        return Result(deal.dealer, {}, Calculation(points, points))
    if reason is EndReason.FIELD_FOUR:
        return Result(deal.dealer, {}, Calculation(FIELD_FOUR_POINTS, FIELD_FOUR_POINTS))
    if reason is EndReason.HAND_YAKU:
        return hand_yaku_result(rules, deal.hands, deal.shown)
    return Result(None, {}, _NOTHING)


def _scored(rules: Rules, standing: Standing, deal: Deal, winner: Player) -> Result:
    yaku = sheet_of(rules).score(deal.captured[winner])
    calls = counted_calls(rules, deal.koi, winner)
    return Result(winner, yaku, shobu_calculation(rules, yaku, honba=standing.honba, calls=calls))


def hand_yaku_result(rules: Rules, hands: Sequence[int], shown: Sequence[Player]) -> Result:
    """The highest hand laid open wins the difference to the second; no multiplier, no honba (Ruling)."""
    values = {player: hand_yaku_of(rules, hands[player]) for player in shown}
    best, *others = sorted(shown, key=lambda player: -sum(values[player].values()))
    total = sum(values[best].values())
    less = sum(values[others[0]].values()) if others else 0
    return Result(best, values[best], Calculation(total, total - less, less=less))


def _announcement(end: MonthEnd) -> Event:
    if end.winner is not None:
        yaku = {str(name): value for name, value in end.yaku.items()}
        return MonthWon(end.winner, str(end.reason), yaku, end.deltas, end.deltas[end.winner])
    kind, _, why = str(end.reason).partition("_")
    return MonthVoid(why) if kind == "void" else Redealt(why)


def _consequences(after: Advance) -> Iterator[Event]:
    """What else the end of a month brought: kobiki, then extension, or ginmi and the end (record.md)."""
    if after.kobiki:
        yield Kobiki(*after.kobiki)
    if after.extended:
        yield Extended(SEASON)
    if after.ginmi:
        yield Ginmi(after.ginmi)
    if after.standing.ranking:
        yield MatchOver(after.standing.scores, after.standing.ranking)
