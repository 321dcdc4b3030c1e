"""the page *Privacy*: what is stored about whom and why, in short, and in full as files."""

from __future__ import annotations

from bot import legal
from bot.config import Settings
from cogs.content.message import Document, MessageContent, RenderedMessage
from cogs.messages.answer import Answer


class Privacy:
    """Answers the page *Privacy*."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def tell(self, answer: Answer) -> None:
        """Answer with the note."""
        papers = (
            Document(document.file, legal.text(document, answer.words, self._settings).encode())
            for document in legal.Document
        )
        content = MessageContent(legal.summary(answer.words, self._settings))
        await answer.note(RenderedMessage(content, documents=tuple(papers)))
