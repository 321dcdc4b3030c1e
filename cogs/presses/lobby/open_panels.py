"""The panels in which people change a lobby: once it has closed or its match has begun they have no controls.

They are remembered in memory alone. After a restart a panel says so when it is pressed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
import structlog

from bot.errors import LobbyOver
from bot.i18n import Words
from bot.match.views import View
from bot.match.vocabulary import MatchId, Status, UserId
from bot.screens.notes import rules_in_force
from bot.service.background import Background
from bot.wording import notes
from cogs.clock import Clock
from cogs.messages.answer import ORIGINAL, Answer
from cogs.messages.content import MessageContent, RenderedMessage
from cogs.messages.tokens import EDIT_TIMEOUT, Token
from cogs.troubles import TROUBLES

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A panel on somebody's screen, and the token that reaches it."""

    user: UserId
    words: Words
    token: str
    target: str
    expires_at: datetime


class OpenPanels:
    """The panels of lobbies that are open still."""

    def __init__(self, client: discord.Client, clock: Clock, background: Background, life: timedelta) -> None:
        """`life`: how long after a press its token is used."""
        self._client = client
        self._clock = clock
        self._background = background
        self._life = life
        self._open: dict[MatchId, dict[int, OpenPanel]] = defaultdict(dict)
        """By match and message."""

    def opened(self, view: View, answer: Answer, message: int, target: str) -> None:
        """Remember a panel that has just been sent; if its lobby has closed meanwhile, close it at once."""
        self._open[view.match][message] = OpenPanel(
            answer.user, answer.words, answer.interaction.token, target, self._clock.passing() + self._life
        )
        self.show(view)

    def pressed(self, view: View, answer: Answer) -> None:
        """Remember a panel that has been pressed on, and shows its controls still."""
        message = answer.interaction.message
        if message is not None and answer.on_private_message:
            self.opened(view, answer, message.id, ORIGINAL)

    def show(self, view: View) -> None:
        """Close the panels of a lobby that is no more, in the background."""
        if view.status is not Status.LOBBY:
            for panel in self._open.pop(view.match, {}).values():
                if panel.expires_at > self._clock.passing():
                    self._background.start(self._close(view, panel), name="close panel")

    async def _close(self, view: View, panel: OpenPanel) -> None:
        content = closed_panel(panel.words, view, panel.user)
        try:
            async with self._clock.timeout(EDIT_TIMEOUT):
                await Token(self._client, panel.token).edit(panel.target, RenderedMessage(content))
        except TROUBLES as error:
            log.info("panel not closed", match=view.match, user=panel.user, error=repr(error))


def closed_panel(words: Words, view: View, user: UserId, below: str = "") -> MessageContent:
    """What is played, without anything to press, and why; short, as a hand may stand below it."""
    facts = rules_in_force.Facts.of(view, user, manages=False)
    why = notes.error(words, LobbyOver())
    return MessageContent(rules_in_force.closed(words, facts, why, below))
