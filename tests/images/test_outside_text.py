"""Texts that other people write: whatever they are, every picture is drawn, with every font."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from PIL import Image, ImageFont

from bot.screens.public import screen_of
from bot.screens.records import leaderboard, profile
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.drawing import faces, fonts, pen, text
from images.drawing.theme import Size
from images.pictures import paint
from images.scene.common import Name, Scene
from images.scene.names import clean_name
from tests.gallery import records
from tests.gallery.overflow import faults_of, pictures
from tests.support.wording_views import ENGLISH, lobby, matches, people

BASMALA = "\ufdfd"
"""FreeType draws it in no size: "raster overflow"."""
NAMES = (
    BASMALA,
    f"Kenta {BASMALA} 花",
    "Z" + "\u0316\u0300" * 16 + "a\u0489" * 6,
    "\u202eabc \u05d0\u05d1\u05d2 Kenta \u0645\u062d\u0645\u062f 1\u20e3",
    "👩‍👩‍👧‍👦🏳️‍🌈🇯🇵1️⃣❤️☀︎",
    "half \ud83d \udc4d",
    "a\nb\x00c\x1b[31m\x85d\u2028e\u2029f",
    "ខ្ញុំស្រលាញ់កម្ពុជា தமிழ்நாட்டில் क्षत्रिय",
    "க" + "ா" * 31,
    "\U0001d164" * 32,
    "\u3164\u115f",
)
"""Signs that cannot be drawn, piles of marks, both directions, emoji, halves of a pair, controls, scripts."""


@pytest.fixture
def usual_font() -> Iterator[None]:
    """Whatever the test writes with, the usual faces come back; and what was learnt of them is forgotten."""
    faces.choose(None)
    yield
    faces.choose(None)


def first_signs() -> Iterator[str]:
    """The first sign of every block of Unicode, and where a block has several scripts of each."""
    before = None
    for column in range(0, 0x110000, 16):
        there = map(chr, range(column, column + 16))
        sign = next((each for each in there if unicodedata.category(each) != "Cn"), None)
        if sign is not None:
            kind = unicodedata.name(sign, unicodedata.category(sign)).replace("-", " ").split()[0]
            if kind != before:
                yield sign
            before = kind


@pytest.mark.outside
@pytest.mark.parametrize("size", Size)
def test_a_sign_of_every_block_is_written_at_every_size(size: Size) -> None:
    """Beside others and in a name, as wide as was measured; half a pair and a line's end are signs too."""
    signs = first_signs()
    while some := " a".join(islice(signs, 24)):
        assert faces.piece(some, size).advance == pytest.approx(faces.width(some, size))
        fitted = text.fit_name(Name(some, "Player 1"), size, 300)
        assert fitted.width <= 300 and faces.piece(fitted.text, size).mask.getbbox() is not None


@pytest.mark.parametrize("size", Size)
def test_a_stand_in_is_drawn_for_what_cannot_be_drawn(size: Size) -> None:
    """A sign at which FreeType fails looks as one that no face has; its neighbours stay."""
    assert faces.runs(f"a{BASMALA}b") == faces.runs("a\U00012000b") == ((0, "a〓b"),)
    assert faces.piece(BASMALA, size).mask == faces.piece("\U00012000", size).mask
    assert text.name_text(Name(f"a{BASMALA}b", "Player 1")) == "ab"
    assert text.name_text(Name(BASMALA, "Player 1")) == "Player 1"


def scenes(names: tuple[str, ...]) -> Iterator[Scene]:
    """Every kind of picture on which somebody's name stands."""
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        rules = make_rules(rule_set, {"months": 3})
        yield screen_of(lobby(rules, people(len(names[:8]), names))).scene(ENGLISH)
        views = list(matches(rules, 64, names=names))
        for view in (views[0], views[len(views) // 2], next(each for each in views if each.rest), views[-1]):
            yield from pictures(ENGLISH, view)
    yield leaderboard.scene(ENGLISH, records.season(names))
    yield profile.scene(ENGLISH, records.regular(names))


@pytest.mark.outside
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_every_picture_is_drawn_with_such_names(name: str) -> None:
    """Table, hand, lobby, results, lists: nothing raises, and no text leaves the picture."""
    shown = list(scenes((name,) * 8))
    assert len({type(scene) for scene in shown}) >= 8
    for scene in shown:
        assert not [fault for fault in faults_of(paint(scene)) if fault.startswith("outside")]


def test_the_log_tells_once_of_a_font_that_fails(usual_font: None, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody may have such a name, and it is drawn again and again: one line, with the sign and the font."""
    for size in Size:
        faces.piece(f"{size} {BASMALA}", size)
        text.fit_name(Name(BASMALA * size, "Player 1"), size, 300)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("U+FDFD cannot be drawn with NotoSansArabic")


@pytest.mark.outside
@pytest.mark.parametrize("face", [1, 3, 7])
def test_every_picture_is_drawn_with_any_font(face: int, usual_font: None) -> None:
    """A host's font may have no Japanese, no stand-in and no Latin letters, or be the one that fails."""
    faces.choose(fonts.chain()[face].path)
    assert all(paint(scene).placed for scene in scenes(NAMES[:8]))
    assert faces.without_japanese()


def test_letters_that_fail_together_or_at_one_size_are_written_one_by_one(
    usual_font: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No text is lost where a face refuses a letter in a word, or large, that it draws alone and small."""
    write = pen.write

    def refusing(runs: pen.Written, size: int) -> tuple[Image.Image, int, int, float]:
        if any("ab" in run or ("c" in run and size > Size.BODY) for run, _ in runs):
            raise OSError("raster overflow")
        return write(runs, size)

    expected = faces.piece("a b", Size.NAME).mask
    faces.choose(None)
    monkeypatch.setattr(pen, "write", refusing)
    assert faces.piece("a b", Size.NAME).mask == expected
    assert faces.piece("ab", Size.NAME).mask.getbbox() is not None
    assert faces.piece("c", Size.NAME).mask == faces.piece("\U00012000", Size.NAME).mask
    assert faces.piece("c", Size.BODY).mask != faces.piece("\U00012000", Size.BODY).mask


def test_a_name_in_a_script_of_its_own_is_found_quickly() -> None:
    """No font is opened for each letter that is looked for: of another name of a script, none at all."""
    text.name_text(Name("".join(map(chr, range(0x12000, 0x12018))), "Player 1"))
    opened: list[object] = []
    truetype = ImageFont.truetype

    def noting(*some: Any, **more: Any) -> ImageFont.FreeTypeFont:
        opened.append(some)
        return truetype(*some, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ImageFont, "truetype", noting)
        text.name_text(Name("".join(map(chr, range(0x13000, 0x13018))), "Player 1"))
    assert not opened


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("မြို့", "မြို့"),
        ("ကျော်", "ကျော်"),
        ("a\u0489b\u20e3", "ab"),
        ("க" + "ா" * 31, "க" + "ா" * 5),
    ],
)
def test_marks_that_a_script_needs_are_kept(name: str, cleaned: str) -> None:
    """A letter of Myanmar has five; one that has more, or a ring round it, is play."""
    assert clean_name(name) == cleaned
