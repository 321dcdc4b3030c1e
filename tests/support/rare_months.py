"""Months that were won by rare yaku: chance deals one in some hundreds."""

from __future__ import annotations

from dataclasses import replace

from engine.cards.cardset import CardSet
from engine.rules.actions import Player
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.wording_views import matches

HELD = {
    "goko": (RuleSetId.LEAGUE, {YakuId.GOKO: 15}, "AIcos"),
    "shiko": (RuleSetId.SANNIN, {YakuId.SHIKO: 16, YakuId.KASU: 1}, "AIcs"),
    "ame_shiko": (RuleSetId.CLASSIC, {YakuId.AME_SHIKO: 8}, "AIco"),
    "ribbons": (RuleSetId.LEAGUE, {YakuId.AKATAN: 6, YakuId.AOTAN: 6, YakuId.TAN: 2}, "BFJVhl"),
    "aka_ao": (RuleSetId.ISHOKAI, {YakuId.AKA_AO: 13}, "BFJVhl"),
}
"""Each rare yaku: a rule set that has it, what the winner holds, and the cards that the picture shows."""


def won(which: str, deal: int = 1) -> MonthEnd:
    """Return a month that its first player has won by what `HELD` says, beside which they took some chaff."""
    rule_set, held, cards = HELD[which]
    view = next(view for view in matches(make_rules(rule_set, {"months": 3}), 5) if view.ends)
    end = view.ends[-1]
    taken = CardSet.parse(cards) | CardSet.parse("CDGHN")
    captured = (taken, *(each - taken for each in end.captured[1:]))
    return replace(end, deal=deal, reason=EndReason.SHOBU, winner=Player(0), yaku=held, captured=captured)
