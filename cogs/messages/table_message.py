"""The public message of one match: posted, edited, posted again where it is buried, and its result.

Edits call nobody: a call is a post that mentions exactly one person, all other posts are silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog
from sqlalchemy import Connection

from bot.errors import BotError
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.calls import Call, is_cpu_turn
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Cause, CpuPlayer, Occasion, Place, Status
from bot.records import periods
from bot.screens import lobby, result
from bot.storage import matches
from bot.storage.records import own_level, profiles
from bot.storage.settings import servers
from bot.wording import calls as wording
from bot.wording import openings
from cogs.calls.turn_calls import TableCalls
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.pictures import Urgency
from cogs.messages import table_rows
from cogs.messages.writer import BURIED, MessageServices, MessageWriter
from cogs.platform.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, is_refused, remove
from cogs.platform.load import Deferrable
from cogs.platform.places import deleted
from cogs.platform.threads import R, unarchived
from cogs.platform.throttle import Throttles

log = structlog.stdlib.get_logger(__name__)

OLD = timedelta(minutes=50)
"""Discord grows slow with edits of messages that are older than an hour."""

QUIET = {
    Occasion.RESTORED,
    Occasion.AGREED,
    Occasion.BROUGHT,
    Occasion.HALF_TIME,
    Occasion.SET_ASIDE,
    Occasion.TAKEN_UP,
}
"""Occasions that are no event of the match: they alone never have a table posted again."""


class TableMessage(MessageWriter[View]):
    """A table: posted once, edited in place, posted again where it is buried or to call somebody."""

    def __init__(
        self,
        services: MessageServices,
        match: MatchId,
        calls: TableCalls,
        throttles: Throttles,
        moved_down: Callable[[View, int], None],
    ) -> None:
        """`moved_down` is told of the view with which the table has posted itself again, and where."""
        super().__init__(services, "table", match=match)
        self.match = match
        self.message: int | None = None
        """The id of the message; None where it was never posted, or deleted, or where its last line stands.

        A deleted one is not forced back.
        """
        self.stands = asyncio.Event()
        """Set once there is, or was, a message."""
        self.postponed = False
        """Whether a call waits for the channel's next turn."""
        self._result: str | None = None
        """The address of the message that tells the match's result; None before it stands."""
        self._posted_at: datetime | None = None
        """The time when it was posted, or found deleted; None before the first post."""
        self._stored = True
        """Whether storage knows where it stands."""
        self._replaced: int | None = None
        """The message in whose place it was posted again, until that is gone."""
        self._burying = 0
        """Messages that came after it."""
        self._eventful = False
        """Whether something of the match happened since it was posted or edited."""
        self._nudge = self._woken = False
        """Whether a post reminds the host to start; whether it calls those for whom a resting match waits."""
        self._mention: UserId | None = None
        """The user whom the next post calls to their turn."""
        self._calls = calls
        self._throttles = throttles
        self._moved_down = moved_down

    @property
    def over(self) -> bool:
        """Whether nothing can happen at it any more."""
        return self.view is not None and self.view.status not in {Status.LOBBY, Status.PLAYING}

    @property
    def guild(self) -> GuildId | None:
        """Return the server in which it stands; None in direct messages."""
        return None if self.view is None else self.view.place.guild

    def happened(self, view: View, cause: Cause) -> None:
        """Remember a view, and what happened.

        There is one reminder only: what happens after it does not take it back, but empty seats do.
        """
        self._eventful = self._eventful or cause.occasion not in QUIET
        self._nudge = self._nudge or cause.occasion is Occasion.NUDGED
        self.update_view(view)
        self._calls.happened(view)
        seats_full = isinstance(self.view, LobbyView) and not self.over and self.view.ready
        self._nudge = self._nudge and seats_full
        called = isinstance(self.view, MatchView) and bool(self.view.called_back)
        self._woken = (self._woken or cause.occasion is Occasion.WOKEN) and called

    def count(self, channel: ChannelId, message: int) -> None:
        """Count a message that came into a channel, maybe below the table."""
        if self.view is not None and self.view.place.channel == channel and self.message is not None:
            self._burying += message > self.message

    def doubt(self) -> None:
        """Note that the message may be gone: the next write looks, by an edit."""
        self.shown = None

    async def post_again(self, view: View) -> bool:
        """Post it at the bottom, also where it was deleted; False where the match has ended meanwhile.

        Raises what Discord and storage say.
        """
        self.update_view(view)
        async with self.lock:
            if self.over or self.view is None:
                return False
            await self.load()
            await self._post_again(self.view, Urgency.PRESS)
        return True

    @property
    def _lost(self) -> bool:
        """Whether it is time to post it again: buried or old, and something happened.

        At a CPU player's turn it waits for the moment after, in which a person is asked.
        """
        if self.message is None or self._posted_at is None or self.view is None or is_cpu_turn(self.view):
            return False
        if self.view.status is Status.OVER:  # its result is the news
            return False
        old = self.services.clock.now() - self._posted_at > OLD
        return self._eventful and (self._burying >= BURIED or old)

    @property
    def _doubtful(self) -> bool:
        """Whether it was about to be posted again, and nobody knows whether that was done."""
        return self._replaced is not None and self._replaced == self.message

    def _placed(self, message: int | None, at: datetime) -> None:
        """Note where the table stands now; None: it was deleted."""
        self.message, self._posted_at = message, at
        self.stands.set()
        self._burying = 0

    async def _turn(self, view: View) -> None:
        await self.services.clock.sleep(self._throttles.edits.reserve(view.place.channel))
        if self._posted_at is not None:  # presses wait for one that is new
            await self.services.load.yield_to_presses(Deferrable.TABLE, self.services.clock)

    async def _find(self) -> None:
        row = await self.services.store.table_messages.get(self.match)
        if row is not None:
            self._placed(row.message, row.posted_at)
            self._replaced = row.replaced
            self._stored = row.replaced is None or self._doubtful  # else one is still to be removed

    async def _write(self, view: View) -> None:
        self.postponed = False
        await self._save(view)
        if isinstance(view, MatchView) and view.status is Status.OVER:
            await self._finish(view)
        else:
            await self._bring_up(view)
        if view.status not in {Status.LOBBY, Status.PLAYING} and self.message is not None:
            # One line stands there for good; where a crash comes before this is stored, it is written again.
            self.message, self._stored = None, False
            await self._save(view)

    async def _finish(self, view: MatchView) -> None:
        """Tell the result; then a line that leads to it takes the table's place, and nobody is called to it.

        Where the result cannot be sent, the table shows its last state, with its picture.
        """
        try:
            self._result = await self._told(view)
        except Exception:
            with suppress(*DISCORD_ERRORS):
                await self._bring_up(view)
            raise
        await self._bring_up(view)

    async def _bring_up(self, view: View) -> None:
        """Let the table show a view: posted, posted again or edited."""
        if self._posted_at is None:
            await self._post(view, Urgency.TABLE)
        elif self.message is not None:
            await self._call(view)
            calling = self._nudge or self._woken or self._mention is not None or self._doubtful
            moved = _channel_of(view.place, self.message) != view.place.channel
            # Where this channel has had one posted again just now, the next time counts.
            if moved or ((calling or self._lost) and self._throttles.reposts.acquire(view.place.channel)):
                if await self._post_again(view, Urgency.TABLE) and self.message is not None:
                    self._throttles.reposts.record_use(view.place.channel)
                    self._moved_down(view, self.message)
            else:
                self.postponed, self._mention = calling, None
                await self._edit(view, self.message)
        self._eventful = False

    async def _call(self, view: View) -> None:
        """Find out whom the next post calls; who is to be told alone is told."""
        if self._nudge and isinstance(view, LobbyView):
            mentioned, alone = await self._calls.sorted_out(view, [view.host])
            self._nudge = bool(mentioned)
            if alone:
                await self._calls.tell_host(view, self.message)
        call, self._mention = await self._calls.due(view, self._posted_at), None
        if call is Call.MENTION:
            self._mention = self._calls.player
        elif call is Call.DIRECT:
            await self._calls.tell_turn(view, self.message)

    async def _edit(self, view: View, message: int) -> None:
        async def edit(picture: RenderedMessage) -> None:
            table = self._channel(view).get_partial_message(message)
            await self._awake(view, lambda: picture.edit(self.services.client, table.edit))

        try:
            await self.show(await self._content(view), Urgency.TABLE, edit)
        except discord.NotFound as error:
            if error.code not in {UNKNOWN_MESSAGE, UNKNOWN_CHANNEL}:
                raise
            log.info("table deleted", **self.about, channel=error.code == UNKNOWN_CHANNEL)
            await self._remember(view, None)
            if error.code == UNKNOWN_CHANNEL and isinstance(view, MatchView) and not self.over:
                await self._calls.tell_gone(view)

    async def _post_again(self, view: View, urgency: Urgency) -> bool:
        """Post new, store, delete the old one. If posting fails, the old one goes on being edited: False.

        The row says so before: where a kill comes in between, the next start posts by the same nonce, and
        Discord gives back what stands already.
        """
        old = self.message
        if old is not None:
            await self._mark(view, old)
        try:
            await self._post(view, urgency)
        except discord.HTTPException as error:
            if old is not None and is_refused(error):
                await self._mark(view, None)
            if old is None or urgency is Urgency.PRESS or not is_refused(error):
                raise
            log.info("table not posted again", **self.about, error=repr(error))
            self._mention = None
            await self._edit(view, old)
            return False
        return True

    async def _mark(self, view: View, replaced: int | None) -> None:
        """Store that another one is about to be posted, or that none was."""
        self._replaced, self._stored = replaced, False
        await self._save(view)

    async def _remove(self, view: View, old: int) -> None:
        """Remove the message in whose place it stands."""
        channel = self.services.client.get_partial_messageable(_channel_of(view.place, old))
        message = channel.get_partial_message(old)
        await remove(message, self.services.clock, "old table")
        if self._replaced == old:
            self._replaced = None
            with suppress(BotError):  # a start looks for it again
                await self.services.store.table_messages.removed(self.match, old)

    async def _post(self, view: View, urgency: Urgency) -> None:
        picture = await render(await self._content(view), self.services.pictures, urgency)
        fields: dict[str, Any] = {"nonce": self._nonce(view)}
        mentioned, alone = await self._mentioned(view)
        role = await self._called_role(view)
        if mentioned or role is not None:
            people = [discord.Object(user) for user in mentioned]
            roles = [] if role is None else [discord.Object(role)]
            fields["allowed_mentions"] = discord.AllowedMentions(users=people, roles=roles)
        else:
            fields["silent"] = True
        fields["content"] = await self._calling(view, picture.content.content, role)
        send = self._channel(view).send
        message = await self._awake(view, lambda: picture.send(self.services.client, send, **fields))
        # Where a crash came between posting and storing, Discord gives back the message from before it.
        self.shown = picture.content if _says(message, fields["content"], picture.content.alt) else None
        await self._remember(view, message.id)
        if alone and isinstance(view, LobbyView):
            await self._calls.tell_invited(view, alone, message.id)
        elif alone:
            await self._calls.tell_woken(view, alone, message.id)
        if self.shown is None:
            await self._edit(view, message.id)

    async def _told(self, view: MatchView) -> str:
        """Post the result, unless it has been, and give its address. Raises what Discord and storage say."""
        row = await self.services.store.result_messages.get(view.match)
        message = await self._post_result(view) if row is None or row.message is None else row.message
        return wording.link(view.place, message, home=view.arena is None)

    async def _post_result(self, view: MatchView) -> int:
        words = self.services.languages.pick(view.place.locale)
        course = await self.services.heavy.run(result.chances_of, view)
        row = await self.services.store.read(servers.get, view.place.guild)
        zone = row.zone if view.place.guild is not None else periods.zone(None, view.place.locale)
        facts = replace(result.Facts.of(view, course, zone), rung=await self._rung(view))
        content = table_rows.result_content(words, facts)
        if view.arena is not None:
            content = table_rows.without_rematch(content)
        picture = await render(content, self.services.pictures, Urgency.TABLE)
        place, nonce = view.place, f"result.{view.secret_commitment[:16]}"
        # Matches of an arena keep their results in their threads.
        channel = place.home if view.arena is None else place.channel
        home = self.services.client.get_partial_messageable(channel, guild_id=place.guild)
        fields = {"nonce": nonce, "silent": True}
        message = await self._awake(view, lambda: picture.send(self.services.client, home.send, **fields))
        now = self.services.clock.now()
        await self.services.store.result_messages.save(view.match, channel, message.id, now)
        return message.id

    async def _rung(self, view: MatchView) -> CpuPlayer | None:
        """Return the CPU player to offer to somebody who has beaten another one alone."""
        winner = result.won_seal(view)
        if winner is None:
            return None
        return await self.services.store.read(profiles.next_rung, winner, view.rules.id)

    async def _remember(self, view: View, message: int | None) -> None:
        self._placed(message, self.services.clock.now())
        if self._mention is not None:
            self._calls.called()
        self._mention, self._nudge, self._woken, self._stored = None, False, False, False
        await self._save(view)

    async def _save(self, view: View) -> None:
        if not self._stored and self._posted_at is not None:
            place = view.place
            await self.services.store.table_messages.save(
                view.match, place.channel, self.message, self._posted_at, self._replaced
            )
            self._stored = True
            if (old := self._replaced) is not None and not self._doubtful:
                self.services.background.start(self._remove(view, old), name="delete old table")

    async def _content(self, view: View) -> MessageContent:
        if isinstance(view, LobbyView) and not self.over:
            with suppress(BotError):  # the levels are there all the same
                view = await self.services.store.read(_with_opponents, view)
        words = self.services.languages.pick(view.place.locale)
        moves, now = await self._moves(view), self.services.clock.now()
        content = table_rows.table_content(words, view, now, self._result, moves=moves)
        return content if view.arena is None else table_rows.without_rematch(content)

    async def _moves(self, view: View) -> bool:
        """Whether a month's end may be an animation: in a server that wants that, while few presses wait."""
        place = view.place.guild
        if place is None or isinstance(view, LobbyView) or view.shown_end is None:
            return False
        if self.services.load.in_flight >= Deferrable.TABLE.most:
            return False
        try:
            return (await self.services.store.read(servers.get, place)).moving
        except BotError:  # the still picture is there all the same
            return False

    async def _awake(self, view: View, request: Callable[[], Awaitable[R]]) -> R:
        """Write where the match is played, also in a thread that is archived."""
        return await unarchived(self.services.client, view.place.channel, request)

    def _channel(self, view: View) -> discord.PartialMessageable:
        return self.services.client.get_partial_messageable(view.place.channel, guild_id=view.place.guild)

    async def _mentioned(self, view: View) -> tuple[tuple[UserId, ...], tuple[UserId, ...]]:
        """Return the users whom a new message mentions, and those who are told of it, each alone.

        Who is invited and sees it, when it is new; the host, to start; the player to move.
        """
        if self._mention is not None:
            return (self._mention,), ()
        if not isinstance(view, LobbyView):
            called = [one.user for one in view.called_back if one.user is not None and self._woken]
            return await self._calls.sorted_out(view, called)
        if self._nudge:
            return (view.host,), ()
        invited = view.invited if self._posted_at is None else ()
        seeing = [user for user in invited if await self._calls.sight.is_visible_to_user(user, view.place)]
        return await self._calls.sorted_out(view, seeing)

    async def _called_role(self, view: View) -> int | None:
        """The role that the server's new open tables call; None for any other post. Raises StorageError."""
        guild = view.place.guild
        opens = isinstance(view, LobbyView) and not view.invited and not self.over
        if guild is None or not opens or self._posted_at is not None:
            return None
        role = (await self.services.store.read(servers.get, guild)).call_role
        if role is None or role in deleted(self.services.client, guild, (), role):
            return None
        # A mention in a private thread lets a person into it.
        if await self._calls.sight.is_private_thread(view.place):
            return None
        return role if self._throttles.role_calls.acquire((guild, view.host)) else None

    async def _calling(self, view: View, text: str, role: int | None = None) -> str:
        """Return the text of a new message, with a line for the person or the role that it calls.

        A line that mentions one person is in the language of that person.
        """
        words = self.services.languages.pick(view.place.locale)
        if self._nudge and isinstance(view, LobbyView):
            theirs = await self._calls.words(view, view.host)
            return lobby.nudge(words, lobby.Facts.of(view), theirs)
        if role is not None:
            return openings.to_role(words, role, text)
        if self._mention is None:
            return text
        return wording.to_turn(await self._calls.words(view, self._mention), self._mention, text)

    def _nonce(self, view: View) -> str:
        """Return a nonce of 25 characters, equal for equal posts, even after a crash between post and row."""
        if self._posted_at is None:
            return f"table.{view.secret_commitment[:16]}"
        if self.message is None:
            return f"again.{round(self._posted_at.timestamp() * 1000)}"
        return f"after.{self.message}"


def _channel_of(place: Place, message: int) -> int:
    """Return the channel of a table's message: above its match's thread if it is older than that."""
    return place.home if message < place.channel else place.channel


def _says(message: discord.Message, content: str, alt_text: str) -> bool:
    """Whether a message, as Discord gave it back, says what was sent."""
    described = "".join(each.description or "" for each in message.attachments)
    return message.content == content and described == alt_text


def _with_opponents(tx: Connection, view: LobbyView) -> LobbyView:
    """The lobby with what its host's matches say of CPU players for them."""
    return replace(
        view,
        again=matches.last_cpu(tx, view.host),
        own_level=own_level.of(tx, view.host, view.rules.id),
        rung=profiles.next_rung(tx, view.host, view.rules.id),
    )
