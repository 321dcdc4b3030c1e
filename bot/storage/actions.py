"""The action log. Rows are only ever added.

The log of a match that has ended is packed into one row: about a tenth of the bytes, and no less exact.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Hashable, Iterable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.hosted_match import LoggedAction
from bot.match.vocabulary import JoinNumber, MadeBy, Status
from bot.storage.database.schema import (
    actions,
    logs,
    matches,
    old_actions,
    participants,
    people,
)
from bot.storage.database.set_aside import not_among
from engine.record.notation import format_action, parse_action

AT_ONCE = 10
"""Matches that are found at once."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def add(tx: Connection, match: MatchId, made: Iterable[LoggedAction]) -> None:
    """Append actions; one whose number is taken makes the whole transaction fail (the compare-and-swap)."""
    rows = [
        {
            "match": match,
            "n": one.n,
            "step": one.step,
            "action": format_action(one.action),
            "made_by": one.made_by.value,
            "participant": one.participant,
            "at": one.at,
        }
        for one in made
    ]
    if rows:
        tx.execute(sa.insert(actions), rows)


def of_match(tx: Connection, match: MatchId) -> list[LoggedAction]:
    """The log in order. Raises ValueError, zlib.error or the engine's NotationError where it is broken."""
    packed = tx.execute(sa.select(logs.c.packed).where(logs.c.match == match)).scalar()
    if packed is not None:
        return unpacked(packed)
    query = sa.select(actions).where(actions.c.match == match).order_by(actions.c.n)
    made = [
        LoggedAction(row.n, row.step, parse_action(row.action), MadeBy(row.made_by), row.participant, row.at)
        for row in tx.execute(query)
    ]
    made = made or _of_old_match(tx, match)
    if [one.n for one in made] != list(range(len(made))):
        raise ValueError("the action log has gaps")
    return made


def last_of_each(tx: Connection, match: MatchId) -> dict[JoinNumber | None, tuple[int, datetime]]:
    """Number and time of each participant's last action in a live match; None: of those that no user made."""
    query = sa.select(actions.c.participant, sa.func.max(actions.c.n), sa.func.max(actions.c.at))
    query = query.where(actions.c.match == match).group_by(actions.c.participant)
    return {None if row[0] is None else JoinNumber(row[0]): (row[1], row[2]) for row in tx.execute(query)}


def latest(tx: Connection, those: Collection[MatchId]) -> dict[MatchId, datetime]:
    """Return the time of the last action in live matches; of their opening, where there was none."""
    done = sa.func.coalesce(sa.func.max(actions.c.at), matches.c.opened_at, type_=actions.c.at.type)
    query = sa.select(matches.c.id, done).outerjoin(actions, actions.c.match == matches.c.id)
    query = query.where(matches.c.id.in_(those)).group_by(matches.c.id, matches.c.opened_at)
    return {MatchId(row[0]): row[1] for row in tx.execute(query)}


def pack(tx: Connection, match: MatchId) -> None:
    """Make one row of the log of a match that has ended; nothing happens where it is one already."""
    made = of_match(tx, match)
    if made and not tx.execute(sa.select(logs.c.match).where(logs.c.match == match)).first():
        tx.execute(sa.insert(logs).values(match=match, packed=packed(made)))
    tx.execute(sa.delete(actions).where(actions.c.match == match))
    tx.execute(sa.delete(old_actions).where(old_actions.c.match == match))


def to_pack(tx: Connection, before: datetime, aside: Collection[Hashable]) -> list[MatchId]:
    """Return some matches that ended before a moment, their logs not packed; `aside` are left alone."""
    live = (Status.LOBBY.value, Status.PLAYING.value)
    # Those that are packed already have no actions, and are not even looked at.
    unpacked = sa.select(actions.c.match).where(actions.c.n == 0)
    query = (
        sa.select(matches.c.id)
        .where(matches.c.id.in_(unpacked))
        .where(matches.c.status.not_in(live) & (matches.c.ended_at < before))
        .where(not_among(matches.c.id, aside))
        .order_by(matches.c.id)
        .limit(AT_ONCE)
    )
    return [MatchId(match) for match in tx.execute(query).scalars()]


def packed(made: Iterable[LoggedAction]) -> bytes:
    """A log as bytes: a line an action, what can be told from the line before left out, compressed."""
    lines, before = [], _EPOCH
    for one in made:
        who = "" if one.participant is None else str(one.participant)
        first = "+" if one.step == one.n else ""
        since = (one.at - before) // _MICROSECOND
        lines.append(f"{format_action(one.action)}|{one.made_by.value}|{who}|{first}|{since}")
        before = one.at
    return zlib.compress("\n".join(lines).encode("ascii"), 9)


def unpacked(log: bytes) -> list[LoggedAction]:
    """The actions of such bytes. Raises ValueError, zlib.error, NotationError for any others."""
    made: list[LoggedAction] = []
    at, step = _EPOCH, 0
    for n, line in enumerate(zlib.decompress(log).decode("ascii").splitlines()):
        action, made_by, who, first, since = line.split("|")
        at += int(since) * _MICROSECOND
        step = n if first else step
        participant = JoinNumber(int(who)) if who else None
        made.append(LoggedAction(n, step, parse_action(action), MadeBy(made_by), participant, at))
    return made


def _of_old_match(tx: Connection, match: MatchId) -> list[LoggedAction]:
    """Return the log of a match in `old_actions`, where the actions of one step have one time."""
    number = (
        sa.select(participants.c.number)
        .join(people, people.c.id == participants.c.person)
        .where((participants.c.match == match) & (people.c.discord == old_actions.c.user))
        .scalar_subquery()
    )
    query = sa.select(old_actions, number.label("participant")).where(old_actions.c.match == match)
    made: list[LoggedAction] = []
    for row in tx.execute(query.order_by(old_actions.c.n)):
        same = bool(made) and made[-1].at == row.at
        step = made[-1].step if same else row.n
        participant = None if row.participant is None else JoinNumber(row.participant)
        made.append(
            LoggedAction(row.n, step, parse_action(row.action), MadeBy(row.made_by), participant, row.at)
        )
    return made
