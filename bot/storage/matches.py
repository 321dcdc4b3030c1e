"""Matches with those who take part and those who are invited: the rows that a `HostedMatch` is made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.ids import NOBODY, NOWHERE, ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.hosted_match import Carried, Change, Deadlines, Entry, HostedMatch
from bot.match.progress import Progress, begin, replay
from bot.match.verdict import Verdict
from bot.match.vocabulary import (
    CpuPlayer,
    JoinNumber,
    LobbyEnd,
    MatchClock,
    NoResult,
    Participant,
    Place,
    SealingLine,
    Status,
    Strength,
)
from bot.shards import WHOLE, Shard
from bot.storage import actions, agreements, clocks
from bot.storage.database.schema import actions as action_table
from bot.storage.database.schema import agreements as agreement_table
from bot.storage.database.schema import invitations, matches, participants, wishes
from bot.storage.database.schema import people as people_table
from bot.storage.owners.shard_rows import in_shard
from bot.storage.records import results
from bot.storage.settings import persons, servers
from bot.storage.settings.persons import PersonId
from engine.record.shuffle import SECRET_BYTES
from engine.rules.options import Rules, make_rules
from engine.version import Version

_MATCH: sa.BindParameter[Any] = sa.bindparam("of")


def _count(table: sa.Table, *those: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.count()).where(table.c.match == _MATCH, *those).scalar_subquery()


_ROW = sa.select(
    matches,
    _count(action_table).label("said"),
    _count(wishes).label("wished"),
    _count(agreement_table, agreement_table.c.month_end == sa.bindparam("after")).label("agreed"),
).where(matches.c.id == _MATCH)
"""A match's row, and how many it has of those that are read only where there are any."""
_ROW_TAKEN = _ROW.with_for_update()
_ENTRIES = (
    sa.select(participants, people_table.c.discord)
    .select_from(participants.outerjoin(people_table, people_table.c.id == participants.c.person))
    .where(participants.c.match == _MATCH)
    .order_by(participants.c.number)
)


def insert(tx: Connection, change: Change) -> tuple[MatchId, Verdict | None]:
    """Store a new match, and its result where it is over already: a month can end as it is dealt.

    Returns its number, and the verdict if there is a result.
    """
    hosted = change.after
    if hosted.place.guild is not None:
        servers.there(tx, hosted.place.guild, hosted.place.locale)
    names: dict[UserId, str | None] = dict.fromkeys(hosted.invited)
    names |= _names(hosted.entries)
    numbers = persons.met(tx, names, hosted.opened_at)
    values = {
        "guild": hosted.place.guild,
        "locale": hosted.place.locale,
        "host": numbers[hosted.host],
        "version": hosted.version.value,
        "opened_at": hosted.opened_at,
        "rated": hosted.rated,
        "arena": hosted.arena,
    }
    result = tx.execute(sa.insert(matches).values(**values, **_moving(hosted)))
    assert result.inserted_primary_key is not None
    match = MatchId(result.inserted_primary_key[0])
    _put_people(tx, match, hosted.entries, numbers)
    if hosted.invited:
        wins = hosted.invited_wins
        rows = [{"match": match, "person": numbers[user], "wins": wins.get(user)} for user in hosted.invited]
        tx.execute(sa.insert(invitations), rows)
    _put_additions(tx, match, {}, change)
    return match, None if hosted.live else results.store(tx, match, hosted)


def update(  # noqa: PLR0913 - all that a change is stored with
    tx: Connection,
    match: MatchId,
    before: HostedMatch,
    change: Change,
    now: datetime,
    *,
    shared: bool = False,
    check: Callable[[], None] | None = None,
) -> Verdict | None:
    """Store what a change of a match changes; one that ends it stores its result, and gives the verdict.

    `shared`: whether there are several memories of this process in which the match may be. Raises
    StorageError (CONFLICT) where somebody else has changed the match since `before`, and then what `check`
    raises: what it would say of a match that has been changed may be untrue.
    """
    after = change.after
    _take(tx, match, before, shared=shared)
    if check is not None:
        check()
    if _moving(before) != _moving(after):
        tx.execute(sa.update(matches).where(matches.c.id == match).values(**_moving(after)))
    if before.host != after.host:
        host = persons.number_of(after.host)
        tx.execute(sa.update(matches).where(matches.c.id == match).values(host=host))
    if before.entries != after.entries:
        _change_people(tx, match, before.entries, after.entries, now)
    for user in {*before.invited} - {*after.invited}:
        theirs = (invitations.c.match == match) & (invitations.c.person == persons.number_of(user))
        tx.execute(sa.delete(invitations).where(theirs))
    agreements.change(tx, match, before.wishes, after.wishes)
    _put_additions(tx, match, before.deadlines, change)
    return results.store(tx, match, after) if before.live and not after.live else None


def _change_people(
    tx: Connection, match: MatchId, before: tuple[Entry, ...], after: tuple[Entry, ...], now: datetime
) -> None:
    if [_still(entry) for entry in before] != [_still(entry) for entry in after]:
        tx.execute(sa.delete(participants).where(participants.c.match == match))
        _put_people(tx, match, after, persons.met(tx, _names(after), now))
        return
    for old, new in zip(before, after, strict=True):
        if old != new:
            same = (participants.c.match == match) & (participants.c.number == new.who.number)
            tx.execute(sa.update(participants).where(same).values(**_moving_of(new)))


def last_cpu(tx: Connection, user: UserId) -> CpuPlayer | None:
    """Return the CPU player in the last match of a user that had one of a fixed level and has begun.

    A user who has opted out of what others see has none here: the lobby shows it to everybody.
    """
    mine, other = participants.alias("mine"), participants.alias("other")
    query = (
        sa.select(other.c.cpu)
        .select_from(mine)
        .join(people_table, people_table.c.id == mine.c.person)
        .join(matches, matches.c.id == mine.c.match)
        .join(other, (other.c.match == mine.c.match) & other.c.cpu.is_not(None))
        .where(other.c.strength.is_(None))
        .where((people_table.c.discord == user) & ~people_table.c.hidden & matches.c.seed.is_not(None))
        .order_by(mine.c.match.desc(), other.c.number)
        .limit(1)
    )
    found = tx.execute(query).scalar()
    return None if found is None else CpuPlayer(found)


def last_of_series(tx: Connection, first: MatchId, user: UserId) -> MatchId:
    """Return the last match, in play or not, of the series that began with the match `first`, a user's."""
    query = (
        sa.select(matches.c.id, matches.c.carried)
        .join(participants, participants.c.match == matches.c.id)
        .where(participants.c.person == persons.number_of(user))
        .where((matches.c.id > first) & matches.c.seed.is_not(None) & matches.c.carried.is_not(None))
        .order_by(matches.c.id.desc())
    )
    found = (row.id for row in tx.execute(query) if json.loads(row.carried)["first"] == first)
    return MatchId(next(found, first))


def is_known(tx: Connection, match: MatchId, known: HostedMatch, *, shared: bool) -> bool:
    """Whether the rows are as this memory has the match. `shared`: as in `update`.

    A match may be changed from several places: by the manager of its shard and, as from direct messages, by
    those of others, in one process or in several. A server may have two processes on it for a while, as where
    one is replaced. A file whose matches are all in one memory has one place, by its lock. A read would tell
    nothing there and take as long as a change; a second row of one number is the fence (`actions`).
    """
    return _has_one_place(tx, shared=shared) or _is_as(tx, match, known, _ROW)


def _take(tx: Connection, match: MatchId, before: HostedMatch, *, shared: bool) -> None:
    """Take the match's row until the transaction ends: its rows are to be what memory has decided on."""
    if _has_one_place(tx, shared=shared):
        return
    if not _is_as(tx, match, before, _ROW_TAKEN):
        raise StorageError(StorageErrorKind.CONFLICT)


def _has_one_place(tx: Connection, *, shared: bool) -> bool:
    """Whether a match can be changed from nowhere else."""
    return not shared and tx.dialect.name == "sqlite"


def _is_as(tx: Connection, match: MatchId, known: HostedMatch, query: sa.Select[Any]) -> bool:
    """Whether a match's row, which a query reads, and those that belong to it are as memory has them."""
    made, end, agreed = 0, -1, frozenset[JoinNumber]()
    if (progress := known.progress) is not None:
        made, end, agreed = len(progress.actions), progress.ends_shown, progress.agreed
    row = tx.execute(query, {"of": match, "after": end}).first()
    return (
        row is not None
        and (row.said, row.wished, row.agreed) == (made, len(known.wishes), len(agreed))
        and all(row._mapping[name] == value for name, value in _moving(known).items())
        and entries_of(tx, match) == known.entries
        and clocks.of_match(tx, match) == dict(known.deadlines)
        and (not known.wishes or set(agreements.wished(tx, match)) == set(known.wishes))
        and (not agreed or agreements.agreed(tx, match, end) == agreed)
    )


def load(tx: Connection, match: MatchId) -> HostedMatch | None:
    """A match from its rows alone; None if there is none.

    Raises ValueError (as enums and JSON do), KeyError or the engine's errors where the rows make no match.
    """
    query = sa.select(
        *(column for column in matches.c if column.name != "host"), people_table.c.discord.label("host")
    )
    query = query.join(people_table, people_table.c.id == matches.c.host)
    row = tx.execute(query.where(matches.c.id == match)).first()
    if row is None:
        return None
    rules = make_rules(row.rules, json.loads(row.options))
    entries = entries_of(tx, match)
    progress = None
    if row.seed is not None:
        start = begin(rules, len(entries), _random_bytes(row.seed), Version(row.version))
        progress = _replayed(tx, match, start, row.ends_shown)
    return HostedMatch(
        place=place_of(row),
        host=UserId(row.host or NOBODY),
        rules=rules,
        secret=_random_bytes(row.secret),
        entries=entries,
        **_invited(tx, match),
        status=Status(row.status),
        progress=progress,
        clock=MatchClock(row.clock),
        rated=row.rated,
        wishes=agreements.wished(tx, match),
        set_aside_at=row.set_aside_at,
        deadlines=clocks.of_match(tx, match),
        verdict=results.verdict(tx, match) if row.ended_at is not None else None,
        **_dates(row),
        **_series(row),
        **_why_none(row),
        **_sealed(row),
    ).with_draw_seen()


def _dates(row: Any) -> dict[str, Any]:
    """The moments of a match's course, as arguments of `HostedMatch`."""
    return {name: getattr(row, name) for name in ("opened_at", "found_at", "started_at", "ended_at")}


def _series(row: Any) -> dict[str, Any]:
    """Return how long the series is, what the match carries on, and its arena, for `HostedMatch`."""
    carried = None if row.carried is None else Carried(**json.loads(row.carried))
    arena = None if row.arena is None else ArenaId(row.arena)
    return {"best_of": row.best_of, "carried": carried, "arena": arena}


def _why_none(row: Any) -> dict[str, Any]:
    """Return the reason for no match or no result, as arguments of `HostedMatch`."""
    if not row.lobby_end:
        return {}
    return (
        {"lobby_end": LobbyEnd(row.lobby_end)} if row.seed is None else {"no_result": NoResult(row.lobby_end)}
    )


def _sealed(row: Any) -> dict[str, Any]:
    """The version of a match, and the line of one that has one, as arguments of `HostedMatch`."""
    line = None if row.sealed_by is None else SealingLine(row.sealed_by, ChannelId(row.sealed_in))
    return {"version": Version(row.version), "line": line}


def place_of(row: Any) -> Place:
    """Return the place of a match; without a channel it is one of a server or a person that is gone."""
    if row.channel is None:
        return Place(NOWHERE, ChannelId(0), row.locale)
    guild = None if row.guild is None else GuildId(row.guild)
    parent = None if row.parent is None else ChannelId(row.parent)
    return Place(guild, ChannelId(row.channel), row.locale, parent)


def entries_of(tx: Connection, match: MatchId) -> tuple[Entry, ...]:
    """Return the people in a match, by joining number."""
    return tuple(_entry(row) for row in tx.execute(_ENTRIES, {"of": match}))


def _replayed(tx: Connection, match: MatchId, start: Progress, ends_shown: int) -> Progress:
    """The progress of a match after its stored actions, with this many ends shown. Raises as `load` does."""
    made = actions.of_match(tx, match)
    steps = (list(step) for _, step in groupby(made, key=lambda one: one.step))
    progress = replay(start, ((step[0].made_by, [one.action for one in step]) for step in steps))
    return progress.shown(ends_shown, agreements.agreed(tx, match, ends_shown))


def live(tx: Connection, shard: Shard = WHOLE) -> list[MatchId]:
    """A shard's matches in which something can happen still, those whose players pressed last first.

    Raises where the table of matches cannot be read at all; a part of it that cannot is told match by match.
    """
    # What follows reads an index alone. There is no match 0, but the way to it leads by the table's root.
    tx.execute(sa.select(matches.c.secret).where(matches.c.id == 0)).all()
    made = (
        sa.select(action_table.c.at)
        .where(action_table.c.match == matches.c.id)
        .order_by(action_table.c.n.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = sa.select(matches.c.id).where(_live() & in_shard(matches.c.guild, shard))
    order = sa.func.coalesce(made, matches.c.opened_at).desc()
    return [MatchId(match) for match in tx.execute(query.order_by(order, matches.c.id.desc())).scalars()]


def live_of(
    tx: Connection, *, user: UserId | None, guild: GuildId | None, channel: ChannelId | None
) -> frozenset[MatchId]:
    """Select live matches that are of a user or invite them, of a guild, of a channel."""
    query = sa.select(matches.c.id).where(_live())
    if user is not None:
        number = persons.number_of(user)
        theirs = sa.select(participants.c.match).where(participants.c.person == number)
        asked = sa.select(invitations.c.match).where(invitations.c.person == number)
        query = query.where(matches.c.id.in_(sa.union(theirs, asked)))
    if guild is not None:
        query = query.where(matches.c.guild == guild)
    if channel is not None:
        query = query.where((matches.c.channel == channel) | (matches.c.parent == channel))
    return frozenset(MatchId(match) for match in tx.execute(query).scalars())


def _live() -> sa.ColumnElement[bool]:
    return matches.c.status.in_([Status.LOBBY.value, Status.PLAYING.value])


def _random_bytes(value: object) -> bytes:
    """A secret or a seed as it was stored. Raises ValueError for anything else."""
    if not isinstance(value, bytes) or len(value) != SECRET_BYTES:
        raise ValueError("not 32 bytes")
    return value


def _moving(hosted: HostedMatch) -> dict[str, Any]:
    """The columns of a match that change."""
    progress = hosted.progress
    return {
        "channel": hosted.place.channel,
        "parent": hosted.place.parent,
        "rules": hosted.rules.id.value,
        "options": _options(hosted.rules),
        "status": hosted.status.value,
        "secret": hosted.secret,
        "sealed_by": hosted.line.message if hosted.line else None,
        "sealed_in": hosted.line.channel if hosted.line else None,
        "seed": progress.shuffles.seed if progress else None,
        "ends_shown": progress.ends_shown if progress else 0,
        "lobby_end": why.value if (why := hosted.lobby_end or hosted.no_result) else None,
        "found_at": hosted.found_at,
        "started_at": hosted.started_at,
        "ended_at": hosted.ended_at,
        "clock": hosted.clock.value,
        "set_aside_at": hosted.set_aside_at,
        "best_of": hosted.best_of,
        "carried": None if hosted.carried is None else json.dumps(asdict(hosted.carried), sort_keys=True),
    }


@lru_cache(maxsize=256)
def _options(rules: Rules) -> str:
    """Return what differs from the rule set's defaults, as JSON."""
    return json.dumps(rules.changed(), sort_keys=True)


def _still(entry: Entry) -> Entry:
    """A participant without what changes in play."""
    return replace(entry, bank=None, timeouts=0, stand_in=None)


def _moving_of(entry: Entry) -> dict[str, Any]:
    """The columns of a participant that change in play."""
    return {
        "bank": None if entry.bank is None else entry.bank // timedelta(microseconds=1),
        "timeouts": entry.timeouts,
        "stand_in": entry.stand_in.value if entry.stand_in else None,
    }


def _names(entries: tuple[Entry, ...]) -> dict[UserId, str | None]:
    """Return the names of the users among these."""
    return {entry.who.user: entry.who.name for entry in entries if entry.who.user is not None}


def _invited(tx: Connection, match: MatchId) -> dict[str, Any]:
    """Return who alone may join, with names and wins in a series as far as there are any, for `HostedMatch`.

    A name is that which somebody had when they last took part.

    People who have deleted themselves come no more.
    """
    query = (
        sa.select(people_table.c.discord, people_table.c.name, invitations.c.wins)
        .join(invitations, invitations.c.person == people_table.c.id)
        .where((invitations.c.match == match) & people_table.c.discord.is_not(None))
    )
    rows = tx.execute(query.order_by(people_table.c.discord)).all()
    return {
        "invited": tuple(UserId(row.discord) for row in rows),
        "invited_names": {UserId(row.discord): row.name for row in rows if row.name},
        "invited_wins": {UserId(row.discord): row.wins for row in rows if row.wins is not None},
    }


def _put_people(
    tx: Connection, match: MatchId, entries: tuple[Entry, ...], numbers: Mapping[UserId, PersonId]
) -> None:
    rows = [
        {
            "match": match,
            "number": entry.who.number,
            "person": None if entry.who.user is None else numbers[entry.who.user],
            "cpu": entry.who.cpu.value if entry.who.cpu else None,
            "name": entry.who.name,
            "locale": entry.who.locale,
            "join_id": entry.join_id,
            "seat": entry.seat,
            "wins": entry.wins,
            "strength": None if entry.who.strength is None else entry.who.strength.points,
            "strength_told": None if entry.who.strength is None else entry.who.strength.told,
            **_moving_of(entry),
        }
        for entry in entries
    ]
    tx.execute(sa.insert(participants), rows)


def _put_additions(tx: Connection, match: MatchId, before: Deadlines, change: Change) -> None:
    """Store the rows that a change adds: actions, agreements, deadlines (in place of those `before`)."""
    actions.add(tx, match, change.made)
    agreements.agree(tx, match, change.agreements)
    clocks.change(tx, match, before, change.after.deadlines)


def _entry(row: sa.Row[Any]) -> Entry:
    who = Participant(
        JoinNumber(row.number),
        row.name,
        user=None if row.discord is None else UserId(row.discord),
        cpu=CpuPlayer(row.cpu) if row.cpu else None,
        locale=row.locale,
        strength=None if row.strength is None else Strength(row.strength, bool(row.strength_told)),
    )
    return Entry(
        who,
        join_id=row.join_id,
        seat=row.seat,
        bank=None if row.bank is None else timedelta(microseconds=row.bank),
        timeouts=row.timeouts,
        stand_in=CpuPlayer(row.stand_in) if row.stand_in else None,
        wins=row.wins,
    )
