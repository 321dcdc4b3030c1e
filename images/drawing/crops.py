"""The square of a card's face that its emoji shows, and the part that a captured card on the table shows.

At 24 pixels a whole card is a strip that nobody recognises: the square lies round the hero, the ribbon, or
the densest part of the plant.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Crop(NamedTuple):
    """A square in card units: its left and upper edge, and its side."""

    x: int
    y: int
    side: int


CROPS: Final = {
    "01-light": Crop(24, 64, 252),
    "01-ribbon": Crop(36, 90, 240),
    "01-chaff-1": Crop(20, 110, 262),
    "01-chaff-2": Crop(20, 110, 262),
    "02-animal": Crop(22, 150, 258),
    "02-ribbon": Crop(36, 90, 240),
    "02-chaff-1": Crop(20, 110, 262),
    "02-chaff-2": Crop(20, 110, 262),
    "03-light": Crop(24, 190, 252),
    "03-ribbon": Crop(36, 90, 240),
    "03-chaff-1": Crop(20, 110, 262),
    "03-chaff-2": Crop(20, 110, 262),
    "04-animal": Crop(20, 196, 262),
    "04-ribbon": Crop(20, 140, 262),
    "04-chaff-1": Crop(20, 110, 262),
    "04-chaff-2": Crop(20, 110, 262),
    "05-animal": Crop(20, 210, 262),
    "05-ribbon": Crop(20, 90, 262),
    "05-chaff-1": Crop(20, 110, 262),
    "05-chaff-2": Crop(20, 110, 262),
    "06-animal": Crop(18, 54, 264),
    "06-ribbon": Crop(20, 180, 262),
    "06-chaff-1": Crop(20, 210, 262),
    "06-chaff-2": Crop(20, 60, 262),
    "07-animal": Crop(19, 196, 262),
    "07-ribbon": Crop(20, 120, 262),
    "07-chaff-1": Crop(20, 110, 262),
    "07-chaff-2": Crop(20, 110, 262),
    "08-light": Crop(28, 34, 246),
    "08-animal": Crop(19, 28, 262),
    "08-chaff-1": Crop(19, 50, 262),
    "08-chaff-2": Crop(19, 50, 262),
    "09-animal": Crop(19, 215, 262),
    "09-ribbon": Crop(20, 160, 262),
    "09-chaff-1": Crop(20, 70, 262),
    "09-chaff-2": Crop(18, 40, 264),
    "10-animal": Crop(24, 60, 256),
    "10-ribbon": Crop(20, 170, 262),
    "10-chaff-1": Crop(20, 110, 262),
    "10-chaff-2": Crop(20, 110, 262),
    "11-light": Crop(24, 56, 252),
    "11-animal": Crop(22, 120, 262),
    "11-ribbon": Crop(20, 60, 262),
    "11-chaff": Crop(20, 90, 262),
    "12-light": Crop(24, 44, 252),
    "12-chaff-1": Crop(20, 96, 262),
    "12-chaff-2": Crop(20, 130, 262),
    "12-chaff-3": Crop(19, 205, 262),
}
