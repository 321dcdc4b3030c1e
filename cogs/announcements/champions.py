"""Posts a season's champions: one line in the channel where they play, once."""

from __future__ import annotations

from functools import partial

import discord
import structlog

from bot.i18n import Languages, Words
from bot.ids import ChannelId
from bot.records.boards import Measure, Scope
from bot.records.book import season_key
from bot.records.periods import SeasonOver
from bot.screens.records import board_notes, champions
from cogs.content.board_state import Action, BoardState
from cogs.content.controls import Button
from cogs.content.message import MessageContent, RenderedMessage
from cogs.platform.discord_errors import DISCORD_ERRORS, is_refused
from cogs.platform.threads import unarchived

log = structlog.stdlib.get_logger(__name__)


class Champions:
    """Posts the ends of seasons."""

    def __init__(self, client: discord.Client, languages: Languages) -> None:
        self._client = client
        self._languages = languages

    async def announce(self, end: SeasonOver) -> bool:
        """Post the line; False where trying again may help. Where nobody lets us, it stays untold."""
        words = self._languages.pick(end.locale)
        post = RenderedMessage(MessageContent(champions.text(words, end), ((_look_through(words, end),),)))
        for channel in end.channels:
            try:
                await self._post(end, channel, post)
            except DISCORD_ERRORS as error:
                log.warning("champions not announced", guild=end.guild, season=end.label, error=repr(error))
                if not isinstance(error, discord.NotFound):
                    return is_refused(error)
            else:
                break
        return True

    async def _post(self, end: SeasonOver, channel: ChannelId, post: RenderedMessage) -> None:
        """Post the line. Where a crash came before that was stored, Discord gives back the same message."""
        where = self._client.get_partial_messageable(channel, guild_id=end.guild)
        send = partial(where.send, nonce=f"season.{end.season}", silent=True)
        await unarchived(self._client, channel, lambda: post.send(self._client, send))


def _look_through(words: Words, end: SeasonOver) -> Button:
    """The button that opens the season's list."""
    rules, period = end.champions[0].rules, season_key(end.season)
    state = BoardState(rules, period, Measure.RATING, Scope.SERVER, 1)
    return Button(words.say(board_notes.LOOK_THROUGH), state.press(Action.LOOK))
