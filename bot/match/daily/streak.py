"""The streak of the deal of the day: how many days in succession somebody has finished it.

A day that is missed between two that were played is forgiven, however often: two missed days in succession
end the streak. It counts the days that were played, by the server's days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Self

FORGIVEN = 1
"""Missed days in succession that do not end a streak."""


@dataclass(frozen=True, slots=True)
class Streak:
    """`days` that were played, the last of them `day`, as 2026-11-24."""

    day: str
    days: int

    @classmethod
    def after(cls, before: Self | None, day: str) -> Self:
        """Return the streak once a day's deal is finished; None: there was none before."""
        if before is not None and before.day >= day:
            return before
        goes_on = before is not None and before.lives_on(day)
        return cls(day, before.days + 1 if before is not None and goes_on else 1)

    def lives_on(self, day: str) -> bool:
        """Return whether it has not ended on a day, which is its last one or a later one."""
        gone = date.fromisoformat(day) - date.fromisoformat(self.day)
        return gone.days <= 1 + FORGIVEN
