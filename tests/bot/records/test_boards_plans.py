"""The reading of leaderboards: by indexes, whatever is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.records.boards import Measure, Query, Scope, When
from bot.storage import Store
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RuleSetId
from tests.support.records.world import HERE, NAMES, NOW, THERE, won, world

BIG = re.compile(r"\bSCAN (standings|people|overall|results|result_players|matches)\b")
Statement = tuple[str, Any]


@contextmanager
def asked(store: Store) -> Iterator[list[Statement]]:
    """Every statement that readers execute meanwhile, with its parameters."""
    told: list[Statement] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            told.append((statement, parameters))

    engine = store._readers
    sa.event.listen(engine, "before_cursor_execute", note)
    yield told
    sa.event.remove(engine, "before_cursor_execute", note)


async def plan(store: Store, statement: Statement) -> str:
    """Return SQLite's plan for a statement."""
    with store.reading() as tx:
        rows = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement[0]}", statement[1])
        return "\n".join(row[-1] for row in rows)


@pytest.mark.outside
async def test_lists_are_read_by_indexes(tmp_path: Path) -> None:
    """No statement of any list goes through all standings, people, ratings or results."""
    async with world(tmp_path) as here:
        for guild in (HERE, THERE):
            await here.guild(ServerRow(guild, "en", shares=True))
            for n, name in enumerate(NAMES[:-1]):
                await here.match(NOW - timedelta(days=30 * n), won(name, NAMES[-1]), guild=guild)
        with asked(here.store) as told:
            periods = (None, *When, "s1", "m2026-01")
            for period, measure, scope in product(periods, Measure, Scope):
                for rules in (None, RuleSetId.CLASSIC):
                    await here.board(Query(HERE, rules, period, measure, scope), viewer="Ann")
        statements = dict(told)
        assert any("standings" in each for each in statements)
        assert any("overall" in each for each in statements)
        for statement in statements.items():
            said = await plan(here.store, statement)
            assert not BIG.search(said), f"{statement[0]}\n{said}"
