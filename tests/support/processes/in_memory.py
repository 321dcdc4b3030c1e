"""The folders of a run: in memory, where the machine has the room.

A bot stores each change before it answers, and a test waits for that: on a disk its databases cost a fifth of
the run, those on a server three times as much. No test takes a machine's power away, so none needs a disk.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from multiprocessing import util
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Linux keeps there what processes share; elsewhere there is none."""
ROOM_BYTES = 3 << 30
"""A whole run comes to a third of it."""
NAME = "TMPDIR"
LAST = -1000
"""Of what multiprocessing does at the end of a process; the folder of its sockets goes at -100."""


@contextlib.contextmanager
def folders_in_memory() -> Iterator[None]:
    """Inside, this process and its children make their folders in one in memory, which ends with the process.

    A place named by `TMPDIR` is taken, and keeps there what pytest keeps of tests that failed.
    """
    if NAME in os.environ or not _has_room():
        yield
        return
    folder = tempfile.mkdtemp(prefix="koikoi-", dir=MEMORY)
    Path(folder).chmod(0o755)  # the server, and the image's user, are others
    # Last of all: the fork server has its socket there, and takes it away only then.
    util.Finalize(None, shutil.rmtree, args=(folder,), kwargs={"ignore_errors": True}, exitpriority=LAST)
    os.environ[NAME], tempfile.tempdir = folder, None
    try:
        yield
    finally:
        del os.environ[NAME]
        tempfile.tempdir = None


def _has_room() -> bool:
    """Whether folders in memory can hold a run, and programs in them can be run."""
    if not os.access(MEMORY, os.W_OK):
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize >= ROOM_BYTES and not found.f_flag & os.ST_NOEXEC
