"""The clear face of the deck in pictures: chosen by a value of the scene, and nothing else changes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

import pytest

from engine.cards.deck import Kind
from images import draw
from images.art.clear.head import colours
from images.drawing.palette import Colour
from images.pictures import paint
from images.scene.common import DeckFace, Scene
from images.scene.hand import HandGrid, HandScene
from images.scene.lobby import SeatDrawScene
from images.scene.records import DeckSheetScene, YakuSheetScene
from images.scene.result import MonthResultScene
from images.scene.table import ReplayFrame, TableScene
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH

NAMES = ("classic-seats", "classic-play", "classic-play-hand", "classic-flip-hand", "classic-decide-hand")


def faced(name: str) -> HandScene | MonthResultScene | SeatDrawScene | TableScene:
    """A scene of the gallery whose cards have a face to choose."""
    scene = scenes.named(ENGLISH)[name]
    assert isinstance(scene, HandScene | MonthResultScene | SeatDrawScene | TableScene)
    return scene


@pytest.mark.outside
@pytest.mark.parametrize("name", [*NAMES, "classic-rest-shobu"])
def test_the_standard_face_is_drawn_where_none_is_chosen(name: str) -> None:
    """A scene without a word about faces is that of the standard face; the clear one is another picture."""
    scene = faced(name)
    usual, clear = draw(scene), draw(replace(scene, face=DeckFace.CLEAR))
    assert draw(replace(scene, face=DeckFace.STANDARD)) == usual != clear


@pytest.mark.parametrize("name", NAMES)
def test_the_clear_face_changes_no_word(name: str) -> None:
    """Texts, chips and size are those of the standard face; captured cards alone lie closer together.

    A hand's numbers stand where they cover neither the month's number nor the kind's mark.
    """
    scene = faced(name)
    usual, clear = paint(scene), paint(replace(scene, face=DeckFace.CLEAR))
    assert clear.image.size == usual.image.size
    assert clear.chips == usual.chips
    assert [(each.text, each.size) for each in clear.placed] == [
        (each.text, each.size) for each in usual.placed
    ]
    if not isinstance(scene, HandScene):
        assert [each.ink.y for each in clear.placed] == [each.ink.y for each in usual.placed]
        return
    cells = scene.body.cells if isinstance(scene.body, HandGrid) else ()
    moved = [(old, new) for old, new in zip(usual.placed, clear.placed, strict=True) if old != new]
    assert [old.text for old, _ in moved] == [str(cell.number) for cell in cells]
    assert all(new.ink.y > old.ink.bottom for old, new in moved)


@pytest.mark.parametrize("name", NAMES)
def test_a_clear_card_wears_no_second_number(name: str) -> None:
    """The month's number is on the face: the marks add nothing."""
    clear = replace(faced(name), face=DeckFace.CLEAR)
    assert draw(replace(clear, month_marks=True)) == draw(clear)


def test_a_replays_hands_wear_the_face_of_its_table() -> None:
    """One choice holds for all cards of a step."""
    frame = scenes.animation(ENGLISH).frames[0]
    assert isinstance(frame, ReplayFrame)
    assert frame.hands
    clear = replace(frame, table=replace(frame.table, face=DeckFace.CLEAR))
    usual_hands, clear_hands = (
        paint(each).image.crop((0, paint(each.table).image.height, 1100, paint(each).image.height)).tobytes()
        for each in (frame, clear)
    )
    assert usual_hands != clear_hands


def test_whatever_can_wear_month_marks_can_wear_either_face() -> None:
    """Both are choices of a person for all their cards: a scene has both or neither, or shows no number."""
    found: set[type[Scene]] = set()
    for kind in scenes.kinds():
        told = {field.name for field in fields(kind)} if is_dataclass(kind) else set[str]()
        assert "face" in told or "month_marks" not in told, kind
        found |= {kind} if "face" in told else set()
    sheets = {YakuSheetScene, DeckSheetScene}
    assert {HandScene, MonthResultScene, SeatDrawScene, TableScene} | sheets == found


def _light(colour: Colour) -> float:
    """The relative luminance of a colour, 0 to 1, as the WCAG define it."""
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("blue", [False, True])
@pytest.mark.parametrize("kind", Kind)
def test_number_and_mark_stand_out_from_their_band(kind: Kind, *, blue: bool) -> None:
    """At least 4.5 to 1, which is what small text needs."""
    darker, lighter = sorted(map(_light, colours(kind, blue=blue)))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5
