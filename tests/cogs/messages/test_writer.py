"""The coalescing writer: newest view wins, one request at a time, retries; time is moved by hand."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import discord
import pytest
from structlog.testing import capture_logs

from bot.background_tasks import BackgroundTasks
from bot.errors import StorageError, StorageErrorKind
from bot.heavy_work import HeavyWork
from bot.i18n import Languages
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.views import ClockTimes, LobbyView, View
from bot.match.vocabulary import MatchClock, Place, Status, Version
from bot.monitoring.metrics import Metrics
from bot.storage import Store
from cogs.content.animations import Animations
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.pictures import Pictures, Urgency
from cogs.messages.writer import MessageServices, MessageWriter, MessageWriters
from cogs.platform.clock import Clock
from cogs.platform.load import PressLoad
from cogs.platform.throttle import Throttle
from engine.rules.options import make_rules
from tests.support.manual_clock import START, ManualClock

MATCH = MatchId(1)
ONE, OTHER, THIRD = (ChannelId(number) for number in (1, 2, 3))
FIRST = LobbyView(
    MATCH, Version(1), Place(GuildId(1), ONE, "en"), Status.LOBBY, UserId(1), make_rules("classic"), (), (),
    secret_commitment="00" * 32, expires_at=START + timedelta(hours=1),
    clock=MatchClock.LIVE, times=ClockTimes(*[timedelta(minutes=2)] * 3),
)  # fmt: skip


def view(version: int, *, over: bool = False) -> LobbyView:
    """A version of the lobby; with `over` its last."""
    return replace(FIRST, version=Version(version), status=Status.CLOSED if over else Status.LOBBY)


class Slate(MessageWriter[View]):
    """Writes the number of a version on a slate, and remembers everything that was ever written there."""

    def __init__(self, services: MessageServices) -> None:
        super().__init__(services, "slate", match=MATCH)
        self.written: list[str] = []
        self.times: list[float] = []
        """The times when it was written on."""
        self.searches = 0
        self.troubles: list[Exception] = []
        """The errors of the next writes, after they have come through."""
        self.storage: list[Exception] = []
        """The errors of the next searches."""
        self.seconds = 0.0
        """The time of a write."""

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.status is Status.CLOSED

    async def _find(self) -> None:
        self.searches += 1
        if self.storage:
            raise self.storage.pop(0)

    async def _write(self, view: View) -> None:
        await self.show(MessageContent(f"{view.version}"), Urgency.TABLE, self._put)

    async def _put(self, message: RenderedMessage) -> None:
        await self.services.clock.sleep(self.seconds)
        self.written.append(message.content.content)
        self.times.append(self.services.clock.monotonic())
        if self.troubles:
            raise self.troubles.pop(0)


class Slates(MessageWriters[MatchId, Slate]):
    """All slates."""

    def _make(self, key: MatchId) -> Slate:
        return Slate(self.services)


@dataclass
class Wall:
    """A slate, and what keeps it."""

    clock: ManualClock
    slates: Slates
    slate: Slate

    def offer(self, version: int, *, over: bool = False) -> None:
        """Bring the slate up to a version, in the background."""
        self.slate.update_view(view(version, over=over))
        self.slates.wake(MATCH)


@pytest.fixture
async def wall(tmp_path: Path) -> AsyncIterator[Wall]:
    """A slate on which nothing is written yet."""
    clock, store = ManualClock(), await Store.open(tmp_path / "koikoi.db")
    client = discord.Client(intents=discord.Intents.none())
    slates = Slates(
        MessageServices(
            *(client, store, Languages.load(), Pictures(), Animations(), clock),
            *(BackgroundTasks(), Metrics(), PressLoad(), HeavyWork()),
        )
    )
    yield Wall(clock, slates, slates.of(MATCH))
    await slates.close()
    await store.close()


async def test_the_newest_of_several_views_is_written_and_no_older_one_after_it(wall: Wall) -> None:
    """A view during a request waits for it; then the newest alone is written."""
    wall.slate.seconds = 1
    wall.offer(1)
    await wall.clock.move(0.5)
    for version in (2, 4, 3):
        wall.offer(version)
    await wall.clock.move(10)
    assert wall.slate.written == ["1", "4"]


async def test_one_request_is_under_way_at_a_time(wall: Wall) -> None:
    """Waking a writer that is at work starts no second one."""
    wall.slate.seconds = 1
    wall.offer(1)
    task = wall.slate.task
    assert task is not None
    await wall.clock.move()
    wall.slates.wake(MATCH)
    assert wall.slate.task is task
    await wall.clock.move(5)
    assert task.done()
    assert wall.slate.written == ["1"]


async def test_what_is_shown_for_certain_is_not_sent_again(wall: Wall) -> None:
    """Storage is asked once for the message of an earlier run; an equal content is no request."""
    wall.offer(1)
    await wall.clock.move()
    wall.slates.wake(MATCH)
    await wall.clock.move()
    assert wall.slate.written == ["1"]
    assert wall.slate.searches == 1


async def test_an_edit_that_failed_may_have_been_taken(wall: Wall) -> None:
    """After a request whose answer was lost nothing is certain: the same content is sent again."""
    wall.offer(1)
    await wall.clock.move()
    wall.slate.troubles = [TimeoutError()]
    wall.offer(2)
    await wall.clock.move()
    assert wall.slate.shown is None
    await wall.clock.move(1)
    assert wall.slate.written == ["1", "2", "2"]
    assert wall.slate.shown == MessageContent("2")


async def test_what_failed_is_tried_again_after_growing_pauses(wall: Wall) -> None:
    """A second, two, four ... sixty, each a little less by chance, without an end until it is shown."""
    wall.slate.troubles = [OSError() for _ in range(1000)]
    wall.offer(1)
    await wall.clock.move(3600)
    times = wall.slate.times
    gaps = [after - before for before, after in pairwise(times)]
    for gap, longest in zip(gaps, itertools.chain((1, 2, 4, 8, 16, 32), itertools.repeat(60)), strict=False):
        assert longest * 0.8 <= gap <= longest
    assert 60 <= len(gaps) <= 80
    wall.slate.troubles.clear()
    await wall.clock.move(60)
    assert wall.slate.shown == MessageContent("1")
    assert not wall.slate.busy
    assert len(times) == len(gaps) + 2


async def test_pauses_end_when_something_newer_comes(wall: Wall) -> None:
    """Whatever has been waited for, the newer view is tried at once, and after it nothing older."""
    wall.slate.troubles = [OSError() for _ in range(100)]
    wall.offer(1)
    await wall.clock.move(300)
    wall.slate.troubles.clear()
    before = len(wall.slate.written)
    wall.offer(2)
    await wall.clock.move()
    assert wall.slate.written[before:] == ["2"]
    await wall.clock.move(3600)
    assert wall.slate.written[before:] == ["2"]


async def test_pauses_end_and_begin_anew_when_discord_is_back(wall: Wall) -> None:
    """A session that is there again hurries what is behind; what is shown already is left alone."""
    wall.slate.troubles = [OSError() for _ in range(100)]
    wall.offer(1)
    await wall.clock.move(600)
    before = len(wall.slate.written)
    wall.slate.troubles = [OSError()]
    wall.slates.retry_now()
    await wall.clock.move()
    assert len(wall.slate.written) == before + 1
    await wall.clock.move(1)
    assert len(wall.slate.written) == before + 2
    assert not wall.slate.busy
    wall.slates.retry_now()
    await wall.clock.move(3600)
    assert len(wall.slate.written) == before + 2


async def test_a_time_that_discord_names_is_waited_for(wall: Wall) -> None:
    """Neither a newer view nor a new session is sent before it; then the newest alone is, once."""
    wall.slate.troubles = [discord.RateLimited(120)]
    wall.offer(1)
    await wall.clock.move(1)
    for version in range(2, 30):
        wall.offer(version)
        wall.slates.retry_now()
        await wall.clock.move(4)
    assert wall.slate.written == ["1"]
    await wall.clock.move(120 - 1 - 28 * 4)
    assert wall.slate.written == ["1", "29"]
    assert not wall.slate.busy


async def test_an_outage_is_told_in_two_lines(wall: Wall) -> None:
    """One when the message could not be shown, one when it was; the tries between them are counted."""
    with capture_logs() as lines:
        wall.slate.troubles = [OSError() for _ in range(15)]
        wall.offer(1)
        await wall.clock.move(3600)
    assert [line["event"] for line in lines] == ["slate not shown", "slate shown after all"]
    assert lines[-1]["failures"] == 15


async def test_storage_that_does_not_answer_is_asked_again(wall: Wall) -> None:
    """Nothing is written before it is known where the message stands."""
    wall.slate.storage = [StorageError(kind=StorageErrorKind.LOCKED)]
    wall.offer(1)
    await wall.clock.move()
    assert (wall.slate.written, wall.slate.searches) == ([], 1)
    await wall.clock.move(1)
    assert (wall.slate.written, wall.slate.searches) == (["1"], 2)


async def test_a_fault_of_ours_is_not_repeated_and_stops_nothing(wall: Wall) -> None:
    """The fault is logged; the next view is written as ever."""
    wall.slate.troubles = [ZeroDivisionError()]
    wall.offer(1)
    await wall.clock.move(3600)
    assert wall.slate.written == ["1"]
    wall.offer(2)
    await wall.clock.move()
    assert wall.slate.written == ["1", "2"]


async def test_a_message_that_is_over_is_written_and_forgotten(wall: Wall) -> None:
    """Only then: as long as anything can happen it is kept."""
    wall.offer(1)
    await wall.clock.move()
    assert wall.slates.all() == (wall.slate,)
    wall.offer(2, over=True)
    await wall.clock.move()
    assert wall.slate.written == ["1", "2"]
    assert len(wall.slates) == 0


async def test_nothing_is_written_after_the_end(wall: Wall) -> None:
    """Closing stops what is under way."""
    wall.slate.seconds = 1
    wall.offer(1)
    await wall.clock.move()
    await wall.slates.close()
    await wall.clock.move(5)
    assert wall.slate.written == []


async def test_uses_of_a_channel_are_apart_and_then_forgotten() -> None:
    """Each comes some seconds after the last; a channel that may be used at once leaves no trace."""
    clock = ManualClock()
    throttle = Throttle[ChannelId](4, clock)
    assert (throttle.reserve(ONE), throttle.reserve(ONE)) == (0, 4)
    assert throttle.acquire(OTHER)
    assert not throttle.acquire(OTHER)
    assert throttle.seconds_left(OTHER) == 4
    assert len(throttle) == 2
    await clock.move(6)
    assert throttle.acquire(OTHER)
    assert throttle.reserve(ONE) == 2
    assert len(throttle) == 2
    await clock.move(12)
    assert throttle.reserve(THIRD) == 0
    assert len(throttle) == 1


async def test_the_clock_of_this_machine_goes_by_itself() -> None:
    """The time that a test moves by hand passes there: sleeps, timeouts and timers come due."""
    clock, rung = Clock(), asyncio.Event()
    before, began = clock.now(), clock.monotonic()
    clock.call_later(0.01, rung.set)
    clock.call_later(0.005, rung.clear).cancel()
    await clock.sleep(0.02)
    assert rung.is_set()
    with pytest.raises(TimeoutError):
        async with clock.timeout(0.01):
            await asyncio.Event().wait()
    assert clock.monotonic() - began >= 0.03 - 0.002
    assert (clock.now() - before).total_seconds() > 0.02
