"""Arenas: opened, joined, left and looked at; each one's own course goes on in a task.

Whether somebody is a manager is for the caller to know. Nothing of an arena is kept in memory but what was
shown last, so a press may come to the manager of any shard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from bot.background_tasks import BackgroundTasks
from bot.errors import (
    ArenaBusy,
    ArenaFull,
    ArenaOver,
    NotInArena,
    PlannedAlready,
    RemovedFromArena,
    StorageError,
    TooFarAhead,
)
from bot.ids import ArenaId, ChannelId, GuildId, UserId
from bot.locks import Locks
from bot.match.arenas.facts import MOST_PEOPLE, ArenaStatus, Attendance
from bot.match.arenas.timing import REMINDER, too_far_ahead
from bot.match.arenas.view import ArenaView, over_at, view_of
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import CpuPlayer, Person, Place, Status
from bot.service.arena_course import PRESENT, ArenaCourse
from bot.service.presenter import Presenter
from bot.service.runner import Runner
from bot.storage import Store, arenas, bounds
from bot.storage import arena_plans as plans
from bot.storage.arena_plans import Plan
from bot.storage.arenas import Opening, Stored
from bot.storage.moderation import kept
from bot.storage.owners.notices import Subject
from bot.storage.settings import persons, servers
from engine.rules.options import Rules

TICK_SECONDS = 3.0
"""The pause between two looks at an arena that runs: people are paired within seconds."""
LOOK_SECONDS = 60.0
"""The longest pause between two looks at an arena that is announced, and at which arenas there are."""
RETRY_SECONDS = 15.0
"""The pause after something went wrong."""
AHEAD = timedelta(days=1)
"""The time before its start at which a weekly arena is announced; others may be held before."""
RECENT = timedelta(hours=1)
"""The age of the oldest end that is told after a start, where a crash has swallowed it."""
PAGE = 5
"""Arenas on a page of those that are over."""
log = structlog.stdlib.get_logger("koikoi.arenas")


class Arenas:
    """The arenas as people meet them. A manager's own are those of its shard."""

    def __init__(
        self,
        store: Store,
        runner: Runner,
        presenter: Presenter,
        now: Callable[[], datetime],
        doubt: Callable[[], str | None],
    ) -> None:
        """`now`: the time of day; `doubt`: what speaks against it. `runner`: that of its matches."""
        self._course = ArenaCourse(store, runner, presenter, now, doubt)
        self._store, self._presenter, self._now = store, presenter, now
        self._time, self._shard, self._peers = runner.time, runner.shard, runner.peers
        runner.ended = self._match_ended
        self._background = BackgroundTasks()
        self._wakers: dict[ArenaId, asyncio.Event] = {}
        """Set where an arena with a task is to be looked at now."""
        self._look_now = asyncio.Event()
        self._shown: dict[ArenaId, tuple[ArenaView, bool]] = {}
        """With whether it has to wait, because the time is in doubt."""
        self._showing = Locks[ArenaId]()

    def start(self) -> None:
        """Go on with the shard's arenas from their rows."""
        self._background.keep(self._look, name="arenas")

    async def close(self) -> None:
        """Begin nothing more; a match that is being opened is opened."""
        self.stop()
        await self._background.close()

    def stop(self) -> None:
        """Let nothing happen by itself any more: the arenas may be another process's by now."""
        self._course.stopped = True

    def wake(self, arena: ArenaId | None = None) -> None:
        """Look at an arena now, or at all of them: something has happened, or somebody has set the time."""
        for one, waker in self._wakers.items():
            if arena in (None, one):
                waker.set()
        if arena not in self._wakers:
            self._look_now.set()

    def _match_ended(self, hosted: HostedMatch) -> None:
        """Take note that a match has ended: its people may be paired anew."""
        if hosted.arena is not None and hosted.arena in self._wakers:
            if hosted.status is Status.CLOSED:
                self._course.refused(hosted.arena)
            self.wake(hosted.arena)

    async def open(  # noqa: PLR0913 - all that an arena is opened with
        self,
        place: Place,
        host: Person,
        rules: Rules,
        *,
        minutes: int,
        starts_at: datetime | None = None,
        cpu: CpuPlayer | None = CpuPlayer.NORMAL,
        weekly: bool = False,
        locale: str | None = None,
        by_manager: bool = False,
    ) -> ArenaView:
        """Open an arena in a channel of a server, with its host in it.

        `starts_at` None, or past: it begins at once. A weekly one is repeated at the time of day that it
        says, in its zone. `cpu`: whom an odd player may play; None: they wait. `locale`: its language where
        the server has set none; None: that of the place. `by_manager`: whether the host may plan several.
        Raises Barred, ArenaBusy, PlannedAlready, TooFarAhead, StorageError.
        """
        now = self._now()
        begins = now if starts_at is None else max(now.astimezone(starts_at.tzinfo), starts_at)
        if too_far_ahead(begins, now, weekly=weekly):
            raise TooFarAhead
        assert place.guild is not None, "direct messages have no arena"
        spoken = locale or place.locale
        terms = Opening(place.guild, place.channel, spoken, rules, minutes, begins, cpu, weekly)
        arena = await self._store.write(_opened, terms, host, place.locale, now, several=by_manager)
        log.info("arena opened", arena=arena, user=host.user, rules=rules.id.value, minutes=minutes)
        if self._shard.owns(place.guild):
            with suppress(StorageError):  # its task tries again
                await self._course.advance(arena)  # so that nobody sees an announcement of what begins now
        return await self._changed(arena)

    async def join(self, arena: ArenaId, person: Person) -> ArenaView:
        """Come to an arena, or back to it; nothing changes for somebody who is in.

        Raises ArenaOver, RemovedFromArena, Barred, ArenaFull.
        """
        now = self._now()

        def job(tx: Connection) -> None:
            guild = _open(tx, arena)
            before = arenas.attendance(tx, arena, person.user)
            if before is Attendance.REMOVED or kept.from_arena(tx, arena, person.user):
                raise RemovedFromArena
            bounds.may_play(tx, guild, person.user)
            if (before is None or before.gone) and arenas.people_in(tx, arena) >= MOST_PEOPLE:
                raise ArenaFull(MOST_PEOPLE)
            if before is not Attendance.IN:
                arenas.put(tx, arena, person, now)

        await self._store.write(job)
        return await self._changed(arena)

    async def leave(self, arena: ArenaId, user: UserId) -> ArenaView:
        """Go from an arena; a match in play goes on, and points stay. Raises ArenaOver, NotInArena."""

        def job(tx: Connection) -> None:
            if _state(tx, arena) is ArenaStatus.ANNOUNCED and _present(tx, arena, user):
                arenas.drop(tx, arena, user)
                return
            self._attend(tx, arena, user, PRESENT, Attendance.LEFT)

        await self._store.write(job)
        return await self._changed(arena)

    async def pause(self, arena: ArenaId, user: UserId) -> ArenaView:
        """Be paired no more until one comes back. Raises ArenaOver, NotInArena."""
        await self._store.write(self._attend, arena, user, PRESENT, Attendance.PAUSED)
        return await self._changed(arena)

    async def come_back(self, arena: ArenaId, user: UserId) -> ArenaView:
        """Be paired again; nothing changes for somebody who is in. Raises ArenaOver, NotInArena."""
        away = (Attendance.PAUSED, Attendance.ABSENT)
        await self._store.write(self._attend, arena, user, away, Attendance.IN, fine=(Attendance.IN,))
        return await self._changed(arena)

    async def pressed(self, arena: ArenaId, user: UserId) -> bool:
        """Take note of a press in an arena: whether it has brought somebody back who was absent."""
        now, absent = self._now(), (Attendance.ABSENT,)
        found = await self._store.read(arenas.attendance, arena, user)
        if found is not Attendance.ABSENT:
            return False
        back = await self._store.write(arenas.attend, arena, (user,), absent, Attendance.IN, now)
        await self._changed(arena)
        return back > 0

    async def remove(self, arena: ArenaId, user: UserId, by: Person) -> ArenaView:
        """Take somebody out for good: the caller knows that `by` is a manager. Raises ArenaOver, NotInArena.

        A match in play goes on, and points stay.
        """
        before = (*PRESENT, Attendance.LEFT)
        await self._store.write(self._attend, arena, user, before, Attendance.REMOVED)
        log.info("removed from an arena", arena=arena, user=user, by=by.user)
        return await self._changed(arena)

    async def end(self, arena: ArenaId, by: Person, *, waits: bool = True) -> ArenaView:
        """End an arena, as its host or a manager: the caller knows that `by` is one. Raises ArenaOver.

        One that is announced is called off. `waits`: one that has begun awaits its matches in play, as it
        may do already; else it is over at once, and they do not count.
        """
        now, clocked, ahead = self._now(), self._time.now(), self._time.ahead()

        def job(tx: Connection) -> None:
            status = _state(tx, arena)
            if not status.live:
                raise ArenaOver
            stored = arenas.find(tx, arena, ahead)
            assert stored is not None
            if status is ArenaStatus.ANNOUNCED or not waits:
                self._end_now(tx, stored, now)
            elif status is ArenaStatus.RUNNING:
                arenas.move(tx, arena, status, ArenaStatus.CLOSING, ends_at=clocked)

        await self._store.write(job)
        log.info("arena ended", arena=arena, by=by.user)
        return await self._changed(arena)

    @staticmethod
    def _end_now(tx: Connection, stored: Stored, now: datetime) -> None:
        """End an arena without waiting. One that has not begun is called off: it ends before its start.

        A weekly one comes again.
        """
        arena = stored.arena
        if arena.status is not ArenaStatus.ANNOUNCED:
            values = {"over_at": over_at(stored.evening, now), "ends_at": arena.ends_at}
            arenas.move(tx, arena.id, arena.status, ArenaStatus.OVER, **values)
            return
        before = min(now, arena.starts_at - timedelta(seconds=1))
        arenas.move(
            *(tx, arena.id, arena.status, ArenaStatus.CALLED_OFF),
            **{"over_at": now, "ends_at": before, "next_at": stored.following},
        )

    async def view(self, arena: ArenaId) -> ArenaView:
        """Return an arena as it is now, also one that is over. Raises ArenaOver where there is none."""
        stored = await self._course.read(arena)
        if stored is None:
            raise ArenaOver
        return view_of(stored.evening, stored.host_name)

    async def of_guild(self, guild: GuildId) -> ArenaView | None:
        """Return the arena of a server that runs, or whose hour has come."""
        found = await self._store.read(plans.running, guild, self._now())
        return None if found is None else await self.view(found[0])

    async def clashes(self, arena: ArenaId) -> Sequence[Plan]:
        """Return the other arenas of a server that are to run at the same time, the first of them first."""
        return await self._store.read(plans.clashes, arena)

    async def history(self, guild: GuildId, page: int = 1) -> tuple[tuple[ArenaView, ...], int]:
        """Return a page (from 1) of a server's arenas that are over, the latest first; how many pages."""
        found, count = await self._store.read(arenas.past, guild, PAGE, PAGE * (page - 1))
        views = [await self.view(arena) for arena in found]
        return tuple(views), max(1, -(-count // PAGE))

    async def next_weekly(self, guild: GuildId) -> datetime | None:
        """Return when a server's next weekly arena starts; None where none is repeated."""
        return await self._store.read(plans.next_weekly, guild)

    async def stop_weekly(self, guild: GuildId, channel: ChannelId | None = None) -> bool:
        """Repeat a server's weekly arenas no more, or those of a channel; False where there is none.

        One that is announced or goes on stays.
        """
        return await self._store.write(plans.stop_weekly, guild, channel) > 0

    async def left_server(self, guild: GuildId, user: UserId) -> None:
        """Take somebody out of a server's arena who has left the server. Raises StorageError."""
        for arena in await self._store.read(arenas.of_person, guild, user):
            with suppress(ArenaOver, NotInArena):
                await self.leave(arena, user)

    async def left_guild(self, guild: GuildId) -> None:
        """End the arenas of a server that has put the bot out. Raises StorageError.

        Weekly ones are repeated once it is back, as its settings hold again then.
        """
        now, ahead = self._now(), self._time.ahead()

        def job(tx: Connection) -> list[ArenaId]:
            ended = arenas.live_in(tx, guild)
            for stored in (arenas.find(tx, arena, ahead) for arena in ended):
                if stored is not None:
                    self._end_now(tx, stored, now)
            return ended

        for arena in await self._store.write(job):
            await self._changed(arena)

    async def _changed(self, arena: ArenaId) -> ArenaView:
        """Show what somebody has changed, and let follow what is due now; the arena as it stands."""
        stored = await self._show(arena)
        if stored is None:
            raise ArenaOver
        if self._shard.owns(stored.arena.guild):
            self._go_on_with(arena)
        else:
            await self._peers.publish(Subject.ARENA, arena)
        self.wake(arena)
        return view_of(stored.evening, stored.host_name)

    async def _show(self, arena: ArenaId) -> Stored | None:
        """Read an arena and show it, unless it is shown so already or another shard's."""
        async with self._showing.of(arena):  # so that nothing older is shown after something newer
            stored = await self._course.read(arena)
            if stored is not None and self._shard.owns(stored.arena.guild):
                view = view_of(stored.evening, stored.host_name)
                waits = self._course.in_doubt and stored.arena.starts_at <= self._now()
                if self._shown.get(arena) != (view, waits):
                    self._shown[arena] = view, waits
                    self._presenter.publish_arena(view)
            return stored

    def _go_on_with(self, arena: ArenaId) -> None:
        """Have a task for an arena of this shard, unless there is one or nothing may happen any more."""
        if arena not in self._wakers and not self._course.stopped:
            self._wakers[arena] = asyncio.Event()
            self._background.start(self._run(arena), name=f"arena {arena}")

    async def _run(self, arena: ArenaId) -> None:
        """Look at an arena again and again until it is over, and show what has become of it."""
        waker = self._wakers[arena]
        try:
            while (pause := await self._tick(arena)) is not None:
                await _woken(waker, pause)
        finally:
            del self._wakers[arena]
            self._shown.pop(arena, None)

    async def _tick(self, arena: ArenaId) -> float | None:
        """Let happen what is due; the seconds until the next look, None where nothing more can come."""
        self._wakers[arena].clear()
        pause = TICK_SECONDS
        try:
            await self._course.advance(arena)
        except StorageError as error:
            log.warning("arena waits for storage", arena=arena, trouble=str(error))
        except Exception as error:
            # Nobody waits for this: it is told in the log, and tried again.
            log.exception("arena cannot go on", arena=arena, error=type(error).__name__)
            pause = RETRY_SECONDS
        try:
            stored = await self._show(arena)
        except StorageError:
            return RETRY_SECONDS
        if stored is None or not stored.arena.status.live:
            return None
        return self._until_next(stored) if stored.arena.status is ArenaStatus.ANNOUNCED else pause

    def _until_next(self, stored: Stored) -> float:
        """Return the seconds until something is due in an arena that is announced, or where it was due."""
        now, begins = self._now(), stored.arena.starts_at
        if begins <= now:
            return TICK_SECONDS
        left = [(at - now).total_seconds() for at in (begins - REMINDER, begins)]
        return max(TICK_SECONDS, min([LOOK_SECONDS, *(each for each in left if each > 0)]))

    async def _look(self) -> None:
        """Find the shard's arenas at the start and now and then, and announce weekly ones again."""
        since = self._now() - RECENT
        while not self._course.stopped:
            self._look_now.clear()
            try:
                await self._find(since)
            except StorageError as error:
                log.warning("arenas are not looked for", trouble=str(error))
            else:
                since = self._now()
            await _woken(self._look_now, LOOK_SECONDS)

    async def _find(self, since: datetime) -> None:
        """Have a task for each live arena, and for each that has ended since and nobody was told of."""
        found = await self._store.read(arenas.live, self._shard)
        ended = await self._store.read(arenas.untold, self._shard, since)
        for arena in (*found, *ended):
            self._go_on_with(arena)
        if not self._course.in_doubt:
            await self._repeat()

    async def _repeat(self) -> None:
        """Announce the weekly arenas that start soon, those that were missed a week or more later."""
        now = self._now()

        aside = self._store.aside
        due = await self._store.read(plans.due_again, self._shard, now + AHEAD)
        for arena in aside.rest("weekly arenas", due):
            with aside.doing("weekly arenas", arena):
                if (new := await self._store.write(plans.repeat, arena, now)) is not None:
                    log.info("arena announced again", arena=new)
                    self._go_on_with(new)

    def _attend(  # noqa: PLR0913 - whose, and from what to what
        self,
        tx: Connection,
        arena: ArenaId,
        user: UserId,
        before: Collection[Attendance],
        after: Attendance,
        *,
        fine: Collection[Attendance] = (),
    ) -> None:
        """Change somebody's attendance; nothing happens where it is one of `fine`."""
        _open(tx, arena)
        if arenas.attend(tx, arena, (user,), before, after, self._now()):
            return
        if arenas.attendance(tx, arena, user) not in {after, *fine}:
            raise NotInArena


def _opened(  # noqa: PLR0913 - who opens what, where and when
    tx: Connection, terms: Opening, host: Person, locale: str, now: datetime, *, several: bool
) -> ArenaId:
    """Store an arena with its host in it, once. `several`: whether the host may plan more than one.

    Raises Barred, ArenaBusy, PlannedAlready.
    """
    bounds.may_play(tx, terms.guild, host.user)
    servers.met(tx, terms.guild, locale)  # first: of several who open one at once, each sees the last
    number, planned = persons.met(tx, {host.user: host.name}, now)[host.user], terms.starts_at > now
    if planned and (same := plans.same(tx, terms, number)) is not None:
        return same
    if not planned and (other := plans.running(tx, terms.guild, now)) is not None:
        raise ArenaBusy(other[1])
    mine = None if several else plans.of_host(tx, terms.guild, number, host.user)
    if mine is not None and (planned or terms.weekly):
        raise PlannedAlready(mine.starts_at, mine.channel)
    chosen = servers.get(tx, terms.guild).language
    arena = arenas.insert(tx, replace(terms, locale=chosen or terms.locale), number, now)
    arenas.put(tx, arena, host, now)
    return arena


def _state(tx: Connection, arena: ArenaId) -> ArenaStatus:
    """Return the state of an arena. Raises ArenaOver where there is none."""
    found = arenas.state(tx, arena)
    if found is None:
        raise ArenaOver
    return found[0]


def _open(tx: Connection, arena: ArenaId) -> GuildId:
    """Return the server of an arena to which people come and go. Raises ArenaOver for any other one."""
    found = arenas.state(tx, arena)
    if found is None or found[0] not in (ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING):
        raise ArenaOver
    return found[1]


def _present(tx: Connection, arena: ArenaId, user: UserId) -> bool:
    return arenas.attendance(tx, arena, user) in PRESENT


async def _woken(event: asyncio.Event, seconds: float) -> None:
    """Wait until an event, or until these seconds are over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
