"""The deals of the day, and what people have made of them.

A day's row is made on the day before, with its secret, or on the day itself where nobody has looked at the
day before. By which rules it is played is settled on its day. Its commitment is announced where somebody has
read it on the day before; who that was is not stored.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import DealSeen
from bot.ids import GuildId, UserId
from bot.match.daily import Deal, Standing, Streak
from bot.match.shuffles import commitment_of
from bot.match.vocabulary import CpuPlayer, Person
from bot.records import periods
from bot.storage.database.schema import daily_deals, daily_plays, daily_streaks
from bot.storage.database.schema import people as people_table
from bot.storage.moderation import bars, kept
from bot.storage.settings import persons, servers
from bot.storage.settings.servers import ServerRow
from engine.rules.options import Rules, make_rules


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal whose day has come. `tomorrow`: the commitment of the next day's; `begun`: who has seen it."""

    id: int
    deal: Deal
    tomorrow: str
    begun: int
    finished: int
    earlier: str | None
    """The last day before it that had a deal."""


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody's play of a deal: the actions, and the points once the month is over."""

    actions: str
    points: int | None


def next_day(day: str) -> str:
    """The day after a day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def today(tx: Connection, guild: ServerRow, now: datetime) -> str:
    """The day that a server plays. It never goes back: a day that was over has been shown with its decks."""
    played = (daily_deals.c.guild == guild.id) & daily_deals.c.rules.is_not(None)
    latest: str | None = tx.scalar(sa.select(sa.func.max(daily_deals.c.day)).where(played))
    return max(periods.day(now, guild.zone), latest or "")


def find(tx: Connection, guild: GuildId, day: str) -> Opened | None:
    """A day's deal; None where nobody has looked at it."""
    found = _row(tx, guild, day)
    if found is None or found.rules is None:
        return None
    deal = Deal(
        guild,
        day,
        found.secret,
        make_rules(found.rules, json.loads(found.options)),
        CpuPlayer(found.cpu),
        found.announced,
    )
    follows = _row(tx, guild, next_day(day))
    query = sa.select(sa.func.count(), sa.func.count(daily_plays.c.points))
    begun, finished = tx.execute(query.where(daily_plays.c.deal == found.id)).one()
    earlier = (daily_deals.c.guild == guild) & (daily_deals.c.day < day) & daily_deals.c.rules.is_not(None)
    return Opened(
        id=found.id,
        deal=deal,
        tomorrow="" if follows is None else commitment_of(follows.secret),
        begun=begun,
        finished=finished,
        earlier=tx.scalar(sa.select(sa.func.max(daily_deals.c.day)).where(earlier)),
    )


def open_day(  # noqa: PLR0913, PLR0917 - what a deal is made of
    tx: Connection,
    guild: GuildId,
    locale: str,
    rules: Rules,
    cpu: CpuPlayer,
    secrets: tuple[bytes, bytes],
    now: datetime,
) -> Opened:
    """Today's deal in a server, made if there is none, and the next day's secret drawn if it is not.

    `secrets`: for a deal of today that has no row yet, and for tomorrow's.
    """
    servers.there(tx, guild, locale)
    day = today(tx, servers.get(tx, guild), now)
    for which, secret in ((day, secrets[0]), (next_day(day), secrets[1])):
        if _row(tx, guild, which) is None:
            values = {"guild": guild, "day": which, "secret": secret, "announced": False}
            tx.execute(sa.insert(daily_deals).values(**values))
    settled = {"rules": rules.id.value, "options": json.dumps(rules.changed()), "cpu": cpu.value}
    here = (daily_deals.c.guild == guild) & (daily_deals.c.day == day) & daily_deals.c.rules.is_(None)
    tx.execute(sa.update(daily_deals).where(here).values(**settled))
    opened = find(tx, guild, day)
    assert opened is not None, "it has just been made"
    return opened


def announce(tx: Connection, guild: GuildId, day: str, now: datetime) -> None:
    """Note that somebody has read the commitment of the day after this one, while this one lasts."""
    if today(tx, servers.get(tx, guild), now) != day:
        return
    follows = (daily_deals.c.guild == guild) & (daily_deals.c.day == next_day(day)) & ~daily_deals.c.announced
    tx.execute(sa.update(daily_deals).where(follows).values(announced=True))


def play(tx: Connection, deal: int, user: UserId) -> Play | None:
    """Return a user's play of a deal; None where they have not begun."""
    mine = (daily_plays.c.deal == deal) & (daily_plays.c.person == persons.number_of(user))
    row = tx.execute(sa.select(daily_plays.c.actions, daily_plays.c.points).where(mine)).first()
    return None if row is None else Play(row.actions, row.points)


def begin(tx: Connection, deal: int, who: Person, first: Play, now: datetime) -> Play:
    """Somebody looks at their cards: what they find then, or how far they were.

    Raises DealSeen where they have deleted what they had made of it.
    """
    if kept.from_deal(tx, deal, who.user):
        raise DealSeen
    person = persons.met(tx, {who.user: who.name}, now)[who.user]
    if (there := play(tx, deal, who.user)) is not None:
        return there
    ended_at = None if first.points is None else now
    values = {"actions": first.actions, "points": first.points, "started_at": now, "ended_at": ended_at}
    tx.execute(sa.insert(daily_plays).values(deal=deal, person=person, **values))
    if first.points is not None:
        _finished(tx, deal, who.user)
    return first


def move(  # noqa: PLR0913, PLR0917 - what was, and what is to be
    tx: Connection, deal: int, user: UserId, before: Play, after: Play, now: datetime
) -> bool:
    """Keep what a user has played; False, and nothing changes, where it no longer stands as `before`."""
    mine = (daily_plays.c.deal == deal) & (daily_plays.c.person == persons.number_of(user))
    there = mine & (daily_plays.c.actions == before.actions) & daily_plays.c.points.is_(None)
    ended_at = None if after.points is None else now
    values = {"actions": after.actions, "points": after.points, "ended_at": ended_at}
    if not tx.execute(sa.update(daily_plays).where(there).values(**values)).rowcount:
        return False
    if after.points is not None:
        _finished(tx, deal, user)
    return True


def streak(tx: Connection, guild: GuildId, user: UserId) -> Streak | None:
    """Return a user's latest streak in a server, which may have ended; None where they have none."""
    row = tx.execute(sa.select(daily_streaks).where(_streak_of(guild, user))).first()
    return None if row is None else Streak(row.day, row.days)


def _finished(tx: Connection, deal: int, user: UserId) -> None:
    """Count a deal that somebody has finished in their streak."""
    guild, day = tx.execute(
        sa.select(daily_deals.c.guild, daily_deals.c.day).where(daily_deals.c.id == deal)
    ).one()
    now = Streak.after(streak(tx, guild, user), day)
    values = {"day": now.day, "days": now.days}
    if not tx.execute(sa.update(daily_streaks).where(_streak_of(guild, user)).values(**values)).rowcount:
        person = persons.number_of(user)
        tx.execute(sa.insert(daily_streaks).values(guild=guild, person=person, **values))


def _streak_of(guild: GuildId, user: UserId) -> sa.ColumnElement[bool]:
    return (daily_streaks.c.guild == guild) & (daily_streaks.c.person == persons.number_of(user))


def standings(tx: Connection, opened: Opened, viewer: UserId | None) -> tuple[Standing, ...]:
    """Return the people who have finished a deal, the most points first; equals share a rank.

    `viewer` None: as all see it.

    Nobody sees whom a manager keeps from the lists, and of those who hide themselves only they themselves.
    """
    query = (
        sa.select(people_table.c.discord, people_table.c.name, people_table.c.hidden, daily_plays.c.points)
        .join(people_table, people_table.c.id == daily_plays.c.person)
        .where((daily_plays.c.deal == opened.id) & daily_plays.c.points.is_not(None))
        .where(~people_table.c.hidden | (people_table.c.discord == viewer))
        .where(~people_table.c.id.in_(bars.persons_out_of_lists(tx, opened.deal.guild)))
        .order_by(daily_plays.c.points.desc(), daily_plays.c.ended_at, daily_plays.c.person)
    )
    rows = tx.execute(query).all()
    better = sorted(-row.points for row in rows if not row.hidden)
    return tuple(
        Standing(
            rank=1 + bisect_left(better, -row.points),
            name=row.name,
            points=row.points,
            own=viewer is not None and row.discord == viewer,
            hidden=row.hidden,
        )
        for row in rows
    )


def expire(tx: Connection, before: str) -> int:
    """Delete the deals of all days before one, with what was made of them; how many these were.

    The streaks whose last day is before it go, too: they have long ended.
    """
    tx.execute(sa.delete(daily_streaks).where(daily_streaks.c.day < before))
    return tx.execute(sa.delete(daily_deals).where(daily_deals.c.day < before)).rowcount


def _row(tx: Connection, guild: GuildId, day: str) -> sa.Row[tuple[object, ...]] | None:
    here = (daily_deals.c.guild == guild) & (daily_deals.c.day == day)
    return tx.execute(sa.select(daily_deals).where(here)).first()
