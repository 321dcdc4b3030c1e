"""The database that the settings name; nobody is told more of its address than where it is."""

from __future__ import annotations

import contextlib
import getpass
import os
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import Settings
from bot.sandbox.server import Server
from bot.storage.database import address
from tests.support.command_process import command
from tests.support.sandbox.client import QUICK, start_server

SERVER = "postgresql://me:secret-password@host:5433/cards?sslmode=require"


def settings(database: str | None = None) -> Settings:
    """Return the settings of a bot whose data folder is `data`."""
    return Settings.model_validate({"data": Path("data"), "database": database})


def test_it_is_the_folder_s_file_unless_a_server_is_named() -> None:
    """Nothing, or what the local Discord sets, is the file."""
    for none in (None, "sqlite://"):
        assert address.of(settings(none)) == Path("data/koikoi.db")
    found = address.of(settings(SERVER))
    assert not isinstance(found, Path)
    assert (found.drivername, found.host, found.password) == (address.DRIVER, "host", "secret-password")
    assert found.query == {"sslmode": "require"}


def test_nobody_is_told_the_password() -> None:
    """Neither in what is written for people, nor where a value is printed."""
    found, read = address.of(settings(SERVER)), settings(SERVER)
    assert address.display_name(found) == "postgresql://host:5433/cards"
    assert not [text for text in (str(found), repr(found), repr(read)) if "secret-password" in text]


@pytest.mark.parametrize(
    "typed",
    [
        "mysql://me:pw@host/db",
        "postgresql://me:pw@host",
        "postgresql://h:x/pw",
        "pw",
        "postgresql://me:p@w@host/db",
        "postgresql://m/e:pw@host/db",
        "postgresql://host:5432/db?user=me@pw",
    ],
)
def test_an_address_that_is_none_is_told_without_it(typed: str) -> None:
    """The address may hold a password."""
    said = command("check", database=typed)
    line = "KOIKOI_DATABASE: write it as postgresql://user:password@host/database, in user and password "
    assert (said.status, said.err) == (2, f"{line}%40 for @, %3A for : and %2F for /\n")


@pytest.mark.parametrize(
    "typed",
    [
        "postgres://host/db",
        "postgresql:///db?host=/run/postgresql&user=me",
        "postgresql://me@[::1]:5433/db",
        "postgresql://me:p:/?#w@host/db?sslmode=require",
        "postgresql://m%40e:p%40w@host:5433/db",
    ],
)
def test_an_address_is_parsed_as_it_was_checked(typed: str) -> None:
    """SQLAlchemy finds user, password, host and database where the check has taken them to be."""
    found = address.of(settings(typed))
    assert not isinstance(found, Path)
    assert (found.database, found.host in (None, "host", "::1")) == ("db", True)
    assert found.username in (None, "me", "m@e")
    assert found.password in (None, "p:/?#w", "p@w")


async def test_the_local_discord_plays_in_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever database this machine's settings name for a bot on the real Discord."""
    monkeypatch.setenv("KOIKOI_DATABASE", SERVER)
    async with start_server(QUICK, data=tmp_path) as (server, _):
        assert isinstance(server, Server)
        for name, value in {**os.environ, **server.bot.environment}.items():
            if name.startswith("KOIKOI_"):
                monkeypatch.setenv(name, value)
    assert address.of(Settings(_env_file=None)) == tmp_path / "koikoi.db"


USER, PASSWORD = "Kenta O'Neil", "p@ss w:rd/%"
REFUSAL = 'password authentication failed for user "{user}" ({user}, {password}) on every\nline'


@contextlib.contextmanager
def refusing() -> Iterator[int]:
    """A server that refuses everybody, and tells whom and with which password; its port."""

    class Refusal(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while size := int.from_bytes(self.rfile.read(4)):
                asked = self.rfile.read(size - 4)
                if asked[:4] == (3 << 16).to_bytes(4):
                    self.refuse(asked)
                    return
                self.wfile.write(b"N")

        def refuse(self, asked: bytes) -> None:
            """Tell what was asked, by whom, and more."""
            fields = asked[4:].split(b"\0")
            user = dict(zip(fields[::2], fields[1::2], strict=False))[b"user"].decode()
            said = REFUSAL.format(user=user, password=PASSWORD)
            error = f"SFATAL\0C28P01\0M{said}\0\0".encode()
            self.wfile.write(b"E" + (len(error) + 4).to_bytes(4) + error)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusal) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.parametrize(
    ("address", "environment"),
    [
        ("postgresql://Kenta%20O'Neil:p%40ss%20w%3Ard%2F%25@127.0.0.1:{port}/cards", {}),
        ("postgresql://Kenta O'Neil@127.0.0.1:{port}/cards", {"PGPASSWORD": PASSWORD}),
        ("postgresql://127.0.0.1:{port}/cards?user=Kenta+O%27Neil&password=p%40ss+w%3Ard/%25", {}),
        ("postgresql:///cards?host=127.0.0.1&port={port}", {"PGUSER": USER, "PGPASSWORD": PASSWORD}),
        ("postgresql:///cards?host=127.0.0.1:{port}&host=127.0.0.1:{port}&password=p%40ss+w%3Ard/%25", {}),
    ],
)
def test_a_refusal_is_told_in_the_server_s_words_without_user_and_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, environment: dict[str, str]
) -> None:
    """Wherever they were named; where no user is, this machine's own is not told either."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with refusing() as port:
        given = {"data": str(tmp_path), "database": address.format(port=port)}
        for arguments in (("check",), ("migrate",), ("run",)):
            said = command(*arguments, **given, token="abc", log_format="json")
            assert said.status == 1
            told = said.out + said.err
            assert 'password authentication failed for user "…" (…, …) on every line.' in told
            assert not [secret for secret in (USER, PASSWORD, getpass.getuser()) if secret in told]


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("127.0.0.1:1/cards", "Connection refused"),
        ("[::1]:1/cards", "port 1 failed"),
        ("/cards?host=/nowhere", "No such file or directory"),
    ],
)
def test_a_server_that_is_not_there_is_told_in_the_driver_s_words(
    tmp_path: Path, where: str, words: str
) -> None:
    """One line says which database, and why it cannot be reached."""
    said = command("check", data=str(tmp_path), database=f"postgresql://me:secret@{where}")
    shown = where.partition("?")[0].replace("[", "").replace("]", "")
    assert said.err.startswith(f"The database postgresql://{shown} cannot be reached or used: ")
    assert words in said.err
    assert len(said.err.splitlines()) == 1
    assert "secret" not in said.err
