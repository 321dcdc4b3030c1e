"""The runner: moves matches when nobody presses, by deadlines, CPU players, a start of the bot."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

import structlog

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import BotError, NoSuchMatch, StorageError, StorageErrorKind
from bot.ids import MatchId, UserId
from bot.match import absence, deadlines
from bot.match.hosted_match import DeadlineKind, HostedMatch
from bot.match.vocabulary import Cause, MadeBy, Occasion
from bot.service.context import Peers, ShardContext
from bot.service.cpu_turns import CpuTurns, Think
from bot.service.deadline_scheduler import DeadlineScheduler
from bot.service.match_actor import ActorContext, MatchActor
from bot.service.presenter import Presenter
from bot.service.registry import Registry
from bot.service.sealing import Sealing
from bot.service.watch.match_time import LEAST_AHEAD, MatchTime
from bot.service.watch.rate_limited_log import RateLimitedLog
from bot.storage import Store, arenas, clocks, matches

CLOSING_SECONDS = 2.5
"""Seconds, of the five that a process has for ending: what storage still holds up then is given up."""
LOOK_SECONDS = 1.0
"""The pause between two checks of the time."""
LOOK_AGAIN_SECONDS = 600.0
"""The pause before a match whose rows made none is read again: somebody may have put them right."""
LEAST_LOST = timedelta(seconds=2)
"""The least time without connection that is given back: for less, every table would be edited for nothing."""
LEAST_AT_START = timedelta(seconds=10)
"""Least time between a start and its first connection: every table is shown again by then anyway."""
Show = Callable[[MatchActor, Cause], Awaitable[object]]
log = structlog.stdlib.get_logger("koikoi.runner")


class Runner:
    """Keeps the matches of a registry going, from `start` to `close`."""

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        store: Store,
        settings: Settings,
        presenter: Presenter,
        *,
        time: MatchTime,
        think: Think,
        secret: Callable[[int], bytes],
        context: ShardContext,
        peers: Peers,
    ) -> None:
        self.shard, self.peers, self.secret = context.shard, peers, secret
        self._store = store
        self._settings = settings
        self.time = time
        self.scheduler = DeadlineScheduler(self._due, now=time.now, retry_seconds=settings.retry_seconds)
        self._cpu = CpuTurns(settings, think)
        self.sealing = Sealing(settings, presenter, secret)
        """Has the sealing lines posted."""
        self._background = BackgroundTasks()
        self._failure_log = RateLimitedLog("deadline waits for storage")
        self._thinking: set[tuple[MatchId, int]] = set()
        """Matches, with the round, in which a safe move is being thought of."""
        self._connected = False
        """Whether there has been a connection that could be lost."""
        self._lost_at: datetime | None = None
        self._owed_since: datetime | None = None
        """Start of the time without connection that is still owed to players; stored with each heartbeat."""
        self._giving_back = 0
        """The number of times without connection that are being given back."""
        self.ended: Callable[[HostedMatch], None] = lambda hosted: None
        """Called with a match that has ended, or that is looked at later."""
        self.broken: set[MatchId] = set()
        """The live matches whose rows make none."""
        self._closed = self._disowned = False
        numbers = itertools.count(1).__next__
        self.registry = Registry(
            ActorContext(store, settings, presenter, time, self._arm, context.shard, peers, numbers)
        )

    async def start(self) -> None:
        """Set the deadlines of every live match of the shard from its rows; read and show each by and by.

        One that is pressed or whose deadline comes before its turn is read then: a start takes no longer for
        a thousand matches than for one.
        """
        self._background.keep(self._watch_time, name="time")
        shard = self.shard
        away = await clocks.resume(self._store, self.time.now(), shard, self.time.ahead())
        found, due = await self._store.read(lambda tx: (matches.live(tx, shard), clocks.of_all(tx, shard)))
        actors = self.registry.expect(found)
        for match in found:
            self.scheduler.set(match, due.get(match, {}))
        self.scheduler.start()
        self._background.keep(self._heartbeat_loop, name="heartbeats")
        self._background.keep(self._retry_loop, name="look again")
        self._background.start(self._show(actors, MatchActor.publish_first), name="show again")
        log.info("restored", matches=len(actors), asleep=round(away.total_seconds(), 1))

    def connection_lost(self) -> None:
        """Nobody can press from now on: the clocks of turns, rests, draws and cuts stand still."""
        self._lost_at = self._lost_at or self.time.now()
        self._owed_since = self._owed_since or self._lost_at

    def connection_back(self) -> None:
        """People can press again: those clocks run on, by the lost time later."""
        if self._lost_at is None:
            return
        lost, self._lost_at = self.time.now() - self._lost_at, None
        least, self._connected = LEAST_LOST if self._connected else LEAST_AT_START, True
        if lost >= least:
            self._giving_back += 1
            self._background.start(self._give_back(lost), name="give back")
        self._forget_debt()

    @property
    def away(self) -> bool:
        """Whether nobody can press, or the time in which nobody could is still being given back."""
        return self._lost_at is not None or self._giving_back > 0

    async def close(self) -> None:
        """Take no more, finish what was asked. Raises TimeoutError after `CLOSING_SECONDS`."""
        self._closed = True
        self.registry.close()
        await self.scheduler.stop()
        async with asyncio.timeout(CLOSING_SECONDS):
            await self.sealing.close()
            await self._cpu.close()
            await self.registry.settle()
            await self._background.close()
            await self._record_heartbeat()

    async def time_out(self, match: MatchId, user: UserId) -> None:
        """Let the time of a user who is asked be over now. Raises NoSuchMatch, StorageError."""
        actor = self.registry.actor(match)
        asked = await actor.inspect(lambda hosted: hosted.begun.state.asked)
        safe = await self._cpu.safe_moves(actor)
        await actor.change(
            lambda hosted, now: absence.gone(hosted, user, asked, safe, now), made_by=MadeBy.CLOCK
        )

    def _arm(self, actor: MatchActor) -> None:
        """Set the deadlines of a match that is in memory again, and let its CPU player think."""
        hosted = actor.hosted
        self.broken.discard(actor.match)
        self.scheduler.set(actor.match, hosted.deadlines if hosted is not None and hosted.live else {})
        self.sealing.go_on(actor)
        self._cpu.go_on(actor)
        if hosted is not None and not hosted.live:
            self.ended(hosted)

    def _due(self, match: MatchId, kind: DeadlineKind, count: int) -> None:
        if kind in deadlines.HELD and self.away:
            # It is told again by and by.
            return
        turn = (match, count) if kind is DeadlineKind.TURN else None
        if not self._closed and (turn is None or turn not in self._thinking):
            self._background.start(self._run_deadline(match, kind, count), name=f"{kind.value} {match}")

    async def _run_deadline(self, match: MatchId, kind: DeadlineKind, count: int) -> None:
        """Take the step of a deadline that has come. Where that fails the clock tells it again."""
        self._thinking |= {(match, count)} if kind is DeadlineKind.TURN else set()
        actor = self.registry.actor(match)
        try:
            safe = await self._cpu.safe_moves(actor, count) if kind is DeadlineKind.TURN else {}
            await actor.change(
                lambda hosted, now: deadlines.due(hosted, kind, count, now, safe), made_by=_mover(kind)
            )
        except StorageError as error:
            self._failure_log.warn(error, match=match, deadline=kind.value)
            self._damaged(match, error)
        except NoSuchMatch:
            self.scheduler.set(match, {})
        finally:
            self._thinking.discard((match, count))

    async def _give_back(self, lost: timedelta) -> None:
        """Put off the deadlines of every match, and the ends of arenas, by the time in which nobody could
        press.

        None of them comes before all are put off: each is shown, no faster than Discord lets us.
        """
        try:
            await self._postpone_arenas(lost)
            await self._rate_limited("give back", self.registry.live(), lambda it: self._postpone(it, lost))
        finally:
            self._giving_back -= 1
        self._forget_debt()
        log.info("time without connection given back", seconds=round(lost.total_seconds(), 1))

    async def _postpone_arenas(self, lost: timedelta) -> None:
        """Postpone the ends of arenas; storage trouble is waited out."""
        while True:
            try:
                await self._store.write(arenas.postpone, self.shard, lost)
            except StorageError as error:
                self._failure_log.warn(error, arenas="all")
                await asyncio.sleep(max(self._settings.retry_seconds, 0.01))
            else:
                return

    def _forget_debt(self) -> None:
        """Owe nobody time any more, unless some is being given back or the connection is lost again."""
        if self._lost_at is None and not self._giving_back:
            self._owed_since = None

    async def _postpone(self, actor: MatchActor, lost: timedelta) -> bool:
        """Postpone the deadlines of one match, if it has such; storage trouble is waited out."""
        while True:
            try:
                receipt = await actor.change(
                    lambda hosted, _: deadlines.postpone(hosted, lost), made_by=MadeBy.DEFAULT
                )
            except StorageError as error:
                self._failure_log.warn(error, match=actor.match, deadline="all")
                self._damaged(actor.match, error)
                if error.kind is StorageErrorKind.DAMAGED:
                    return False
                await asyncio.sleep(max(self._settings.retry_seconds, 0.01))
            except NoSuchMatch:
                return False
            else:
                return receipt.refusal is None

    async def _show(self, actors: Iterable[MatchActor], show: Show) -> None:
        """Show matches though nothing has happened to them; one whose rows make none is left alone."""

        async def shown(actor: MatchActor) -> bool:
            try:
                await show(actor, Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))
            except BotError as error:
                log.error("match cannot be restored", match=actor.match, trouble=str(error))  # noqa: TRY400
                self._damaged(actor.match, error)
            return True

        await self._rate_limited("show", actors, shown)

    async def _rate_limited(
        self, queue: str, actors: Iterable[MatchActor], show: Callable[[MatchActor], Awaitable[bool]]
    ) -> None:
        """Do with each match what shows it, no faster than Discord lets us; `show` tells whether it did."""
        loop = asyncio.get_running_loop()
        begun, count = loop.time(), 0
        rate = self._settings.restore_rate / self.shard.count  # each shard may do so at the same time
        for actor in actors:
            with self._store.aside.doing(queue, actor.match):
                count += await show(actor)
            await asyncio.sleep(max(0.0, begun + count / rate - loop.time()))

    def _damaged(self, match: MatchId, error: BotError) -> None:
        """Leave a match alone whose rows make none: nothing can happen to it before they are put right."""
        if isinstance(error, NoSuchMatch):
            self.broken.discard(match)
        if isinstance(error, StorageError) and error.kind is StorageErrorKind.DAMAGED:
            self.broken.add(match)
            self.scheduler.set(match, {})
            self.registry.evict(match)

    async def _retry_loop(self) -> None:
        """Read the matches again whose rows made none; one that can be rebuilt goes on and is shown."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            await self.retry_broken()

    async def retry_broken(self) -> None:
        """Look once."""
        broken = [self.registry.actor(match) for match in sorted(self.broken)]
        await self._show(broken, MatchActor.publish_first)

    async def _watch_time(self) -> None:
        """Look at the time every second; where its difference from the time of day changes, show matches
        again.
        """
        shown = self.time.ahead()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            ahead = self.time.ahead()
            if abs(ahead - shown) >= LEAST_AHEAD:
                log.warning("the time of day has moved", seconds=round((ahead - shown).total_seconds(), 1))
                shown = ahead
                anew = self._show(self.registry.live(), MatchActor.publish_anew)
                self._background.start(anew, name="show anew")

    async def _heartbeat_loop(self) -> None:
        while True:
            await asyncio.sleep(self._settings.beat_seconds)
            await self._record_heartbeat()

    def stop_heartbeats(self) -> None:
        """Note no more that the shard is served: another process may do that by now."""
        self._disowned = True

    async def _record_heartbeat(self) -> None:
        """Store that the shard is served now: deadlines stand still while it is not."""
        if self._disowned:
            return
        try:
            now, ahead = self.time.now(), self.time.ahead()
            await clocks.record_heartbeat(self._store, now, self._owed_since, self.shard, ahead)
        except StorageError as error:
            log.warning("heartbeat is not stored", trouble=str(error))


def _mover(kind: DeadlineKind) -> MadeBy:
    """Return the mover to name where a deadline has come; in the check for hand yaku nobody is late."""
    return MadeBy.DEFAULT if kind is DeadlineKind.READY else MadeBy.CLOCK
