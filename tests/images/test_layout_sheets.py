"""Geometry of sheets, strips and boards, exactly (art guide, 9.4 to 9.8)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from images.layouts import grand_month, month_result, sheets
from images.layouts.geometry import Box, card_height
from images.layouts.month_result import Needs
from images.layouts.sheets import SheetWidths
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
    scores = places.scores
    assert scores is not None
    parts = [places.title, places.reason, *places.rows, *places.reached, places.total, scores.header]
    parts = [*(part for part in parts if part.h), *scores.lines, places.note]
    for above, below in pairwise(parts):
        assert above.bottom <= below.y < above.bottom + 20
    paper = Box(0, 0, month_result.WIDTH, places.height).grown(-month_result.MARGIN)
    assert all(inside(paper, part) for part in parts)
    assert paper.bottom - places.note.bottom < 40
    assert len({column.w for column in scores.columns}) == 1
    assert scores.columns[-1].right == scores.header.right
    assert scores.columns[0].x >= scores.header.x + 140


@pytest.mark.parametrize("players", [2, 3])
def test_a_small_month_is_half_as_high_as_wide(players: int) -> None:
    """The yaku share one row; if nobody won, how far all came shares another, with their scores."""
    won = month_result.places(Needs(players, 2, rows=2, names=150.0, labels=140.0, small=True))
    assert len(won.rows) == 1 and won.height < 440
    void = month_result.places(Needs(players, 1, reason=1, reached=players, small=True))
    assert len({cell.y for cell in void.reached}) == 1 and void.scores is None and void.height < 400


@pytest.mark.parametrize("count", range(1, 9))
def test_a_fan_lies_within_the_picture(count: int) -> None:
    """The cards are 1.6 times as wide as those of a usual month, clear of headline and points."""
    assert grand_month.CARD / month_result.CARDS[0] > 1.59
    zone = grand_month.places(grand_month.Needs(1, 2, 2)).fan
    for risen in ((False,) * count, (*(False,) * (count - 1), True), (True,) * count):
        for spot in grand_month.spots(zone, risen):
            turn, half = math.radians(spot.degrees), grand_month.CARD / 2
            tall = card_height(grand_month.CARD) / 2
            wide = half * math.cos(turn) + tall * abs(math.sin(turn))
            high = tall * math.cos(turn) + half * abs(math.sin(turn))
            assert spot.middle[0] - wide >= 0 and spot.middle[0] + wide <= grand_month.WIDTH - 140
            assert zone.y <= spot.middle[1] - high and spot.middle[1] + high <= zone.bottom + 8


def test_few_yaku_have_large_cards() -> None:
    """One or two have them 1.6 times as large as six times as many had; they begin after the longest name."""
    assert month_result.CARDS[0] / month_result.WIDTH > 1.6 * 76 / 1100
    assert list(month_result.CARDS) == sorted(month_result.CARDS, reverse=True)
    near, far = (month_result.places(Needs(2, 2, 1, names)).strip for names in (60.0, 190.0))
    assert far.x - near.x == 130 and far.right == near.right


NARROW = SheetWidths(month=200, player=210)


@pytest.mark.parametrize(("players", "high"), [(2, 52), (3, 44)])
def test_the_score_sheet_has_rows_of_one_height(players: int, high: int) -> None:
    """Rows are 52 high for two players, 44 for three, under a header of two lines; columns are equal."""
    places = sheets.score_sheet(players, 13, NARROW)
    assert {row.h for row in places.rows} == {high}
    assert places.rows[0].y == places.header.bottom
    assert places.rows[-1].bottom == places.frame.bottom
    assert len({column.w for column in places.players}) == 1
    assert places.players[-1].right <= places.frame.right
    assert places.won is None


def test_a_line_below_the_sheet_explains_its_marks() -> None:
    """The line lies between frame and paper's edge; without marks there is none, and the sheet is lower."""
    explained, plain = (sheets.score_sheet(2, 13, NARROW, legend=each) for each in (True, False))
    assert explained.legend is not None and plain.legend is None
    assert explained.legend.y == explained.frame.bottom
    assert inside(explained.paper, explained.legend)
    assert plain.height < explained.height <= 940


def test_what_a_month_was_won_by_has_the_room_that_is_left() -> None:
    """The last column takes all that months and players do not need; where it has none it is left out."""
    places = sheets.score_sheet(2, 13, replace(NARROW, won=200))
    assert places.won is not None
    assert places.won.x == places.players[-1].right and places.won.right == places.frame.right
    assert places.won.w >= 200 and places.players[0].w >= 210
    assert sheets.score_sheet(2, 13, replace(NARROW, player=330, won=200)).won is None
    assert sheets.score_sheet(0, 13, replace(NARROW, won=200)).won is None, "before the seats are drawn"


@pytest.mark.parametrize("chip", [0, 41, 70])
@pytest.mark.parametrize("numbers", [(20, 20), (85, 85), (85, 30)])
@pytest.mark.parametrize("more", [0, 60, 200])
def test_the_parts_of_a_score_cell_do_not_overlap(chip: int, numbers: tuple[int, int], more: int) -> None:
    """Seal, chip, change and total follow one another; numbers keep away from the rule at their right."""
    texts = sheets.CellWidths(*numbers, chip)
    cell = sheets.score_cell(texts.column + more, texts)
    assert cell.seal + 19 < cell.chip
    assert cell.chip + chip <= cell.change - texts.change
    assert cell.change + 10 < cell.total - texts.total
    assert texts.column + more - cell.total >= 14


def test_wide_numbers_narrow_the_month_column() -> None:
    """Players' columns come first; the month keeps 119 pixels at least."""
    widths = [sheets.score_sheet(3, 13, SheetWidths(300, each)).month.w for each in (0, 250, 400)]
    assert widths == [300, 278, 119]


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


def test_a_lower_chart_has_fewer_numbers() -> None:
    """In a plot of half the height the numbers of the y axis stay readable: at least 34 pixels apart."""
    plot = Box(100, 50, 900, 174)
    places = sheets.chart((0.0, 40.0), (1412.0, 1693.0), plot)
    assert places.plot == plot
    assert list(places.marks) == list(places.labelled) == [1400, 1500, 1600, 1700]
    assert (places.at(0, 1400), places.at(40, 1700)) == ((100, 224), (1000, 50))
    low = sheets.chart((0.0, 40.0), (1412.0, 1693.0), Box(100, 50, 900, 80))
    assert list(low.marks) == [1400, 1500, 1600, 1700]
    assert list(low.labelled) == [1400, 1700]
