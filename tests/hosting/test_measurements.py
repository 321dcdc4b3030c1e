"""What README's figures were measured with, in small, so that whoever hosts can measure their own machine."""

from __future__ import annotations

import pytest

from tests.support.bench import scale
from tests.support.bench.scale import Setup

pytestmark = pytest.mark.postgresql


async def test_two_processes_are_measured_under_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of `--scale`: presses at tables of both processes were acknowledged, and both have a memory."""
    monkeypatch.setattr(scale, "MOVE_SECONDS", 0.5)
    *head, row = await scale.scale([2], (Setup("postgresql", 2),), seconds=2.0, warm=0.5)
    assert head == list(scale.HEAD)
    tables, database, processes, presses, quantiles, spent, memory, _ = row.strip("| ").split(" | ")
    assert (tables, database, processes) == ("2", "PostgreSQL", "2")
    assert float(presses.split()[0]) > 0
    assert quantiles != "nothing measured"
    assert all(float(each) > 0 for each in spent.removesuffix(" ms").split(", "))
    assert all(int(each) > 20 for each in memory.removesuffix(" MB").split(", "))
