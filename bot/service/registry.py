"""The registry of matches in memory: an actor for each live one, and for the latest that have ended.

Those are of one shard. A match of another one is put among the ended, and no actor keeps anything of it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

import structlog
from sqlalchemy import Connection

from bot.background_tasks import finish_even_if_cancelled
from bot.errors import BotError, NoSuchMatch, StorageError, StorageErrorKind
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.deadlines import with_deadlines
from bot.match.hosted_match import Change, HostedMatch
from bot.match.verdict import Verdict
from bot.match.views import View, concerns
from bot.match.vocabulary import Cause, MadeBy, Status
from bot.service.context import ShardContext
from bot.service.match_actor import ActorContext, Check, MatchActor, log_actions
from bot.storage import Store, clocks, matches
from bot.storage.owners import shard_rows
from bot.storage.owners.notices import Subject

KEPT = 8
"""Ended matches that stay in memory, for those who look at once; others are read when somebody does."""
log = structlog.stdlib.get_logger("koikoi.registry")


class Registry:
    """Finds the actor of a match; never are there two of one match."""

    def __init__(self, context: ActorContext) -> None:
        self._context = replace(context, arm=self._arm)
        self._arm_others = context.arm
        self._live: dict[MatchId, MatchActor] = {}
        self._ended: OrderedDict[MatchId, MatchActor] = OrderedDict()
        self._closed = False

    def close(self) -> None:
        """Refuse new work: `actor` and `open` raise StorageError from now on."""
        self._closed = True

    async def settle(self) -> None:
        """Wait until every match has done what was asked."""
        for actor in self._everyone():
            await actor.settle()

    def actor(self, match: MatchId) -> MatchActor:
        """The actor of a match; its rows are read when they are needed. Raises StorageError once closed."""
        self._must_be_open()
        known = self._known(match)
        if known is None:
            known = MatchActor(match, self._context)
            self._put_aside(known)
        return known

    def expect(self, matches: Iterable[MatchId]) -> list[MatchActor]:
        """The actors of matches that are live by their rows, which are read when they are needed."""
        for match in matches:
            if self._known(match) is None:
                self._live[match] = MatchActor(match, self._context)
        return [actor for match in matches if (actor := self._known(match)) is not None]

    def evict(self, match: MatchId) -> None:
        """Count a match no more among the live ones, whose rows make none."""
        actor = self._live.get(match)
        if actor is not None and actor.hosted is None:
            del self._live[match]
            self._put_aside(actor)

    def live(self) -> list[MatchActor]:
        """The actors of matches in which something can happen still, the oldest match first."""
        return [self._live[match] for match in sorted(self._live)]

    def count_live(self) -> Counter[str]:
        """Return the number of live lobbies and matches, by rule set; `unread`: not in memory since the
        start.
        """
        actors = self._live.values()
        return Counter("unread" if it.hosted is None else it.hosted.rules.id.value for it in actors)

    async def reread(self, knows: Callable[[HostedMatch], bool]) -> None:
        """Read the matches in memory of which `knows` is true from their rows again; publish live ones."""
        for actor in self._everyone():
            with self._doubt(actor.match):
                await actor.reread(knows)

    async def refresh(self, match: MatchId) -> None:
        """Go on with a match of this shard as its rows have it, which somebody else has changed or opened."""
        known = self._known(match)
        if known is None or known.hosted is None:
            found = await self._context.store.read(shard_rows.guild_of, match)
            if found is None or not self._context.shard.owns(found[0]):
                return
        with self._doubt(match):
            await self.actor(match).publish_changed()

    async def compare_with_rows(self) -> None:
        """Look which live matches the rows have otherwise than memory has them, and go on with the former."""
        stored = await self._context.store.read(shard_rows.footprints, self._context.shard)
        for actor in self.live():
            hosted = actor.hosted
            if hosted is not None and actor.idle and stored.get(actor.match) != shard_rows.footprint(hosted):
                with self._doubt(actor.match):
                    await actor.publish_changed()
        for match in stored.keys() - self._live.keys():
            await self.refresh(match)
        await self.reread(lambda hosted: not hosted.live)

    @contextmanager
    def _doubt(self, match: MatchId) -> Iterator[None]:
        """Inside, a match that cannot be read again is told in the log: it is out of memory."""
        with self._context.store.aside.doing("read again", match):
            try:
                yield
            except BotError as error:
                log.warning("match cannot be read again", match=match, trouble=str(error))

    async def open(self, change: Change, user: UserId | None, *checks: Check) -> View:
        """Store a new match and show it; `user` None: nobody has pressed for it.

        Cancelling the wait does not undo it. Raises what a check does.
        """
        self._must_be_open()
        return await finish_even_if_cancelled(self._open(change, user, checks))

    async def _open(self, change: Change, user: UserId | None, checks: Sequence[Check]) -> View:
        context = self._context
        now, guild = context.time.now(), change.after.place.guild
        if not context.shard.owns(guild):
            ahead = await context.store.read(clocks.ahead_of, context.shard.of(guild))
            now = context.time.wall() - ahead
        opened = replace(change, after=with_deadlines(change.after, context.settings, now))

        def job(tx: Connection) -> tuple[MatchId, Verdict | None]:
            for check in checks:
                check(tx, opened.after)
            return matches.insert(tx, opened)

        match, verdict = await context.store.write(job)
        change = replace(opened, after=opened.after.judged(verdict))
        log.info("opened", match=match, user=user, rules=change.after.rules.id.value)
        log_actions(match, change)
        cause = Cause(change.occasion, user, MadeBy.DEFAULT if user is None else MadeBy.USER)
        # The row could be read before the commit came back here, by a press that guesses its number: the
        # actor that such a press has made is the match's. Nothing is awaited before a new one is kept.
        known = self._known(match)
        if known is not None:
            view = await known.publish_first(cause)
        else:
            actor = MatchActor(match, context, change.after)
            view = actor.publish(change.after, cause)
            actor.forget_foreign()
        if not context.shard.owns(guild):
            # The manager of its shard has it sealed and goes on with it.
            await context.peers.publish(Subject.MATCH, match)
        return view

    def _known(self, match: MatchId) -> MatchActor | None:
        return self._live.get(match) or self._ended.get(match)

    def _must_be_open(self) -> None:
        if self._closed:
            raise StorageError(StorageErrorKind.UNAVAILABLE)

    def _everyone(self) -> list[MatchActor]:
        return [*self._live.values(), *self._ended.values()]

    def _arm(self, actor: MatchActor) -> None:
        """Keep an actor whose match is in memory again among the live or the ended ones, then arm it."""
        if actor.hosted is not None and actor.hosted.live:
            self._ended.pop(actor.match, None)
            self._live[actor.match] = actor
        else:
            self._live.pop(actor.match, None)
            self._put_aside(actor)
        self._arm_others(actor)

    def _put_aside(self, actor: MatchActor) -> None:
        self._ended[actor.match] = actor
        self._ended.move_to_end(actor.match)
        # One that is being read stays: a match must never have two actors.
        for old in [each for each in self._ended.values() if each.idle][: max(0, len(self._ended) - KEPT)]:
            del self._ended[old.match]


class LiveMatches:
    """Finder of live matches: those in memory here, and those of other shards, which only the rows have."""

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
        """Return the live matches, as `Manager.live_matches` does."""
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
