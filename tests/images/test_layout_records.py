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
    """The columns are at least 96 wide and 36 apart, end at 1056, and leave the names the rest."""
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


@pytest.mark.parametrize("count", [0, 3, 6])
def test_numbers_lie_beside_the_card(count: int) -> None:
    """Three a row, of equal widths, right of the card and below the name."""
    places = records.profile(count, [], 16)
    assert len(places.numbers) == count
    assert len({box.y for box in places.numbers}) == count // 3
    assert all(box.x > records.FACE.right and box.y >= 120 for box in places.numbers)
    assert max((box.w for box in places.numbers), default=0) - min((274, *(b.w for b in places.numbers))) <= 1
    assert all(inside(Box(0, 0, 1100, places.height), box) for box in places.numbers)


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("cards", range(1, 7))
@pytest.mark.parametrize("texts", [80, 200, 900])
def test_cards_of_a_tile_leave_room_for_its_texts(count: int, cards: int, texts: float) -> None:
    """The cards lie inside the tile, in a row from left to right, none wholly covered, beside the text."""
    tile = records.profile(6, [(cards, texts)] * count, 16).yaku[0]
    assert all(inside(tile.box, card) for card in tile.cards)
    assert all(14 <= right.x - left.x <= left.w + 6 for left, right in pairwise(tile.cards))
    assert tile.box.x + 14 + tile.text <= tile.cards[0].x - 14
    assert tile.text >= min(texts, 180)


def test_parts_of_a_profile_follow_each_other() -> None:
    """Card, head-to-head, chart, badges, footer; sixteen cells of badges in two rows inside their panel."""
    places = records.profile(6, [(3, 90), (4, 90)], 16, versus=2, footer=2)
    assert places.versus is not None
    boxes = (places.numbers[-1], places.versus, places.chart, places.badges)
    assert all(upper.bottom + 10 <= lower.y for upper, lower in pairwise(boxes))
    assert all(places.chart.right < tile.box.x for tile in places.yaku)
    assert (places.yaku[0].box.y, places.yaku[1].box.bottom) == (places.chart.y, places.chart.bottom)
    assert all(inside(places.badges, cell) for cell in places.cells)
    assert len({cell.y for cell in places.cells}) == 2
    assert all(one.right < other.x for one, other in pairwise(places.cells[:8]))
    assert (places.seals.y, places.seals.bottom) == (places.badges.y, places.badges.bottom)
    assert places.badges.right < places.seals.x
    seals = [cell for level in places.levels for cell in level.cells]
    assert len(seals) == 12 and all(inside(places.seals, cell) for cell in seals)
    assert places.badges.bottom < places.footer[0] < places.footer[1] < places.height


def test_a_usual_profile_is_a_landscape() -> None:
    """Discord shows it within 550 x 350 on a desk: what is higher than that shape comes out smaller."""
    places = records.profile(6, [(3, 90), (4, 90)], 16)
    assert places.height <= 780
    assert records.profile(6, [], 16).chart.w > places.chart.w
