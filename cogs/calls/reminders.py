"""The reminder at half time: posted or sent once a turn, removed on the move, also by the next start.

A player who has left the server is found out here, too, and leaves its arena: no event tells of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import BotError
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.calls import Call, Turn, turn_of
from bot.match.views import MatchView, View
from bot.match.vocabulary import Cause, Occasion
from bot.service.manager import Manager
from bot.shards import Shard
from bot.storage import Store, actions
from bot.wording import calls as wording
from cogs.calls.calls import Calls, Sent
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import remove
from cogs.platform.threads import unarchived

log = structlog.stdlib.get_logger(__name__)

LEFT = {10007, 10013}
"""Discord's codes for a user who is no member, and for one who is nobody any more."""


@dataclass(slots=True)
class Reminder:
    """A reminder of one match: of which turn, after how many actions, and where it stands."""

    turn: Turn | None
    """None where a start of the bot has found it, until the match is shown."""
    n: int
    sent: Sent | None = None
    over: bool = False
    """Whether the reminded player has moved."""


class Reminders:
    """The reminders of all matches."""

    def __init__(self, client: discord.Client, store: Store, calls: Calls, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._calls = calls
        self._clock = clock
        self._background = BackgroundTasks()
        self._manager: Manager | None = None
        self._last: dict[MatchId, Reminder] = {}
        """The last one of each turn that still goes on."""

    def __len__(self) -> int:
        """Return the number of remembered reminders."""
        return len(self._last)

    def start(self, manager: Manager) -> None:
        """Take up what an earlier run of the bot has left, in the background."""
        self._manager = manager
        self._background.start(self._load(manager.shard), name="reminders")

    async def close(self) -> None:
        """Remind of nothing more; what stands is removed by the next start."""
        await self._background.close()

    def happened(self, view: View, cause: Cause) -> None:
        """Take note of a view: somebody is to be reminded, or has moved, or is away, whom none reminds."""
        if not isinstance(view, MatchView):
            return
        turn, last = turn_of(view), self._last.get(view.match)
        away = cause.occasion is Occasion.AWAY
        if last is not None and turn is not None and view.n == last.n and not away:
            last.turn = turn
        elif last is not None:
            last.over = True
            if last.sent is not None:
                self._background.start(self._remove(view.match, last.sent), name="remove reminder")
                last.sent = None
            if turn is None or not turn.goes_on_as(last.turn):
                del self._last[view.match]
        if cause.occasion is Occasion.HALF_TIME and turn is not None:
            self._background.start(self._half_time(view, turn), name="reminder")

    async def _half_time(self, view: MatchView, turn: Turn) -> None:
        """Remind the player to move, once in it; somebody who has left the server has no more time."""
        reminder = Reminder(turn, view.n)
        first = self._last.setdefault(view.match, reminder) is reminder
        guild = view.place.guild
        if guild is not None and await self._has_left(guild, turn.user):
            log.info("player has left", match=view.match, user=turn.user)
            await self._let_go(guild, view.match, turn.user)
        elif first:
            await self._remind(view, turn, reminder)

    async def _has_left(self, server: GuildId, user: UserId) -> bool:
        guild = self._client.get_guild(server)
        if guild is None:
            return False
        try:
            await guild.fetch_member(user)
        except discord.HTTPException as error:
            return error.code in LEFT
        except (TimeoutError, OSError) as error:
            log.info("member lookup failed", user=user, error=repr(error))
        return False

    async def _let_go(self, guild: GuildId, match: MatchId, user: UserId) -> None:
        assert self._manager is not None
        try:
            await self._manager.left_server(guild, match, user)
        except BotError as error:
            # The turn ends by itself, later.
            log.warning("turn not ended", match=match, error=error.code)

    async def _remind(self, view: MatchView, turn: Turn, reminder: Reminder) -> None:
        try:
            sent = await self._sent(view, turn)
            if sent is None:
                if self._last.get(view.match) is reminder:  # a later question of the turn may be reminded of
                    del self._last[view.match]
            elif reminder.over:
                await self._remove(view.match, sent)
            else:
                reminder.sent = sent
                now = self._clock.now()
                await self._store.reminder_messages.save(view.match, sent.channel, sent.message, now)
        except (discord.HTTPException, TimeoutError, BotError, OSError) as error:
            log.info("reminder not sent", match=view.match, error=repr(error))

    async def _sent(self, view: MatchView, turn: Turn) -> Sent | None:
        """Send a reminder as its player wants it; None where they do not, or it does not come to them."""
        locale = view.seats[turn.player].participant.locale
        call, time = await self._calls.to_reminder(view.match, turn, locale), view.turn_time
        if call is Call.NOT or time is None:
            return None
        words = await self._calls.words(view.match, turn.user, locale, view.place.locale)
        if call is Call.DIRECT:
            table = await self._store.table_messages.get(view.match)
            link = wording.link(view.place, None if table is None else table.message)
            return await self._calls.send(turn.user, wording.half_time_alone(words, time.due_at, link))
        channel = self._client.get_partial_messageable(view.place.channel, guild_id=view.place.guild)
        text, users = wording.half_time(words, turn.user, time.due_at), [discord.Object(turn.user)]
        called, nonce = discord.AllowedMentions(users=users), f"half.{view.match}.{view.n}"[:25]
        message = await unarchived(
            self._client,
            view.place.channel,
            lambda: channel.send(text, allowed_mentions=called, nonce=nonce),
        )
        return Sent(view.place.channel, message.id)

    async def _remove(self, match: MatchId, sent: Sent) -> None:
        """Delete a reminder; where that fails it is tried again a little, then forgotten."""
        channel = self._client.get_partial_messageable(sent.channel)
        await remove(channel.get_partial_message(sent.message), self._clock, "reminder")
        try:
            await self._store.reminder_messages.drop(match, sent.message)
        except BotError as error:
            log.warning("reminder not deleted", match=match, error=error.code)

    async def _load(self, shard: Shard) -> None:
        """Remove what reminds of turns of a shard's matches that are over, and know of the others."""
        try:
            for row in await self._store.reminder_messages.all(shard):
                if row.message is not None:
                    sent = Sent(ChannelId(row.channel), row.message)
                    with self._store.aside.doing("reminders", row.match):
                        await self._take_up(row.match, sent, row.posted_at)
        except BotError as error:
            log.warning("reminders cannot be read", error=error.code)

    async def _take_up(self, match: MatchId, sent: Sent, posted_at: datetime) -> None:
        """Remove a reminder that an earlier run has left, or know of it until its player has moved."""
        made = await self._store.read(actions.last_of_each, match)
        n, at = max(made.values(), default=(0, posted_at))
        if not made or at > posted_at:
            self._background.start(self._remove(match, sent), name="remove reminder")
        else:
            # As many actions as there are now: the next one removes it.
            self._last.setdefault(match, Reminder(None, n + 1, sent))
