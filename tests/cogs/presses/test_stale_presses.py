"""Presses that waited through a standstill of the process are told from those that did not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.monitoring.metrics import Metrics
from bot.service.watch.match_time import MatchTime
from cogs.presses.stale_presses import KEPT, StalePressDetector

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Machine:
    """A machine whose clock may be wrong, and Discord's time, which is not."""

    def __init__(self, wrong: timedelta = timedelta(0)) -> None:
        self.seconds = 0.0
        self.wrong = wrong
        self.time = MatchTime(self.wall, self.pulse, self.pulse)
        self.lateness = StalePressDetector(self.time, Metrics())

    def wall(self) -> datetime:
        """The time of day as this machine has it."""
        return NOON + timedelta(seconds=self.seconds) + self.wrong

    def pulse(self) -> float:
        """Seconds since the machine began."""
        return self.seconds

    def runs(self, seconds: int) -> None:
        """Let time pass while the process runs."""
        for _ in range(seconds):
            self.seconds += 1
            self.time.tick()

    def late(self, ago: float) -> bool:
        """Whether a press is late that was made `ago` seconds before and comes now, 0.2 s after its time."""
        made = NOON + timedelta(seconds=self.seconds - ago - 0.2)
        return self.lateness.is_late(discord.utils.time_snowflake(made))


@pytest.mark.parametrize("wrong", [timedelta(0), timedelta(days=-1000), timedelta(hours=2)])
def test_what_waited_is_late_whatever_the_clock_says(wrong: timedelta) -> None:
    """After a standstill presses older than three seconds are dropped, and younger ones count."""
    machine = Machine(wrong)
    machine.runs(10)
    assert not machine.late(0)
    machine.runs(100)
    machine.seconds += 20
    assert [machine.late(ago) for ago in (19, 4, 2.5, 0)] == [True, True, False, False]
    machine.runs(6)
    assert not machine.late(0)


def test_without_a_standstill_no_press_is_late() -> None:
    """A clock that is set, or a slow way, makes none old."""
    machine = Machine()
    machine.runs(10)
    for _ in range(2 * KEPT):
        assert not machine.late(0)
    machine.wrong = timedelta(hours=2)
    assert not machine.late(10)


def test_the_first_press_of_all_is_judged_by_the_clock() -> None:
    """A clock judges the first press after a standstill; a clock that cannot be right judges nobody."""
    right, wrong = Machine(), Machine(timedelta(hours=2))
    for machine in (right, wrong):
        machine.runs(10)
        machine.seconds += 20
    assert [right.late(ago) for ago in (15, 0)] == [True, False]
    assert [wrong.late(ago) for ago in (15, 0)] == [False, False]
