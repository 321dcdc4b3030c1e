"""Matches with those who take part and those who are invited: the rows that a position is made of."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fold import begin, replay
from bot.position import Alarms, Change, Entry, Position
from bot.storage import actions, clocks
from bot.storage.schema import invitations, matches, participants
from bot.views import CpuLevel, JoinNumber, LobbyEnd, MatchId, Participant, Place, Status
from engine.rules import make_rules
from engine.shuffle import SECRET_BYTES


async def insert(tx: AsyncConnection, change: Change) -> MatchId:
    """Store a new match and return its number."""
    position = change.after
    values = {
        "guild": position.place.guild,
        "locale": position.place.locale,
        "rules": position.rules.id.value,
        "secret": position.secret,
        "opened_at": position.opened_at,
    }
    result = await tx.execute(sa.insert(matches).values(**values, **_moving(position)))
    assert result.inserted_primary_key is not None
    match = MatchId(result.inserted_primary_key[0])
    await _put_people(tx, match, position.entries)
    if position.invited:
        await tx.execute(
            sa.insert(invitations), [{"match": match, "user": user} for user in position.invited]
        )
    await _put_rest(tx, match, {}, change)
    return match


async def update(tx: AsyncConnection, match: MatchId, before: Position, change: Change) -> None:
    """Store what a change of a match changes."""
    after = change.after
    if _moving(before) != _moving(after):
        await tx.execute(sa.update(matches).where(matches.c.id == match).values(**_moving(after)))
    if before.entries != after.entries:
        await tx.execute(sa.delete(participants).where(participants.c.match == match))
        await _put_people(tx, match, after.entries)
    await _put_rest(tx, match, before.alarms, change)


async def load(tx: AsyncConnection, match: MatchId) -> Position | None:
    """A match from its rows alone; None if there is none.

    Raises ValueError (as enums and JSON do), KeyError or the engine's errors where the rows make no match.
    """
    row = (await tx.execute(sa.select(matches).where(matches.c.id == match))).first()
    if row is None:
        return None
    people = await tx.execute(
        sa.select(participants).where(participants.c.match == match).order_by(participants.c.number)
    )
    invited = sa.select(invitations.c.user).where(invitations.c.match == match)
    rules = make_rules(row.rules, json.loads(row.options))
    entries = tuple(_entry(person) for person in people)
    game = None
    if row.seed is not None:
        made = await actions.of_match(tx, match)
        # What was made in one step has one time, and is told together.
        steps = (list(step) for _, step in groupby(made, key=lambda one: one.at))
        start = begin(rules, len(entries), _random_bytes(row.seed))
        game = replay(start, ((step[0].made_by, [one.action for one in step]) for step in steps))
        agreed = await actions.agreed(tx, match, row.ends_shown)
        game = game.shown(row.ends_shown, agreed)
    return Position(
        place=Place(row.guild, row.channel, row.locale),
        host=row.host,
        rules=rules,
        secret=_random_bytes(row.secret),
        entries=entries,
        invited=tuple((await tx.execute(invited.order_by(invitations.c.user))).scalars()),
        status=Status(row.status),
        opened_at=row.opened_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        lobby_end=LobbyEnd(row.lobby_end) if row.lobby_end else None,
        game=game,
        alarms=await clocks.of_match(tx, match),
    )


async def live(tx: AsyncConnection) -> list[MatchId]:
    """The matches in which something can happen still, the oldest first."""
    status = matches.c.status.in_([Status.LOBBY.value, Status.PLAYING.value])
    return list((await tx.execute(sa.select(matches.c.id).where(status).order_by(matches.c.id))).scalars())


def _random_bytes(value: object) -> bytes:
    """A secret or a seed as it was stored. Raises ValueError for anything else."""
    if not isinstance(value, bytes) or len(value) != SECRET_BYTES:
        raise ValueError("not 32 bytes")
    return value


def _moving(position: Position) -> dict[str, Any]:
    """The columns of a match that change."""
    game = position.game
    return {
        "channel": position.place.channel,
        "options": json.dumps(position.rules.changed(), sort_keys=True),
        "status": position.status.value,
        "host": position.host,
        "seed": game.shuffles.seed if game else None,
        "ends_shown": game.ends_shown if game else 0,
        "lobby_end": position.lobby_end.value if position.lobby_end else None,
        "started_at": position.started_at,
        "ended_at": position.ended_at,
    }


async def _put_people(tx: AsyncConnection, match: MatchId, entries: tuple[Entry, ...]) -> None:
    rows = [
        {
            "match": match,
            "number": entry.who.number,
            "user": entry.who.user,
            "cpu": entry.who.cpu.value if entry.who.cpu else None,
            "name": entry.who.name,
            "locale": entry.who.locale,
            "join_id": entry.join_id,
            "seat": entry.seat,
        }
        for entry in entries
    ]
    await tx.execute(sa.insert(participants), rows)


async def _put_rest(tx: AsyncConnection, match: MatchId, before: Alarms, change: Change) -> None:
    """What a new match and a changed one have in common."""
    await actions.add(tx, match, change.made)
    await actions.agree(tx, match, change.agreements)
    await clocks.change(tx, match, before, change.after.alarms)


def _entry(row: sa.Row[Any]) -> Entry:
    who = Participant(
        JoinNumber(row.number),
        row.name,
        user=row.user,
        cpu=CpuLevel(row.cpu) if row.cpu else None,
        locale=row.locale,
    )
    return Entry(who, join_id=row.join_id, seat=row.seat)
