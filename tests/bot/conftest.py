"""A running service for tests that need no special one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.manager_fixture import RunningService, running_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A manager on a fresh database."""
    async with running_service(tmp_path) as it:
        yield it
