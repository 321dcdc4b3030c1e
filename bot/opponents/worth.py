"""The worth of captured cards to a player in mid-month: yaku made, and yaku that may still be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards.cardset import KIND_MASKS, CardSet
from engine.cards.deck import Kind
from engine.play.observation import taken_by_others
from engine.rules.options import Rules
from engine.rules.sheet import sheet_of

HOPE = 1.2
"""The weight of an unfinished yaku; like those in `greedy` the best of a few that played each other."""
_KIND_WORTH = (
    (KIND_MASKS[Kind.LIGHT], 1.0),
    (KIND_MASKS[Kind.ANIMAL], 0.4),
    (KIND_MASKS[Kind.RIBBON], 0.35),
    (KIND_MASKS[Kind.CHAFF], 0.1),
    (CardSet.parse("g").mask, 0.6),  # the sake cup is part of more yaku than any other card
)


@lru_cache(maxsize=4096)
def worth(rules: Rules, own: CardSet, gone: CardSet) -> float:
    """Return the worth of `own` to its player, in points; `gone` are the captures of the others."""
    sheet = sheet_of(rules)
    value = float(sheet.total(own.mask))
    for line in sheet.lines(own.mask):
        have, need = line.progress(own.mask, gone.mask) or (0, 0)
        if 0 < have < need:
            # The last cards of a yaku matter most.
            value += HOPE * line.points * (have / need) ** 2
    return value + sum(weight * (mask & own.mask).bit_count() for mask, weight in _KIND_WORTH)


def missing(rules: Rules, own: CardSet, gone: CardSet) -> int:
    """Return the number of cards missing for the nearest yaku not yet made; 48 if there is none."""
    reached = [line.progress(own.mask, gone.mask) for line in sheet_of(rules).lines(own.mask)]
    return min((need - have for have, need in filter(None, reached) if have < need), default=48)


def gain(rules: Rules, captured: Sequence[CardSet], player: int, cards: CardSet) -> float:
    """Points that these cards add to what a player of these has captured."""
    own, gone = captured[player], taken_by_others(captured, player)
    return worth(rules, own | cards, gone) - worth(rules, own, gone)


def denied(rules: Rules, captured: Sequence[CardSet], player: int, cards: CardSet) -> float:
    """Points of what the others hope for that they lose once a player of these has these cards."""
    lost = 0.0
    for other, theirs in enumerate(captured):
        if other != player:
            gone = taken_by_others(captured, other)
            lost += worth(rules, theirs, gone) - worth(rules, theirs, gone | cards)
    return lost
