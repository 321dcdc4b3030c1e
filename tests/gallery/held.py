"""Animations that stand still in the middle of their drawing, for tests of those who wait for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from images.pictures import replay
from images.scene.table import ReplayFrame


class Held:
    """Holds the painting of each frame until the test lets it go on, and counts the frames."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.painted = 0
        self.begun = threading.Event()
        self.go = threading.Event()
        paint = replay.paint

        def held(frame: ReplayFrame) -> object:
            self.painted += 1
            self.begun.set()
            assert self.go.wait(30)
            return paint(frame)

        monkeypatch.setattr(replay, "paint", held)

    async def until_begun(self) -> None:
        await asyncio.to_thread(self.begun.wait, 30)
