"""The end of a deal as a value: pictures, texts and replays of a month come from it alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import prod

from engine.cards.cardset import EMPTY, CardSet
from engine.rules.actions import Player
from engine.rules.options import Rules
from engine.rules.sheet import sheet_of, with_void
from engine.rules.yaku import YakuId


class EndReason(StrEnum):
    """The ends of a deal."""

    SHOBU = "shobu"
    EXHAUSTED = "exhausted"
    HAND_YAKU = "hand_yaku"
    OYAKEN = "oyaken"
    FIELD_FOUR = "field_four"
    VOID_HAND_YAKU = "void_hand_yaku"
    VOID_FIELD_FOUR = "void_field_four"
    VOID_EXHAUSTED = "void_exhausted"
    REDEAL_FIELD_FOUR = "redeal_field_four"
    REDEAL_FIELD_PAIRS = "redeal_field_pairs"
    REDEAL_HAND_YAKU = "redeal_hand_yaku"

    @property
    def by_yaku(self) -> bool:
        """Whether yaku of captured cards won the month."""
        return self in {EndReason.SHOBU, EndReason.EXHAUSTED}

    @property
    def by_field(self) -> bool:
        """Whether cards that were dealt to the field ended it: four of a month, or four pairs."""
        return self in _BY_FIELD

    @property
    def played_out(self) -> bool:
        """Whether the cards ran out and no yaku won."""
        return self in {EndReason.OYAKEN, EndReason.VOID_EXHAUSTED}

    @property
    def is_void(self) -> bool:
        """Whether nobody scores and the same month is dealt again, bound (sannin)."""
        return self in {EndReason.VOID_HAND_YAKU, EndReason.VOID_FIELD_FOUR, EndReason.VOID_EXHAUSTED}

    @property
    def is_redeal(self) -> bool:
        """Whether the deal does not stand and is made again (two players)."""
        return self.startswith("redeal_")


_BY_FIELD = {
    *(EndReason.FIELD_FOUR, EndReason.VOID_FIELD_FOUR),
    *(EndReason.REDEAL_FIELD_FOUR, EndReason.REDEAL_FIELD_PAIRS),
}


class Factor(StrEnum):
    """The factors that multiply a shobu."""

    SEVEN_DOUBLE = "seven_double"
    KOI = "koi"
    FIELD_LIGHTS = "field_lights"


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

    @property
    def multiplier(self) -> int:
        """The product of the multipliers."""
        return prod(n for _, n in self.multipliers)

    @property
    def is_plain(self) -> bool:
        """Whether `points` is `total` with nothing added, taken away or multiplied."""
        return not (self.less or self.bonus or self.honba or self.multipliers)


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
    void: tuple[int, ...] = ()
    """With `koi_void`, what of each player's yaku counted no more; empty where nothing was void."""

    def held(self, rules: Rules, player: Player) -> dict[YakuId, int]:
        """Value by yaku for a player's captures, and what of it was void as a negative entry."""
        void = self.void[player] if self.void else 0
        return with_void(sheet_of(rules.in_month(self.month)).score(self.captured[player].mask), void)

    @property
    def won_by(self) -> Player | None:
        """The player who won the month and scores; None where nobody does, as with an oya-ken of 0."""
        return self.winner if self.calculation.points else None

    @property
    def dealt_again(self) -> bool:
        """Whether the same month is dealt again: nobody has won it."""
        return self.winner is None

    @property
    def standing(self) -> tuple[int, ...]:
        """The scores with kobiki and ginmi."""
        before = self.ginmi_scores
        return tuple(map(int.__add__, before, self.ginmi)) if self.ginmi else before

    @property
    def ginmi_scores(self) -> tuple[int, ...]:
        """The scores with kobiki, by which the ginmi goes."""
        return tuple(map(int.__add__, self.scores, self.kobiki[1])) if self.kobiki else self.scores

    @property
    def telling_cards(self) -> CardSet:
        """Return the cards that ended the month without captures: a hand yaku, months of the field.

        Empty where neither did.
        """
        if self.reason is EndReason.HAND_YAKU and self.winner is not None:
            return self.hands[self.winner]
        if self.reason is EndReason.REDEAL_FIELD_PAIRS:
            return self.field
        if not self.reason.by_field:
            return EMPTY
        months = [self.field.of_month(each.month) for each in self.field]
        return CardSet.of(card for whole in months if len(whole) == 4 for card in whole)
