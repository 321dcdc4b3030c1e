"""What the end of a deal leaves to be shown: pictures, texts and replays of a month come from it alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Player
from engine.cards.cardset import CardSet
from engine.rules.yaku import YakuId


class EndReason(StrEnum):
    """How a deal ended."""

    SHOBU = "shobu"
    EXHAUSTED = "exhausted"
    HAND_YAKU = "hand_yaku"
    OYAKEN = "oyaken"
    FIELD_FOUR = "field_four"
    VOID_HAND_YAKU = "void_hand_yaku"
    VOID_FIELD_FOUR = "void_field_four"
    VOID_EXHAUSTED = "void_exhausted"
    REDEAL_FIELD_FOUR = "redeal_field_four"
    REDEAL_HAND_YAKU = "redeal_hand_yaku"


class Factor(StrEnum):
    """What multiplies a shobu."""

    SEVEN_DOUBLE = "seven_double"
    KOI = "koi"


@dataclass(frozen=True, slots=True)
class Calculation:
    """`points = (total - less + bonus + honba) x the product of multipliers`.

    `total` is the yaku's (or what oya-ken, a hand yaku or a field of four is worth), `less` the second
    declaration (sannin), `bonus` the goko bonus. `multipliers` holds only those above 1. `points` is what
    each payer pays, or in classic and league what the winner scores.
    """

    total: int
    points: int
    less: int = 0
    bonus: int = 0
    honba: int = 0
    multipliers: tuple[tuple[Factor, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MonthEnd:
    """The end of one deal.

    `hands` are the dealt ones for a hand yaku or a redeal, else what was left; `shown` names those whose
    hands the rules lay open to all (a claimed or declared hand yaku). `scores` are those after it, before
    kobiki and ginmi, which are told beside it by their differences.
    """

    month: int
    deal: int
    dealer: Player
    reason: EndReason
    winner: Player | None
    bound: bool
    hands: tuple[CardSet, ...]
    shown: tuple[Player, ...]
    captured: tuple[CardSet, ...]
    field: CardSet
    yaku: Mapping[YakuId, int]
    calculation: Calculation
    koi: tuple[int, ...]
    """Koi-koi calls in this deal, by player."""
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    kobiki: tuple[Player, tuple[int, ...]] | None
    ginmi: tuple[int, ...] | None
    extended: bool
