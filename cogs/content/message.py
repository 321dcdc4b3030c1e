"""The content of a message, as a value: equal contents look the same, so that nothing is sent twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import PurePath
from typing import Any, TypeVar

import discord
import structlog

from bot.wording.limits import CONTENT, Part, fitted
from cogs.content.controls import Rows, in_words, view_of
from cogs.content.pictures import Pictures, Urgency
from cogs.platform.discord_errors import is_emoji_refused
from images.scene.common import Scene

R = TypeVar("R")
log = structlog.stdlib.get_logger(__name__)

SILENT = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class MessageContent:
    """Text, controls and at most one picture with its alt text."""

    content: str
    rows: Rows = ()
    scene: Scene | None = None
    alt: str = ""
    file: str = "table.png"
    """The picture's file name; it says what kind of picture, never what is on it."""
    animation: Scene | None = None
    """An animation that may take the picture's place, and ends with it."""

    @property
    def picture(self) -> tuple[Scene | None, str]:
        """Scene and alt text: an attachment is sent again where one of them differs."""
        return self.scene, self.alt

    def with_heading(self, line: str) -> MessageContent:
        """Return this message with `line` above it, its last lines cut to fit; the same for an empty line."""
        if not line:
            return self
        own = (Part(each, rank) for rank, each in enumerate(self.content.split("\n")))
        return replace(self, content=fitted([Part(line), *own], CONTENT))


@dataclass(frozen=True, slots=True)
class Document:
    """A file that is no picture: somebody's data, the privacy notice, the terms."""

    name: str
    content: bytes


@dataclass(slots=True)
class RenderedMessage:
    """A content with its picture drawn, ready to be sent or put in a message's place.

    The one door to Discord for messages with buttons: where Discord refuses an emoji, the message is sent
    again at once with words alone, and the client hears of it (`on_emoji_refused`).
    """

    content: MessageContent
    """The content to send. After `send` or `edit`, what Discord took."""
    png: bytes | None = None
    """The picture; None where there is none, or where the message holds it already."""
    gif: bytes | None = None
    """The animation that is sent in its place."""
    kept: bool = False
    """The message shows this very picture: an edit leaves the attachment alone."""
    documents: tuple[Document, ...] = ()

    async def send(self, client: discord.Client, put: Callable[..., Awaitable[R]], **more: Any) -> R:
        """Send a new message with `put`, which takes discord.py's arguments. Raises what `put` raises.

        `more` are further arguments; they win over the message's own.
        """
        return await self._taken(client, lambda: put(**{**self._to_send(), **more}))

    async def edit(self, client: discord.Client, put: Callable[..., Awaitable[R]]) -> R:
        """Edit a message with `put` so that nothing of what was there stays. Raises what `put` raises."""
        return await self._taken(client, lambda: put(**self._to_edit()))

    async def _taken(self, client: discord.Client, request: Callable[[], Awaitable[R]]) -> R:
        """Make a request; where an emoji in it is refused, make it again with words alone."""
        try:
            return await request()
        except discord.HTTPException as error:
            if not is_emoji_refused(error) or self.content.rows == (words := in_words(self.content.rows)):
                raise
        client.dispatch("emoji_refused")
        self.content = replace(self.content, rows=words)
        return await request()

    def _to_send(self) -> dict[str, Any]:
        """Return discord.py's keyword arguments for a new message."""
        fields: dict[str, Any] = {"content": self.content.content, "allowed_mentions": SILENT}
        if (view := view_of(self.content.rows)) is not None:
            fields["view"] = view
        if files := self._files():
            fields["files"] = files
        return fields

    def _to_edit(self) -> dict[str, Any]:
        """Return discord.py's keyword arguments for an edit that leaves nothing of what was there before."""
        fields: dict[str, Any] = {
            "content": self.content.content,
            "allowed_mentions": SILENT,
            "view": view_of(self.content.rows),
        }
        if not self.kept:
            fields["attachments"] = self._files()
        return fields

    def _files(self) -> list[discord.File]:
        files = [discord.File(BytesIO(paper.content), filename=paper.name) for paper in self.documents]
        if self.png is not None:
            alt, file = self.content.alt or None, self.content.file
            name = file if self.gif is None else str(PurePath(file).with_suffix(".gif"))
            files.insert(0, discord.File(BytesIO(self.gif or self.png), filename=name, description=alt))
        return files


async def render(
    content: MessageContent, pictures: Pictures, urgency: Urgency, *, over: MessageContent | None = None
) -> RenderedMessage:
    """Draw a content's picture; `over` is what the message shows now, so that an equal picture stays.

    A picture that cannot be drawn is left out, and logged.
    """
    if over is not None and over.picture == content.picture:
        return RenderedMessage(content, kept=True)
    if content.scene is None:
        return RenderedMessage(content)
    try:
        return RenderedMessage(content, await pictures.draw(content.scene, urgency))
    except Exception:
        # The text says all that is needed to play: a picture that cannot be drawn must not stop a match.
        log.exception("picture failed", scene=type(content.scene).__name__)
        return RenderedMessage(replace(content, scene=None, alt=""))
