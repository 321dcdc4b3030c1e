"""A process draws what a thread would draw; one that dies, hangs or is slow costs nobody a picture."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.config import Settings
from cogs.content import drawing_process
from cogs.content.drawing_process import LONGEST_PAUSE, DrawingProcess, processes
from cogs.content.pictures import Pictures, Urgency
from engine.rules.options import make_rules
from images import draw
from images.drawing import fonts
from images.scene.common import Scene
from images.scene.table import TableScene
from images.worker import LENGTH, READY, framed
from tests.gallery import scenes
from tests.gallery.arenas import arenas
from tests.support.e2e.e2e_stage import process_stage
from tests.support.e2e.prepared_match import open_hands, prepare
from tests.support.waiting import MOST_SECONDS, until
from tests.support.wording_views import JAPANESE, tables

FOREIGN = {"discord", "aiohttp", "sqlalchemy", "sqlite3", "pydantic", "structlog", "asyncio", "bot", "cogs"}
"""The packages that a drawing process does without."""


class Deadly(TableScene):
    """A table that kills the process which reads it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


class Endless(TableScene):
    """A table that nobody has ever finished reading."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return time.sleep, (10 * MOST_SECONDS,)


class Talking(TableScene):
    """A table that says something to the log, and that cannot be drawn where it is read."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return logging.warning, ("a sign cannot be drawn",)


def as_one(sort: type[TableScene], scene: Scene) -> TableScene:
    """A table of this sort that looks as another does."""
    return sort(**{field.name: getattr(scene, field.name) for field in fields(TableScene)})


async def ready(process: DrawingProcess) -> int:
    """Wait until it draws; return its process id."""
    (scene,) = tables(1)
    assert await process.draw(scene) is None
    await until(lambda: process.pid is not None)
    assert process.pid is not None
    return process.pid


def over(pid: int) -> bool:
    """Whether a process has ended, though nobody may have buried it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@asynccontextmanager
async def drawing(longest: float = MOST_SECONDS) -> AsyncIterator[tuple[Pictures, DrawingProcess, int]]:
    """Pictures with a process that is ready, and its id; it has ended afterwards."""
    process = DrawingProcess(longest=longest)
    pictures = Pictures([process])
    try:
        pid = await ready(process)
        yield pictures, process, pid
    finally:
        await pictures.close()
    assert process.pid is None
    assert over(pid)


@pytest.mark.outside
async def test_a_process_draws_what_a_thread_draws() -> None:
    """Byte for byte, whatever the scene."""
    usual = scenes.usual(JAPANESE)
    some = [*usual, scenes.clear(usual[1]), *scenes.sheets(JAPANESE), scenes.usual_poster(JAPANESE)]
    async with drawing() as (_, process, pid):
        for scene in [*some, scenes.winning_move(JAPANESE), *arenas(JAPANESE).values()]:
            assert await process.draw(scene) == draw(scene)
        assert process.pid == pid


async def test_the_first_pictures_are_drawn_in_threads() -> None:
    """Nobody waits for a process to start; afterwards it draws."""
    process = DrawingProcess()
    pictures = Pictures([process])
    first, second = tables(2)
    assert process.pid is None
    assert await pictures.draw(first, Urgency.PRESS) == draw(first)
    await until(lambda: process.pid is not None)
    assert await process.draw(second) == draw(second)
    await pictures.close()


async def test_a_process_draws_the_urgent_ones_first() -> None:
    """One scene at a time is given to it, the most urgent of those that wait."""
    done: list[Urgency] = []
    async with drawing() as (pictures, _, pid):

        async def drawn(scene: Scene, urgency: Urgency) -> None:
            await pictures.draw(scene, urgency)
            done.append(urgency)

        os.kill(pid, signal.SIGSTOP)
        order = [Urgency.TABLE, Urgency.HAND, Urgency.PRESS, Urgency.TABLE, Urgency.HAND, Urgency.PRESS]
        waits = [asyncio.create_task(drawn(*pair)) for pair in zip(tables(6), order, strict=True)]
        await until(lambda: pictures.waiting == len(order))
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*waits)
    assert done == sorted(order)


@pytest.mark.outside
@pytest.mark.parametrize(("sort", "longest"), [(Deadly, MOST_SECONDS), (Endless, 2.0)])
async def test_a_process_that_dies_or_hangs_costs_nobody_a_picture(
    sort: type[TableScene], longest: float
) -> None:
    """A thread draws it, the log tells, and another process draws from then on."""
    first, *rest = tables(3)
    with capture_logs() as lines:
        async with drawing(longest) as (pictures, process, pid):
            scenes_of_all = [as_one(sort, first), *rest]
            found = await asyncio.gather(*(pictures.draw(each, Urgency.TABLE) for each in scenes_of_all))
            assert found == [draw(each) for each in [first, *rest]]
            assert over(pid)
            await until(lambda: process.pid is not None)
            assert process.pid != pid
            assert await process.draw(first) == draw(first)
    assert len(lines) == 1
    assert lines[0]["event"].startswith("a drawing process has failed")


async def test_a_slow_process_is_waited_for() -> None:
    """The picture still comes from it."""
    (scene,) = tables(1)
    async with drawing() as (pictures, process, pid):
        os.kill(pid, signal.SIGSTOP)
        wait = asyncio.create_task(pictures.draw(scene, Urgency.PRESS))
        await until(process._answers.locked)
        assert not wait.done()
        os.kill(pid, signal.SIGCONT)
        assert await wait == draw(scene)
        assert process.pid == pid


async def test_who_waits_no_more_disturbs_nobody() -> None:
    """A wait is cancelled while the process draws: everybody else gets their own picture."""
    first, second = tables(2)
    async with drawing() as (pictures, process, pid):
        os.kill(pid, signal.SIGSTOP)
        wait = asyncio.create_task(pictures.draw(first, Urgency.PRESS))
        other = asyncio.create_task(pictures.draw(second, Urgency.PRESS))
        await until(lambda: pictures.waiting == 2)
        wait.cancel()
        await asyncio.wait([wait])
        os.kill(pid, signal.SIGCONT)
        assert await other == draw(second)
        assert await pictures.draw(first, Urgency.PRESS) == draw(first)
        assert process.pid == pid


async def test_pictures_that_close_end_a_process_that_draws() -> None:
    """Nobody is left behind, and who waits is told."""
    (scene,) = tables(1)
    async with drawing() as (pictures, _, pid):
        os.kill(pid, signal.SIGSTOP)
        wait = asyncio.create_task(pictures.draw(scene, Urgency.PRESS))
        await until(lambda: pictures.waiting == 1)
        await pictures.close()
        assert over(pid)
        await asyncio.wait([wait])
        assert wait.cancelled()


async def test_pictures_that_close_end_a_process_that_starts() -> None:
    """No process is there afterwards, and none starts again."""
    (scene,) = tables(1)
    process = DrawingProcess()
    assert await process.draw(scene) is None
    await until(lambda: bool(children(os.getpid())))
    started = children(os.getpid())
    await process.close()
    assert all(over(each) for each in started)
    assert await process.draw(scene) is None
    assert process.pid is None


async def test_where_no_process_starts_threads_draw(tmp_path: Path) -> None:
    """The log tells once; it is tried again after a pause, which threads bridge."""
    first, *rest = tables(4)
    pictures = Pictures([process := DrawingProcess(tmp_path / "missing.otf")])
    with capture_logs() as lines:
        assert await pictures.draw(first, Urgency.PRESS) == draw(first)
        await until(lambda: bool(lines))
        for scene in rest:
            assert await pictures.draw(scene, Urgency.TABLE) == draw(scene)
    await pictures.close()
    assert process.pid is None
    assert [line["event"] for line in lines] == ["no drawing process starts: pictures are drawn in threads"]


async def test_a_process_that_fails_to_start_once_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that was slow, or had no descriptor left, has one later; until then that is told."""
    monkeypatch.setattr(drawing_process, "FIRST_PAUSE", 0.0)
    font = tmp_path / "later.otf"
    (scene,) = tables(1)
    pictures = Pictures([process := DrawingProcess(font)])

    async def started() -> bool:
        await process.draw(scene)
        return process.pid is not None

    try:
        assert await pictures.draw(scene, Urgency.PRESS) == draw(scene)
        await until(lambda: pictures.failing == 1)
        font.symlink_to(fonts.main_face().path)
        await until(started)
        assert pictures.failing == 0
    finally:
        await pictures.close()


def test_pauses_between_starts_grow() -> None:
    """Up to ten minutes: a process that never starts costs next to nothing."""
    process = DrawingProcess()
    pauses = [process.failed(now=100.0) - 100.0 for _ in range(9)]
    assert pauses[:3] == [5.0, 10.0, 20.0] and pauses[-1] == LONGEST_PAUSE


async def test_the_bots_log_has_what_a_process_says() -> None:
    """As a line of its own; a picture that the process cannot draw is drawn in a thread."""
    (scene,) = tables(1)
    with capture_logs() as lines:
        async with drawing() as (pictures, process, pid):
            assert await pictures.draw(as_one(Talking, scene), Urgency.PRESS) == draw(scene)
            assert process.pid == pid
    assert [line["event"] for line in lines] == ["a sign cannot be drawn"]


async def test_a_process_that_nobody_asks_starts_again_when_somebody_does() -> None:
    """The system ends it after a while, as here; that is no trouble."""
    (scene,) = tables(1)
    with capture_logs() as lines:
        async with drawing() as (_, process, pid):
            os.kill(pid, signal.SIGALRM)
            await until(lambda: process.pid is None)
            assert await ready(process) != pid
            assert await process.draw(scene) == draw(scene)
    assert not lines


async def test_a_process_gets_no_settings_and_heeds_no_terminal() -> None:
    """Without the token, in a session of its own, it draws on where it is told to stop."""
    (scene,) = tables(1)
    os.environ["KOIKOI_TOKEN"] = "secret"
    try:
        async with drawing() as (_, process, pid):
            assert b"KOIKOI" not in environment(pid)
            assert os.getsid(pid) == pid
            os.kill(pid, signal.SIGINT)
            os.kill(pid, signal.SIGTERM)
            assert await process.draw(scene) == draw(scene)
            assert process.pid == pid
    finally:
        del os.environ["KOIKOI_TOKEN"]


def environment(pid: int) -> bytes:
    """The environment with which a process was started."""
    return Path(f"/proc/{pid}/environ").read_bytes()


async def worker(*options: str) -> Process:
    """A drawing process as it is, without the bot's side of it."""
    command = (sys.executable, "-P", *options, "-m", "images.worker")
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)


async def test_a_process_imports_what_draws_and_no_more() -> None:
    """Neither Discord nor a database, nor the bot; and it ends with its input, without a word."""
    process = await worker("-X", "importtime")
    out, err = await process.communicate(b"")
    assert (process.returncode, out) == (0, READY)
    taken = {line.rpartition("|")[2].strip().partition(".")[0] for line in err.decode().splitlines()}
    assert {"engine", "images", "PIL"} <= taken
    assert taken.isdisjoint(FOREIGN)


@pytest.mark.outside
async def test_a_process_that_hangs_ends_by_itself() -> None:
    """Also where nobody is left to end it."""
    (scene,) = tables(1)
    process = await worker()
    assert process.stdin is not None
    process.stdin.write(framed(pickle.dumps(as_one(Endless, scene))))
    out, err = await process.communicate()
    assert (process.returncode, out, err) == (-signal.SIGALRM, READY, b"")


async def test_half_a_message_is_none() -> None:
    """As where the other process is killed while it writes."""
    for part in (b"\0", framed(b"something")[: LENGTH.size + 3]):
        process = await worker()
        out, err = await process.communicate(part)
        assert (process.returncode, out, err) == (0, READY, b"")


def test_processes_are_as_many_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default two, and none on one core."""
    for cores, number in ((1, 0), (2, 2), (8, 2)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert len(processes(Settings(_env_file=None))) == number
        assert len(processes(Settings(_env_file=None, drawing_processes=3))) == 3
        assert not processes(Settings(_env_file=None, drawing_processes=0))


def children(pid: int) -> list[int]:
    """The drawing processes that a process has started."""
    listed = [each.read_text(encoding="ascii") for each in Path(f"/proc/{pid}/task").glob("*/children")]
    started = [int(each) for line in listed for each in line.split()]
    return [each for each in started if b"images.worker" in Path(f"/proc/{each}/cmdline").read_bytes()]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
async def test_no_process_outlives_the_bot(tmp_path: Path, number: signal.Signals) -> None:
    """However that ends; and no trace of an error is in its log."""
    await prepare(tmp_path, make_rules("classic", {"months": 1}), 2)
    async with process_stage(tmp_path, drawing_processes="2") as here:
        await open_hands(here, 2)
        pid = await here.pid()
        await until(lambda: len(children(pid)) == 2)
        drawing_ones = children(pid)
        os.kill(pid, number)
        await until(lambda: all(over(each) for each in drawing_ones))
        here.give_up()
        assert "Traceback" not in await here.log()
