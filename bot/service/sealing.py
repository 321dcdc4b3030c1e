"""Sealing lines: each new match has its secret's commitment posted before anybody sees it (record.md).

The id of that message goes into the seed. A secret is posted once. Where it is not known whether the line
stands (a request without an answer, a start of the bot) the secret is thrown away, and a new one drawn and
posted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial

import structlog

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import NoSuchMatch, NotSealed, StorageError, StorageErrorKind
from bot.ids import MatchId, UserId
from bot.match import lobby
from bot.match.hosted_match import Change, HostedMatch, Step
from bot.match.views import LobbyView, View
from bot.match.vocabulary import Refusal, SealingLine, Status
from bot.service.match_actor import MatchActor
from bot.service.presenter import Presenter
from bot.service.watch.rate_limited_log import RateLimitedLog
from engine.record.shuffle import SECRET_BYTES

WAITED_FOR = 3.0
"""Seconds that the host waits for the line of a new table; later it comes as soon as Discord takes it."""
LONGEST_PAUSE = 30.0
"""Seconds between two lines that are tried for one match, however long Discord has been away."""
log = structlog.stdlib.get_logger("koikoi.sealing")


class Sealing:
    """Holds a task for each match whose line does not stand yet, and none for the others."""

    def __init__(self, settings: Settings, presenter: Presenter, secret: Callable[[int], bytes]) -> None:
        self._settings = settings
        self._presenter = presenter
        self._secret = secret
        self._tasks = BackgroundTasks()
        self._sealed: dict[MatchId, asyncio.Future[None]] = {}
        """Done once a line stands and is stored, or there can be none."""
        self._failure_log = RateLimitedLog("sealing waits for storage")
        self._closed = False

    def go_on(self, actor: MatchActor) -> None:
        """Have the line of a match posted, if it has none and is live. Never raises."""
        hosted = actor.hosted
        if self._closed or hosted is None or hosted.sealed or not hosted.live:
            return
        if actor.match not in self._sealed:
            self._sealed[actor.match] = done = asyncio.get_running_loop().create_future()
            self._tasks.start(self._seal(actor, done), name=f"seal {actor.match}")

    async def waited_for(self, actor: MatchActor) -> View:
        """The view of a match that has just been opened, once its line stands or `WAITED_FOR` is over.

        Raises NotSealed where there can be no line, and so no match; NoSuchMatch, StorageError.
        """
        done = self._sealed.get(actor.match)
        if done is not None:
            await asyncio.wait([done], timeout=WAITED_FOR)
        view = await actor.view()
        if isinstance(view, LobbyView) and not view.sealed and not _waits(view):
            raise NotSealed
        return view

    async def close(self) -> None:
        """Post no more. A line that was posted and not stored binds nobody: its secret is not used."""
        self._closed = True
        await self._tasks.close()

    async def _seal(self, actor: MatchActor, done: asyncio.Future[None]) -> None:
        try:
            await self._until_sealed(actor)
        except NoSuchMatch:
            log.info("match is gone before it is sealed", match=actor.match)
        finally:
            self._sealed.pop(actor.match, None)
            done.set_result(None)

    async def _until_sealed(self, actor: MatchActor) -> None:
        """Post a line and store its id, with a new secret for each further try. Raises NoSuchMatch."""
        posted, pause = not actor.opened_here, max(self._settings.retry_seconds, 0.01)
        while not self._closed:
            if posted:
                await self._stored(actor, self._with_new_secret())
            view = await self._seen(actor)
            if view is None:
                return
            posted = True
            try:
                line = await self._presenter.seal(view)
            except NotSealed:
                await self._stored(actor, lobby.give_up)
                return
            except Exception as error:
                log.warning("match is not sealed yet", match=actor.match, error=repr(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                await self._stored(actor, partial(_sealed, line=line), view.host)
                return

    async def _seen(self, actor: MatchActor) -> LobbyView | None:
        """The lobby that waits for its line; None where it waits no more."""
        while True:
            try:
                view = await actor.view()
            except StorageError as error:
                await self._wait(actor, error)
            else:
                return view if isinstance(view, LobbyView) and _waits(view) else None

    def _with_new_secret(self) -> Step:
        secret = self._secret(SECRET_BYTES)
        return lambda it, _: lobby.reseal(it, secret)

    async def _stored(self, actor: MatchActor, step: Step, user: UserId | None = None) -> None:
        """Take a step of the match, for a user maybe; storage trouble is waited out."""
        while True:
            try:
                await actor.change(step, user=user)
            except StorageError as error:
                await self._wait(actor, error)
            else:
                return

    async def _wait(self, actor: MatchActor, error: StorageError) -> None:
        """Wait until storage may be well again. Raises NoSuchMatch where the rows make no match."""
        self._failure_log.warn(error, match=actor.match)
        if error.kind is StorageErrorKind.DAMAGED:
            raise NoSuchMatch from error
        await asyncio.sleep(max(self._settings.retry_seconds, 0.01))


def _sealed(hosted: HostedMatch, now: datetime, *, line: SealingLine) -> Change | Refusal:
    """A `Step`: the match with its line."""
    return lobby.seal(hosted, line, now)


def _waits(view: LobbyView) -> bool:
    """Whether a lobby is open and its line is still to come."""
    return view.status is Status.LOBBY and not view.sealed
