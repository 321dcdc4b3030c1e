"""The runner: moves matches when nobody presses, by deadlines, CPU players, a start of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from bot.config import Settings
from bot.errors import BotError, NoSuchMatch, StorageTrouble
from bot.match import deadlines
from bot.match.hosted_match import DeadlineKind
from bot.match.vocabulary import Cause, MadeBy, MatchId, Occasion
from bot.service.background import Background
from bot.service.cpu_turns import CpuTurns, Think
from bot.service.deadline_clock import DeadlineClock
from bot.service.match_actor import ActorContext, MatchActor
from bot.service.presenter import Presenter
from bot.service.registry import Registry
from bot.service.watch.troubles import Troubles
from bot.storage import Store, clocks, matches

CLOSING_SECONDS = 2.5
"""Seconds, of the five that a process has for ending: what storage still holds up then is given up."""
LEAST_LOST = timedelta(seconds=2)
"""What is given back of time without connection: for less, every table would be edited for nothing."""
log = structlog.stdlib.get_logger("koikoi.runner")


class Runner:
    """Keeps the matches of a registry going, from `start` to `close`."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        presenter: Presenter,
        *,
        now: Callable[[], datetime],
        think: Think,
    ) -> None:
        self._store = store
        self._settings = settings
        self._now = now
        self.clock = DeadlineClock(self._due, now=now, retry_seconds=settings.retry_seconds)
        self._cpu = CpuTurns(settings, think)
        self._background = Background()
        self._troubles = Troubles("deadline must wait")
        self._thinking: set[tuple[MatchId, int]] = set()
        """Matches, with the round, in which a safe move is being thought of."""
        self._lost_at: datetime | None = None
        self._giving_back = 0
        """How many times without connection are being given back."""
        self._closed = False
        self.registry = Registry(ActorContext(store, settings, presenter, now, self._arm))

    async def start(self) -> None:
        """Read every live match, set its deadlines and let its CPU players go on; show each by and by."""
        asleep = await clocks.resume(self._store, self._now())
        actors = [self.registry.actor(match) for match in await self._store.read(matches.live)]
        for actor in actors:
            try:
                await actor.view()
            except BotError as error:
                log.error("match cannot be restored", match=actor.match, trouble=str(error))  # noqa: TRY400
            except Exception:
                log.exception("match cannot be restored", match=actor.match)
        self.clock.start()
        self._background.start(self._note_beats(), name="beats")
        self._background.start(self._show_again(actors), name="show again")
        log.info("restored", matches=len(actors), asleep=round(asleep.total_seconds(), 1))

    def connection_lost(self) -> None:
        """Nobody can press from now on: the clocks of turns, rests, draws and cuts stand still."""
        self._lost_at = self._lost_at or self._now()

    def connection_back(self) -> None:
        """People can press again: those clocks run on, by the lost time later."""
        if self._lost_at is None:
            return
        lost, self._lost_at = self._now() - self._lost_at, None
        if lost >= LEAST_LOST:
            self._giving_back += 1
            self._background.start(self._give_back(lost), name="give back")

    async def close(self) -> None:
        """Take no more, finish what was asked. Raises TimeoutError after `CLOSING_SECONDS`."""
        self._closed = True
        self.registry.close()
        await self.clock.stop()
        async with asyncio.timeout(CLOSING_SECONDS):
            await self._cpu.close()
            await self.registry.settle()
            await self._background.close()
            await self._note_beat()

    def _arm(self, actor: MatchActor) -> None:
        """Set the deadlines of a match that is in memory anew, and let its CPU player think."""
        hosted = actor.hosted
        self.clock.set(actor.match, hosted.deadlines if hosted is not None and hosted.live else {})
        self._cpu.go_on(actor)

    def _due(self, match: MatchId, kind: DeadlineKind, count: int) -> None:
        if kind in deadlines.HELD and (self._lost_at is not None or self._giving_back):
            # It is told again by and by.
            return
        turn = (match, count) if kind is DeadlineKind.TURN else None
        if not self._closed and (turn is None or turn not in self._thinking):
            self._background.start(self._let_happen(match, kind, count), name=f"{kind.value} {match}")

    async def _let_happen(self, match: MatchId, kind: DeadlineKind, count: int) -> None:
        """Take the step of a deadline that has come. Where that fails the clock tells it once more."""
        self._thinking |= {(match, count)} if kind is DeadlineKind.TURN else set()
        try:
            actor = self.registry.actor(match)
            safe = await self._cpu.safe_moves(actor) if kind is DeadlineKind.TURN else {}
            await actor.change(
                lambda hosted, now: deadlines.due(hosted, kind, count, now, safe), made_by=MadeBy.CLOCK
            )
        except StorageTrouble as error:
            self._troubles.tell(error, match=match, deadline=kind.value)
        except NoSuchMatch:
            self.clock.set(match, {})
        finally:
            self._thinking.discard((match, count))

    async def _give_back(self, lost: timedelta) -> None:
        """Put off the deadlines of every match by the time in which nobody could press."""
        try:
            for actor in self.registry.live():
                await self._put_off(actor, lost)
        finally:
            self._giving_back -= 1
        log.info("time without connection given back", seconds=round(lost.total_seconds(), 1))

    async def _put_off(self, actor: MatchActor, lost: timedelta) -> None:
        """The same for one match; storage trouble is waited out."""
        while True:
            try:
                await actor.change(lambda hosted, _: deadlines.put_off(hosted, lost), made_by=MadeBy.DEFAULT)
            except StorageTrouble as error:
                log.warning("time is not given back yet", match=actor.match, trouble=str(error))
                await asyncio.sleep(max(self._settings.retry_seconds, 0.01))
            except NoSuchMatch:
                return
            else:
                return

    async def _show_again(self, actors: list[MatchActor]) -> None:
        """Show each match once more, no faster than Discord lets us; those shown meanwhile are left out."""
        for actor in actors:
            try:
                await actor.publish_first(Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))
            except BotError as error:
                log.warning("match is not shown", match=actor.match, trouble=str(error))
            except Exception:
                log.exception("match is not shown", match=actor.match)
            await asyncio.sleep(1 / self._settings.restore_rate)

    async def _note_beats(self) -> None:
        while True:
            await asyncio.sleep(self._settings.beat_seconds)
            await self._note_beat()

    async def _note_beat(self) -> None:
        """Store that the bot runs now: deadlines stand still while it does not."""
        try:
            await clocks.beat(self._store, self._now())
        except StorageTrouble as error:
            log.warning("beat is not stored", trouble=str(error))
