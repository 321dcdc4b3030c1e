"""The type of a file, judged by its first bytes alone: type and size of pictures."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

OCTETS = "application/octet-stream"
_HEAD = 256 * 1024


@dataclass(frozen=True, slots=True)
class Media:
    """A type that is safe to serve, and for pictures width and height in pixels."""

    content_type: str
    width: int | None = None
    height: int | None = None


def sniff(path: Path) -> Media:
    """Look at the head of a file; anything that is not a picture is plain octets."""
    with path.open("rb") as file:
        return sniff_bytes(file.read(_HEAD))


def sniff_bytes(head: bytes) -> Media:
    """Tell the type of a file from its first bytes."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
        return Media("image/png", width, height)
    if head[:6] in (b"GIF87a", b"GIF89a") and len(head) >= 10:
        width, height = struct.unpack("<HH", head[6:10])
        return Media("image/gif", width, height)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _webp(head)
    if head.startswith(b"\xff\xd8\xff"):
        return _jpeg(head)
    return Media(OCTETS)


def _webp(head: bytes) -> Media:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        return Media(
            "image/webp", int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
        )
    if kind == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        return Media("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and len(head) >= 30:
        width, height = struct.unpack("<HH", head[26:30])
        return Media("image/webp", width & 0x3FFF, height & 0x3FFF)
    return Media(OCTETS)


def _jpeg(head: bytes) -> Media:
    position = 2
    while position + 9 < len(head) and head[position] == 0xFF:
        marker = head[position + 1]
        # SOF0-SOF15 hold the size; C4, C8 and CC are other things in the same range.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", head[position + 5 : position + 9])
            return Media("image/jpeg", width, height)
        position += 2 + int.from_bytes(head[position + 2 : position + 4], "big")
    return Media("image/jpeg")
