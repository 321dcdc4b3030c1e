"""The process in which *master* thinks: slow, dying or lying, it holds up no match."""

from __future__ import annotations

import errno
import os
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pebble import ProcessPool

from bot.match.vocabulary import Character, CpuPlayer
from bot.opponents import background, hard, judge, master, network, thinker
from bot.opponents.network import Weights, read_once, unpack
from bot.opponents.thinker import Search, Thinker
from engine.play.observation import Observation
from engine.rules.actions import Cut, Move
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.observations import walk
from tests.support.waiting import MOST_SECONDS


def slow(_: Observation, character: Character) -> Move:
    """Never answers."""
    time.sleep(10 * MOST_SECONDS)
    raise AssertionError


def dying(_: Observation, character: Character) -> Move:
    """Takes its process with it."""
    os._exit(1)


def lying(_: Observation, character: Character) -> Move:
    """Answers with what is no legal move."""
    return Cut(47)


def babbling(_: Observation, character: Character) -> Move:
    """Answers with what is no move at all."""
    return "Koi-Koi"  # type: ignore[return-value]


def dies_once(trace: Path, seen: Observation, character: Character) -> Move:
    """Takes its process with it, the first time."""
    if trace.exists():
        return master.choose(seen, character)
    trace.touch()
    os._exit(1)


def last_if_read(seen: Observation, character: Character) -> Move:
    """The last legal move, if every network has been read before; else it fails."""
    assert read_once.cache_info().currsize == len(RuleSetId)
    return seen.legal[-1]


def asked() -> Observation:
    """A question with something to search for, whose last move is not *hard*'s."""
    searched = [each for each in walk(RuleSetId.CLASSIC) if hard.without_judging(each) is None]
    return next(each for each in searched if hard.choose(each) != each.legal[-1])


async def test_master_answers_from_its_process() -> None:
    """As it would here; a player with one move alone is not asked there."""
    thinker = Thinker(deadline=MOST_SECONDS)
    try:
        for seen in walk(RuleSetId.SANNIN)[:12]:
            assert await thinker.think(CpuPlayer.MASTER, seen) == master.choose(seen)
            bold = await thinker.think(CpuPlayer.MASTER_BOLD, seen)
            assert bold == master.choose(seen, Character.BOLD)
    finally:
        await thinker.close()


@pytest.mark.outside
async def test_the_process_has_read_its_networks_before_the_first_question() -> None:
    """The first to ask waits no longer than others."""
    thinker = Thinker(last_if_read, deadline=MOST_SECONDS)
    try:
        seen = asked()
        assert await thinker.think(CpuPlayer.MASTER, seen) == seen.legal[-1]
    finally:
        await thinker.close()


@pytest.mark.outside
@pytest.mark.parametrize("cpu", [CpuPlayer.HARD, CpuPlayer.MASTER])
async def test_no_network_is_read_in_the_event_loop(cpu: CpuPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop goes on meanwhile; a network that was read once is not read again."""
    readers: list[threading.Thread] = []

    def noted(data: bytes) -> Weights:
        readers.append(threading.current_thread())
        return unpack(data)

    monkeypatch.setattr(network, "unpack", noted)
    read_once.cache_clear()
    judge._tools.cache_clear()
    thinker = Thinker(dying, deadline=MOST_SECONDS)
    try:
        for seen in walk(RuleSetId.LEAGUE)[:2]:
            assert await thinker.think(cpu, seen) == hard.choose(seen)
    finally:
        await thinker.close()
    assert len(readers) == 1
    assert readers[0] is not threading.current_thread()


@pytest.mark.outside
@pytest.mark.parametrize(("search", "deadline"), [(slow, 0.2), (dying, MOST_SECONDS), (lying, MOST_SECONDS)])
async def test_hard_answers_for_a_process_that_fails(search: Search, deadline: float) -> None:
    """At the deadline where it is late, at once where it has died or made no legal move."""
    thinker = Thinker(search, deadline=deadline)
    try:
        seen = asked()
        assert await thinker.think(CpuPlayer.MASTER, seen) == hard.choose(seen)
    finally:
        await thinker.close()


@pytest.mark.outside
async def test_nonsense_is_no_move() -> None:
    """The match is played by *hard* then."""
    thinker = Thinker(babbling, deadline=MOST_SECONDS)
    try:
        seen = asked()
        assert await thinker.think(CpuPlayer.MASTER, seen) == hard.choose(seen)
    finally:
        await thinker.close()


@pytest.mark.outside
async def test_a_process_that_has_died_is_replaced(tmp_path: Path) -> None:
    """The next question is answered by a new one."""
    thinker = Thinker(partial(dies_once, tmp_path / "died"), deadline=MOST_SECONDS)
    try:
        seen = asked()
        assert await thinker.think(CpuPlayer.MASTER, seen) == hard.choose(seen)
        assert await thinker.think(CpuPlayer.MASTER, seen) == master.choose(seen)
    finally:
        await thinker.close()
    assert (tmp_path / "died").exists()


async def test_where_no_process_starts_hard_moves_and_the_next_move_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine without a free descriptor costs a move its search, and nothing else."""
    real, tries = background.spawned, list[int]()

    def spawned(*given: Any) -> ProcessPool:
        tries.append(1)
        if len(tries) == 1:
            raise OSError(errno.EMFILE, "no descriptor")
        return real(*given)

    monkeypatch.setattr(thinker, "spawned", spawned)
    thinking, seen = Thinker(deadline=MOST_SECONDS), asked()
    try:
        assert await thinking.think(CpuPlayer.MASTER, seen) == hard.choose(seen)
        assert await thinking.think(CpuPlayer.MASTER, seen) == master.choose(seen)
    finally:
        await thinking.close()
