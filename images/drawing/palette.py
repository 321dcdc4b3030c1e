"""The colours of the cards; nothing else may be used on one."""

from __future__ import annotations

from enum import StrEnum


class Colour(StrEnum):
    """Prints as its `#RRGGBB`."""

    PAPER = "#F7EFDD"
    PAPER_SHADE = "#ECE0C6"
    WHITE = "#FFFDF6"
    SUMI = "#22252D"
    SUMI_LIGHT = "#3A3F4A"
    PINE = "#1D4B40"
    GREEN = "#3E7B57"
    MOSS = "#5E7F3A"
    LEAF = "#8FAE4E"
    RED = "#D63A2E"
    DEEP = "#9E2229"
    CORAL = "#E9756C"
    PINK = "#EF9FA6"
    ROSE = "#DB6A7C"
    BLUSH = "#F9D6D0"
    HAGI = "#BE3562"
    GOLD = "#E2A42B"
    STRAW = "#F4D27A"
    ORANGE = "#E5782F"
    VIOLET = "#533B86"
    LILAC = "#9681C4"
    MIST = "#D3C8E8"
    BLUE = "#264A93"
    NIGHT = "#17326B"
    WATER = "#5B9DBF"
    FOAM = "#C4E0E4"
    RAIN_GROUND = "#DCE5E0"
    RAIN_LINE = "#B4C4C0"
    BROWN = "#6E4128"
    TAN = "#C4864A"
    SAND = "#E3BE8B"
    SKIN = "#F3D9BE"
    BACK_WAVE = "#C8504A"
