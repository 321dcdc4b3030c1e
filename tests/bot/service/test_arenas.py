"""Arenas as people come to them: opened, joined, reminded, begun, repeated, called off."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import ArenaBusy, ArenaFull, ArenaOver, Barred, NotInArena, RemovedFromArena
from bot.ids import ChannelId
from bot.match.arenas.facts import MOST_PEOPLE, ArenaStatus, Attendance
from bot.match.vocabulary import BarKind
from bot.service.arena_course import ArenaCourse
from bot.storage import arenas
from bot.storage.moderation import bars
from bot.storage.privacy import export, forget
from tests.support.arena_fixture import MANAGER, Evening, crowd, short
from tests.support.manager_fixture import (
    GUILD,
    PLACE,
    Recorder,
    RunningService,
    as_after_a_kill,
    running_service,
)
from tests.support.waiting import until

pytestmark = pytest.mark.databases

ANN, BEN, CAT, DAN = crowd(4)
HOUR = 3600.0
WEEK = timedelta(days=7)


async def test_a_server_has_one_arena_at_a_time(service: RunningService) -> None:
    """The host is in it, and everybody is shown who comes."""
    evening = await Evening.open(service, ANN)
    assert [row.user for row in (await evening.view()).rows] == [ANN.user]
    assert service.recorder.arenas[-1].arena.id == evening.id
    with pytest.raises(ArenaBusy) as refused:
        await Evening.open(service, BEN)
    assert refused.value.channel == PLACE.channel
    found = await service.manager.arenas.of_guild(GUILD)
    assert found is not None and found.arena.id == evening.id
    await service.manager.arenas.end(evening.id, MANAGER)
    await evening.wait(lambda view: view.arena.status is ArenaStatus.OVER)
    assert await service.manager.arenas.of_guild(GUILD) is None
    await Evening.open(service, BEN)


async def test_an_arena_begins_at_its_time_and_lasts_as_long_as_was_chosen(service: RunningService) -> None:
    """Until then people join and leave; nobody plays."""
    at = service.now() + timedelta(hours=2)
    evening = await Evening.open(service, ANN, BEN, CAT, starts_at=at, minutes=30)
    view = await service.manager.arenas.leave(evening.id, CAT.user)
    assert (view.arena.status, view.arena.starts_at) == (ArenaStatus.ANNOUNCED, at)
    assert [row.user for row in view.rows] == [ANN.user, BEN.user]
    with pytest.raises(NotInArena):
        await service.manager.arenas.leave(evening.id, CAT.user)
    assert not view.playing
    service.turn(2 * HOUR)
    view = await evening.wait(lambda it: it.arena.status is ArenaStatus.RUNNING)
    assert abs(view.arena.ends_at - view.arena.starts_at - timedelta(minutes=30)) < timedelta(minutes=1)
    assert len(await evening.playing(1)) == 1


async def test_people_are_reminded_once_ten_minutes_before(service: RunningService) -> None:
    """Not those of an arena that was opened later than that."""
    evening = await Evening.open(service, ANN, starts_at=service.now() + timedelta(hours=1))
    service.turn(HOUR - 590)
    await until(lambda: len(service.recorder.reminded) == 1)
    service.turn(60)
    await service.manager.arenas.end(evening.id, MANAGER)
    await Evening.open(service, ANN, starts_at=service.now() + timedelta(minutes=5))
    service.turn(300)
    await until(lambda: service.recorder.arenas[-1].arena.status is ArenaStatus.RUNNING)
    assert [view.arena.id for view in service.recorder.reminded] == [evening.id]


async def test_a_reminder_is_noted_once_people_have_it(tmp_path: Path) -> None:
    """One that a kill or Discord has swallowed comes again, from the next process too; then never more."""
    recorder, folder = Recorder(tells=False), tmp_path
    async with running_service(tmp_path, recorder=recorder) as service:
        evening = await Evening.open(service, ANN, starts_at=service.now() + timedelta(hours=1))
        watch = service.watch
        service.turn(HOUR - 590)
        await until(lambda: len(recorder.reminded) == 1)
        service.manager.arenas.wake(evening.id)
        await until(lambda: len(recorder.reminded) == 2)
        folder = as_after_a_kill(folder, "untold")
    assert watch is not None
    for told in (True, False):
        async with running_service(folder, now=watch) as service:
            course = service.manager.arenas._course
            service.manager.arenas.wake(evening.id)

            async def reminded(course: ArenaCourse = course) -> bool:
                stored = await course.read(evening.id)
                return bool(stored and stored.reminded)

            await until(reminded)
            await course.advance(evening.id)
            assert len(service.recorder.reminded) == told


@pytest.mark.outside
async def test_an_arena_takes_so_many_people(service: RunningService) -> None:
    """Somebody who leaves makes room."""
    people = crowd(MOST_PEOPLE + 1)
    evening = await Evening.open(service, *people[:-1], starts_at=service.now() + timedelta(hours=1))
    with pytest.raises(ArenaFull):
        await service.manager.arenas.join(evening.id, people[-1])
    await service.manager.arenas.join(evening.id, people[0])
    await service.manager.arenas.leave(evening.id, people[5].user)
    view = await service.manager.arenas.join(evening.id, people[-1])
    assert len(view.people) == MOST_PEOPLE


async def test_whom_the_server_bars_neither_opens_nor_joins_and_is_taken_out(service: RunningService) -> None:
    """Somebody whom a manager takes out does not come back, either."""
    manager = service.manager
    evening = await Evening.open(service, ANN, BEN, CAT, starts_at=service.now() + timedelta(hours=1))
    await manager.moderation.bar(GUILD, "en", BarKind.TABLES, {BEN.user: "Ben", DAN.user: "Dan"}, MANAGER)
    with pytest.raises(Barred):
        await manager.arenas.join(evening.id, DAN)
    await evening.wait(lambda view: view.row_of(BEN.user) is None)
    await manager.arenas.remove(evening.id, CAT.user, MANAGER)
    with pytest.raises(RemovedFromArena):
        await manager.arenas.join(evening.id, CAT)
    with pytest.raises(NotInArena):
        await manager.arenas.remove(evening.id, DAN.user, MANAGER)
    await manager.arenas.end(evening.id, MANAGER)
    with pytest.raises(ArenaOver):
        await manager.arenas.join(evening.id, ANN)
    with service.store.writing() as tx:
        bars.add(tx, GUILD, BarKind.TABLES, ANN.user, "Ann", service.now())
    with pytest.raises(Barred):
        await Evening.open(service, ANN)


async def test_a_weekly_arena_is_skipped_with_fewer_than_three_and_comes_again(
    service: RunningService,
) -> None:
    """The next one is announced a day before its start, at the same time of day, with nobody in it."""
    at = service.now() + timedelta(hours=1)
    evening = await Evening.open(service, ANN, BEN, starts_at=at, weekly=True)
    service.turn(HOUR)
    view = await evening.wait(lambda it: it.arena.status is ArenaStatus.CALLED_OFF)
    assert view.arena.ends_at == view.arena.starts_at, "it was skipped at its start"
    following = at + WEEK
    assert await service.manager.arenas.next_weekly(GUILD) == following
    assert await service.manager.arenas.of_guild(GUILD) is None
    service.turn(6 * 24 * HOUR + 60)
    await until(lambda: service.recorder.arenas[-1].arena.id != evening.id)
    view = service.recorder.arenas[-1]
    assert (view.arena.starts_at, view.arena.weekly, view.rows) == (following, True, ())
    for person in (ANN, BEN, CAT):
        await service.manager.arenas.join(view.arena.id, person)
    service.turn(24 * HOUR)
    again = Evening(service, view.arena.id)
    await again.wait(lambda it: it.arena.status is ArenaStatus.RUNNING)
    assert await service.manager.arenas.stop_weekly(GUILD)
    assert await service.manager.arenas.next_weekly(GUILD) is None


async def test_the_next_of_several_weekly_arenas_is_the_first_to_come(service: RunningService) -> None:
    """Each is repeated on its day; one of a channel can be stopped alone."""
    now, elsewhere = service.now(), replace(PLACE, channel=ChannelId(4711))
    arenas, starts = service.manager.arenas, [now + timedelta(hours=1), now + timedelta(hours=2)]
    for place, at in zip((PLACE, elsewhere), starts, strict=True):
        view = await arenas.open(
            *(place, ANN, short()), minutes=60, starts_at=at, weekly=True, by_manager=True
        )
        await arenas.end(view.arena.id, ANN)
    first, second = (at + WEEK for at in starts)
    assert await arenas.next_weekly(GUILD) == first
    assert await arenas.stop_weekly(GUILD, PLACE.channel)
    assert await arenas.next_weekly(GUILD) == second


async def test_an_arena_that_nobody_could_begin_in_time_is_called_off(service: RunningService) -> None:
    """An hour late it begins still, later no more."""
    for late, status in ((0.9, ArenaStatus.RUNNING), (1.1, ArenaStatus.CALLED_OFF)):
        at = service.now() + timedelta(hours=1)
        service.manager.connection_lost()
        evening = await Evening.open(service, ANN, starts_at=at, cpu=None)
        service.turn((1 + late) * HOUR)
        assert (await evening.view()).arena.status is ArenaStatus.ANNOUNCED
        service.manager.connection_back()
        await evening.wait(lambda it, status=status: it.arena.status is status)  # type: ignore[misc]
        if status is ArenaStatus.RUNNING:
            await service.manager.arenas.end(evening.id, MANAGER)
            await evening.wait(lambda it: it.arena.status is ArenaStatus.OVER)


async def test_an_arena_that_is_called_off_ends_before_its_start(service: RunningService) -> None:
    """The view tells it from one that was skipped; nobody comes to it any more."""
    evening = await Evening.open(service, ANN, starts_at=service.now() + timedelta(hours=1))
    view = await service.manager.arenas.end(evening.id, ANN)
    assert view.arena.status is ArenaStatus.CALLED_OFF
    assert view.arena.ends_at < view.arena.starts_at
    with pytest.raises(ArenaOver):
        await service.manager.arenas.end(evening.id, ANN)


async def test_who_leaves_the_server_or_deletes_themself_is_out(service: RunningService) -> None:
    """Rows of a person are told in an export and go with that person; rows of a server go with it."""
    evening = await Evening.open(service, ANN, BEN, CAT, starts_at=service.now() + timedelta(hours=1))
    with service.store.reading() as tx:
        (told,) = export.about(tx, ANN.user, service.now())["arenas"]
    assert (told["arena"], told["host"], told["attendance"]) == (evening.id, True, "in")
    await service.manager.arenas.left_server(GUILD, BEN.user)
    await service.manager.forget(ANN.user)
    view = await evening.view()
    assert ([row.user for row in view.rows], view.host_name) == ([CAT.user], "")
    await service.manager.leave_guild(GUILD)
    assert (await evening.view()).arena.status is ArenaStatus.CALLED_OFF
    with service.store.writing() as tx:
        assert forget.purge(tx, GUILD)
        assert arenas.find(tx, evening.id) is None
    with pytest.raises(ArenaOver):
        await evening.view()


async def test_somebody_may_pause_and_come_back(service: RunningService) -> None:
    """A second press changes nothing; who never joined cannot."""
    evening = await Evening.open(service, ANN, rules=short())
    manager = service.manager.arenas
    for _ in range(2):
        await manager.pause(evening.id, ANN.user)
        assert await evening.attendance(ANN.user) is Attendance.PAUSED
    for _ in range(2):
        await manager.come_back(evening.id, ANN.user)
        assert await evening.attendance(ANN.user) is Attendance.IN
    assert not await manager.pressed(evening.id, ANN.user)
    for press in (manager.pause, manager.come_back, manager.leave):
        with pytest.raises(NotInArena):
            await press(evening.id, DAN.user)
