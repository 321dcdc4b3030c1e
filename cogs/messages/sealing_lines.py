"""Sealing lines: a message of one line with the commitment of a match's secret (record.md, *Version 2*).

It is posted once, before anything else of the match; nothing here edits or deletes it.
"""

from __future__ import annotations

import discord

from bot.errors import NotSealed
from bot.i18n import Languages
from bot.match.views import LobbyView
from bot.match.vocabulary import SealingLine
from bot.wording import sealing
from cogs.platform.discord_errors import is_refused
from cogs.platform.threads import unarchived


async def post(client: discord.Client, languages: Languages, view: LobbyView) -> SealingLine:
    """Post the line of a lobby. Raises NotSealed where Discord refuses it, and what else Discord says."""
    place = view.place
    name = next((one.name for one in view.people if one.user == view.host), "")
    text = sealing.line(languages.pick(place.locale), view.host, name, view.secret_commitment)
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
    nonce = f"seal.{view.secret_commitment[:16]}"  # a request that is made twice makes one message
    try:
        sent = await unarchived(
            client,
            place.channel,
            lambda: channel.send(
                text, nonce=nonce, silent=True, allowed_mentions=discord.AllowedMentions.none()
            ),
        )
    except discord.HTTPException as error:
        if is_refused(error):
            raise NotSealed from error
        raise
    return SealingLine(sent.id, place.channel)
