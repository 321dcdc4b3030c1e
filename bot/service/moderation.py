"""People kept from tables or lists, and matches taken out of the lists; each noted with who wanted it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.vocabulary import BarKind, Person
from bot.records.moderation import Ended
from bot.service.context import Peers
from bot.storage import Store
from bot.storage.moderation import audit, bars, marks
from bot.storage.owners.notices import Subject
from bot.storage.records import repair
from bot.storage.settings import servers


class Moderation:
    """The actions of managers. Whether somebody is one is for the caller to know.

    `reread` has a match that has ended read from its rows again.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        *,
        reread: Callable[[MatchId], Awaitable[None]],
        peers: Peers,
    ) -> None:
        self._peers = peers
        self._store = store
        self._now = now
        self._reread = reread

    async def bar(
        self, guild: GuildId, locale: str, kind: BarKind, users: Mapping[UserId, str | None], by: Person
    ) -> None:
        """Keep these people, with their names, and nobody else from something; it holds at once.

        A match in play goes on to its end.
        """
        now = self._now()

        def job(tx: Connection) -> None:
            servers.there(tx, guild, locale)
            before = bars.of_guild(tx, guild, kind)
            for user in [user for user in before if user not in users]:
                bars.lift(tx, guild, kind, user)
                audit.add(tx, guild, by, f"bar_{kind.value}", True, False, now, about=user)
            for user in [user for user in users if user not in before]:
                bars.add(tx, guild, kind, user, users[user], now)
                audit.add(tx, guild, by, f"bar_{kind.value}", False, True, now, about=user)

        await self._store.write(job)

    async def ended(self, guild: GuildId, match: MatchId) -> Ended | None:
        """A match of a server that has a result; None where there is none of this number."""
        return await self._store.read(marks.find, guild, match)

    async def last(self, guild: GuildId, channel: ChannelId) -> MatchId | None:
        """The last match in a channel that counts, or that was taken out of the lists."""
        return await self._store.read(marks.last_of, guild, channel)

    async def mark(self, guild: GuildId, match: MatchId, by: Person, *, out: bool) -> Ended | None:
        """Take a match out of all lists, or let it count again; they follow at once. None: there is none."""
        now = self._now()

        def job(tx: Connection) -> Ended | None:
            found = marks.find(tx, guild, match)
            if found is None or found.marked is out or not (found.counts or found.marked):
                return None
            (marks.mark if out else marks.unmark)(tx, match)
            told = {"match": match, "out": out}
            audit.add(tx, guild, by, "match", {**told, "out": not out}, told, now)
            return found

        found = await self._store.write(job)
        if found is not None:
            await repair.mend(self._store)
            await self._reread(match)
            await self._peers.publish(Subject.MATCH, match)
        return await self.ended(guild, match)
