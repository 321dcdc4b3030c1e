"""The judge: every match that has ended is judged once, in the background, and comes to the same numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.vocabulary import CpuPlayer
from bot.opponents.background import BackgroundProcess
from bot.service.judging import SETTLED, Judge
from bot.storage import Store
from bot.storage.database.schema import actions, people, results
from bot.storage.database.schema import judged as judged_table
from bot.storage.database.set_aside import FIRST_PAUSE, SetAside
from bot.storage.records import judged
from engine.rules.options import make_rules
from engine.rules.presets import PRESETS, PresetId
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    PLACE,
    TRIO,
    RunningService,
    as_after_a_kill,
    running_service,
)

pytestmark = pytest.mark.databases
T = TypeVar("T")
Args = TypeVarTuple("Args")
Rows = dict[tuple[int, int], tuple[Any, ...]]


def judge_of(service: RunningService, process: BackgroundProcess | None = None) -> Judge:
    """A judge to whom all matches of a service have settled."""
    return Judge(service.store, lambda: service.now() + SETTLED + timedelta(minutes=1), process)


async def judge(service: RunningService) -> Rows:
    """Have all be judged; what is stored then."""
    judging = judge_of(service)
    try:
        await judging.work()
    finally:
        await judging.close()
    return await stored(service.store)


async def stored(store: Store) -> Rows:
    """The figures of all, by match and Discord id."""

    def read(tx: Connection) -> Rows:
        query = sa.select(judged_table, people.c.discord).join(people, people.c.id == judged_table.c.person)
        return {(row.match, row.discord): tuple(row)[2:-1] for row in tx.execute(query)}

    return await store.read(read)


async def left(store: Store) -> list[int]:
    """The matches that nobody has judged."""
    query = sa.select(results.c.match).where(~results.c.judged)
    return list(await store.read(lambda tx: tx.execute(query).scalars().all()))


@pytest.mark.sqlite
async def test_matches_between_people_get_figures(tmp_path: Path) -> None:
    """Of two and of three; what one wins the others lose. Against CPU players nobody has a row."""
    async with running_service(tmp_path) as service:
        two = await service.match(ANN, BEN, months=3)
        three = await service.match(*TRIO, rules="sannin", months=3)
        rules = make_rules("classic", {"months": 3})
        alone = (await service.manager.open_lobby(PLACE, CAT, rules, cpu=CpuPlayer.EASY)).match
        for match in (two, three, alone):
            await service.play(match)
        assert len(await left(service.store)) == 3
        rows = await judge(service)
        assert await left(service.store) == []
        assert set(rows) == {(two, each.user) for each in (ANN, BEN)} | {(three, each.user) for each in TRIO}
        for match in (two, three):
            mine = [row for (of, _), row in rows.items() if of == match]
            assert all(row[0] > 10 and row[1] > 0 and row[2] == 3 for row in mine)
            for column in (3, 4, 5):
                assert sum(row[column] for row in mine) == pytest.approx(0, abs=1e-6)
            assert any(row[4] for row in mine) and any(row[5] for row in mine)


@pytest.mark.outside
@pytest.mark.sqlite
async def test_house_rules_that_change_the_worth_of_months_get_no_figures(tmp_path: Path) -> None:
    """By a preset, and by an option that months have not been measured with; others stay in."""
    async with running_service(tmp_path) as service:
        preset = {**PRESETS[PresetId.NINTENDO].rules().changed(), "months": 3}
        for options in (preset, {"months": 3, "koi_multiplier": "own"}, {"months": 3, "viewing": False}):
            await service.play(await service.match(ANN, BEN, rules="league", **options))
        assert {match for match, _ in await judge(service)} == {3}
        assert await left(service.store) == []


@pytest.mark.sqlite
async def test_a_match_is_left_until_it_has_settled(tmp_path: Path) -> None:
    """The people who look at its result have the machine until then."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        judging = Judge(service.store, service.now)
        await judging.work()
        assert len(await left(service.store)) == 1 and not judging._process.runs


@pytest.mark.outside
async def test_deletion_and_judging_anew_come_to_the_same(tmp_path: Path) -> None:
    """Somebody who deletes themself takes their rows along; the others' are the same as before."""
    async with running_service(tmp_path) as service:
        for crowd in ((ANN, BEN), (BEN, CAT)):
            await service.play(await service.match(*crowd, months=3))
        before = await judge(service)
        assert await service.store.write(judged.again) == 2
        assert await stored(service.store) == {}
        assert await judge(service) == before
        await service.manager.forget(ANN.user)
        others = {key: row for key, row in before.items() if key[1] != ANN.user}
        assert await stored(service.store) == others and len(others) == 3
        await service.store.write(judged.again)
        assert await judge(service) == others


@pytest.mark.outside
@pytest.mark.sqlite
async def test_what_a_kill_interrupts_is_done_again(tmp_path: Path) -> None:
    """The process that opens the database next does it, and it comes to the same."""
    async with running_service(tmp_path) as service:
        for _ in range(2):
            await service.play(await service.match(ANN, BEN, months=3))
        judging = judge_of(service)
        try:
            match = await service.store.read(judged.waiting, judging._now())
            assert match is not None
            await judging._judge(match)
            killed = as_after_a_kill(tmp_path)
        finally:
            await judging.close()
        rows = await judge(service)
    async with running_service(killed) as again:
        assert len(await left(again.store)) == 1
        assert await judge(again) == rows and len(rows) == 4


@pytest.mark.sqlite
async def test_a_broken_match_is_marked_and_the_others_are_judged(tmp_path: Path) -> None:
    """Nobody tries it a second time."""
    async with running_service(tmp_path) as service:
        broken = await service.match(ANN, BEN, months=3)
        whole = await service.match(ANN, CAT, months=3)
        for match in (broken, whole):
            await service.play(match)
        gone = sa.delete(actions).where((actions.c.match == broken) & (actions.c.n == 5))
        assert await service.store.write(lambda tx: tx.execute(gone).rowcount) == 1
        rows = await judge(service)
        assert {match for match, _ in rows} == {whole}
        assert await left(service.store) == []


@pytest.mark.outside
async def test_two_that_judge_at_once_store_a_match_once(tmp_path: Path) -> None:
    """As where the leader changes meanwhile."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        both = await asyncio.gather(judge(service), judge(service))
        assert len(both[0]) == 2 and both[0] == both[1]


@pytest.mark.sqlite
async def test_a_match_that_kills_its_process_is_set_aside(tmp_path: Path) -> None:
    """Not marked as judged: the machine may have been slow, and the next process tries again."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=3))
        slow = BackgroundProcess(most_seconds=0.001)
        judging = judge_of(service, slow)
        try:
            await judging.work()
        finally:
            await judging.close()
        assert len(await left(service.store)) == 1 and await stored(service.store) == {}
        assert service.store.aside.counts() == {"judging": 1}


class Failing(BackgroundProcess):
    """Raises something nobody foresaw, the first time that it is to work."""

    failed = False

    async def run(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Fail once."""
        if not self.failed:
            self.failed = True
            raise RecursionError("of this one")
        return await super().run(work, *args)


@pytest.mark.sqlite
async def test_a_match_whose_judging_fails_holds_up_no_other(tmp_path: Path) -> None:
    """The others are judged, it is not marked, and it is tried again after a pause."""
    async with running_service(tmp_path) as service:
        first, second = [await service.match(ANN, each, months=1) for each in (BEN, CAT)]
        for match in (first, second):
            await service.play(match)
        now = [0.0]
        service.store.aside = aside = SetAside(lambda: now[0])
        judging = judge_of(service, Failing())
        try:
            await judging.work()
            assert {match for match, _ in await stored(service.store)} == {second}
            assert await left(service.store) == aside.of("judging") == [first]
            now[0] = FIRST_PAUSE
            await judging.work()
        finally:
            await judging.close()
        assert {match for match, _ in await stored(service.store)} == {first, second}
        assert await left(service.store) == [] and not aside.counts()


async def test_recent_matches_come_first(tmp_path: Path) -> None:
    """The oldest of the last week, then the latest of those before."""
    async with running_service(tmp_path) as service:
        played = []
        for _ in range(4):
            played.append(await service.match(ANN, BEN, months=3))
            await service.play(played[-1])
        now = service.now() + SETTLED + timedelta(minutes=1)
        for match, days in zip(played, (30, 20, 3, 2), strict=True):
            day = (now - timedelta(days=days)).date().isoformat()
            await service.store.write(_dated, match, day)
        order = list[MatchId | None]()
        for _ in played:
            order.append(await service.store.read(judged.waiting, now))
            await service.store.write(lambda tx: judged.enter(tx, MatchId(order[-1] or 0), ()))
        assert order == [played[2], played[3], played[1], played[0]]


def _dated(tx: Connection, match: MatchId, day: str) -> None:
    tx.execute(sa.update(results).where(results.c.match == match).values(day=day))
