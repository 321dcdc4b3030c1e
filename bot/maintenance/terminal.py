"""Shared by the commands of the command line: settings, output, and the sentences with which they end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import gc
import os
import stat
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TypeVar

import click

from engine import terminal

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.errors import StorageError
    from bot.storage import Store
    from bot.storage.database.address import Address

T = TypeVar("T")
USAGE_ERROR = 2
TELL_SECONDS = 5.0
"""The pause between two lines of progress."""


class Commands(click.Group):
    """The group of all commands: what one of them cannot read or write ends it in one line.

    A command handles an error of the file system only where it has more to say than the file and the reason.
    """

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run the command that was typed, and end the process with its status."""
        run = super().main
        sys.exit(terminal.guarded(lambda: run(*args, **kwargs), failed=1))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was typed, and refuse an option of it that is given twice."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            parser = command.make_parser(click.Context(command, resilient_parsing=True))
            _, _, given = parser.parse_args(list(rest))
            for each in dict.fromkeys(given):
                if given.count(each) > 1 and isinstance(each, click.Option) and not each.multiple:
                    raise click.UsageError(f"{each.opts[0]} is given twice.", ctx)
        return name, command, rest


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage while libraries are imported: all that they make stays.

    Of a start it would take a tenth.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class SettingsError(Exception):
    """Settings that cannot be used. `faults`: of each its name, the fact, and what to do (no value)."""

    def __init__(self, *faults: tuple[str, str, str]) -> None:
        super().__init__("\n".join(said(fault) for fault in faults))
        self.faults = faults


def said(fault: tuple[str, str, str]) -> str:
    """Return the line about a fault of the settings."""
    name, found, todo = fault
    return f"{name}: {found}{f'; {todo}' if todo else ''}" if name else f"{found}."


def settings() -> Settings:
    """The settings, or the end of the process with a line for each that is wrong (no value is shown)."""
    try:
        return checked_settings()
    except SettingsError as error:
        stop(str(error), status=USAGE_ERROR)


def checked_settings() -> Settings:
    """The settings. Raises SettingsError."""
    from pydantic import ValidationError  # noqa: PLC0415 - a command imports what it needs when it runs

    from bot.config import Settings  # noqa: PLC0415

    try:
        return Settings()
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        raise SettingsError(*(_fault(fault["loc"], fault["msg"]) for fault in faults)) from error
    except UnicodeDecodeError as error:
        # A file that was written on Windows may be in UTF-16.
        fault = f"The file {Path('.env').absolute()} is not written in UTF-8"
        raise SettingsError(("", fault, "")) from error
    except OSError as error:
        fault = f"The file {Path('.env').absolute()} cannot be read: {error.strerror}"
        raise SettingsError(("", fault, "")) from error


def _fault(place: tuple[int | str, ...], message: str) -> tuple[str, str, str]:
    """Return the fault of one setting, or between several."""
    found, _, todo = message.removeprefix("Value error, ").partition("; ")
    return (f"KOIKOI_{str(place[0]).upper()}" if place else "", found, todo)


def font_sentence(tried: tuple[str, ...]) -> str:
    """Return the sentence that no Japanese font is among these files and packages, and what to do."""
    return (
        "There is no Japanese font: set KOIKOI_FONT to a font file or install noto-cjk-sans-jp-bold; "
        f"tried {', '.join(tried)}."
    )


def storage_sentence(of: Settings, error: StorageError) -> str:
    """Return the sentence about a database error, for the person who runs the bot."""
    fact, advice = storage_fault(of, error)
    return f"{fact}; {advice}." if advice else f"{fact}."


def storage_fault(of: Settings, error: StorageError) -> tuple[str, str]:
    """Return the fact about a database error, and the advice; that is empty where the fact says enough."""
    from bot.storage.database import address  # noqa: PLC0415 - a command imports what it needs when it runs
    from bot.storage.database.lock import user  # noqa: PLC0415
    from bot.storage.database.migrate import how_to_pass  # noqa: PLC0415

    database = address.of(of)
    is_file = isinstance(database, Path)
    fact, advice = {
        "locked": ("is locked by another program", ""),
        "full": ("cannot grow: the disk is full", ""),
        "unwritable": (f"cannot be written by {user()}", ""),
        "damaged": ("is damaged", f"put a backup in its place: {_put_back(database)}"),
        "newer": ("was written by a newer version of the bot", _how_to_go_back(database)),
        "older": how_to_pass(error, "start the bot once"),
        "pooled": (
            "is behind a pooler that gives each transaction another connection",
            "connect directly, or by session pooling (PgBouncer: pool_mode = session)",
        ),
    }.get(error.kind.value, ("cannot be used" if is_file else "cannot be reached or used", ""))
    why = "" if error.why is None else f": {error.why}"
    return f"The database {address.display_name(database)} {fact}{why}", advice


def looked_up(of: Settings, look: Callable[[Store], Awaitable[T]]) -> T:
    """Return the result of a look at the database, which changes nothing; the bot may run.

    Ends the process where there is no database, or none that this version can read.
    """
    from bot.errors import StorageError  # noqa: PLC0415 - a command imports what it needs when it runs
    from bot.storage import Store  # noqa: PLC0415
    from bot.storage.database import address  # noqa: PLC0415
    from bot.storage.database.migrate import pending  # noqa: PLC0415

    async def job() -> T:
        store = Store(database)
        try:
            return await look(store)
        finally:
            await store.close()

    database = address.of(of)
    if not address.is_there(database):
        stop(f"There is no database {address.display_name(database)}.")
    try:
        if pending(database):
            stop("The database is of an older version; koikoi migrate brings it up to date.")
        return asyncio.run(job())
    except StorageError as error:
        stop(storage_sentence(of, error))


def _put_back(database: Address) -> str:
    """The command that puts a backup back."""
    return "koikoi restore FILE" if isinstance(database, Path) else "pg_restore (bot/README.md has the line)"


def _how_to_go_back(database: Address) -> str:
    """Return the advice for going back where the version that changed the database has left a copy."""
    from bot.storage.database.migrate import way_back  # noqa: PLC0415 - a command imports what it needs when it runs

    if not isinstance(database, Path) or (copy := way_back(database)) is None:
        return ""
    return f"to go back: koikoi restore {copy.absolute()}"


@contextlib.contextmanager
def whole_output() -> Iterator[BinaryIO]:
    """Give standard output for bytes of which a part is of no use: a copy, a match.

    Where they cannot all be written, a file that standard output was sent to is cut back to where it was.
    """
    out = sys.stdout.buffer
    begun = _end(out)
    try:
        yield out
        out.flush()
        if begun is not None:
            os.fsync(out.fileno())  # a full disk may show itself here
    except BaseException:
        if begun is not None:
            file = os.dup(out.fileno())
            terminal.drop(sys.stdout)
            os.ftruncate(file, begun)
            os.close(file)
        raise


def _end(out: BinaryIO) -> int | None:
    """Return where the next byte goes in the regular file that a stream writes to; None for other streams."""
    try:
        file = out.fileno()
    except OSError:
        return None
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        return None
    appends = fcntl.fcntl(file, fcntl.F_GETFL) & os.O_APPEND
    return status.st_size if appends else os.lseek(file, 0, os.SEEK_CUR)


def put(file: Path, content: bytes) -> None:
    """Write a new file, which has its name once it is whole. Raises OSError, FileExistsError among them."""
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    from bot.storage.database.parts import unfinished  # noqa: PLC0415 - a command imports what it needs when it runs

    try:
        with unfinished(file.parent) as folder:
            part = folder / file.name
            part.write_bytes(content)
            part.rename(file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error


def replays() -> Callable[[int, int], None]:
    """Return what prints how many matches are replayed, each few seconds, the first time after as long."""
    last = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= TELL_SECONDS and done < of:
            last = time.monotonic()
            terminal.print_error(f"{done} of {of} matches are replayed.")

    return tell


def announce(text: str) -> None:
    """Print a line that a process which goes on has to say; it goes on where nobody can read it."""
    try:
        click.echo(text)
    except OSError:
        terminal.drop(sys.stdout)


def stop(message: str, *, status: int = 1) -> NoReturn:
    """End the process with a message on standard error."""
    terminal.print_error(message)
    sys.exit(status)
