"""Void yaku (the league's `koi_void`) on screens: struck through, a negative line, and the risk named."""

from __future__ import annotations

import re

import pytest

from bot.match.views import MatchView
from bot.screens import hand
from bot.screens.public import screen_of
from bot.wording import settling
from bot.wording.people import Cast
from engine.rules.yaku import YakuId
from images.scene.hand import Decision, HandScene
from images.scene.result import MonthResultScene
from images.scene.table import TableScene
from tests.gallery import void
from tests.gallery.played import LATIN
from tests.support.wording_views import ENGLISH

VIEWS = dict(void.views(LATIN))


def hand_of(view: MatchView) -> hand.Facts:
    """Return the hand of the player who is asked."""
    return next(
        hand.Facts.of(view, seat) for seat in view.seats if seat.observation and seat.observation.legal
    )


def test_yaku_that_count_nothing_are_struck_through() -> None:
    """All of them, and no entry beside them; those of the other stand as they are."""
    scene = screen_of(VIEWS["league-void-play"]).scene(ENGLISH)
    assert isinstance(scene, TableScene)
    struck = [{chip.void for chip in band.yaku if chip.finished} for band in scene.bands]
    assert sorted(struck, key=sorted) in ([{False}, {True}], [set(), {True}])
    assert not any("Void" in str(chip.word) for band in scene.bands for chip in band.yaku)


def test_whoever_decides_sees_what_is_void_of_their_yaku() -> None:
    """A negative line below the yaku, and what going on may cost, in the picture and in words."""
    facts = hand_of(VIEWS["league-void-decide"])
    scene = hand.scene(ENGLISH, facts)
    assert isinstance(scene, HandScene)
    assert isinstance(scene.body, Decision)
    assert scene.body.yaku[-1].name == "Void"
    assert "−" in str(scene.body.yaku[-1].points)
    assert any("yours are void" in str(risk) for risk in scene.body.risks)
    said = hand.alt(ENGLISH, facts)
    assert "makes a yaku before you make another, yours are void this month" in said


def test_the_others_void_yaku_are_told() -> None:
    """The table's message says whose yaku are void while somebody decides."""
    view = VIEWS["league-void-decide"]
    said = screen_of(view).text(ENGLISH)
    assert said.count("are void.") == 1


def test_the_month_counts_with_the_negative_line() -> None:
    """The calculation of a month has the entry, in the picture and in words; they sum up."""
    view = VIEWS["league-void-won"]
    scene = screen_of(view).scene(ENGLISH)
    assert isinstance(scene, MonthResultScene)
    assert any(str(row.name) == "Void" for row in scene.rows)
    assert view.rest is not None
    end = view.rest.end
    assert sum(end.yaku.values()) == end.calculation.total == end.calculation.points
    told = " ".join(settling.lines(ENGLISH, view.rules, end, Cast.of(view).named(ENGLISH)))
    assert f"Void (by the opponent's yaku) −{-end.yaku[YakuId.KOI_VOID]} pt" in told


@pytest.mark.parametrize("which", VIEWS)
def test_descriptions_name_what_is_void(which: str) -> None:
    """The alternative text of every such picture has the entry."""
    assert re.search(r"Void( \(.*?\))? −", screen_of(VIEWS[which]).alt(ENGLISH))
