"""Times of day become moments: of the zone in which they were meant, whatever its clocks do."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.times_of_day import in_zone, midnight, moment, next_at, read, shown_in, weekly

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


HALF_PAST_EIGHT = (
    *(
        "2030",
        "20:30",
        "20.30",
        "20h30",
        "20 h 30",
        "２０：３０",
        "２０３０",
        "8:30pm",
        "8.30 pm",
        "8:30 P.M.",
    ),
    *("830 pm", "8 30 pm", "pm 8:30", "20時30分", "20時半", "午後8時半", "午後8時30分", "午後８：３０"),
    *("20시 30분", "오후 8시 30분", "오후 8시 반", "오후8:30"),
)
OTHERS = {
    **dict.fromkeys(("20h", "20時", "20시", "8pm", "8 p.m.", "午後8時", "오후 8시"), time(20)),
    **dict.fromkeys(("12 am", "午前0時", "0:00", "0000", "midnight", "자정"), time()),
    **dict.fromkeys(("12pm", "午後0時", "정오", "noon", "正午"), time(12)),
    "0830": time(8, 30),
    "午前12時半": time(0, 30),
    "9.05": time(9, 5),
}


def test_a_time_of_day_is_read_in_all_its_forms() -> None:
    """Full-width signs, dots, halves of the day, and the words of each language."""
    for typed, at in {**dict.fromkeys(HALF_PAST_EIGHT, time(20, 30)), **OTHERS}.items():
        assert read(f" {typed} ") == at, typed


def test_what_is_no_time_of_day_is_none() -> None:
    """One to three digits are minutes; no hour has more than 60, and no half of a day more than 12."""
    for typed in ("", "15", "830", "20160", "2460", "24:00", "8:60", "13pm", "pm 8 pm", "8:5", "half", "now"):
        assert read(typed) is None, typed
