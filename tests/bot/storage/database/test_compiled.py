"""Statements are compiled once for all engines of a process."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from bot.storage import Store
from tests.support.manager_fixture import put_new_database
from tests.support.processes.databases import database

pytestmark = pytest.mark.databases


async def test_what_one_store_has_asked_the_next_one_asks_without_compiling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All stores' writers and readers together compile a statement once, and each answers again."""
    compiled, compile_it = list[str](), SQLCompiler.__init__

    def counted(self: SQLCompiler, *values: object, **options: object) -> None:
        compile_it(self, *values, **options)  # type: ignore[arg-type]
        compiled.append(str(self))

    monkeypatch.setattr(SQLCompiler, "__init__", counted)
    answers = []
    for number in range(4):
        put_new_database(folder := tmp_path / str(number // 2))
        store = await Store.open(database(folder))
        for ask in (store.write, store.read):
            answers.append(await ask(_asked_once, number))
        await store.close()
    assert answers == [0, 0, 1, 1, 2, 2, 3, 3]
    assert sum("asked_once" in each for each in compiled) == 1


def _asked_once(tx: sa.Connection, number: int) -> int | None:
    return tx.scalar(sa.select(sa.literal(number).label("asked_once")))
