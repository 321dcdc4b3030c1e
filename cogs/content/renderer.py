"""The animation that may take a picture's place: one edit carries it, or the still picture that it ends with.

A grand month's winning capture moves at the tables of a server that has not switched that off. Hands and
tables in direct messages have the still picture, whatever a server wants.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import structlog

from cogs.content.animations import Animations
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.pictures import Pictures, Urgency
from cogs.platform.clock import Clock
from images.pictures.winning_move import MOST_BYTES

LATER: Final = 1.5
"""Seconds by which an animation may come later than its still picture."""
log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Renderer:
    """The tools that draw the pictures of messages."""

    pictures: Pictures
    animations: Animations
    clock: Clock

    async def render(
        self, content: MessageContent, urgency: Urgency, *, over: MessageContent | None = None
    ) -> RenderedMessage:
        """Draw a content's picture and, at the same time, what moves in its place; see `message.render`.

        The animation is left off where it comes more than `LATER` seconds after the picture.
        """
        shown = over is not None and over.picture == content.picture
        if content.animation is None or shown:
            return await render(content, self.pictures, urgency, over=over)
        moving = asyncio.ensure_future(self.animations.draw(content.animation))
        try:
            message = await render(content, self.pictures, urgency, over=over)
            if message.png is not None:
                message.gif = await self._in_time(moving)
            return message
        finally:
            moving.cancel()

    async def _in_time(self, moving: asyncio.Future[bytes]) -> bytes | None:
        """Wait for an animation; None where it is late, too large or has failed."""
        try:
            async with self.clock.timeout(LATER):
                drawn = await moving
        except TimeoutError:
            return None
        except Exception:
            log.exception("animation failed")
            return None
        return drawn if len(drawn) <= MOST_BYTES else None
