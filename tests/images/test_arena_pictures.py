"""The pictures of arenas: a phone and a desk can read them, and nothing of them lies on anything else."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.i18n import Words
from images.drawing import theme
from images.layouts import arenas as layout
from images.layouts.geometry import WIDTH
from images.pictures import paint
from tests.gallery.arenas import arenas
from tests.gallery.overflow import faults_of, inside, overlap
from tests.support.wording_views import ENGLISH, EVERY

PHONE, DESK = 314, (550, 350)
"""Width in pixels at which a phone shows a picture; width and height within which a desk shows it."""
LEAST = 9
"""Least height of the smallest letters, in those pixels."""


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_phone_and_desk_can_read_every_picture(words: Words) -> None:
    """Names alone are cut, nothing lies on anything else, no letter is too small."""
    for name, scene in arenas(words).items():
        canvas = paint(scene)
        width, height = canvas.image.size
        shown = min(PHONE / width, DESK[0] / width, DESK[1] / height)
        assert list(faults_of(canvas)) == [], name
        assert min(each.size for each in canvas.placed) * shown >= LEAST, name


@pytest.mark.parametrize("rows", [1, 8, 9, 16])
@pytest.mark.parametrize("against", [0, 1, 2])
def test_rows_lie_apart(rows: int, against: int) -> None:
    """The name and the opponents inside their row, clear of the numbers and of each other."""
    places = layout.standing(rows, (60, 80, 90), against=against)
    assert all(one.box.bottom < other.box.y for one, other in pairwise(places.rows))
    assert places.rows[-1].box.bottom < places.footer < places.height
    right, width = places.values[0]
    for row in places.rows:
        assert inside(row.box, row.name) and row.name.right < right - width
        if against:
            assert inside(row.box, row.against) and row.against.right <= right - width
            assert not overlap(row.name, row.against)


@pytest.mark.parametrize("people", [0, 1, 3, 16])
def test_people_who_come_stand_two_in_a_row(people: int) -> None:
    """The cells lie apart, inside the picture, above the footer."""
    places = layout.coming(people)
    assert len(places.cells) == people
    assert len({cell.x for cell in places.cells}) == min(people, 2)
    assert all(not overlap(one, other) for one, other in pairwise(places.cells))
    assert all(cell.right <= layout.WIDTH and cell.bottom < places.footer for cell in places.cells)


@pytest.mark.parametrize("places", [(1,), (1, 2), (1, 2, 3), (1, 1, 1), (1, 2, 2), (1, 1, 3)])
def test_a_better_place_stands_higher(places: tuple[int, ...]) -> None:
    """The first in the middle, lanterns apart and inside the frame, cards below the title."""
    lanterns = layout.podium(places)
    assert len(lanterns) == len(places) and lanterns[0].box.cx == WIDTH // 2
    for place, lantern in zip(places, lanterns, strict=True):
        assert lantern.box.bottom == layout.GROUND
        assert (lantern.box.h == lanterns[0].box.h) is (place == 1)
        assert lantern.box.x >= layout.MARGIN and lantern.box.right <= WIDTH - layout.MARGIN
    ordered = sorted(lanterns, key=lambda one: one.box.x)
    assert all(not overlap(one.box, other.box) for one, other in pairwise(ordered))


def test_the_standing_wears_the_felt_of_its_month() -> None:
    """Winter, spring, summer and autumn."""
    named = arenas(ENGLISH)
    for name, month in (("standing-1", 1), ("standing-8", 4), ("standing-100", 6), ("closing", 11)):
        image = paint(named[f"arena-{name}"]).image
        assert image.getpixel((2, image.height - 2)) == theme.felt(month).ground


def test_opponents_share_their_room() -> None:
    """A short name leaves its room to a long one; a name alone has all of it."""
    assert not [each.text for each in paint(arenas(ENGLISH)["arena-sannin-18"]).placed if each.cut]
