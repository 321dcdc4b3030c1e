"""Calls to a turn: by the player's choice, the hour of their day, and their last press."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.match.calls import Call, Choice, call, call_to_turn
from bot.match.vocabulary import Pings, QuietHours

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
NIGHT = QuietHours(22 * 60, 7 * 60)


@pytest.mark.parametrize(
    ("pings", "pressed", "called", "expected"),
    [
        (Pings.SMART, None, False, Call.MENTION),
        (Pings.SMART, -61, False, Call.MENTION),
        (Pings.SMART, -60, False, Call.MENTION),
        (Pings.SMART, -59, False, Call.NOT),
        (Pings.SMART, 5, False, Call.NOT),
        (Pings.SMART, None, True, Call.NOT),
        (Pings.ALWAYS, None, False, Call.MENTION),
        (Pings.ALWAYS, -1, False, Call.MENTION),
        (Pings.ALWAYS, -1, True, Call.NOT),
        (Pings.NEVER, None, False, Call.NOT),
        (Pings.NEVER, -3600, False, Call.NOT),
        (Pings.DM, None, False, Call.DIRECT),
        (Pings.DM, -61, False, Call.DIRECT),
        (Pings.DM, -59, False, Call.NOT),
        (Pings.DM, None, True, Call.NOT),
    ],
)
@pytest.mark.parametrize("late", [0, 20])
def test_a_call_to_a_turn(pings: Pings, pressed: int | None, called: bool, expected: Call, late: int) -> None:
    """`pressed` in seconds after the turn began; the post may come up to twenty seconds later than that."""
    choice = Choice(pings, None, ZoneInfo("UTC"))
    pressed_at = None if pressed is None else NOON + timedelta(seconds=pressed)
    now = NOON + timedelta(seconds=late)
    assert call_to_turn(choice, now, NOON, pressed_at, called=called) is expected


@pytest.mark.parametrize(
    ("hours", "zone", "time", "quiet"),
    [
        (None, "UTC", (3, 0), False),
        (NIGHT, "UTC", (21, 59), False),
        (NIGHT, "UTC", (22, 0), True),
        (NIGHT, "UTC", (0, 0), True),
        (NIGHT, "UTC", (6, 59), True),
        (NIGHT, "UTC", (7, 0), False),
        (NIGHT, "Europe/Berlin", (20, 59), False),
        (NIGHT, "Europe/Berlin", (21, 0), True),
        (NIGHT, "Europe/Berlin", (6, 0), False),
        (NIGHT, "Asia/Tokyo", (12, 59), False),
        (NIGHT, "Asia/Tokyo", (13, 0), True),
        (NIGHT, "Asia/Kathmandu", (16, 14), False),
        (NIGHT, "Asia/Kathmandu", (16, 15), True),
        (QuietHours(9 * 60, 17 * 60), "UTC", (8, 59), False),
        (QuietHours(9 * 60, 17 * 60), "UTC", (9, 0), True),
        (QuietHours(9 * 60, 17 * 60), "UTC", (16, 59), True),
        (QuietHours(9 * 60, 17 * 60), "UTC", (17, 0), False),
    ],
)
@pytest.mark.parametrize("pings", list(Pings))
def test_in_quiet_hours_nothing_calls(
    hours: QuietHours | None, zone: str, time: tuple[int, int], quiet: bool, pings: Pings
) -> None:
    """Quiet hours go by the clock on that person's wall, over midnight too, whatever else was chosen."""
    choice = Choice(pings, hours, ZoneInfo(zone))
    now = NOON.replace(hour=time[0], minute=time[1])
    assert choice.is_quiet(now) is quiet
    wanted = {Pings.NEVER: Call.NOT, Pings.DM: Call.DIRECT}.get(pings, Call.MENTION)
    assert call(choice, now) is (Call.NOT if quiet else wanted)
    assert call_to_turn(choice, now, now, None, called=False) is (Call.NOT if quiet else wanted)


def test_quiet_hours_follow_summer_time() -> None:
    """Ten in the evening in Berlin is nine by UTC in winter and eight in summer."""
    choice = Choice(Pings.SMART, NIGHT, ZoneInfo("Europe/Berlin"))
    assert not choice.is_quiet(datetime(2026, 11, 22, 20, 30, tzinfo=UTC))
    assert choice.is_quiet(datetime(2026, 7, 22, 20, 30, tzinfo=UTC))
