"""Geometry of sheets, strips and boards, exactly (art guide, 9.4 to 9.8)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from images.layouts import month_result, sheets
from images.layouts.geometry import Box, card_height
from images.layouts.month_result import Needs
from tests.gallery.overflow import inside


@pytest.mark.parametrize("rows", range(7))
@pytest.mark.parametrize("players", [2, 3])
def test_the_parts_of_a_month_result_lie_one_below_the_other(rows: int, players: int) -> None:
    """Any number of yaku, cards included; the picture is as high as that needs, and no higher."""
    reached = 0 if rows else players
    needs = Needs(players, 2, rows, 150.0, reason=not rows, reached=reached, total=True, note=2, labels=140.0)
    places = month_result.places(needs)
    assert len(places.rows) == rows and len(places.reached) == reached
    for row in places.rows:
        assert (row.h - card_height(places.card)) // 2 > month_result.RISE + 4  # and its ring
    parts = [places.title, places.reason, *places.rows, *places.reached, places.total, places.header]
    parts = [*(part for part in parts if part.h), *places.lines, places.note]
    for above, below in pairwise(parts):
        assert above.bottom <= below.y < above.bottom + 20
    assert all(inside(places.paper, part) for part in parts)
    assert places.paper.bottom - places.note.bottom < 40
    assert len({column.w for column in places.columns}) == 1
    assert places.columns[-1].right == places.header.right
    assert places.columns[0].x >= places.header.x + 140


def test_few_yaku_have_large_cards() -> None:
    """One or two have them 1.6 times as large as six times as many had; they begin after the longest name."""
    assert month_result.CARDS[0] / month_result.WIDTH > 1.6 * 76 / 1100
    assert list(month_result.CARDS) == sorted(month_result.CARDS, reverse=True)
    near, far = (month_result.places(Needs(2, 2, 1, names)).strip for names in (60.0, 190.0))
    assert far.x - near.x == 130 and far.right == near.right


@pytest.mark.parametrize(("players", "high"), [(2, 50), (3, 42)])
def test_the_score_sheet_has_the_guides_rows(players: int, high: int) -> None:
    """Rows are 50 high for two players, 42 for three; the month column is 119 wide."""
    places = sheets.score_sheet(players, 13, [(55.0, 0)] * 12)
    assert places.frame == Box(60, 116, 980, high * 14)
    assert places.month == Box(60, 116, 119, high * 14)
    assert places.rows[0] == Box(60, 116 + high, 980, high)
    assert len({column.w for column in places.players}) == 1
    assert places.players[-1].right <= places.frame.right


def test_a_twelve_month_sheet_for_two_is_900_high() -> None:
    """Twelve months and the total make the guide's 1100 x 900."""
    assert sheets.score_sheet(2, 13, []).height == 900


def test_void_marks_widen_the_month_column() -> None:
    """Each mark of a void deal needs 30 more pixels."""
    widths = [sheets.score_sheet(3, 13, [(55.0, voids)]).month.w for voids in (0, 1, 3)]
    assert widths == [119, 149, 209]


def test_long_month_names_widen_the_month_column() -> None:
    """The column takes the widest name, up to 290."""
    widths = [sheets.score_sheet(2, 13, [(label, 0), (9.0, 1)]).month.w for label in (40, 90.5, 400)]
    assert widths == [119, 155, 290]


@pytest.mark.parametrize("chip", [0, 41, 70])
@pytest.mark.parametrize("numbers", [(20, 20), (85, 85), (85, 30)])
@pytest.mark.parametrize("more", [0, 60, 200])
def test_the_parts_of_a_score_cell_do_not_overlap(chip: int, numbers: tuple[int, int], more: int) -> None:
    """Seal, change, total and chip follow one another; each has what it needs in any column wide enough."""
    texts = sheets.CellWidths(*numbers, chip)
    cell = sheets.score_cell(texts.column + more, texts)
    assert cell.seal + 18 <= cell.change - cell.change_width
    assert cell.change < cell.total - cell.total_width
    assert cell.change_width >= texts.change and cell.total_width >= texts.total
    assert cell.total < cell.chip
    assert cell.chip + chip <= texts.column + more


def test_wide_numbers_narrow_the_month_column() -> None:
    """Players' columns come first; the month keeps the guide's width at least."""
    labels = [(300.0, 3)]
    widths = [sheets.score_sheet(3, 13, labels, column=each).month.w for each in (0, 250, 400)]
    assert widths == [290, 230, 119]


@pytest.mark.parametrize(("entries", "height"), [(1, 270), (14, 1170), (20, 1620)])
def test_the_yaku_sheet_grows_by_150_for_two(entries: int, height: int) -> None:
    """Height is 120 and 150 for each row of two; all cells lie inside."""
    assert sheets.yaku_height(entries) == height
    cells = sheets.yaku_cells(entries)
    assert len(cells) == entries
    assert all(inside(Box(0, 0, 1100, height), cell) for cell in cells)


@pytest.mark.parametrize("count", range(1, 9))
def test_strips_hold_up_to_eight_people(count: int) -> None:
    """Seats and drawn cards of one to eight people lie side by side inside the strip."""
    cards = tuple(place.card for place in sheets.drawn(count))
    heights = (sheets.lobby_height(count), sheets.drawn_height(count))
    for height, boxes in zip(heights, (sheets.lobby_seats(count), cards), strict=True):
        assert len(boxes) == count
        assert all(inside(Box(0, 0, 1100, height), box) for box in boxes)
    assert all(left.right <= right.x for left, right in pairwise(cards))


@pytest.mark.parametrize("count", [2, 3])
def test_a_draw_of_few_fills_the_strip(count: int) -> None:
    """Two and three people have a panel each, from edge to edge, with their card and room for its month."""
    places = sheets.drawn(count)
    panels = [place.panel for place in places if place.panel is not None]
    assert len(panels) == count
    assert panels[0].x == 16 and panels[-1].right >= 1100 - 16 - count
    for place, panel in zip(places, panels, strict=True):
        assert inside(panel, place.card)
        assert place.most >= 140 and place.note[0] + place.most <= panel.right


@pytest.mark.parametrize("at", [None, 0, 1, 17, 47])
def test_the_cut_lifts_the_cards_above_it(at: int | None) -> None:
    """Exactly the first cards are lifted and set apart; all 48 stay in the picture."""
    cards = sheets.cut(48, at).cards
    assert len(cards) == 48
    assert sum(card.y < sheets.CUT_TOP for card in cards) == (at or 0)
    assert all(inside(Box(0, 0, 1100, 420), card) for card in cards)


def test_the_depths_of_the_cut_are_a_scale() -> None:
    """Equal numbers of cards lie equally far apart, and a depth is where its last card ends."""
    deck = sheets.cut(48, None)
    marks = [deck.ends[depth - 1] for depth in (12, 24, 36)]
    assert marks[1] - marks[0] == marks[2] - marks[1] == 12 * (deck.cards[1].x - deck.cards[0].x)
    assert [card.right for card in deck.cards] == list(deck.ends)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1502, 1598, (1500, 1520, 1540, 1560, 1580, 1600)),
        (1500, 1500, (1490, 1495, 1500, 1505, 1510)),
        (-7, 930, (-200, 0, 200, 400, 600, 800, 1000)),
    ],
)
def test_ticks_are_round(low: float, high: float, expected: tuple[float, ...]) -> None:
    """The axis runs from a round number to a round number in round steps."""
    assert sheets.ticks(low, high) == expected


def test_a_chart_shows_every_value() -> None:
    """First and last values lie in the plot; a single one in its middle."""
    plot = Box(100, 50, 900, 174)
    places = sheets.chart((0.0, 10.0), (1450.0, 1550.0), plot)
    x, y = places.at(10, 1550)
    assert (x, places.plot.y <= y <= places.plot.bottom) == (places.plot.right, True)
    alone = sheets.chart((3.0,), (1500.0,), plot)
    assert alone.at(3, 1500) == (alone.plot.x + alone.plot.w / 2, alone.plot.y + alone.plot.h / 2)


def test_a_lower_chart_has_fewer_marks() -> None:
    """In a plot of half the height the marks of the y axis stay readable: at least 34 pixels apart."""
    plot = Box(100, 50, 900, 174)
    places = sheets.chart((0.0, 40.0), (1412.0, 1693.0), plot)
    assert places.plot == plot
    assert list(places.marks) == [1400, 1500, 1600, 1700]
    assert (places.at(0, 1400), places.at(40, 1700)) == ((100, 224), (1000, 50))
    low = sheets.chart((0.0, 40.0), (1412.0, 1693.0), Box(100, 50, 900, 80))
    assert list(low.marks) == [1000, 1500, 2000]
