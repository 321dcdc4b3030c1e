"""A server that has put the bot out for good: its own rows go, its matches stay with their people."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.vocabulary import GuildId, Status
from bot.storage.database.schema import guilds, matches, messages, result_players


async def purge(tx: AsyncConnection, guild: GuildId) -> bool:
    """Delete a server's settings, seasons, standings and messages, and name it in its matches no more.

    Results stay, without the ratings in that server, as a rebuild would leave them. False, and nothing is
    done, while a match of it is live still.
    """
    here = matches.c.guild == guild
    live = matches.c.status.in_([Status.LOBBY.value, Status.PLAYING.value])
    if (await tx.execute(sa.select(matches.c.id).where(here & live))).first() is not None:
        return False
    those = sa.select(matches.c.id).where(here)
    await tx.execute(sa.delete(messages).where(messages.c.match.in_(those)))
    nowhere = {"rating_before": None, "rating": None}
    await tx.execute(sa.update(result_players).where(result_players.c.match.in_(those)).values(**nowhere))
    await tx.execute(sa.update(matches).where(here).values(guild=None, channel=None))
    # Its seasons and standings go with it.
    await tx.execute(sa.delete(guilds).where(guilds.c.id == guild))
    return True
