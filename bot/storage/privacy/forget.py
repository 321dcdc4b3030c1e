"""Forgetting: what was a person's or a server's alone goes, what others share stays with somebody unknown."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId, UserId
from bot.match.vocabulary import Challenges, Deck, Hints, Pings, Status
from bot.storage.database.schema import (
    arena_people,
    daily_plays,
    daily_streaks,
    guilds,
    hands,
    invitations,
    judged,
    matches,
    messages,
    old_actions,
    openings,
    overall,
    own_problems,
    participants,
    people,
    presses,
    problem_work,
    problems,
    result_players,
    standings,
)
from bot.storage.moderation import bars, blocks, kept
from bot.storage.privacy import cleaning
from bot.storage.records import results
from bot.storage.settings.persons import new_number

OWN = (
    *(hands, presses, invitations, openings, arena_people),
    *(daily_plays, daily_streaks, problems, own_problems, problem_work),
    *(judged, standings, overall),
)
"""Tables whose rows are one person's alone."""


def bound(tx: Connection, user: UserId, but: Collection[MatchId] = ()) -> list[MatchId]:
    """The live matches that a user has to leave first, `but` aside: as player, in the seat draw, as invited.

    Who lost the seat draw only watches, and nothing waits for them.
    """
    person = sa.select(people.c.id).where(people.c.discord == user).scalar_subquery()
    seated = participants.alias()
    drawn = sa.exists().where((seated.c.match == matches.c.id) & seated.c.seat.is_not(None))
    lobby, playing = matches.c.status == Status.LOBBY.value, matches.c.status == Status.PLAYING.value
    taking_part = (
        sa.select(matches.c.id)
        .join(participants, participants.c.match == matches.c.id)
        .where(participants.c.person == person)
        .where(lobby | (playing & (participants.c.seat.is_not(None) | ~drawn)))
    )
    invited = (
        sa.select(matches.c.id)
        .join(invitations, invitations.c.match == matches.c.id)
        .where((invitations.c.person == person) & lobby)
    )
    found = tx.execute(sa.union(taking_part, invited)).scalars()
    return sorted(MatchId(match) for match in found if match not in but)


_USUAL: Mapping[str, str | bool | None] = {
    "time_zone": None,
    "hidden": False,
    "pings": Pings.SMART.value,
    "quiet_from": None,
    "quiet_to": None,
    "month_marks": True,
    "deck": Deck.STANDARD.value,
    "hints": Hints.FIRST.value,
    "language": None,
    "challenges": Challenges.ALL.value,
    "text_mode": False,
    "confirm_plays": False,
    "favourite": None,
}
"""The settings of somebody who has made none."""


def forget(tx: Connection, user: UserId) -> bool:
    """Delete what is stored about a user; False where nobody knows them.

    Their number is drawn again, so that nothing from before leads to the one that stays in others' matches.
    The id is to be cleaned out of the file afterwards (`bot.storage.privacy.cleaning`). It stays
    alone where a server bars them, with an arena that they were removed from until it is over, and with a
    deal until its day is over: a deletion must not lift these.
    """
    tx.execute(sa.update(old_actions).where(old_actions.c.user == user).values(user=None))
    found = sa.select(people.c.id).where(people.c.discord == user)
    person = tx.execute(found).scalar()
    if person is None:
        return False
    bars.keep(tx, user)
    kept.keep(tx, user)
    blocks.forget(tx, person)
    for table in OWN:
        tx.execute(sa.delete(table).where(table.c.person == person))
    unrated = {"rating_before": None, "rating": None, "overall": None}
    tx.execute(sa.update(result_players).where(result_players.c.person == person).values(**unrated))
    nameless = {"name": "", "locale": None}
    tx.execute(sa.update(participants).where(participants.c.person == person).values(**nameless))
    _strip_strengths(tx, person)
    _close_private(tx, person)
    nobody = {"id": new_number(), "discord": None, "name": ""}
    tx.execute(sa.update(people).where(people.c.id == person).values(**nobody, **_USUAL))
    cleaning.ask(tx)
    results.recount_later(tx)
    return True


def _strip_strengths(tx: Connection, person: int) -> None:
    """CPU players that mixed levels to suit somebody tell no more how strong that was."""
    hosted = sa.select(matches.c.id).where(matches.c.host == person)
    mixed = participants.c.strength.is_not(None) & participants.c.match.in_(hosted)
    tx.execute(sa.update(participants).where(mixed).values(strength=0, strength_told=False))


def _close_private(tx: Connection, person: int) -> None:
    """The matches in somebody's direct messages say no more where that was: it leads to them alone."""
    taking_part = sa.select(participants.c.match).where(participants.c.person == person)
    private = matches.c.guild.is_(None) & matches.c.channel.is_not(None) & matches.c.id.in_(taking_part)
    tx.execute(sa.delete(messages).where(messages.c.match.in_(sa.select(matches.c.id).where(private))))
    tx.execute(sa.update(matches).where(private).values(channel=None))


def purge(tx: Connection, guild: GuildId) -> bool:
    """Delete a server's settings, seasons, standings and messages, and name it in its matches no more.

    Results stay, without the ratings in that server, as a rebuild would leave them. False, and nothing is
    done, while a match of it is live still.
    """
    here = matches.c.guild == guild
    live = matches.c.status.in_([Status.LOBBY.value, Status.PLAYING.value])
    if tx.execute(sa.select(matches.c.id).where(here & live)).first() is not None:
        return False
    those = sa.select(matches.c.id).where(here)
    tx.execute(sa.delete(messages).where(messages.c.match.in_(those)))
    nowhere = {"rating_before": None, "rating": None}
    tx.execute(sa.update(result_players).where(result_players.c.match.in_(those)).values(**nowhere))
    tx.execute(sa.update(matches).where(here).values(guild=None, channel=None, parent=None, arena=None))
    # Its seasons, standings, bars, arenas, deals of the day, their streaks and the record of its changes go
    # with it.
    tx.execute(sa.delete(guilds).where(guilds.c.id == guild))
    return True
