"""Settling: what is told of the end of a deal, and of a match given up (rules.md sections 2, 3, 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.cards.cardset import CardSet
from engine.play.codes import mask_of
from engine.play.deal import NOBODY
from engine.play.events import (
    Event,
    Extended,
    Ginmi,
    Kobiki,
    MatchOver,
    MonthVoid,
    MonthWon,
    Redealt,
    Resigned,
)
from engine.play.live_deal import LiveDeal
from engine.play.standing import Advance, Standing, ranking
from engine.rules.actions import Player
from engine.rules.month_end import Calculation, EndReason, MonthEnd
from engine.rules.options import Rules
from engine.rules.points import NOTHING, counted, hand_yaku_result
from engine.rules.rule_sets import SEASON
from engine.rules.yaku import YakuId

_VOID = (EndReason.VOID_HAND_YAKU, EndReason.VOID_FIELD_FOUR, EndReason.VOID_EXHAUSTED)


def month_end(standing: Standing, deal: LiveDeal, after: Advance) -> MonthEnd:
    """Return the facts of a deal that has ended, for pictures and texts.

    `standing` is the one in which it was dealt.
    """
    assert deal.reason is not None
    yaku, calculation = _worth(deal, deal.reason)
    return MonthEnd(
        month=standing.month,
        deal=standing.deals,
        dealer=Player(deal.dealer),
        reason=deal.reason,
        winner=None if deal.winner == NOBODY else Player(deal.winner),
        bound=standing.bound,
        hands=tuple([CardSet(mask_of(hand)) for hand in deal.hands]),
        shown=tuple(map(Player, deal.shown)),
        captured=tuple(map(CardSet, deal.captured)),
        field=CardSet(deal.field_mask),
        yaku=yaku,
        calculation=calculation,
        koi=deal.koi,
        deltas=after.deltas,
        scores=after.scores,
        kobiki=after.kobiki,
        ginmi=after.ginmi,
        extended=after.extended,
        void=deal.void if any(deal.void) else (),
    )


def _worth(deal: LiveDeal, reason: EndReason) -> tuple[Mapping[YakuId, int], Calculation]:
    """The yaku by which the deal was won, and how its points came about."""
    tables, rules = deal.tables, deal.tables.rules
    if reason in (EndReason.SHOBU, EndReason.EXHAUSTED):
        winner = deal.winner
        boost = counted(rules, deal.koi, Player(winner), deal.lights)
        paid = tables.calculation(deal.captured[winner], deal.honba, boost, deal.void[winner])
        return deal.yaku_of(winner), paid
    if reason is EndReason.HAND_YAKU:
        hands, shown = list(map(mask_of, deal.hands)), list(map(Player, deal.shown))
        result = hand_yaku_result(rules, hands, shown)
        return result.yaku, result.calculation
    return {}, NOTHING if deal.winner == NOBODY else Calculation(deal.points, deal.points)


def announced(end: MonthEnd, after: Standing) -> Iterator[Event]:
    """The events of the end of a deal: the month, then kobiki, extension, ginmi and the end (record.md).

    `after` is the standing to which it led.
    """
    if end.winner is not None:
        yield MonthWon(end.winner, end.reason, end.yaku, end.deltas, end.deltas[end.winner])
    else:
        yield MonthVoid(end.reason) if end.reason in _VOID else Redealt(end.reason)
    if end.kobiki:
        yield Kobiki(*end.kobiki)
    if end.extended:
        yield Extended(SEASON)
    if end.ginmi:
        yield Ginmi(end.ginmi)
    if after.ranking:
        yield MatchOver(after.scores, after.ranking)


def resign(rules: Rules, standing: Standing, player: Player) -> tuple[Standing, tuple[Event, ...]]:
    """The match given up: scores stay, the resigner is last, kobiki and ginmi are not added (section 8)."""
    others = [each for each in range(rules.seats) if each != player]
    places = dict(zip(others, ranking([standing.scores[each] for each in others]), strict=True))
    places[player] = rules.seats
    ranked = tuple(places[each] for each in range(rules.seats))
    return standing._replace(ranking=ranked), (Resigned(player), MatchOver(standing.scores, ranked))
