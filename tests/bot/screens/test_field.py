"""The field of pictures and descriptions: two rows in which a card stays where it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.screens import field
from engine.cards.deck import DECK, Card
from engine.play.observation import Observation
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import matches


def _seen(rule_set: RuleSetId, seed: int = 3) -> list[Observation]:
    """Return the public views of a match while cards lie on the table."""
    views = matches(make_rules(rule_set, {"months": 3}), seed)
    return [view.public for view in views if view.public is not None and view.public.slots]


def _rows(seen: Observation) -> str:
    """The numbers of the cards' places from a to z, row by row; `.` for a free place."""
    lying = field.places(seen)
    columns = len(lying) // 2
    told = "".join("." if place.card is None else chr(97 + place.card.index) for place in lying)
    return f"{told[:columns]} {told[columns:]}"


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        (8, "abcd efgh"),
        (9, ".abcdi .efgh."),
        (10, ".abcdi .efghj"),
        (11, "kabcdi .efghj"),
        (12, "kabcdi lefghj"),
        (13, ".kabcdim .lefghj."),
    ],
)
def test_the_field_grows_to_both_sides(cards: int, rows: str) -> None:
    """The dealt cards stay in the middle; pairs of places come right of them, left of them, right again."""
    dealt = _seen(RuleSetId.CLASSIC)[0]
    assert _rows(replace(dealt, slots=DECK[:cards])) == rows


def test_three_columns_grow_to_five_and_seven() -> None:
    """Of six dealt cards the middle column stays in the middle."""
    dealt = _seen(RuleSetId.SANNIN)[0]
    assert _rows(replace(dealt, slots=DECK[:6])) == "abc def"
    assert _rows(replace(dealt, slots=DECK[:9])) == "iabcg .defh"
    assert _rows(replace(dealt, slots=DECK[:11])) == ".iabcgk .jdefh."


def _spots(seen: Observation) -> dict[Card, tuple[int, int]]:
    """The row of each card, and how far right of the middle it lies."""
    lying = field.places(seen)
    columns = len(lying) // 2
    return {
        place.card: (number // columns, 2 * (number % columns) - columns)
        for number, place in enumerate(lying)
        if place.card is not None
    }


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_card_never_jumps(rule_set: RuleSetId) -> None:
    """From one moment of a deal to the next it keeps its row and its distance from the middle."""
    for before, after in pairwise(_seen(rule_set)):
        if before.deal == after.deal:
            stayed = before.field & after.field
            assert all(_spots(before)[each] == _spots(after)[each] for each in stayed)
            assert len(field.places(before)) <= len(field.places(after))


def test_a_cleared_place_is_free() -> None:
    """The field names a place that the last turn cleared, and no place with a card."""
    found = 0
    for seen in _seen(RuleSetId.LEAGUE):
        cleared = [place for place in field.places(seen) if place.cleared]
        assert len(cleared) == len(seen.cleared)
        assert all(place.card is None for place in cleared)
        found += len(cleared)
    assert found


def test_room_for_cards_to_come() -> None:
    """Frames that follow each other have the places of the fullest one."""
    dealt = _seen(RuleSetId.CLASSIC)[0]
    assert len(field.places(dealt)) == len(field.places(dealt, 8)) == 8
    assert len(field.places(dealt, 9)) == len(field.places(dealt, 12)) == 12
    assert tuple(field.cards(field.places(dealt, 12))) == tuple(each for each in dealt.slots if each)
