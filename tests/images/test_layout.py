"""Geometry of table and hand, exactly (art guide, 9.1 to 9.3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from images.layouts import geometry, hand, table
from images.layouts.geometry import Box
from tests.gallery.overflow import inside, overlap


def test_two_bands_lie_over_and_under_the_field() -> None:
    """Bands, seal, stock and the first slots of the table for two lie where they are meant to."""
    places = table.table((True, True), 6)
    assert places.height == 876
    assert places.bands == (Box(8, 8, 1084, 176), Box(8, 692, 1084, 176))
    assert (places.field.y, places.field.bottom) == (192, 684)
    assert places.seal == Box(26, 194, 110, 110)
    assert (places.stock.w, places.stock.h) == (92, 150)
    assert places.slots[0] == Box(162, 192, 148, 242)
    assert places.slots[5] == Box(942, 192, 148, 242)
    assert places.slots[6] == Box(162, 442, 148, 242)


def test_three_bands_lie_under_the_field_equally_far_apart() -> None:
    """Of three nobody sits alone on the other side: the bands follow each other in the order of turns."""
    places = table.table((True, True, True), 6)
    assert places.height == 1060
    assert [band.y for band in places.bands] == [508, 692, 876]
    assert places.slots[0] == Box(162, 8, 148, 242)


@pytest.mark.parametrize("full", [(False, False), (False, True), (True, False), (False, True, False)])
def test_a_band_without_captures_is_low(full: tuple[bool, ...]) -> None:
    """The band has its line alone, and the picture is lower by the rest."""
    places, high = table.table(full, 6), table.table((True,) * len(full), 6)
    assert [band.h for band in places.bands] == [176 if each else 58 for each in full]
    assert high.height - places.height == full.count(False) * 118


@pytest.mark.parametrize(
    ("columns", "size"),
    [
        (3, (176, 287)),
        (4, (176, 287)),
        (5, (176, 287)),
        (6, (148, 242)),
        (7, (124, 203)),
        (8, (108, 176)),
        (9, (95, 155)),
        (10, (85, 139)),
        (12, (69, 113)),
    ],
)
def test_more_columns_make_narrower_cards(columns: int, size: tuple[int, int]) -> None:
    """The field has two rows of the columns asked for, centred on one middle."""
    slots = table.table((True, True), columns).slots
    assert len(slots) == 2 * columns
    assert {(slot.w, slot.h) for slot in slots} == {size}
    assert {later.x - sooner.right for sooner, later in pairwise(slots[:columns])} == {8}
    assert slots[0].y == slots[columns - 1].y < slots[columns].y
    assert abs(slots[0].x + slots[columns - 1].right - 2 * 626) <= 2


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("columns", range(3, 13))
def test_slots_lie_apart_inside_the_field(seats: int, columns: int) -> None:
    """No slot overlaps another, a band, the seal, the stock or the picture's edge."""
    places = table.table((True,) * seats, columns)
    boxes = [*places.slots, *places.bands, places.seal, places.stock, places.time]
    picture = Box(0, 0, geometry.WIDTH, places.height)
    assert all(inside(picture, box) for box in boxes)
    assert all(inside(places.field, slot) for slot in places.slots)
    for i, one in enumerate(boxes):
        assert not any(_overlap(one, other) for other in boxes[i + 1 :])


@pytest.mark.parametrize("columns", [3, 4, 6])
def test_the_lines_of_the_column_keep_clear_of_each_other(columns: int) -> None:
    """Seal, month, what changes its value, stock and time: each has its own height, however much there is."""
    places = table.table((True, True), columns)
    heading, below, _ = places.months
    lines = [
        (places.seal.y, places.seal.bottom),
        *((cy - 16, cy + 16) for cy in (heading, below)),
        *((cy - 22, cy + 22) for cy in places.chips),
        (places.count - 16, places.count + 16),
        (places.stock.y, places.stock.bottom),
        (places.time.y, places.time.bottom),
    ]
    assert all(one[1] <= other[0] for one, other in pairwise(lines))


@pytest.mark.parametrize("columns", [7, 8, 9, 10, 12])
def test_words_of_narrow_cards_lie_outside_of_them(columns: int) -> None:
    """Over the upper row and under the lower one, inside the field, at most a ring's width on the card."""
    places = table.table((True, True), columns)
    upper, lower = places.slots[0], places.slots[-1]
    over, under = (table.word_middle(places.field, slot) for slot in (upper, lower))
    assert places.field.y <= over - 22 and over + 22 <= upper.y + 8
    assert lower.bottom - 8 <= under - 22 and under + 22 <= places.field.bottom


def test_words_side_by_side_move_apart() -> None:
    """Both by half of what lacks; at an end of the field the other one goes all the way."""
    assert table.apart((100, 200), (140, 140), least=0, most=1000) == (77, 223)
    assert table.apart((100, 300), (140, 140), least=0, most=1000) == (100, 300)
    assert table.apart((10, 100), (140, 140), least=0, most=1000) == (0, 146)
    assert table.apart((760, 860), (140, 140), least=0, most=1000) == (714, 860)


def test_the_cells_of_a_bar_fill_it_and_are_alike() -> None:
    """Ten cells from edge to edge, the gaps equal, the widths at most a pixel apart."""
    bar = Box(12, 674, 138, 18)
    cells = geometry.cells(bar, 10, gap=3)
    assert (cells[0].x, cells[-1].right) == (bar.x, bar.right)
    assert {later.x - sooner.right for sooner, later in pairwise(cells)} == {3}
    assert max(cell.w for cell in cells) - min(cell.w for cell in cells) <= 1


BAND = Box(8, 8, 1084, 176)
LABELS = (110.0, 150.0, 150.0, 110.0)


def test_a_group_without_cards_takes_no_room() -> None:
    """The ribbons stand first where there are neither lights nor animals."""
    places = table.captured(BAND, (0, 0, 2, 0), (0, 0, 150, 0))
    assert places.labels[:3] == (22, 22, 22)
    assert [box.x for box in places.groups[2]] == [22, 98]
    assert [len(group) for group in places.groups] == [0, 0, 2, 0]


def test_a_usual_band_hides_nothing_of_any_card() -> None:
    """Three lights, four animals, three ribbons and eight chaff lie side by side under their words."""
    places = table.captured(BAND, (3, 4, 3, 8), LABELS)
    boxes = [box for group in places.groups for box in group]
    assert not any(_overlap(*pair) for pair in combinations(boxes, 2))
    assert {box.w for group in places.groups[:3] for box in group} == {72}
    assert places.groups[0][0] == Box(22, 100, 72, 76)
    assert all(box.y > places.middle + 16 for box in boxes)


def test_a_full_band_has_narrower_cards_before_they_hide_each_other() -> None:
    """Twenty-seven cards: each shows two thirds at least, by which it is known."""
    places = table.captured(BAND, (4, 6, 5, 12), LABELS)
    for group in places.groups[:3]:
        assert {box.w for box in group} == {54}
        assert min(later.x - sooner.x for sooner, later in pairwise(group)) >= 36


def test_cards_of_the_clear_face_are_narrower_and_show_more() -> None:
    """The shape of a clear card lies under the number's band: a wide part of the upper end would hide it."""
    places = table.captured(BAND, (3, 4, 3, 8), LABELS, table.CLEAR_WIDTHS)
    assert {(box.w, box.h) for group in places.groups[:3] for box in group} == {(56, 76)}


def test_the_fullest_band_fits() -> None:
    """Five lights, nine animals, ten ribbons and 24 chaff stay inside the band."""
    places = table.captured(BAND, (5, 9, 10, 24), LABELS)
    assert all(inside(BAND, box) for group in places.groups for box in group)
    assert [len(group) for group in places.groups] == [5, 9, 10, 24]


def test_chaff_lies_in_blocks_of_ten() -> None:
    """Two over each other; after five columns, which are a yaku, there is a gap."""
    chaff = table.captured(BAND, (0, 0, 0, 12), (0, 0, 0, 110)).groups[3]
    assert len({box.y for box in chaff}) == 2
    steps = [later.x - sooner.x for sooner, later in pairwise(chaff[::2])]
    assert steps == [45, 45, 45, 45, 53]


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
@pytest.mark.parametrize("columns", [3, 4, 5, 6, 7, 9, 12])
def test_the_strip_has_two_rows_of_the_field_clear_of_all_else(opponents: int, columns: int) -> None:
    """Lines lie under each other; every place of the field lies between them, left of the captured cards."""
    places = hand.strip([False] * opponents, columns)
    assert len(places.slots) == 2 * columns
    assert len({box.y for box in places.slots}) == 2
    lines = (places.head, *places.others, places.captured, places.me)
    assert all(one.bottom <= other.y for one, other in pairwise(lines))
    assert all(places.others[-1].bottom < box.y and box.bottom < places.me.y for box in places.slots)
    assert all(box.x >= 0 and box.right < places.captured.x for box in places.slots)
    assert places.captured.right <= hand.WIDTH


@pytest.mark.parametrize("taken", [(True,), (True, False), (False, True), (True, True)])
def test_an_opponent_s_captured_cards_have_a_row_below_their_line(taken: tuple[bool, ...]) -> None:
    """Only where there are some; what follows lies lower."""
    places, without = hand.strip(taken, 4), hand.strip([False] * len(taken), 4)
    for drawn, line, row in zip(taken, places.others, places.taken, strict=True):
        assert row.y == line.bottom and (row.h > geometry.card_height(hand.CAPTURED_CARD)) == drawn
        assert row.h > 0 or not drawn
    tall = sum(row.h for row in places.taken)
    assert (places.captured.y, places.me.y) == (without.captured.y + tall, without.me.y + tall)
    panels = [
        Box(line.x, line.y, line.w, row.bottom - line.y)
        for line, row in zip(places.others, places.taken, strict=True)
    ]
    assert all(one.bottom < other.y for one, other in pairwise([*panels, places.captured]))


@pytest.mark.parametrize("counts", [(1,), (0, 3), (1, 1, 1, 1), (2, 0, 4), (5, 9, 10, 24), (5, 9, 10, 0)])
def test_kinds_lie_beside_each_other_in_a_row(counts: tuple[int, ...]) -> None:
    """Badge, count and cards of each kind, in this order, however many there are; none over another kind."""
    box, wide = hand.strip([True], 4).taken[0], 30
    groups = hand.row(box, [(wide, count) for count in counts])
    assert [len(group.cards) for group in groups] == list(counts)
    ends = []
    for group in groups:
        x, middle = group.count
        assert group.badge.right < x and middle == box.cy
        assert all(inside(box, each) for each in (group.badge, *group.cards))
        assert all(x + wide < card.x for card in group.cards)
        assert all(one.x < other.x for one, other in pairwise(group.cards))
        ends.append((group.badge.x, max([x + wide, *(card.right for card in group.cards)])))
    assert all(end < start for (_, end), (start, _) in pairwise(ends))
    assert hand.row(box, []) == ()


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (1, 1, 1, 1), (5, 9, 10, 24)])
def test_captured_cards_of_a_hand_lie_in_a_line_a_kind(counts: tuple[int, ...]) -> None:
    """Badge, count and cards of each kind lie in the panel, however many there are."""
    panel = hand.strip([False], 4).captured
    groups = hand.captured(panel, counts)
    assert [len(group.cards) for group in groups] == list(counts)
    for group in groups:
        assert inside(panel, group.badge)
        assert all(inside(panel, box) for box in group.cards)


@pytest.mark.parametrize("count", range(4, 9))
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


@pytest.mark.parametrize("count", range(1, 4))
@pytest.mark.parametrize("each", range(4))
def test_few_cards_are_larger_and_have_room_for_words(count: int, each: int) -> None:
    """Card, matches and words lie in the cell; three with words are no higher than eight cards."""
    cells = hand.few(500, [each] * count, 114)
    assert len(cells) == count
    for cell in cells:
        assert cell.card.w == hand.FEW_CARD > hand.CARD
        assert inside(Box(0, 500, hand.WIDTH, hand.cells(500, [1] * 8)[-1].box.bottom - 500), cell.box)
        assert all(inside(cell.box, box) for box in (cell.card, *cell.matches, cell.words))
        assert not any(overlap(cell.words, box) for box in (cell.card, *cell.matches))
        assert cell.words.w == hand.few_words(count)
        assert cell.words.h >= 114
        assert len(cell.matches) == each
    assert not any(overlap(one.box, other.box) for one, other in combinations(cells, 2))


def test_a_row_without_a_match_is_lower() -> None:
    """The room for matching cards below six of the hand is left out where none matches."""
    with_match, without = hand.cells(0, [0, 1, 0, 0, 0, 0]), hand.cells(0, [0] * 6)
    assert without[0].box.h < with_match[0].box.h


def test_a_choice_has_room_for_what_its_targets_bring() -> None:
    """Three panels stand side by side, a card in each, with their lines under the cards."""
    for chips in range(3):
        places = hand.choice(400, chips)
        panels = (places.source, *places.targets)
        assert all(one.right < other.x for one, other in pairwise(panels))
        assert all(inside(panel, card) for panel, card in zip(panels, places.cards, strict=True))
        assert len(places.chips) == chips
        middles = (places.cards[0].bottom + 20, *places.chips)
        assert all(one + 22 <= other - 19 for one, other in pairwise(middles[1:]))
        assert all(cy + 19 < places.bottom for cy in places.chips)
        assert places.bottom == places.source.bottom <= 400 + 320


@pytest.mark.parametrize("tall", [180, 240, 340])
def test_a_decision_is_two_equal_halves(tall: int) -> None:
    """To stop and to go on lie side by side; the hand's rest lies under them, or the picture ends there."""
    with_rest, without = (hand.decision(400, tall, rest=rest) for rest in (True, False))
    assert with_rest.stop.bottom == with_rest.go_on.bottom == without.bottom == 400 + tall
    assert (with_rest.stop.w, with_rest.stop.h) == (with_rest.go_on.w, with_rest.go_on.h)
    assert with_rest.stop.right < with_rest.go_on.x and with_rest.go_on.right == hand.WIDTH - with_rest.stop.x
    assert with_rest.rest.y > without.bottom and with_rest.bottom == with_rest.rest.bottom


def test_a_row_moves_together_where_it_must() -> None:
    """Cards keep their step while they fit and move together when they do not."""
    box = Box(10, 5, 200, 0)
    assert [card.x for card in geometry.row(box, 3, 50, most_step=60)] == [10, 70, 130]
    assert [card.x for card in geometry.row(box, 4, 50, most_step=60)] == [10, 60, 110, 160]
    assert [card.x for card in geometry.row(box, 2, 50, most_step=60, centred=True)] == [55, 115]
    assert geometry.row(box, 0, 50, most_step=60) == ()


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
