"""A process that draws for another one: `python -m images.worker [FONT]`, scenes in, pictures out.

It reads scenes as pickles. For each it writes the PNG, empty where none can be drawn, and lines for the log;
before each of them stands its length. The process ends by itself when its input does, as when the other one
is gone. The system ends it (SIGALRM) where nobody asks for a while, or where a picture takes too long,
whatever it is about.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import signal
import struct
import sys
from pathlib import Path
from typing import BinaryIO, Final

from images import draw

READY: Final = b"ready"
"""The first bytes that the process writes."""
LENGTH: Final = struct.Struct(">I")
IDLE_SECONDS: Final = 600
"""The time after which a process ends that nobody asks."""
LONGEST_SECONDS: Final = 5
"""The time that a picture may take; the slowest of the gallery takes 0.2 s."""


def framed(content: bytes) -> bytes:
    """Return some bytes as they are written, behind their length."""
    return LENGTH.pack(len(content)) + content


def main(font: str | None = None) -> None:
    """Draw until the input ends."""
    # A terminal, or what stops all processes of a service, stops the other one, which finishes what is asked.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the other one is gone: so is this one, without a word
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what anybody prints is no picture
    _get_ready(font)
    said = io.StringIO()
    logging.basicConfig(stream=said, format="%(message)s")
    out.write(READY)
    out.flush()
    signal.alarm(IDLE_SECONDS)
    while (asked := _asked(sys.stdin.buffer)) is not None:
        signal.alarm(LONGEST_SECONDS)
        picture = _drawn(asked)
        signal.alarm(IDLE_SECONDS)
        out.write(framed(picture) + framed(said.getvalue().encode()))
        out.flush()
        said.seek(0)
        said.truncate()


def _get_ready(font: str | None) -> None:
    """Load the pictures, and write with the same face as the other process.

    The memory of large pictures is kept here, not returned (`drawing.cache`): one thread draws, and to fetch
    it anew took an eighth of each picture.
    """
    from images.drawing import faces  # noqa: PLC0415 - signals first

    if font is not None:
        faces.choose(Path(font))
    import images.pictures  # noqa: F401, PLC0415 - before the first scene


def _asked(source: BinaryIO) -> bytes | None:
    """Return the next pickled scene; None where the input ends before it does."""
    if len(head := source.read(LENGTH.size)) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    found = source.read(length)
    return found if len(found) == length else None


def _drawn(asked: bytes) -> bytes:
    """The PNG of a pickled scene; empty where it cannot be drawn: the other process tries, and tells why."""
    try:
        return draw(pickle.loads(asked))  # noqa: S301 - from the process that has started this one
    except Exception:
        return b""


if __name__ == "__main__":
    main(*sys.argv[1:])
