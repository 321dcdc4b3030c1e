"""The bot's rows, read past it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.storage import Store, checking
from bot.storage.backups.transfer import copy
from bot.storage.database.transactions import transaction
from tests.support.e2e import snapshot
from tests.support.e2e.snapshot import Shown, Snapshot, Stored
from tests.support.processes import databases

DATABASE = "koikoi.db"
T = TypeVar("T")
P = ParamSpec("P")


class ActionLog:
    """The database of a data folder, never written here.

    Each call reads in a transaction of its own: a check that needs several kinds of rows takes a `snapshot`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def as_left_by_a_kill(self, aside: Path) -> ActionLog:
        """A copy to read while nobody runs: to open the file itself would repair what the next start must."""
        aside.mkdir()
        if databases.on_server():
            copy(databases.database(self.folder), databases.database(aside))
            return ActionLog(aside)
        for suffix in ("", "-wal"):
            source = self.folder / f"{DATABASE}{suffix}"
            if source.exists():
                shutil.copyfile(source, aside / source.name)
        return ActionLog(aside)

    @property
    def path(self) -> Path:
        """The database's file."""
        return self.folder / DATABASE

    def snapshot(self) -> Snapshot:
        """Return all rows of a check."""
        return self._read(Snapshot.of)

    def unchanged(self, since: Snapshot) -> bool:
        """Whether no row has changed since, heartbeats aside."""
        return self._read(snapshot.marks) == since.marks

    def actions(self) -> dict[MatchId, list[Stored]]:
        """The action log of every match."""
        return self._read(snapshot.actions)

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
        return self._read(snapshot.live)

    def tables(self) -> dict[MatchId, int]:
        """The public message of each match that has one."""
        return self._read(snapshot.tables)

    def hands(self) -> list[Shown]:
        """The live hands."""
        return self._read(snapshot.hands)

    def deadlines(self) -> dict[tuple[MatchId, str, int], float]:
        """Return the time when each clock is due (seconds since 1970), by match, kind and mark."""
        return self._read(snapshot.deadlines)

    async def faults(self) -> list[str]:
        """Return the findings of `koikoi check`: missing or wrong results, lists that do not add up."""
        store = Store(databases.database(self.folder))
        try:
            return [fault async for fault in checking.faults(store)]
        finally:
            await store.close()

    async def hosted(self, match: MatchId) -> HostedMatch:
        """A match made again from its rows, every action judged by the engine again."""
        return self._read(snapshot.hosted, match)

    def _read(self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self._reading() as tx:
            return job(tx, *args, **kwargs)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        engine = databases.readers(self.folder)
        try:
            with transaction(engine) as tx:
                yield tx
        finally:
            if not databases.on_server():  # a bot that is killed is the last to have the file open
                engine.dispose()

    def _rows(self, query: str, *values: object) -> Sequence[Any]:
        return databases.rows(self.folder, query, *values)
