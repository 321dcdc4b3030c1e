"""Each line of the doctor is right where all is well, and tells its fault where there is one."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.config import Settings
from bot.permissions import INVITED, Permission
from bot.sandbox.server import Server
from cogs.doctor import gateway, machine
from cogs.doctor.application import Application, contexts
from cogs.doctor.gateway import Gateway, SessionStartLimit
from cogs.doctor.lines import Line, Status
from cogs.doctor.machine import GOOD_BYTES, LEAST_BYTES, judged
from cogs.messages.emojis import emoji_name
from engine.cards.deck import DECK
from images.drawing import fonts
from tests.support.command_process import environment, of, without_rights
from tests.support.manager_fixture import put_new_database
from tests.support.patients import examined, put_emoji
from tests.support.sandbox.client import ROOT, put_commands, start_server
from tests.support.sandbox.messages import Json

OURS = sorted(emoji_name(card) for card in DECK)
OLD = ["koikoi_01_light_00000000"]
Break = Callable[[Server, Path], None]


def installed(permissions: int, *scopes: str) -> Json:
    """The application's fields where Discord's own link asks for these."""
    asked = {"oauth2_install_params": {"scopes": [*scopes], "permissions": str(permissions)}}
    return {"integration_types_config": {"0": asked, "1": {}}}


def newer(_: Server, data: Path) -> None:
    """A newer version of the bot was here."""
    put_new_database(data)
    with closing(sqlite3.connect(data / "koikoi.db")) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num='9999'")


def damaged(_: Server, data: Path) -> None:
    """Something else lies in the place of the database."""
    data.mkdir()
    (data / "koikoi.db").write_bytes(b"no database " * 400)


def huge(_: Server, data: Path) -> None:
    """The database is larger than what is left on the disk; it takes no room, being a hole."""
    put_new_database(data)
    status = os.statvfs(data)
    os.truncate(data / "koikoi.db", status.f_bavail * status.f_frsize)


def file_in_the_way(_: Server, data: Path) -> None:
    """The data folder is a file."""
    data.touch()


def some_emoji(server: Server, _: Path) -> None:
    """An upload has ended in the midst of it."""
    put_emoji(server, OURS[:30])


def old_emoji(server: Server, _: Path) -> None:
    """Emoji of another version are left."""
    put_emoji(server, [*OURS, *OLD])


def no_emoji_of_a_bot_that_runs(_: Server, data: Path) -> None:
    """The bot has not uploaded anything."""
    data.mkdir()
    (data / "health.json").write_text('{"loop": 1.0}', encoding="ascii")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, and the line that tells it."""

    check: str
    status: Status
    says: str
    application: Json = field(default_factory=dict)
    """Fields of the application that its owner has set."""
    sandbox: Json = field(default_factory=dict)
    """Settings of the local Discord."""
    settings: dict[str, str] = field(default_factory=dict)
    """Settings of the bot."""
    done: Break = lambda _, __: None
    """Something done to the local Discord or to the data folder."""


WARNING, ERROR = Status.WARNING, Status.ERROR
BOTH = ("applications.commands", "bot")
MEMBERS, PRESENCES, CONTENT = 1 << 1, 1 << 8, 1 << 15
LINK = "https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions={}"
FAULTS = [
    Fault("token", ERROR, "KOIKOI_TOKEN is not set", settings={"token": ""}),
    Fault("token", ERROR, "refuses the token", settings={"token": "MTA.sandbox.revoked"}),
    Fault("application", ERROR, "Endpoint URL", application={"interactions_endpoint_url": "https://a.test"}),
    Fault("application", ERROR, "Code Grant", application={"bot_require_code_grant": True}),
    Fault("intents", WARNING, "needed: Message Content", sandbox={"privileged_intents": CONTENT}),
    Fault("intents", WARNING, "Presence, Server M", sandbox={"privileged_intents": MEMBERS | PRESENCES}),
    Fault("install settings", WARNING, "servers alone", application={"integration_types_config": {"0": {}}}),
    Fault("install settings", ERROR, "servers cannot", application={"integration_types_config": {"1": {}}}),
    Fault("invite link", WARNING, "lacks Attach", application=installed(INVITED & ~(1 << 15), *BOTH)),
    Fault(
        "invite link", WARNING, "is used: Manage Messages", application=installed(INVITED | 1 << 13, *BOTH)
    ),
    Fault("invite link", WARNING, "lacks scope bot", application=installed(INVITED, BOTH[0])),
    Fault("invite link", WARNING, "used: Administrator", application=installed(1 << 3, *BOTH)),
    Fault("invite link", WARNING, "Custom URL lacks", application={"custom_install_url": LINK.format(0)}),
    Fault("session starts", ERROR, "0 of 0", sandbox={"sessions_a_day": 0}),
    Fault("shards", WARNING, "advises 3, and the bot has 2", {}, {"advised_shards": 3}, {"shards": "2"}),
    Fault("emoji", WARNING, "30 of 48", done=some_emoji),
    Fault("emoji", WARNING, "1 of another version", done=old_emoji),
    Fault("clock", WARNING, "s behind Discord's", sandbox={"date_ahead_seconds": 30}),
    Fault("clock", ERROR, "s behind Discord's", sandbox={"date_ahead_seconds": 90}),
    Fault("data folder", ERROR, "is no folder", done=file_in_the_way),
    Fault("database", ERROR, "newer version", done=newer),
    Fault("database", ERROR, "is damaged", done=damaged),
    Fault("database", ERROR, "be reached", settings={"database": "postgresql://me:secret@127.0.0.1:1/cards"}),
    Fault("free space", WARNING, "the database has", done=huge),
    Fault("fonts", ERROR, "none.otf", settings={"font": "none.otf"}),
]


async def test_where_all_is_well_each_line_says_so(tmp_path: Path) -> None:
    """Before the first start, for a link of Discord's too, and with the permission for threads."""
    async with start_server() as (server, sandbox):
        found = await examined(server, tmp_path / "data")
        assert {line.status for line in found.values()} == {Status.OK}
        assert not [line for line in found.values() if line.todo]
        assert found.keys() >= {fault.check for fault in FAULTS} | {"commands", "Raqm"}
        assert f"permissions={INVITED.value}" in found["invite link"].found
        for extra in (0, Permission.CREATE_PUBLIC_THREADS):
            await sandbox.control("application", **installed(INVITED | extra, *BOTH))
            assert (await examined(server, tmp_path / "data"))["invite link"].status is Status.OK
        await sandbox.control("application", custom_install_url=LINK.format(INVITED.value))
        assert (await examined(server, tmp_path / "data"))["invite link"].status is Status.OK
        assert not (tmp_path / "data").exists()


@pytest.mark.outside
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.check}: {fault.says}")
async def test_a_fault_turns_its_line_and_no_other(tmp_path: Path, fault: Fault) -> None:
    """The line names the fault and what to do."""
    data = tmp_path / "data"
    async with start_server() as (server, sandbox):
        well = await examined(server, data)
        if fault.application:
            await sandbox.control("application", **fault.application)
        if fault.sandbox:
            await sandbox.control("settings", **fault.sandbox)
        fault.done(server, data)
        found = await examined(server, data, **fault.settings)
    line = found[fault.check]
    assert (line.status, fault.says in line.found, bool(line.todo)) == (fault.status, True, True), line
    assert {each.check for each in found.values() if each.status is not Status.OK} == {fault.check}
    if fault.check == "token":
        assert "fonts" in found and "commands" not in found
    else:
        left_out = {"database"} if fault.check == "data folder" else set()
        assert found.keys() == well.keys() - left_out


@pytest.mark.parametrize("mode", [0o000, 0o555])
def test_a_folder_of_somebody_else_is_one_line(tmp_path: Path, mode: int) -> None:
    """Whether it may be looked into or not, nothing is raised."""
    settings = Settings(_env_file=None, data=tmp_path / "data")
    put_new_database(settings.data)
    settings.data.chmod(mode)
    with without_rights():
        line = machine.data_folder(settings)
        assert machine.free_space(settings).check == "free space"
    assert (line.status, line.todo is not None) == (ERROR, True)
    settings.data.chmod(0o700)


def test_a_database_of_somebody_else_is_one_line() -> None:
    """The folder may be written, and the file may not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        put_new_database(folder)
        (folder / "koikoi.db").chmod(0o444)
        with without_rights():
            line = asyncio.run(machine.database(Settings(_env_file=None, data=folder)))
    assert (line.status, "cannot be written by" in line.found, bool(line.todo)) == (ERROR, True, True)


async def test_commands_of_another_version_are_named(tmp_path: Path) -> None:
    """One that is not ours, one in another form, one that is missing."""
    async with start_server() as (server, _):
        await put_commands(
            server, [{"name": "koikoi", "description": "Old"}, {"name": "x", "description": "x"}]
        )
        line = (await examined(server, tmp_path / "data"))["commands"]
    assert line.status is Status.WARNING
    assert line.found == "not those of this version: Challenge to Koi-Koi, Koi-Koi profile, koikoi, x"


async def test_nothing_uploaded_is_a_fault_of_a_bot_that_runs(tmp_path: Path) -> None:
    """Before a start it is none."""
    async with start_server() as (server, _):
        no_emoji_of_a_bot_that_runs(server, tmp_path / "data")
        found = await examined(server, tmp_path / "data")
    assert (found["emoji"].status, found["commands"].status) == (Status.WARNING, Status.WARNING)
    assert found["emoji"].found == "0 of 48 are uploaded"
    assert found["commands"].todo is not None and found["commands"].todo.startswith("Restart the bot")


def test_what_discord_leaves_out_is_not_called_wrong() -> None:
    """The field for the installs is one that its documents call optional."""
    line = contexts(Application(id=1, name="Koi-Koi"))
    assert (line.status, "does not say" in line.found) == (Status.WARNING, True)


def test_the_room_on_the_disk_is_judged_by_what_an_update_needs() -> None:
    """A copy of the database, and more than a little in any case."""
    assert judged(GOOD_BYTES, 0).status is Status.OK
    assert judged(GOOD_BYTES - 1, 0).status is Status.WARNING
    assert judged(GOOD_BYTES, GOOD_BYTES).status is Status.WARNING
    assert judged(2 * GOOD_BYTES, GOOD_BYTES).status is Status.OK
    assert judged(LEAST_BYTES - 1, 0).status is Status.ERROR


def sessions(left: int) -> Line:
    """The line about a day with a number of sessions left."""
    limit = SessionStartLimit(total=1000, remaining=left, reset_after=60_000)
    return gateway.sessions(Gateway(shards=1, session_start_limit=limit))


def test_few_sessions_are_told_before_there_are_too_few() -> None:
    """With a tenth of the day's sessions left something is wrong, with ten the bot does not start."""
    states = [sessions(left).status for left in (1000, 101, 100, 11, 10, 0)]
    assert states == [Status.OK, Status.OK, Status.WARNING, Status.WARNING, Status.ERROR, Status.ERROR]


@pytest.mark.outside
async def test_without_libfribidi_the_line_says_what_to_install(tmp_path: Path) -> None:
    """A process that finds no such library, and a font that lacks Japanese letters."""
    for name in ("libfribidi.so.0", "libfribidi.so", "libfribidi.dylib"):
        (tmp_path / name).write_text("no library", encoding="ascii")
    paths = {"LD_LIBRARY_PATH": str(tmp_path), "DYLD_LIBRARY_PATH": str(tmp_path)}
    async with start_server() as (server, _):
        given = environment(**of(server, tmp_path / "data", font=str(fonts.latin_face())))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot", "doctor", "--json"),
            cwd=ROOT / "tests",
            env={**given, **paths},
            stdout=asyncio.subprocess.PIPE,
        )
        out, _err = await process.communicate()
    found = {each["check"]: each for each in json.loads(out)}
    assert process.returncode == 1
    assert found["Raqm"]["status"] == "warning" and "libfribidi0" in found["Raqm"]["todo"]
    assert found["fonts"]["status"] == "warning" and "月" in found["fonts"]["found"]
