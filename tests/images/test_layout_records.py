"""Geometry of leaderboards and profiles, exactly (art guide, 9.7 and 9.9)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from images.layouts import records
from images.layouts.geometry import Box
from tests.gallery.overflow import inside


@pytest.mark.parametrize(("rows", "height"), [(1, 248), (5, 512), (10, 842)])
def test_a_board_grows_by_66_for_a_row(rows: int, height: int) -> None:
    """182 and 66 for each row; nothing else where nothing else is asked for."""
    places = records.board(rows, (60, 60, 60))
    assert places.height == height
    assert len(places.rows) == rows
    assert places.rows[-1].bottom < height
    assert (places.heading, places.provisional, places.pinned, places.footer) == (None, (), None, None)


def test_an_empty_board_has_one_row_for_its_words() -> None:
    """Without rows there are no column heads either: the words stand right below the title."""
    places = records.board(0, (60, 60, 60))
    assert (places.height, len(places.rows), places.rows[0].y) == (246, 1, 126)


@pytest.mark.parametrize(("rows", "later"), [(10, 0), (6, 4), (0, 3), (0, 0)])
def test_parts_of_a_board_follow_each_other(rows: int, later: int) -> None:
    """Ranked rows, heading, provisional rows, dots, the pinned row, the footer; all inside."""
    places = records.board(rows, (60, 60), provisional=later, pinned=True, footer=True)
    assert places.pinned is not None and places.dots is not None and places.footer is not None
    heading = () if places.heading is None else (places.heading,)
    boxes = (*places.rows, *heading, *places.provisional, places.pinned)
    assert all(upper.bottom <= lower.y for upper, lower in pairwise(boxes))
    assert boxes[-2].bottom < places.dots - 4 and places.dots + 4 < places.pinned.y
    assert places.pinned.bottom < places.footer - 12 and places.footer + 12 < places.height
    assert len(places.provisional) == later


@pytest.mark.parametrize("needs", [(60, 60, 120), (58.2, 190.5, 105), (150, 150)])
def test_columns_are_as_wide_as_their_texts(needs: tuple[float, ...]) -> None:
    """They are 96 at the least and 36 apart, end at 1056, and leave the names the rest."""
    places = records.board(3, needs)
    assert places.values[-1][0] == 1056
    for (right, _), (after, width) in pairwise(places.values):
        assert after - width - right == 36
    assert [width for _, width in places.values] == [max(96, round(each) + 2) for each in needs]
    assert places.name_width > 400


def test_columns_that_need_too_much_are_narrowed() -> None:
    """Names keep 300 pixels whatever the columns hold."""
    places = records.board(3, (400, 400, 400))
    assert {width for _, width in places.values} == {182}
    assert places.name_width > 300


@pytest.mark.parametrize(("count", "last"), [(6, 348), (7, 1068), (8, 528), (9, 348)])
def test_tiles_of_the_last_row_share_its_width(count: int, last: int) -> None:
    """Three a row; two or one in the last row are wider."""
    places = records.profile([(0, 100)] * count, 16)
    assert len(places.tiles) == count
    assert {tile.box.w for tile in places.tiles[:3]} == {348}
    assert places.tiles[-1].box.w == last
    assert all(inside(Box(0, 0, 1100, places.height), tile.box) for tile in places.tiles)


@pytest.mark.parametrize("width", [348, 528, 1068])
@pytest.mark.parametrize("cards", range(1, 6))
@pytest.mark.parametrize("texts", [80, 200, 900])
def test_cards_of_a_tile_leave_room_for_its_texts(width: int, cards: int, texts: float) -> None:
    """They lie inside the tile, in one row from left to right, none wholly covered, the text beside them."""
    count = {348: 3, 528: 2, 1068: 1}[width]
    tile = records.profile([(cards, texts)] * count, 16).tiles[0]
    assert tile.box.w == width
    assert all(inside(tile.box, card) for card in tile.cards)
    assert all(16 <= right.x - left.x <= 66 for left, right in pairwise(tile.cards))
    assert tile.box.x + 20 + tile.text <= tile.cards[0].x - 20
    assert tile.text >= min(texts, 80 if width == 348 else 180)


def test_parts_of_a_profile_follow_each_other() -> None:
    """Tiles, head-to-head, chart, badges, footer; sixteen cells of badges in two rows inside their panel."""
    places = records.profile([(0, 9)] * 6, 16, versus=2, footer=2)
    assert places.versus is not None
    boxes = (places.tiles[0].box, places.tiles[3].box, places.versus, places.chart, places.badges)
    assert all(upper.bottom + 12 == lower.y for upper, lower in pairwise(boxes))
    assert all(inside(places.badges, cell) for cell in places.cells)
    assert len({cell.y for cell in places.cells}) == 2
    assert all(one.right == other.x for one, other in pairwise(places.cells[:8]))
    assert places.badges.bottom < places.footer[0] < places.footer[1] < places.height


def test_a_profile_without_chart_is_lower() -> None:
    """Label take less room than a chart."""
    with_chart, without = (records.profile([], 16, chart=each) for each in (True, False))
    assert with_chart.height - without.height == with_chart.chart.h - without.chart.h > 200
