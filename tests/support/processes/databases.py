"""The databases that a test may run on: a SQLite file in its folder, or one of the run's PostgreSQL server.

A module with `pytestmark = pytest.mark.databases` runs once on each. Its tests name no database: to a folder,
by which a test tells its bots apart, belongs a file in it, or a database on the server, as `database` says.

The server is Debian's (`apt-get install postgresql`): one for all workers of a run, in a folder that goes
with it, on a socket alone. A database is copied from one of the newest schema, which takes some 30 ms.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from sqlalchemy import URL, event
from sqlalchemy.engine import Engine

from bot.storage.database import engines
from bot.storage.database.address import DRIVER, Address
from bot.storage.database.migrate import migrate
from bot.storage.database.schema import heartbeats, metadata
from tests.support.waiting import MOST_SECONDS, until_in_thread

NAME = "koikoi.db"
KINDS = ("sqlite", "postgresql")
REASON = "needs a PostgreSQL server (apt-get install postgresql)"
TEMPLATE = "koikoi_new"
SETTINGS = (
    # A test's rows need not outlast a loss of power.
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "autovacuum=off",
    "max_connections=200",
)


DURABLE = ("listen_addresses=", "max_connections=200")
"""A server as it is without further settings: what it says is stored outlasts a loss of power."""


class _Chosen:
    """The kind of database of the running test."""

    settings: tuple[str, ...] = SETTINGS

    kind = KINDS[0]
    looking: ClassVar[dict[str, psycopg.Connection[Any]]] = {}
    """Connections that read past the bot, by database: one for all of a test's looks."""
    reading: ClassVar[dict[str, Engine]] = {}
    """Engines that read past the bot, by database."""


@contextlib.contextmanager
def choosing(kind: str) -> Iterator[None]:
    """Inside, the databases that are asked for are of this kind."""
    before, _Chosen.kind = _Chosen.kind, kind
    try:
        yield
    finally:
        _Chosen.kind = before


@contextlib.contextmanager
def running_on(kind: str) -> Iterator[None]:
    """Choose this kind for a whole test, at whose end its databases on the server go."""
    try:
        with choosing(kind):
            yield
    finally:
        look_anew()
        if kind == "postgresql" and FOLDER in os.environ:
            Server.of_run().clear()


def look_anew() -> None:
    """Close the connections by which a test looks; the next look opens another."""
    for each in _Chosen.looking.values():
        each.close()
    _Chosen.looking.clear()
    for engine in _Chosen.reading.values():
        engine.dispose()
    _Chosen.reading.clear()


def on_server() -> bool:
    """Whether the running test has its databases on the server."""
    return _Chosen.kind == "postgresql"


def database(folder: Path) -> Address:
    """The database that belongs to a folder; a new one on a server is empty and of the newest schema."""
    if not on_server():
        return folder / NAME
    server = Server.of_run()
    name = f"t_{hashlib.sha256(str(folder.absolute()).encode()).hexdigest()[:24]}"
    server.have(name)
    return server.url(name)


def setting(folder: Path) -> dict[str, str]:
    """The setting of a bot whose data folder this is; none for a file, which is the usual."""
    found = database(folder)
    return {} if isinstance(found, Path) else {"database": text_of(found)}


def environment(folder: Path) -> dict[str, str]:
    """Return `setting` as variables of the environment."""
    return {f"KOIKOI_{name.upper()}": value for name, value in setting(folder).items()}


def text_of(address: Address) -> str:
    """An address as somebody types it."""
    if isinstance(address, Path):
        return str(address)
    return address.set(drivername="postgresql").render_as_string(hide_password=False)


def rows(folder: Path, query: str, *values: object, patience: float = MOST_SECONDS) -> list[Any]:
    """Return the rows of a query past the bot; `?` stands for a value on either database.

    `patience`: seconds for which a lock on a file is waited for.
    """
    found = database(folder)
    if isinstance(found, Path):
        with contextlib.closing(sqlite3.connect(found, timeout=patience)) as file:
            file.execute("PRAGMA query_only=ON")
            return file.execute(query, values).fetchall()
    return _looking(found).execute(query.replace("?", "%s").encode(), values).fetchall()


def readers(folder: Path) -> Engine:
    """An engine that reads past the bot. At a server its connections have a name of their own, and stay."""
    found = database(folder)
    if isinstance(found, Path):
        return engines.readers(found)
    name = str(found.database)
    if name not in _Chosen.reading:
        engine = _Chosen.reading[name] = engines.readers(found)
        event.listen(engine, "connect", _renamed)
        engine.connect().close()
    return _Chosen.reading[name]


def _renamed(connection: psycopg.Connection[Any], _: object) -> None:
    connection.execute("SET application_name = 'tests'")
    connection.commit()


def extent(folder: Path) -> tuple[object, ...] | None:
    """Return values that change with what is stored, heartbeats aside; None while no database can be read."""
    found = database(folder)
    if isinstance(found, Path) and not found.exists():  # to look would make it
        return None
    try:
        ((*counts,),) = rows(folder, _extent_query(), patience=0)
    except (sqlite3.Error, psycopg.Error):
        return None
    return tuple(counts)


@cache
def _extent_query() -> str:
    stored = [each.name for each in metadata.sorted_tables if each is not heartbeats]
    counts = [f"(SELECT COUNT(*) FROM {name})" for name in stored]
    # Work in the background changes these rows, and makes none.
    done = ["(SELECT SUM(done) FROM jobs)", "(SELECT COUNT(*) FROM results WHERE judged)"]
    return f"SELECT {', '.join((*counts, *done))}"


def change(folder: Path, statement: str, *values: object) -> int:
    """Change rows past the bot; how many. Its own writing may come first."""
    found = database(folder)
    if isinstance(found, Path):
        with contextlib.closing(sqlite3.connect(found, timeout=MOST_SECONDS)) as file, file:
            return file.execute(statement, values).rowcount
    return _looking(found).execute(statement.replace("?", "%s").encode(), values).rowcount


def _looking(url: URL) -> psycopg.Connection[Any]:
    name = str(url.database)
    if (known := _Chosen.looking.get(name)) is None or known.closed:
        known = _Chosen.looking[name] = psycopg.connect(text_of(url), autocommit=True)
    return known


@cache
def programs() -> Path | None:
    """Return the folder of the newest server's programs; None: there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    return None if named is None else Path(named).resolve().parent


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known = set[str]()

    @staticmethod
    @cache
    def of_run() -> Server:
        """The server that all workers of this run share; the first who asks starts it."""
        folder = Path(os.environ[FOLDER])
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            server = Server(folder)
            if not (folder / "started").exists():
                server.start()
                (folder / "started").touch()
        return server

    def url(self, name: str) -> URL:
        """The address of a database."""
        return URL.create(DRIVER, username="koikoi", database=name, query={"host": str(self.folder)})

    def start(self) -> None:
        """Make the cluster and start it."""
        os.chmod(self.folder, 0o755)  # noqa: PTH101 - of another user, where this is root
        data = self.folder / "data"
        data.mkdir()
        if (user := user_of_server()) is not None:
            shutil.chown(data, user)
            shutil.chown(self.folder, user)
        _run(
            "initdb", "-D", str(data), "-U", "koikoi", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"
        )
        self.go_on()
        with psycopg.connect(self._root(), autocommit=True) as root:
            root.execute(f"CREATE DATABASE {TEMPLATE}".encode())
        migrate(self.url(TEMPLATE))

    def go_on(self) -> None:
        """Start it, with all that it has."""
        given = (*_Chosen.settings, f"unix_socket_directories={self.folder}")
        options = " ".join(f"-c {each}" for each in given)
        log = self.folder / "server.log"
        _run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(log), "-o", options, "start")

    def halt(self) -> None:
        """Stop it as its host does for an update; it can `go_on`."""
        _run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "fast", "stop")

    def stop(self) -> None:
        """End it at once; nothing of it is needed any more."""
        _run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def have(self, name: str) -> None:
        """Make a database unless there is one."""
        if name in self._known:
            return
        with (
            psycopg.connect(self._root(), autocommit=True) as root,
            contextlib.suppress(psycopg.errors.DuplicateDatabase),
        ):
            # By its log, as a newer server does it unless told, it takes twice as long as by its files.
            how = " STRATEGY FILE_COPY" if root.info.server_version >= 150_000 else ""
            root.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}{how}".encode())
        self._known.add(name)

    def clear(self) -> None:
        """Let the databases go that this process has made."""
        if self._known:
            with psycopg.connect(self._root(), autocommit=True) as root:
                for name in self._known:
                    root.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
            self._known.clear()

    def dump(self, name: str) -> str:
        """All of a database as pg_dump writes it."""
        return _run("pg_dump", "-h", str(self.folder), "-U", "koikoi", "-d", name)

    def _root(self) -> str:
        return f"host={self.folder} user=koikoi dbname=postgres"


FOLDER = "TESTS_POSTGRESQL"
"""The variable that names the folder of the run's server, for workers and child processes."""


@contextlib.contextmanager
def server_of_run(settings: tuple[str, ...] = SETTINGS) -> Iterator[None]:
    """Inside, a server is started when the first asks for it; it ends with this. For a first process."""
    _Chosen.settings = settings
    with tempfile.TemporaryDirectory(prefix="koikoi-pg-", ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]
            if (Path(folder) / "started").exists():
                Server(Path(folder)).stop()

                # Its processes end a moment after it, and may write a last file meanwhile.
                def gone() -> bool:
                    shutil.rmtree(folder, ignore_errors=True)
                    return not Path(folder).exists()

                until_in_thread(gone, why=folder)


@cache
def user_of_server() -> str | None:
    """Return the server's user where this is root, as which it refuses to run; None: as ourselves."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _run(program: str, *arguments: str) -> str:
    """Return the output of a program of the server. Raises RuntimeError with it where it fails."""
    there = programs()
    assert there is not None, REASON
    with tempfile.TemporaryFile() as said:  # of a pipe the server would keep the end
        done = subprocess.run(
            [str(there / program), *arguments],
            user=user_of_server(), stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd="/", check=False,
        )  # fmt: skip
        said.seek(0)
        told = said.read().decode(errors="replace")
        if done.returncode:
            raise RuntimeError(f"{program}: {told}")
        return told
