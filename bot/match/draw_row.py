"""The eight places of the seat draw, as people see them: a card that is taken leaves a gap.

A record knows no places. `draw:k` takes the card with k free cards before it (record.md, version 2), so the
places follow from the actions alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.cards.deck import DECK
from engine.rules.actions import Action, Draw

PLACES = 8


def free_places(taken: Collection[tuple[int, ...]], draw_round: int) -> tuple[int, ...]:
    """Places from 0 that still hold a card in a round of the seat draw (from 1).

    `taken` holds everybody's places, one for each round in which they drew.
    """
    before = sum(min(len(places), draw_round - 1) for places in taken)
    gone = {places[draw_round - 1] for places in taken if len(places) >= draw_round}
    return tuple(place for place in range(min(PLACES, len(DECK) - before)) if place not in gone)


def taken_places(actions: Iterable[Action], participants: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards that each has drawn, by joining number and round.

    A card beyond the places has the next number: before places were kept, each card that was taken made room
    for another one at the end.
    """
    taken: list[tuple[int, ...]] = [()] * participants
    current, free = 1, list(range(PLACES))
    draws = [(each.player, each.move.place) for each in actions if isinstance(each.move, Draw)]
    for number, (player, before) in enumerate(draws):
        if len(taken[player]) == current:
            # A further round: the row closes up, and new cards come at its end.
            current, free = current + 1, list(range(min(PLACES, len(DECK) - number)))
        place = free.pop(before) if before < len(free) else PLACES
        taken[player] = (*taken[player], place)
    return tuple(taken)


def cards_before(free: tuple[int, ...], place: int) -> int:
    """Return the number of free cards before the one that a press on `place` takes.

    Where it was taken a moment before, that is the next free one to its right, at the end to its left.
    """
    return min(sum(each < place for each in free), len(free) - 1)
