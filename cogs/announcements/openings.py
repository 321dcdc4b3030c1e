"""Tells those who want it that a table has opened on a server, each by themself."""

from __future__ import annotations

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import BotError
from bot.i18n import Languages
from bot.ids import GuildId, UserId
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Cause, MatchClock, Occasion, Status
from bot.service.manager import Manager
from bot.storage import Store, openings
from bot.storage.openings import Watcher
from bot.wording import calls as calls_wording
from bot.wording import openings as wording
from cogs.calls.calls import Calls
from cogs.calls.reminders import LEFT
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.shared_buttons import unwatch_button
from cogs.messages.tables import TableMessages
from cogs.platform.discord_errors import DISCORD_ERRORS

log = structlog.stdlib.get_logger(__name__)

MOST_A_DAY = 3
"""Of one server to one person."""
TABLE_SECONDS = 30.0
"""Seconds for which the table's message is waited for, which the link leads to."""


class Openings:
    """Tells those who want it of a new open table."""

    def __init__(
        self, client: discord.Client, store: Store, languages: Languages, calls: Calls, tables: TableMessages
    ) -> None:
        self._client = client
        self._store = store
        self._languages = languages
        self._calls = calls
        self._tables = tables
        self._background = BackgroundTasks()
        self._manager: Manager | None = None

    def start(self, manager: Manager) -> None:
        """Tell people from now on."""
        self._manager = manager

    async def close(self) -> None:
        """Tell nobody more."""
        await self._background.close()

    def happened(self, view: View, cause: Cause) -> None:
        """Take note of a view: maybe an open table has begun on a server."""
        if not isinstance(view, LobbyView) or view.arena is not None:
            return
        if cause.occasion is Occasion.OPENED and not view.invited:
            self._background.start(self._tell(view), name="openings")

    async def _tell(self, view: LobbyView) -> None:
        guild = view.place.guild
        if guild is None:
            return
        try:
            watchers = await self._store.read(openings.watchers, guild, view.host)
            if not watchers:
                return
            await self._tables.stands(view.match, seconds=TABLE_SECONDS)
            table = self._tables.known(view.match)
            link = calls_wording.link(view.place, None if table is None else table.message)
            for watcher in watchers:
                with self._store.aside.doing("openings", (view.match, watcher.user)):
                    if not await self._tell_one(view, guild, watcher, link):
                        return
        except BotError as error:
            log.warning("openings not announced", match=view.match, error=error.code)

    async def _tell_one(self, view: LobbyView, guild: GuildId, watcher: Watcher, link: str) -> bool:
        """Tell one of them, if they are to be told; False once the table has no free seat any more."""
        assert self._manager is not None
        now = await self._manager.view(view.match)
        if not isinstance(now, LobbyView) or now.status is not Status.LOBBY or now.ready:
            return False
        user = watcher.user
        day = await self._day(watcher)
        if day is None or await self._plays(now, user) or not await self._sees(view, guild, user):
            return True
        if await self._store.write(openings.count, user, guild, day, MOST_A_DAY):
            words = self._languages.pick(watcher.locale)
            server = self._client.get_guild(guild)
            free = now.rules.seats - len(now.people)
            text = wording.announcement(words, "" if server is None else server.name, now.rules, free, link)
            await self._send(user, MessageContent(text, ((unwatch_button(words, guild),),)))
        return True

    async def _day(self, watcher: Watcher) -> str | None:
        """The day of somebody, as 2026-11-22; None in their quiet hours, and after enough messages."""
        assert self._manager is not None
        now = self._calls.now()
        choice = await self._manager.persons.choice(watcher.user, watcher.locale)
        day = now.astimezone(choice.zone).date().isoformat()
        enough = watcher.day == day and watcher.told >= MOST_A_DAY
        return None if enough or choice.is_quiet(now) else day

    async def _plays(self, view: LobbyView, user: UserId) -> bool:
        """Whether somebody has opened or joined this table, waits at another one, or plays just now."""
        assert self._manager is not None
        if user == view.host:
            return True
        return any(map(_busy, await self._manager.live_matches(user=user)))

    async def _sees(self, view: LobbyView, guild: GuildId, user: UserId) -> bool:
        """Whether somebody is on the server and sees the channel; who has left it is told no more."""
        server = self._client.get_guild(guild)
        if server is None:
            return False
        try:
            member = await server.fetch_member(user)
        except discord.HTTPException as error:
            if error.code in LEFT:
                await self._store.write(openings.unwatch, user, guild)
            return False
        except DISCORD_ERRORS as error:
            log.info("member lookup failed", match=view.match, error=repr(error))
            return False
        return await self._calls.sight.is_visible_to_member(member, view.place)

    async def _send(self, user: UserId, content: MessageContent) -> None:
        """Send a message to somebody alone; a person who takes none wants none."""
        message = RenderedMessage(content)
        if await self._calls.send(user, message) is None and self._calls.takes_none(user):
            await self._store.write(openings.unwatch, user)
            log.info("openings no longer announced", user=user)


def _busy(view: View) -> bool:
    """Whether a match keeps its people: a lobby, or a match in which time runs or a CPU player answers."""
    if not isinstance(view, MatchView):
        return True
    return not view.set_aside and (view.clock is MatchClock.LIVE or view.sole_player is not None)
