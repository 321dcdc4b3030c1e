"""The rows of yaku applied to captured cards: value by yaku, the cards of one, the cards still open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from engine.cards.cardset import CardSet
from engine.rules.options import Rules
from engine.rules.rule_sets import Cup
from engine.rules.yaku import CRANE, CUP, NOVEMBER, REPLACES, YakuId, rows_in_force


class Line(NamedTuple):
    """One shape of a row, ready to be counted."""

    id: YakuId
    whole: int
    few: int
    need: int
    points: int
    kind: int  # 0 where it does not grow
    size: int
    rained_off: bool
    """Whether a November card without the crane voids it."""

    @property
    def matters(self) -> int:
        """The cards on which `progress` depends, as a mask."""
        return self.whole | self.few | (NOVEMBER | CRANE if self.rained_off else 0)

    def progress(self, own: int, gone: int) -> tuple[int, int] | None:
        """Cards had and needed, None where it can never be made; `gone`: what others captured (masks)."""
        if self.whole & gone or (self.few & ~gone).bit_count() < self.need:
            return None
        if self.rained_off and own & NOVEMBER and gone & CRANE:
            return None  # rained off for good
        return (self.whole & own).bit_count() + min(self.need, (self.few & own).bit_count()), self.size


class Sheet:
    """The yaku of one set of rules. All questions about captures are asked here, in masks."""

    __slots__ = ("_cup_yaku", "_lesser", "_rain", "cup_cards", "readings", "uncertain")

    readings: tuple[tuple[Line, ...], ...]
    """The lines that count; two times where the sake cup counts as one of two things."""
    cup_cards: int
    """The mask of the cards that make cup yaku."""
    uncertain: frozenset[YakuId]
    """The yaku that its cards alone may not make: rain may void it, a higher one replace it."""

    def __init__(self, rules: Rules) -> None:
        # Cup as `either` (section 4): counted once as an animal, once as chaff; else as both at once.
        either = ((YakuId.KASU,), (YakuId.TANE, YakuId.INOSHIKACHO))
        struck = either if rules.options.cup is Cup.EITHER else ((),)
        self.readings = tuple(tuple(_lines(rules, without_cup)) for without_cup in struck)
        self._lesser = {
            each.yaku: [*each.lesser] for each in REPLACES if each.only is None or each.only.holds(rules)
        }
        self._rain = rules.rule_set.rain
        self._cup_yaku = tuple(line.whole for line in self.readings[0] if line.rained_off)
        self.cup_cards = reduce(or_, self._cup_yaku, 0)
        rained_off = {line.id for line in self.readings[0] if line.rained_off}
        self.uncertain = frozenset(rained_off.union(*self._lesser.values()))

    def score(self, captured: int) -> dict[YakuId, int]:
        """Value by yaku in the order of the table."""
        best = self.count(captured, self.readings[0])
        if len(self.readings) == 1 or not captured & CUP:
            return best
        # Whichever makes the higher total; equal: as an animal, which is the first reading.
        other = self.count(captured, self.readings[1])
        return other if sum(other.values()) > sum(best.values()) else best

    def total(self, captured: int) -> int:
        """The sum of all values."""
        return sum(self.score(captured).values())

    def rains(self, captured: int) -> bool:
        """Whether the cup yaku are void: a November card is captured, the crane is not."""
        return self._rain and captured & NOVEMBER != 0 and not captured & CRANE

    def completes_cup(self, before: int, after: int) -> bool:
        """Whether some cup yaku has all its cards in `after`, and had not in `before`."""
        for whole in self._cup_yaku:  # noqa: SIM110 - asked in play, and `any` takes twice as long
            if whole & after == whole and whole & before != whole:
                return True
        return False

    def lines(self, captured: int) -> tuple[Line, ...]:
        """The lines by which these captures are scored."""
        best = self.readings[0]
        if len(self.readings) > 1 and captured & CUP and self.count(captured, best) != self.score(captured):
            return self.readings[1]
        return best

    def lesser(self, yaku: YakuId) -> Iterable[YakuId]:
        """The yaku that this one replaces."""
        return self._lesser.get(yaku, ())

    def count(self, captured: int, lines: Iterable[Line]) -> dict[YakuId, int]:
        """Value by yaku as these lines make it, replaced yaku left out."""
        found: dict[YakuId, int] = {}
        for yaku, whole, few, need, points, kind, size, rained_off in lines:
            if whole & captured != whole or (few & captured).bit_count() < need:
                continue
            if rained_off and self.rains(captured):
                continue
            grown = (kind & captured).bit_count() - size if kind else 0
            found[yaku] = found.get(yaku, 0) + points + grown
        if len(found) > 1:
            for yaku in tuple(found):
                for lesser in self._lesser.get(yaku, ()):
                    found.pop(lesser, None)
        return found


def _lines(rules: Rules, without_cup: Collection[YakuId]) -> Iterator[Line]:
    for row, worth in rows_in_force(rules):
        strike = ~CUP if row.id in without_cup else ~0
        shapes = row.shapes
        if row.id is YakuId.MONTH_CARDS:
            shapes = shapes[rules.month - 1 : rules.month] if rules.month else ()
        for shape in shapes:
            yield Line(
                row.id,
                shape.whole,
                shape.few & strike,
                shape.need,
                worth.points,
                row.kind & strike if worth.grows else 0,
                shape.size,
                row.rained_off and rules.rule_set.rain,
            )


@lru_cache(maxsize=128)
def sheet_of(rules: Rules) -> Sheet:
    """The sheet of these rules, made once."""
    return Sheet(rules)


@lru_cache(maxsize=2048)
def score(rules: Rules, captured: CardSet) -> Mapping[YakuId, int]:
    """Value by yaku for these captures, in the order of section 4; void cup yaku left out."""
    return sheet_of(rules).score(captured.mask)


def with_void(yaku: dict[YakuId, int], void: int) -> dict[YakuId, int]:
    """Somebody's yaku, and what of them is void (section 7) as a negative entry."""
    return {**yaku, YakuId.KOI_VOID: -void} if void else yaku


def cards_of(rules: Rules, yaku: YakuId, captured: CardSet) -> CardSet:
    """The captured cards that make this yaku, those by which it grew included; empty if it is not made."""
    sheet = sheet_of(rules)
    if yaku not in sheet.score(captured.mask):
        return CardSet()
    cards = 0
    for line in sheet.lines(captured.mask):
        whole = line.whole & captured.mask == line.whole
        if line.id is yaku and whole and (line.few & captured.mask).bit_count() >= line.need:
            cards |= line.whole | line.few | line.kind
    return CardSet(cards & captured.mask)


@lru_cache(maxsize=2048)
def lacking(rules: Rules, yaku: YakuId, captured: CardSet, gone: CardSet) -> CardSet:
    """The cards each of which would bring this yaku nearer, in the way in which it is nearest.

    `gone` is what others captured. Empty where it can no longer be made; in table order.
    """
    best, missing = -1, 0
    for line in sheet_of(rules).lines(captured.mask):
        reached = line.progress(captured.mask, gone.mask) if line.id is yaku else None
        if reached and reached[0] > best:
            few = line.few if (line.few & captured.mask).bit_count() < line.need else 0
            best, missing = reached[0], (line.whole | few) & ~captured.mask & ~gone.mask
    return CardSet(missing)


def progress(rules: Rules, captured: CardSet, gone: CardSet) -> list[tuple[YakuId, int, int]]:
    """(yaku, cards had, cards needed) for yaku not made that still can be; `gone` is what others captured.

    Yaku that a made one replaces are left out, and so are those that rain alone voids. In table order.
    """
    sheet = sheet_of(rules)
    made = sheet.score(captured.mask)
    done = {*made, *(each for yaku in made for each in sheet.lesser(yaku))}
    best: dict[YakuId, tuple[int, int]] = {}
    for line in sheet.lines(captured.mask):
        reached = line.progress(captured.mask, gone.mask)
        if reached and line.id not in done and reached[0] < reached[1]:
            best[line.id] = max(best.get(line.id, (0, 0)), reached)
    return [(yaku, have, need) for yaku, (have, need) in best.items()]


@lru_cache(maxsize=2048)
def begun(rules: Rules, captured: CardSet, gone: CardSet) -> tuple[tuple[YakuId, int, int], ...]:
    """Yaku begun that the cards they lack would make, as in `progress`; the fewest missing come first.

    Left out besides: cup yaku while it rains, and what is always replaced once its cards are together.
    """
    uncertain = sheet_of(rules).uncertain
    found = (
        (yaku, have, need)
        for yaku, have, need in progress(rules, captured, gone)
        if have and (yaku not in uncertain or _makes(rules, yaku, captured, gone, need - have))
    )
    return tuple(sorted(found, key=lambda each: each[2] - each[1]))


def _makes(rules: Rules, yaku: YakuId, captured: CardSet, gone: CardSet, lacks: int) -> bool:
    """Whether some `lacks` of the cards that this yaku lacks would make it."""
    sheet, missing = sheet_of(rules), lacking(rules, yaku, captured, gone)
    return any(
        yaku in sheet.score((captured | CardSet.of(cards)).mask) for cards in combinations(missing, lacks)
    )
