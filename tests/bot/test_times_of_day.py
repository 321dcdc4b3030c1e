"""Times of day become moments: of the zone in which they were meant, whatever its clocks do."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.times_of_day import in_zone, midnight, moment, next_at, shown_in, weekly

BERLIN, CAIRO = ZoneInfo("Europe/Berlin"), ZoneInfo("Africa/Cairo")


def test_a_week_later_is_the_same_time_of_day_whatever_the_clocks_do() -> None:
    """In a zone whose clocks were put back in between."""
    before = datetime(2026, 10, 23, 20, tzinfo=BERLIN)
    after = weekly(before, before)
    assert (after.replace(tzinfo=None), after.tzinfo) == (datetime(2026, 10, 30, 20), BERLIN)
    assert moment(after) - moment(before) == timedelta(days=7, hours=1)


def test_a_time_that_a_day_does_not_have_is_later_on_that_day_alone() -> None:
    """Cairo has no 00:30 on 30 April 2027."""
    meant = datetime(2027, 4, 23, 0, 30, tzinfo=CAIRO)
    gap = weekly(meant, moment(meant))
    assert moment(gap) == datetime(2027, 4, 29, 22, 30, tzinfo=UTC)
    assert moment(weekly(meant, moment(gap))) == datetime(2027, 5, 6, 21, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "meant", [datetime(2027, 4, 30, 0, 30, tzinfo=CAIRO), datetime(2027, 1, 1, tzinfo=UTC)]
)
def test_what_was_meant_is_kept_as_text(meant: datetime) -> None:
    """Also a time that no clock shows."""
    shown, zone = shown_in(meant)
    kept = in_zone(shown, ZoneInfo(zone))
    assert kept.replace(tzinfo=None) == meant.replace(tzinfo=None) and moment(kept) == moment(meant)


def test_the_next_of_a_time_of_day_is_to_come() -> None:
    """Today or tomorrow, on the day of the zone; a time that comes twice is the first one."""
    now = datetime(2026, 10, 24, 21, tzinfo=UTC)  # 23:00 in Berlin, the night in which clocks go back
    assert moment(next_at(time(23, 30), BERLIN, now)) == datetime(2026, 10, 24, 21, 30, tzinfo=UTC)
    assert moment(next_at(time(23), BERLIN, now)) == datetime(2026, 10, 25, 22, tzinfo=UTC)
    assert moment(next_at(time(2, 30), BERLIN, now)) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert next_at(time(20, 30), BERLIN, now).tzinfo is BERLIN


def test_a_day_begins_at_its_first_midnight() -> None:
    """A midnight over which clocks are put forward is an hour later."""
    assert midnight(date(2026, 11, 1), BERLIN) == datetime(2026, 10, 31, 23, tzinfo=UTC)
    assert midnight(date(2027, 4, 30), CAIRO) == datetime(2027, 4, 29, 22, tzinfo=UTC)
