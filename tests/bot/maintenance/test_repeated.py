"""Commands that were killed or interrupted in the middle: each can be run again, and does its work then."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.database.migrate import revisions
from tests.support.command_process import command, ended, environment, started
from tests.support.manager_fixture import new_database
from tests.support.processes import databases
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS, until

# Programs of their own read what commands in this process have dealt.
pytestmark = [pytest.mark.outside, pytest.mark.dealt_by_chance]
STOPPED = """
import importlib, os, sys
from bot.__main__ import main

module, name = importlib.import_module(sys.argv[2]), sys.argv[3]
whole = getattr(module, name)

def stopped(*args, **kwargs):
    made = whole(*args, **kwargs)
    os.kill(os.getpid(), int(sys.argv[1]))
    return made

setattr(module, name, stopped)
main(sys.argv[4:])
"""
"""Runs a command that gets a signal once one of its functions has been called."""
MIDDLE = {
    "seed-demo": "bot.storage.records.counting write",
    "import": "bot.storage.imported new_number",
    "export": "bot.match.match_file dumps",
    "backup": "bot.storage.backups.backup _copy_pages",
    "restore": "bot.storage.backups.incoming bring_up",
    "restore, in place": "bot.storage.backups.restore _take_place",
    "restore, its lists": "bot.storage.records.repair repair",
    "ratings rebuild": "bot.storage.records.recount rebuild",
    "migrate": "bot.storage.database.migrate _upgrade",
    "copy-database": "bot.storage.backups.transfer _go_on_counting",
    "check": "bot.storage.matches load",
    "figures": "bot.maintenance.figures measured",
}
"""The commands that work on a database, and the functions amid their work."""


SIGNALS = [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of a few matches, a copy of it, and one of them as a file."""
    folder = tmp_path_factory.mktemp("past")
    small = ("--matches", "20", "--players", "6")
    assert command("seed-demo", *small, data=str(folder / "data")).status == 0
    assert command("backup", str(folder / "copy"), data=str(folder / "data")).status == 0
    assert command("export", "1", str(folder / "match.json"), data=str(folder / "data")).status == 0
    return folder


def arguments(name: str, folder: Path) -> list[str]:
    """The command line, in a folder of one's own."""
    data, new = folder / "data", str(folder / "new")
    if name in {"seed-demo", "migrate"}:
        shutil.rmtree(data)
    if name == "migrate":
        data.mkdir()
        (data / "koikoi.db").write_bytes(new_database(revisions()[0]))
    more = {
        "seed-demo": ["--matches", "20", "--players", "6"],
        "import": [str(folder / "match.json")],
        "export": ["1", new],
        "backup": [new],
        "restore": [str(folder / "copy")],
        "copy-database": [str(data / "koikoi.db"), new],
    }
    bare = name.partition(",")[0]
    return [*bare.split(), *more.get(bare, [])]


def stopped(number: signal.Signals, place: str, line: list[str], **settings: str) -> None:
    """Run a command to the middle of its work."""
    whole = [sys.executable, "-c", STOPPED, str(int(number)), *place.split(), *line]
    done = subprocess.run(
        whole, cwd=ROOT, env=environment(**settings), check=False, timeout=MOST_SECONDS, capture_output=True
    )
    assert done.returncode == -number or number is signal.SIGINT


@pytest.mark.parametrize("number", SIGNALS, ids=["SIGKILL", "SIGINT"])
@pytest.mark.parametrize("name", MIDDLE)
def test_a_command_that_was_stopped_can_be_run_again(
    past: Path, tmp_path: Path, name: str, number: signal.Signals
) -> None:
    """The second run ends with 0, everything agrees, and nothing is left of the first."""
    folder = Path(shutil.copytree(past, tmp_path / "here"))
    line = arguments(name, folder)
    stopped(number, MIDDLE[name], line, data=str(folder / "data"))
    again = command(*line, data=str(folder / "data"))
    if number is signal.SIGINT and name in {"export", "backup"} and again.status:
        assert "is there already" in again.err  # it was whole before the signal came
    else:
        assert again.status == 0, again.err
    assert command("check", data=str(folder / "data")).status == 0
    assert not [path for place in (folder, folder / "data") for path in place.glob(".*")]


@pytest.mark.postgresql
@pytest.mark.parametrize("number", SIGNALS, ids=["SIGKILL", "SIGINT"])
@pytest.mark.parametrize("name", ["seed-demo", "copy-database", "ratings rebuild"])
def test_the_same_holds_on_postgresql(past: Path, tmp_path: Path, name: str, number: signal.Signals) -> None:
    """A server gives the transaction of a dead process up."""
    folder = Path(shutil.copytree(past, tmp_path / "here"))
    with databases.choosing("postgresql"):
        url = databases.setting(tmp_path / "server")["database"]
    line = arguments(name, folder)
    if name == "copy-database":
        line[-1] = url
    settings = {"data": str(tmp_path / "lock"), **({} if name == "copy-database" else {"database": url})}
    if name == "ratings rebuild":
        assert command("copy-database", str(folder / "data" / "koikoi.db"), url, **settings).status == 0
    stopped(number, MIDDLE[name], line, **settings)
    again = command(*line, **settings)
    assert (again.status, again.err) == (0, "")


async def test_a_demo_that_was_stopped_opens_the_next_time(tmp_path: Path) -> None:
    """A sandbox that is ended while it fills its database ends at once, and leaves it empty."""
    data = tmp_path / "data"
    line = ("sandbox", "--demo", "--no-open", "--port", "0", "--data", str(data))
    process = await started(*line, data="elsewhere")
    assert process.stdout is not None
    await process.stdout.readline()
    await until((data / "koikoi.db").exists)
    process.send_signal(signal.SIGTERM)
    said = await ended(process)
    assert (said.status, "bot started" in said.err) == (0, False)
    seeded = await asyncio.to_thread(command, "seed-demo", "--matches", "9", data=str(data))
    assert (seeded.status, seeded.err) == (0, "")
    with closing(sqlite3.connect(data / "koikoi.db")) as raw:
        assert raw.execute("SELECT count(*), sum(judged) FROM results").fetchone() == (9, 9)
