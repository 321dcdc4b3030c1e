"""The message of an arena: posted, edited at most every ten seconds, posted again where it is buried.

With it stands a post of its own, made once: the poster at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import discord
import structlog
from sqlalchemy import Connection

from bot.ids import ArenaId, ChannelId, GuildId
from bot.match.arenas.facts import ArenaStatus
from bot.match.arenas.view import ArenaView
from bot.match.vocabulary import Version
from bot.screens.arenas.standing import Facts
from bot.storage import arena_plans, arenas
from bot.storage.arenas import Messages
from bot.storage.settings import servers
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.pictures import Urgency
from cogs.messages import arena_content
from cogs.messages.writer import BURIED, MessageServices, MessageWriter, MessageWriters
from cogs.platform.discord_errors import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, remove
from cogs.platform.load import Deferrable
from cogs.platform.places import missing_for_threads_of
from cogs.platform.throttle import Throttle

log = structlog.stdlib.get_logger(__name__)

PACE_SECONDS = 10.0
"""Least time between two edits of an arena's standing."""
REPOST_SECONDS = 60.0
"""Least time between two posts of it."""
OLD = timedelta(minutes=50)
"""Discord grows slow with edits of messages that are older than an hour."""


@dataclass(frozen=True, slots=True)
class ArenaNews:
    """A view of an arena, and which one of this process it is."""

    view: ArenaView
    version: Version


class ArenaMessage(MessageWriter[ArenaNews]):
    """The standing of one arena."""

    def __init__(
        self,
        services: MessageServices,
        arena: ArenaId,
        paces: tuple[Throttle[ArenaId], Throttle[ArenaId]],
        told: Callable[[Facts], object],
        gone: Callable[[ArenaView], object],
    ) -> None:
        """`paces`: of edits and of posts. `told`: called once the poster has been posted. `gone`: called
        where the channel was deleted.
        """
        super().__init__(services, "arena", arena=arena)
        self.arena = arena
        self._kept = Messages()
        """The messages of the arena."""
        self._stored = Messages()
        """The messages that storage knows for certain."""
        self.stands = asyncio.Event()
        """Set once there is a message."""
        self._burying = 0
        """Messages that came after it."""
        self._edits, self._reposts = paces
        self._told, self._gone = told, gone

    @property
    def message(self) -> int | None:
        """Return the id of the message; None where it is not posted yet."""
        return self._kept.message

    @property
    def over(self) -> bool:
        """Whether nothing can happen to it any more."""
        return self.view is not None and not self.view.view.arena.status.live

    @property
    def guild(self) -> GuildId | None:
        """Return its server."""
        return None if self.view is None else self.view.view.arena.guild

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below it."""
        if self.view is not None and self.view.view.arena.channel == channel and self.message is not None:
            self._burying += message > self.message

    def doubt(self) -> None:
        """Note that the message may be gone: the next write looks, by an edit."""
        self.shown = None

    async def _turn(self, view: ArenaNews) -> None:
        await self.services.clock.sleep(self._edits.reserve(self.arena))
        if self.message is not None:
            await self.services.load.yield_to_presses(Deferrable.TABLE, self.services.clock)

    async def _find(self) -> None:
        self._kept = self._stored = await self.services.store.read(arenas.messages, self.arena)
        if self.message is not None:
            self.stands.set()

    async def _write(self, view: ArenaNews) -> None:
        seen = view.view
        await self._keep(self._kept)  # what could not be stored before
        facts = await facts_of(self.services, seen)
        words = self.services.languages.pick(seen.arena.locale)
        try:
            await self._bring_up(seen, arena_content.standing_content(words, facts))
            if facts.status is ArenaStatus.OVER:
                await self._tell_end(seen, facts)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            log.info("channel of an arena deleted", **self.about)
            self._gone(seen)

    async def _bring_up(self, view: ArenaView, content: MessageContent) -> None:
        """Let the message show a content: posted, posted again or edited; posted anew where it is gone."""
        if self.message is None:
            await self._post(view, content)
        elif self._lost(view) and self._reposts.acquire(self.arena):
            old = self.message
            await self._post(view, content)
            message = self._channel(view).get_partial_message(old)
            self.services.background.start(
                remove(message, self.services.clock, "old arena"), name="delete old arena"
            )
        else:
            await self._edit(view, content, self.message)

    def _lost(self, view: ArenaView) -> bool:
        """Whether it is time to post it again: buried or old, while the arena goes on."""
        if self.message is None or not view.arena.status.live:
            return False
        age = self.services.clock.now() - discord.utils.snowflake_time(self.message)
        return self._burying >= BURIED or age > OLD

    async def _edit(self, view: ArenaView, content: MessageContent, message: int) -> None:
        async def edit(picture: RenderedMessage) -> None:
            await picture.edit(self.services.client, self._channel(view).get_partial_message(message).edit)
            # It may have waited for presses, a picture or Discord: the pause counts from when it was there.
            self._edits.record_use(self.arena)

        try:
            await self.show(content, Urgency.TABLE, edit)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            log.info("standing of an arena deleted", **self.about)
            await self._post(view, content)

    async def _post(self, view: ArenaView, content: MessageContent) -> None:
        """Post it."""
        nonce = f"arena.{self.arena}" if self.message is None else f"after.{self.message}"
        picture = await render(content, self.services.pictures, Urgency.TABLE)
        sent = await self._send(view, picture, nonce)
        self._burying, self.shown = 0, picture.content
        self.stands.set()
        await self._keep(replace(self._kept, message=sent.id))

    async def _tell_end(self, view: ArenaView, facts: Facts) -> None:
        if self._kept.poster is None:
            words = self.services.languages.pick(view.arena.locale)
            content = arena_content.poster_content(words, facts)
            picture = await render(content, self.services.pictures, Urgency.TABLE)
            sent = await self._send(view, picture, f"arena.end.{self.arena}")
            await self._keep(replace(self._kept, poster=sent.id))
        self._told(facts)

    async def _keep(self, kept: Messages) -> None:
        self._kept = kept
        if kept != self._stored:
            await self.services.store.write(arenas.keep_messages, self.arena, kept)
            self._stored = kept

    async def _send(self, view: ArenaView, message: RenderedMessage, nonce: str) -> discord.Message:
        """Send a message. Where a crash comes before that is stored, Discord gives back the same one."""
        fields: dict[str, Any] = {"nonce": nonce, "silent": True}
        return await message.send(self.services.client, self._channel(view).send, **fields)

    def _channel(self, view: ArenaView) -> discord.PartialMessageable:
        return self.services.client.get_partial_messageable(view.arena.channel, guild_id=view.arena.guild)


class ArenaMessages(MessageWriters[ArenaId, ArenaMessage]):
    """The standings of all arenas of this process."""

    def __init__(
        self,
        services: MessageServices,
        *,
        told: Callable[[Facts], object],
        gone: Callable[[ArenaView], object],
    ) -> None:
        super().__init__(services)
        self._told, self._gone = told, gone
        self._versions = count(1)
        clock = services.clock
        self._paces = (Throttle[ArenaId](PACE_SECONDS, clock), Throttle[ArenaId](REPOST_SECONDS, clock))

    def show(self, view: ArenaView) -> None:
        """Bring an arena's message up to a view, in the background; the last of several views wins."""
        self.of(view.arena.id).update_view(ArenaNews(view, Version(next(self._versions))))
        self.wake(view.arena.id)

    async def stands(self, arena: ArenaId, *, seconds: float) -> bool:
        """Wait until an arena's message is in its channel, but no longer than this; whether it is."""
        message = self.of(arena)
        with suppress(TimeoutError):
            async with self.services.clock.timeout(seconds):
                await message.stands.wait()
        return message.stands.is_set()

    def in_channel(self, channel: ChannelId) -> tuple[ArenaView, ...]:
        """Return the arenas that go on in a channel."""
        seen = [each.view.view for each in self.all() if each.view is not None and not each.over]
        return tuple(view for view in seen if view.arena.channel == channel)

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below a standing."""
        for each in self.all():
            each.count(channel, message)

    def permitted(self, guild: GuildId) -> None:
        """Show the arenas of a guild: they say what is missing, and maybe may be shown by now."""
        for each in self.all():
            if each.guild == guild:
                self.wake(each.arena)

    def deleted(self, channel: ChannelId, message: int) -> None:
        """Look after a standing that somebody deleted."""
        for each in self.all():
            if each.message == message and each.view is not None and not each.over:
                each.doubt()
                self.wake(each.arena)

    def _make(self, key: ArenaId) -> ArenaMessage:
        return ArenaMessage(self.services, key, self._paces, self._told, self._gone)


async def facts_of(services: MessageServices, view: ArenaView) -> Facts:
    """Return what everybody sees of an arena now. Raises StorageError."""
    arena = view.arena

    def job(tx: Connection) -> tuple[ZoneInfo, datetime | None]:
        called_off = arena.status is ArenaStatus.CALLED_OFF
        following = arena_plans.next_weekly(tx, arena.guild) if called_off else None
        return servers.get(tx, arena.guild).zone, following

    zone, following = await services.store.read(job)
    begins = arena.status in {ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING}
    missing = missing_for_threads_of(services.client, arena.guild, arena.channel) if begins else ()
    clock = services.clock
    waits = begins and arena.starts_at <= clock.now() and clock.day.doubt() is not None
    return Facts.of(view, zone, following=following, missing=tuple(missing), time_in_doubt=waits)
