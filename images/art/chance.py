"""Irregularity that comes out the same on every run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random


def jitter(seed: int) -> Iterator[float]:
    """Endless numbers between -1 and 1, evenly spread, always the same for a seed."""
    chance = Random(seed)  # noqa: S311 - it makes petals uneven, not keys
    while True:
        yield chance.uniform(-1, 1)
