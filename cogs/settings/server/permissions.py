"""What the bot lacks in the channels that managers choose; looked at as they choose and as they look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import permissions
from bot.i18n import Words
from bot.match.vocabulary import ChannelId, TablePlace
from bot.wording.settings import server as wording
from cogs.messages.answer import Answer

MOST_TOLD = 8
"""Channels whose lacks are told one by one."""
Lacks = Mapping[ChannelId, Sequence[str]]


def lacking(answer: Answer, channels: Sequence[ChannelId], place: TablePlace) -> Lacks:
    """What is missing in these channels for tables at this place, by Discord's names; only where there is."""
    guild = answer.interaction.guild
    needed = permissions.FOR_THREADS if place is TablePlace.THREAD else permissions.IN_CHANNEL
    found = {}
    for channel in channels:
        there = None if guild is None else guild.get_channel_or_thread(channel)
        granted = 0 if guild is None or there is None else there.permissions_for(guild.me).value
        missing = permissions.missing(granted, needed)
        if missing:
            found[channel] = missing
    return found


def told(words: Words, lacks: Lacks) -> str:
    """Say in words what is missing, or that nothing is."""
    if not lacks:
        return words.say(wording.ALL_THERE)
    return wording.lacking(words, dict(list(lacks.items())[:MOST_TOLD]))
