"""Yaku of captures: the table of rules.md section 4, row by row, and what it makes of a set of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.cards.cardset import KIND_MASKS, MONTH_MASKS, CardSet
from engine.cards.deck import Kind, card
from engine.rules.options import Rules
from engine.rules.rule_sets import Options, RuleSetId, Sets


class YakuId(StrEnum):
    """Yaku of captures in the order of rules.md section 4, then those of dealt hands (section 3)."""

    GOKO = "goko"
    SHIKO = "shiko"
    AME_SHIKO = "ame_shiko"
    SANKO = "sanko"
    OTORI = "otori"
    GOUN = "goun"
    KOTORI = "kotori"
    AKATAN = "akatan"
    AOTAN = "aotan"
    AKA_AO = "aka_ao"
    INOSHIKACHO = "inoshikacho"
    TEPPO = "teppo"
    HANAMI = "hanami"
    TSUKIMI = "tsukimi"
    KUSA = "kusa"
    OMOTE_SUGAWARA = "omote_sugawara"
    MONTH_CARDS = "month_cards"
    TESHI = "teshi"  # captured in classic, dealt elsewhere
    TANE = "tane"
    TAN = "tan"
    KASU = "kasu"
    KUTTSUKI = "kuttsuki"
    HANEKEN = "haneken"
    FUTA_SANBON = "futa_sanbon"
    ICHI_NI_SHI = "ichi_ni_shi"
    SHISO = "shiso"
    KOI_VOID = "koi_void"
    """No yaku: what of somebody's yaku is void (section 7), as a negative entry beside them."""


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
    """The worth of a yaku; if it `grows`, one more for every further card of its kind."""

    points: int
    grows: bool = False


class Setting(NamedTuple):
    """An option and the value at which a row stands."""

    option: str
    value: object

    def holds(self, rules: Rules) -> bool:
        """Whether these rules have the option at this value."""
        return bool(getattr(rules.options, self.option) == self.value)


@dataclass(frozen=True, slots=True)
class Yaku:
    """A row. More than one shape (four of a month): worth its points for each that is complete."""

    id: YakuId
    shapes: tuple[Shape, ...]
    worth: Mapping[RuleSetId, Cell]
    kind: int = 0
    """The mask of its kind: further cards of it let a growing yaku grow."""
    only: Setting | None = None
    rained_off: bool = False
    """A cup yaku: void under rain where the rule set knows rain (section 4, Rain)."""


@dataclass(frozen=True, slots=True)
class Replaces:
    """A replacement: once `yaku` is made, `lesser` do not count; everywhere, or at one value of an option."""

    yaku: YakuId
    lesser: tuple[YakuId, ...]
    only: Setting | None = None


def _all(letters: str) -> tuple[Shape, ...]:
    return (Shape(CardSet.parse(letters).mask, 0, 0),)


def _some(need: int, few: str | int, *, beside: str = "") -> tuple[Shape, ...]:
    mask = CardSet.parse(few).mask if isinstance(few, str) else few
    return (Shape(CardSet.parse(beside).mask, mask, need),)


def _up(points: int) -> Worth:
    return Worth(points, grows=True)


def _in(classic: Given, league: Given, ishokai: Given, sannin: Given) -> Mapping[RuleSetId, Cell]:
    cells = zip(RuleSetId, (classic, league, ishokai, sannin), strict=True)
    return {name: Worth(cell) if isinstance(cell, int) else cell for name, cell in cells if cell is not None}


def _light(place: int) -> Cell:
    """Return the worth that `lights` has at this place."""
    return lambda options: Worth(options.lights.worth[place])


def _set(six: int) -> Cell:
    """Return the worth by `sets` of a set that is worth `six` by the first value."""
    values = {Sets.SIX: Worth(six), Sets.FIVE: Worth(5), Sets.GROWING: _up(5)}
    return lambda options: values[options.sets]


Cell = Worth | Callable[[Options], Worth]
"""The worth of a row in a rule set: always, or by the options."""
Given = int | Cell | None
_Y = YakuId
__ = None
_ANIMALS, _RIBBONS = KIND_MASKS[Kind.ANIMAL], KIND_MASKS[Kind.RIBBON]
# The sake cup is an animal that can also count as chaff (section 1); `Sheet` strikes it where it may not.
_CHAFF = KIND_MASKS[Kind.CHAFF] | CUP
_EACH_MONTH = tuple(Shape(mask, 0, 0) for mask in MONTH_MASKS)
_G, _S, _A, _3 = map(_light, range(4))
_TRIO, _BOAR = _set(6), _set(5)
_GROWING = Setting("sets", Sets.GROWING)

YAKU = (
    #                                                         classic league ishokai sannin
    Yaku(_Y.GOKO, _all("AIcos"), _in(_G, _G, 12, 24)),
    Yaku(_Y.SHIKO, _all("AIcs"), _in(_S, _S, 10, 16)),
    Yaku(_Y.AME_SHIKO, _some(3, "AIcs", beside="o"), _in(_A, _A, 8, 9)),
    Yaku(_Y.SANKO, _some(3, "AIcos"), _in(_3, _3, __, __), only=Setting("rain_sanko", True)),
    Yaku(_Y.SANKO, _some(3, "AIcs"), _in(_3, _3, 6, 6), only=Setting("rain_sanko", False)),
    Yaku(_Y.OTORI, _all("AEMdps"), _in(__, __, __, 18)),
    Yaku(_Y.GOUN, _all("EQUYg"), _in(__, __, __, 15)),
    Yaku(_Y.KOTORI, _all("EMdp"), _in(__, __, __, 7)),
    Yaku(_Y.AKATAN, _all("BFJ"), _in(_TRIO, _TRIO, _up(6), 7), kind=_RIBBONS),
    Yaku(_Y.AOTAN, _all("Vhl"), _in(_TRIO, _TRIO, _up(6), 7), kind=_RIBBONS),
    Yaku(_Y.AKA_AO, _all("BFJVhl"), _in(_up(10), _up(10), _up(12), __), kind=_RIBBONS, only=_GROWING),
    Yaku(_Y.INOSHIKACHO, _all("UYk"), _in(_BOAR, _BOAR, _up(6), 6), kind=_ANIMALS),
    Yaku(_Y.TEPPO, _all("Icg"), _in(__, __, __, 6), rained_off=True),
    Yaku(_Y.HANAMI, _all("Ig"), _in(5, 5, __, 2), only=Setting("viewing", True), rained_off=True),
    Yaku(_Y.TSUKIMI, _all("cg"), _in(5, 5, __, 2), only=Setting("viewing", True), rained_off=True),
    Yaku(_Y.KUSA, _all("NRZ"), _in(__, __, __, 5)),
    Yaku(_Y.OMOTE_SUGAWARA, _all("AEI"), _in(__, __, __, 4)),
    # One shape a month; `rules.month` says which stands (section 9.3).
    Yaku(_Y.MONTH_CARDS, _EACH_MONTH, _in(4, 4, __, __), only=Setting("month_cards", True)),
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
    Replaces(_Y.AKATAN, (_Y.TAN,), only=_GROWING),
    Replaces(_Y.AOTAN, (_Y.TAN,), only=_GROWING),
    Replaces(_Y.AKA_AO, (_Y.AKATAN, _Y.AOTAN, _Y.TAN), only=_GROWING),
    Replaces(_Y.INOSHIKACHO, (_Y.TANE,), only=_GROWING),
)
"""The exceptions to adding up (below the table of section 4)."""


def rows_in_force(rules: Rules) -> Iterator[tuple[Yaku, Worth]]:
    """The rows of `YAKU` that these rules have, and what each is worth by them."""
    for row in YAKU:
        cell = row.worth.get(rules.id)
        if cell is not None and (row.only is None or row.only.holds(rules)):
            yield row, cell if isinstance(cell, Worth) else cell(rules.options)
