"""`koikoi copy-database`: a whole database from SQLite to PostgreSQL or back.

It imports what it needs when it runs, as all commands do.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.maintenance.terminal import stop

if TYPE_CHECKING:
    from bot.storage.database.address import Address


@click.command("copy-database")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_database(source: str, target: str) -> None:
    """Copy the whole database FROM one TO another, an empty one, while no bot runs on either.

    Each is a file of SQLite or an address, postgresql://user:password@host/database. Matches in play go on
    there once KOIKOI_DATABASE names it; FROM stays as it was.
    """
    from bot.errors import StorageError
    from bot.storage.backups.transfer import TransferError, copy
    from bot.storage.database import address
    from bot.storage.database.lock import DataFolderError

    old, new = _parsed(source, "FROM"), _parsed(target, "TO")
    if old == new:
        stop(f"{address.display_name(old)} is both; nothing was copied.")
    if not address.is_there(old):
        stop(f"There is no database {address.display_name(old)}.")
    try:
        with ExitStack() as held:
            _hold(held, old, new)
            copied = copy(old, new)
    except (DataFolderError, TransferError) as error:
        stop(str(error))
    except StorageError as error:
        stop(
            f"Nothing was copied: one of the two databases cannot be used ({error.why or error.kind.value})."
        )
    for table, rows in copied.items():
        click.echo(f"{table}: {rows}")
    click.echo(f"{sum(copied.values())} rows are in {address.display_name(new)} now.")


def _parsed(text: str, name: str) -> Address:
    from bot.storage.database import address

    try:
        return address.parsed(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=name) from None


def _hold(held: ExitStack, *databases: Address) -> None:
    """Take what a bot on one of these would hold. Raises DataFolderError, StorageError."""
    from bot.storage.database.lock import DataLock
    from bot.storage.owners.exclusive import exclusive_server

    for folder in dict.fromkeys(each.absolute().parent for each in databases if isinstance(each, Path)):
        held.enter_context(DataLock(folder))
    for each in databases:
        if not isinstance(each, Path):
            held.enter_context(exclusive_server(each))
