"""Shows arenas: standings, the threads of tables, calls, and hands on people's last presses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

import discord
import structlog

from bot.errors import ArenaOver, BotError, NotInThisChannel
from bot.ids import ArenaId, ChannelId, GuildId, UserId
from bot.match.arenas.facts import ArenaCall, Attendance
from bot.match.arenas.standing import Row
from bot.match.arenas.view import ArenaView
from bot.match.calls import Call
from bot.match.views import MatchView, View
from bot.match.vocabulary import Person, Place, Status
from bot.screens.arenas import notes
from bot.screens.arenas.standing import Facts
from bot.service.manager import Manager
from bot.storage import arenas
from bot.wording import arena_pages as pages
from bot.wording import arenas as wording
from bot.wording import calls as call_words
from cogs.announcements.last_presses import LastPresses
from cogs.calls.calls import Calls
from cogs.content.message import MessageContent, RenderedMessage
from cogs.messages.answer import Answer
from cogs.messages.arena_message import ArenaMessages, facts_of
from cogs.messages.hands import HandMessages
from cogs.messages.writer import MessageServices
from cogs.platform.discord_errors import DISCORD_ERRORS, is_refused, remove
from cogs.platform.places import missing_for_threads_of
from cogs.platform.threads import DAY, open_thread

log = structlog.stdlib.get_logger(__name__)

CALL_TIMEOUT = 10.0
"""Seconds for a call in the channel; then it is tried again."""


class Arenas:
    """Shows the arenas of this process."""

    def __init__(self, services: MessageServices, calls: Calls, hands: HandMessages, life: timedelta) -> None:
        """`life`: how long after a press its token is used."""
        self._services, self._calls, self._hands = services, calls, hands
        self.messages = ArenaMessages(services, told=self._tell_everybody, gone=self._channel_gone)
        self._presses = LastPresses(services.client, services.store, services.clock, life)
        self._opening: set[tuple[int, str]] = set()
        """Channels and names of threads that are being opened: Discord's notice of each is removed."""
        self._telling = set[ArenaId]()
        """The arenas of whose end people are being told."""
        self._owed: dict[tuple[ArenaId, UserId], MatchView] = {}
        """The matches whose players wait for a hand until they press."""
        self._manager: Manager | None = None

    def start(self, manager: Manager) -> None:
        """Ask `manager` for arenas from now on."""
        self._manager = manager

    async def close(self) -> None:
        """Show no more."""
        await self.messages.close()

    def publish(self, view: ArenaView) -> None:
        """Show an arena to everybody; a later view replaces one that was not shown yet."""
        self.messages.show(view)
        if not view.arena.status.live:
            self._owed = {key: match for key, match in self._owed.items() if key[0] != view.arena.id}

    def happened(self, view: View) -> None:
        """Take note of a match: hands of an arena's come on the last presses of their players."""
        if isinstance(view, MatchView) and view.arena is not None and self._presses.is_new(view):
            self._services.background.start(self._hand_out(view), name="hands of an arena")

    async def pressed(self, arena: ArenaId, answer: Answer) -> None:
        """Keep a press that has been acknowledged: what its player is to see comes beside it."""
        try:
            await self._presses.remember(arena, answer)
        except BotError as error:
            # What was pressed for is done: only a hand may need one tap more.
            log.warning("press not stored", arena=arena, user=answer.user, trouble=str(error))
            return
        if (match := self._owed.pop((arena, answer.user), None)) is not None:
            self._services.background.start(self._deal(match, answer.user), name="hand of an arena")

    def plays(self, view: ArenaView) -> bool:
        """Whether the bot has the permissions that an arena's tables need."""
        return not missing_for_threads_of(self._services.client, view.arena.guild, view.arena.channel)

    async def thread(self, view: ArenaView, number: int) -> ChannelId:
        """Open the `number`th thread of an arena. Raises NotInThisChannel, and what Discord says."""
        arena = view.arena
        channel = self._services.client.get_channel(arena.channel)
        if not isinstance(channel, discord.TextChannel):
            raise NotInThisChannel(())
        name = wording.thread(self._services.languages.pick(arena.locale), number)
        self._opening.add(key := (channel.id, name))
        try:
            return ChannelId((await open_thread(channel, name, DAY)).id)
        except DISCORD_ERRORS:
            self._opening.discard(key)
            raise

    def is_notice(self, message: discord.Message) -> bool:
        """Whether a message is Discord's notice that we have opened a table's thread; then it is removed."""
        key = (message.channel.id, message.content)
        if message.type is not discord.MessageType.thread_created or key not in self._opening:
            return False
        self._opening.discard(key)
        channel = self._services.client.get_partial_messageable(message.channel.id)
        notice = channel.get_partial_message(message.id)
        work = remove(notice, self._services.clock, "notice of a thread")
        self._services.background.start(work, name="remove notice")
        return True

    async def remind(self, view: ArenaView) -> bool:
        """Call those who come, as each wants to be called; False where trying again may help.

        Where a crash comes before that is stored, Discord gives back the same messages.
        """
        here = [row.user for row in view.people if row.attendance is Attendance.IN]
        wanted = {user: await self._calls.allowed(user, None) for user in here}
        link, words = await self.link(view), self._services.languages.pick(view.arena.locale)
        mentioned = [user for user, call in wanted.items() if call is Call.MENTION]
        if not await self._call(view, "soon", wording.reminder(words, mentioned, view.arena.starts_at, link)):
            return False
        alone = [user for user, call in wanted.items() if call is Call.DIRECT]
        await asyncio.gather(*(self._remind_alone(view, user, link) for user in alone))
        return True

    async def _remind_alone(self, view: ArenaView, user: UserId, link: str) -> None:
        words = self._services.languages.pick(self._language(user), view.arena.locale)
        text = pages.begins_soon(words, view.arena.starts_at, link)
        nonce = f"arena.soon.{view.arena.id}"
        with self._services.store.aside.doing("reminders of arenas", (view.arena.id, user)):
            await self._calls.send(user, text, nonce)

    async def facts(self, view: ArenaView) -> Facts:
        """Return what everybody sees of an arena now. Raises StorageError."""
        return await facts_of(self._services, view)

    async def stands(self, arena: ArenaId, *, seconds: float) -> bool:
        """Wait until an arena's message is in its channel, but no longer than this; whether it is."""
        return await self.messages.stands(arena, seconds=seconds)

    async def link(self, view: ArenaView) -> str:
        """Return the address of an arena's standing; of its channel where there is none yet."""
        try:
            message = (await self._services.store.read(arenas.messages, view.arena.id)).message
        except BotError:
            message = None
        return call_words.link(Place(view.arena.guild, view.arena.channel, view.arena.locale), message)

    async def tell(self, view: ArenaView, call: ArenaCall) -> bool:
        """Tell the channel what happens to its arena; as `remind`."""
        words = self._services.languages.pick(view.arena.locale)
        return await self._call(view, call.value, (wording.call(words, view.arena, call),), silent=True)

    async def _call(self, view: ArenaView, kind: str, texts: Iterable[str], *, silent: bool = False) -> bool:
        """Post texts; False where trying again may help, True where nobody lets us."""
        guild, channel = view.arena.guild, view.arena.channel
        where = self._services.client.get_partial_messageable(channel, guild_id=guild)
        called = discord.AllowedMentions(users=True)
        try:
            async with self._services.clock.timeout(CALL_TIMEOUT):
                for number, text in enumerate(texts):
                    nonce = f"arena.{kind}.{view.arena.id}.{number}"[:25]
                    await where.send(text, allowed_mentions=called, nonce=nonce, silent=silent)
        except DISCORD_ERRORS as error:
            log.info("call of an arena not posted", arena=view.arena.id, kind=kind, error=repr(error))
            return is_refused(error)
        return True

    def _language(self, user: UserId) -> str | None:
        return None if self._manager is None else self._manager.persons.language(user)

    def permitted(self, guild: GuildId) -> None:
        """Permissions in a guild have changed."""
        self.messages.permitted(guild)

    def retry_now(self) -> None:
        """Discord is back: show at once whatever could not be shown."""
        self.messages.retry_now()

    def channel_deleted(self, channel: ChannelId) -> None:
        """A channel was deleted: an arena in it ends."""
        for view in self.messages.in_channel(channel):
            self._channel_gone(view)

    async def _hand_out(self, view: MatchView) -> None:
        """Keep the last presses of a match's players as presses in it, and deal hands on them."""
        assert view.arena is not None
        for user in [one.user for one in view.people if one.user is not None]:
            self._owed[view.arena, user] = view  # until there is one: it may come while rows are read
            if await self._moved(view.arena, view, user):
                self._owed.pop((view.arena, user), None)
            self._hands.refresh(view, user)

    async def _deal(self, view: MatchView, user: UserId) -> None:
        """Deal somebody's hand who has pressed only after their match was opened, unless it is over."""
        assert view.arena is not None and self._manager is not None
        try:
            match = await self._manager.view(view.match)
        except BotError as error:
            log.info("hand not dealt", match=view.match, user=user, trouble=str(error))
            return
        if isinstance(match, MatchView) and match.status is Status.PLAYING:
            await self._moved(view.arena, match, user)
            self._hands.refresh(match, user)

    async def _moved(self, arena: ArenaId, view: MatchView, user: UserId) -> bool:
        """Keep somebody's last press as one in their match; whether there is one."""
        try:
            return await self._presses.move(arena, view.match, user)
        except BotError as error:
            log.warning("press not stored", match=view.match, user=user, trouble=str(error))
            return False

    def _channel_gone(self, view: ArenaView) -> None:
        self._services.background.start(self._end(view), name="end arena")

    async def _end(self, view: ArenaView) -> None:
        """End an arena whose channel is gone, for its host: neither a match in play nor a week is awaited."""
        assert self._manager is not None
        arena = view.arena
        await self._manager.arenas.stop_weekly(arena.guild, arena.channel)
        host = Person(arena.host, view.host_name, arena.locale, join_id=0)
        with suppress(ArenaOver):
            await self._manager.arenas.end(arena.id, host, waits=False)

    def _tell_everybody(self, facts: Facts) -> None:
        if facts.arena.id not in self._telling:
            self._telling.add(facts.arena.id)
            self._services.background.start(self._tell_each(facts), name="ends of an arena")

    async def _tell_each(self, facts: Facts) -> None:
        """Tell each player how it went for them, where a token of theirs lives.

        Each is told once: a press that was answered so is forgotten, and after a crash the others' go on.
        """
        try:
            link = await self.link(facts)
            for row in facts.rows:
                with self._services.store.aside.doing("ends of arenas", (facts.arena.id, row.user)):
                    await self._told_one(facts, row, link)
        finally:
            self._telling.discard(facts.arena.id)

    async def _told_one(self, facts: Facts, row: Row, link: str) -> None:
        try:
            await self._tell_one(facts, row, link)
        except BotError as error:
            log.warning("end not told", arena=facts.arena.id, user=row.user, trouble=str(error))

    async def _tell_one(self, facts: Facts, row: Row, link: str) -> None:
        """Tell a player how the arena went for them. Raises StorageError."""
        press = await self._presses.latest(facts.arena.id, row.user)
        if press is None:
            return
        if row.played:
            words = self._services.languages.pick(press.locale)
            text = f"{notes.end(words, facts, row)} {link}"
            await self._presses.tell(press, RenderedMessage(MessageContent(text)))
        await self._services.store.presses.drop_in(facts.arena.id, row.user)
