"""`koikoi doctor` as a host runs it: its output, its end, and a bot beside it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.sandbox.server import Server
from bot.service import health
from bot.storage.database.migrate import STEPPING_STONE
from tests.support.command_process import Said, command, command_in, environment, koikoi, of, running
from tests.support.manager_fixture import put_new_database
from tests.support.processes.databases import setting
from tests.support.sandbox.client import ROOT, Sandbox, start_server
from tests.support.sandbox.exchanges import findings, load
from tests.support.waiting import until

EMOJI = 48
KINDS = {"ok", "warning", "error"}


async def doctor(server: Server, data: Path, *arguments: str, **settings: str) -> Said:
    """The command on a local Discord; its output never holds the token."""
    given = {**of(server, data), **settings}
    said = await koikoi("doctor", *arguments, **given)
    assert given["token"] not in said.out + said.err
    assert "Traceback" not in said.err
    return said


async def test_the_exit_status_is_that_of_the_worst_line(tmp_path: Path) -> None:
    """0 where all is ok, 1 with a warning, 2 with an error."""
    async with start_server() as (server, sandbox):
        assert (await doctor(server, tmp_path / "data")).status == 0
        await sandbox.control("settings", advised_shards=2)
        assert (await doctor(server, tmp_path / "data")).status == 1
        assert (await doctor(server, tmp_path / "data", token="MTA.sandbox.revoked")).status == 2


@pytest.mark.parametrize(
    ("settings", "found", "todo"),
    [
        ({"token": '"MTA.a.b"'}, "KOIKOI_TOKEN is in quotes", "Write it without them."),
        ({"token": "\u2019MTA.a.b"}, "KOIKOI_TOKEN is in quotes", "Write it without them."),
        ({"token": "Bot MTA.a.b"}, "KOIKOI_TOKEN begins with the word Bot", "Write the token alone."),
        ({"token": "<MTA.a.b>"}, "KOIKOI_TOKEN has a sign in it that no token has", "Copy it again"),
        ({"token": "MTA.a.b,"}, "KOIKOI_TOKEN has a sign in it that no token has", "Copy it again"),
        ({"token": "\u200bMTA.a.b"}, "KOIKOI_TOKEN has a", "Co"),
        ({"token": "MTA\u00e9.a"}, "KOIKOI_TOKEN has a sign in it that no token has", "Copy it again"),
        ({"token": " "}, "KOIKOI_TOKEN is blank", "Correct it in .env"),
        ({"shards": "many"}, "KOIKOI_SHARDS", "Correct it in .env"),
        ({"discord": "https://a?b"}, "KOIKOI_DISCORD", "Correct it in .env"),
    ],
)
def test_a_setting_that_cannot_be_used_is_a_line(settings: dict[str, str], found: str, todo: str) -> None:
    """Nothing is asked; a program that reads JSON gets a list, whatever is written there, never the value."""
    as_json, text = command("doctor", "--json", **settings), command("doctor", **settings)
    (line,) = json.loads(as_json.out)
    assert line["found"].startswith(found) and line["todo"].startswith(todo)
    assert (line["check"], line["status"], as_json.status, text.status) == ("settings", "error", 2, 2)
    assert line["found"] in text.out and line["todo"] in text.out
    assert not any(value.strip('"') in as_json.out for value in settings.values() if value.strip())


def test_a_file_of_settings_that_cannot_be_read_is_a_line(tmp_path: Path) -> None:
    """An editor on Windows may have written it in UTF-16."""
    (tmp_path / ".env").write_bytes(b"\xff\xfeK")
    said = command_in(tmp_path, "doctor", "--json")
    (line,) = json.loads(said.out)
    assert line["status"] == "error" and ".env" in line["found"] and said.status == 2


def test_a_database_that_is_too_old_has_its_own_thing_to_do(tmp_path: Path) -> None:
    """The way through an older version, and not that somebody should see whether it is there."""
    with closing(sqlite3.connect(tmp_path / "koikoi.db")) as file:
        file.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        file.execute("INSERT INTO alembic_version VALUES ('0016')")
        file.commit()
    said = command("doctor", "--json", data=str(tmp_path))
    (line,) = [each for each in json.loads(said.out) if each["check"] == "database"]
    assert line["found"].endswith("is of revision 0016, which this version cannot upgrade")
    assert line["todo"].startswith(f"Check out commit {STEPPING_STONE}")


async def test_lines_are_aligned_and_the_same_as_json(tmp_path: Path) -> None:
    """A line for each check, and below it the one thing to do where there is one."""
    async with start_server() as (server, sandbox):
        await sandbox.control("settings", advised_shards=2)
        text, as_json = (
            await doctor(server, tmp_path / "data"),
            await doctor(server, tmp_path / "data", "--json"),
        )
    found = json.loads(as_json.out)
    rows = text.out.splitlines()
    assert text.err == as_json.err == ""
    assert len(found) + 1 == len(rows)
    for each in found:
        assert each.keys() == {"check", "status", "found", "todo"}
        row = rows.pop(0)
        told = "" if each["check"] == "free space" else each["found"]  # others use the disk meanwhile
        assert row.startswith(f"{each['status']:<9}{each['check']:<18}{told}")
        assert each["status"] in KINDS
        if each["todo"] is not None:
            assert rows.pop(0) == f"{'':27}-> {each['todo']}"


async def test_a_token_of_the_real_discord_is_sent_to_no_local_one(tmp_path: Path) -> None:
    """As at a start of the bot."""
    async with start_server() as (server, sandbox):
        said = await doctor(server, tmp_path / "data", token="MTA.real.token")
        assert (said.status, said.err) == (2, "")
        assert "KOIKOI_DISCORD: " in said.out
        assert (await sandbox.traffic())["counts"] == {}


async def test_without_settings_it_says_what_is_missing() -> None:
    """The token is the first thing that a host has."""
    said = await koikoi("doctor", data="/nowhere/data")
    assert said.status == 2
    assert said.out.startswith("error    token             KOIKOI_TOKEN is not set\n")


@pytest.mark.outside
async def test_output_that_nobody_can_take_is_one_sentence(tmp_path: Path) -> None:
    """As of every command."""
    full = os.open("/dev/full", os.O_WRONLY)
    async with start_server() as (server, _):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot", "doctor"),
            cwd=ROOT / "tests",
            env=environment(**of(server, tmp_path / "data")),
            stdout=full,
            stderr=asyncio.subprocess.PIPE,
        )
        _, err = await process.communicate()
    os.close(full)
    assert (process.returncode, err) == (1, b"standard output: No space left on device\n")


@pytest.mark.databases
async def test_beside_a_running_bot_all_is_well_and_nothing_changes(tmp_path: Path) -> None:
    """No session begins, no lock is waited for; what it asks and hears is as Discord's documents have it."""
    record, data = tmp_path / "record.jsonl", tmp_path / "data"
    async with start_server(record=record) as (server, sandbox):
        settings = of(server, data, **setting(data))
        async with running(settings) as process:
            await sandbox.bot_ready()
            await uploaded(server, process)
            await until(lambda: (note := health.read(data)) is not None and note.gateway is not None)
            sessions, files = dict(server.gateway.sessions), names(data)
            await sandbox.reset_traffic()
            asked = len(load(record))
            said = await koikoi("doctor", "--json", **settings)
            assert said.status == 0, said.out
            await must_only_have_asked(sandbox)
            assert server.gateway.sessions == sessions
            assert names(data) == files
            assert process.returncode is None
        found = {each["check"]: each["found"] for each in json.loads(said.out)}
        assert found["emoji"] == "48 of 48 are uploaded"
        assert found["commands"] == "all 3 are as they should be"
        assert "999 of 1000" in found["session starts"]
    assert len(load(record)) >= asked + 4
    assert "\n".join(map(str, findings(load(record)))) == ""


async def uploaded(server: Server, process: asyncio.subprocess.Process) -> None:
    """Wait until the bot has uploaded all emoji."""
    await until(lambda: process.returncode is not None or len(server.world.emojis) >= EMOJI)
    assert process.returncode is None


async def must_only_have_asked(sandbox: Sandbox) -> None:
    """The doctor asks four questions and tells Discord nothing."""
    counts = (await sandbox.traffic())["counts"]
    assert {key for key in counts if not key.startswith("GET ")} == set()
    assert counts["GET /applications/@me"] == counts["GET /gateway/bot"] == 1


def names(folder: Path) -> set[str]:
    """The names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("killed", [False, True])
async def test_the_data_stays_as_it_was(tmp_path: Path, killed: bool) -> None:
    """Every file: also where a bot that was killed has left rows in the log of the database."""
    data = tmp_path / "data"
    put_new_database(data)
    if killed:
        leave_log(data)
    before = contents(data)
    async with start_server() as (server, _):
        assert (await doctor(server, data)).status == 0
    assert contents(data) == before


def leave_log(data: Path) -> None:
    """Let the database be as a process leaves it that was killed: with a log, which another one reads."""
    with closing(sqlite3.connect(data / "koikoi.db")) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("CREATE TABLE late (row INTEGER)")
        raw.commit()
        kept = {path.name: path.read_bytes() for path in data.iterdir()}
    for name, content in kept.items():
        (data / name).write_bytes(content)
    assert "koikoi.db-wal" in kept


def contents(data: Path) -> dict[str, bytes]:
    """The files of a folder; SQLite's index of its log, which holds no rows, is left out."""
    return {path.name: path.read_bytes() for path in data.iterdir() if not path.name.endswith("-shm")}


def test_the_help_tells_the_exit_status() -> None:
    """For those who call it from a script."""
    text = " ".join((main.commands["doctor"].help or "").split())
    assert all(f"{number} if " in text for number in range(3))
