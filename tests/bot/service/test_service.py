"""`koikoi run` as somebody who hosts it meets it: what it says at the start, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import sqlite3
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from PIL import features
from structlog.testing import capture_logs

from bot.permissions import IN_CHANNEL, IN_DIRECT, IN_THREAD, INVITED, Permission, missing
from bot.storage.database.migrate import bring_up, revisions
from engine.rules.options import make_rules
from tests.support.command_process import command, ended, environment, koikoi, of, running
from tests.support.e2e.e2e_stage import BOT, Stage, process_stage
from tests.support.e2e.prepared_match import open_hands, prepare
from tests.support.e2e.scripted_player import Player, play_on
from tests.support.manager_fixture import new_database
from tests.support.processes.forked import spawn
from tests.support.sandbox.client import ROOT, sandbox_process, start_server
from tests.support.waiting import LOOK_SECONDS, until

AS_THE_REAL_BOT = """
import sys
from bot.__main__ import main
from bot.sandbox.redirection import redirect
redirect(*sys.argv[1:])
main(["run"])
"""
AS_SOMEBODY_ELSE = """
import encodings.idna, fcntl, os, sys, cogs.gateway.process, bot.log, bot.storage
from bot.__main__ import main
os.seteuid(int(sys.argv[1]))
main(["run"])
"""
STRANGER = "stranger.sandbox.token"
"""A token as the sandbox makes them, but not one of its own."""


def last_line(text: str) -> str:
    """Return the last line that a person reads."""
    return text.strip().splitlines()[-1]


def test_permissions_are_discords() -> None:
    """Name and number of each are those of discord.py; what is lacking is what was not granted."""
    for each in Permission:
        assert each.name is not None
        assert discord.Permissions(**{each.name.lower(): True}).value == each.value
    assert missing(INVITED, IN_CHANNEL) == missing(INVITED, IN_THREAD) == missing(INVITED, IN_DIRECT) == []
    lacking = discord.Permissions.all().value & ~IN_THREAD
    assert missing(lacking, IN_CHANNEL) == ["view_channel", "attach_files"]
    assert missing(IN_CHANNEL, IN_THREAD) == ["send_messages_in_threads"]


@pytest.mark.outside
async def test_the_invite_link_asks_for_what_a_table_needs_and_no_more(tmp_path: Path) -> None:
    """The link names our application, both scopes and the permissions that are checked before a lobby."""
    async with start_server() as (server, sandbox):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", AS_THE_REAL_BOT, server.url, server.token,
            cwd=ROOT, env=environment(token=server.token, data=str(tmp_path)),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await sandbox.bot_ready()
        process.terminate()
        said = await ended(process)
        (link,) = re.findall(r"https://\S+", said.out)
        asked = parse_qs(urlsplit(link).query)
        assert urlsplit(link)[:3] == ("https", "discord.com", "/oauth2/authorize")
        assert asked["client_id"] == [str(server.world.application_id)]
        assert set(asked["scope"][0].split()) == {"bot", "applications.commands"}
        assert int(asked["permissions"][0]) == INVITED == IN_CHANNEL | IN_THREAD


async def test_a_refused_token_is_one_sentence(tmp_path: Path) -> None:
    """Refused at the login, or later at the gateway: the setting is named, the token is not shown."""
    async with start_server() as (server, sandbox):
        said = await koikoi("run", **{**of(server, tmp_path), "token": STRANGER})
        assert said.status == 1
        assert last_line(said.err).startswith("Discord refuses the token in KOIKOI_TOKEN.")
        assert STRANGER not in said.err
        async with running(of(server, tmp_path)) as process:
            await sandbox.bot_ready()
            await sandbox.control("gateway_drop", code=4004)
            later = await ended(process)
    assert later.status == 1
    assert last_line(later.err) == last_line(said.err)
    assert "Traceback" not in said.err + later.err


def test_no_way_to_discord_is_one_sentence(tmp_path: Path) -> None:
    """Nobody listens where Discord should be."""
    with socket.socket() as held:  # bound, so that no other test gets the port, and not listening
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        said = command("run", token=STRANGER, discord=f"http://127.0.0.1:{port}", data=str(tmp_path))
    assert said.status == 1
    assert last_line(said.err).startswith("Discord cannot be reached: ")
    assert "Traceback" not in said.err


async def test_a_machine_that_is_shut_out_is_one_sentence(tmp_path: Path) -> None:
    """A guard before Discord answers with a page in place of JSON: it is not shown."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        page = b"<html>\n<h1>You are being rate limited</h1>\n</html>"
        head = f"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/html\r\nContent-Length: {len(page)}"
        writer.write(head.encode() + b"\r\nConnection: close\r\n\r\n" + page)
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as guard:
        port = guard.sockets[0].getsockname()[1]
        said = await koikoi("run", token=STRANGER, discord=f"http://127.0.0.1:{port}", data=str(tmp_path))
    assert said.status == 1
    assert last_line(said.err).startswith("Discord cannot be reached: it refuses this machine")
    assert "Traceback" not in said.err


async def test_a_misspelt_setting_is_named_under_the_sandbox_too() -> None:
    """One line of the bot's log; what the sandbox itself hands to the bot is not named."""
    misspelt = {"KOIKOI_LOBY_SECONDS": "5"}
    async with start_server(bot_command=BOT, bot_environment=misspelt, spawn=spawn) as (_, sandbox):
        await sandbox.control("bot_start")
        await sandbox.wait_log("logging in")
        lines = [line["text"] for line in await sandbox.log() if "unknown setting" in line["text"]]
        assert len(lines) == 1
        assert "KOIKOI_LOBBY_SECONDS" in lines[0]


def test_a_token_goes_nowhere_but_to_discord(tmp_path: Path) -> None:
    """Another Discord than the real one is on this machine, or the bot does not start."""
    said = command("run", token=STRANGER, discord="http://example.org", data=str(tmp_path))
    assert said.status == 2
    assert said.err.startswith("KOIKOI_DISCORD: ")
    assert len(said.err.splitlines()) == 1


@pytest.mark.outside
async def test_a_folder_of_somebody_else_is_one_sentence_with_the_user_id(tmp_path: Path) -> None:
    """The sentence tells the administrator the folder and the user."""
    # Root may write anywhere, and becomes nobody.
    user = os.geteuid() or 65534
    os.chmod(tmp_path, 0o500)  # noqa: PTH101 - a quick call
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", AS_SOMEBODY_ELSE, str(user),
        cwd=ROOT, env=environment(token=STRANGER, data=str(tmp_path)),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said = await ended(process)
    assert said.status == 1
    folder = f"The data folder {tmp_path} cannot be written by user id {user}: Permission denied."
    assert said.err == f"{folder}\n"


def test_a_port_in_use_is_one_sentence() -> None:
    """The sandbox names the port and the way out, and leaves no temporary folder."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = command("sandbox", "--no-open", "--port", str(port))
    assert said.status == 1
    assert said.err == f"Port {port} is in use. Choose another with --port; 0 takes a free one.\n"


@pytest.mark.parametrize("line", ["logging in", "restored", "commands synced"])
async def test_sigterm_during_the_start_is_obeyed(tmp_path: Path, line: str) -> None:
    """In the midst of the login, of the reading of matches or of the connecting the bot just ends."""
    async with start_server() as (server, _), running(of(server, tmp_path)) as process:
        assert process.stderr is not None
        while line not in (await process.stderr.readline()).decode():
            assert process.returncode is None
        process.terminate()
        said = await ended(process)
        assert said.status == 0
        assert "Traceback" not in said.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_the_log_tells_of_start_and_end(tmp_path: Path, number: signal.Signals) -> None:
    """The log says what runs on which data, and why the bot ends."""
    async with (
        start_server() as (server, _),
        running(of(server, tmp_path, log_format="json", shards="3")) as process,
    ):
        assert process.stderr is not None
        lines = [await process.stderr.readline()]
        while b"commands synced" not in lines[-1]:
            assert lines[-1], b"".join(lines).decode()
            lines.append(await process.stderr.readline())
        process.send_signal(number)
        said = await ended(process)
    assert said.status == 0
    told = told_in(b"".join(lines).decode() + said.err, "started", "stopping", "stopped")
    assert [line["event"] for line in told] == ["started", "stopping", "stopped"]
    started, stopping, stopped = told
    assert started == {
        "event": "started",
        "version": version("koikoi"),
        "python": ".".join(str(part) for part in sys.version_info[:3]),
        "database": str(tmp_path / "koikoi.db"),
        "revision": revisions()[-1],
        "data": str(tmp_path),
        "shards": "all of 3",
        "raqm": features.check("raqm"),
    }
    assert (stopping, stopped) == ({"event": "stopping", "reason": number.name}, {"event": "stopped"})


@pytest.mark.usefixtures("next_revision")
def test_the_log_tells_of_an_upgrade(tmp_path: Path) -> None:
    """The log names both revisions and the copy from before; of a new database the revision alone."""
    old, new = revisions()[-2:]
    (tmp_path / "koikoi.db").write_bytes(new_database(old))
    with capture_logs() as lines:
        bring_up(tmp_path / "koikoi.db")
        bring_up(tmp_path / "new.db")
    line, created = lines
    assert line.pop("seconds") >= 0
    assert (line["event"], line["from"], line["to"]) == ("upgraded", old, new)
    assert line["copy"] == f"koikoi.db.before-{old}"
    assert (created["event"], created["to"], created["copy"]) == ("database created", new, None)


async def test_the_log_tells_why_a_bot_that_ran_ends_by_itself(tmp_path: Path) -> None:
    """A token that Discord refuses is the reason, before the sentence for the host."""
    async with start_server() as (server, _):
        said = await koikoi("run", **of(server, tmp_path, log_format="json", token=STRANGER))
    told = told_in(said.err, "database created", "started", "stopping", "stopped")
    assert [line["event"] for line in told] == ["database created", "started", "stopping", "stopped"]
    assert told[2]["reason"] == "token_refused"


def told_in(log: str, *events: str) -> list[dict[str, Any]]:
    """The lines of these events in a log of JSON, without what every line has."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    every = {"level", "logger", "timestamp"}
    return [{k: v for k, v in line.items() if k not in every} for line in lines if line["event"] in events]


@pytest.mark.outside
async def test_sigterm_is_obeyed_while_discord_is_silent() -> None:
    """A Discord that answers nothing any more does not hold the bot."""
    async with sandbox_process() as (sandbox, process):
        await sandbox.bot_ready()
        bot = (await sandbox.get("/client/world"))["bot"]["pid"]
        process.send_signal(signal.SIGSTOP)
        try:
            os.kill(bot, signal.SIGTERM)
            await until(lambda: ended_already(bot))
        finally:
            process.send_signal(signal.SIGCONT)


def ended_already(process: int) -> bool:
    """Whether a child of a stopped process is dead, though nobody has buried it."""
    return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"


@pytest.mark.outside
async def test_sigterm_in_mid_match_stores_nothing_by_halves(tmp_path: Path) -> None:
    """Told to stop with presses under way, the bot ends in time; rows are whole, and the match goes on."""
    random.seed(1)
    await prepare(tmp_path, make_rules("classic", {"months": 1}), 2)
    async with process_stage(tmp_path) as here:
        players = await open_hands(here, 2)
        for _ in range(2):
            playing = asyncio.gather(*(keep_pressing(player) for player in players))
            enough = sum(player.taps for player in players) + random.randint(1, 3)
            await here.until(lambda: sum(player.taps for player in players) >= enough)  # noqa: B023
            await here.sandbox.control("bot_stop")
            playing.cancel()
            assert (await here.sandbox.get("/client/world"))["bot"]["exit_code"] == 0
            must_be_whole(here)
            await here.start()
        await play_on(players)
        assert "Traceback" not in await here.log()


async def keep_pressing(player: Player) -> None:
    """Press on, whatever becomes of it."""
    while True:
        with contextlib.suppress(Exception):
            await player.move()
        await asyncio.sleep(LOOK_SECONDS)


def must_be_whole(here: Stage) -> None:
    """No row refers to one that is not there, and each match's actions are numbered without a gap."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        found = database.execute("SELECT min(n), max(n), count(*) FROM actions GROUP BY match").fetchall()
        assert all(highest - lowest + 1 == count for lowest, highest, count in found)
