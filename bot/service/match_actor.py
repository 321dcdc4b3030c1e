"""One match in the running service: its mailbox, the match in memory, and the one door of every change.

Memory is a cache: where the rows may differ from it (a commit that failed may have reached the disk) the
match is read from them again before the next job. A change that was not begun or was taken back leaves it.

A match of another shard has its memory, deadlines and CPU players with the manager that serves that one. It
may be looked at and changed here as well, as from direct messages. Then each job reads the rows, nothing is
kept, and after a change its own manager is told to read them, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

import structlog
from sqlalchemy import Connection

from bot.config import Settings
from bot.errors import BotError, NoSuchMatch, StorageError, StorageErrorKind
from bot.ids import MatchId, UserId
from bot.match import secret_round
from bot.match.deadlines import with_deadlines
from bot.match.hosted_match import Change, HostedMatch, Step
from bot.match.verdict import Verdict
from bot.match.view_builder import build_view
from bot.match.views import MatchView, Receipt, View
from bot.match.vocabulary import Cause, MadeBy, Occasion, Refusal, Version
from bot.service.context import Peers
from bot.service.mailbox import Mailbox
from bot.service.presenter import Presenter
from bot.service.watch.match_time import MatchTime, in_wall_time, with_wall_dates
from bot.shards import Shard
from bot.storage import Store, clocks, matches
from bot.storage.owners.notices import Subject
from engine.errors import EngineError
from engine.rules.actions import Declare, Ready

T = TypeVar("T")
Check = Callable[[Connection, HostedMatch], None]
"""Looks at the rows, inside the transaction that would store a change of this match, and may raise."""
_AS_STORED = Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT)
"""Nothing has happened here: what the rows say is shown."""
log = structlog.stdlib.get_logger("koikoi.match")


@dataclass(frozen=True, slots=True)
class ActorContext:
    """The parts of the process that every match needs."""

    store: Store
    settings: Settings
    presenter: Presenter
    time: MatchTime
    arm: Callable[[MatchActor], None]
    """Called when a match is in memory again: sets its deadlines, lets its CPU player think."""
    shard: Shard
    """The shard whose matches are kept in memory here."""
    peers: Peers
    versions: Callable[[], int]
    """Gives a number greater than each before: a match of another shard has an actor for a while only."""


class MatchActor:
    """One match. Everything that may change it goes through `change`, as one job of its mailbox."""

    def __init__(self, match: MatchId, context: ActorContext, hosted: HostedMatch | None = None) -> None:
        self.match = match
        self.opened_here = hosted is not None
        """Whether this process has opened it: nobody can have posted its first secret."""
        self.hosted = hosted
        """None until it has been read, or while it may be behind the rows."""
        self._context = context
        self._mailbox = Mailbox()
        self._published = False
        self._view: View | None = None
        self._theirs = timedelta(0)
        """By how much the time of day is later than that of the shard, while the match is another shard's."""

    async def change(
        self,
        step: Step,
        *,
        user: UserId | None = None,
        made_by: MadeBy = MadeBy.USER,
        check: Check | None = None,
    ) -> Receipt[View]:
        """Take a step: store the change that it makes, then publish it, or say why it makes none.

        `user`: whose press it is. Cancelling the wait does not undo the step. Raises NoSuchMatch,
        StorageError, and what `step` and `check` raise; then nothing has been stored, and nothing published
        but what somebody else has made of the match.
        """

        async def job() -> Receipt[View]:
            try:
                receipt = await self._taken(step, user, made_by, check)
                if receipt.refusal is None or not await self._is_behind():
                    return receipt
            except StorageError as error:
                if error.kind is not StorageErrorKind.CONFLICT:
                    raise
            except BotError:
                if not await self._is_behind():
                    raise
            # Somebody else has changed the match, and nothing of this was stored: the step is about that now.
            await self._catch_up()
            return await self._taken(step, user, made_by, check)

        return await self._do(job)

    async def _is_behind(self) -> bool:
        """Whether somebody else has changed the match since, and a refusal by memory may be untrue."""
        store, shared = self._context.store, self._context.shard.count > 1
        if (known := self.hosted) is None:
            return False
        try:
            return not await store.read(partial(matches.is_known, shared=shared), self.match, known)
        except StorageError:
            return False  # what has been refused changes nothing

    async def _catch_up(self) -> None:
        """Read what somebody else has made of the match, and show it; only from within a job.

        It is shown also where a step fails then: an edit of ours that was on its way is older.
        """
        self.hosted = None
        hosted = await self._read()
        if hosted.live and not self._foreign:
            self.publish(hosted, _AS_STORED)

    async def _taken(
        self, step: Step, user: UserId | None, made_by: MadeBy, check: Check | None
    ) -> Receipt[View]:
        """Take a step of the match as it is known now; only from within a job."""
        hosted = await self._read()
        change = step(hosted, self._now())
        if isinstance(change, Refusal):
            return Receipt(self._shown(hosted), change)
        change = secret_round.without_needless_question(change, self._now())
        change = with_wall_dates(change, hosted, self._ahead())
        after = await self._store(hosted, change, check)
        receipt = Receipt(self.publish(after, Cause(change.occasion, user, made_by)))
        await self._told(after)
        return receipt

    async def inspect(self, see: Callable[[HostedMatch], T]) -> T:
        """The result of looking at the match once its turn has come. Raises NoSuchMatch, StorageError."""

        async def job() -> T:
            return see(await self._read())

        return await self._do(job)

    async def view(self) -> View:
        """The view that was last published; of a match just read, the one that would be."""
        if self.hosted is not None and self._view is not None:
            return self._view
        return await self.inspect(self._shown)

    async def publish_first(self, cause: Cause) -> View:
        """Publish the match, unless something has published it already; the view either way.

        Raises NoSuchMatch, StorageError.
        """

        async def job() -> View:
            hosted = await self._read()
            return self._shown(hosted) if self._published else self.publish(hosted, cause)

        return await self._do(job)

    async def publish_anew(self, cause: Cause) -> None:
        """Publish the match though nothing has happened: what is shown of its time is not true any more.

        Raises NoSuchMatch, StorageError.
        """

        async def job() -> None:
            self.publish(await self._read(), cause)

        await self._do(job)

    async def reread(self, knows: Callable[[HostedMatch], bool]) -> None:
        """Have the rows read again if `knows` is true of the match in memory; publish a live one that
        differs.

        Raises NoSuchMatch, StorageError; then it is not in memory any more.
        """

        async def job() -> None:
            before = self.hosted
            if before is None or not knows(before):
                return
            self.hosted = self._view = None
            if before.live and (after := await self._read()) != before:
                self.publish(after, _AS_STORED)

        await self._do(job)

    async def publish_changed(self) -> None:
        """Publish the match as it is in the rows, if it is live there or was so in memory, and differs.

        Somebody else has changed it. Raises NoSuchMatch, StorageError.
        """

        async def job() -> None:
            before, self.hosted = self.hosted, None
            after = await self._read()
            if after != before and (after.live if before is None else before.live):
                self.publish(after, _AS_STORED)

        await self._do(job)

    @property
    def idle(self) -> bool:
        """Whether no job waits or is being done."""
        return self._mailbox.idle

    async def settle(self) -> None:
        """Wait until everything that was asked has been done."""
        await self._mailbox.settle()

    def publish(self, hosted: HostedMatch, cause: Cause) -> View:
        """Show the match to everybody as a new view; from within a job, or before anybody else has the actor.

        Its deadlines run and its CPU player is asked before anything that may fail in the showing.
        """
        self._view = None
        self._published = True
        self._arm()
        view = self._shown(hosted)
        if cause.occasion is Occasion.CAME_BACK and isinstance(view, MatchView):
            view = self._view = replace(view, back=cause.user)
        if not hosted.sealed:
            return view  # nobody sees a match before its secret is bound
        try:
            self._context.presenter.publish(view, cause)
        except Exception:
            log.exception("presenter failed", match=self.match)
        return view

    def _shown(self, hosted: HostedMatch) -> View:
        """The current view; only from within a job."""
        if self._view is None:
            version = Version(self._context.versions())
            seen = in_wall_time(hosted, self._ahead())
            self._view = build_view(self.match, version, seen, self._context.settings)
        return self._view

    async def _store(self, before: HostedMatch, change: Change, check: Check | None) -> HostedMatch:
        """Store a change and take it into memory, which stays as it was where nothing was stored for sure."""
        context = self._context
        change = replace(change, after=with_deadlines(change.after, context.settings, self._now()))
        wall, shared = context.time.wall(), context.shard.count > 1

        def job(tx: Connection) -> Verdict | None:
            held = None if check is None else partial(check, tx, before)
            return matches.update(tx, self.match, before, change, wall, shared=shared, check=held)

        try:
            verdict = await context.store.write(job)
        except BaseException as error:
            if _rows_decide(error):
                self.hosted = None
            raise
        self.hosted = change.after.judged(verdict)
        log_actions(self.match, change)
        return self.hosted

    async def _read(self) -> HostedMatch:
        """The match, from the rows if it is not in memory."""
        if self.hosted is None:
            store, shard = self._context.store, self._context.shard
            self.hosted = await read(store, self.match)
            self._view = None
            if self._foreign:
                self._theirs = await store.read(clocks.ahead_of, shard.of(self.hosted.place.guild))
            self._arm()
        return self.hosted

    def _now(self) -> datetime:
        """The moment of the time by which the match runs, which is that of its shard's manager."""
        time = self._context.time
        return time.wall() - self._theirs if self._foreign else time.now()

    def _ahead(self) -> timedelta:
        """Return the time by which the time of day is later than that."""
        return self._theirs if self._foreign else self._context.time.ahead()

    async def _do(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of a job, after which nothing of another shard's match is left in memory."""

        async def whole() -> T:
            try:
                return await job()
            finally:
                self.forget_foreign()

        return await self._mailbox.do(whole)

    def forget_foreign(self) -> None:
        """Keep nothing of a match of another shard; from within a job, or before anybody has the actor."""
        if self._foreign:
            self.hosted = self._view = None

    @property
    def _foreign(self) -> bool:
        """Whether the match in memory is another shard's."""
        return self.hosted is not None and not self._context.shard.owns(self.hosted.place.guild)

    def _arm(self) -> None:
        """Let the match go on by itself, if that is this manager's to do."""
        if not self._foreign:
            self._context.arm(self)

    async def _told(self, hosted: HostedMatch) -> None:
        """Tell the manager that serves the match's shard that it has been changed here."""
        if not self._context.shard.owns(hosted.place.guild):
            await self._context.peers.publish(Subject.MATCH, self.match)


async def read(store: Store, match: MatchId) -> HostedMatch:
    """A match from its rows. Raises NoSuchMatch, StorageError (also where the rows make no match)."""
    try:
        hosted = await store.read(matches.load, match)
    except (EngineError, ValueError, KeyError, IndexError, AssertionError, TypeError) as error:
        log.error("match cannot be rebuilt from its rows", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
        raise StorageError(StorageErrorKind.DAMAGED) from error
    if hosted is None:
        raise NoSuchMatch
    return hosted


def _rows_decide(error: BaseException) -> bool:
    """Whether rows may differ from memory after a change that failed.

    A commit that failed may still have reached the disk, and so may one whose end nobody has waited for; at a
    conflict the rows are ahead. In all other cases the transaction was not begun or taken back.
    """
    if isinstance(error, StorageError):
        return error.outcome_unknown or error.kind is StorageErrorKind.CONFLICT
    return not isinstance(error, Exception)


def log_actions(match: MatchId, change: Change) -> None:
    """One line an action, without cards; none of the secret round: it told that somebody declares."""
    for made in change.made:
        move = made.action.move
        if isinstance(move, Ready | Declare):
            continue
        log.info(
            "action",
            match=match,
            n=made.n,
            player=made.action.player,
            move=type(move).__name__.lower(),
            by=made.made_by.value,
            user=None if made.participant is None else change.after.entries[made.participant].who.user,
        )
