"""The panels in which people change a lobby: once it has closed or its match has begun they have no controls.

They are remembered in memory alone. After a restart a panel says so when it is pressed.
"""

from __future__ import annotations

from collections import defaultdict

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import LobbyOver
from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.views import View
from bot.match.vocabulary import Status
from bot.screens.notes import rules_in_force
from bot.wording import notes
from cogs.content.message import MessageContent, RenderedMessage
from cogs.messages.answer import Answer
from cogs.messages.note_message import LiveNote, Notes
from cogs.messages.tokens import EDIT_TIMEOUT, Token
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS

log = structlog.stdlib.get_logger(__name__)


class OpenPanels:
    """The panels of lobbies that are open still: each is the note that somebody has of that lobby."""

    def __init__(
        self, client: discord.Client, notes: Notes, clock: Clock, background: BackgroundTasks
    ) -> None:
        self._client = client
        self._notes = notes
        self._clock = clock
        self._background = background
        self._open: dict[MatchId, dict[UserId, tuple[LiveNote, Words]]] = defaultdict(dict)
        """By match and reader: the note, and in which words."""

    def opened(self, view: View, answer: Answer) -> None:
        """Remember a panel of a lobby that has just been shown; what a match shows is a page that stays."""
        live = self._notes.live((view.match, answer.user))
        if view.status is Status.LOBBY and live is not None and live.content.rows:
            self._open[view.match][answer.user] = live, answer.words

    def show(self, view: View) -> None:
        """Close the panels of a lobby that is no more, in the background."""
        if view.status is not Status.LOBBY:
            for user, (live, words) in self._open.pop(view.match, {}).items():
                self._background.start(self._close(view, user, live, words), name="close panel")

    async def _close(self, view: View, user: UserId, live: LiveNote, words: Words) -> None:
        """Take the controls away, unless the note shows something else by now, or has gone."""
        if self._notes.live((view.match, user)) is not live:
            return
        try:
            async with self._clock.timeout(EDIT_TIMEOUT):
                shown = RenderedMessage(closed_panel(words, view, user))
                await Token(self._client, live.token).edit(live.target, shown)
        except DISCORD_ERRORS as error:
            log.info("panel not closed", match=view.match, user=user, error=repr(error))


def closed_panel(words: Words, view: View, user: UserId, below: str = "") -> MessageContent:
    """Return the rules without controls, and the reason; short, as a hand may stand below it."""
    facts = rules_in_force.Facts.of(view, user, manages=False)
    why = notes.error(words, LobbyOver())
    return MessageContent(rules_in_force.closed(words, facts, why, below))
