"""The rows that a check needs, read past the bot in one transaction: it may go on meanwhile.

The functions read from a transaction; a `Snapshot` is what they all have read from the same one. Where a
screen is compared with rows, `until_alike` looks at both while no row changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ArenaId, MatchId
from bot.match.arenas.view import ArenaView, view_of
from bot.match.hosted_match import HostedMatch
from bot.storage import arenas as arena_rows
from bot.storage import matches as match_rows
from bot.storage.database.schema import heartbeats, metadata
from engine.record.notation import parse_action
from engine.rules.actions import Draw, Move, Resign
from tests.support import waiting

LOOK_SECONDS = 0.2
"""Seconds between two looks at all rows."""
CALLED_OFF, OVER = "called_off", "over"


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the action log. `user` is None unless a person made it."""

    n: int
    player: int
    move: Move
    user: int | None

    @property
    def answers_a_hand(self) -> bool:
        """Whether a button of a hand made it, which names its question."""
        return self.user is not None and not isinstance(self.move, Draw | Resign)


@dataclass(frozen=True, slots=True)
class Shown:
    """A row that says which message is a player's live hand."""

    match: MatchId
    user: int
    token: str
    target: str
    locale: str


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena that was not called off, with the messages that show it."""

    number: int
    guild: int
    status: str
    message: int | None
    poster: int | None
    view: ArenaView


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of an arena. `people` are at its table while it goes on; `places` is their sum at its end."""

    match: MatchId
    arena: int
    status: str
    started: bool
    people: tuple[int, ...]
    places: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The rows of one moment."""

    marks: tuple[object, ...]
    """Everything that is stored, heartbeats aside: equal where nothing has changed."""
    actions: Mapping[MatchId, list[Stored]]
    live: Mapping[MatchId, HostedMatch]
    """Lobbies and matches in play, made again from their rows."""
    finished: Sequence[MatchId]
    unjudged: Sequence[MatchId]
    tables: Mapping[MatchId, int]
    hands: Sequence[Shown]
    deadlines: Mapping[tuple[MatchId, str, int], float]
    guilds: Mapping[MatchId, int]
    arenas: Sequence[Arena]
    bouts: Sequence[Bout]

    @classmethod
    def of(cls, tx: Connection) -> Snapshot:
        """Return what a transaction sees."""
        return cls(
            marks=marks(tx),
            actions=actions(tx),
            live={match: hosted(tx, match) for match in live(tx)},
            finished=finished(tx),
            unjudged=unjudged(tx),
            tables=tables(tx),
            hands=hands(tx),
            deadlines=deadlines(tx),
            guilds={MatchId(match): guild for match, guild in _rows(tx, "SELECT id, guild FROM matches")},
            arenas=arenas(tx),
            bouts=bouts(tx),
        )

    @property
    def going_on(self) -> list[tuple[int, str]]:
        """Return the arenas that are not over, each with its status."""
        return [(each.number, each.status) for each in self.arenas if each.status != OVER]


class Source(Protocol):
    """A database of which snapshots are taken."""

    def snapshot(self) -> Snapshot:
        """Return its rows now."""

    def unchanged(self, since: Snapshot) -> bool:
        """Whether it has the same rows still."""


async def until_alike(
    source: Source,
    look: Callable[[Snapshot], str | None],
    *,
    why: Callable[[], object] | None = None,
    moving: Callable[[], object] | None = None,
    every: float = LOOK_SECONDS,
) -> None:
    """Wait until a look at rows and screens finds nothing amiss, and no row has changed after it.

    Raises StandstillError with what is amiss, or `why`. Rows are read in a thread: the loop has to serve.
    """
    amiss: str | None = None

    async def alike() -> bool:
        nonlocal amiss
        rows = await asyncio.to_thread(source.snapshot)
        amiss = look(rows)
        if amiss is None and not await asyncio.to_thread(source.unchanged, rows):
            amiss = "rows change"
        return amiss is None

    holds: Callable[[], object] = alike
    await waiting.until(holds, why=why or (lambda: amiss), moving=moving, every=every)


def marks(tx: Connection) -> tuple[object, ...]:
    """Return every row but heartbeats, and of the actions, to which rows are only added, the number."""
    stored = [
        each.name for each in metadata.sorted_tables if each not in {heartbeats, metadata.tables["actions"]}
    ]
    whole = tuple(tuple(map(tuple, _rows(tx, f"SELECT * FROM {name}"))) for name in stored)
    return (*whole, _rows(tx, "SELECT COUNT(*) FROM actions")[0][0])


def actions(tx: Connection) -> dict[MatchId, list[Stored]]:
    """Return the action log of every match."""
    query = (
        "SELECT matches.id, n, action, discord FROM matches LEFT JOIN actions a ON a.match = matches.id "
        "LEFT JOIN participants p ON p.match = a.match AND p.number = a.participant "
        "LEFT JOIN people ON people.id = p.person ORDER BY matches.id, n"
    )
    found: dict[MatchId, list[Stored]] = {}
    for match, n, text, user in _rows(tx, query):
        rows = found.setdefault(MatchId(match), [])
        if text is not None:
            action = parse_action(text)
            rows.append(Stored(n, action.player, action.move, user))
    return found


def live(tx: Connection) -> list[MatchId]:
    """Return the lobbies and the matches in play."""
    return _matches(tx, "SELECT id FROM matches WHERE status IN ('lobby', 'playing') ORDER BY id")


def finished(tx: Connection) -> list[MatchId]:
    """Return the matches that have a result."""
    return _matches(tx, "SELECT id FROM matches WHERE status = 'over'")


def unjudged(tx: Connection) -> list[MatchId]:
    """Return the matches whose results wait for the judge."""
    return _matches(tx, "SELECT match FROM results WHERE NOT judged")


def tables(tx: Connection) -> dict[MatchId, int]:
    """Return the public message of each match that has one."""
    query = "SELECT match, message FROM messages WHERE kind = 'table' AND message IS NOT NULL"
    return {MatchId(match): message for match, message in _rows(tx, query)}


def hands(tx: Connection) -> list[Shown]:
    """Return the live hands."""
    query = (
        "SELECT match, discord, token, target, locale FROM hands "
        "JOIN people ON people.id = person WHERE token IS NOT NULL AND target NOT LIKE :gone"
    )
    return [Shown(*row) for row in _rows(tx, query, gone="?%")]


def deadlines(tx: Connection) -> dict[tuple[MatchId, str, int], float]:
    """Return the time when each clock is due (seconds since 1970), by match, kind and mark."""
    rows = _rows(tx, "SELECT match, kind, mark, due_at FROM clocks")
    return {(MatchId(match), kind, mark): due / 1e6 for match, kind, mark, due in rows}


def arenas(tx: Connection) -> list[Arena]:
    """Return the arenas, each made again from its rows."""
    query = "SELECT id, guild, status, message, poster FROM arenas WHERE status <> :called_off ORDER BY id"
    found = []
    for number, guild, status, message, poster in _rows(tx, query, called_off=CALLED_OFF):
        stored = arena_rows.find(tx, ArenaId(number))
        assert stored is not None
        found.append(Arena(number, guild, status, message, poster, view_of(stored.evening, stored.host_name)))
    return found


def bouts(tx: Connection) -> list[Bout]:
    """Return the matches of arenas."""
    seated: dict[int, list[int]] = {}
    query = (
        "SELECT match, person FROM participants JOIN matches ON id = match WHERE arena IS NOT NULL "
        "AND status IN ('lobby', 'playing') AND person IS NOT NULL"
    )
    for match, person in _rows(tx, query):
        seated.setdefault(match, []).append(person)
    query = (
        "SELECT id, arena, status, started_at IS NOT NULL, SUM(place), COUNT(results.match) FROM matches "
        "LEFT JOIN results ON results.match = id LEFT JOIN result_players ON result_players.match = id "
        "WHERE arena IS NOT NULL GROUP BY id, arena, status, started_at ORDER BY id"
    )
    return [
        Bout(
            *(MatchId(match), arena, status, bool(started), tuple(seated.get(match, ()))),
            places=int(places or 0) if has_result else None,
        )
        for match, arena, status, started, places, has_result in _rows(tx, query)
    ]


def hosted(tx: Connection, match: MatchId) -> HostedMatch:
    """Return a match made again from its rows, every action judged by the engine again."""
    found = match_rows.load(tx, match)
    assert found is not None
    return found


def _matches(tx: Connection, query: str) -> list[MatchId]:
    return [MatchId(match) for (match,) in _rows(tx, query)]


def _rows(tx: Connection, query: str, **values: object) -> Sequence[Any]:
    return tx.execute(sa.text(query), values).all()
