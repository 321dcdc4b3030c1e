"""Geometry of table and hand, exactly (art guide, 9.1 to 9.3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from images.layouts import geometry, hand, table
from images.layouts.geometry import Box
from tests.gallery.overflow import inside, overlap


def test_the_two_player_table_has_the_guides_boxes() -> None:
    """Bands, tile and the first slots of the table for two lie where the guide puts them."""
    places = table.table(2, 12)
    assert places.height == 900
    assert places.bands == (Box(8, 8, 1084, 182), Box(8, 710, 1084, 182))
    assert places.tile == Box(12, 202, 138, 232)
    assert (places.stock.w, places.stock.h) == (118, 193)
    assert places.slots[0] == Box(162, 198, 148, 242)
    assert places.slots[5] == Box(942, 198, 148, 242)
    assert places.slots[6] == Box(162, 448, 148, 242)


def test_the_three_player_table_has_the_guides_boxes() -> None:
    """Bands, tile and slots of the table for three lie where the guide puts them."""
    places = table.table(3, 12)
    assert places.height == 1026
    assert [band.y for band in places.bands] == [8, 646, 836]
    assert places.tile == Box(12, 198, 138, 216)
    assert places.slots[0] == Box(162, 198, 132, 216)
    assert places.slots[1].x - places.slots[0].right == 26
    assert places.slots[6].bottom - places.slots[0].y == 440


@pytest.mark.parametrize(
    ("cards", "columns", "size", "gap"),
    [
        (0, 6, (148, 242), 8),
        (12, 6, (148, 242), 8),
        (13, 7, (124, 203), 9),
        (14, 7, (124, 203), 9),
        (16, 8, (108, 176), 8),
        (18, 9, (95, 155), 8),
        (20, 10, (85, 139), 8),
        (24, 12, (69, 113), 8),
    ],
)
def test_more_cards_make_narrower_slots(cards: int, columns: int, size: tuple[int, int], gap: int) -> None:
    """The field's two rows have the guide's number of columns, card size and gap for any number of cards."""
    slots = table.table(2, cards).slots
    assert len(slots) == 2 * columns
    assert (slots[0].w, slots[0].h) == size
    assert slots[1].x - slots[0].right == gap


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("cards", range(25))
def test_slots_lie_apart_inside_the_field(seats: int, cards: int) -> None:
    """No slot overlaps another, a band, the tile or the picture's edge."""
    places = table.table(seats, cards)
    boxes = [*places.slots, *places.bands, places.tile, places.stock, places.time]
    picture = Box(0, 0, geometry.WIDTH, places.height)
    assert len(places.slots) >= cards
    assert all(inside(picture, box) for box in boxes)
    for i, one in enumerate(boxes):
        assert not any(_overlap(one, other) for other in boxes[i + 1 :])


def test_the_cells_of_a_bar_fill_it_and_are_alike() -> None:
    """Ten cells from edge to edge, the gaps equal, the widths at most a pixel apart."""
    bar = Box(12, 674, 138, 18)
    cells = geometry.cells(bar, 10, gap=3)
    assert (cells[0].x, cells[-1].right) == (bar.x, bar.right)
    assert {later.x - sooner.right for sooner, later in pairwise(cells)} == {3}
    assert max(cell.w for cell in cells) - min(cell.w for cell in cells) <= 1


def test_an_empty_band_has_four_outlines() -> None:
    """Without captures every group is an outline in its place with its chip."""
    places = table.captured(Box(8, 8, 1084, 182), (0, 0, 0, 0))
    assert places.groups == ((), (), (), ())
    assert [box.x if box else None for box in places.empty] == [22, 120, 218, 316]
    assert places.chips[0] == (16, 152)


def test_few_captured_cards_lie_64_apart() -> None:
    """Lights, animals and ribbons lie 64 apart while there is room, groups 22 apart."""
    places = table.captured(Box(8, 8, 1084, 182), (2, 3, 1, 0))
    assert [box.x for box in places.groups[0]] == [22, 86]
    assert places.groups[1][0].x == 86 + 76 + 22
    assert places.groups[0][0] == Box(22, 58, 76, 124)


def test_the_fullest_band_fits() -> None:
    """Five lights, nine animals, ten ribbons and 24 chaff with the cup stay inside the band."""
    band = Box(8, 8, 1084, 182)
    places = table.captured(band, (5, 9, 10, 25))
    assert all(inside(band, box) for group in places.groups for box in group)
    assert {later.x - sooner.x for sooner, later in pairwise(places.groups[2])} == {26, 27}
    chaff = places.groups[3]
    assert chaff[5].x == chaff[0].x
    assert chaff[5].y > chaff[0].y
    assert [len({box.y for box in chaff}), len({box.x for box in chaff})] == [5, 5]


def test_chaff_lies_in_rows_of_five() -> None:
    """The sixth chaff card begins a second row over the first."""
    chaff = table.captured(Box(8, 8, 1084, 182), (0, 0, 0, 6)).groups[3]
    assert [box.x - chaff[0].x for box in chaff] == [0, 58, 116, 174, 232, 0]
    assert chaff[5].y - chaff[0].y == 31


def test_a_header_puts_parts_after_the_name_and_chips_at_the_right() -> None:
    """Parts follow the name 16 apart; chips end 8 before the band's edge."""
    places = table.header(
        Box(8, 8, 1084, 182), table.HeaderWidths(50, 100.0, (60.0, 70.0), ((120.0, True), (100.0, False)))
    )
    assert places is not None
    assert places.name == 72
    assert places.parts == (188, 264)
    assert places.chips == (856, 984)
    assert places.centre == 35


def test_chips_give_way_to_the_name() -> None:
    """Chips that leave a long name too little room are refused; finished ones may squeeze it further."""
    band = Box(8, 8, 1084, 182)
    room = table.HeaderWidths(84, 440.0, (200.0, 80.0, 130.0), ())
    assert table.header(band, replace(room, chips=((300.0, False),))) is None
    squeezed = table.header(band, replace(room, chips=((220.0, True),)))
    assert squeezed is not None
    assert 190 <= squeezed.name_width < 440
    assert table.header(band, room) is not None


@pytest.mark.parametrize("opponents", [1, 2])
@pytest.mark.parametrize("cards", [0, 8, 12, 13, 18, 24])
def test_the_strip_has_two_rows_of_the_field_clear_of_all_else(opponents: int, cards: int) -> None:
    """Lines lie under each other; every place of the field lies between them, left of the captured cards."""
    places = hand.strip(opponents, cards)
    assert len(places.slots) == max(12, cards + cards % 2)
    assert len({box.y for box in places.slots}) == 2
    lines = (places.head, *places.others, places.captured, places.me)
    assert all(one.bottom <= other.y for one, other in pairwise(lines))
    assert all(places.others[-1].bottom < box.y and box.bottom < places.me.y for box in places.slots)
    assert all(box.x >= 0 and box.right < places.captured.x for box in places.slots)
    assert places.captured.right <= hand.WIDTH


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (1, 1, 1, 1), (5, 9, 10, 24)])
def test_captured_cards_of_a_hand_lie_in_a_line_a_kind(counts: tuple[int, ...]) -> None:
    """Badge, count and cards of each kind lie in the panel, however many there are."""
    panel = hand.strip(1, 8).captured
    groups = hand.captured(panel, counts)
    assert [len(group.cards) for group in groups] == list(counts)
    for group in groups:
        assert inside(panel, group.badge)
        assert all(inside(panel, box) for box in group.cards)


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("each", range(4))
def test_a_hand_shrinks_to_one_row_and_has_no_empty_places(count: int, each: int) -> None:
    """Eight and seven lie in two rows, fewer in one; every card and what it matches lies in its cell."""
    cells = hand.cells(500, [each] * count)
    assert len(cells) == count
    assert len({cell.box.y for cell in cells}) == (2 if count > 6 else 1)
    for cell in cells:
        assert inside(Box(0, 500, hand.WIDTH, 500), cell.box)
        assert all(inside(cell.box, box) for box in (cell.card, *cell.matches))
        assert len(cell.matches) == each
    assert not any(overlap(one.box, other.box) for one, other in combinations(cells, 2))


def test_a_row_without_a_match_is_lower() -> None:
    """The room for matching cards below six of the hand is left out where none matches."""
    with_match, without = hand.cells(0, [0, 1, 0, 0, 0, 0]), hand.cells(0, [0] * 6)
    assert without[0].box.h < with_match[0].box.h


def test_panels_end_without_a_rest() -> None:
    """The panels of choice and decision end over the rest of the hand, without one the picture ends there."""
    with_rest, without = hand.panels(400), hand.panels(400, rest=False)
    tall = {box.bottom for box in (*with_rest.choice, with_rest.yaku, with_rest.total)}
    assert tall == {without.bottom}
    assert with_rest.rest.y > without.bottom
    assert with_rest.bottom == with_rest.rest.bottom


def test_yaku_show_their_cards_as_large_as_there_is_room() -> None:
    """From 80 pixels for one down to 36 for four; beyond that they are a list."""
    panel = hand.panels(400).yaku
    assert [hand.yaku_rows(panel, [3] * n)[0] for n in range(1, 7)] == [80, 58, 44, 36, 0, 0]
    assert hand.yaku_rows(panel, [8, 3])[0] == 58
    for n in range(1, 7):
        width, pitch = hand.yaku_rows(panel, [3] * n)
        assert n * pitch <= panel.h
        assert geometry.card_height(width) < pitch


def test_a_row_moves_together_where_it_must() -> None:
    """Cards keep their step while they fit and move together when they do not."""
    box = Box(10, 5, 200, 0)
    assert [card.x for card in geometry.row(box, 3, 50, most_step=60)] == [10, 70, 130]
    assert [card.x for card in geometry.row(box, 4, 50, most_step=60)] == [10, 60, 110, 160]
    assert [card.x for card in geometry.row(box, 2, 50, most_step=60, centred=True)] == [55, 115]
    assert geometry.row(box, 0, 50, most_step=60) == ()


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
