"""Messages with files that are no pictures: somebody's data, the privacy notice, the terms."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord

from cogs.messages.content import Drawn


@dataclass(frozen=True, slots=True)
class Paper:
    """A file: its name and what is in it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class WithPapers(Drawn):
    """A face with files beside it."""

    papers: tuple[Paper, ...] = ()

    def to_send(self) -> dict[str, Any]:
        """Keyword arguments of a new message."""
        return {**super(WithPapers, self).to_send(), "files": self._files()}

    def to_edit(self) -> dict[str, Any]:
        """Keyword arguments of an edit that leaves nothing of what was there before."""
        return {**super(WithPapers, self).to_edit(), "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [discord.File(BytesIO(paper.content), filename=paper.name) for paper in self.papers]
