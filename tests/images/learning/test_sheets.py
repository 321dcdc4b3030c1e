"""The drawings on the sheet of the deck and on the yaku sheet of a month."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.i18n import Words
from engine.cards.deck import DECK, Card, card
from images.drawing import theme
from images.layouts import yaku_sheet as layout
from images.layouts.yaku_sheet import Cell
from images.pictures import draw, paint
from images.scene.common import DeckFace, Name
from images.scene.records import CardState, DeckSheetScene, RowLook, YakuEntry, YakuSheetScene
from tests.gallery import scenes
from tests.gallery.overflow import NAMES, faults_of
from tests.support.wording_views import EVERY

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
PHONE, DESK = 314, (550, 350)
"""Width in pixels at which a phone shows a picture; width and height within which a desk shows it."""
LEAST = 9
"""Least height of the smallest letters, in those pixels."""
SHEETS = re.compile(r"(clear-)?(deck|(classic|league|ishokai|sannin)-yaku)(-month|-public)?(-\d)?")


@pytest.mark.outside
@WORDS
def test_phone_and_desk_can_read_all_of_a_sheet(words: Words) -> None:
    """Nothing is cut, nothing lies on anything else, and no letter is too small, on any page."""
    pages = {name: scene for name, scene in scenes.named(words).items() if SHEETS.fullmatch(name)}
    assert len(pages) > 30
    for name, scene in pages.items():
        canvas = paint(scene)
        width, height = canvas.image.size
        shown = min(PHONE / width, DESK[0] / width, DESK[1] / height)
        assert list(faults_of(canvas)) == [], name
        assert min(each.size for each in canvas.placed) * shown >= LEAST, name


@WORDS
def test_every_card_of_the_deck_is_on_its_sheet(words: Words) -> None:
    """Once, in its month, with a name that is written; both faces show another deck."""
    pages = [scenes.named(words)[name] for name in ("deck", "deck-2", "deck-3", "deck-4")]
    shown: list[Card] = []
    for scene in pages:
        assert isinstance(scene, DeckSheetScene)
        written = [each.text for each in paint(scene).placed]
        for month in scene.months:
            assert month.name in written and month.plant in written
            for group in month.groups:
                assert str(group.name) in written
                assert all(each.month == month.number for each in group.cards)
                shown += group.cards
        assert draw(replace(scene, face=DeckFace.CLEAR)) != draw(scene)
    assert shown == list(DECK)


def sheet(*entries: YakuEntry) -> YakuSheetScene:
    """A sheet of these yaku."""
    return YakuSheetScene("Yaku", "Classic", entries, legend=((CardState.OUT, "Open"),))


def test_a_card_looks_as_it_lies() -> None:
    """Captured as it is, in the hand with a coin on it, grey while it is open, crossed out when gone."""
    moon = card("c")
    states = (CardState.CAPTURED, CardState.HELD, CardState.OUT, CardState.GONE)
    entry = YakuEntry("Yaku", "5", (moon,) * 4, "Rule.", states=states, look=RowLook.OPEN, reached="1/4")
    picture = paint(sheet(entry)).image
    (row,) = layout.places([Cell((4,), 1, held=True)], legend=True).cells
    own, held, out, gone = (
        picture.crop((box.x, box.y, box.right, box.bottom)).convert("RGB") for box in row.tiles
    )
    colours = [{colour for _, colour in each.getcolors(9999) or []} for each in (own, held, out, gone)]
    assert theme.RED in colours[0] and theme.RED in colours[1]
    assert theme.STRAW in colours[1] and theme.STRAW not in colours[0]
    assert theme.RED not in colours[2] and theme.DEEP not in colours[2]
    assert theme.DEEP in colours[3]


def test_the_name_of_who_is_near_stands_below_the_cards() -> None:
    """The longest names are cut there, and nothing lies on the points."""
    rows = [
        YakuEntry(
            "Inoshikacho",
            "12 mon+",
            (card("U"), card("Y"), card("k")),
            "Boar, deer and butterflies.",
            states=(CardState.CAPTURED, CardState.OUT, CardState.OUT),
            look=RowLook.OPEN,
            reached="1/3",
            who=Name(name, "Player 1"),
        )
        for name in NAMES
    ]
    assert list(faults_of(paint(sheet(*rows)))) == []
