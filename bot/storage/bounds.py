"""How much may go on at once; asked inside the transaction that would add to it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import ChannelBusy, UserBusy
from bot.match.vocabulary import ChannelId, GuildId, MatchId, Status, UserId
from bot.storage.database.schema import matches, participants
from bot.storage.people import number_of


def channel_is_free(tx: Connection, channel: ChannelId, *, most: int) -> None:
    """Raises ChannelBusy if the channel has its tables already."""
    query = (
        sa.select(matches.c.id)
        .where(
            (matches.c.channel == channel) & matches.c.status.in_([Status.LOBBY.value, Status.PLAYING.value])
        )
        .order_by(matches.c.id)
    )
    found = list(tx.execute(query).scalars())
    if len(found) >= most:
        raise ChannelBusy(MatchId(found[0]))


def user_is_free(tx: Connection, guild: GuildId, user: UserId, *, most: int) -> None:
    """Raises UserBusy if the user is in an open lobby, or plays `most` matches of the guild.

    Who lost the seat draw only watches, and is bound by nothing.
    """
    query = (
        sa.select(matches.c.id, matches.c.channel, matches.c.status)
        .join(participants, participants.c.match == matches.c.id)
        .where(participants.c.person == number_of(user))
    )
    lobbies = list(tx.execute(query.where(matches.c.status == Status.LOBBY.value)))
    if lobbies:
        raise UserBusy(MatchId(lobbies[0].id), ChannelId(lobbies[0].channel))
    playing = list(
        tx.execute(
            query.where(
                (matches.c.status == Status.PLAYING.value)
                & (matches.c.guild == guild)
                & participants.c.seat.is_not(None)
            ).order_by(matches.c.id)
        )
    )
    if len(playing) >= most:
        raise UserBusy(MatchId(playing[0].id), ChannelId(playing[0].channel))
