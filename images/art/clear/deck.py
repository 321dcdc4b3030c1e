"""Every card of the clear face with the function that draws it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.cards.deck import DECK, Card, Kind
from images.art.clear import heroes
from images.art.clear.head import clear
from images.art.clear.plants import PLANTS, Plant
from images.art.motifs.ribbon import AKA, BLUE, MIYO, RED, Ribbon, flat_ribbon
from images.art.motifs.svg import Markup, place, rectangle, stack
from images.drawing.palette import Colour

_HEROES: Final = {
    "01-light": (heroes.crane_and_sun, Colour.WHITE),
    "02-animal": (heroes.great_warbler, Colour.WHITE),
    "03-light": (heroes.curtain_and_blossoms, Colour.DEEP),
    "04-animal": (heroes.cuckoo_and_moon, Colour.NIGHT),
    "05-animal": (heroes.great_bridge, Colour.WHITE),
    "06-animal": (heroes.great_butterfly, Colour.WHITE),
    "07-animal": (heroes.great_boar, Colour.WHITE),
    "08-light": (heroes.full_moon, Colour.RED),
    "08-animal": (heroes.three_geese, Colour.FOAM),
    "09-animal": (heroes.great_cup, Colour.PINE),
    "10-animal": (heroes.great_stag, Colour.WHITE),
    "11-light": (heroes.rain_man_and_umbrella, Colour.RAIN_LINE),
    "11-animal": (heroes.great_swallow, Colour.RAIN_LINE),
    "11-chaff": (heroes.storm, Colour.RAIN_LINE),
    "12-light": (heroes.great_phoenix, Colour.STRAW),
}
"""The heroes and their grounds by the id of their card."""

_RIBBONS: Final = {1: AKA, 2: AKA, 3: MIYO, 6: BLUE, 9: BLUE, 10: BLUE}
"""By month; all others are plain red."""
# At the left: captured cards cover each other from the right.
_RIBBON_AT: Final = (102, 304)
_LEAN: Final = -5
_BESIDE: Final = (136, 0)


def _draw(card: Card) -> Markup:
    plant = PLANTS[card.month - 1]
    if card.id in _HEROES:
        hero, ground = _HEROES[card.id]
        return clear(card.month, card.kind, hero(), ground)
    if card.kind is Kind.RIBBON:
        return _ribbon_card(card.month, plant)
    return clear(card.month, card.kind, _chaff(card, plant), plant.ground)


def _ribbon_card(month: int, plant: Plant) -> Markup:
    sort: Ribbon = _RIBBONS.get(month, RED)
    picture = stack(place(plant.beside(), _BESIDE), flat_ribbon(sort, _RIBBON_AT, _LEAN))
    return clear(month, Kind.RIBBON, picture, plant.ground, blue=sort is BLUE)


def _chaff(card: Card, plant: Plant) -> Markup:
    """One large plant on the first, two on the second; the third of December has its yellow foot."""
    if card.id.endswith("3"):
        return stack(rectangle((0, 360), (300, 130), Colour.GOLD), plant.beside())
    return plant.one() if card.id.endswith("1") else plant.two()


CLEAR_FACES: Final[dict[str, Callable[[], Markup]]] = {
    f"clear-{card.id}": partial(_draw, card) for card in DECK
}
"""The faces by the names of their files, in the order of the deck."""
