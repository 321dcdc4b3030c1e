"""The speed of lists, the cost of a match's end and of what is done about it later, the size of a match.

`python -m tests.bench_records [--players 1000] [--matches 100000]` fills a new database as `koikoi seed-demo`
does, and measures on it. Times are whole calls through the store, as a command makes them.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import platform
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from bot.ids import ChannelId, GuildId, UserId
from bot.maintenance.demo import Demo, fill
from bot.match.hosted_match import Change, HostedMatch
from bot.match.vocabulary import Person, Status
from bot.opponents.background import BackgroundProcess
from bot.records.boards import Measure, Query, Scope, When
from bot.service.confirming import Confirmer
from bot.service.judging import Judge
from bot.service.manager import Manager
from bot.service.match_actor import Check, MatchActor
from bot.storage import Store, matches, own_problems
from bot.storage.actions import unpacked
from bot.storage.database.schema import actions, logs, result_players, results
from bot.storage.database.schema import judged as judged_table
from bot.storage.database.schema import own_problems as own_problems_table
from bot.storage.database.schema import people as people_table
from bot.storage.records import boards, judged, profiles
from engine.record.notation import format_action
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import Recorder, RunningService, quick, running_service

GUILD = GuildId(1)
DEMO = "koikoi.db"
RUNS = 9
JUDGED = 100
"""Matches that are judged for the measurement."""
CONFIRMED_SECONDS = 300.0
"""Seconds of the wall in which decisions are confirmed for the measurement."""
LAG_SECONDS = 0.005


def spread(seconds: list[float]) -> str:
    """Median and worst in milliseconds."""
    inorder = sorted(seconds)
    return f"median {statistics.median(inorder) * 1000:6.1f} ms, worst {inorder[-1] * 1000:6.1f} ms"


async def timed(work: Callable[[], Awaitable[object]]) -> list[float]:
    """Measure the time of some work, again and again; the first time does not count."""
    taken = []
    for _ in range(RUNS + 1):
        began = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - began)
    return taken[1:]


async def lists(store: Store) -> None:
    """Every leaderboard of the demo's server."""
    with store.reading() as tx:
        viewer = UserId(tx.execute(sa.select(people_table.c.discord).limit(1)).scalar_one())
    now = datetime.now(UTC)
    for scope, when in itertools.product(Scope, When):
        worst: list[float] = []
        for measure in Measure:
            query = Query(GUILD, RuleSetId.CLASSIC, when.value, measure, scope)

            async def look(query: Query = query) -> None:
                with store.reading() as tx:
                    boards.leaderboard(tx, query, viewer=viewer, now=now)

            worst += await timed(look)
        print(f"leaderboard, {scope.value:6} {when.value:11}, all measures: {spread(worst)}")

    async def profile() -> None:
        with store.reading() as tx:
            profiles.facts(tx, GUILD, viewer, viewer, now)

    print(f"profile: {spread(await timed(profile))}")


async def start(path: Path) -> None:
    """Measure the time of a bot from opening the database to having its live matches."""

    async def once() -> None:
        store = await Store.open(path)
        manager = Manager(store, quick(), Recorder())
        await manager.start()
        await manager.close()
        await store.close()

    print(f"start: {spread(await timed(once))}")


async def last_moves(folder: Path, count: int) -> None:
    """Measure the time of storing, and the processor's: an action, and the one that ends a match."""
    usual: list[tuple[float, float]] = []
    ending: list[tuple[float, float]] = []
    store = MatchActor._store

    async def measured(
        actor: MatchActor, before: HostedMatch, change: Change, check: Check | None
    ) -> HostedMatch:
        began, worked = time.perf_counter(), time.process_time()
        after = await store(actor, before, change, check)
        took = time.perf_counter() - began, time.process_time() - worked
        (ending if after.status is Status.OVER else usual).append(took)
        return after

    MatchActor._store = measured  # type: ignore[method-assign, assignment]
    try:
        async with running_service(folder) as service:
            for number in range(count):
                await _play(service, number)
    finally:
        MatchActor._store = store  # type: ignore[method-assign]
    for what, found in (("an action", usual), ("the last action of a match", ending)):
        taken, processor = ([each[n] for each in found] for n in (0, 1))
        print(f"storing {what}: {spread(taken)}; of the processor {spread(processor)}")


async def _play(service: RunningService, number: int) -> None:
    """A rated match of two people who have not met before: all of them count."""
    pair = (Person(UserId(5000 + 2 * number + seat), f"P{seat}", "en", seat) for seat in (0, 1))
    match = await service.match(*pair, months=3)
    await service.play(match)


async def weights(path: Path, folder: Path) -> None:
    """Bytes a match of its log in rows, as they were, and packed; and that nothing was lost."""
    store = await Store.open(path)
    try:
        with store.reading() as tx:
            packed = list(tx.execute(sa.select(logs.c.match, logs.c.packed).limit(2_000)).all())
    finally:
        await store.close()
    rows = folder / "rows.db"
    other = await Store.open(rows)
    try:
        before = rows_bytes(rows)
        with other.writing() as tx:
            tx.exec_driver_sql("PRAGMA foreign_keys=OFF")
        made = [(row.match, one) for row in packed for one in unpacked(row.packed)]
        values = [
            {
                "match": match,
                "n": one.n,
                "step": one.step,
                "action": format_action(one.action),
                "made_by": one.made_by.value,
                "participant": one.participant,
                "at": one.at,
            }
            for match, one in made
        ]
        engine = sa.create_engine(f"sqlite:///{rows}")
        with engine.begin() as connection:
            connection.execute(sa.insert(actions), values)
        engine.dispose()
    finally:
        await other.close()
    after = rows_bytes(rows)
    size = sum(len(row.packed) for row in packed)
    print(
        f"a match's log of {len(made) / len(packed):.0f} actions: {(after - before) / len(packed):.0f} bytes "
        f"in rows, {size / len(packed):.0f} packed"
    )


def rows_bytes(path: Path) -> int:
    """The size of a database, its log folded in."""
    engine = sa.create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("VACUUM")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path.stat().st_size


async def judging(store: Store) -> None:
    """The work in the background: its time and memory, and how late the event loop is beside it.

    The matches that it does not come to get figures of chance, so that lists have all to add up.
    """
    process, now, lags = BackgroundProcess(), datetime.now(UTC), list[float]()
    judge = Judge(store, lambda: now, process)
    beat, at_rest = asyncio.create_task(_lag(lags)), await process.run(_usage)
    began, own, done = time.perf_counter(), time.process_time(), 0
    while done < JUDGED and (match := await store.read(judged.waiting, now)) is not None:
        await judge._judge(match)
        done += 1
    wall, spent = time.perf_counter() - began, time.process_time() - own
    at_work = await process.run(_usage)
    beat.cancel()
    await process.close()
    print(
        f"judging a match: {1000 * (at_work[0] - at_rest[0]) / done:.0f} ms of the process, whose memory "
        f"grows from {at_rest[1] / 1e6:.0f} to {at_work[1] / 1e6:.0f} MB; {1000 * spent / done:.1f} ms of "
        f"the bot's, {1000 * wall / done:.0f} ms in all ({done} matches); event loop late {spread(lags)}"
    )
    await store.write(_made_up)


async def confirming(store: Store) -> None:
    """The playouts of decisions that the judge has named, as the bot plays them: their time and memory."""
    process, now, lags, taken = BackgroundProcess(), datetime.now(UTC), list[float](), dict[int, float]()
    asked = await store.read(lambda tx: tx.execute(_count_of("asked")).scalar_one())
    work, whose = Confirmer(store, lambda: now, process), set[int]()
    beat, at_rest = asyncio.create_task(_lag(lags)), await process.run(_usage)
    began = time.perf_counter()
    while time.perf_counter() - began < CONFIRMED_SECONDS and (
        one := await store.read(own_problems.waiting, now)
    ):
        found = await work._confirmed(one)
        assert found is not None, "the process was lost"
        await store.write(own_problems.enter, one, found, now)
        taken[one.id] = taken.get(one.id, 0.0) + found.seconds
        whose.add(one.person)
    at_work = await process.run(_usage)
    kept = await store.read(lambda tx: tx.execute(_count_of("kept")).scalar_one())
    beat.cancel()
    await process.close()
    seconds = list(taken.values())
    print(
        f"confirming a decision: {statistics.mean(seconds):.1f} s of the process on average, median "
        f"{statistics.median(seconds):.1f}, most {max(seconds):.1f} ({len(seconds)} decisions of "
        f"{len(whose)} people, {kept} of them problems; {JUDGED} matches named {asked}); its memory grows "
        f"from {at_rest[1] / 1e6:.0f} to {at_work[1] / 1e6:.0f} MB; event loop late {spread(lags)}"
    )


def _count_of(state: str) -> sa.Select[int]:
    """The number of decisions in a state."""
    return sa.select(sa.func.count()).where(own_problems_table.c.state == state)


async def _lag(found: list[float]) -> None:
    """Note how late the event loop comes back to a task that sleeps."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LAG_SECONDS)
        found.append(time.perf_counter() - began - LAG_SECONDS)


def _usage() -> tuple[float, int]:
    """The processor's seconds and the most bytes of the process in which it is called."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def _made_up(tx: sa.Connection) -> None:
    chance, mine = random.Random(1), result_players.c
    waits = sa.select(results.c.match).where(~results.c.judged)
    sat = tx.execute(sa.select(mine.match, mine.person).where(mine.match.in_(waits)))
    rows = [
        {
            "match": row.match,
            "person": row.person,
            "decisions": 30,
            "lost": chance.expovariate(0.1),
            "months": 3,
            "points": chance.randint(-30, 30),
            "dealt": chance.gauss(0, 5),
            "turned": chance.gauss(0, 10),
        }
        for row in sat
        if row.person is not None
    ]
    tx.execute(sa.insert(judged_table), rows)
    tx.execute(sa.update(results).values(judged=True))


async def replays(store: Store) -> None:
    """Measure the time in which a finished match is rebuilt from its packed log."""

    async def load() -> None:
        with store.reading() as tx:
            matches.load(tx, 1)  # type: ignore[arg-type]

    print(f"a finished match rebuilt from its rows: {spread(await timed(load))}")


async def main(players: int, count: int) -> None:
    """Everything."""
    print(f"{platform.machine()}, CPython {platform.python_version()}; {players} players, {count} matches")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kept in (0, count):
            path = folder / str(kept) / DEMO
            path.parent.mkdir()
            began = time.perf_counter()
            store = await Store.open(path)
            try:
                if kept:
                    demo = Demo(GUILD, ChannelId(2), players=players, matches=kept, days=200)
                    fill(store, demo, datetime.now(UTC))
                    print(f"filled in {time.perf_counter() - began:.0f} s, {rows_bytes(path) / 1e6:.0f} MB")
                    await judging(store)
                    await confirming(store)
                    await lists(store)
                    await replays(store)
            finally:
                await store.close()
            print(f"with {kept} finished matches:")
            await start(path)
            await last_moves(path.parent, 40)
        await weights(path, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--matches", type=int, default=100_000)
    options = parser.parse_args()
    asyncio.run(main(options.players, options.matches))
