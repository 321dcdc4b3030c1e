"""`koikoi restore` that is killed: the old database or the new one is there, and either is whole."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage.database.copies import expire_copies
from tests.bot.storage.test_restore import ASIDE, NAME, NEW, NOW, OLD, content, killed, made, mark, put_back
from tests.support.command_process import environment
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

KILLED = """
import itertools, os, shutil, signal, sys
from pathlib import Path
from tests.bot.storage.test_restore import NAME, put_back

copy, template, runs = map(Path, sys.argv[1:])

def restore(data, left):
    def hook(event, arguments):
        nonlocal left
        if any(str(data) in os.fsdecode(each) for each in arguments if isinstance(each, (str, bytes, Path))):
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
    sys.addaudithook(hook)
    put_back(copy, data / NAME)

for number in itertools.count():
    data = runs / f"{number:03}"
    shutil.copytree(template, data)
    if (child := os.fork()) == 0:
        restore(data, number)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status == 0:
        break
    assert os.WIFSIGNALED(status), status
"""
"""Restores again and again, killed each time one step later: before it opens, links, renames ... a file."""
WITHOUT_LINKS = """
import sys
from pathlib import Path
from tests.bot.storage.test_restore import put_back

def hook(event, arguments):
    if event == "os.link":
        raise PermissionError(1, "Operation not permitted")

sys.addaudithook(hook)
put_back(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def run(script: str, *arguments: Path) -> None:
    """Run a script in a process of its own, which an audit hook never leaves."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, timeout=MOST_SECONDS)


@pytest.mark.outside
def test_a_kill_at_any_step_leaves_one_of_both(tmp_path: Path) -> None:
    """The old log's content is in the old database and not in the new one, and a second try succeeds."""
    first = made(tmp_path / "first" / NAME, 1)
    shutil.copyfile(first, tmp_path / "copy")
    with sqlite3.connect(tmp_path / "copy") as raw:
        raw.execute(f"PRAGMA user_version={NEW}")
    killed(first, tmp_path / "template", OLD)
    (tmp_path / "runs").mkdir()
    run(KILLED, tmp_path / "copy", tmp_path / "template", tmp_path / "runs")
    runs = sorted((tmp_path / "runs").iterdir())
    found = [mark(data / NAME) for data in runs]
    assert found == sorted(found)
    assert {*found} == {OLD, NEW}
    for data, there in zip(runs, found, strict=True):
        asides = [path.name for path in data.glob("*.replaced-*")]
        assert asides == [ASIDE] or there == OLD
        assert all(mark(data / name) == OLD for name in asides)
        put_back(tmp_path / "copy", data / NAME)
        assert mark(data / NAME) == NEW
        assert not list(data.glob(".*"))


def test_what_a_kill_leaves_behind_goes(tmp_path: Path) -> None:
    """A second name of the database, and the folder in which a copy was written."""
    database = made(tmp_path / "data" / NAME, OLD)
    database.with_name(ASIDE).hardlink_to(database)
    (tmp_path / "data" / ".koikoi-abc.part").mkdir()
    assert [path.name for path in expire_copies(database, NOW, 30)] == [".koikoi-abc.part", ASIDE]


@pytest.mark.outside
def test_a_file_system_without_second_names_keeps_a_copy(tmp_path: Path) -> None:
    """The content of the old database is kept there as well, for its owner alone."""
    database = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "data", OLD)
    copy = made(tmp_path / "copy", NEW)
    run(WITHOUT_LINKS, copy, database)
    (aside,) = database.parent.glob("*.replaced-*")
    assert sorted(content(database.parent)) == sorted([NAME, aside.name])
    assert (mark(database), mark(aside)) == (NEW, OLD)
    assert aside.stat().st_mode & 0o777 == 0o600
