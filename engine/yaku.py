"""Yaku of captures: the table of rules.md section 4, row by row, and what it makes of a set of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.cards import Kind, card
from engine.cardset import KIND_MASKS, MONTH_MASKS, CardSet
from engine.rule_sets import Cup, RuleSetId
from engine.rules import Rules
from engine.yaku_ids import YakuId

__all__ = [
    "REPLACES",
    "YAKU",
    "Shape",
    "Sheet",
    "Worth",
    "Yaku",
    "YakuId",
    "cards_of",
    "progress",
    "score",
    "sheet_of",
]

CRANE = card("A").bit
CUP = card("g").bit
NOVEMBER = MONTH_MASKS[10]


@dataclass(frozen=True, slots=True)
class Shape:
    """Cards that make a yaku, as masks: all of `whole`, and at least `need` of `few`."""

    whole: int
    few: int
    need: int

    @property
    def size(self) -> int:
        return self.whole.bit_count() + self.need


@dataclass(frozen=True, slots=True)
class Worth:
    """What a yaku is worth; if it `grows`, one more for every further card of its kind."""

    points: int
    grows: bool = False


class Setting(NamedTuple):
    """An option and the value at which a row stands."""

    option: str
    value: object


@dataclass(frozen=True, slots=True)
class Yaku:
    """A row. More than one shape (four of a month): worth its points for each that is complete."""

    id: YakuId
    shapes: tuple[Shape, ...]
    worth: Mapping[RuleSetId, Worth]
    kind: int = 0
    """The mask of its kind: further cards of it let a growing yaku grow."""
    only: Setting | None = None
    rained_off: bool = False
    """A cup yaku: void under rain where the rule set knows rain (section 4, Rain)."""

    def stands(self, rules: Rules) -> bool:
        """Whether these rules have it."""
        return rules.id in self.worth and (
            self.only is None or getattr(rules.options, self.only.option) == self.only.value
        )


@dataclass(frozen=True, slots=True)
class Replaces:
    """Where `yaku` is made, `lesser` do not count; everywhere, or in one rule set only."""

    yaku: YakuId
    lesser: tuple[YakuId, ...]
    only: RuleSetId | None = None


def _all(letters: str) -> tuple[Shape, ...]:
    return (Shape(CardSet.parse(letters).mask, 0, 0),)


def _some(need: int, few: str | int, *, beside: str = "") -> tuple[Shape, ...]:
    mask = CardSet.parse(few).mask if isinstance(few, str) else few
    return (Shape(CardSet.parse(beside).mask, mask, need),)


def _up(points: int) -> Worth:
    return Worth(points, grows=True)


def _in(classic: Cell, league: Cell, ishokai: Cell, sannin: Cell) -> Mapping[RuleSetId, Worth]:
    cells = zip(RuleSetId, (classic, league, ishokai, sannin), strict=True)
    return {
        name: cell if isinstance(cell, Worth) else Worth(cell) for name, cell in cells if cell is not None
    }


Cell = int | Worth | None
_Y = YakuId
__ = None
_ANIMALS, _RIBBONS = KIND_MASKS[Kind.ANIMAL], KIND_MASKS[Kind.RIBBON]
# The sake cup is an animal that can also count as chaff (section 1); `Sheet` strikes it where it may not.
_CHAFF = KIND_MASKS[Kind.CHAFF] | CUP
_EACH_MONTH = tuple(Shape(mask, 0, 0) for mask in MONTH_MASKS)

YAKU = (
    #                                                         classic league ishokai sannin
    Yaku(_Y.GOKO, _all("AIcos"), _in(15, 15, 12, 24)),
    Yaku(_Y.SHIKO, _all("AIcs"), _in(10, 10, 10, 16)),
    Yaku(_Y.AME_SHIKO, _some(3, "AIcs", beside="o"), _in(8, 8, 8, 9)),
    Yaku(_Y.SANKO, _some(3, "AIcos"), _in(6, 6, __, __), only=Setting("rain_sanko", True)),
    Yaku(_Y.SANKO, _some(3, "AIcs"), _in(6, 6, 6, 6), only=Setting("rain_sanko", False)),
    Yaku(_Y.OTORI, _all("AEMdps"), _in(__, __, __, 18)),
    Yaku(_Y.GOUN, _all("EQUYg"), _in(__, __, __, 15)),
    Yaku(_Y.KOTORI, _all("EMdp"), _in(__, __, __, 7)),
    Yaku(_Y.AKATAN, _all("BFJ"), _in(6, 6, _up(6), 7), kind=_RIBBONS),
    Yaku(_Y.AOTAN, _all("Vhl"), _in(6, 6, _up(6), 7), kind=_RIBBONS),
    Yaku(_Y.AKA_AO, _all("BFJVhl"), _in(__, __, _up(12), __), kind=_RIBBONS),
    Yaku(_Y.INOSHIKACHO, _all("UYk"), _in(5, 5, _up(6), 6), kind=_ANIMALS),
    Yaku(_Y.TEPPO, _all("Icg"), _in(__, __, __, 6), rained_off=True),
    Yaku(_Y.HANAMI, _all("Ig"), _in(5, 5, __, 2), only=Setting("viewing", True), rained_off=True),
    Yaku(_Y.TSUKIMI, _all("cg"), _in(5, 5, __, 2), only=Setting("viewing", True), rained_off=True),
    Yaku(_Y.KUSA, _all("NRZ"), _in(__, __, __, 5)),
    Yaku(_Y.OMOTE_SUGAWARA, _all("AEI"), _in(__, __, __, 4)),
    # Ruling (section 4, teshi): 6 for each such month.
    Yaku(_Y.TESHI, _EACH_MONTH, _in(6, __, __, __), only=Setting("teshi", "captured")),
    Yaku(_Y.TANE, _some(5, _ANIMALS), _in(_up(1), _up(1), _up(1), _up(1)), kind=_ANIMALS),
    Yaku(_Y.TAN, _some(5, _RIBBONS), _in(_up(1), _up(1), _up(1), _up(1)), kind=_RIBBONS),
    Yaku(_Y.KASU, _some(10, _CHAFF), _in(_up(1), _up(1), _up(1), _up(1)), kind=_CHAFF),
)
"""Section 4. A yaku that a rule set does not have (`-`) has no worth there."""

REPLACES = (
    # The light yaku exclude each other: only the highest counts.
    Replaces(_Y.GOKO, (_Y.SHIKO, _Y.AME_SHIKO, _Y.SANKO)),
    Replaces(_Y.SHIKO, (_Y.SANKO,)),
    Replaces(_Y.AME_SHIKO, (_Y.SANKO,)),
    Replaces(_Y.OTORI, (_Y.KOTORI,)),
    Replaces(_Y.TEPPO, (_Y.HANAMI, _Y.TSUKIMI)),
    Replaces(_Y.AKATAN, (_Y.TAN,), only=RuleSetId.ISHOKAI),
    Replaces(_Y.AOTAN, (_Y.TAN,), only=RuleSetId.ISHOKAI),
    Replaces(_Y.AKA_AO, (_Y.AKATAN, _Y.AOTAN, _Y.TAN), only=RuleSetId.ISHOKAI),
    Replaces(_Y.INOSHIKACHO, (_Y.TANE,), only=RuleSetId.ISHOKAI),
)
"""The exceptions to adding up (below the table of section 4)."""


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


class Sheet:
    """The yaku of one set of rules. All questions about captures are asked here, in masks."""

    __slots__ = ("_lesser", "_rain", "cup_cards", "readings")

    readings: tuple[tuple[Line, ...], ...]
    """The lines that count; two times where the sake cup counts as one of two things."""
    cup_cards: int
    """The mask of the cards that make cup yaku."""

    def __init__(self, rules: Rules) -> None:
        # Cup as `either` (section 4): counted once as an animal, once as chaff; else as both at once.
        struck = (_Y.KASU, _Y.TANE) if rules.options.cup is Cup.EITHER else (None,)
        self.readings = tuple(tuple(_lines(rules, without_cup)) for without_cup in struck)
        self._lesser = {
            each.yaku: [*each.lesser] for each in REPLACES if each.only is None or each.only is rules.id
        }
        self._rain = rules.rule_set.rain
        self.cup_cards = reduce(or_, (line.whole for line in self.readings[0] if line.rained_off), 0)

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

    def is_rained_off(self, yaku: YakuId) -> bool:
        """Whether this is one of the cup yaku, which rain voids."""
        return any(line.rained_off for line in self.readings[0] if line.id is yaku)

    def completes_cup(self, before: int, after: int) -> bool:
        """Whether some cup yaku has all its cards in `after`, and had not in `before`."""
        return any(
            line.whole & after == line.whole and line.whole & before != line.whole
            for line in self.readings[0]
            if line.rained_off
        )

    def lines(self, captured: int) -> tuple[Line, ...]:
        """The lines by which these captures are scored."""
        best = self.readings[0]
        if len(self.readings) > 1 and self.count(captured, best) != self.score(captured):
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


def _lines(rules: Rules, without_cup: YakuId | None) -> Iterator[Line]:
    for row in YAKU:
        worth = row.worth.get(rules.id)
        if worth is None or (row.only and getattr(rules.options, row.only.option) != row.only.value):
            continue
        strike = ~CUP if row.id is without_cup else ~0
        for shape in row.shapes:
            yield Line(
                row.id,
                shape.whole,
                shape.few & strike,
                shape.need,
                worth.points,
                row.kind & strike if worth.grows else 0,
                shape.size,
                row.rained_off,
            )


@lru_cache(maxsize=128)
def sheet_of(rules: Rules) -> Sheet:
    """The sheet of these rules, made once."""
    return Sheet(rules)


def score(rules: Rules, captured: CardSet) -> Mapping[YakuId, int]:
    """Value by yaku for these captures, in the order of section 4; void cup yaku left out."""
    return sheet_of(rules).score(captured.mask)


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


def progress(rules: Rules, captured: CardSet, gone: CardSet) -> list[tuple[YakuId, int, int]]:
    """(yaku, cards had, cards needed) for yaku not made that still can be; `gone` is what others captured.

    Yaku that a made one replaces are left out, and so are those that rain alone voids. In table order.
    """
    sheet = sheet_of(rules)
    made = sheet.score(captured.mask)
    done = {*made, *(each for yaku in made for each in sheet.lesser(yaku))}
    best: dict[YakuId, tuple[int, int]] = {}
    for line in sheet.lines(captured.mask):
        within_reach = not line.whole & gone.mask and (line.few & ~gone.mask).bit_count() >= line.need
        have = (line.whole & captured.mask).bit_count()
        have += min(line.need, (line.few & captured.mask).bit_count())
        if line.id not in done and within_reach and have < line.size:
            best[line.id] = max(best.get(line.id, (0, 0)), (have, line.size))
    return [(yaku, have, need) for yaku, (have, need) in best.items()]
