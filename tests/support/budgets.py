"""Budgets of tests that play by chance: a small one for every run, the true one in the lane `long`."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet


def budgets(few: int, whole: int) -> list[ParameterSet]:
    """Return the values of a test's budget, as `parametrize` takes them."""
    return [pytest.param(few, id="few"), pytest.param(whole, id="whole", marks=pytest.mark.long)]
