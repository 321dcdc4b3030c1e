"""What a message shows, as a value: equal faces look the same, so nothing is sent twice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
import structlog

from cogs.messages.pictures import Pictures, Urgency
from cogs.presses.controls import Rows, view_of
from images.scene.common import Scene

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

    @property
    def picture(self) -> tuple[Scene | None, str]:
        """What decides whether an attachment must be sent again."""
        return self.scene, self.alt


@dataclass(frozen=True, slots=True)
class Drawn:
    """A face and its picture's bytes; none where it has no picture or where the message holds it already."""

    face: MessageContent
    png: bytes | None
    kept: bool = False
    """The message shows this very picture: an edit leaves the attachment alone."""

    def to_send(self) -> dict[str, Any]:
        """Keyword arguments of a new message."""
        fields: dict[str, Any] = {"content": self.face.content, "allowed_mentions": SILENT}
        if (view := view_of(self.face.rows)) is not None:
            fields["view"] = view
        if self.png is not None:
            fields["file"] = self._file(self.png)
        return fields

    def to_edit(self) -> dict[str, Any]:
        """Keyword arguments of an edit that leaves nothing of what was there before."""
        fields: dict[str, Any] = {
            "content": self.face.content,
            "allowed_mentions": SILENT,
            "view": view_of(self.face.rows),
        }
        if not self.kept:
            fields["attachments"] = [] if self.png is None else [self._file(self.png)]
        return fields

    def _file(self, png: bytes) -> discord.File:
        return discord.File(BytesIO(png), filename=self.face.file, description=self.face.alt or None)


async def drawn(
    face: MessageContent, pictures: Pictures, urgency: Urgency, *, over: MessageContent | None = None
) -> Drawn:
    """Draw a face; `over` is what the message to be edited shows now, so that an equal picture stays."""
    if over is not None and over.picture == face.picture:
        return Drawn(face, None, kept=True)
    if face.scene is None:
        return Drawn(face, None)
    try:
        return Drawn(face, await pictures.draw(face.scene, urgency))
    except Exception:
        # The text says all that is needed to play: a picture that cannot be drawn must not stop a match.
        log.exception("picture failed", scene=type(face.scene).__name__)
        return Drawn(replace(face, scene=None, alt=""), None)
