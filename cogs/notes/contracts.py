"""What answers ask of notes: importing the notes themselves, which are answers, would be a circle."""

from __future__ import annotations

from typing import Protocol, TypeVar

from bot.errors import BotError
from cogs.messages.content import RenderedMessage
from cogs.notes.places import Beside, NoteKey

A_contra = TypeVar("A_contra", contravariant=True)


class OneNote(Protocol[A_contra]):
    """The one private note that a person has of a match (`cogs.notes.live`)."""

    async def show(self, answer: A_contra, beside: Beside, message: RenderedMessage) -> None:
        """Answer with it."""

    def let_go(self, key: NoteKey, message: int) -> None:
        """Forget that this message was the note: it is something else now."""


class Refusals(Protocol[A_contra]):
    """Words for errors that name a match (`cogs.notes.which`)."""

    async def worded(self, answer: A_contra, error: BotError) -> str:
        """An expected error, which match it is about, and what can be done."""
