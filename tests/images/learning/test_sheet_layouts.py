"""The places on the yaku sheet and on the sheet of the deck."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from images.layouts import deck_sheet, yaku_sheet
from images.layouts.geometry import Box
from images.layouts.yaku_sheet import Cell
from tests.gallery.overflow import inside, overlap

SETS = ((6,), (4, 3), (2, 2, 2, 2), (3,), (1,), ())


@pytest.mark.parametrize(("lines", "held"), [*product((1, 2, 3), (False, True))])
def test_the_yaku_sheet_has_two_columns(lines: int, *, held: bool) -> None:
    """No panel touches another; each holds its name, its cards and the lines below them."""
    found = yaku_sheet.places([Cell(sets, lines, held) for sets in SETS], legend=held)
    cells = found.cells
    assert [len(cell.tiles) for cell in cells] == [sum(sets) for sets in SETS]
    assert len({cell.box.x for cell in cells}) == 2
    assert all(inside(Box(0, 0, 800, found.height), cell.box) for cell in cells)
    assert not any(overlap(one.box, other.box) for n, one in enumerate(cells) for other in cells[n + 1 :])
    for cell in cells:
        assert all(inside(cell.box, each) for each in (*cell.tiles, cell.name))
        assert all(cell.name.bottom <= tile.y and tile.bottom <= cell.lines[0] - 14 for tile in cell.tiles)
        assert cell.lines[-1] + 14 <= cell.box.bottom
        assert not held or all(tile.right <= cell.held[0] - yaku_sheet.HELD for tile in cell.tiles)


def test_a_card_hides_half_of_another_at_most() -> None:
    """Of eight cards each shows more than half of itself, of four all; months of a hand stand apart."""
    eight, four = (
        yaku_sheet.places([Cell(sets, 1)], legend=False).cells[0].tiles for sets in ((2, 2, 2, 2), (4,))
    )
    steps = [right.x - left.x for left, right in pairwise(eight)]
    assert all(step > yaku_sheet.TILE / 2 for step in steps)
    assert max(steps[::2]) < min(steps[1::2])
    assert not any(overlap(left, right) for left, right in pairwise(four))


def test_the_legend_has_a_line_of_its_own() -> None:
    """The legend lies between the title and the first row."""
    found = yaku_sheet.places([Cell((3,), 1)], legend=True)
    assert found.legend is not None
    assert found.legend.bottom <= found.cells[0].box.y
    assert yaku_sheet.places([Cell((3,), 1)], legend=False).legend is None


def test_a_season_stands_in_three_rows() -> None:
    """No panel touches another; each holds its seal, its name, four cards that lie apart, and their kinds."""
    found = deck_sheet.places(3, (60.0, 84.2, 80.0, 70.5))
    boxes = [month.box for month in found.months]
    assert len(boxes) == 3
    assert all(inside(Box(0, 0, 800, found.height), box) for box in (*boxes, *found.kinds))
    assert all(above.bottom < below.y for above, below in pairwise(boxes))
    assert found.title.right < found.kinds[0].x and max(kind.bottom for kind in found.kinds) < boxes[0].y
    for month in found.months:
        assert all(inside(month.box, each) for each in (month.seal, month.name, month.plant, *month.cards))
        assert all(inside(month.box, each) for each in (*month.kinds, *month.names))
        assert all(left.right <= right.x for left, right in pairwise(month.names))
        assert all(card.right < kind.x for card, kind in zip(month.cards, month.kinds, strict=True))
        assert all(kind.right < card.x for kind, card in zip(month.kinds, month.cards[1:], strict=False))
        assert len({name.cy for name in month.names}) == 1
        assert max(month.name.right, month.seal.right) <= month.names[0].x + 40
