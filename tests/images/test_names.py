"""Cleaning of names (art guide, section 11)."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.screens.public import screen_of
from bot.wording.people import Cast
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.drawing import theme
from images.drawing.compose import Canvas
from images.drawing.text import fit_name, name_text
from images.drawing.theme import Size
from images.scene.common import Name
from images.scene.lobby import LobbyScene
from images.scene.names import LONGEST, clean_name
from tests.gallery.overflow import NAMES
from tests.support.wording_views import EVERY, lobby, people


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ("さくら", "さくら"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("ｋｅｎｔａ", "kenta"),
        ("  a\t\n b  ", "a b"),
        ("🌸さくら🌸", "さくら"),
        ("❤\ufe0f", "❤"),
        ("e\u0301", "é"),
        ("a\u202eb\u200bc", "abc"),
        ("", ""),
        ("🌸🎴", ""),
        ("\u3164\u115f", ""),
        ("髙﨑𠮷", "髙﨑𠮷"),
        ("สมชาย", "สมชาย"),
        ("محمد علي", "محمد علي"),
        ("\u0301\u0302", ""),
    ],
)
def test_a_name_is_cleaned(chosen: str, expected: str) -> None:
    """Invisible characters and emoji go, styled letters become plain, spaces collapse."""
    assert clean_name(chosen) == expected


def test_piled_up_marks_are_thinned_out() -> None:
    """Of 32 combining marks on a letter two are left, one of them below it."""
    assert clean_name("Z" + "\u0316" * 32 + "o") == "Z\u0316o"
    assert clean_name("Z" + "\u0316\u0300" * 16 + "o") == "Z\u0316\u0300o"


def test_a_long_name_is_cut_between_letters() -> None:
    """More than 24 letters end in an ellipsis; marks belong to their letters and are not counted."""
    cut = clean_name("あ" * 40)
    assert len(cut) == LONGEST
    assert cut.endswith("…")
    assert clean_name("ก้" * 24) == "ก้" * 24


def test_cleaning_twice_changes_nothing() -> None:
    """A clean name is clean."""
    for chosen in ("𝓕𝓪𝓷𝓬𝔂", "あ" * 40, "a\tb", "🌸x"):
        once = clean_name(chosen)
        assert clean_name(once) == once


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize(
    "chosen",
    ["さくら", "𝓕𝓪𝓷𝓬𝔂", "🌸さくら🌸", "あ" * 32, "🌸🎴", "", "a\u200bb", "Z" + "\u0316\u0300" * 12, "\u3164"],
)
def test_a_picture_and_its_description_call_a_person_the_same(words: Words, chosen: str) -> None:
    """However a name is written, the alt text and the message say what stands on the picture."""
    view = lobby(make_rules(RuleSetId.CLASSIC), people(1, (chosen,)))
    screen = screen_of(view)
    scene = screen.scene(words)
    assert isinstance(scene, LobbyScene)
    name = scene.seats[0].name
    assert name is not None
    drawn = name_text(name)
    assert drawn == Cast.of(view).named(words, plain=True).joined(0) != ""
    assert drawn in screen.alt(words)


ARABIC = "محمد علي"


@pytest.mark.parametrize("size", Size)
def test_no_name_hangs_into_the_line_below(size: Size) -> None:
    """Letters of Arabic are lifted; those of Latin and Japanese stand where they stood."""
    canvas = Canvas(1100, 400)
    for name in (*NAMES, ARABIC, "Kenta gjpq", "さくら"):
        canvas.text(fit_name(Name(name, ""), size, 1000), 20, 200, theme.SUMI)
    bottoms = {each.text: each.ink.bottom - 200 for each in canvas.placed}
    assert bottoms[ARABIC] > bottoms["さくら"]
    assert max(bottoms.values()) <= 0.7 * size
