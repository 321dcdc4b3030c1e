"""Databases for measuring, made quickly: a few matches are really played, their rows are copied."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.vocabulary import Person, Place
from bot.storage.backups.transfer import copy
from bot.storage.database.schema import metadata
from engine.rules.options import make_rules
from tests.support.manager_fixture import running_service
from tests.support.processes import databases

TEMPLATES = 12
"""Matches in play that are really played, each to another depth."""
OF_MATCH = ("participants", "actions", "clocks")
OF_ENDED = ("participants", "logs", "results", "result_players", "result_yaku", "messages")


@dataclass(frozen=True, slots=True)
class Seat:
    """A match that is to be there: in which server and channel, and between whom."""

    guild: int
    channel: int
    users: tuple[int, int]


async def fill(folder: Path, live: Sequence[Seat], finished: int) -> None:
    """Make the folder's database of these live matches and `finished` ones, with two people each.

    It is made as a file, and copied where it is to be on a server.
    """
    with databases.choosing("sqlite"):
        await _fill_file(folder, live, finished)
    if not isinstance(target := databases.database(folder), Path):
        await asyncio.to_thread(copy, file := folder / databases.NAME, target)
        file.unlink()


async def _fill_file(folder: Path, live: Sequence[Seat], finished: int) -> None:
    place = Place(GuildId(live[0].guild), ChannelId(1), "en-US")
    made: list[MatchId] = []
    async with running_service(folder) as service:
        for number in range(TEMPLATES + 1):
            one, other = (Person(UserId(7 + 2 * number + n), f"Template {n}", "en-US", 9) for n in range(2))
            rules = make_rules("classic", {"months": 12 if number else 1})
            match = (await service.manager.open_lobby(place, one, rules)).match
            await service.manager.join(match, other)
            await service.manager.start_match(match, one.user)
            await service.draw(match)
            depth = 2 + 4 * number
            await service.play(match, until=lambda it, depth=depth: it.all_have_played and it.n >= depth)  # type: ignore[misc]
            if not number:
                await service.manager.resign(match, one.user)
            made.append(match)
    ended, *played = made
    with closing(sqlite3.connect(folder / databases.NAME, isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys=ON")
        database.execute("BEGIN")
        _copy_ended(database, ended, finished)
        for guild in {seat.guild for seat in live[1:]} - {live[0].guild}:
            _copy_guild(database, live[0].guild, guild)
        for number, seat in enumerate(live):
            _copy_live(database, played[number % TEMPLATES], seat)
        for match in played:
            database.execute("DELETE FROM matches WHERE id = ?", (match,))
        database.execute("COMMIT")


def _copy_ended(database: sqlite3.Connection, match: MatchId, times: int) -> None:
    """Copy a match that is over, each a minute older than the one before."""
    (base,) = database.execute("SELECT max(id) FROM matches").fetchone()
    database.execute(
        "INSERT OR IGNORE INTO messages (match, kind, channel, message, posted_at)"
        " SELECT id, 'result', 1, 1, ended_at FROM matches WHERE id=?",
        (match,),
    )
    database.execute("CREATE TEMP TABLE numbers AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL "
                     "SELECT i+1 FROM c WHERE i < ?) SELECT i FROM c", (times,))  # fmt: skip
    older = {
        name: f"{name} - (60 + i) * 60000000" for name in ("opened_at", "found_at", "started_at", "ended_at")
    }
    _copy(database, "matches", match, {"id": f"{base} + i", **older})
    for table in OF_ENDED:
        _copy(database, table, match, {"match": f"{base} + i", "counted": "counted + i"})
    database.execute("DROP TABLE numbers")


def _copy(database: sqlite3.Connection, table: str, match: MatchId, changed: Mapping[str, str]) -> None:
    names = [column.name for column in metadata.tables[table].columns]
    values = ", ".join(changed.get(name, name) for name in names)
    key = "id" if table == "matches" else "match"
    database.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table}, numbers WHERE {key} = ?",
        (match,),
    )


def _copy_guild(database: sqlite3.Connection, guild: int, other: int) -> None:
    """Have a further server like another."""
    names = [column.name for column in metadata.tables["guilds"].columns]
    values = ", ".join({"id": str(other)}.get(name, name) for name in names)
    database.execute(
        f"INSERT INTO guilds ({', '.join(names)}) SELECT {values} FROM guilds WHERE id = ?", (guild,)
    )


def _copy_live(database: sqlite3.Connection, match: MatchId, seat: Seat) -> None:
    """Copy a match in play to a channel of its own, with people of its own."""
    now = round(datetime.now(UTC).timestamp() * 1e6)
    for user in seat.users:
        row = (user, user, f"Player {user % 1000}", now)
        database.execute("INSERT INTO people (id, discord, name, hidden, met_at) VALUES (?, ?, ?, 0, ?)", row)
    (new,) = database.execute("SELECT max(id) + 1 FROM matches").fetchone()
    database.execute("CREATE TEMP TABLE numbers AS SELECT 1 AS i")
    moved = {"id": str(new), "guild": str(seat.guild), "channel": str(seat.channel)}
    _copy(database, "matches", match, {**moved, "host": str(seat.users[0]), "secret": "randomblob(32)"})
    people = f"CASE number WHEN 0 THEN {seat.users[0]} ELSE {seat.users[1]} END"
    names = f"'Player ' || (CASE number WHEN 0 THEN {seat.users[0] % 1000} ELSE {seat.users[1] % 1000} END)"
    for table in OF_MATCH:
        _copy(database, table, match, {"match": str(new), "person": people, "name": names})
    database.execute("DROP TABLE numbers")
