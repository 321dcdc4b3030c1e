"""Yaku of dealt hands (rules.md section 3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.cards.cardset import MONTH_MASKS, CardSet, months_in
from engine.cards.deck import DECK
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import Setting, YakuId


@dataclass(frozen=True, slots=True)
class HandYaku:
    """A row: the largest numbers of cards of one month in the hand, largest first, and what that is worth.

    It stands where one of `any_of` does.
    """

    id: YakuId
    shape: tuple[int, ...]
    points: int
    rule_sets: tuple[RuleSetId, ...]
    any_of: tuple[Setting, ...]

    def stands(self, rules: Rules) -> bool:
        """Whether these rules have it."""
        return rules.id in self.rule_sets and any(setting.holds(rules) for setting in self.any_of)


_CLAIM = (RuleSetId.CLASSIC, RuleSetId.LEAGUE, RuleSetId.ISHOKAI)
_DECLARE = (RuleSetId.SANNIN,)
_ON = (Setting("hand_yaku", True),)
_DEALT_TOO = (*_ON, Setting("teshi", "dealt"))

HAND_YAKU = (
    # Ruling (section 3): 6 once, even with two such months. Classic's `teshi: dealt` is this row alone.
    HandYaku(YakuId.TESHI, (4,), 6, _CLAIM, _DEALT_TOO),
    HandYaku(YakuId.KUTTSUKI, (2, 2, 2, 2), 6, _CLAIM, _ON),
    HandYaku(YakuId.TESHI, (4, 1, 1, 1), 8, _DECLARE, _ON),
    HandYaku(YakuId.HANEKEN, (3, 2, 2), 10, _DECLARE, _ON),
    HandYaku(YakuId.FUTA_SANBON, (3, 3, 1), 20, _DECLARE, _ON),
    HandYaku(YakuId.ICHI_NI_SHI, (4, 2, 1), 30, _DECLARE, _ON),
    HandYaku(YakuId.SHISO, (4, 3), 80, _DECLARE, _ON),
)
"""The tables of section 3. A shape of a whole hand is its exact split by month."""


GATHERED = min(sum(row.shape) - len(row.shape) for row in HAND_YAKU)
"""The least number of cards that every hand yaku gathers beside the first one of each month."""


_MONTH_OF = tuple(card.month for card in DECK).__getitem__


def gathers(hand: Collection[int]) -> bool:
    """Whether a hand (cards 0..47) gathers enough cards by month to have a yaku at all: a fast first look."""
    return len(hand) - len(set(map(_MONTH_OF, hand))) >= GATHERED


def hand_yaku_of(rules: Rules, hand: int) -> Mapping[YakuId, int]:
    """The yaku of a dealt hand's mask: one or none."""
    if hand.bit_count() - months_in(hand) < GATHERED:
        return {}
    split = sorted([(hand & mask).bit_count() for mask in MONTH_MASKS], reverse=True)
    for row in HAND_YAKU:
        if rules.id in row.rule_sets and tuple(split[: len(row.shape)]) == row.shape:
            # No hand has two shapes, so the first that fits is the only one.
            return {row.id: row.points} if row.stands(rules) else {}
    return {}


def hand_yaku(rules: Rules, hand: CardSet) -> Mapping[YakuId, int]:
    """The yaku of a dealt hand and its value, or an empty mapping."""
    return hand_yaku_of(rules, hand.mask)
