"""The data folder: it can be written, one process alone serves it, and its owner alone can read it."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from bot.errors import ProcessEnd

LOCK = "koikoi.lock"
HELD = {errno.EWOULDBLOCK, errno.EACCES}
"""The system's errors for a lock that another process holds."""


class DataFolderError(ProcessEnd):
    """The data folder cannot be used; the text is one sentence for the person who runs the bot."""


class DataLock:
    """A lock on a data folder for this process; it ends with the process, however that dies.

    Two locks make one. The folder's own lock stays whatever is deleted in it. That of `koikoi.lock` says who
    holds it, and is the only one where a file system has no locks of folders (NFS refuses it). There a second
    process can still come in once somebody has deleted the file; `flock` over NFS also needs a server of
    version 4, or its lock daemon.

    Raises `DataFolderError` where the folder cannot be written or another process holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: ExitStack | None = None

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def acquire(self) -> None:
        """Make the folder if there is none, take its locks, and close what lies in it to others."""
        with ExitStack() as held:
            folder, file = self._opened(held)
            if not (_locked(folder, folders=True) and _locked(file.fileno())):
                file.seek(0)
                holder = file.read().strip() or "unknown"
                raise DataFolderError(
                    f"Another process (id {holder}) uses the data folder {self._folder.absolute()}; "
                    "stop it first."
                )
            with self._writing():
                # Past the file's own buffer, which would fail again when it is closed.
                os.ftruncate(file.fileno(), 0)
                os.write(file.fileno(), str(os.getpid()).encode())
            close_to_others(self._folder)
            self._held = held.pop_all()

    def release(self) -> None:
        """Let the folder go; a second time changes nothing."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def _opened(self, held: ExitStack) -> tuple[int, IO[str]]:
        """Return the folder's descriptor and the lock file, closed with `held`."""
        with self._writing():
            # The database holds tokens and the secrets of matches: a folder of ours is for its owner alone.
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (self._folder / LOCK).open("a+", encoding="utf-8", errors="replace")
            file = held.enter_context(lock)
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        held.callback(os.close, folder)
        return folder, file

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn errors of the file system inside into DataFolderError."""
        try:
            yield
        except OSError as error:
            raise DataFolderError(
                f"The data folder {self._folder.absolute()} cannot be written by {user()}: {error.strerror}."
            ) from error


def close_to_others(folder: Path) -> None:
    """Remove the rights of group and others on the database and its copies in a folder, where allowed.

    An earlier version left them readable in a folder that the host had made. Other files stay as they are.
    """
    with suppress(OSError):
        for path in folder.glob("*koikoi.db*"):
            with suppress(OSError):
                status = path.lstat()
                if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
                    path.chmod(stat.S_IMODE(status.st_mode) & 0o700)


def _locked(descriptor: int, *, folders: bool = False) -> bool:
    """Try to take a lock; true as well for a folder whose file system has no locks of folders."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return folders and error.errno not in HELD
    return True


def user() -> str:
    """Return the user whose rights this process has, as an administrator asks for them."""
    return f"user id {os.geteuid()}"
