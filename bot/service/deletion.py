"""The deletion of people and servers: first their matches, then their rows.

People ask for theirs; that of a server follows when it puts the bot out.

Each step is stored by itself and finds what is left to do. So a deletion that a crash has interrupted is
finished by doing it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import structlog
from sqlalchemy import Connection

from bot.background_tasks import finish_even_if_cancelled
from bot.errors import NoSuchMatch, StorageError, StorageErrorKind
from bot.ids import GuildId, MatchId, UserId
from bot.match import lobby, moves
from bot.match.hosted_match import Change, HostedMatch
from bot.match.vocabulary import Refusal, Status
from bot.service.context import Peers
from bot.service.registry import Registry
from bot.storage import Store
from bot.storage.owners.notices import Subject
from bot.storage.privacy import cleaning, forget
from bot.storage.privacy.forget import purge

TRIES = 20
"""The most attempts to take a person out of their matches, who may join others meanwhile."""
log = structlog.stdlib.get_logger("koikoi.forgetting")


class Deletion:
    """Takes people and servers out of memory and storage."""

    def __init__(self, store: Store, registry: Registry, now: Callable[[], datetime], peers: Peers) -> None:
        self._peers = peers
        self._store = store
        self._registry = registry
        self._now = now

    async def person(self, user: UserId) -> None:
        """Delete a user: resign their matches, leave their lobbies, delete their rows. Raises StorageError.

        The rows name these matches, so those of every shard are among them.
        Cancelling the wait does not stop it halfway.
        """
        await finish_even_if_cancelled(self._person(user))

    async def reread_ended(self, user: UserId) -> None:
        """Have the ended matches of a user that are in memory read from the rows again."""
        await self._registry.reread(lambda hosted: not hosted.live and _names_user(hosted, user))

    async def reread_person(self, user: UserId) -> None:
        """Have every match in memory that names a user read again: somebody else has changed their rows."""
        await self._registry.reread(lambda hosted: _names_user(hosted, user))

    async def reread_server(self, guild: GuildId) -> None:
        """Have the ended matches of a server that are in memory read again."""
        await self._registry.reread(lambda hosted: not hosted.live and hosted.place.guild == guild)

    async def server(self, guild: GuildId) -> None:
        """Delete a server's own data, once its matches have ended; they stay with their people."""
        if not await self._store.write(purge, guild):
            return
        await self._registry.reread(lambda hosted: hosted.place.guild == guild)
        await self._peers.publish(Subject.SERVER, guild)
        log.info("server forgotten", guild=guild)

    async def _person(self, user: UserId) -> None:
        damaged: set[MatchId] = set()
        for _ in range(TRIES):
            bound = await self._store.write(_delete_unbound, user, frozenset(damaged))
            if not bound:
                break
            for match in bound:
                if not await self._leave(match, user):
                    damaged.add(match)
        else:
            raise StorageError(StorageErrorKind.LOCKED)
        await self.reread_person(user)
        await self._peers.publish(Subject.PERSON, user)
        log.info("person forgotten")
        try:
            await cleaning.clean(self._store, user)
        except StorageError as error:
            # It is noted in storage, and housekeeping does it later.
            log.warning("files are not cleaned yet", trouble=str(error))

    async def _leave(self, match: MatchId, user: UserId) -> bool:
        """Take a user out of a live match; False where its rows make none. Raises StorageError."""
        try:
            await self._registry.actor(match).change(lambda it, now: _leave_step(it, user, now), user=user)
        except NoSuchMatch:
            return True
        except StorageError as error:
            if error.kind is not StorageErrorKind.DAMAGED:
                raise
            return False
        return True


def _delete_unbound(tx: Connection, user: UserId, damaged: frozenset[MatchId]) -> list[MatchId]:
    """Delete a user's rows, unless live matches still bind them: then only say which."""
    bound = forget.bound(tx, user, damaged)
    if not bound:
        forget.forget(tx, user)
    return bound


def _leave_step(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """A step: a user who deletes themself leaves a live match; OVER where they have no part in it."""
    if hosted.status is Status.LOBBY and user in hosted.invited:
        return lobby.decline(hosted, user, now)
    if not hosted.live or not hosted.entry_of(user):
        return Refusal.OVER
    if hosted.status is Status.LOBBY:
        return lobby.leave(hosted, user, now)
    change = moves.leave_for_good(hosted, user, now)
    if isinstance(change, Refusal):
        return change
    return replace(change, after=_nameless(change.after, user))


def _nameless(hosted: HostedMatch, user: UserId) -> HostedMatch:
    """Return the match without the user's name, because the channel keeps the message of its end."""
    entries = (
        replace(entry, who=replace(entry.who, name="")) if entry.who.user == user else entry
        for entry in hosted.entries
    )
    return replace(hosted, entries=tuple(entries))


def _names_user(hosted: HostedMatch, user: UserId) -> bool:
    """Whether a match in memory names a user."""
    return user == hosted.host or user in hosted.invited or hosted.entry_of(user) is not None
