"""Where things lie on the yaku sheet and on the sheet of the deck."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from images.layouts import deck_sheet, yaku_sheet
from images.layouts.geometry import Box
from images.layouts.yaku_sheet import Row
from tests.gallery.overflow import inside, overlap

COUNTS = (6, 5, 4, 3, 2, 1, 0, 0)


@pytest.mark.parametrize(("lines", "held"), [*product((1, 2, 3), (False, True))])
def test_the_yaku_sheet_is_one_column(lines: int, *, held: bool) -> None:
    """Rows follow each other; text begins at the same place in all, whatever the number of cards."""
    found = yaku_sheet.places([Row(count, lines, held) for count in COUNTS], legend=held)
    rows = found.rows
    assert [len(row.tiles) for row in rows] == list(COUNTS)
    assert all(above.box.bottom < below.box.y for above, below in pairwise(rows))
    assert all(inside(Box(0, 0, 800, found.height), row.box) for row in rows)
    assert len({row.text for row in rows if row.tiles}) == 1
    for row in rows:
        assert all(inside(row.box, each) for each in (*row.tiles, row.name))
        assert all(each.right < row.text for each in row.tiles)
        assert row.name.bottom <= row.lines[0] - 14 and row.lines[-1] + 14 <= row.box.bottom


def test_a_card_hides_half_of_another_at_most() -> None:
    """Of six cards each shows more than half of itself, of four all."""
    six, four = (yaku_sheet.places([Row(count, 1)], legend=False).rows[0].tiles for count in (6, 4))
    assert all(right.x - left.x > yaku_sheet.TILE / 2 for left, right in pairwise(six))
    assert not any(overlap(left, right) for left, right in pairwise(four))


def test_the_legend_has_a_line_of_its_own() -> None:
    """The line lies between the title and the first row."""
    found = yaku_sheet.places([Row(3, 1)], legend=True)
    assert found.legend is not None
    assert found.legend.bottom <= found.rows[0].box.y
    assert yaku_sheet.places([Row(3, 1)], legend=False).legend is None


@pytest.mark.parametrize("lines", [(1,) * 12, (2,) * 12, (1, 2) * 6, (1,) * 11 + (2,)])
def test_twelve_months_stand_in_two_columns(lines: tuple[int, ...]) -> None:
    """No panel touches another; each holds its seal, its name and four cards that lie apart."""
    found = deck_sheet.places(lines)
    boxes = [month.box for month in found.months]
    assert len(boxes) == 12
    assert len({box.x for box in boxes}) == 2
    assert all(inside(Box(0, 0, 800, found.height), box) for box in (*boxes, *found.kinds))
    assert not any(overlap(one, other) for n, one in enumerate(boxes) for other in boxes[n + 1 :])
    assert max(kind.bottom for kind in found.kinds) < min(box.y for box in boxes)
    for month, count in zip(found.months, lines, strict=True):
        assert all(inside(month.box, each) for each in (month.seal, month.name, *month.cards))
        assert all(left.right + 8 <= right.x for left, right in pairwise(month.cards))
        assert month.names + deck_sheet.LINE * (count - 1) + 14 <= month.box.bottom
