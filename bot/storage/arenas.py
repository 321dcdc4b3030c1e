"""Arenas and their people as rows, and what the matches of an arena came to.

Points and places are stored nowhere: `evening` gives the facts of which `bot.match.arenas` makes them.

While an arena runs or closes, its `ends_at` is a moment of the time by which matches run, as their deadlines
are (`bot.service.watch.match_time`). Otherwise it is of the time of day, as all other moments here always
are. Readers give `ahead`, the difference of the two.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import ChannelBusy, OtherBusy
from bot.ids import NOBODY, ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Contestant, Evening
from bot.match.hosted_match import AWAY_AFTER, HostedMatch
from bot.match.verdict import Ending
from bot.match.vocabulary import BarKind, CpuPlayer, NoResult, Participant, Person, Status, WishKind
from bot.match.vocabulary import JoinNumber as _Number
from bot.records import periods
from bot.shards import Shard
from bot.storage import bounds
from bot.storage.database.schema import (
    arena_people,
    arenas,
    matches,
    participants,
    result_players,
    results,
    wishes,
)
from bot.storage.database.schema import people as people_table
from bot.storage.moderation import bars, blocks
from bot.storage.owners.shard_rows import in_shard
from bot.storage.settings import persons, servers
from bot.times_of_day import in_zone, moment, shown_in, weekly
from engine.rules.options import Rules, make_rules

LIVE = tuple(status.value for status in ArenaStatus if status.live)
CLOCKED = (ArenaStatus.RUNNING.value, ArenaStatus.CLOSING.value)
"""The states in which an arena's end is a moment of the time by which matches run."""
MOST_KNOWN = 100
"""Arenas whose ended matches are remembered."""
LOST = (Ending.RESIGNED.value, Ending.CLAIMED.value)


@dataclass(frozen=True, slots=True)
class Opening:
    """The terms on which an arena is opened."""

    guild: GuildId
    channel: ChannelId
    locale: str
    rules: Rules
    minutes: int
    starts_at: datetime
    cpu: CpuPlayer | None
    weekly: bool
    """Whether it is repeated at the time that a clock shows at its start, in the zone of `starts_at`."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An arena as its rows have it."""

    evening: Evening
    host_name: str
    opened_at: datetime
    reminded: bool
    absent: frozenset[UserId]
    """People whose latest match here has, or had at its end, somebody else decide about their absence."""
    seen: frozenset[UserId]
    """People who play here now and are there."""
    barred: frozenset[UserId]
    """People of it whom the server keeps from its tables."""
    following: datetime | None
    """The next start of a weekly one."""

    @property
    def arena(self) -> Arena:
        """The arena itself."""
        return self.evening.arena


def insert(tx: Connection, terms: Opening, host: int, at: datetime) -> ArenaId:
    """Store an arena with nobody in it; `host`: the number of a person."""
    servers.there(tx, terms.guild, terms.locale)
    shown, zone = shown_in(terms.starts_at) if terms.weekly else (None, None)
    values = {
        "status": ArenaStatus.ANNOUNCED.value,
        "guild": terms.guild,
        "channel": terms.channel,
        "locale": terms.locale,
        "host": host,
        "rules": terms.rules.id.value,
        "options": json.dumps(terms.rules.changed(), sort_keys=True),
        "cpu": None if terms.cpu is None else terms.cpu.value,
        "minutes": terms.minutes,
        "weekly": terms.weekly,
        "shown": shown,
        "zone": zone,
        "opened_at": at,
        "starts_at": terms.starts_at,
        "ends_at": terms.starts_at + timedelta(minutes=terms.minutes),
    }
    made = tx.execute(sa.insert(arenas).values(**values)).inserted_primary_key
    assert made is not None
    return ArenaId(made[0])


def live_in(tx: Connection, guild: GuildId) -> list[ArenaId]:
    """Return a server's live arenas, the oldest first."""
    query = sa.select(arenas.c.id).where((arenas.c.guild == guild) & arenas.c.status.in_(LIVE))
    return [ArenaId(arena) for arena in tx.execute(query.order_by(arenas.c.id)).scalars()]


def live(tx: Connection, shard: Shard) -> list[ArenaId]:
    """Return a shard's live arenas, the oldest first."""
    query = sa.select(arenas.c.id).where(arenas.c.status.in_(LIVE) & in_shard(arenas.c.guild, shard))
    return [ArenaId(arena) for arena in tx.execute(query.order_by(arenas.c.id)).scalars()]


def untold(tx: Connection, shard: Shard, since: datetime) -> list[ArenaId]:
    """Return a shard's arenas that have ended since a moment, and of whose end some are to be told."""
    waits = sa.exists().where((arena_people.c.arena == arenas.c.id) & arena_people.c.token.is_not(None))
    ended = arenas.c.status.not_in(LIVE) & (arenas.c.over_at >= since) & (arenas.c.poster.is_(None) | waits)
    query = sa.select(arenas.c.id).where(ended & in_shard(arenas.c.guild, shard))
    return [ArenaId(arena) for arena in tx.execute(query.order_by(arenas.c.id)).scalars()]


def past(tx: Connection, guild: GuildId, number: int, skip: int) -> tuple[list[ArenaId], int]:
    """Return some of a server's arenas that are over, the latest first, and how many there are."""
    over = (arenas.c.guild == guild) & (arenas.c.status == ArenaStatus.OVER.value)
    query = sa.select(arenas.c.id).where(over).order_by(arenas.c.id.desc()).limit(number).offset(skip)
    count = tx.execute(sa.select(sa.func.count()).select_from(arenas).where(over)).scalar() or 0
    return [ArenaId(arena) for arena in tx.execute(query).scalars()], count


class EndedMatches:
    """The ended matches of arenas that committed rows have shown: nothing changes them but deletions.

    A deletion takes somebody's number from the arena's people for good: then all are read again.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[ArenaId, tuple[frozenset[int], dict[int, _Played]]] = OrderedDict()

    def of(self, arena: ArenaId, persons: frozenset[int]) -> dict[int, _Played]:
        """Return an arena's known matches by number, to which more may be added; `persons` are in it now."""
        before, known = self._known.get(arena, (persons, {}))
        self._known[arena] = (persons, known if before <= persons else {})
        self._known.move_to_end(arena)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return self._known[arena][1]


def find(
    tx: Connection, arena: ArenaId, ahead: timedelta = timedelta(0), ended: EndedMatches | None = None
) -> Stored | None:
    """Return an arena with everything that its rows know of it; None where there is none.

    `ended` is for a transaction that only reads: what another one sees may never be committed.
    """
    query = sa.select(arenas, people_table.c.discord, people_table.c.name.label("host_name"))
    query = query.join(people_table, people_table.c.id == arenas.c.host).where(arenas.c.id == arena)
    row = tx.execute(query).first()
    if row is None:
        return None
    of_row = _arena(row)
    if row.status in CLOCKED:
        of_row = replace(of_row, ends_at=of_row.ends_at + ahead)
    people, persons = _contestants(tx, arena)
    users = [each.user for each in people if not each.attendance.gone]
    known = {} if ended is None else ended.of(arena, persons)
    played = [seen for seen in _played(tx, arena, known) if _counts(seen.bout, row.over_at)]
    runs = of_row.status.live
    return Stored(
        evening=Evening(
            arena=of_row,
            contestants=people,
            bouts=tuple(seen.bout for seen in played),
            busy=bounds.at_tables(tx, users) if runs else frozenset(),
            blocked=blocks.among(tx, users) if runs else frozenset(),
        ),
        host_name=row.host_name,
        opened_at=row.opened_at,
        reminded=row.reminded_at is not None,
        absent=_absent(people, played),
        seen=frozenset(user for each in played if _goes_on(each.bout) for user in each.there),
        barred=bars.barred(tx, of_row.guild, BarKind.TABLES, users) if runs else frozenset(),
        following=moment(weekly(meant(row), row.starts_at)) if row.weekly else None,
    )


def meant(row: Any) -> datetime:
    """Return the start of a weekly arena as it was meant, in its time zone."""
    return in_zone(row.shown, periods.zone(row.zone, row.locale))


def _arena(row: Any) -> Arena:
    return Arena(
        id=ArenaId(row.id),
        guild=GuildId(row.guild),
        channel=ChannelId(row.channel),
        host=UserId(row.discord or NOBODY),
        rules=make_rules(row.rules, json.loads(row.options)),
        minutes=row.minutes,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        status=ArenaStatus(row.status),
        cpu=CpuPlayer(row.cpu) if row.cpu else None,
        locale=row.locale,
        weekly=row.weekly,
        called=row.last_call is not None,
        waited=row.waited_at is not None,
    )


def _contestants(tx: Connection, arena: ArenaId) -> tuple[tuple[Contestant, ...], frozenset[int]]:
    """Return an arena's people, and their numbers."""
    query = (
        sa.select(arena_people, people_table.c.discord, people_table.c.name)
        .join(people_table, people_table.c.id == arena_people.c.person)
        .where(arena_people.c.arena == arena)
        .order_by(arena_people.c.joined_at, people_table.c.discord)
    )
    rows = tx.execute(query).all()
    people = (
        Contestant(UserId(row.discord), row.name, Attendance(row.attendance), row.joined_at, row.since)
        for row in rows
    )
    return tuple(people), frozenset(row.person for row in rows)


@dataclass(frozen=True, slots=True)
class _Played:
    """A match of an arena, and which of its people are absent or there."""

    bout: Bout
    absent: frozenset[UserId]

    @property
    def there(self) -> Iterator[UserId]:
        """Yield the people who are not absent."""
        yield from (user for user in self.bout.users if user not in self.absent)


def _goes_on(bout: Bout) -> bool:
    """Whether a match is in play and people press in it."""
    return bout.in_play and not bout.set_aside


def _counts(bout: Bout, over_at: datetime | None) -> bool:
    """Whether a match belongs to an arena that was over at a moment: nothing that has ended later does."""
    return over_at is None or (bout.ended_at is not None and bout.ended_at <= over_at)


def _absent(people: Sequence[Contestant], played: Sequence[_Played]) -> frozenset[UserId]:
    """Return those who were absent in the last of their matches and have not pressed since its end."""
    last = {user: each for each in played for user in each.bout.users}
    came = {each.user: each.since for each in people}
    return frozenset(
        user
        for user, each in last.items()
        if user in each.absent and user in came
        if each.bout.ended_at is None or came[user] <= each.bout.ended_at
    )


def _played(tx: Connection, arena: ArenaId, known: dict[int, _Played]) -> list[_Played]:
    """Return an arena's matches, the oldest first; not those that never came about.

    Those that are not `known` are read, and the ended ones of these added to it.
    """
    came = (matches.c.arena == arena) & (matches.c.status != Status.CLOSED.value)
    there = tx.execute(sa.select(matches.c.id).where(came).order_by(matches.c.id)).scalars().all()
    read = _read(tx, came if not known else matches.c.id.in_([each for each in there if each not in known]))
    found = {each: known.get(each) or read[each] for each in there}
    known.update({each: seen for each, seen in read.items() if not seen.bout.in_play})
    return list(found.values())


def _read(tx: Connection, which: sa.ColumnElement[bool]) -> dict[int, _Played]:
    """Return some matches of arenas by number."""
    mine, of_match = result_players.c, participants.c.match == matches.c.id
    joined = (
        matches.join(participants, of_match)
        .outerjoin(people_table, people_table.c.id == participants.c.person)
        .outerjoin(results, results.c.match == matches.c.id)
        .outerjoin(result_players, (mine.match == matches.c.id) & (mine.number == participants.c.number))
    )
    leaves = (wishes.c.match == matches.c.id) & (wishes.c.participant == participants.c.number)
    joined = joined.outerjoin(wishes, leaves & (wishes.c.kind == WishKind.ABORT.value))
    of_one = (matches.c.id, matches.c.channel, matches.c.opened_at, matches.c.ended_at, matches.c.lobby_end)
    of_each = (participants.c.cpu, participants.c.timeouts, participants.c.stand_in)
    query = (
        sa.select(*of_one, matches.c.set_aside_at, *of_each)
        .add_columns(people_table.c.discord, results.c.how, mine.place, mine.score, mine.feats)
        .add_columns(wishes.c.at.label("left_at"))
        .select_from(joined)
        .where(which)
        .order_by(matches.c.id, participants.c.seat, participants.c.number)
    )
    rows = groupby(tx.execute(query).all(), key=lambda row: row.id)
    return {match: _of_rows(list(of_match)) for match, of_match in rows}


def _of_rows(rows: Sequence[Any]) -> _Played:
    """A match from the rows of its people, by seat."""
    first = rows[0]
    people = tuple(None if row.cpu else UserId(row.discord or NOBODY) for row in rows)
    places = [row.place for row in rows]
    ranking = tuple(places) if first.ended_at is not None and None not in places else None
    bout = Bout(
        match=MatchId(first.id),
        people=people,
        cpu=next((CpuPlayer(row.cpu) for row in rows if row.cpu), None),
        channel=ChannelId(first.channel),
        started_at=first.opened_at,
        ended_at=first.ended_at,
        ranking=ranking,
        scores=tuple(row.score for row in rows) if ranking is not None else (),
        dared=frozenset(_dared(rows)) if ranking is not None else frozenset(),
        gave_up=_gave_up(rows, ranking),
        set_aside=first.set_aside_at is not None,
    )
    away = (row for row in rows if _is_absent(row))
    return _Played(bout, frozenset(UserId(row.discord) for row in away if row.discord is not None))


def _is_absent(row: Any) -> bool:
    return bool(row.timeouts >= AWAY_AFTER or row.stand_in is not None)


def _dared(rows: Sequence[Any]) -> Iterator[UserId]:
    """Yield the people who have stopped a month after their own koi-koi, in a match that was played out."""
    for row in rows:
        # Matches that ended before arenas paid for it say nothing.
        if row.how == Ending.PLAYED.value and row.discord and json.loads(row.feats).get("dared"):
            yield UserId(row.discord)


def _gave_up(rows: Sequence[Any], ranking: tuple[int, ...] | None) -> UserId | None:
    """Return the person who gave a match up or stayed away, also before everybody had played a card."""
    left = None
    if ranking is not None:
        left = rows[ranking.index(max(ranking))] if rows[0].how in LOST else None
    elif rows[0].lobby_end == NoResult.UNMOVED.value:
        # Others may have wished for an end before: the last wish has ended it.
        wished = (row for row in rows if row.left_at is not None)
        left = max(wished, key=lambda row: row.left_at, default=None)
    elif rows[0].lobby_end == NoResult.STAYED_AWAY.value:
        left = next((row for row in rows if _is_absent(row)), None)
    return None if left is None or left.cpu else UserId(left.discord or NOBODY)


def threads(tx: Connection, arena: ArenaId) -> tuple[list[ChannelId], int]:
    """Return the threads of an arena in which no match is now, the latest first, and how many it has.

    A thread whose last match never came about is not among them: nothing can be posted there. Nor is a
    channel into which people have brought a match because its thread was deleted: that is no thread of ours.
    """
    ours = (matches.c.arena == arena) & matches.c.parent.is_not(None)
    query = sa.select(matches.c.channel, matches.c.status).where(ours)
    rows = tx.execute(query.order_by(matches.c.id)).all()
    last = {row.channel: row.status for row in rows}
    busy = {row.channel for row in rows if row.status in bounds.LIVE}
    good = [channel for channel, status in last.items() if status != Status.CLOSED.value]
    free = [ChannelId(channel) for channel in reversed(good) if channel not in busy]
    return free, len(good)


def state(tx: Connection, arena: ArenaId) -> tuple[ArenaStatus, GuildId] | None:
    """Return the state of an arena and its server; its row is held until the transaction ends."""
    query = sa.select(arenas.c.status, arenas.c.guild).where(arenas.c.id == arena)
    row = tx.execute(query.with_for_update()).first()
    return None if row is None else (ArenaStatus(row.status), GuildId(row.guild))


def move(
    tx: Connection, arena: ArenaId, before: ArenaStatus, after: ArenaStatus | None = None, /, **values: Any
) -> bool:
    """Change an arena that is in the state `before`; False, and nothing is changed, where it is in another.

    `values`: columns; `after`: the state that it comes to.
    """
    if after is not None:
        values["status"] = after.value
    those = (arenas.c.id == arena) & (arenas.c.status == before.value)
    return bool(tx.execute(sa.update(arenas).where(those).values(**values)).rowcount)


def remind(tx: Connection, arena: ArenaId, at: datetime) -> bool:
    """Note that an arena's people are reminded now; False where they have been."""
    those = (arenas.c.id == arena) & arenas.c.reminded_at.is_(None)
    return bool(tx.execute(sa.update(arenas).where(those).values(reminded_at=at)).rowcount)


def postpone(tx: Connection, shard: Shard, by: timedelta) -> None:
    """Put off the end of a shard's arenas, because for that time nobody could press."""
    later = sa.type_coerce(arenas.c.ends_at, sa.BigInteger) + by // timedelta(microseconds=1)
    those = arenas.c.status.in_(CLOCKED) & in_shard(arenas.c.guild, shard)
    values = {"ends_at": sa.type_coerce(later, arenas.c.ends_at.type)}
    tx.execute(sa.update(arenas).where(those).values(**values))


def attendance(tx: Connection, arena: ArenaId, user: UserId) -> Attendance | None:
    """Return whether somebody of an arena is in; None where they have never joined."""
    found = tx.execute(sa.select(arena_people.c.attendance).where(_mine(arena, user))).scalar()
    return None if found is None else Attendance(found)


def people_in(tx: Connection, arena: ArenaId) -> int:
    """Return the number of an arena's people, without those who have left or were removed."""
    gone = [each.value for each in Attendance if each.gone]
    there = (arena_people.c.arena == arena) & arena_people.c.attendance.not_in(gone)
    return tx.execute(sa.select(sa.func.count()).select_from(arena_people).where(there)).scalar() or 0


def put(tx: Connection, arena: ArenaId, who: Person, at: datetime) -> None:
    """Let somebody be in from now on, who may have been before."""
    number = persons.met(tx, {who.user: who.name}, at)[who.user]
    values = {"attendance": Attendance.IN.value, "locale": who.locale, "since": at}
    changed = sa.update(arena_people).where(_mine(arena, who.user)).values(**values)
    if not tx.execute(changed).rowcount:
        tx.execute(sa.insert(arena_people).values(arena=arena, person=number, joined_at=at, **values))


def attend(  # noqa: PLR0913, PLR0917 - whom, from what to what, and when
    tx: Connection,
    arena: ArenaId,
    users: Collection[UserId],
    before: Collection[Attendance],
    after: Attendance,
    at: datetime,
) -> int:
    """Change the attendance of those of these people for whom it is one of `before`; how many these are."""
    known = sa.select(people_table.c.id).where(people_table.c.discord.in_(users))
    those = (arena_people.c.arena == arena) & arena_people.c.person.in_(known)
    those &= arena_people.c.attendance.in_([each.value for each in before])
    changed = sa.update(arena_people).where(those).values(attendance=after.value, since=at)
    return tx.execute(changed).rowcount


def drop(tx: Connection, arena: ArenaId, user: UserId) -> int:
    """Take somebody out of an arena who has not played there; 1, or 0 where they are not in it."""
    return tx.execute(sa.delete(arena_people).where(_mine(arena, user))).rowcount


def of_person(tx: Connection, guild: GuildId, user: UserId) -> list[ArenaId]:
    """Return the live arenas of a server in which somebody is."""
    query = (
        sa.select(arenas.c.id)
        .join(arena_people, arena_people.c.arena == arenas.c.id)
        .where((arenas.c.guild == guild) & arenas.c.status.in_(LIVE))
        .where(arena_people.c.person == persons.number_of(user))
    )
    return [ArenaId(arena) for arena in tx.execute(query).scalars()]


def players(tx: Connection, arena: ArenaId, users: Sequence[UserId]) -> list[Participant]:
    """Return some people of an arena as those who take part in a match, in this order."""
    query = (
        sa.select(people_table.c.discord, people_table.c.name, arena_people.c.locale)
        .join(people_table, people_table.c.id == arena_people.c.person)
        .where((arena_people.c.arena == arena) & people_table.c.discord.in_(users))
    )
    found = {UserId(row.discord): row for row in tx.execute(query)}
    return [
        Participant(_Number(number), found[user].name, user=user, locale=found[user].locale)
        for number, user in enumerate(users)
        if user in found
    ]


def may_begin(tx: Connection, hosted: HostedMatch) -> None:
    """Raises OtherBusy where a match of an arena cannot begin, and ChannelBusy where its thread is in use.

    In the transaction that opens it: so nobody is paired twice, whatever another process does meanwhile.
    """
    assert hosted.arena is not None
    users = [entry.who.user for entry in hosted.entries if entry.who.user is not None]
    runs = sa.select(arenas.c.id).where(
        (arenas.c.id == hosted.arena) & (arenas.c.status == ArenaStatus.RUNNING.value)
    )
    if tx.execute(runs).first() is None:
        raise OtherBusy(users[0])
    not_free = {
        *(user for user in users if attendance(tx, hosted.arena, user) is not Attendance.IN),
        *bounds.at_tables(tx, users),
        *bars.barred(tx, hosted.place.guild, BarKind.TABLES, users),
        *(user for pair in blocks.among(tx, users) for user in pair),
    }
    if not_free:
        raise OtherBusy(min(not_free))
    here = (matches.c.channel == hosted.place.channel) & matches.c.status.in_(bounds.LIVE)
    if (match := tx.execute(sa.select(matches.c.id).where(here)).scalar()) is not None:
        raise ChannelBusy((MatchId(match),))


@dataclass(frozen=True, slots=True)
class Messages:
    """The ids of an arena's messages in its channel; None: not posted yet."""

    message: int | None = None
    """The message of its standing."""
    poster: int | None = None
    """The message of its end, which is told once."""


def messages(tx: Connection, arena: ArenaId) -> Messages:
    """Return the messages of an arena."""
    row = tx.execute(sa.select(arenas.c.message, arenas.c.poster).where(arenas.c.id == arena)).first()
    return Messages() if row is None else Messages(*row)


def keep_messages(tx: Connection, arena: ArenaId, kept: Messages) -> None:
    """Keep where an arena's messages are, those that are known."""
    known = {name: message for name, message in asdict(kept).items() if message is not None}
    tx.execute(sa.update(arenas).where(arenas.c.id == arena).values(**known))


def _mine(arena: ArenaId, user: UserId) -> sa.ColumnElement[bool]:
    return (arena_people.c.arena == arena) & (arena_people.c.person == persons.number_of(user))
