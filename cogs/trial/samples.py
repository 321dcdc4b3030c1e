"""The smallest pictures that Discord takes for pictures."""

from __future__ import annotations

import struct
import zlib
from typing import Final

GIF: Final = bytes.fromhex(
    "47494638396102000200800000000000ffffff"  # 2 x 2 pixels, black and white
    "21ff0b4e45545343415045322e300301000000"  # repeated for ever
    "21f9040032000000" "2c000000000200020000" "0203" "040814" "00"  # half a second of black
    "21f9040032000000" "2c000000000200020000" "0203" "4c9814" "00"  # and of white
    "3b"
)  # fmt: skip
"""An animated picture."""


def png(red: int) -> bytes:
    """Return a picture of 2 x 2 pixels in a shade of red."""
    rows = (b"\0" + bytes((red, 0, 0)) * 2) * 2
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0),
        b"IDAT": zlib.compress(rows),
        b"IEND": b"",
    }
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts.items()
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
