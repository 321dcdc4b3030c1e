"""Tables: the public message of each match, with one writer each, edited in place at a bearable pace."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import discord
import structlog

from bot.config import Settings
from bot.errors import BotError, NoSuchMatch
from bot.i18n import Languages
from bot.screens import lobby
from bot.storage import Store
from bot.views import Cause, ChannelId, LobbyView, MatchId, MatchView, Status, UserId, View
from cogs import table_rows
from cogs.answer import UNKNOWN_MESSAGE
from cogs.background import Background
from cogs.board import Board
from cogs.face import Drawn, Face, drawn
from cogs.pace import Pace
from cogs.pictures import Pictures, Urgency

log = structlog.stdlib.get_logger(__name__)

ARCHIVED = 50083
REPOST_SECONDS = 20.0
"""Least time between two tables that are posted again in a channel."""
RETRIES = (2.0, 8.0)
"""Seconds before an edit that failed is tried again; after the last the next event shows the table."""


class Tables:
    """All tables of this process."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        settings: Settings,
        languages: Languages,
        pictures: Pictures,
    ) -> None:
        self._client = client
        self._store = store
        self._settings = settings
        self._languages = languages
        self._pictures = pictures
        self._tables: dict[MatchId, Board] = {}
        self._turns = Pace(settings.edit_seconds)
        self._posts = Pace(REPOST_SECONDS)
        self._background = Background()

    def show(self, view: View, cause: Cause) -> None:
        """Bring a table up to a view, in the background; the last of several views wins."""
        table = self._tables.setdefault(view.match, Board(view.match))
        table.offer(view, cause)
        if table.task is None or table.task.done():
            table.task = self._background.start(self._keep_up(table), name="table")

    async def stands(self, match: MatchId, *, seconds: float) -> None:
        """Wait until the table's message is in its channel, but no longer than this."""
        table = self._tables.get(match)
        if table is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await table.stands.wait()

    async def bring_down(self, view: View) -> None:
        """Post the table again at the bottom, also where it was deleted.

        Raises NoSuchMatch where the match has ended meanwhile, and what Discord says.
        """
        table = self._tables.setdefault(view.match, Board(view.match))
        table.offer(view)
        try:
            async with table.lock:
                if table.over or table.view is None:
                    raise NoSuchMatch
                await self._load(table)
                await self._post_again(table, table.view, Urgency.PRESS)
        finally:
            if table.task is None or table.task.done():
                self._clear(table)

    def count(self, channel: ChannelId, message: int) -> None:
        """A message came into a channel, maybe below a table."""
        for table in self._tables.values():
            if table.view is not None and table.view.place.channel == channel and table.message is not None:
                table.burying += message > table.message

    async def close(self) -> None:
        """Stop writing; what is in the channels stays there."""
        await self._background.close()

    async def _keep_up(self, table: Board) -> None:
        shown: int | None = None
        pauses = iter(RETRIES)
        while table.view is not None and table.view.version != shown:
            # Wait until this channel may be edited again: about one edit in `edit_seconds`.
            await asyncio.sleep(self._turns.queue(table.view.place.channel))
            async with table.lock:
                version = table.view.version
                written = await self._attempt(table)
            if not written and (pause := next(pauses, None)) is not None:
                await asyncio.sleep(pause)
            else:
                shown = version
        self._clear(table)

    def _clear(self, table: Board) -> None:
        if table.over and self._tables.get(table.match) is table:
            del self._tables[table.match]

    async def _attempt(self, table: Board) -> bool:
        """Whether the newest view is shown, or cannot be for good."""
        try:
            await self._load(table)
            await self._write(table)
        except (discord.Forbidden, discord.NotFound) as error:
            # The channel is closed to us, or deleted: trying again does not help.
            log.warning("table not shown", match=table.match, error=repr(error))
        except (discord.HTTPException, TimeoutError, BotError, OSError) as error:
            log.info("table not shown", match=table.match, error=repr(error))
            if isinstance(error, discord.HTTPException) and error.code == ARCHIVED:
                await self._wake(table.view)
            return False
        except Exception:
            log.exception("table not shown", match=table.match)
        return True

    async def _wake(self, view: View | None) -> None:
        """Take a thread out of the archive: edits and presses are no activity for Discord."""
        try:
            thread = None if view is None else await self._client.fetch_channel(view.place.channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
        except discord.HTTPException as error:
            log.info("thread stays archived", error=repr(error))

    async def _load(self, table: Board) -> None:
        if table.loaded:
            return
        row = await self._store.tables.get(table.match)
        table.loaded = True
        if row is not None:
            table.placed(row.message, row.posted_at)

    async def _write(self, table: Board) -> None:
        view = table.view
        assert view is not None
        await self._save(table, view)
        if table.posted_at is None:
            await self._post(table, view, await self._drawn(view, Urgency.TABLE))
        elif table.message is not None:
            # Where this channel has had one posted again just now, the next time counts.
            if (table.nudge or table.lost) and self._posts.take(view.place.channel):
                await self._post_again(table, view, Urgency.TABLE)
            else:
                await self._edit(table, view, table.message)
        table.eventful = False
        if isinstance(view, MatchView) and view.status is Status.OVER:
            await self._post_result(view)

    async def _edit(self, table: Board, view: View, old: int) -> None:
        face = self._face(view)
        if face == table.shown:
            return
        picture = await drawn(face, self._pictures, Urgency.TABLE, over=table.shown)
        table.shown = None  # until Discord has said that it took the edit
        try:
            await self._channel(view).get_partial_message(old).edit(**picture.to_edit())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            log.info("table deleted", match=table.match)
            await self._remember(table, view, None)
            return
        table.shown = picture.face

    async def _post_again(self, table: Board, view: View, urgency: Urgency) -> None:
        """Post new, store, delete the old one. If posting fails, the old one goes on being edited."""
        old = table.message
        await self._post(table, view, await self._drawn(view, urgency))
        if old is not None:
            self._background.start(self._delete(view.place.channel, old), name="delete old table")

    async def _post(self, table: Board, view: View, picture: Drawn) -> None:
        fields = picture.to_send()
        if mentioned := _mentioned(table, view):
            people = [discord.Object(user) for user in mentioned]
            fields["allowed_mentions"] = discord.AllowedMentions(users=people)
        else:
            fields["silent"] = True
        if table.nudge and isinstance(view, LobbyView):
            words = self._languages.pick(view.place.locale)
            fields["content"] = lobby.nudge(words, lobby.Facts.of(view))
        message = await self._channel(view).send(nonce=_nonce(table, view), **fields)
        # Where a crash came between posting and storing, Discord gives back the message from before it.
        table.shown = picture.face if _says(message, fields["content"], picture.face.alt) else None
        await self._remember(table, view, message.id)
        if table.shown is None:
            await self._edit(table, view, message.id)

    async def _post_result(self, view: MatchView) -> None:
        if await self._store.results.get(view.match) is not None:
            return
        words = self._languages.pick(view.place.locale)
        face = table_rows.result_face(words, view)
        picture = await drawn(face, self._pictures, Urgency.TABLE)
        message = await self._channel(view).send(
            nonce=f"result.{view.secret_commitment[:16]}", silent=True, **picture.to_send()
        )
        await self._store.results.put(view.match, view.place.channel, message.id, datetime.now(UTC))

    async def _remember(self, table: Board, view: View, message: int | None) -> None:
        table.placed(message, datetime.now(UTC))
        table.stored = False
        await self._save(table, view)

    async def _save(self, table: Board, view: View) -> None:
        if not table.stored and table.posted_at is not None:
            await self._store.tables.put(view.match, view.place.channel, table.message, table.posted_at)
            table.stored = True

    async def _drawn(self, view: View, urgency: Urgency) -> Drawn:
        return await drawn(self._face(view), self._pictures, urgency)

    def _face(self, view: View) -> Face:
        words = self._languages.pick(view.place.locale)
        return table_rows.table_face(words, view)

    async def _delete(self, channel: ChannelId, message: int) -> None:
        try:
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        except discord.HTTPException as error:
            log.info("old table not deleted", error=repr(error))

    def _channel(self, view: View) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(view.place.channel, guild_id=view.place.guild)


def _mentioned(table: Board, view: View) -> tuple[UserId, ...]:
    """Whom a new message calls: who is invited, when it is new; the host, to start."""
    if not isinstance(view, LobbyView):
        return ()
    if table.nudge:
        return (view.host,)
    return view.invited if table.posted_at is None else ()


def _says(message: discord.Message, content: str, alt_text: str) -> bool:
    """Whether a message says what was sent."""
    described = "".join(each.description or "" for each in message.attachments)
    return message.content == content and described == alt_text


def _nonce(table: Board, view: View) -> str:
    """The same for the same post, also where a crash came between posting and storing (25 characters)."""
    if table.posted_at is None:
        return f"table.{view.secret_commitment[:16]}"
    if table.message is None:
        return f"again.{round(table.posted_at.timestamp() * 1000)}"
    return f"after.{table.message}"
