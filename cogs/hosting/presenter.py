"""The way of views to Discord: public events to the table, private ones to each seat's hand.

Wired once, by the client.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import BotError
from bot.heavy_work import HeavyWork
from bot.i18n import Languages
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.arenas.facts import ArenaCall
from bot.match.arenas.view import ArenaView
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Cause, MadeBy, Occasion, SealingLine
from bot.monitoring.metrics import Metrics
from bot.records.periods import SeasonOver
from bot.service.manager import Manager
from bot.storage import Store
from cogs.announcements.arenas import Arenas
from cogs.announcements.champions import Champions
from cogs.announcements.openings import Openings
from cogs.announcements.rare_yaku import RareYaku
from cogs.calls.calls import Calls
from cogs.calls.reminders import Reminders
from cogs.content.animations import Animations
from cogs.content.pictures import Pictures
from cogs.messages import sealing_lines
from cogs.messages.answer import Answers
from cogs.messages.emojis import Emojis
from cogs.messages.hands import HandMessages
from cogs.messages.note_message import Notes
from cogs.messages.open_panels import OpenPanels
from cogs.messages.tables import TableMessages
from cogs.messages.writer import MessageServices
from cogs.platform.clock import Clock
from cogs.platform.load import PressLoad
from cogs.platform.places import ChannelAccess

log = structlog.stdlib.get_logger(__name__)

RECENT = timedelta(hours=1)
"""Age of the oldest match or lobby whose end, where it was never shown, is shown after a start."""


class CogPresenter:
    """The `Presenter` of `bot.service.presenter`. Showing is never awaited by the publisher."""

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        client: discord.Client,
        store: Store,
        settings: Settings,
        languages: Languages,
        clock: Clock,
        *,
        metrics: Metrics,
        heavy: HeavyWork,
        load: PressLoad,
        pictures: Pictures,
        leads: Callable[[], bool],
    ) -> None:
        """`leads` tells whether what must happen once for the whole bot is this client's to do."""
        self._client, self._store, self._clock, self._background = client, store, clock, BackgroundTasks()
        self._champions, self._emojis = Champions(client, languages), Emojis(client, clock, leads)
        self.languages, self.pictures, self.animations = languages, pictures, Animations()
        self.notes = Notes(client, clock, life := timedelta(seconds=settings.hand_seconds))
        self.answers = Answers(
            *(languages, clock),
            seconds=settings.ack_seconds,
            post_seconds=settings.post_seconds,
            notes=self.notes,
            metrics=metrics,
            heavy=heavy,
            load=load,
        )

        def services() -> MessageServices:
            common = (client, store, languages, self.pictures, self.animations, clock)
            return MessageServices(*common, BackgroundTasks(), metrics, load, heavy)

        self.panels = OpenPanels(client, self.notes, clock, self._background)
        self.calls = Calls(client, store, languages, clock, life)
        self.reminders = Reminders(client, store, self.calls, clock)
        self.tables = TableMessages(services(), self.calls, settings.edit_seconds, self._moved_down)
        self.hands = HandMessages(services(), self._emojis.faces, life, self.notes.let_go)
        self.openings = Openings(client, store, languages, self.calls, self.tables)
        self.rare_yaku, self.arenas = RareYaku(services()), Arenas(services(), self.calls, self.hands, life)

    @property
    def sight(self) -> ChannelAccess:
        """Return who sees which channels and threads."""
        return self.calls.sight

    def start(self, manager: Manager) -> None:
        """Get ready in the background, once the client has logged in."""
        self.answers.chosen_language = manager.persons.language
        self.calls.start(manager.persons)
        self.reminders.start(manager)
        self.openings.start(manager)
        self.arenas.start(manager)
        self._background.keep(self._emojis.keep, name="emoji")
        self._background.start(self._show_ends(manager), name="ends")

    def publish(self, view: View, cause: Cause) -> None:
        """Show a view to everybody concerned; a later view replaces one that was not shown yet."""
        if isinstance(view, MatchView):
            self.hands.show(view, cause)
        self.tables.show(view, cause)
        self.panels.show(view)
        self.reminders.happened(view, cause)
        self.openings.happened(view, cause)
        self.rare_yaku.happened(view)
        self.arenas.happened(view)

    def publish_arena(self, view: ArenaView) -> None:
        """Show an arena to everybody; a later view replaces one that was not shown yet."""
        self.arenas.publish(view)

    async def remind_arena(self, view: ArenaView) -> bool:
        """Tell the people of an arena that it begins soon; False where it is to be tried again."""
        return await self.arenas.remind(view)

    async def tell_arena(self, view: ArenaView, call: ArenaCall) -> bool:
        """Tell an arena's channel what happens to it; False where it is to be tried again."""
        return await self.arenas.tell(view, call)

    def arena_plays(self, view: ArenaView) -> bool:
        """Whether the bot has the permissions that an arena's tables need; if not, the standing says so."""
        return self.arenas.plays(view)

    async def arena_thread(self, view: ArenaView, number: int) -> ChannelId:
        """Open another thread of an arena's channel, the `number`th. Raises what Discord says."""
        return await self.arenas.thread(view, number)

    async def seal(self, view: LobbyView) -> SealingLine:
        """Post the line with the commitment of a match's secret. Raises NotSealed, and what Discord says."""
        return await sealing_lines.post(self._client, self.languages, view)

    def pressed(self, match: MatchId, user: UserId) -> None:
        """Take note of a press in a match: the user who made it is there to see what happens."""
        self.calls.pressed(match, user)

    def count(self, message: discord.Message) -> None:
        """Take note of a message that came into a channel, maybe below a table or a standing."""
        if self.arenas.is_notice(message):
            return
        channel = ChannelId(message.channel.id)
        self.tables.count(channel, message.id)
        self.hands.channels.came(channel)
        self.arenas.messages.count(channel, message.id)

    def message_deleted(self, channel: ChannelId, message: int) -> None:
        """A message was deleted: a standing is posted again, since nobody else could bring it back."""
        self.arenas.messages.deleted(channel, message)

    def _moved_down(self, view: View, message: int) -> None:
        """A table has been posted again by itself: the hands follow, or a turn would begin off the screen."""
        if isinstance(view, MatchView):
            self.hands.repost_below(view, message)

    def permitted(self, guild: GuildId) -> None:
        """Permissions in a guild have changed: show whatever was forbidden, if it is allowed now."""
        self.tables.permitted(guild)
        self.arenas.permitted(guild)

    def channel_deleted(self, channel: ChannelId) -> None:
        """A channel or thread was deleted."""
        self.tables.channel_deleted(channel)
        self.arenas.channel_deleted(channel)

    def emoji_refused(self) -> None:
        """Discord has refused an emoji: use none until they have been looked up again."""
        self._emojis.refused()

    def retry_now(self) -> None:
        """Discord is back: show at once whatever could not be shown."""
        self.tables.retry_now()
        self.hands.retry_now()
        self.arenas.retry_now()

    async def season_over(self, end: SeasonOver) -> bool:
        """Tell a season's champions, once however often it is called; False where it is to be tried again."""
        return await self._champions.announce(end)

    async def close(self) -> None:
        """Answer what was pressed, and show no more."""
        await self.animations.close()
        await self.answers.close()
        await self.notes.close()
        await self._background.close()
        await self.reminders.close()
        await self.openings.close()
        await self.rare_yaku.close()
        await self.arenas.close()
        await self.calls.close()
        await self.tables.close()
        await self.hands.close()

    async def _show_ends(self, manager: Manager) -> None:
        """Show the end of matches and lobbies that a crash swallowed between storing and showing it."""
        since = self._clock.now() - RECENT
        untold = await self._store.result_messages.missing(since, manager.shard)
        for match in sorted({*untold, *await self._store.table_messages.left(since, manager.shard)}):
            with self._store.aside.doing("ends", match):
                await self._show_end(manager, match)

    async def _show_end(self, manager: Manager, match: MatchId) -> None:
        try:
            view = await manager.view(match)
        except BotError as error:
            log.warning("end is not shown", match=match, trouble=str(error))
        else:
            self.publish(view, Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))
