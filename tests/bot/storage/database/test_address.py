"""Which database the settings name, and that nobody is told more of its address than where it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.config import Settings
from bot.sandbox.server import Server
from bot.storage.database import address
from tests.support.command_process import command
from tests.support.sandbox.client import QUICK, start_server

SERVER = "postgresql://me:secret-password@host:5433/cards?sslmode=require"


def settings(database: str | None = None) -> Settings:
    """Those of a bot whose data folder is `data`."""
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
    assert address.told(found) == "postgresql://host:5433/cards"
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
    """It may hold a password."""
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
