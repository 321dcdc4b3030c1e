"""A private hand as it stands on somebody's screen, and how its player wants to see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import discord

from bot.match.vocabulary import MatchId, UserId
from bot.screens.hand import Notice
from bot.storage.hands import HandRow
from cogs.messages.answer import NotEphemeral
from engine.cards.deck import Card

HandKey = tuple[MatchId, UserId]
YOUNG = timedelta(seconds=60)
"""Tokens whose ends differ by less are as good as one another."""


@dataclass(frozen=True, slots=True)
class HandRequest:
    """How a player wants to see their hand. `listed` None: as before."""

    listed: bool | None = None
    choosing: Card | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand that is on somebody's screen. `message` is its id where it is known."""

    row: HandRow
    message: int | None = None

    def serves_for(self, other: LiveHand) -> bool:
        """Whether this token reaches the same message nearly as long: the other need not be stored."""
        return (
            self.message is not None
            and self.message == other.message
            and self.row.locale == other.row.locale
            and self.row.expires_at + YOUNG > other.row.expires_at
        )


def must_be_private(message: discord.Message | None) -> None:
    """Raises NotEphemeral for a message that came back without the ephemeral flag."""
    if message is not None and not message.flags.ephemeral:
        raise NotEphemeral
