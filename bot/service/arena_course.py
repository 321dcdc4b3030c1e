"""The course of an arena while nobody presses: it begins, pairs its people, closes and ends.

Everything is read from the rows and decided anew each time, so a process that takes over goes on where
another one was killed. Each change is one transaction that looks at the rows again; where two processes
decide the same at once, the second one changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from bot.errors import ChannelBusy, NoSuchMatch, OtherBusy, StorageError
from bot.ids import ArenaId, ChannelId, UserId
from bot.match import ending, lobby
from bot.match.arenas.facts import ArenaCall, ArenaStatus, Attendance, Bout, Pairing
from bot.match.arenas.pairing import pairings
from bot.match.arenas.timing import REMINDER, WAITS, last_start
from bot.match.arenas.view import ArenaView, is_over, is_skipped, over_at, view_of
from bot.match.vocabulary import MadeBy, NoResult, Participant, Place
from bot.service.presenter import Presenter
from bot.service.runner import Runner
from bot.storage import Store, arena_plans, arenas
from bot.storage.arenas import EndedMatches, Stored
from bot.storage.settings import servers
from engine.record.shuffle import SECRET_BYTES

LATEST = timedelta(hours=1)
"""The time after its start at which an arena begins at the latest, where the bot was not there."""
MOST_STEPS = 20
"""Steps that an arena takes at once; more are a fault, and wait."""
REFUSED = timedelta(seconds=15)
"""The pause after Discord has refused a new thread, or a match in one."""
PRESENT = (Attendance.IN, Attendance.PAUSED, Attendance.ABSENT)
log = structlog.stdlib.get_logger("koikoi.arenas")


class ArenaCourse:
    """Lets happen what is due in an arena. `doubt`: what speaks against the time of day, `now`."""

    def __init__(
        self,
        store: Store,
        runner: Runner,
        presenter: Presenter,
        now: Callable[[], datetime],
        doubt: Callable[[], str | None],
    ) -> None:
        self._store, self._runner, self._presenter = store, runner, presenter
        self._now, self._doubt, self._time, self._secret = now, doubt, runner.time, runner.secret
        self._refused: dict[ArenaId, datetime] = {}
        """Until when no thread is asked for, where Discord has just refused one, or a match in one."""
        self._unused: dict[ArenaId, ChannelId] = {}
        """Threads in which a match was to begin, and somebody had gone: the next one begins there."""
        self._ended_matches = EndedMatches()
        self.stopped = False
        """Whether arenas are somebody else's from now on."""

    async def read(self, arena: ArenaId) -> Stored | None:
        """Return an arena as its rows have it now; None where there is none. Raises StorageError."""
        # In whole seconds: a view that differs from the last one is shown again.
        ahead = timedelta(seconds=round(self._time.ahead().total_seconds()))
        return await self._store.read(arenas.find, arena, ahead, self._ended_matches)

    async def advance(self, arena: ArenaId) -> Stored | None:
        """Let happen what is due, and return the arena afterwards. Raises StorageError."""
        for _ in range(MOST_STEPS):
            # These first: what is read later knows who came before that moment, and of the time given back.
            may, now = self._may, self._now()
            stored = await self.read(arena)
            if stored is None or not (may and self._may):
                return stored
            if not await self._step(stored, now):
                break
        if stored is not None and self._may and await self._begin_matches(stored):
            stored = await self.read(arena)
        return stored

    @property
    def in_doubt(self) -> bool:
        """Whether the time of day may be wrong."""
        return self._doubt() is not None

    @property
    def _may(self) -> bool:
        """Whether anything may happen now: people can press, the time is sure, the arenas are ours."""
        return not self.stopped and not self._runner.away and not self.in_doubt

    def refused(self, arena: ArenaId) -> None:
        """Take note that nothing can be posted in a thread: the next one may be no better."""
        self._refused[arena] = self._now() + REFUSED

    async def _step(self, stored: Stored, now: datetime) -> bool:
        """Take the next step that is due at a moment before the rows were read; whether there was one."""
        arena = stored.arena
        if not arena.status.live:
            return False
        due = [self._without_barred, self._attended, self._without_left_tables, self._called, self._ended]
        if arena.status is ArenaStatus.ANNOUNCED:
            due = [self._without_barred, self._reminded, self._begun]
        for step in due:
            if await step(stored, now):
                return True
        return False

    async def _ended(self, stored: Stored, now: datetime) -> bool:
        """Begin nothing more once time is up, then end the arena once no match is awaited any more."""
        arena = stored.arena
        if arena.status is ArenaStatus.RUNNING:
            return now >= arena.ends_at and await self._moved(stored, ArenaStatus.CLOSING)
        over = {"over_at": over_at(stored.evening, now), "ends_at": arena.ends_at}
        return is_over(stored.evening, now) and await self._moved(stored, ArenaStatus.OVER, **over)

    async def _moved(self, stored: Stored, after: ArenaStatus, **values: object) -> bool:
        """Bring an arena to another state, unless somebody else has done so: then its rows say more."""
        arena = stored.arena
        if await self._store.write(arenas.move, arena.id, arena.status, after, **values):
            log.info("arena", arena=arena.id, status=after.value, people=len(stored.evening.contestants))
        return True

    async def _reminded(self, stored: Stored, now: datetime) -> bool:
        """Have the people of an arena that begins soon reminded, then note it: none is lost by a kill."""
        at = stored.arena.starts_at - REMINDER
        if stored.reminded or not stored.opened_at < at <= now < stored.arena.starts_at:
            return False
        if not await self._presenter.remind_arena(_view(stored)):
            return False
        return await self._store.write(arenas.remind, stored.arena.id, now)

    async def _called(self, stored: Stored, now: datetime) -> bool:
        """Have people told that no match begins any more, then note it: none is lost by a kill."""
        arena = stored.arena
        runs = arena.status is ArenaStatus.RUNNING and not arena.called
        if not runs or not last_start(arena) <= now < arena.ends_at:
            return False
        if not await self._presenter.tell_arena(_view(stored), ArenaCall.LAST):
            return False
        return await self._moved(stored, ArenaStatus.RUNNING, last_call=now)

    async def _begun(self, stored: Stored, now: datetime) -> bool:
        """Begin an arena whose time has come, or call it off: for want of people, or long after its time.

        `ends_at` tells one from another: an arena that was skipped ends at its start, another one later. One
        that was opened to begin at once is never skipped: nobody had the time to join.
        """
        arena = stored.arena
        if now < arena.starts_at:
            return False
        skipped = stored.opened_at < arena.starts_at and is_skipped(stored.evening)
        late = now - arena.starts_at
        if skipped or (late > LATEST and not arena.waited):
            return await self._called_off(stored, now, arena.starts_at if skipped else now)
        if arena.waited and late >= WAITS:
            return await self._waited(stored, now)
        terms = {"ends_at": self._time.now() + timedelta(minutes=arena.minutes), "next_at": stored.following}
        if not await self._store.write(lambda tx: arena_plans.begin(tx, arena.id, arena.guild, now, **terms)):
            return await self._waited(stored, now)
        log.info("arena begun", arena=arena.id, people=len(stored.evening.contestants))
        if arena.waited:
            await self._presenter.tell_arena(_view(stored), ArenaCall.BEGINS)
        return True

    async def _waited(self, stored: Stored, now: datetime) -> bool:
        """Tell that another arena runs at the hour of this one, or that this one has waited for too long."""
        arena = stored.arena
        lapses = now >= arena.starts_at + WAITS
        if arena.waited and not lapses:
            return False
        call = ArenaCall.LAPSED if lapses else ArenaCall.WAITS
        if not await self._presenter.tell_arena(_view(stored), call):
            return False
        if lapses:
            return await self._called_off(stored, now, now, waited_at=now)
        return await self._moved(stored, ArenaStatus.ANNOUNCED, waited_at=now)

    async def _called_off(self, stored: Stored, now: datetime, ends_at: datetime, **values: object) -> bool:
        """Call an arena off; a weekly one comes again."""
        values |= {"over_at": now, "ends_at": ends_at, "next_at": stored.following}
        return await self._moved(stored, ArenaStatus.CALLED_OFF, **values)

    async def _without_barred(self, stored: Stored, now: datetime) -> bool:
        """Take people out whom the server keeps from its tables."""
        return bool(stored.barred) and await self._attend(
            stored, stored.barred, PRESENT, Attendance.REMOVED, now
        )

    async def _attended(self, stored: Stored, now: datetime) -> bool:
        """Note who is absent, and who of these has come back to their table."""
        here = {each.user: each.attendance for each in stored.evening.contestants}
        gone = [user for user in stored.absent if here.get(user) is Attendance.IN]
        back = [user for user in stored.seen - stored.absent if here.get(user) is Attendance.ABSENT]
        went = bool(gone) and await self._attend(stored, gone, (Attendance.IN,), Attendance.ABSENT, now)
        came = bool(back) and await self._attend(stored, back, (Attendance.ABSENT,), Attendance.IN, now)
        return went or came

    async def _without_left_tables(self, stored: Stored, now: datetime) -> bool:
        """End matches at which nobody presses any more, without a result; their people are absent."""
        ended = 0
        for bout in stored.evening.bouts:
            if bout.in_play and bout.set_aside:
                await self._attend(stored, bout.users, (Attendance.IN,), Attendance.ABSENT, now)
                ended += await self._aborted(bout)
        return ended > 0

    async def _aborted(self, bout: Bout) -> bool:
        """End a match without a result; False where it has ended, or its rows make no match."""
        actor = self._runner.registry.actor(bout.match)
        try:
            receipt = await actor.change(
                lambda it, at: ending.abort(it, at, NoResult.IDLE), made_by=MadeBy.DEFAULT
            )
        except (NoSuchMatch, StorageError) as error:
            log.warning("match of an arena does not end", match=bout.match, trouble=str(error))
            return False
        return receipt.refusal is None

    async def _attend(
        self,
        stored: Stored,
        users: Collection[UserId],
        before: Collection[Attendance],
        after: Attendance,
        now: datetime,
    ) -> bool:
        changed = await self._store.write(arenas.attend, stored.arena.id, users, before, after, now)
        return changed > 0

    async def _begin_matches(self, stored: Stored) -> bool:
        """Begin the matches that are due; whether any has begun."""
        begun, due = 0, pairings(stored.evening, self._now())
        if not due or not self._presenter.arena_plays(_view(stored)):
            return False
        aside, pairs = self._store.aside, {(stored.arena.id, one.people): one for one in due}
        for key in aside.rest("pairing", pairs):
            if self._may:
                with aside.doing("pairing", key):
                    begun += await self._begin_match(stored, pairs[key])
        return begun > 0

    async def _begin_match(self, stored: Stored, pairing: Pairing) -> bool:
        """Begin a match, unless somebody has gone meanwhile or has been paired by another process."""
        arena = stored.arena
        thread = await self._thread(stored)
        if thread is None:
            return False

        def look(tx: Connection) -> tuple[list[Participant], bool]:
            return arenas.players(tx, arena.id, pairing.people), servers.get(tx, arena.guild).rated

        people, rated = await self._store.read(look)
        if len(people) < len(pairing.people):
            self._unused[arena.id] = thread
            return False
        opened = lobby.open_arena_match(
            *(arena.id, Place(arena.guild, thread, arena.locale, arena.channel), people, arena.rules),
            secret=self._secret(SECRET_BYTES),
            now=self._now(),
            cpu=pairing.cpu,
            rated=rated,
        )
        try:
            await self._runner.registry.open(opened, None, arenas.may_begin)
        except (OtherBusy, ChannelBusy) as error:
            log.info("not paired", arena=arena.id, trouble=str(error))
            if isinstance(error, OtherBusy):
                self._unused[arena.id] = thread
            return False
        return True

    async def _thread(self, stored: Stored) -> ChannelId | None:
        """Return a thread in which no match is played, else a new one; None where Discord opens none."""
        if (unused := self._unused.pop(stored.arena.id, None)) is not None:
            return unused
        free, number = await self._store.read(arenas.threads, stored.arena.id)
        return free[0] if free else await self._new_thread(stored, number + 1)

    async def _new_thread(self, stored: Stored, number: int) -> ChannelId | None:
        """Have a thread opened; None where Discord does not do it, which is asked again a little later."""
        arena, now = stored.arena.id, self._now()
        if now < self._refused.get(arena, now):
            return None
        try:
            return await self._presenter.arena_thread(_view(stored), number)
        except Exception as error:
            log.warning("thread is not opened", arena=arena, error=repr(error))
            self.refused(arena)
            return None


def _view(stored: Stored) -> ArenaView:
    return view_of(stored.evening, stored.host_name)
