"""The live matches that somebody asks for: in memory here, or only in the rows, as those of other shards."""

from __future__ import annotations

from contextlib import suppress

from bot.errors import NoSuchMatch, StorageError
from bot.match.views import View, concerns
from bot.match.vocabulary import ChannelId, GuildId, Status, UserId
from bot.service.match_actor import MatchActor
from bot.service.registry import Registry
from bot.service.shards.context import ShardContext
from bot.storage import Store, matches


class LiveMatches:
    """Finds them."""

    def __init__(self, store: Store, registry: Registry, context: ShardContext) -> None:
        self._store = store
        self._registry = registry
        self._context = context

    async def of(
        self,
        *,
        user: UserId | None = None,
        guild: GuildId | None = None,
        channel: ChannelId | None = None,
        invited: bool = False,
    ) -> list[View]:
        """As `Manager.live_matches` has it."""
        found = []
        for actor in await self._meant(user, guild, channel):
            with suppress(NoSuchMatch, StorageError):
                view = await actor.view()
                if (
                    view.status in (Status.LOBBY, Status.PLAYING)
                    and guild in (None, view.place.guild)
                    and channel in (None, view.place.channel, view.place.parent)
                    and (user is None or concerns(view, user, invited=invited))
                ):
                    found.append(view)
        return found

    async def _meant(
        self, user: UserId | None, guild: GuildId | None, channel: ChannelId | None
    ) -> list[MatchActor]:
        """The matches that may be meant, the oldest first. Raises StorageError."""
        actors = {actor.match: actor for actor in self._registry.live()}
        elsewhere = not (self._context.alone or (guild is not None and self._context.shard.owns(guild)))
        if elsewhere or any(actor.hosted is None for actor in actors.values()):
            # After a start most are not in memory yet: only those are read that may be meant.
            meant = await self._store.read(matches.live_of, user=user, guild=guild, channel=channel)
            kept = {match: it for match, it in actors.items() if it.hosted is not None or match in meant}
            others = meant - actors.keys() if elsewhere else ()
            actors = kept | {match: self._registry.actor(match) for match in others}
        return [actors[match] for match in sorted(actors)]
