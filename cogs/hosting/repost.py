"""Posting a live table again: at the bottom of its channel or, where that was deleted, in another one."""

from __future__ import annotations

import discord

from bot.errors import MissingPermissions
from bot.match.views import View
from bot.wording import notes
from cogs.hosting import which_match
from cogs.hosting.services import Services
from cogs.hosting.start_table import must_be_allowed
from cogs.messages.answer import Answer
from cogs.platform.discord_errors import UNKNOWN_CHANNEL


async def repost(services: Services, answer: Answer, view: View) -> str:
    """Post a live table again, for *My table*; the words for the person who asked.

    Raises NoSuchMatch, ChannelBusy, NotInThisChannel, MissingPermissions, MayNotWrite, PostedLately,
    StorageError.
    """
    try:
        async with answer.posting(view.place.channel):
            await services.presenter.tables.repost(view)
    except discord.Forbidden:
        return await which_match.named(services, answer, view, _forbidden(answer, view))
    except discord.NotFound as error:
        if error.code != UNKNOWN_CHANNEL:
            raise
        return await _into_this_channel(services, answer, view)
    return await which_match.named(services, answer, view, answer.words.say(notes.TABLE_MOVED))


async def _into_this_channel(services: Services, answer: Answer, view: View) -> str:
    place = answer.place
    if place is None or place.guild != view.place.guild:
        return answer.words.say(notes.ON_SERVERS)
    await must_be_allowed(services, answer, place)
    if missing := answer.missing_permissions:
        raise MissingPermissions(tuple(missing))
    async with answer.posting():
        brought = await services.manager.bring(view.match, place.channel)
        await services.presenter.tables.repost(brought)
    return await which_match.named(services, answer, brought, answer.words.say(notes.TABLE_MOVED))


def _forbidden(answer: Answer, view: View) -> str:
    """Return the missing permissions, by name where the request came from the table's own channel."""
    if answer.interaction.channel_id == view.place.channel:
        return notes.error(answer.words, MissingPermissions(tuple(answer.missing_permissions)))
    return notes.table_out_of_reach(answer.words, view.place.channel)
