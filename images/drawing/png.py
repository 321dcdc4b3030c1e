"""Pictures of fixed colours as PNG files.

Pillow's own writer deflates with zlib, which was half of what a picture took; ISA-L does it in a quarter of
the time, to the same size.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from isal import isal_zlib
from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 2
"""ISA-L has 0 to 3; 3 takes twice as long as 2, and its files of our pictures are no smaller."""
_COLOURS: Final = 256


@cache
def palette() -> Image.Image:
    """The fixed 256 colours, as Pillow takes them."""
    stored = resources.files("images") / "colours.pal"
    picture = Image.new("P", (1, 1))
    picture.putpalette(stored.read_bytes())
    return picture


def reduced(picture: Image.Image) -> Image.Image:
    """A picture (mode RGB) in the fixed colours, mode P."""
    return picture.quantize(palette=palette(), dither=Image.Dither.NONE)


def encoded(picture: Image.Image) -> bytes:
    """A picture of mode P as a PNG file."""
    return _SIGNATURE + b"".join(_chunks(picture))


def _chunks(picture: Image.Image) -> Iterator[bytes]:
    """Head, palette, pixels, end (PNG specification, 5.6)."""
    wide, tall = picture.size
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, tall, 8, 3, 0, 0, 0))
    yield _chunk(b"PLTE", bytes(picture.getpalette() or ())[: 3 * _COLOURS])
    # Before each row stands its filter, 0: the one byte by which Pillow lets rows be longer than the picture.
    rows = (b"\0" + picture.tobytes("raw", ("P", wide + 1)))[:-1]
    yield _chunk(b"IDAT", isal_zlib.compress(rows, _LEVEL))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    named = kind + content
    return struct.pack(">I", len(content)) + named + struct.pack(">I", isal_zlib.crc32(named))
