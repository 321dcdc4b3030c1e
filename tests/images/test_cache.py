"""The bounded store of drawn parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from images.drawing.cache import Cache
from tests.gallery import bench, scenes
from tests.support.wording_views import ENGLISH


def test_a_part_is_made_once() -> None:
    """The second request gives the first one's part."""
    made: list[int] = []

    def make(key: int) -> bytes:
        made.append(key)
        return bytes(key)

    cache: Cache[int, bytes] = Cache(make, len, most_bytes=100)
    assert cache.get(10) is cache.get(10)
    assert made == [10]


def test_the_oldest_part_goes_when_all_weigh_too_much() -> None:
    """The store stays under its weight and keeps what was used last."""
    cache: Cache[int, bytes] = Cache(bytes, len, most_bytes=100)
    first = cache.get(40)
    cache.get(50)
    assert cache.get(40) is first
    cache.get(30)
    assert cache.held_bytes == 70
    assert cache.get(40) is first


@pytest.mark.outside
def test_the_bench_tells_what_drawing_weighs_and_nothing_else() -> None:
    """The count leaves out this process's own memory, its scenes, and a picture that is drawn again."""
    held = bytearray(300_000_000)
    grown = bench.growth(scenes.usual(ENGLISH) * 20)
    assert grown < 80_000_000 < len(held)
    assert (grown > 5_000_000) is Path("/proc/self/statm").exists()
