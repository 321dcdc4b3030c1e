"""Commands of `koikoi`, as processes and in this one, against a sandbox in the process of the test."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import structlog
from click.testing import CliRunner

from bot.__main__ import main
from bot.sandbox.server import Server
from tests.support.manager_fixture import put_new_database
from tests.support.processes.forked import spawn
from tests.support.sandbox.client import ROOT


@dataclass(frozen=True, slots=True)
class Said:
    """The end of a command."""

    status: int
    out: str
    err: str


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment with no settings of the bot but these; names without the prefix."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KOIKOI_")}
    return {**clean, "PYTHONPATH": str(ROOT), **{f"KOIKOI_{k.upper()}": v for k, v in settings.items()}}


async def started(*arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """A command that has just begun, in a folder with no `.env` (but one `bot`, which is not ours)."""
    return await spawn(
        sys.executable, "-P", "-m", "bot", *arguments,
        cwd=ROOT / "tests",
        env=environment(**settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def ended(process: asyncio.subprocess.Process) -> Said:
    """Return the output of a process once it has ended."""
    out, err = await process.communicate()
    assert process.returncode is not None
    return Said(process.returncode, out.decode(), err.decode())


async def koikoi(*arguments: str, **settings: str) -> Said:
    """Run a command to its end in a process of its own."""
    return await ended(await started(*arguments, **settings))


def command(*arguments: str, **settings: str) -> Said:
    """Run a command to its end in this process, in a folder with no `.env`."""
    return command_in(ROOT / "tests", *arguments, **settings)


def command_in(folder: Path, /, *arguments: str, **settings: str) -> Said:
    """Run a command in a folder, in this process while nothing else runs in it. Raises what escapes it."""
    ours = {f"KOIKOI_{name.upper()}": value for name, value in settings.items()}
    others: dict[str, str | None] = {name: None for name in os.environ if name.startswith("KOIKOI_")}
    with contextlib.chdir(folder), logging_kept(), umask_kept():
        result = CliRunner().invoke(main, arguments, env=others | ours)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


@contextlib.contextmanager
def without_rights() -> Iterator[None]:
    """Give an administrator's process another user's rights inside."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextlib.contextmanager
def umask_kept() -> Iterator[None]:
    """Restore the rights of new files that the body changes."""
    before = os.umask(0o077)
    os.umask(before)
    try:
        yield
    finally:
        os.umask(before)


@contextlib.contextmanager
def logging_kept() -> Iterator[None]:
    """Restore the log that the body sets up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()


def of(server: Server, data: Path, **settings: str) -> dict[str, str]:
    """The settings of a bot on this sandbox."""
    return {"token": server.token, "discord": server.url, "data": str(data), **settings}


@contextlib.asynccontextmanager
async def running(settings: dict[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """`koikoi run` with these settings on a database that is there, killed at the end if it still runs."""
    put_new_database(Path(settings["data"]))
    process = await started("run", **settings)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
