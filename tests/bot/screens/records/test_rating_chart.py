"""Rating charts: text, description and picture."""

from __future__ import annotations

import random

import pytest

from bot.i18n import Words
from bot.match.vocabulary import UserId
from bot.records.profiles import RatingChart, RatingHistory, RatingPoint
from bot.screens.records import rating_chart
from bot.wording.limits import ALT, CONTENT
from engine.rules.rule_sets import RuleSetId
from images import draw
from tests.support.wording_views import EVERY, LONG_NAMES, SHORT_NAMES


def chart(count: int, matches_played: int, *, names: tuple[str, ...] = SHORT_NAMES) -> RatingChart:
    """So many histories over so many matches."""
    chance = random.Random(count)
    histories = []
    for n in range(count):
        points = [RatingPoint(0, 1500.0)]
        for match in range(1, matches_played + 1):
            points.append(RatingPoint(match, points[-1].rating + chance.uniform(-20, 24)))
        histories.append(RatingHistory(UserId(n), names[n], tuple(points)))
    return RatingChart(RuleSetId.LEAGUE, tuple(histories))


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, 0, [0]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 50, [0, 10, 20, 30, 40, 50]),
        (3, 61, [10, 20, 30, 40, 50, 60]),
    ],
)
def test_a_rating_chart_is_labelled_at_round_numbers(first: int, last: int, expected: list[int]) -> None:
    """At most six labels, none outside what is shown."""
    assert list(rating_chart.marks(first, last)) == expected


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("names", [SHORT_NAMES, LONG_NAMES], ids=["short", "long"])
def test_text_and_description_end_where_the_lines_of_the_picture_end(
    words: Words, names: tuple[str, ...]
) -> None:
    """The last rating of each line, within the limits."""
    for count in (0, 1, 4):
        facts = chart(count, 60 * count, names=names)
        said, text = rating_chart.alt(words, facts), rating_chart.text(words, facts)
        scene = rating_chart.scene(words, facts)
        assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
        assert len(scene.lines) == count
        for line in scene.lines:
            _, last = line.points[-1]
            assert str(round(last)) in said and str(round(last)) in text
        assert draw(scene).startswith(b"\x89PNG")
