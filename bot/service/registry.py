"""The tables in memory, and what moves them when nobody presses: deadlines, CPU players, a start, an end."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

import structlog

from bot import opponents
from bot.config import Settings
from bot.errors import BotError, NoSuchMatch, StorageTrouble
from bot.match import deadlines, moves
from bot.match.hosted_match import Change, DeadlineKind, HostedMatch
from bot.match.ringing import rung
from bot.match.views import View
from bot.match.vocabulary import Cause, CpuLevel, MadeBy, MatchId, Occasion
from bot.service.clock import Clock
from bot.service.match_actor import ActorContext, Check, Table, log_actions
from bot.service.presenter import Presenter
from bot.storage import Store, clocks, matches
from bot.storage.database.trouble import Trouble
from engine.actions import Move
from engine.play.observation import Observation

KEPT = 64
"""Ended matches that stay in memory, for those who still look at them."""
CLOSING_SECONDS = 2.5
"""Of the five that a process has for ending: then what storage still holds up is given up."""
log = structlog.stdlib.get_logger("koikoi.keeper")


class Registry:
    """Finds the table of a match, and keeps the live ones going."""

    def __init__(
        self, store: Store, settings: Settings, presenter: Presenter, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._settings = settings
        self._now = now
        self._clock = Clock(self._ring, now=now, retry_seconds=settings.retry_seconds)
        self._around = ActorContext(store, settings, presenter, self._clock, now)
        self._live: dict[MatchId, Table] = {}
        self._ended: OrderedDict[MatchId, Table] = OrderedDict()
        self._pauses: dict[MatchId, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def start(self) -> None:
        """Read every live match, set its deadlines and let its CPU players go on; show each by and by."""
        asleep = await clocks.resume(self._store, self._now())
        async with self._store.reading() as tx:
            found = await matches.live(tx)
        tables = [self.table(match) for match in found]
        for table in tables:
            try:
                await table.view()
            except BotError as error:
                log.error("match cannot be restored", match=table.match, trouble=str(error))  # noqa: TRY400
        self._clock.start()
        self._spawn(self._beat())
        self._spawn(self._show(tables))
        log.info("restored", matches=len(tables), asleep=round(asleep.total_seconds(), 1))

    async def close(self) -> None:
        """Take no more, finish what was asked. Raises TimeoutError where that takes too long."""
        self._closing = True
        await self._clock.stop()
        for pause in self._pauses.values():
            pause.cancel()
        self._pauses.clear()
        async with asyncio.timeout(CLOSING_SECONDS):
            for table in [*self._live.values(), *self._ended.values()]:
                await table.settle()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._note_beat()

    def table(self, match: MatchId) -> Table:
        """The table of a match; its rows are read when they are needed. Raises StorageTrouble at the end."""
        if self._closing:
            raise StorageTrouble(kind=Trouble.UNAVAILABLE)
        known = self._live.get(match) or self._ended.get(match)
        if known is None:
            known = Table(match, self._around, self._changed)
            self._put_aside(known)
        return known

    def live(self) -> list[Table]:
        """The tables at which something can happen still, the oldest first."""
        return [self._live[match] for match in sorted(self._live)]

    async def reread(self, knows: Callable[[HostedMatch], bool]) -> None:
        """Let every table whose position knows something read its rows again; live ones are shown again."""
        for table in [*self._live.values(), *self._ended.values()]:
            try:
                await table.reread(knows)
            except BotError as error:
                # Its position is out of memory, which is what matters.
                log.warning("match is not read again", match=table.match, trouble=str(error))

    async def open(self, change: Change, cause: Cause, check: Check) -> View:
        """Store a new match and show it. Cancelling the wait does not undo it. Raises what `check` does."""
        if self._closing:
            raise StorageTrouble(kind=Trouble.UNAVAILABLE)
        task = asyncio.create_task(self._open(change, cause, check))
        return await asyncio.shield(task)

    async def _open(self, change: Change, cause: Cause, check: Check) -> View:
        change = Change(deadlines.armed(change.after, self._settings, self._now()), change.made)
        async with self._store.writing() as tx:
            await check(tx)
            match = await matches.insert(tx, change)
        log.info("opened", match=match, user=change.after.host, rules=change.after.rules.id.value)
        log_actions(match, change)
        table = Table(match, self._around, self._changed, change.after)
        return table.publish(cause)

    def _changed(self, table: Table) -> None:
        """A table has a new position: keep it where it belongs; let a CPU player think if one is asked."""
        hosted, match = table.hosted, table.match
        if hosted is None or not hosted.live:
            self._live.pop(match, None)
            self._put_aside(table)
            return
        self._ended.pop(match, None)
        self._live[match] = table
        if match not in self._pauses and not self._closing and moves.cpu_to_move(hosted):
            settings = self._settings
            self._pause(table, random.uniform(settings.cpu_pause_min, settings.cpu_pause_max))  # noqa: S311

    def _put_aside(self, table: Table) -> None:
        self._ended[table.match] = table
        self._ended.move_to_end(table.match)
        # One that is being read stays: a match must never have two tables.
        for old in [each for each in self._ended.values() if each.idle][: max(0, len(self._ended) - KEPT)]:
            del self._ended[old.match]

    def _pause(self, table: Table, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._pauses[table.match] = loop.call_later(seconds, self._wake, table)

    def _wake(self, table: Table) -> None:
        del self._pauses[table.match]
        self._spawn(self._let_cpu_move(table))

    async def _let_cpu_move(self, table: Table) -> None:
        async def job(hosted: HostedMatch) -> None:
            found = moves.cpu_to_move(hosted)
            if found is None:
                return
            entry, observation = found
            move = _thought(entry.who.cpu or CpuLevel.NORMAL, observation)
            change = moves.cpu_act(hosted, observation, move, self._now())
            why = moves.occasion(hosted, change.after, Occasion.MOVED)
            await table.commit(change, Cause(why, made_by=MadeBy.CPU))

        try:
            await table.do(job)
        except StorageTrouble as error:
            log.warning("cpu must wait", match=table.match, trouble=str(error))
            if not self._closing and table.match not in self._pauses:
                self._pause(table, self._settings.retry_seconds)

    def _ring(self, match: MatchId, kind: DeadlineKind, mark: int) -> None:
        if not self._closing:
            self._spawn(self._let_ring(match, kind, mark))

    async def _let_ring(self, match: MatchId, kind: DeadlineKind, mark: int) -> None:
        async def job(hosted: HostedMatch) -> None:
            deadline, now = hosted.deadlines.get(kind), self._now()
            if deadline is None or deadline.mark != mark or deadline.due_at > now:
                return
            found = rung(hosted, kind, mark, now)
            if found is not None:
                change, occasion = found
                await table.commit(change, Cause(occasion, made_by=MadeBy.CLOCK))

        try:
            table = self.table(match)
            await table.do(job)
        except StorageTrouble as error:
            log.warning("deadline must wait", match=match, kind=kind.value, trouble=str(error))
        except NoSuchMatch:
            self._clock.set(match, {})

    async def _show(self, tables: list[Table]) -> None:
        """Show each match once more, no faster than Discord lets us; those shown meanwhile are left out."""

        async def job(hosted: HostedMatch) -> None:
            if not table.published:
                table.publish(Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))

        for table in tables:
            try:
                await table.do(job)
            except BotError as error:
                log.warning("match is not shown", match=table.match, trouble=str(error))
            await asyncio.sleep(1 / self._settings.restore_rate)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._settings.beat_seconds)
            await self._note_beat()

    async def _note_beat(self) -> None:
        try:
            await clocks.beat(self._store, self._now())
        except StorageTrouble as error:
            log.warning("beat is not stored", trouble=str(error))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("unexpected", exc_info=error)


def _thought(level: CpuLevel, observation: Observation) -> Move:
    """What a CPU player chooses; a fault in its thinking must not stop the match."""
    try:
        move = opponents.choose(level, observation)
    except Exception:
        log.exception("a cpu player failed")
        return observation.legal[0]
    return move if move in observation.legal else observation.legal[0]
