"""The data folder: it can be written, and one process alone serves it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class DataFolderError(Exception):
    """The data folder cannot be used; the text is one sentence for the person who runs the bot."""


class DataLock:
    """Holds a data folder for this process; a process that dies lets it go, however it dies.

    Raises `DataFolderError` where the folder cannot be written or another process holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "koikoi.lock"
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def take(self) -> None:
        """Make the folder if there is none, and take its lock."""
        folder = self._path.parent
        try:
            # The database holds tokens and the secrets of matches: a folder of ours is for its owner alone.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self._path.open("a+", encoding="utf-8")
        except OSError as error:
            raise DataFolderError(
                f"The data folder {folder.absolute()} cannot be written by {user()}: {error.strerror}."
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            raise DataFolderError(
                f"Another process (id {holder}) uses the data folder {folder.absolute()}; stop it first."
            ) from error
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def release(self) -> None:
        """Let the folder go; a second time changes nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None


def user() -> str:
    """Whose rights this process has, as an administrator asks for them."""
    return f"user id {os.geteuid()}"
