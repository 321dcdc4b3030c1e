"""The public message of one match: posted, edited, posted again where it is buried, and its result."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import discord
import structlog

from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Cause, ChannelId, MatchId, Occasion, Status, UserId
from bot.screens import lobby
from cogs.messages import table_rows
from cogs.messages.answer import UNKNOWN_MESSAGE
from cogs.messages.content import MessageContent, RenderedMessage, rendered
from cogs.messages.pictures import Urgency
from cogs.messages.throttle import Throttle
from cogs.messages.writer import MessageServices, MessageWriter

log = structlog.stdlib.get_logger(__name__)

ARCHIVED = 50083
"""Discord's code for a thread that is archived."""
BURIED = 6
"""Messages below a table that bury it: at the next event of its match it is posted again."""
OLD = timedelta(minutes=50)
"""Discord grows slow with edits of messages that are older than an hour."""

QUIET = {Occasion.RESTORED, Occasion.AGREED, Occasion.BROUGHT}
"""Occasions that are no event of the match: they alone never have a table posted again."""


class TableMessage(MessageWriter[View]):
    """A table: posted once, edited in place, posted again where it is buried or to remind the host."""

    retries = (2.0, 8.0)

    def __init__(self, services: MessageServices, match: MatchId, edits: Throttle, reposts: Throttle) -> None:
        """`edits` and `reposts` say when the match's channel may be edited, and posted in, again."""
        super().__init__(services, "table", match=match)
        self.match = match
        self.message: int | None = None
        """Where it stands; None where it was never posted, or deleted: it is not forced back."""
        self.stands = asyncio.Event()
        """Set once there is, or was, a message."""
        self.postponed = False
        """Whether the reminder to start waits for the channel's next turn."""
        self._posted_at: datetime | None = None
        """When it was posted, or found deleted; None before the first post."""
        self._stored = True
        """Whether storage knows where it stands."""
        self._burying = 0
        """Messages that came after it."""
        self._eventful = False
        """Whether something of the match happened since it was posted or edited."""
        self._nudge = False
        """Whether the host is to be reminded to start, by a post: edits remind nobody."""
        self._edits = edits
        self._reposts = reposts

    @property
    def over(self) -> bool:
        """Whether nothing can happen at it any more."""
        return self.view is not None and self.view.status not in {Status.LOBBY, Status.PLAYING}

    def happened(self, view: View, cause: Cause) -> None:
        """Remember a view, and what happened.

        There is one reminder only: what happens after it does not take it back, but empty seats do.
        """
        self._eventful = self._eventful or cause.occasion not in QUIET
        self._nudge = self._nudge or cause.occasion is Occasion.NUDGED
        self.offer(view)
        seats_full = isinstance(self.view, LobbyView) and not self.over and self.view.ready
        self._nudge = self._nudge and seats_full

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below the table."""
        if self.view is not None and self.view.place.channel == channel and self.message is not None:
            self._burying += message > self.message

    async def post_again(self, view: View) -> bool:
        """Post it at the bottom, also where it was deleted; False where the match has ended meanwhile.

        Raises what Discord and storage say.
        """
        self.offer(view)
        async with self.lock:
            if self.over or self.view is None:
                return False
            await self.load()
            await self._post_again(self.view, Urgency.PRESS)
        return True

    @property
    def _lost(self) -> bool:
        """Whether it is time to post it again: buried or old, and something happened."""
        if self.message is None or self._posted_at is None:
            return False
        old = self.services.clock.now() - self._posted_at > OLD
        return self._eventful and (self._burying >= BURIED or old)

    def _placed(self, message: int | None, at: datetime) -> None:
        """Note where the table stands now; None: it was deleted."""
        self.message, self._posted_at = message, at
        self.stands.set()
        self._burying = 0

    async def _turn(self, view: View) -> None:
        await self.services.clock.sleep(self._edits.queue(view.place.channel))

    async def _find(self) -> None:
        row = await self.services.store.table_messages.get(self.match)
        if row is not None:
            self._placed(row.message, row.posted_at)

    async def _write(self, view: View) -> None:
        self.postponed = False
        await self._save(view)
        if self._posted_at is None:
            await self._post(view, Urgency.TABLE)
        elif self.message is not None:
            # Where this channel has had one posted again just now, the next time counts.
            if (self._nudge or self._lost) and self._reposts.take(view.place.channel):
                await self._post_again(view, Urgency.TABLE)
            else:
                self.postponed = self._nudge
                await self._edit(view, self.message)
        self._eventful = False
        if isinstance(view, MatchView) and view.status is Status.OVER:
            await self._post_result(view)

    async def _failed(self, view: View, error: Exception) -> bool:
        if isinstance(error, discord.Forbidden | discord.NotFound):
            # The channel is closed to us, or deleted: trying again does not help.
            log.warning("table not shown", **self.about, error=repr(error))
            return True
        if isinstance(error, discord.HTTPException) and error.code == ARCHIVED:
            await self._wake_thread(view)
        return await super()._failed(view, error)

    async def _wake_thread(self, view: View) -> None:
        """Take a thread out of the archive: edits and presses are no activity for Discord."""
        try:
            thread = await self.services.client.fetch_channel(view.place.channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("thread stays archived", error=repr(error))

    async def _edit(self, view: View, message: int) -> None:
        async def edit(picture: RenderedMessage) -> None:
            await self._channel(view).get_partial_message(message).edit(**picture.to_edit())

        try:
            await self.show(self._content(view), Urgency.TABLE, edit)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            log.info("table deleted", **self.about)
            await self._remember(view, None)

    async def _post_again(self, view: View, urgency: Urgency) -> None:
        """Post new, store, delete the old one. If posting fails, the old one goes on being edited."""
        old = self.message
        await self._post(view, urgency)
        if old is not None:
            self.services.background.start(self._delete(view.place.channel, old), name="delete old table")

    async def _post(self, view: View, urgency: Urgency) -> None:
        picture = await rendered(self._content(view), self.services.pictures, urgency)
        fields = picture.to_send()
        if mentioned := self._mentioned(view):
            people = [discord.Object(user) for user in mentioned]
            fields["allowed_mentions"] = discord.AllowedMentions(users=people)
        else:
            fields["silent"] = True
        if self._nudge and isinstance(view, LobbyView):
            words = self.services.languages.pick(view.place.locale)
            fields["content"] = lobby.nudge(words, lobby.Facts.of(view))
        message = await self._channel(view).send(nonce=self._nonce(view), **fields)
        # Where a crash came between posting and storing, Discord gives back the message from before it.
        self.shown = picture.content if _says(message, fields["content"], picture.content.alt) else None
        await self._remember(view, message.id)
        if self.shown is None:
            await self._edit(view, message.id)

    async def _post_result(self, view: MatchView) -> None:
        if await self.services.store.result_messages.get(view.match) is not None:
            return
        words = self.services.languages.pick(view.place.locale)
        picture = await rendered(
            table_rows.result_content(words, view), self.services.pictures, Urgency.TABLE
        )
        message = await self._channel(view).send(
            nonce=f"result.{view.secret_commitment[:16]}", silent=True, **picture.to_send()
        )
        now = self.services.clock.now()
        await self.services.store.result_messages.put(view.match, view.place.channel, message.id, now)

    async def _remember(self, view: View, message: int | None) -> None:
        self._placed(message, self.services.clock.now())
        self._nudge = self._stored = False
        await self._save(view)

    async def _save(self, view: View) -> None:
        if not self._stored and self._posted_at is not None:
            place = view.place
            await self.services.store.table_messages.put(
                view.match, place.channel, self.message, self._posted_at
            )
            self._stored = True

    def _content(self, view: View) -> MessageContent:
        words = self.services.languages.pick(view.place.locale)
        return table_rows.table_content(words, view, self.services.clock.now())

    async def _delete(self, channel: ChannelId, message: int) -> None:
        try:
            messageable = self.services.client.get_partial_messageable(channel)
            await messageable.get_partial_message(message).delete()
        except discord.HTTPException as error:
            log.info("old table not deleted", error=repr(error))

    def _channel(self, view: View) -> discord.PartialMessageable:
        return self.services.client.get_partial_messageable(view.place.channel, guild_id=view.place.guild)

    def _mentioned(self, view: View) -> tuple[UserId, ...]:
        """Whom a new message calls: who is invited, when it is new; the host, to start."""
        if not isinstance(view, LobbyView):
            return ()
        if self._nudge:
            return (view.host,)
        return view.invited if self._posted_at is None else ()

    def _nonce(self, view: View) -> str:
        """The same for the same post, also where a crash came between posting and storing (25 characters)."""
        if self._posted_at is None:
            return f"table.{view.secret_commitment[:16]}"
        if self.message is None:
            return f"again.{round(self._posted_at.timestamp() * 1000)}"
        return f"after.{self.message}"


def _says(message: discord.Message, content: str, alt_text: str) -> bool:
    """Whether a message, as Discord gave it back, says what was sent."""
    described = "".join(each.description or "" for each in message.attachments)
    return message.content == content and described == alt_text
