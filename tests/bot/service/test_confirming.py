"""Problems of one's own: the costliest decisions of a match, confirmed in the background within a budget."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.match import own_problems as rows
from bot.match.decisions import COSTLIEST
from bot.opponents import confirming, review
from bot.opponents.background import BackgroundProcess
from bot.opponents.confirming import LEAST, LEAST_CHANCE, LOOKS, Confirmed, Looks, Played
from bot.service.confirming import Confirmer
from bot.service.judging import SETTLED, Judge
from bot.storage import Store, finished, own_problems
from bot.storage.database.schema import matches, people, problem_work
from bot.storage.database.schema import own_problems as table
from bot.storage.own_problems import BUDGET, SLICE, Candidate
from bot.storage.records import judged
from engine.rules.actions import KoiKoi, Shobu
from tests.support.manager_fixture import ANN, BEN, RunningService, running_service

pytestmark = pytest.mark.databases
FEW: Looks = ((4, 0.0), (8, 1.0))
"""Worlds enough to tell one result from another."""


async def asked(service: RunningService) -> list[tuple[Any, ...]]:
    """Have all be judged; the decisions that are to be confirmed."""
    judging = Judge(service.store, lambda: service.now() + SETTLED + timedelta(minutes=1))
    try:
        await judging.work()
    finally:
        await judging.close()
    return await stored(service.store)


async def stored(store: Store) -> list[tuple[Any, ...]]:
    """All decisions: whose, which, and what came of them."""
    query = sa.select(people.c.discord, table).join(people, people.c.id == table.c.person)
    found = await store.read(lambda tx: tx.execute(query.order_by(table.c.action)).all())
    return [(row.discord, row.match, row.action, row.state, row.choices, row.by_match) for row in found]


async def last(store: Store, found: list[tuple[Any, ...]], number: int) -> list[int]:
    """Leave the last decisions alone, which are played out fastest."""
    kept = [row[2] for row in found[-number:]]
    await store.write(lambda tx: tx.execute(sa.delete(table).where(table.c.action.not_in(kept))))
    return kept


@pytest.mark.sqlite
@pytest.mark.parametrize("looks", [FEW, pytest.param(LOOKS, marks=pytest.mark.long)], ids=["few", "all"])
async def test_the_costliest_decisions_become_problems_and_always_the_same(
    tmp_path: Path, looks: Looks
) -> None:
    """Of each person no more than three; judging anew asks for none twice; a deletion takes its own along."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=1)
        await service.play(match)
        found = await asked(service)
        course, left_out = await service.store.read(finished.to_judge, match)
        players = review.review(course.record, left_out).players
        wanted = sorted(one.action for each in players for one in each.costliest)
        assert [row[2] for row in found] == wanted and len(wanted) > COSTLIEST
        assert {row[0] for row in found} == {ANN.user, BEN.user}
        costly = await last(service.store, found, 2)
        process = BackgroundProcess()
        try:
            await Confirmer(service.store, service.now, process, looks).work()
        finally:
            await process.close()
        confirmed = await stored(service.store)
        assert {row[3] for row in confirmed} <= {"kept", "dropped"}
        for row in confirmed[-1:]:
            again = confirming.confirm(course.record, row[2], BUDGET, looks=looks)
            assert again.so_far is None and again.choices == (rows.loads(row[4]) if row[4] else None)
            if again.choices:
                made = course.record.actions[row[2]].move
                worths = {each.move: each.worth for each in again.choices}
                least = LEAST_CHANCE if again.by_match else LEAST[course.record.rules.rule_set.unit]
                assert max(worths.values()) - worths[made] >= least - 0.001
        await service.store.write(judged.again)
        assert [row for row in await asked(service) if row[2] in costly] == confirmed
        await service.manager.forget(ANN.user)
        assert {row[0] for row in await stored(service.store)} == {BEN.user}
        await service.store.write(lambda tx: tx.execute(sa.delete(matches).where(matches.c.id == match)))
        assert await stored(service.store) == []


async def test_nobody_takes_more_than_a_minute_a_day(tmp_path: Path) -> None:
    """The time is stored; the next day there is as much again."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=1))
        await asked(service)
        store, now = service.store, service.now()
        seen = list[Candidate]()
        while (one := await store.read(own_problems.waiting, now)) is not None:
            seen.append(one)
            await store.write(own_problems.enter, one, Confirmed(None, False, 25.0), now)
        assert all(sum(each.person == one.person for each in seen) == 3 for one in seen) and len(seen) == 6
        assert {each.seconds for each in seen} == {SLICE, BUDGET - 50.0}
        spent = await store.read(lambda tx: tx.execute(sa.select(problem_work.c.seconds)).scalars().all())
        assert set(spent) == {75.0}


def ended(*_: object) -> Confirmed:
    """End the process that confirms."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.mark.outside
@pytest.mark.sqlite
async def test_a_decision_whose_process_is_ended_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may have ended it from outside: it is tried again after a while, and costs nobody time."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=1))
        store, process = service.store, BackgroundProcess()
        costly = await last(store, await asked(service), 1)
        monkeypatch.setattr(confirming, "confirm", ended)
        work = Confirmer(store, service.now, process)
        one = await store.read(own_problems.waiting, service.now())
        assert one is not None and [one.action] == costly
        try:
            await work.work()
        finally:
            await process.close()
        assert store.aside.of("problems") == [one.id]
        assert [row[3] for row in await stored(store)] == ["asked"]
        spent = await store.read(lambda tx: tx.execute(sa.select(problem_work.c.seconds)).scalars().all())
        assert spent == []


@pytest.mark.outside
@pytest.mark.sqlite
async def test_no_more_than_so_many_decisions_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more those of the oldest matches are forgotten: nobody ever comes to them."""
    async with running_service(tmp_path) as service:
        for _ in range(3):
            await service.play(await service.match(ANN, BEN, months=1))
        before = await asked(service)
        monkeypatch.setattr(own_problems, "MOST_WAITING", 2)
        newest = await service.match(ANN, BEN, months=1)
        await service.play(newest)
        after = await asked(service)
        assert any(row[1] == newest for row in after)
        for person in {row[0] for row in after if row[1] == newest}:
            left = sorted((row[1] for row in after if row[0] == person), reverse=True)
            old = sorted((row[1] for row in before if row[0] == person), reverse=True)
            assert left == [*[newest] * left.count(newest), *old][:2]


@pytest.mark.outside
async def test_what_is_begun_is_finished_and_the_latest_match_comes_first(tmp_path: Path) -> None:
    """Of a match the costliest decision of a player comes before their others."""
    async with running_service(tmp_path) as service:
        for _ in range(3):
            await service.play(await service.match(ANN, BEN, months=1))
        older, *later = sorted({row[1] for row in await asked(service)})
        assert later, "a month without a costly decision"
        store, now = service.store, service.now()
        query = sa.select(table).where(table.c.match == older).order_by(table.c.id.desc())
        row = await store.read(lambda tx: tx.execute(query).first())
        assert row is not None
        begun = Candidate(row.id, row.person, older, row.action, SLICE, None)
        rest = Played(60, {KoiKoi(): 1.5, Shobu(): -2.0})
        await store.write(own_problems.enter, begun, Confirmed(None, False, 1.0, rest), now)
        in_turn = list[Candidate]()
        while (one := await store.read(own_problems.waiting, now)) is not None:
            in_turn.append(one)
            await store.write(own_problems.enter, one, Confirmed(None, False, 0.0), now)
        assert in_turn[0] == begun._replace(so_far=rest)
        for match in (older, *later):
            course, left_out = await store.read(finished.to_judge, match)
            players = review.review(course.record, left_out).players
            wanted = [one.action for each in players for one in each.costliest if one.action != begun.action]
            told = [one.action for one in in_turn[1:] if one.match == match and one.action != begun.action]
            assert told == wanted
        assert [one.match for one in in_turn[1:]] == sorted([one.match for one in in_turn[1:]], reverse=True)


@pytest.mark.outside
@pytest.mark.sqlite
async def test_playouts_go_on_the_next_day_as_if_never_broken_off(tmp_path: Path) -> None:
    """Playouts that a day has no time for are stored as they stand, and come to the same in the end."""
    async with running_service(tmp_path) as service:
        await service.play(await service.match(ANN, BEN, months=1))
        store, day = service.store, service.now()
        await last(store, await asked(service), 1)
        first = await store.read(own_problems.waiting, day)
        assert first is not None
        course = await store.read(finished.course, first.match)
        rest = confirming.confirm(course.record, first.action, 0.0, looks=FEW)
        assert rest.so_far is not None and rest.choices is None
        await store.write(own_problems.enter, first, replace(rest, seconds=BUDGET), day)
        assert await store.read(own_problems.waiting, day) is None
        parts = 0
        while (one := await store.read(own_problems.waiting, day + timedelta(days=1))) == first._replace(
            so_far=rest.so_far
        ):
            rest = confirming.confirm(course.record, one.action, 0.0, one.so_far, FEW)
            await store.write(own_problems.enter, one, replace(rest, seconds=0.0), day + timedelta(days=1))
            parts += 1
        at_once = confirming.confirm(course.record, first.action, 600.0, looks=FEW)
        (found,) = await stored(store)
        assert at_once.so_far is None and found[3] == ("kept" if at_once.choices else "dropped")
        assert found[4] == (rows.dumps(at_once.choices) if at_once.choices else None)
        assert parts > 1
