"""One match: its mailbox, its position in memory, and the way of a change to the rows and then to the world.

Memory is a cache: when a transaction fails, the position is read from the rows again before the next job.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.config import Settings
from bot.errors import NoSuchMatch, StorageTrouble
from bot.match import deadlines, view_builder
from bot.match.hosted_match import Change, HostedMatch
from bot.match.views import View
from bot.match.vocabulary import Cause, MadeBy, MatchId, Occasion, Version
from bot.service.clock import Clock
from bot.service.mailbox import Mailbox
from bot.service.presenter import Presenter
from bot.storage import Store, matches
from bot.storage.database.trouble import Trouble
from engine.actions import Declare, Ready
from engine.errors import EngineError

T = TypeVar("T")
Check = Callable[[AsyncConnection], Awaitable[None]]
log = structlog.stdlib.get_logger("koikoi.table")


@dataclass(frozen=True, slots=True)
class ActorContext:
    """What every table needs of the process around it."""

    store: Store
    settings: Settings
    presenter: Presenter
    clock: Clock
    now: Callable[[], datetime]


class Table:
    """One match. Everything that may change it is a job in its mailbox."""

    def __init__(
        self,
        match: MatchId,
        around: ActorContext,
        changed: Callable[[Table], None],
        hosted: HostedMatch | None = None,
    ) -> None:
        self.match = match
        self.hosted = hosted
        """None until it has been read, or while it may be behind the rows."""
        self._around = around
        self._changed = changed
        self._mailbox = Mailbox()
        self.published = False
        """Whether it has been shown to everybody since this process began."""
        self._version = 0
        self._view: View | None = None

    async def do(self, job: Callable[[HostedMatch], Awaitable[T]]) -> T:
        """The result of a job that is given the position. Raises NoSuchMatch, StorageTrouble, and its own."""

        async def at_its_turn() -> T:
            return await job(await self._read())

        return await self._mailbox.do(at_its_turn)

    @property
    def idle(self) -> bool:
        """Whether no job waits or is being done."""
        return self._mailbox.idle

    async def settle(self) -> None:
        """Wait until everything that was asked has been done."""
        await self._mailbox.settle()

    async def view(self) -> View:
        """The view as it was last published (of a match just read: as it would be)."""
        if self.hosted is not None and self._view is not None:
            return self._view

        async def look(hosted: HostedMatch) -> View:
            return self.shown(hosted)

        return await self.do(look)

    def shown(self, hosted: HostedMatch) -> View:
        """The current view; only from within a job."""
        if self._view is None:
            self._version += 1
            self._view = view_builder.view(self.match, Version(self._version), hosted)
        return self._view

    async def commit(self, change: Change, cause: Cause, *, check: Check | None = None) -> View:
        """Store a change, then publish it, and return the new view; only from within a job.

        `check` may look at the rows first and raise. Raises StorageTrouble. Whatever is raised, nothing has
        been stored and nothing published.
        """
        before = self.hosted
        assert before is not None
        after = deadlines.armed(change.after, self._around.settings, self._around.now())
        change = Change(after, change.made, change.agreements)
        try:
            async with self._around.store.writing() as tx:
                if check is not None:
                    await check(tx)
                verdict = await matches.update(tx, self.match, before, change, self._around.now())
        except BaseException:
            # A commit that failed may still have reached the disk: the rows decide.
            self.hosted = None
            raise
        self.hosted = after if verdict is None else replace(after, verdict=verdict)
        log_actions(self.match, change)
        return self.publish(cause)

    def publish(self, cause: Cause) -> View:
        """Show the position to everybody as a new view; only from within a job."""
        assert self.hosted is not None
        self._view = None
        view = self.shown(self.hosted)
        self.published = True
        self._settle_in()
        try:
            self._around.presenter.publish(view, cause)
        except Exception:
            log.exception("presenter failed", match=self.match)
        return view

    async def reread(self, knows: Callable[[HostedMatch], bool]) -> None:
        """Read the rows again before the next job if the position knows something; show it if it is live."""

        async def forget() -> None:
            if self.hosted is not None and knows(self.hosted):
                live = self.hosted.live
                self.hosted = self._view = None
                if live:
                    await self._read()
                    self.publish(Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))

        await self._mailbox.do(forget)

    async def _read(self) -> HostedMatch:
        """The position, from the rows if it is not in memory."""
        if self.hosted is None:
            self.hosted = await read(self._around.store, self.match)
            self._view = None
            self._settle_in()
        return self.hosted

    def _settle_in(self) -> None:
        """Set the clock and let the manager see to CPU players."""
        assert self.hosted is not None
        self._around.clock.set(self.match, self.hosted.deadlines if self.hosted.live else {})
        self._changed(self)


async def read(store: Store, match: MatchId) -> HostedMatch:
    """A match from its rows. Raises NoSuchMatch, StorageTrouble (also where the rows make no match)."""
    try:
        async with store.reading() as tx:
            hosted = await matches.load(tx, match)
    except (EngineError, ValueError, KeyError, IndexError, AssertionError, TypeError) as error:
        log.error("rows make no match", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
        raise StorageTrouble(kind=Trouble.DAMAGED) from error
    if hosted is None:
        raise NoSuchMatch
    return hosted


def log_actions(match: MatchId, change: Change) -> None:
    """One line an action. Cards stay out of it, and in the secret round even whether somebody declares."""
    for made in change.made:
        move = made.action.move
        kind = "answer" if isinstance(move, (Ready, Declare)) else type(move).__name__.lower()
        log.info(
            "action",
            match=match,
            n=made.n,
            player=made.action.player,
            move=kind,
            by=made.made_by.value,
            user=None if made.participant is None else change.after.entries[made.participant].who.user,
        )
