"""Processes that begin with everything imported: forked off the standard library's fork server.

A bot as a process imports for a second of processor time before it does anything; the tests start some
sixty. `spawn` stands in for `asyncio.create_subprocess_exec` where the command is `python -m MODULE ...`: it
gives asyncio's own `Process`, with a process id to kill, pipes, an environment, a folder and an exit status
of its own. What a start finds on the disk and how Python begins is tested by those that are started in full
(`command_process.koikoi`, `sandbox_process`).

To the process of the test a child is daemonic: whatever runs at its end is ended. The child itself is not,
lest it could start no process. It ends where the test's process is killed.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import runpy
import signal
import sys
from asyncio import base_subprocess
from asyncio.subprocess import DEVNULL, PIPE, Process, SubprocessStreamProtocol
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from multiprocessing import connection, reduction, resource_tracker
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any

from bot.opponents.background import end_with_parent

PRELOADED = ["__main__", "tests.support.processes.imports"]
"""The modules that the server imports: its own main module, lest each child imports pytest, and the bot."""
_FORKS: ForkServerContext = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(PRELOADED)


@dataclass(frozen=True, slots=True)
class _Begin:
    """The beginning of a child."""

    arguments: Sequence[str]
    """The module, and what it is given."""
    environment: Mapping[str, str]
    folder: str
    session: bool
    """Whether it gets one of its own."""


def _become(pipes: Sequence[Any], begin: _Begin) -> None:
    """In the child: be what `python -m MODULE ...` is when its imports are done."""
    end_with_parent()
    # That of the test would keep the semaphores of a killed child until its own end.
    vars(resource_tracker)["_resource_tracker"].__init__()
    if begin.session:
        os.setsid()
    for target, source in enumerate(pipes, start=1):
        opened = os.open(os.devnull, os.O_WRONLY) if source is None else source.detach()
        os.dup2(opened, target)
        os.close(opened)
    os.environ.clear()
    os.environ.update(begin.environment)
    os.chdir(begin.folder)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a run that ignores it would make every child ignore it
    module, *rest = begin.arguments
    sys.argv = [module, *rest]
    for name in (module, f"{module}.__main__"):  # what is run again is not the imported one
        if not hasattr(sys.modules.get(name), "__path__"):
            sys.modules.pop(name, None)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()  # a child of the fork server leaves them out


class _Child:
    """The part of a `subprocess.Popen` that asyncio's transport needs."""

    stdin = None

    def __init__(self, process: ForkServerProcess, out: FileIO | None, err: FileIO | None) -> None:
        assert process.pid is not None
        self.process, self.pid = process, process.pid
        self.stdout, self.stderr = out, err
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status once it has ended; of a signal, negative."""
        if self.returncode is None and connection.wait([self.process.sentinel], 0):
            self.returncode = self.process.exitcode
        return self.returncode

    def send_signal(self, number: int) -> None:
        """As `os.kill`, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


class _Transport(base_subprocess.BaseSubprocessTransport):
    """asyncio's transport of a process, but for how that is started and how its end is told."""

    child: _Child

    def _start(self, *args: Any, stdout: Any, stderr: Any, begin: _Begin, **others: Any) -> None:  # type: ignore[override]
        mine: list[FileIO | None] = []
        theirs: list[int | None] = []
        for wish in (stdout, stderr):
            reading, writing = os.pipe() if wish == PIPE else (None, None)
            mine.append(None if reading is None else open(reading, "rb", buffering=0))  # noqa: SIM115, PTH123
            theirs.append(writing)
        process = _Forked(theirs, begin)
        process.start()
        for writing in theirs:
            if writing is not None:
                os.close(writing)
        self.child = _Child(process, *mine)
        self._proc = self.child  # type: ignore[assignment]


class _Forked(ForkServerProcess):
    """A process of the fork server; its pipes are handed over at its start."""

    def __init__(self, pipes: Sequence[int | None], begin: _Begin) -> None:
        super().__init__(daemon=True)
        self._pipes, self._begin = pipes, begin

    def __getstate__(self) -> dict[str, object]:
        """As it travels to the server: the pipes as what can be handed over, and free to have children."""
        wrapped = [None if each is None else reduction.DupFd(each) for each in self._pipes]
        config = {**self.__dict__["_config"], "daemon": False}
        return {**self.__dict__, "_pipes": wrapped, "_config": config}

    def run(self) -> None:
        """In the child."""
        _become(self._pipes, self._begin)


async def spawn(
    *command: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    stdin: int | None = DEVNULL,
    stdout: int | None = None,
    stderr: int | None = None,
    limit: int = 2**16,
    start_new_session: bool = False,
) -> Process:
    """`asyncio.create_subprocess_exec` of `python [-P] -m MODULE ...`. Raises ValueError for another."""
    python, *arguments = command
    if arguments[:1] == ["-P"]:
        arguments.pop(0)
    if python != sys.executable or arguments[:1] != ["-m"] or stdin != DEVNULL:
        raise ValueError(f"cannot be forked: {command}")
    loop = asyncio.get_running_loop()
    protocol = SubprocessStreamProtocol(limit=limit, loop=loop)
    ready: asyncio.Future[None] = loop.create_future()
    transport = _Transport(
        loop, protocol, arguments[1:], False, stdin, stdout, stderr, 0, ready,
        begin=_Begin(arguments[1:], dict(env or os.environ), str(cwd or Path.cwd()), start_new_session),
    )  # fmt: skip
    child = transport.child

    def ended() -> None:
        loop.remove_reader(child.process.sentinel)
        status = child.poll()
        assert status is not None
        child.process.join()
        child.process.close()
        transport._process_exited(status)

    loop.add_reader(child.process.sentinel, ended)
    await ready
    return Process(transport, protocol, loop)
