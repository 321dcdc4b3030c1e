"""The fixtures of the tests of animations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gallery.held import Held


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held(monkeypatch)
    yield made
    made.go.set()
