"""The making of the 256 fixed colours (art guide, section 13).

`python -m tests.gallery palette` writes them again.

All colours of cards and interface are in it exactly; the rest is fitted to the mixed colours of smoothed
edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PIL import Image

from images.drawing import theme

COLOURS: Final = 256
_MANY: Final = 1 << 22
# A colour that is everywhere must not outweigh the rare ones: each is counted so many times at the most.
_COUNT_MOST: Final = 400


def _faded(colour: theme.Rgb, felt: theme.Felt) -> theme.Rgb:
    red, green, blue = (int(c + (p - c) * theme.FADE) for c, p in zip(colour, felt.panel, strict=True))
    return red, green, blue


_INTERFACE: Final = (
    *(colour for felt in (theme.EVERGREEN, *theme.SEASONS) for colour in felt.colours),
    theme.FLIPPED,
    theme.KOI,
    theme.SHEET_QUIET,
    theme.SHEET_RED,
    theme.SHEET_RULE,
    theme.WOOD,
    theme.SILVER,
    theme.BRONZE,
    *(_faded(colour, felt) for felt in theme.SEASONS for colour in (theme.PAPER, theme.SUMI, theme.RED)),
)
"""The colours that no card has; together with the cards' they are exact in every picture."""


def exact_colours() -> tuple[theme.Rgb, ...]:
    """The colours that every picture keeps unchanged."""
    return tuple(dict.fromkeys((*theme.CARD, *_INTERFACE)))


def make(samples: Iterable[Image.Image]) -> bytes:
    """The palette for pictures like `samples` (mode RGB): 768 bytes, the exact colours first."""
    exact = exact_colours()
    known = set(exact)
    mixed: list[theme.Rgb] = []
    for sample in samples:
        for count, colour in sample.getcolors(_MANY) or ():
            if isinstance(colour, tuple) and colour not in known:
                mixed += [(colour[0], colour[1], colour[2])] * min(count, _COUNT_MOST)
    strip = Image.frombytes("RGB", (len(mixed), 1), b"".join(map(bytes, mixed)))
    fitted = strip.quantize(
        COLOURS - len(exact), Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE
    )
    rest = list(_colours(bytes(fitted.getpalette() or ())))[: COLOURS - len(exact)]
    return _unshadowed([*exact, *rest, *exact][:COLOURS], len(exact))


def _unshadowed(colours: list[theme.Rgb], exact: int) -> bytes:
    """The palette without fitted colours that Pillow would take in place of a near exact one.

    It looks colours up in cells of four levels a side, not one by one.
    """
    while True:
        stored = b"".join(map(bytes, colours))
        lookup = Image.new("P", (1, 1))
        lookup.putpalette(stored)
        row = Image.frombytes("RGB", (exact, 1), stored[: 3 * exact])
        taken = row.quantize(palette=lookup, dither=Image.Dither.NONE).tobytes()
        wrong = [(i, place) for i, place in enumerate(taken) if colours[place] != colours[i]]
        if not wrong:
            return stored
        for i, place in wrong:
            colours[place] = colours[i]


def _colours(stored: bytes) -> Iterable[theme.Rgb]:
    return ((stored[i], stored[i + 1], stored[i + 2]) for i in range(0, len(stored), 3))
