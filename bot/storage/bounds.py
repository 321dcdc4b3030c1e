"""The limits of matches at once; asked inside the transaction that would add one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import Barred, ChannelBusy, InvitedLately, OtherBusy, OtherUnwilling, Unwelcome, UserBusy
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import BarKind, MatchClock, Status, plays_alone
from bot.storage.database.schema import invitations, matches, participants
from bot.storage.database.schema import people as people_table
from bot.storage.moderation import bars, blocks
from bot.storage.settings.persons import number_of
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from engine.version import Version

LIVE = (Status.LOBBY.value, Status.PLAYING.value)


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of matches that a user may play at once in a server: with a live clock, and others."""

    live: int
    others: int


@dataclass(frozen=True, slots=True)
class _Open:
    """A match that goes on. `seats`: who takes part, each with whether they are a person and are seated."""

    match: MatchId
    channel: ChannelId
    lobby: bool
    clock: MatchClock
    set_aside: bool
    seats: tuple[tuple[bool, bool], ...]
    of_arena: bool

    @property
    def drawn(self) -> bool:
        """Whether the seats are drawn, so that those without one only watch."""
        return any(seated for _, seated in self.seats)

    @property
    def binds_live(self) -> bool:
        """Whether it keeps its people from being paired in an arena."""
        waits = self.of_arena or self.live or (self.lobby and self.clock is MatchClock.LIVE)
        return waits and not self.set_aside

    @property
    def alone(self) -> bool:
        """Whether one person plays in it among CPU players."""
        return not self.lobby and plays_alone(self.seats)

    @property
    def live(self) -> bool:
        """Whether its people wait for one another by a live clock."""
        return self.clock is MatchClock.LIVE and not self.alone


def channel_is_free(
    tx: Connection, hosted: HostedMatch, channel: ChannelId, *, most: int, beside: MatchId | None = None
) -> None:
    """Raises ChannelBusy if the channel has its tables already.

    A match against CPU players alone neither counts nor is held up; nor does one count that is set aside,
    nor one of an arena. A table in a thread counts in its thread alone: nobody is refused for it.
    """
    if hosted.alone:
        return
    there = _open(tx, (matches.c.channel == channel) & matches.c.arena.is_(None))
    found = [each for each in there if not each.alone and not each.set_aside and each.match != beside]
    if len(found) >= most:
        raise ChannelBusy(tuple(each.match for each in found))


def user_is_free(
    tx: Connection,
    hosted: HostedMatch,
    user: UserId,
    limits: Limits,
    *,
    beside: MatchId | None = None,
) -> None:
    """Raises UserBusy if the user is in an open lobby of the server, or plays enough matches like this there.

    Direct messages are such a place, too. `beside`: a lobby that does not count, because it is this one.
    Who lost the seat draw only watches, and is bound by nothing; nor is anybody by a match that is set aside.
    """
    mine = participants.c.person == number_of(user)
    of_user = sa.select(participants.c.match).where(mine)
    there = _open(tx, (matches.c.guild == hosted.place.guild) & matches.c.id.in_(of_user))
    seated = sa.select(participants.c.match).where(mine & participants.c.seat.is_not(None))
    seats = set(tx.execute(seated).scalars())
    live = hosted.clock is MatchClock.LIVE and not hosted.alone
    playing = []
    for each in there:
        if each.match == beside:
            continue
        if each.lobby:
            raise UserBusy(each.match, each.channel)
        bound = each.match in seats or not each.drawn
        if bound and not each.set_aside and each.live is live:
            playing.append(each)
    if len(playing) >= (limits.live if live else limits.others):
        raise UserBusy(playing[0].match, playing[0].channel)


def at_tables(tx: Connection, users: Collection[UserId]) -> frozenset[UserId]:
    """Return those of these people whom others wait for at a live table, or in a lobby of one, anywhere.

    Every match of an arena is such a table, against CPU players too; one that is set aside is not.
    """
    known = sa.select(people_table.c.id).where(people_table.c.discord.in_(users))
    theirs = participants.alias()
    # Of the live matches, which are fewer than all that these people have played.
    plays = sa.exists().where((theirs.c.match == matches.c.id) & theirs.c.person.in_(known))
    bound = {each.match: each for each in _open(tx, plays) if each.binds_live}
    query = (
        sa.select(participants.c.match, participants.c.seat, people_table.c.discord)
        .join(people_table, people_table.c.id == participants.c.person)
        .where(participants.c.match.in_(bound) & people_table.c.discord.in_(users))
    )
    return frozenset(
        UserId(row.discord) for row in tx.execute(query) if row.seat is not None or not bound[row.match].drawn
    )


def clock_suits(
    tx: Connection, lobby: MatchId, hosted: HostedMatch, clock: MatchClock, limits: Limits
) -> None:
    """Raises OtherBusy if somebody in this lobby plays matches enough with such a clock already."""
    wanted = replace(hosted, clock=clock)
    for entry in hosted.entries:
        if entry.who.user is not None:
            try:
                user_is_free(tx, wanted, entry.who.user, limits, beside=lobby)
            except UserBusy as error:
                raise OtherBusy(entry.who.user) from error


def may_invite(tx: Connection, user: UserId, now: datetime, *, pause: timedelta) -> None:
    """Raises InvitedLately if the user has opened a lobby for invited people less than `pause` ago.

    One that became a match does not count: they came, and may be asked for another at once.
    """
    query = (
        sa.select(sa.func.max(matches.c.opened_at, type_=matches.c.opened_at.type))
        .join(invitations, invitations.c.match == matches.c.id)
        .where((matches.c.host == number_of(user)) & (matches.c.opened_at > now - pause))
        .where(matches.c.seed.is_(None))
    )
    last = tx.execute(query).scalar()
    if last is not None:
        raise InvitedLately(last + pause)


def may_play(tx: Connection, guild: GuildId | None, user: UserId) -> None:
    """Raises Barred if the managers of the server keep the user from its tables."""
    if bars.barred(tx, guild, BarKind.TABLES, (user,)):
        raise Barred


def may_be_invited(tx: Connection, guild: GuildId | None, host: UserId, invited: Sequence[UserId]) -> None:
    """Raises OtherUnwilling if somebody who is invited does not want it from this host, or is barred there.

    Which of the two it is nobody learns.
    """
    barred = bars.barred(tx, guild, BarKind.TABLES, invited)
    unwilling = next((user for user in invited if user in barred), None)
    unwilling = unwilling or blocks.unwilling(tx, host, invited)
    if unwilling is not None:
        raise OtherUnwilling(unwilling)


def may_sit_down(tx: Connection, hosted: HostedMatch, user: UserId) -> None:
    """Raises Unwelcome if somebody at an open table has blocked the user.

    The first to come has the table; a person who joins somebody whom they have blocked does so by their own
    choice. An invitation was meant for those who got it, and is never refused.
    """
    there = [entry.who.user for entry in hosted.entries if entry.who.user not in {None, user}]
    if not hosted.invited and blocks.keeps_away(tx, [each for each in there if each is not None], user):
        raise Unwelcome


def _open(tx: Connection, which: sa.ColumnElement[bool]) -> list[_Open]:
    """The matches among these in which something can happen still, the oldest first."""
    query = (
        sa.select(
            matches.c.id,
            matches.c.channel,
            matches.c.status,
            matches.c.clock,
            matches.c.set_aside_at,
            matches.c.rules,
            matches.c.version,
            matches.c.sealed_by,
            matches.c.arena,
            participants.c.cpu,
            participants.c.seat,
        )
        .join(participants, participants.c.match == matches.c.id)
        .where(which & matches.c.status.in_(LIVE))
        .order_by(matches.c.id)
    )
    rows = groupby(tx.execute(query).all(), key=lambda row: row.id)
    return [_of_rows(list(of_one)) for _, of_one in rows]


def _of_rows(rows: Sequence[Any]) -> _Open:
    """A match from the rows of those who take part."""
    first = rows[0]
    seats = tuple((row.cpu is None, row.seat is not None) for row in rows)
    sealed = first.version == Version.JOINS or first.sealed_by is not None
    # As `HostedMatch.alone` has it: against CPU players a match begins as soon as its secret is sealed.
    begins = not sealed and len(rows) >= RULE_SETS[RuleSetId(first.rules)].seats and plays_alone(seats)
    return _Open(
        match=MatchId(first.id),
        channel=ChannelId(first.channel),
        lobby=first.status == Status.LOBBY.value and not begins,
        clock=MatchClock(first.clock),
        set_aside=first.set_aside_at is not None,
        seats=seats,
        of_arena=first.arena is not None,
    )
