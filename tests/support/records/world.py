"""A small world of results: matches that were never played, stored and counted as those that are."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId, UserId
from bot.match.verdict import UNCOUNTED, Unrated
from bot.records import periods
from bot.records.boards import Leaderboard, Query
from bot.records.results import Feats
from bot.storage import Store
from bot.storage.database.schema import matches, participants, result_players, results
from bot.storage.database.schema import people as people_table
from bot.storage.records import boards, counting
from bot.storage.settings import persons, servers
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.manager_fixture import put_new_database
from tests.support.processes.databases import database

HERE, THERE = GuildId(1), GuildId(2)
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea", "Max")


def user(name: str) -> UserId:
    """The user with a name."""
    return UserId(100 + NAMES.index(name))


@dataclass(frozen=True, slots=True)
class Seat:
    """The result of a match for one person."""

    name: str
    place: int
    net: int = 0
    best_month: int = 0
    best_yaku: int = 0
    yaku: YakuId | None = None


def won(winner: str, *losers: str, net: int = 10, best_month: int = 7) -> tuple[Seat, ...]:
    """A match that one wins, who takes as much from each of the others."""
    first = Seat(winner, 1, net * len(losers), best_month, 5, YakuId.SANKO)
    return (first, *(Seat(name, 2, -net) for name in losers))


@dataclass
class World:
    """A database with people, servers and results. `users`: whose Discord ids are not the usual ones."""

    store: Store
    users: Mapping[str, UserId] = field(default_factory=dict)
    numbers: dict[UserId, int] = field(default_factory=dict)
    count: int = 0

    def user(self, name: str) -> UserId:
        """Somebody's Discord id."""
        return self.users.get(name) or user(name)

    async def guild(self, row: ServerRow) -> None:
        """Set a server up."""
        with self.store.writing() as tx:
            servers.save(tx, row)

    async def match(
        self,
        at: datetime,
        seats: Sequence[Seat],
        *,
        guild: GuildId = HERE,
        rules: RuleSetId = RuleSetId.CLASSIC,
        months: int = 3,
        unrated: Unrated | None = None,
    ) -> MatchId:
        """Store a result and count it."""
        with self.store.writing() as tx:
            self.count += 1
            match = MatchId(self.count)
            self._begun(tx, match, at, seats, (guild, rules))
            zone = servers.get(tx, guild).zone
            row = {
                "match": match,
                "how": "played",
                "months": months,
                "unrated": unrated.value if unrated else None,
                "counts": unrated not in UNCOUNTED,
                "day": periods.day(at, zone),
                "judged": True,  # it has no actions by which to judge it
            }
            tx.execute(sa.insert(results).values(**row))
            tx.execute(sa.insert(result_players), [self._player(match, *one) for one in enumerate(seats)])
            counting.count(tx, match)
        return match

    def _begun(
        self,
        tx: Connection,
        match: MatchId,
        at: datetime,
        seats: Sequence[Seat],
        where: tuple[GuildId, RuleSetId],
    ) -> None:
        guild, rules = where
        self.numbers |= persons.met(tx, {self.user(one.name): one.name for one in seats}, at)
        servers.met(tx, guild, servers.get(tx, guild).locale or "en")
        row = {
            "id": match,
            "status": "over",
            "guild": guild,
            "channel": 10,
            "locale": "en",
            "host": self.numbers[self.user(seats[0].name)],
            "rules": rules.value,
            "options": "{}",
            "secret": bytes(32),
            "seed": bytes(32),
            "ends_shown": 3,
            "opened_at": at,
            "started_at": at,
            "ended_at": at,
        }
        tx.execute(sa.insert(matches).values(**row))
        joined = [
            {
                "match": match,
                "number": n,
                "person": self.numbers[self.user(one.name)],
                "name": one.name,
                "locale": "en",
                "join_id": n,
                "seat": n,
            }
            for n, one in enumerate(seats)
        ]
        tx.execute(sa.insert(participants), joined)

    def _player(self, match: MatchId, seat: int, one: Seat) -> dict[str, object]:
        return {
            "match": match,
            "seat": seat,
            "number": seat,
            "person": self.numbers[self.user(one.name)],
            "place": one.place,
            "score": one.net,
            "net": one.net,
            "months_won": 0,
            "points_won": 0,
            "best_month": one.best_month,
            "best_yaku": one.best_yaku,
            "best_yaku_id": one.yaku.value if one.yaku else None,
            "calls": 0,
            "calls_won": 0,
            "feats": json.dumps(asdict(Feats())),
        }

    async def hide(self, name: str) -> None:
        """Somebody opts out of lists."""
        await self._person(name, hidden=True)

    async def delete(self, name: str) -> None:
        """Somebody deletes themself; what they were stays, and nobody knows whose it was."""
        await self._person(name, discord=None)

    async def _person(self, name: str, **values: object) -> None:
        changed = sa.update(people_table).where(people_table.c.id == self.numbers[self.user(name)])
        with self.store.writing() as tx:
            tx.execute(changed.values(**values))

    async def board(
        self, query: Query | None = None, *, viewer: str | None = None, now: datetime = NOW
    ) -> Leaderboard:
        """A list as somebody sees it."""
        seen_by = None if viewer is None else self.user(viewer)
        with self.store.reading() as tx:
            return boards.leaderboard(tx, query or Query(HERE), viewer=seen_by, now=now)


@asynccontextmanager
async def world(folder: Path, users: Mapping[str, UserId] | None = None) -> AsyncIterator[World]:
    """An empty one."""
    put_new_database(folder)
    store = await Store.open(database(folder))
    try:
        yield World(store, users or {})
    finally:
        await store.close()
