"""`python -m images.art`: print every drawing as SVG, make its sprite and the contact sheets again."""

from __future__ import annotations

import io
from pathlib import Path

import resvg_py
from PIL import Image

from images.art.badges import BADGES
from images.art.clear.deck import CLEAR_FACES
from images.art.corners import CORNERS
from images.art.deck import DRAWINGS
from images.art.seals import SEALS
from images.art.sheets import SHEETS, encoded

_HERE = Path(__file__).parent
_SPRITES = _HERE.parent / "sprites"

PRINTED = {
    **DRAWINGS,
    **CLEAR_FACES,
    **{f"badge-{name}": draw for name, draw in BADGES.items()},
    **{f"seal-{name}": draw for name, draw in SEALS.items()},
    **{f"corner-{month:02}": draw for month, draw in enumerate(CORNERS, start=1)},
}
"""The cards, the back, the clear faces, badges, seals and the months' corners by the names of their files."""


def rasterised(svg: str) -> Image.Image:
    """Return the drawing in mode RGBA: a card 300 x 490, a badge or seal 128 x 128, a corner 340 x 480."""
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def main() -> None:
    """Write `svg/` and `sheets/` beside this file, and the sprites that the bot reads."""
    for name, draw in PRINTED.items():
        svg = draw()
        (_HERE / "svg" / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
        rasterised(svg).save(_SPRITES / f"{name}.webp", lossless=True, method=4)
    # Of the sprites as they are now: they are read at each call.
    for name, draw_sheet in SHEETS.items():
        (_HERE / "sheets" / f"{name}.webp").write_bytes(encoded(draw_sheet()))


if __name__ == "__main__":
    main()
