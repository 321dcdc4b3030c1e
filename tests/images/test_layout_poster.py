"""The places on the poster of a match."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from images.layouts import poster
from images.layouts.geometry import WIDTH, card_height


@pytest.mark.parametrize("count", range(1, 11))
def test_a_fan_keeps_clear_of_the_words_and_the_frame(count: int) -> None:
    """However many cards there are, turned as they are."""
    leaves = poster.fan(count)
    assert len(leaves) == count
    for leaf in leaves:
        turn = math.radians(abs(leaf.degrees))
        half = (leaf.width * math.cos(turn) + card_height(leaf.width) * math.sin(turn)) / 2
        assert leaf.x - half > poster.WORDS.right
        assert leaf.x + half < WIDTH - poster.FRAME
    assert all(one.x < other.x and one.degrees > other.degrees for one, other in pairwise(leaves))


@pytest.mark.parametrize("months", [1, 3, 6, 12, 15, 18])
def test_seals_lie_apart_on_one_line(months: int) -> None:
    """With a curve above them or without, under a line of a series or not."""
    for places in (poster.strip(months), poster.strip(months, series=True), poster.strip_alone(months)):
        assert len(places.months) == months
        assert all(other - one > places.seal for one, other in pairwise(places.months))
        assert places.months[0] - places.seal // 2 >= poster.MARGIN + poster.LABEL - 8
        assert places.months[-1] + places.seal // 2 <= WIDTH - poster.MARGIN + 1


def test_the_curve_goes_from_the_start_to_the_last_month() -> None:
    """A chance of nothing lies at its lower edge, a sure one at its upper edge."""
    places = poster.strip(12)
    assert places.point(0, 0.5) == (places.curve.x, places.curve.bottom - places.curve.h / 2)
    assert places.point(12, 1.0) == (places.months[-1], places.curve.y)
    assert places.point(3, 0.0) == (places.months[2], places.curve.bottom)
    assert poster.strip(12, series=True).curve.y > poster.SERIES
