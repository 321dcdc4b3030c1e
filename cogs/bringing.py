"""Bringing a table back: to the bottom of its channel or, where that was deleted, into another one."""

from __future__ import annotations

import discord

from bot.i18n import Words
from bot.match.views import View
from bot.service.manager import Manager
from bot.wording import notes
from cogs.answer import Answer
from cogs.people import missing_permissions, place_of
from cogs.presenter import CogPresenter

GONE = 10003
"""Discord's code for a channel, or a thread, that was deleted."""


class Bringing:
    """What `/koikoi table` and the table's own button share."""

    def __init__(self, manager: Manager, presenter: CogPresenter) -> None:
        self._manager = manager
        self._presenter = presenter

    async def bring(self, answer: Answer, view: View) -> str:
        """Post a live table again, and give the words for who asked. Raises ChannelBusy, StorageTrouble."""
        words = self._presenter.languages.pick(answer.interaction.locale.value)
        try:
            await self._presenter.tables.bring_down(view)
        except discord.Forbidden:
            return _forbidden(answer, words, view)
        except discord.NotFound as error:
            if error.code != GONE:
                raise
            return await self._into_this_channel(answer, words, view)
        return notes.table_moved(words)

    async def _into_this_channel(self, answer: Answer, words: Words, view: View) -> str:
        place = place_of(answer.interaction)
        if place is None or place.guild != view.place.guild:
            return notes.guild_only(words)
        if missing := missing_permissions(answer.interaction):
            return notes.missing_permissions(words, missing)
        await self._presenter.tables.bring_down(await self._manager.bring(view.match, place.channel))
        return notes.table_moved(words)


def _forbidden(answer: Answer, words: Words, view: View) -> str:
    """What is missing, by name where it was asked for in the table's own channel."""
    if answer.interaction.channel_id == view.place.channel:
        return notes.missing_permissions(words, missing_permissions(answer.interaction))
    return notes.table_out_of_reach(words, view.place.channel)
