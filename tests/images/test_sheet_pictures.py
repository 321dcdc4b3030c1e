"""Pictures on paper: the score sheet, the yaku sheet, the chart of a rating."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.i18n import Words
from images.drawing import theme
from images.drawing.compose import Canvas, Placed
from images.layouts.geometry import Box
from images.pictures import paint, rating_chart
from images.scene.common import Label
from images.scene.profile import RatingChart
from images.scene.records import YakuSheetScene
from images.scene.result import ScoreSheetScene
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE

RULE_SETS = ("classic", "league", "ishokai", "sannin")


def score_sheet(name: str, words: Words = ENGLISH) -> tuple[ScoreSheetScene, list[Placed]]:
    """A score sheet of the gallery, and every text on it."""
    scene = scenes.named(words)[name]
    assert isinstance(scene, ScoreSheetScene)
    return scene, paint(scene).placed


def written(placed: list[Placed], text: str) -> list[Placed]:
    """Return the places of this text."""
    return [each for each in placed if each.text == text]


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_running_totals_stand_in_line(rule_set: str, words: Words) -> None:
    """With a chip in their row or without, in months and in sums: they end under the word that heads them,
    and at least ten pixels before the rule at their right.
    """
    scene, placed = score_sheet(f"{rule_set}-sheet", words)
    heads = sorted(each.ink.right for each in written(placed, str(scene.words.total)))
    assert len(heads) == len(scene.players)
    for player, right in enumerate(heads):
        for row in scene.rows:
            ends = [each.ink.right for each in written(placed, row.cells[player].total)]
            assert any(abs(end - right) <= 4 for end in ends), row
    assert heads[-1] <= 1064 - 10 if scene.words.won == "" else heads[-1] < 1064


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_score_sheet_explains_the_marks_that_it_has(words: Words) -> None:
    """The seal where a month was won, the chip where one was multiplied, the mark of void deals."""
    told = {
        name: [bool(written(placed, str(each))) for each in (w.seal_means, w.chip_means, w.void_means)]
        for name in ("classic-sheet", "ishokai-sheet", "sannin-sheet")
        for scene, placed in [score_sheet(name, words)]
        for w in [scene.words]
    }
    assert told["classic-sheet"] == [True, False, False]
    assert told["ishokai-sheet"] == [True, True, False]
    assert told["sannin-sheet"] == [True, False, True]


def test_a_plant_keeps_away_from_the_mark_of_void_deals() -> None:
    """The number behind the mark ends at the column's edge; between plant and mark ten pixels are free."""
    scene, placed = score_sheet("sannin-sheet")
    plants = [row for row in scene.rows if row.voids > 1]
    assert plants
    for row in plants:
        forms = {row.label.text, row.label.short} if isinstance(row.label, Label) else {row.label}
        (plant,) = [each for each in placed if each.text in forms]
        count = min(
            (each for each in written(placed, str(row.voids)) if each.ink.x > plant.ink.right),
            key=lambda each: (abs(each.ink.cy - plant.ink.cy) // 8, each.ink.x),
        )
        assert count.ink.x - 32 - plant.ink.right >= 10


def test_a_sheet_of_a_match_that_was_given_up_is_low() -> None:
    """One month and a line for the eleven others, no empty rows."""
    canvas = paint(scenes.named(ENGLISH)["classic-given-up-sheet"])
    assert any(each.text == "February to December were not finished." for each in canvas.placed)
    assert canvas.image.height < 450


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_yaku_sheet_shows_every_name_and_its_meaning(rule_set: str, words: Words) -> None:
    """All names, foreign ones with what they mean unless the rule says it; names begin at two edges."""
    pages = [
        scene
        for name, scene in scenes.named(words).items()
        if re.fullmatch(f"{rule_set}-yaku(-[0-9])?", name)
    ]
    edges, glossed = set(), []
    for scene in pages:
        assert isinstance(scene, YakuSheetScene)
        placed = paint(scene).placed
        for entry in scene.entries:
            name = written(placed, str(entry.name))
            assert name
            edges.add(name[0].ink.x // 8)
            assert not entry.gloss or written(placed, str(entry.gloss)), entry
            glossed += [str(entry.name)] if entry.gloss else []
    assert glossed or words is not ENGLISH
    assert all("手四" in each for each in glossed) or words is not JAPANESE
    assert len(edges) <= 4


def test_a_rating_chart_joins_its_points_by_straight_lines() -> None:
    """Nothing red lies above the highest or below the lowest rating; halfway between two matches the line
    lies halfway between their ratings.
    """
    ratings = (1500.0, 1600.0, 1500.0, 1600.0, 1400.0, 1600.0, 1500.0)
    chart = RatingChart("Rating over time", "", tuple((float(n), each) for n, each in enumerate(ratings)))
    canvas = Canvas(1100, 420)
    rating_chart.paint(canvas, Box(0, 0, 1100, 420), chart)
    red = [(x, y) for x in range(1100) for y in range(420) if canvas.image.getpixel((x, y)) == theme.RED]
    tops = [min(y for x, y in red if abs(x - at) <= 1) for at in _columns(red, len(ratings))]
    assert min(y for _, y in red) >= min(tops) - 1
    rows = {x: [y for at, y in red if at == x] for x in range(1100)}
    columns = _columns(red, len(ratings))
    for left, right in list(pairwise(columns))[:-1]:
        middle = rows[(left + right) // 2]
        ends = (_centre(rows[left]), _centre(rows[right]))
        assert abs(_centre(middle) - sum(ends) / 2) <= 6


def _columns(red: list[tuple[int, int]], count: int) -> list[int]:
    """The columns of the points, evenly spaced; the line's ends and the last point's disc reach beyond."""
    first, last = 88, 1100 - 28
    assert min(x for x, _ in red) == pytest.approx(first, abs=4)
    return [first + round(n * (last - first) / (count - 1)) for n in range(count)]


def _centre(rows: list[int]) -> float:
    return sum(rows) / len(rows)
