"""Where views go: public events to the table, private ones to each seat's hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

import discord

from bot.config import Settings
from bot.i18n import Languages
from bot.match.views import MatchView, View
from bot.match.vocabulary import Cause, MadeBy, Occasion
from bot.records.periods import SeasonOver
from bot.service.background import Background
from bot.service.manager import Manager
from bot.storage import Store
from cogs.messages.answer import Answer, Answers
from cogs.messages.champions import Champions
from cogs.messages.emojis import Emojis
from cogs.messages.hands import Hands
from cogs.messages.pictures import Pictures
from cogs.messages.tables import Tables
from cogs.pages.page_id import Page, PagePress


class PageHandler(Protocol):
    """Answers presses on one page."""

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press; what a select was set to is in the interaction (`Answer.chosen`)."""


RECENT = timedelta(hours=1)
"""So long after its end a match whose result was never shown is shown still."""


class CogPresenter:
    """The presenter of `bot.match.views`. Showing is never awaited by whoever publishes."""

    def __init__(
        self, client: discord.Client, store: Store, settings: Settings, languages: Languages
    ) -> None:
        self._store = store
        self.languages = languages
        self.pictures = Pictures()
        self.tables = Tables(client, store, settings, languages, self.pictures)
        self.emojis = Emojis(client)
        self.hands = Hands(client, store, settings, languages, self.pictures, self.emojis.faces)
        self.answers = Answers(seconds=settings.ack_seconds)
        self._champions = Champions(client, languages)
        self.pages: dict[Page, PageHandler] = {}
        """Who answers presses on which page; each enters itself as it is loaded."""
        self._background = Background()

    def start(self, manager: Manager) -> None:
        """Get ready in the background, once the client has logged in."""
        self._background.start(self.emojis.prepare(), name="emoji")
        self._background.start(self._show_results(manager), name="results")

    async def _show_results(self, manager: Manager) -> None:
        """Show the matches whose end a crash swallowed between storing and showing it."""
        for match in await self._store.results.missing(datetime.now(UTC) - RECENT):
            self.publish(await manager.view(match), Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))

    def publish(self, view: View, cause: Cause) -> None:
        """Show a view to everybody concerned; a later view replaces one that was not shown yet."""
        if isinstance(view, MatchView):
            self.hands.show(view, cause)
        self.tables.show(view, cause)

    async def season_over(self, end: SeasonOver) -> bool:
        """Tell a season's champions, once however often it is called; False where it is to be tried again."""
        return await self._champions.tell(end)

    async def close(self) -> None:
        """Answer what was pressed, and show no more."""
        await self.answers.close()
        await self._background.close()
        await self.tables.close()
        await self.hands.close()
        await self.pictures.close()
