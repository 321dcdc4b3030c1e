"""A whole database from SQLite to PostgreSQL or back: every row of every table, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.pool import NullPool

from bot.errors import StorageError, StorageErrorKind
from bot.storage.database import engines, server
from bot.storage.database.address import Address, display_name, is_there
from bot.storage.database.migrate import how_to_pass, migrate, pending, revisions
from bot.storage.database.schema import metadata
from bot.storage.database.transactions import transaction

ROWS = 1000
"""The number of rows on their way at once."""


class TransferError(Exception):
    """Nothing was copied; the text is one sentence for the person who asked for it."""


def copy(source: Address, target: Address) -> Mapping[str, int]:
    """Copy all rows into a database that has none (made if there is none); how many, by table.

    One that has these very rows already is left as it is: a copy that was interrupted can be asked for again.

    The caller sees to it that no bot runs on either. What is copied are the rows of one moment, stored at
    once; new matches go on with the next number. Raises TransferError, StorageError; blocks.
    """
    _must_be_of_today(source)
    if _pending(target) not in {(), revisions()}:
        raise TransferError(f"{display_name(target)} is not empty: it is a database of an older version.")
    migrate(target)
    copied = {}
    with _reading(source) as old, _writing(target) as new:
        if (filled := _with_rows(new)) is None:
            for table in metadata.sorted_tables:
                _copy_rows(old, new, table)
            _go_on_counting(old, new)
        elif not all(_same_rows(old, new, table) for table in metadata.sorted_tables):
            raise TransferError(f"{display_name(target)} is not empty: it has rows of {filled.name}.")
        for table in metadata.sorted_tables:
            copied[table.name] = _count(new, table)
            if copied[table.name] != (there := _count(old, table)):
                raise TransferError(f"Of {there} rows of {table.name} {copied[table.name]} arrived.")
    return copied


def _must_be_of_today(source: Address) -> None:
    if not is_there(source):
        raise TransferError(f"There is no database {display_name(source)}.")
    if _pending(source):
        raise TransferError(
            f"{display_name(source)} is empty or of an older version; koikoi migrate updates it."
        )


def _pending(of: Address) -> tuple[str, ...]:
    """Return the revisions that a database lacks. Raises TransferError where it is too old for them."""
    try:
        return pending(of)
    except StorageError as error:
        if error.kind is not StorageErrorKind.OLDER:
            raise
        told = "; ".join(how_to_pass(error, "start the bot once"))
        raise TransferError(f"{display_name(of)} {told}.") from error


def _with_rows(tx: Connection) -> sa.Table | None:
    """Return a table that has rows; None where none has."""
    for table in metadata.sorted_tables:
        if tx.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None:
            return table
    return None


def _same_rows(old: Connection, new: Connection, table: sa.Table) -> bool:
    """Whether both have the same rows: a copy that was killed before it could say that it was done."""
    return _count(old, table) == _count(new, table) and _digest(old, table) == _digest(new, table)


def _digest(tx: Connection, table: sa.Table) -> int:
    """Return a number for all rows of a table, in whatever order a database's collation gives them."""
    rows = tx.execute(sa.select(table).execution_options(yield_per=ROWS))
    digests = (sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest() for row in rows)
    return sum(int.from_bytes(each) for each in digests)


def _copy_rows(old: Connection, new: Connection, table: sa.Table) -> None:
    """Copy a table. SQLite takes what PostgreSQL refuses, as a text longer than its column."""
    query = sa.select(table).order_by(*table.primary_key).execution_options(yield_per=ROWS)
    try:
        for rows in old.execute(query).partitions():
            new.execute(sa.insert(table), [dict(row._mapping) for row in rows])
    except (DataError, IntegrityError, ValueError, TypeError, OverflowError) as error:
        raise TransferError(
            f"A row of {table.name} cannot be copied ({type(error).__name__}); nothing was."
        ) from error


def _count(tx: Connection, table: sa.Table) -> int:
    return int(tx.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _go_on_counting(old: Connection, new: Connection) -> None:
    """No number is given twice, of rows neither that are there nor that were deleted."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        highest = new.execute(sa.select(sa.func.coalesce(sa.func.max(column), 0))).scalar_one()
        last = max(_last_given(old, table), highest)
        if last and new.dialect.name == "sqlite":
            new.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            if table.dialect_options["sqlite"]["autoincrement"]:
                row = {"name": table.name, "seq": last}
                new.execute(sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), row)
        elif last:
            new.execute(sa.select(sa.func.setval(_sequence(table), last)))


def _last_given(tx: Connection, table: sa.Table) -> int:
    """The last number that a table has given; 0 where it has given none, or does not remember."""
    if tx.dialect.name == "sqlite":
        query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return int(tx.execute(query, {"name": table.name}).scalar() or 0)
    last = sa.func.pg_sequence_last_value(_sequence(table))
    return int(tx.execute(sa.select(sa.func.coalesce(last, 0))).scalar_one())


def _sequence(table: sa.Table) -> sa.ColumnElement[Any]:
    """Return the sequence that numbers the rows of a table on PostgreSQL."""
    assert table.autoincrement_column is not None
    return sa.cast(sa.func.pg_get_serial_sequence(table.name, table.autoincrement_column.name), REGCLASS)


@contextmanager
def _reading(source: Address) -> Iterator[Connection]:
    """One moment of a database."""
    if isinstance(source, Path):
        # Rows one after another, as the bot's own cursors do not give them.
        engine = create_engine(
            engines.url(source, driver="pysqlite"), poolclass=NullPool, connect_args={"isolation_level": None}
        )
        engines.prepare(engine, begin="BEGIN", pragmas=("query_only=ON",))
    else:
        engine = server.single(source, isolation_level="REPEATABLE READ")
    with _disposed(engine) as tx:
        yield tx


@contextmanager
def _writing(target: Address) -> Iterator[Connection]:
    engine = engines.writer(target) if isinstance(target, Path) else server.single(target)
    with _disposed(engine) as tx:
        yield tx


@contextmanager
def _disposed(engine: Engine) -> Iterator[Connection]:
    """A transaction of an engine that is used once."""
    try:
        with transaction(engine) as tx:
            yield tx
    finally:
        engine.dispose()
