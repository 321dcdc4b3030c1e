"""Matches that were played elsewhere and taken in from a file.

Each has a row of `matches`, whose number leads to it as to any other, and nothing else. It is a closed lobby
in which nobody sat, so that no list, no rating and no person's export knows of it.
"""

from __future__ import annotations

import zlib
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId
from bot.match import match_file
from bot.match.match_file import MatchFile
from bot.match.vocabulary import MatchClock, Status
from bot.storage.database.schema import matches, people
from bot.storage.settings import servers
from bot.storage.settings.persons import new_number
from engine.record.shuffle import SECRET_BYTES

LOCALE = "en"
"""Of a match that nobody has played here; its readers have their own."""


def add(tx: Connection, file: MatchFile, guild: GuildId | None, now: datetime) -> tuple[MatchId, bool]:
    """Store a match that was read from a file; gives its number, and whether it is new.

    `guild`: where it can be opened; the bot meets that server now if it has not before.
    """
    packed = zlib.compress(match_file.dumps(file), 9)
    same = sa.select(matches.c.id).where(matches.c.imported == packed)
    if (known := tx.execute(same).scalar()) is not None:
        return MatchId(known), False
    if guild is not None:
        servers.there(tx, guild, LOCALE)
    nobody = new_number()
    tx.execute(sa.insert(people).values(id=nobody, name="", hidden=True, met_at=now))
    record = file.parsed()
    stored = sa.insert(matches).values(
        status=Status.CLOSED.value,
        guild=guild,
        locale=LOCALE,
        host=nobody,
        rules=record.rules.id.value,
        options="{}",
        secret=bytes(SECRET_BYTES),
        ends_shown=0,
        opened_at=now,
        ended_at=now,
        clock=MatchClock.OFF.value,
        rated=False,
        imported=packed,
    )
    made = tx.execute(stored).inserted_primary_key
    assert made is not None
    return MatchId(made[0]), True


def load(tx: Connection, match: MatchId) -> tuple[MatchFile, GuildId | None, datetime] | None:
    """An imported match, where it can be opened, and since when it is there; None for any other number.

    Raises EngineError, zlib.error or ValueError where its row is broken.
    """
    query = sa.select(matches.c.imported, matches.c.guild, matches.c.opened_at).where(matches.c.id == match)
    row = tx.execute(query).first()
    if row is None or row.imported is None:
        return None
    return match_file.loads(zlib.decompress(row.imported)), row.guild, row.opened_at
