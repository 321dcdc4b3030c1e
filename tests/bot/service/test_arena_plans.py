"""Plans of arenas: they do not exclude each other, who loses a date is told, and a week is a week."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.errors import ArenaBusy, PlannedAlready, TooFarAhead
from bot.ids import ArenaId, ChannelId
from bot.match.arenas.facts import ArenaCall, ArenaStatus
from bot.service.arenas import Arenas
from bot.times_of_day import moment
from tests.support.arena_fixture import MANAGER, Evening, crowd, short
from tests.support.manager_fixture import GUILD, PLACE, RunningService
from tests.support.waiting import until

pytestmark = pytest.mark.databases

ANN, BEN, CAT = crowd(3)
HOUR, DAY = 3600.0, 86_400.0
ELSEWHERE = replace(PLACE, channel=ChannelId(4711))
CAIRO = ZoneInfo("Africa/Cairo")


async def planned(service: RunningService, wait: float, **terms: object) -> Evening:
    """Plan an arena that begins so many minutes from now, as a manager."""
    at = service.now() + timedelta(minutes=wait)
    return await Evening.open(service, ANN, **{"starts_at": at, "by_manager": True, **terms})  # type: ignore[arg-type]


def calls(service: RunningService, evening: Evening) -> list[ArenaCall]:
    """Return what the channel of an arena was told."""
    return [call for arena, call in service.recorder.called if arena == evening.id]


async def test_a_plan_keeps_nobody_from_opening_an_arena(service: RunningService) -> None:
    """Only one runs at a time: another one that begins at once is refused meanwhile, a planned one is not."""
    far = await planned(service, 6 * 24 * 60)
    running = await Evening.open(service, BEN)
    await running.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
    with pytest.raises(ArenaBusy):
        await Evening.open(service, CAT)
    later = await Evening.open(service, CAT, starts_at=service.now() + timedelta(hours=5))
    for evening in (far, later):
        assert (await evening.view()).arena.status is ArenaStatus.ANNOUNCED
    found = await service.manager.arenas.of_guild(GUILD)
    assert found is not None and found.arena.id == running.id


async def test_who_cannot_manage_the_server_plans_one_and_managers_several(service: RunningService) -> None:
    """A weekly arena is a plan for as long as it is repeated; one that begins at once is none."""
    await Evening.open(service, ANN, starts_at=service.now() + timedelta(hours=3), weekly=True)
    with pytest.raises(PlannedAlready) as refused:
        await Evening.open(service, ANN, starts_at=service.now() + timedelta(hours=6))
    assert refused.value.channel == PLACE.channel
    await planned(service, 60 * 6)
    await Evening.open(service, BEN, starts_at=service.now() + timedelta(hours=6))
    await Evening.open(service, ANN)


async def test_a_plan_is_a_week_ahead_at_most_unless_it_is_weekly(service: RunningService) -> None:
    """Managers are refused, too."""
    for minutes in (7 * 24 * 60 + 1, 20_160):
        with pytest.raises(TooFarAhead):
            await planned(service, minutes)
    await planned(service, 20_160, weekly=True)
    await planned(service, 7 * 24 * 60)


async def test_a_plan_begins_when_the_one_that_runs_is_over(service: RunningService) -> None:
    """The channel is told once that it waits, then that it begins; it lasts as long as was chosen."""
    running = await Evening.open(service, BEN, minutes=60)
    waiting = await planned(service, 30, minutes=30)
    await running.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
    service.turn(30 * 60)
    view = await waiting.wait(lambda it: it.arena.waited)
    assert (view.arena.status, calls(service, waiting)) == (ArenaStatus.ANNOUNCED, [ArenaCall.WAITS])
    service.turn(20 * 60)
    await service.manager.arenas.end(running.id, MANAGER, waits=False)
    view = await waiting.wait(lambda it: it.arena.status is ArenaStatus.RUNNING)
    assert view.arena.ends_at > service.now() + timedelta(minutes=29)
    await until(lambda: calls(service, waiting) == [ArenaCall.WAITS, ArenaCall.BEGINS])


async def test_a_plan_lapses_half_an_hour_after_its_hour(service: RunningService) -> None:
    """The channel is told so, and a weekly one comes again."""
    running = await Evening.open(service, BEN, minutes=120)
    waiting = await planned(service, 30, weekly=True)
    for person in (BEN, CAT):
        await service.manager.arenas.join(waiting.id, person)
    at = (await waiting.view()).arena.starts_at
    service.turn(30 * 60)
    await waiting.wait(lambda it: it.arena.waited)
    service.turn(30 * 60)
    view = await waiting.wait(lambda it: it.arena.status is ArenaStatus.CALLED_OFF)
    assert view.arena.lapsed and not view.arena.skipped
    assert calls(service, waiting) == [ArenaCall.WAITS, ArenaCall.LAPSED]
    assert await service.manager.arenas.next_weekly(GUILD) == at + timedelta(days=7)
    assert (await running.view()).arena.status is ArenaStatus.RUNNING


async def test_of_two_plans_of_one_hour_the_first_begins(service: RunningService) -> None:
    """The other one waits for it."""
    first = await planned(service, 30)
    second = await Evening.open(service, BEN, starts_at=(await first.view()).arena.starts_at)
    service.turn(30 * 60)
    await first.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
    await second.wait(lambda view: view.arena.waited)
    assert not calls(service, first)


async def test_clashes_are_found_in_every_week(service: RunningService) -> None:
    """A weekly arena is met in the weeks to come, announced or not; what only comes close is no clash."""
    arenas = service.manager.arenas
    weekly = await planned(service, 60, weekly=True, minutes=60)
    at = (await weekly.view()).arena.starts_at
    for days, minutes, met in ((0, 30, True), (0, 60, False), (7, -59, True), (7, -60, False)):
        starts_at = at + timedelta(days=days, minutes=minutes)
        if starts_at - service.now() <= timedelta(days=7):
            once = await planned(service, 0, starts_at=starts_at, minutes=60)
            found = await arenas.clashes(once.id)
            assert [each.starts_at for each in found] == [at + timedelta(days=days)] * met
            await arenas.end(once.id, MANAGER)
    other = await planned(service, 0, starts_at=at + timedelta(days=10), weekly=True, minutes=60)
    assert not await arenas.clashes(other.id)
    again = await planned(service, 0, starts_at=at + timedelta(days=17, minutes=30), weekly=True, minutes=60)
    assert [each.starts_at for each in await arenas.clashes(again.id)] == [at + timedelta(days=17)]


async def test_a_week_is_announced_whatever_else_is_planned(service: RunningService) -> None:
    """A one-off that was opened just before does not make it vanish."""
    weekly = await planned(service, 60, weekly=True)
    at = (await weekly.view()).arena.starts_at
    await service.manager.arenas.end(weekly.id, MANAGER)
    service.turn(6 * DAY - 60)
    await planned(service, 90)
    service.turn(HOUR + 120)
    await until(lambda: service.recorder.arenas[-1].arena.starts_at == at + timedelta(days=7))


async def repeated(service: RunningService, starts_at: datetime, weeks: int) -> list[datetime]:
    """Return the starts of a weekly arena that is called off each week."""
    arenas: Arenas = service.manager.arenas
    view = await arenas.open(PLACE, ANN, short(), minutes=30, starts_at=starts_at, weekly=True)
    found, arena = [view.arena.starts_at], view.arena.id
    for _ in range(weeks):
        await arenas.end(arena, MANAGER)
        following = await arenas.next_weekly(GUILD)
        assert following is not None
        service.turn((following - service.now()).total_seconds() - HOUR)
        arena = await _newer(service, arena)
        found.append(service.recorder.arenas[-1].arena.starts_at)
    return found


async def _newer(service: RunningService, last: ArenaId) -> ArenaId:
    await until(lambda: service.recorder.arenas[-1].arena.id > last)
    return service.recorder.arenas[-1].arena.id


@pytest.mark.parametrize("before", [0, 1])
async def test_a_day_without_a_time_moves_that_week_alone(service: RunningService, before: int) -> None:
    """Clocks in Cairo skip 00:30 on 30 April 2027: the week after is at 00:30 again.

    Also where the first one was to be on that day.
    """
    gap = datetime(2027, 4, 30, 0, 30, tzinfo=CAIRO)
    first = gap - timedelta(weeks=before)
    service.turn((moment(first) - service.now()).total_seconds() - HOUR)
    found = await repeated(service, first, weeks=before + 2)
    shown = [f"{at.astimezone(CAIRO):%d %H:%M}" for at in found]
    assert shown == ["23 00:30", "30 01:30", "07 00:30", "14 00:30"][1 - before :]


async def test_a_week_follows_the_zone_in_which_it_was_meant(service: RunningService) -> None:
    """Whatever zone the server has set meanwhile."""
    first = (service.now() + timedelta(hours=2)).astimezone(CAIRO)
    await service.manager.servers.set_zone(GUILD, "en", "Asia/Tokyo")
    assert await repeated(service, first, weeks=1) == [moment(first), moment(first + timedelta(days=7))]


async def test_a_weekly_arena_goes_on_when_the_bot_is_back(service: RunningService) -> None:
    """As a server's settings do: the one that was announced is called off, and the next one comes."""
    weekly = await planned(service, 60, weekly=True)
    once = await planned(
        service,
        90,
    )
    at = (await weekly.view()).arena.starts_at
    await service.manager.leave_guild(GUILD)
    for evening in (weekly, once):
        assert (await evening.view()).arena.status is ArenaStatus.CALLED_OFF
    service.turn(6 * DAY + 2 * HOUR)
    assert service.recorder.arenas[-1].arena.status is ArenaStatus.CALLED_OFF
    await service.manager.present_in([GUILD])
    service.manager.arenas.wake()
    await until(lambda: service.recorder.arenas[-1].arena.starts_at == at + timedelta(days=7))
