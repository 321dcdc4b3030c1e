"""`koikoi backup` and `koikoi restore`: copies of a database that is a file.

Each imports what it needs when it runs, as all commands do.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.maintenance.terminal import USAGE_ERROR, replays, stop, storage_sentence, whole_output
from bot.maintenance.terminal import settings as read_settings
from engine.terminal import print_error, standard_input

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.storage import Store
    from bot.storage.backups.incoming import Source

SILENT_SECONDS = 5.0
"""The time after which it is told why the command has not ended yet."""


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, a new one, while the bot runs or not; `-` is standard output.

    Then it replays matches for some seconds, and names those that do not agree with what is stored of them.
    """
    settings = _with_a_file("pg_dump --format=custom --file=FILE")
    from bot.storage.backups.backup import BackupError, stream
    from bot.storage.backups.backup import backup as copy

    try:
        if file == Path("-"):
            with whole_output() as out:
                asyncio.run(stream(settings.database_file, out))
        else:
            click.echo(f"{file}: {asyncio.run(copy(settings.database_file, file))} bytes")
    except BackupError as error:
        stop(str(error))
    with _beyond():
        _look(settings)


@click.command()
@click.argument("file", type=click.Path(readable=False, allow_dash=True, path_type=Path))
def restore(file: Path) -> None:
    """Put FILE, a copy, in the database's place while no bot runs; `-` is standard input.

    The file is looked through first; the database that it replaces is kept under another name. Then standings
    and ratings are made anew, and matches are replayed for some seconds: those that do not agree with what is
    stored of them are named, and stay as they are. Ctrl-C ends that, and the bot does the rest.
    """
    settings = _with_a_file("pg_restore --clean --if-exists --single-transaction --dbname=DATABASE FILE")
    from bot.storage.backups.incoming import RestoreError
    from bot.storage.backups.restore import restore as put_back
    from bot.storage.database.lock import DataFolderError, DataLock

    try:
        with DataLock(settings.data):
            with _source(file) as source:
                done = put_back(source, settings.database_file, now=datetime.now(UTC))
            brought = f", brought to revision {done.applied[-1]}" if done.applied else ""
            old = "there was no other before"
            if done.aside is not None:
                old = f"the old one is {done.aside.absolute()}, kept for {settings.copy_days:g} days"
            click.echo(f"{source.name} is the database now{brought}; {old}.")
            with _beyond():
                _derive(settings)
    except (DataFolderError, RestoreError) as error:
        stop(str(error))
    with _beyond():
        _look(settings)


@contextmanager
def _beyond() -> Iterator[None]:
    """Inside, a command has done what it was asked for: Ctrl-C ends the rest of it, and it has not failed."""
    try:
        yield
    except KeyboardInterrupt:
        print_error("Ended early. koikoi check replays all matches.")
        sys.exit(0)


def _derive(settings: Settings) -> None:
    """Make what is made of matches; the bot goes on with it at its start where this is ended."""
    from bot import log
    from bot.config import LogLevel
    from bot.storage import backlog

    log.configure(LogLevel.ERROR, settings.log_format)
    try:
        _afterwards(
            settings,
            backlog.work_through,
            "Standings and ratings are made anew; Ctrl-C leaves it to the bot.",
        )
    except backlog.BROKEN as error:
        print_error(
            f"Standings and ratings cannot be made anew ({type(error).__name__}); koikoi check tells more."
        )


def _look(settings: Settings) -> None:
    """Replay matches for some seconds, and name those that do not agree with what is stored of them."""
    from bot.storage import checking
    from bot.storage.database.migrate import pending

    async def job(store: Store) -> None:
        if pending(settings.database_file):
            return  # an update will bring it to what this version reads
        found = await checking.look(store, tell=replays())
        for fault in found.found:
            print_error(fault)
        if (wrong := len(found.found)) > 0:
            things = "One thing does" if wrong == 1 else f"{wrong} things do"
            print_error(f"{things} not agree; all stays as it is, and the bot runs on it.")
        if found.replayed < found.matches:
            print_error(
                f"{found.replayed} of {found.matches} matches were replayed; koikoi check replays all."
            )

    _afterwards(settings, job, "Matches are replayed; Ctrl-C ends that, and the bot may run.")


def _afterwards(settings: Settings, job: Callable[[Store], Awaitable[None]], told: str) -> None:
    """Do a job on the database; say why the command goes on where that takes a while.

    What keeps the database from being used is told, and no failure of the command.
    """
    from bot.errors import StorageError
    from bot.storage import Store

    async def run() -> None:
        store = Store(settings.database_file)
        doing = asyncio.ensure_future(job(store))
        try:
            if not (await asyncio.wait({doing}, timeout=SILENT_SECONDS))[0]:
                print_error(told)
            await doing
        finally:
            doing.cancel()
            await store.close()

    try:
        asyncio.run(run())
    except StorageError as error:
        print_error(storage_sentence(settings, error))


def _with_a_file(instead: str) -> Settings:
    """The settings where the database is a file, or the end of the process with what does it on a server."""
    settings = read_settings()
    if settings.database is not None:
        stop(f"The database is PostgreSQL's, whose own programs copy it: {instead}", status=USAGE_ERROR)
    return settings


def _source(file: Path) -> AbstractContextManager[Source]:
    """Return the copy to restore; end the process where nothing is at standard input."""
    from bot.storage.backups.incoming import Source, opened

    if file != Path("-"):
        return opened(file)
    stream = standard_input()
    if stream.isatty():
        stop("Nothing comes from standard input; name a file, or write `< FILE`.", status=USAGE_ERROR)
    return nullcontext(Source("Standard input", stream))
