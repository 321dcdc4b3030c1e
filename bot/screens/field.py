"""The places of the field as pictures and descriptions have them: two rows that grow to both sides.

The cards as dealt lie in the middle. Further places come in pairs, one over the other: right of them, left of
them, right again. So a card keeps its row and its neighbours for the whole month, and all cards keep round
the same middle when they become smaller. Places stay when they are empty: a field never shrinks back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.rule_sets import Place as DealtTo
from images.scene.table import Highlight, Slot


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the field: the card on it, or whether the last turn captured one there."""

    card: Card | None = None
    cleared: bool = False


def places(seen: Observation, least: int = 0) -> tuple[Place, ...]:
    """The upper row and the lower one, each from the left, both equally long.

    There is room for `least` cards, for pictures that follow each other.
    """
    dealt = sum(count for place, count in seen.rules.rule_set.dealing if place is DealtTo.FIELD)
    middle = -(-dealt // 2)
    pairs = -(-max(len(seen.slots) - dealt, least - dealt, 0) // 2)
    beside = -(-pairs // 2)
    columns = middle + 2 * beside
    lying = [Place()] * (2 * columns)
    for number, card in enumerate(seen.slots):
        row, column = _at(number, dealt, middle)
        lying[row * columns + beside + column] = Place(card, number in seen.cleared)
    return tuple(lying)


def _at(number: int, dealt: int, middle: int) -> tuple[int, int]:
    """The row of a place, and its column counted from that of the first card."""
    if number < dealt:
        return divmod(number, middle)
    pair, row = divmod(number - dealt, 2)
    beyond = pair // 2
    return row, -1 - beyond if pair % 2 else middle + beyond


def cards(lying: tuple[Place, ...]) -> Iterator[Card]:
    """The cards of the field in the order of a picture."""
    return (place.card for place in lying if place.card is not None)


def slots(lying: tuple[Place, ...], marks: Mapping[Card, Highlight]) -> tuple[Slot, ...]:
    """The field of a picture; cards wear their marks."""
    return tuple(
        Slot(place.card, marks.get(place.card) if place.card else None, cleared=place.cleared)
        for place in lying
    )
