"""The clock that is believed: this machine's, unless Discord or the rows speak against it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.service.watch.wall_clock import WallClock
from bot.storage import Store, clocks
from tests.support.manager_fixture import ANN, BEN, put_new_database, running_service

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
YEARS = timedelta(days=730)
HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clock a test sets; `pass_by` lets time pass, also at Discord."""

    def __init__(self) -> None:
        self.seconds, self.wrong = 0.0, timedelta(0)
        self.day = WallClock(self.clock, lambda: self.seconds)

    def clock(self) -> datetime:
        """Return the time of its clock."""
        return self.right() + self.wrong

    def right(self) -> datetime:
        """Return Discord's time."""
        return NOON + timedelta(seconds=self.seconds)

    def pass_by(self, time: timedelta) -> None:
        """Let time pass."""
        self.seconds += time.total_seconds()

    def hear(self, took: float = 0.1) -> list[tuple[str, int | None]]:
        """Hear from Discord, whose header has whole seconds; what the log says of it."""
        with capture_logs() as lines:
            self.day.on_discord_date(self.right().replace(microsecond=0), took)
        return [(line["log_level"], line.get("seconds_ahead")) for line in lines]


def test_a_clock_that_agrees_with_discord_is_believed() -> None:
    """Whatever is stored, and however long an answer took."""
    machine = Machine()
    machine.day.remember(NOON + YEARS)
    assert machine.day.doubt() is not None
    assert machine.hear() == []
    assert (machine.day.now(), machine.day.doubt()) == (NOON, None)
    machine.pass_by(timedelta(seconds=20.9))
    assert machine.hear(took=15) == []
    assert machine.day.now() == machine.right()


def test_a_difference_of_more_than_five_seconds_is_a_warning() -> None:
    """Once, until it changes; from a minute on the time is Discord's, and a jump is in doubt."""
    machine = Machine()
    machine.wrong = timedelta(seconds=4)
    assert machine.hear() == []
    machine.wrong = timedelta(seconds=8)
    assert machine.hear() == [("warning", 7)]
    assert machine.hear() == []
    assert (machine.day.now(), machine.day.doubt()) == (machine.clock(), None)
    machine.wrong = -YEARS
    assert machine.hear() == [("warning", -int(YEARS.total_seconds()))]
    machine.pass_by(HOUR)
    assert machine.day.now() == NOON + HOUR
    assert machine.day.doubt() == "this machine's clock and Discord's differ"
    machine.wrong = timedelta(0)
    assert (machine.day.now(), machine.day.doubt()) == (NOON + HOUR, None)
    assert machine.hear() == [("info", None)]


def test_a_jump_between_two_answers_is_noticed_at_once() -> None:
    """Time passes at Discord as seconds do here, which nobody sets."""
    machine = Machine()
    machine.hear()
    machine.pass_by(HOUR)
    machine.wrong = YEARS
    assert machine.day.now() == NOON + HOUR
    assert machine.day.doubt() is not None


@pytest.mark.parametrize("wrong", [timedelta(seconds=61), timedelta(seconds=-75), YEARS, -YEARS], ids=str)
def test_a_difference_that_stays_the_same_is_no_doubt(wrong: timedelta) -> None:
    """Once answers have agreed on it for a minute; a jump is in doubt until they agree anew."""
    machine = Machine()
    machine.wrong = wrong
    for _ in range(3):
        machine.hear()
        assert machine.day.doubt() is not None
        machine.pass_by(timedelta(seconds=20))
    machine.hear()
    assert machine.day.doubt() is None and machine.day.now() == machine.right()
    machine.pass_by(HOUR)
    assert machine.day.doubt() is None and machine.day.now() == machine.right()
    machine.wrong += HOUR
    assert machine.day.doubt() is not None
    machine.hear()
    assert machine.day.doubt() is not None
    machine.pass_by(timedelta(minutes=1))
    machine.hear()
    assert machine.day.doubt() is None and machine.day.now() == machine.right()


def test_without_a_word_of_discord_the_stored_moment_decides() -> None:
    """Hours later is believed, two years later and a minute before are not."""
    for stored, doubted in (
        (NOON - timedelta(hours=23), False),
        (NOON + timedelta(seconds=30), False),
        (NOON - YEARS, True),
        (NOON + timedelta(minutes=2), True),
    ):
        machine = Machine()
        with capture_logs() as lines:
            machine.day.remember(stored)
            machine.day.remember(NOON)  # by another shard, of this same process
        assert bool(lines) == (stored > NOON)
        assert (machine.day.doubt() is not None) == doubted
        machine.pass_by(timedelta(hours=12))
        assert (machine.day.doubt() is not None) == doubted


def test_a_clock_that_has_run_for_a_day_without_a_jump_is_believed() -> None:
    """The day begins again at each jump; nothing stored, nothing to lose."""
    machine = Machine()
    machine.day.remember(NOON - YEARS)
    assert machine.day.doubt() is not None
    machine.pass_by(timedelta(hours=23))
    machine.wrong = HOUR
    assert machine.day.doubt() == "this machine's clock has jumped"
    machine.pass_by(timedelta(hours=23))
    assert machine.day.doubt() is not None
    machine.pass_by(HOUR)
    assert machine.day.doubt() is None
    assert Machine().day.doubt() is None


async def test_the_latest_stored_moment_is_that_of_beat_match_or_copy(tmp_path: Path) -> None:
    """By the time of day, not by that of matches; of an empty database there is none."""
    put_new_database(tmp_path)
    store = Store(tmp_path / "koikoi.db")
    try:
        assert await clocks.latest_moment(store) is None
        await clocks.record_heartbeat(store, NOON, ahead=HOUR)
        assert await clocks.latest_moment(store) == NOON + HOUR
        copy = tmp_path / "koikoi.db.before-0001"
        copy.touch()
        assert await clocks.latest_moment(store) == datetime.fromtimestamp(copy.stat().st_mtime, UTC)
    finally:
        await store.close()


async def test_the_last_match_is_a_stored_moment(tmp_path: Path) -> None:
    """The moment is the match's end, if the match has ended after the last heartbeat."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        await service.manager.resign(match, ANN.user)
        hosted = service.manager._registry.actor(match).hosted
        latest = await clocks.latest_moment(service.store)
        assert latest is not None and hosted is not None and hosted.ended_at is not None
        assert latest >= hosted.ended_at
