"""Sample tables: a first deal, a usual turn, the most that can lie there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards.deck import DECK, Kind, card
from images.samples.words import LONG_NAME, Language, cards, letters, month_name, name, plain, say, with_tail
from images.scene.table import (
    Band,
    Flipped,
    Highlight,
    MonthTile,
    Ring,
    SeatMark,
    Slot,
    Stock,
    TableScene,
    YakuChip,
)

__all__ = ["tables"]

_CHAFF: Final = tuple(c for c in DECK if c.kind is Kind.CHAFF)
_OTHERS: Final = tuple(c for c in DECK if c.kind is not Kind.CHAFF)


def tables(language: Language) -> dict[str, TableScene]:
    """Every sample table by its name."""
    return {
        "table2-smallest": _first_deal(language),
        "table2-usual": usual(language),
        "table2-flip": _flip(language),
        "table2-september": replace(usual(language), month=_tile(language, 9, "times")),
        "table2-fourteen": _many(language, 14),
        "table2-sixteen": _many(language, 16),
        "table2-largest": _largest_two(language),
        "table2-twenty": _many(language, 20),
        "table2-marks": _marks(language),
        "table3-smallest": _first_deal_three(language),
        "table3-usual": usual_three(language),
        "table3-flip": _flip_three(language),
        "table3-september": replace(usual_three(language), month=_tile(language, 9)),
        "table3-largest": _largest_three(language),
    }


def _tile(language: Language, month: int, *chips: str) -> MonthTile:
    heading, plant, subtitle = month_name(language, month)
    values = {"times": 2, "honba": 1, "bound": 3}
    return MonthTile(
        heading, plant, subtitle, f"{month} / 12", tuple(say(language, chip, values[chip]) for chip in chips)
    )


def _stock(language: Language, count: int) -> Stock:
    return Stock(count, say(language, "stock", count))


def _slots(text: str) -> tuple[Slot, ...]:
    return tuple(Slot(None if letter == "." else card(letter)) for letter in text)


def _finished(language: Language, key: str, points: int) -> YakuChip:
    return YakuChip(
        with_tail(say(language, key), " " + plain(say(language, "points", points))), finished=True
    )


def _unfinished(language: Language, key: str, have: int, need: int) -> YakuChip:
    return YakuChip(with_tail(say(language, key), f" {have}/{need}"), finished=False)


def _band(language: Language, chosen: str, score: str, count: int, **more: object) -> Band:
    return Band(
        name(chosen, language),
        say(language, "points", score),
        say(language, "hand-count", count),
        **more,  # type: ignore[arg-type]  # the callers give the optional fields of a band
    )


def _first_deal(language: Language) -> TableScene:
    return TableScene(
        _tile(language, 1),
        _stock(language, 24),
        (
            _band(
                language, "さくら", "0", 8, active=True, seat_mark=SeatMark(plain(say(language, "dealer")))
            ),
            _band(language, "Kenta_花", "0", 8),
        ),
        _slots("AFKQYdjt"),
        letters(language),
    )


def usual(language: Language) -> TableScene:
    """The turn of the art guide's mock-up."""
    slots = list(_slots("pUQeqisZoN"))
    slots[5] = Slot(card("i"), Highlight(Ring.PLAYED, say(language, "played")))
    slots[6] = Slot(card("t"), Highlight(Ring.FLIPPED, say(language, "flipped")))
    return TableScene(
        _tile(language, 3),
        _stock(language, 18),
        (
            _band(
                language,
                "さくら",
                "21",
                5,
                seat_mark=SeatMark(plain(say(language, "dealer"))),
                koi=say(language, "koi", 1),
                captured=cards("IAYkMBJNlRWLOam"),
                yaku=(
                    _finished(language, "tan", 1),
                    _unfinished(language, "inoshika", 2, 3),
                    _unfinished(language, "akatan", 2, 3),
                ),
            ),
            _band(
                language,
                "Kenta_花",
                "14",
                5,
                active=True,
                captured=cards("csgEhVuSGjHfv"),
                fresh=((card("c"), Ring.PLAYED), (card("f"), Ring.FLIPPED)),
                cup_word=plain(say(language, "cup")),
                yaku=(
                    _finished(language, "tsukimi", 5),
                    _unfinished(language, "kasu", 8, 10),
                    _unfinished(language, "shiko", 2, 4),
                ),
            ),
        ),
        tuple(slots),
        letters(language),
    )


def _flip(language: Language) -> TableScene:
    scene = usual(language)
    slots = list(_slots("pUQeqisZoN"))
    slots[0] = Slot(card("p"), Highlight(Ring.CANDIDATE, "1"))
    slots[4] = Slot(card("q"), Highlight(Ring.CANDIDATE, "2"))
    return replace(
        scene,
        month=_tile(language, 9, "times", "honba"),
        slots=tuple(slots),
        flipped=Flipped(card("r"), say(language, "flipped")),
    )


def _many(language: Language, count: int) -> TableScene:
    slots = [Slot(c) for c in DECK[::2][:count]]
    slots[1] = Slot(slots[1].card, Highlight(Ring.PLAYED, say(language, "played")))
    slots[count - 1] = Slot(slots[count - 1].card, Highlight(Ring.FLIPPED, say(language, "flipped")))
    return replace(_first_deal(language), slots=tuple(slots))


def _marks(language: Language) -> TableScene:
    return replace(usual(language), month_marks=True)


def _full_yaku(language: Language) -> tuple[YakuChip, ...]:
    return (
        _finished(language, "goko", 15),
        _finished(language, "inoshika", 5),
        _finished(language, "akatan", 5),
        _unfinished(language, "kasu", 8, 10),
    )


def _full_band(language: Language) -> Band:
    return _band(
        language,
        LONG_NAME,
        "−12345",
        8,
        active=True,
        seat_mark=SeatMark(plain(say(language, "dealer"))),
        koi=say(language, "koi", 3),
        captured=_OTHERS + _CHAFF,
        fresh=((card("M"), Ring.PLAYED), (card("Q"), Ring.FLIPPED)),
        cup_word=plain(say(language, "cup")),
        yaku=_full_yaku(language),
    )


def _largest_two(language: Language) -> TableScene:
    slots = [Slot(c) for c in DECK[1::2][:18]]
    slots[8] = Slot(slots[8].card, Highlight(Ring.PLAYED, say(language, "played")))
    slots[17] = Slot(slots[17].card, Highlight(Ring.FLIPPED, say(language, "flipped")))
    return TableScene(
        _tile(language, 9, "times", "honba"),
        _stock(language, 0),
        (_full_band(language), _full_band(language)),
        tuple(slots),
        letters(language),
    )


def _first_deal_three(language: Language) -> TableScene:
    marks = ("dealer-3", "second", "last")
    bands = tuple(
        _band(
            language,
            chosen,
            "0",
            7,
            active=i == 0,
            seat_mark=SeatMark(plain(say(language, mark)), dealer=i == 0),
        )
        for i, (chosen, mark) in enumerate(zip(("さくら", "Kenta_花", "Midori"), marks, strict=True))
    )
    return TableScene(_tile(language, 1), _stock(language, 21), bands, _slots("AFKQYd"), letters(language))


def usual_three(language: Language) -> TableScene:
    """The three-player mock-up: a usual band, a full one and an empty one."""
    slots = list(_slots("AFKOUZejo"))
    slots[1] = Slot(card("F"), Highlight(Ring.PLAYED, say(language, "played")))
    dealer = _band(
        language,
        "さくら",
        "−12",
        4,
        seat_mark=SeatMark(plain(say(language, "dealer-3"))),
        captured=cards("IEMBJLGHCDR"),
        yaku=(_unfinished(language, "inoshika", 2, 3), _unfinished(language, "aotan", 2, 3)),
    )
    second = _band(
        language,
        "Kenta_花",
        "37",
        4,
        active=True,
        koi=say(language, "koi", 1),
        seat_mark=SeatMark(plain(say(language, "second")), dealer=False),
        captured=cards("scgkVlhutim"),
        yaku=(_finished(language, "aotan", 6),),
        cup_word=plain(say(language, "cup")),
    )
    last = _band(language, "Midori", "−25", 4, seat_mark=SeatMark(plain(say(language, "last")), dealer=False))
    return TableScene(
        _tile(language, 8, "bound"),
        _stock(language, 9),
        (dealer, second, last),
        tuple(slots),
        letters(language),
    )


def _flip_three(language: Language) -> TableScene:
    slots = [Slot(card(letter)) for letter in "pUqeisZoN"]
    slots[0] = Slot(card("p"), Highlight(Ring.CANDIDATE, "1"))
    slots[2] = Slot(card("q"), Highlight(Ring.CANDIDATE, "2"))
    return replace(
        usual_three(language), slots=tuple(slots), flipped=Flipped(card("r"), say(language, "flipped"))
    )


def _largest_three(language: Language) -> TableScene:
    slots = [Slot(c) for c in DECK[1::2][:18]]
    slots[0] = Slot(slots[0].card, Highlight(Ring.PLAYED, say(language, "played")))
    slots[9] = Slot(slots[9].card, Highlight(Ring.FLIPPED, say(language, "flipped")))
    return TableScene(
        _tile(language, 12, "times", "honba"),
        _stock(language, 1),
        (_full_band(language),) * 3,
        tuple(slots),
        letters(language),
    )
