"""The bot's rows, read past it, and the matches that they alone make."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import Engine

from bot.ids import ArenaId, MatchId
from bot.maintenance import checking
from bot.match.arenas.view import ArenaView, view_of
from bot.match.hosted_match import HostedMatch
from bot.storage import Store, arenas, matches
from bot.storage.backups.transfer import copy
from bot.storage.database import engines
from bot.storage.database.transactions import transaction
from engine.record.notation import parse_action
from engine.rules.actions import Draw, Move, Resign
from tests.support.processes import databases

DATABASE = "koikoi.db"


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


class ActionLog:
    """The database of a data folder, never written here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def as_left_by_a_kill(self, aside: Path) -> ActionLog:
        """A copy to read while nobody runs: to open the file itself would repair what the next start must."""
        aside.mkdir()
        if databases.on_server():
            copy(databases.database(self._folder), databases.database(aside))
            return ActionLog(aside)
        for suffix in ("", "-wal"):
            source = self._folder / f"{DATABASE}{suffix}"
            if source.exists():
                shutil.copyfile(source, aside / source.name)
        return ActionLog(aside)

    @property
    def path(self) -> Path:
        """The database's file."""
        return self._folder / DATABASE

    def actions(self) -> dict[MatchId, list[Stored]]:
        """The action log of every match."""
        # One query: between two of them an arena may open a match.
        query = (
            "SELECT matches.id, n, action, discord FROM matches LEFT JOIN actions a ON a.match = matches.id "
            "LEFT JOIN participants p ON p.match = a.match AND p.number = a.participant "
            "LEFT JOIN people ON people.id = p.person ORDER BY matches.id, n"
        )
        found: dict[MatchId, list[Stored]] = {}
        for match, n, text, user in self._rows(query):
            rows = found.setdefault(match, [])
            if text is not None:
                action = parse_action(text)
                rows.append(Stored(n, action.player, action.move, user))
        return found

    def moves(self) -> int:
        """Return the number of moves: actions that follow from another one belong to that."""
        ((count,),) = self._rows("SELECT COUNT(DISTINCT match || '/' || step) FROM actions")
        return int(count)

    def times(self, match: MatchId) -> list[float]:
        """Return the time of each action (seconds since 1970)."""
        return [at / 1e6 for (at,) in self._rows("SELECT at FROM actions WHERE match = ? ORDER BY n", match)]

    def wishes(self, match: MatchId) -> list[tuple[float, int]]:
        """Return the times and the people of wishes to go on after a month, in order."""
        rows = self._rows("SELECT at, participant FROM agreements WHERE match = ? ORDER BY at", match)
        return [(at / 1e6, number) for at, number in rows]

    def acted(self, match: MatchId, user: int, *, since: int) -> bool:
        """Whether an action of a user is stored that has this number or a later one."""
        query = (
            "SELECT 1 FROM actions a JOIN participants p ON p.match = a.match AND p.number = a.participant "
            "JOIN people ON people.id = p.person WHERE a.match = ? AND discord = ? AND n >= ? LIMIT 1"
        )
        return bool(self._rows(query, match, user, since))

    def live(self) -> list[MatchId]:
        """Lobbies and matches in play."""
        query = "SELECT id FROM matches WHERE status IN ('lobby', 'playing') ORDER BY id"
        return [MatchId(match) for (match,) in self._rows(query)]

    def finished(self) -> list[MatchId]:
        """Matches that have a result."""
        return [MatchId(match) for (match,) in self._rows("SELECT id FROM matches WHERE status = 'over'")]

    def tables(self) -> dict[MatchId, int]:
        """The public message of each match that has one."""
        query = "SELECT match, message FROM messages WHERE kind = 'table' AND message IS NOT NULL"
        return dict(self._rows(query))

    def hands(self) -> list[Shown]:
        """The live hands."""
        query = (
            "SELECT match, discord, token, target, locale FROM hands "
            "JOIN people ON people.id = person WHERE token IS NOT NULL AND target NOT LIKE ?"
        )
        return [Shown(*row) for row in self._rows(query, "?%")]

    def deadlines(self) -> dict[tuple[MatchId, str, int], float]:
        """Return the time when each clock is due (seconds since 1970), by match, kind and mark."""
        rows = self._rows("SELECT match, kind, mark, due_at FROM clocks")
        return {(MatchId(match), kind, mark): due / 1e6 for match, kind, mark, due in rows}

    async def faults(self) -> list[str]:
        """Return the findings of `koikoi check`: missing or wrong results, lists that do not add up."""
        store = Store(databases.database(self._folder))
        try:
            return [fault async for fault in checking.faults(store)]
        finally:
            await store.close()

    async def hosted(self, match: MatchId) -> HostedMatch:
        """A match made again from its rows, every action judged by the engine again."""
        with self._reading() as tx:
            found = matches.load(tx, match)
        assert found is not None
        return found

    def arena(self, arena: int) -> ArenaView:
        """An arena made again from its rows."""
        with self._reading() as tx:
            found = arenas.find(tx, ArenaId(arena))
        assert found is not None
        return view_of(found.evening, found.host_name)

    @cached_property
    def _engine(self) -> Engine:
        """One for all readings: it keeps the statements that it has compiled."""
        return engines.readers(databases.database(self._folder))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with transaction(self._engine) as tx:
                yield tx
        finally:
            # A bot that is killed is the last to have the file open.
            self._engine.dispose()

    def _rows(self, query: str, *values: object) -> Sequence[Any]:
        return databases.rows(self._folder, query, *values)
