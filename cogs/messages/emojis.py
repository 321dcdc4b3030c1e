"""The cards' emoji: 48 small pictures that the bot uploads once to its own application."""

from __future__ import annotations

import asyncio

import discord
import structlog

from cogs.troubles import TROUBLES
from engine.cards.deck import DECK, Card
from images.drawing.sprites import emoji_png

log = structlog.stdlib.get_logger(__name__)


def emoji_name(card: Card) -> str:
    """`koikoi_01_light`: letters, digits and underscores, as Discord wants it."""
    return f"koikoi_{card.id.replace('-', '_')}"


class Emojis:
    """The emoji that exist by now, by card; a button whose card has none yet shows words alone."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.faces: dict[Card, str] = {}

    async def prepare(self) -> None:
        """Find the emoji of earlier starts, upload what is missing. Without them everything still works."""
        try:
            there = {each.name: each for each in await self._client.fetch_application_emojis()}
            for card in DECK:
                found = there.get(emoji_name(card)) or await self._upload(card)
                self.faces[card] = str(found)
        except TROUBLES as error:
            log.warning("emoji not ready", ready=len(self.faces), error=repr(error))
        else:
            log.info("emoji ready", uploaded=len(DECK) - sum(emoji_name(card) in there for card in DECK))

    async def _upload(self, card: Card) -> discord.Emoji:
        image = await asyncio.to_thread(emoji_png, card)
        return await self._client.create_application_emoji(name=emoji_name(card), image=image)
