"""The files that lie beside the database: the copies that the bot itself makes, and how long they stay."""

from __future__ import annotations

import itertools
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bot.storage.database import parts

log = structlog.stdlib.get_logger("koikoi.copies")

SIDECARS = ("-wal", "-shm", "-journal")
"""The suffixes of SQLite's files beside a database."""
OWNER_ONLY = 0o600
"""The rights of a copy: it holds the secrets of matches in play."""
_STAMP = "%Y%m%dT%H%M%SZ"
_SIDECAR = f"(?:{'|'.join(SIDECARS)})?"


def real(database: Path) -> Path:
    """Return the path of the database itself: beside a link SQLite would not find its other files."""
    return database.resolve() if database.is_symlink() else database


def before(database: Path, revision: str) -> Path:
    """The name of the copy that is made before a database of this revision is changed."""
    return database.with_name(f"{database.name}.before-{revision}")


def scheduled(database: Path, now: datetime) -> Path:
    """The name of the copy that the bot makes by its schedule now."""
    return database.with_name(f"{database.name}.backup-{now.astimezone(UTC):{_STAMP}}")


def made(database: Path) -> list[tuple[datetime, Path]]:
    """The copies that were made by the schedule, with their moments, the oldest first. Raises OSError."""
    database = real(database)
    name = re.compile(rf"{re.escape(database.name)}\.backup-(\d{{8}}T\d{{6}}Z)")
    found = [(match[1], path) for path in database.parent.iterdir() if (match := name.fullmatch(path.name))]
    return [(datetime.strptime(at, _STAMP).replace(tzinfo=UTC), path) for at, path in sorted(found)]


def replaced(database: Path, now: datetime) -> Path:
    """A name that nothing has yet for the database that a restored one replaces now."""
    stamp = f"{database.name}.replaced-{now.astimezone(UTC):{_STAMP}}"
    endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    names = (database.with_name(f"{stamp}{ending}") for ending in endings)
    return next(path for path in names if not any(os.path.lexists(each) for each in whole(path)))


def whole(database: Path) -> tuple[Path, ...]:
    """The names of a database file and of those that SQLite may keep beside it."""
    return (database, *(database.with_name(f"{database.name}{ending}") for ending in SIDECARS))


def sync(folder: Path) -> None:
    """Let the names of a folder outlast a loss of power, as far as its file system knows how to."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def expire_copies(database: Path, now: datetime, days: float) -> list[Path]:
    """Remove copies that the bot made more than `days` ago, and what killed runs have left; return them.

    The age is that of the file's last change. The newest copy stays, however old it is. A file that somebody
    has named in another way stays: only names that the bot gives count. What cannot be listed or removed is a
    warning in the log; blocks.
    """
    gone = parts.clear(real(database).parent)
    try:
        found = list(_found(real(database)))
        newest = _newest([of_copy for _, of_copy in found], database, now)
        for path, of_copy in found:
            if of_copy != newest and _expired(path, database, now, days) and _removed(path):
                gone.append(path)
    except OSError as error:
        log.warning("copies cannot be listed", folder=str(database.parent), trouble=error.strerror)
    if gone:
        log.info("copies removed", names=[path.name for path in gone])
    return gone


def keep_newest(database: Path, count: int, now: datetime) -> list[Path]:
    """Remove all but the newest `count` copies that were made by the schedule; return them. Raises OSError.

    A copy whose name lies in the future, of a clock that was wrong, counts as the oldest: else it would stay
    in place of each new one until that moment has come.
    """
    found = sorted(made(database), key=lambda one: (one[0] <= now, one))
    return [path for _, path in found[:-count] if _removed(path)]


def last_change(database: Path) -> datetime | None:
    """Return the time of the newest copy beside the database, by its file; None: there is none."""
    try:
        found = [path.lstat().st_mtime for path, _ in _found(real(database))]
    except OSError:
        return None
    return datetime.fromtimestamp(max(found), UTC) if found else None


def _found(database: Path) -> Iterator[tuple[Path, Path]]:
    """Everything beside the database that may expire, by name, and the copy that it belongs to.

    Raises OSError.
    """
    name = re.escape(database.name)
    kept = re.compile(
        rf"({name}\.(?:before-\d{{4,}}|backup-\d{{8}}T\d{{6}}Z|replaced-\d{{8}}T\d{{6}}Z(?:-\d+)?)){_SIDECAR}"
    )
    for path in sorted(database.parent.iterdir()):
        if (match := kept.fullmatch(path.name)) is not None:
            yield path, path.with_name(match[1])


def _newest(copies: list[Path], database: Path, now: datetime) -> Path | None:
    """The copy that was changed last; one that lies in the future, of a clock that was wrong, is none."""
    changed = dict[Path, float]()
    for copy in copies:
        with suppress(FileNotFoundError):
            status = copy.lstat()
            second_name = status.st_nlink > 1 and database.exists() and database.samefile(copy)
            if stat.S_ISREG(status.st_mode) and not second_name and status.st_mtime <= now.timestamp():
                changed[copy] = status.st_mtime
    return max(changed, key=lambda copy: (changed[copy], copy), default=None)


def _expired(path: Path, database: Path, now: datetime, days: float) -> bool:
    """Whether a file has had its time; a second name of the database, left by a killed restore, has."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return False
        if status.st_nlink > 1 and database.exists() and database.samefile(path):
            return True
    except FileNotFoundError:
        return False
    return now.timestamp() - status.st_mtime > days * 86_400


def _removed(path: Path) -> bool:
    """Whether the file could be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("a copy cannot be removed", name=path.name, trouble=error.strerror)
        return False
    return True
