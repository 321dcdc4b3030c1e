"""The questions that play asks of the rules, looked up once for each set of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from engine.cards.cardset import KIND_MASKS
from engine.cards.deck import Kind
from engine.rules.actions import Player
from engine.rules.hand_yaku import HAND_YAKU
from engine.rules.month_end import Calculation, EndReason
from engine.rules.options import Rules
from engine.rules.points import Counted, calculate
from engine.rules.rule_sets import Exhausted, FieldFour, Place
from engine.rules.sheet import sheet_of
from engine.rules.totals import total_of, total_without_cup_yaku_of
from engine.rules.yaku import CUP, YakuId

EXHAUSTED_AS = {
    Exhausted.OYAKEN: EndReason.OYAKEN,
    Exhausted.LAST_MAKER: EndReason.EXHAUSTED,
    Exhausted.VOID: EndReason.VOID_EXHAUSTED,
}
"""The ends of a deal that nobody stopped."""

_CHAFF = KIND_MASKS[Kind.CHAFF]


class Tables:
    """Rules made ready for play: make it with `tables_of`."""

    __slots__ = (
        "_calculations",
        "_goko_pays",
        "_without_cup",
        "after",
        "asks",
        "claims",
        "cup_cards",
        "cutters",
        "dealings",
        "decides_on_last_turn",
        "exhausted",
        "field_lights",
        "growth",
        "pairs_redealt",
        "plays_out_stock",
        "rules",
        "seats",
        "sheet",
        "total",
        "voids",
    )

    def __init__(self, rules: Rules) -> None:
        rule_set = rules.rule_set
        self.rules = rules
        self.sheet = sheet_of(rules)
        self.seats = rules.seats
        self.after = (*range(1, rules.seats), 0)
        """The next player after each."""
        self.plays_out_stock = rule_set.plays_out_stock
        self.decides_on_last_turn = rule_set.decides_on_last_turn
        self.exhausted = EXHAUSTED_AS[rule_set.exhausted]
        self.asks = rule_set.secret_round
        self.claims = any(row.stands(rules) for row in HAND_YAKU)
        """Whether dealt hands can end a deal."""
        self.cup_cards = self.sheet.cup_cards if rule_set.triggers else 0
        """Cards that can complete a cup yaku where that has rules of its own."""
        cutter = rule_set.cutter
        self.cutters = tuple(rules.player_at(Player(each), cutter) for each in range(rules.seats) if cutter)
        """By dealer: who cuts; empty where nobody does."""
        self.dealings = tuple(_dealing(rules, Player(dealer)) for dealer in range(rules.seats))
        """By dealer."""
        self.total = total_of(rules)
        self._without_cup = total_without_cup_yaku_of(rules) if rule_set.triggers else self.total
        self.growth = self._trigger if rule_set.triggers else self.total
        """A number that is higher than it was if and only if a yaku was made or grew so that it counts."""
        self.voids = rules.options.koi_void
        """Whether who makes a yaku voids what the other holds (section 7)."""
        self.field_lights = rules.options.field_lights
        """Whether lights on the dealt field multiply a shobu (section 9.7)."""
        self.pairs_redealt = rules.options.field_four is FieldFour.REDEAL_PAIRS
        """Whether a dealt field of four pairs is dealt again (section 9.8)."""
        self._goko_pays = rules.options.goko_bonus > 0
        self._calculations: dict[tuple[int, bool, int, Counted], Calculation] = {}

    def __reduce__(self) -> tuple[object, tuple[Rules]]:
        return (tables_of, (self.rules,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def _trigger(self, captured: int) -> int:
        # Whatever replaces other yaku is worth more than they are, so that all growth shows in the sum. Nine
        # chaff and the cup are worth 1, but never trigger; cup yaku have rules of their own (section 5).
        idle = captured & CUP and (captured & _CHAFF).bit_count() == 9
        return self._without_cup(captured) - (1 if idle else 0)

    def cup_triggers(self, before: int, after_hand: int, after_flip: int) -> bool:
        """Whether a cup yaku triggers: not void at the end of the step that completed it, nor now.

        So a sunrise alone never triggers.
        """
        sheet = self.sheet
        if sheet.rains(after_flip):
            return False
        by_hand = sheet.completes_cup(before, after_hand) and not sheet.rains(after_hand)
        return by_hand or sheet.completes_cup(after_hand, after_flip)

    def calculation(self, captured: int, honba: int, counted: Counted, void: int = 0) -> Calculation:
        """Return the payment for a shobu with these captures, `void` of which do not count."""
        goko = self._goko_pays and YakuId.GOKO in self.sheet.score(captured)
        key = (self.total(captured) - void, goko, honba, counted)
        found = self._calculations.get(key)
        if found is None:
            total, *_ = key
            found = calculate(self.rules, total, goko=goko, honba=honba, counted=counted)
            self._calculations[key] = found
        return found


class Dealing(NamedTuple):
    """The division of a deck: the cards of each hand, of the field, and the beginning of the stock."""

    hands: tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]
    field: Callable[[Sequence[int]], tuple[int, ...]]
    top: int


def _dealing(rules: Rules, dealer: Player) -> Dealing:
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    field: list[int] = []
    top = 0
    for place, count in rules.rule_set.dealing:
        pile = field if place is Place.FIELD else hands[rules.player_at(dealer, place)]
        pile += range(top, top + count)
        top += count
    return Dealing(tuple(itemgetter(*each) for each in hands), itemgetter(*field), top)


@lru_cache(maxsize=32)
def tables_of(rules: Rules) -> Tables:
    """The tables of these rules, made once and filled in play."""
    return Tables(rules)
