"""The streak of the deal of the day, by its days alone."""

from __future__ import annotations

import pytest

from bot.match.daily import Streak


@pytest.mark.parametrize(
    ("days", "counted"),
    [
        (["2026-11-24"], 1),
        (["2026-11-24", "2026-11-25", "2026-11-26"], 3),
        (["2026-11-24", "2026-11-26"], 2),
        (["2026-11-24", "2026-11-26", "2026-11-28", "2026-11-29"], 4),
        (["2026-11-24", "2026-11-25", "2026-11-28"], 1),
        (["2026-12-31", "2027-01-02"], 2),
        (["2026-11-24", "2026-11-24"], 1),
        (["2026-11-24", "2026-11-25", "2026-11-24"], 2),
    ],
)
def test_one_missed_day_is_forgiven_and_two_in_succession_are_not(days: list[str], counted: int) -> None:
    """The days that were played count, each once, whatever the month or the year."""
    streak: Streak | None = None
    for day in days:
        streak = Streak.after(streak, day)
    assert streak == Streak(max(days), counted)


def test_it_lives_until_the_second_missed_day_is_over() -> None:
    """On its last day, on the one that is forgiven, and on the one after."""
    streak = Streak("2026-11-24", 5)
    alive = [streak.lives_on(f"2026-11-{day}") for day in (24, 25, 26, 27, 30)]
    assert alive == [True, True, True, False, False]
