"""The remains of a killed run go with the next run, and what a run writes just now stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage.database import parts
from bot.storage.database.parts import clear, unfinished
from tests.support.command_process import command, environment
from tests.support.manager_fixture import put_new_database
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from bot.__main__ import main

def hook(event, arguments):
    if event in {"os.rename", "os.link"} and ".part" in str(arguments[0]):
        os.kill(os.getpid(), signal.SIGKILL)
    if event == "os.link" and sys.argv[1] == "no links":
        raise PermissionError(1, "Operation not permitted")

sys.addaudithook(hook)
main(sys.argv[2:])
"""
"""Runs a command that is killed as it gives a file its name."""


def left(folder: Path) -> list[str]:
    """The hidden names in a folder."""
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def killed(*arguments: str, data: Path, links: str = "links") -> None:
    """Run a command that is killed before its file has a name."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, links, *arguments],
        cwd=ROOT,
        env=environment(data=str(data)),
        check=False,
        timeout=MOST_SECONDS,
    )
    assert done.returncode == -signal.SIGKILL


@pytest.mark.outside
@pytest.mark.parametrize("name", ["backup", "restore", "second name"])
def test_what_a_killed_command_leaves_goes_with_the_next(tmp_path: Path, name: str) -> None:
    """Whatever that one writes in the folder, and under whichever name."""
    data, other = tmp_path / "data", tmp_path / "other"
    for folder in (data, other):
        folder.mkdir()
    put_new_database(data)
    assert command("backup", str(other / "first"), data=str(data)).status == 0
    if name == "backup":
        killed("backup", str(other / "monday"), data=data)
        place, again = other, ("backup", str(other / "tuesday"))
    else:
        links = "no links" if name == "second name" else "links"
        killed("restore", str(other / "first"), data=data, links=links)
        place, again = data, ("restore", str(other / "first"))
    assert left(place)
    assert command(*again, data=str(data)).status == 0
    assert left(place) == []


def test_a_part_in_use_stays(tmp_path: Path) -> None:
    """Two runs at once do not take each other's; a killed one's goes."""
    with unfinished(tmp_path) as first:
        (first / "file").touch()
        with unfinished(tmp_path) as second:
            assert clear(tmp_path) == []
            assert (first / "file").exists() and second.exists()
    assert left(tmp_path) == []
    dead = tmp_path / ".koikoi-dead.part"
    dead.mkdir()
    with unfinished(tmp_path):
        assert not dead.exists()


def test_another_process_holds_its_part_until_it_is_killed(tmp_path: Path) -> None:
    """The lock goes with the process."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        with unfinished(tmp_path):
            os.write(writing, b"x")
            signal.pause()
        os._exit(1)
    os.read(reading, 1)
    assert clear(tmp_path) == []
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert len(clear(tmp_path)) == 1


def test_without_locks_a_part_stays_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NFS has none of folders: nobody knows there whether a run is at it."""
    monkeypatch.setattr(parts, "_locked", lambda lock: None)
    with unfinished(tmp_path) as part:
        assert clear(tmp_path) == []
        os.utime(part, (1, 1))
        assert clear(tmp_path) == [part]


def test_what_is_no_folder_of_ours_stays(tmp_path: Path) -> None:
    """A link or a file of such a name was made by somebody."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".koikoi-link.part").symlink_to(tmp_path / "elsewhere")
    (tmp_path / ".koikoi-file.part").touch()
    assert clear(tmp_path) == []
    assert len(left(tmp_path)) == 2
