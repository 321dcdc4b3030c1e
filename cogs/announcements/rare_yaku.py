"""Tells a channel of a rare yaku: once, in a message of its own, when the table there shows it no more.

A match in a thread is told to the channel of the thread at once. Where the table stands in the channel itself
it shows the month while the match rests, so the message comes when the next month begins, or with the match's
result. It is a keepsake and no part of the match: what cannot be sent is dropped.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
import structlog

from bot.errors import BotError
from bot.ids import MatchId
from bot.match.views import MatchView, View
from bot.screens import rare_yaku as screen
from bot.storage.records import rare_yaku as told
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.pictures import Urgency
from cogs.messages.writer import MessageServices
from cogs.platform.discord_errors import DISCORD_ERRORS
from cogs.platform.throttle import OncePerKey

log = structlog.stdlib.get_logger(__name__)

MOST_SEEN = 500
"""Months won by rare yaku that are remembered as seen."""


class RareYaku:
    """Tells the channels of rare yaku."""

    def __init__(self, services: MessageServices) -> None:
        self._services = services
        self._seen = OncePerKey[tuple[MatchId, int]](MOST_SEEN)

    async def close(self) -> None:
        """Tell nobody more."""
        await self._services.background.close()

    def happened(self, view: View) -> None:
        """Take note of a view: maybe its last month was won by a rare yaku."""
        if not isinstance(view, MatchView) or not view.ends or not screen.rare(view.ends[-1]):
            return
        at_table = view.rest is not None and view.place.parent is None
        if not at_table and self._seen.acquire((view.match, len(view.ends))):
            self._services.background.start(self._tell(view), name="rare yaku")

    async def _tell(self, view: MatchView) -> None:
        end, guild = view.ends[-1], view.place.guild
        assert end.winner is not None, "rare yaku have won it"
        seat = view.seats[end.winner]
        user = seat.participant.user
        if guild is None or user is None or seat.stand_in is not None:
            return
        try:
            which = (view.match, end.deal)
            day = await self._services.store.write(told.tell, guild, which, user, self._services.clock.now())
            if day is not None:
                await self._post(view, screen.Facts.of(view, end, day))
        except (BotError, *DISCORD_ERRORS) as error:
            log.warning("rare yaku not announced", match=view.match, error=repr(error))

    async def _post(self, view: MatchView, facts: screen.Facts) -> None:
        """Post the picture, or the line alone where no picture is allowed. Raises what Discord says."""
        client, words = self._services.client, self._services.languages.pick(view.place.locale)
        content = MessageContent(
            screen.text(words, facts),
            (),
            screen.scene(words, facts),
            screen.alt(words, facts),
            "rare-yaku.png",
        )
        message = await render(content, self._services.pictures, Urgency.TABLE)
        channel = view.place.home if view.arena is None else view.place.channel
        home = client.get_partial_messageable(channel, guild_id=view.place.guild)
        send = partial(home.send, nonce=f"rare.{view.match}.{view.ends[-1].deal}", silent=True)
        try:
            await message.send(client, send)
        except discord.Forbidden:
            await RenderedMessage(replace(content, scene=None, alt="")).send(client, send)
