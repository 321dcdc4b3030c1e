"""A home for tests that need no special one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.house import Home, home


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Home]:
    """A manager on a fresh database."""
    async with home(tmp_path) as it:
        yield it
