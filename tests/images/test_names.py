"""Cleaning of names (art guide, section 11)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer, Participant, Strength
from bot.screens.parts import cpu_name
from bot.screens.public import screen_of
from bot.wording.people import Cast, cpu_at_shortest
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.drawing import theme
from images.drawing.compose import Canvas
from images.drawing.text import fit_name, name_text
from images.drawing.theme import Size
from images.pictures import paint
from images.pictures.strip import NAME_LEAST
from images.scene.common import Name
from images.scene.lobby import LobbyScene
from images.scene.names import LONGEST, clean_name
from tests.gallery.overflow import NAMES, crowded, pictures
from tests.gallery.played import moments
from tests.gallery.scenes import SEEDS
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


KAME = CpuPlayer.of(CpuLevel.NORMAL, Character.CAREFUL)


def _namesakes(view: MatchView) -> MatchView:
    """Return the match of three with two CPU players of one character in the place of two people."""

    def seated(one: Participant) -> Participant:
        if one.number == 0:
            return one
        return replace(one, user=None, cpu=KAME, twin=one.number, strength=Strength(1350))

    seats = tuple(replace(seat, participant=seated(seat.participant)) for seat in view.seats)
    return replace(view, people=tuple(map(seated, view.people)), seats=seats)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_namesakes_are_told_apart_where_yaku_squeeze_them_most(words: Words) -> None:
    """In the line of a hand's picture, every CPU player with its number."""
    for cpu in CpuPlayer:
        for twin in (1, 2):
            name = cpu_name(words, cpu, twin, "x")
            fitted = fit_name(name, Size.NAME, min(NAME_LEAST))
            assert not fitted.cut and fitted.text == cpu_at_shortest(words, cpu, twin)
            assert fitted.width <= min(NAME_LEAST)


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("which", ["deal", "play", "decide", "rest-shobu", "over"])
def test_namesakes_are_told_apart_in_the_fullest_pictures(words: Words, which: str) -> None:
    """CPU players lose their level, then *CPU*, and never their number; no name of theirs is cut."""
    view = _namesakes(moments(RuleSetId.SANNIN, SEEDS[RuleSetId.SANNIN])[which])
    shortest = [cpu_at_shortest(words, KAME, each) for each in (1, 2)]
    for seen in (view, *(crowded(view, random.Random(each)) for each in range(2))):
        for scene in pictures(words, seen):
            names = {each.text for each in paint(scene).placed if each.name}
            theirs = {each for each in names if any(one in each for one in shortest)}
            assert names - theirs <= {"Sakura", words.within("picture", "You")}, type(scene)
