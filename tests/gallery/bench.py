"""The speed of pictures by part and of messages, and the size of caches: `python -m tests.gallery bench`."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from bot.match.views import MatchView
from bot.screens import month_result
from bot.screens.hand import Look
from cogs.content.message import MessageContent
from cogs.content.pictures import THREADS
from cogs.messages.hand_rows import hand_content
from cogs.messages.table_rows import table_content
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.drawing import faces, png, shapes, sprites, stamps
from images.drawing.cache import return_large
from images.pictures import draw, paint
from images.pictures.winning_move import MOST_BYTES
from images.scene.common import Scene
from images.scene.result import MonthResultScene
from images.scene.table import ReplayScene
from tests.gallery import scenes
from tests.support.wording_views import EVERY, JAPANESE, matches

_ROUNDS: Final = 15
_TABLES_AT_ONCE: Final = 8
_PAUSE_ROUNDS: Final = 5
_BEAT_S: Final = 0.001
_TABLE_MS: Final = 35
_USUAL_BYTES: Final = 160_000
_HAND_BYTES: Final = 90_000
_MOST_BYTES: Final = 400_000
_HAND_MS: Final = 20
_MOVE_MS: Final = 60
_TOLD_MS: Final = 3
_MATCHES: Final = 40
_MOMENTS: Final = 4
_SHEET_MS: Final = 25
_POSTER_MS: Final = 40
_DECK_MS: Final = 35
_PAUSE_MS: Final = 20
_ANIMATION_S: Final = 5
_WINNING_MS: Final = 500
_ANIMATION_BYTES: Final = 8_000_000
_CACHE_BYTES: Final = 40_000_000
_GROWTH_BYTES: Final = 100_000_000


def run() -> int:
    """Prints the measurements; 1 when one is over its bound."""
    return_large()  # as the bot does when it starts
    usual, one_hand = scenes.usual(JAPANESE)
    everything = [scene for words in EVERY for scene in scenes.named(words).values()]
    failed = False
    cold = _once(lambda: draw(usual))
    print(f"first table, everything still to be loaded     {cold:7.1f} ms")
    steps = _steps(usual)
    for words, took in steps.items():
        print(f"  table: {words:<38} {took:7.1f} ms")
    failed |= _bound("table for two, drawn and encoded", _median(lambda: draw(usual)), _TABLE_MS, "ms")
    failed |= _bound("hand, drawn and encoded", _median(lambda: draw(one_hand)), _HAND_MS, "ms")
    moves, told = _moves()
    failed |= _bound("  its three messages: facts, texts, scenes", told, _TOLD_MS, "ms")
    failed |= _bound("a move in one of forty matches: three pictures", _a_move(moves), _MOVE_MS, "ms")
    sheet, deck = scenes.sheets(JAPANESE)
    failed |= _bound("yaku of a month, drawn and encoded", _median(lambda: draw(sheet)), _SHEET_MS, "ms")
    failed |= _bound("the deck by months, drawn and encoded", _median(lambda: draw(deck)), _DECK_MS, "ms")
    shown = scenes.usual_poster(JAPANESE)
    failed |= _bound("poster of a year, drawn and encoded", _median(lambda: draw(shown)), _POSTER_MS, "ms")
    failed |= _bound("table for two, usual", len(draw(usual)) / 1000, _USUAL_BYTES / 1000, "kB")
    failed |= _bound("hand, usual", len(draw(one_hand)) / 1000, _HAND_BYTES / 1000, "kB")
    failed |= _bound("largest picture", _largest(everything) / 1000, _MOST_BYTES / 1000, "kB")
    failed |= _animation(scenes.longest(JAPANESE))
    failed |= _winning_moves(everything)
    # What else runs on the machine only adds to a pause: the best of a few is ours.
    pause = min(asyncio.run(_longest_pause(usual)) for _ in range(_PAUSE_ROUNDS))
    failed |= _bound(f"{_TABLES_AT_ONCE} tables at once: longest pause of the loop", pause, _PAUSE_MS, "ms")
    held = sprites.held_bytes() + stamps.held_bytes() + shapes.held_bytes() + faces.held_bytes()
    print(f"  sprites {sprites.held_bytes() / 1e6:.1f} MB, shapes {shapes.held_bytes() / 1e6:.1f} MB", end="")
    print(f", texts {faces.held_bytes() / 1e6:.1f} MB")
    failed |= _bound("caches after the whole gallery", held / 1e6, _CACHE_BYTES / 1e6, "MB")
    grown = growth((*everything, *(scene for move in moves for scene in move)))
    failed |= _bound("growth of a process that draws all of it", grown / 1e6, _GROWTH_BYTES / 1e6, "MB")
    return 1 if failed else 0


def growth(wanted: Iterable[Scene]) -> int:
    """Return the bytes by which a new process grows that draws these scenes, each dropped once it is drawn.

    The faces keep what they opened outside of Python's sight: only the whole process tells. This one holds
    every scene of the bench as well, which no bot does.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scenes"
        with file.open("wb") as stream:
            for scene in wanted:
                pickle.dump(scene, stream)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            return pool.submit(_grown, file).result()


def _grown(file: Path) -> int:
    """Draw the scenes of a file in threads, as the bot does; the bytes by which the process has grown."""
    return_large()
    start = _resident_bytes()
    with ThreadPoolExecutor(THREADS) as pool:
        for scenes_at_once in _batches(file):
            list(pool.map(draw, scenes_at_once))
    return max(0, _resident_bytes() - start)


def _batches(file: Path) -> Iterator[list[Scene]]:
    """The scenes of a file, as many at a time as are drawn at once."""
    size = file.stat().st_size
    with file.open("rb") as stream:
        while stream.tell() < size:
            yield [pickle.load(stream) for _ in range(THREADS) if stream.tell() < size]


def _bound(words: str, value: float, most: float, unit: str) -> bool:
    over = value > most
    print(f"{words:<46} {value:7.1f} {unit}  (at most {most:g}){'  TOO MUCH' if over else ''}")
    return over


def _animation(scene: ReplayScene) -> bool:
    """A long month as an animation; on a machine that has much to do else it takes as much longer."""
    began = time.perf_counter()
    took = _once(lambda: draw(scene)) / 1000
    print(f"  {len(scene.frames)} steps, {time.perf_counter() - began:.1f} s on the clock")
    failed = _bound("a long month of three, animated", took, _ANIMATION_S, "s")
    return failed | _bound("  its file", len(draw(scene)) / 1e6, _ANIMATION_BYTES / 1e6, "MB")


def _winning_moves(everything: list[Scene]) -> bool:
    """The winning captures of all grand months: the largest file, and the milliseconds that one takes."""
    results = [scene for scene in everything if isinstance(scene, MonthResultScene)]
    moving = [scene for scene in map(month_result.moving, results) if scene is not None]
    largest = max(len(draw(scene)) for scene in moving)
    failed = _bound("a winning capture, animated", _median(lambda: draw(moving[0])), _WINNING_MS, "ms")
    return failed | _bound("  the largest file of these", largest / 1000, MOST_BYTES / 1000, "kB")


def _once(work: Callable[[], object]) -> float:
    """Milliseconds on a core: what else runs on the machine does not count."""
    begun = time.thread_time()
    work()
    return (time.thread_time() - begun) * 1000


def _median(work: Callable[[], object]) -> float:
    work()
    return statistics.median(_once(work) for _ in range(_ROUNDS))


def _steps(scene: Scene) -> dict[str, float]:
    canvas = paint(scene)
    reduced = png.reduced(canvas.image)
    return {
        "draw": _median(lambda: paint(scene)),
        "reduce to the fixed colours": _median(lambda: png.reduced(canvas.image)),
        "encode": _median(lambda: png.encoded(reduced)),
    }


def _moves() -> tuple[list[list[Scene]], float]:
    """Table and hands of moments of many matches, and the milliseconds that their messages take to make."""
    chance, seen = random.Random(1), []
    for seed in range(_MATCHES):
        views = list(matches(make_rules(RuleSetId.CLASSIC, {"months": 3}), seed))
        seen += chance.sample(views, _MOMENTS)
    chance.shuffle(seen)
    made, took = list[list[MessageContent]](), list[float]()
    for view in seen:
        took.append(_once(lambda: made.append(_messages(view))))  # noqa: B023 - called at once
    return [[one.scene for one in each if one.scene is not None] for each in made], statistics.mean(took)


def _messages(view: MatchView) -> list[MessageContent]:
    """The messages of a match after a move: its table, and each player's hand."""
    hands = (hand_content(JAPANESE, view, seat, Look(), None) for seat in view.seats)
    return [table_content(JAPANESE, view), *hands]


def _a_move(moves: Sequence[Sequence[Scene]]) -> float:
    """Milliseconds that table and hands of one match take while many are played: no two pictures are alike,
    and what is kept of cards has to do for all of them.
    """
    warm, counted = moves[: len(moves) // 4], moves[len(moves) // 4 :]
    for move in warm:
        _draw_all(move)
    return statistics.mean(_once(partial(_draw_all, move)) for move in counted)


def _draw_all(scenes_of: Sequence[Scene]) -> None:
    for scene in scenes_of:
        draw(scene)


def _largest(everything: list[Scene]) -> int:
    """Every picture is drawn, which also fills the caches as far as they ever fill."""
    return max(len(draw(scene)) for scene in everything)


async def _longest_pause(scene: Scene) -> float:
    """Return the longest time for which the loop kept a task that wants to run every millisecond waiting."""
    longest = 0.0
    done = asyncio.Event()

    async def beat() -> None:
        nonlocal longest
        while not done.is_set():
            begun = time.perf_counter()
            await asyncio.sleep(_BEAT_S)
            longest = max(longest, time.perf_counter() - begun - _BEAT_S)

    beating = asyncio.create_task(beat())
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        await asyncio.gather(*(loop.run_in_executor(pool, draw, scene) for _ in range(_TABLES_AT_ONCE)))
    done.set()
    await beating
    return longest * 1000


def _resident_bytes() -> int:
    """The memory of this process, where the system tells it (Linux); else 0."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123  # a kernel file, read once
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
