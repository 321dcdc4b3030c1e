"""A deleted id is nowhere in the bytes of the database, whatever was done before."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import BotError
from bot.ids import UserId
from bot.match.vocabulary import Person, Status
from bot.service.watch.match_time import utc_now
from bot.storage.database.migrate import migrate
from bot.storage.database.schema import jobs
from bot.storage.database.schema import people as people_table
from bot.storage.hands import HandRow, PressRow
from bot.storage.privacy import cleaning, forget
from bot.storage.settings import persons
from engine.rules.options import make_rules
from tests.support.manager_fixture import PLACE, RunningService, as_after_a_kill, running_service
from tests.support.processes import databases
from tests.support.traces import found, snowflake, somebody
from tests.support.waiting import until

CROWD = 1200
"""People whom nobody deletes: enough that pages of the table are split."""
PLAYERS = 7


async def a_crowd(service: RunningService, chance: random.Random) -> None:
    """Many people come, some at a time."""
    numbers = list(range(100, 100 + CROWD))
    chance.shuffle(numbers)
    for at in range(0, CROWD, 100):
        with service.store.writing() as tx:
            names = {snowflake(n): "x" * chance.randrange(1, 33) for n in numbers[at : at + 100]}
            persons.met(tx, names, utc_now())


async def live(service: RunningService, chance: random.Random, everybody: list[Person]) -> None:
    """Something that people do: open, join, leave, decline, play, resign, set something."""
    one, other = chance.sample(everybody, 2)
    matches = await service.manager.live_matches(user=one.user)
    match = chance.choice(matches).match if matches else None
    with contextlib.suppress(BotError):
        match chance.randrange(8):
            case 0:
                await service.manager.open_lobby(PLACE, one, make_rules("classic"), invited=(other.user,))
            case 1:
                await service.lobby(one, other)
            case 2:
                await service.match(one, other, months=1)
            case 3 if match is not None:
                await service.manager.leave(match, one.user)
            case 4 if match is not None:
                await service.manager.resign(match, one.user)
            case 5 if match is not None and matches[0].status is Status.PLAYING:
                for _ in range(chance.randrange(12)):
                    await service.move(match)
            case 6 if match is not None:
                at = utc_now() + timedelta(minutes=14)
                await service.store.hands.save(HandRow(match, one.user, "token", "@original", at, "en"))
                await service.store.presses.save(PressRow(match, one.user, "token", at, "en"))
            case _:
                await service.manager.persons.set_zone(one.user, one.name, "Asia/Tokyo")
                await service.manager.persons.hide(one.user, one.name, hidden=bool(chance.randrange(2)))


@pytest.mark.outside
@pytest.mark.parametrize("seed", range(6))
async def test_no_history_leaves_a_trace(tmp_path: Path, seed: int) -> None:
    """Random lives of some people among many; each who goes is gone from every file at once."""
    chance = random.Random(seed)
    async with running_service(tmp_path) as service:
        await a_crowd(service, chance)
        everybody = [somebody(number) for number in range(PLAYERS)]
        gone: list[UserId] = []
        while everybody:
            for _ in range(chance.randrange(4, 16)):
                if len(everybody) > 1:
                    await live(service, chance, everybody)
            leaving = everybody.pop(chance.randrange(len(everybody)))
            await service.manager.forget(leaving.user)
            gone.append(leaving.user)
            assert not any(found(tmp_path, user) for user in gone)
            assert all(found(tmp_path, snowflake(number)) for number in (100, 777))
    assert not any(found(tmp_path, user) for user in gone)


@pytest.mark.postgresql
async def test_no_history_leaves_a_row_on_a_server(tmp_path: Path) -> None:
    """There the files are the server's: neither a row nor what pg_dump writes knows who is gone."""
    chance = random.Random(1)
    url = databases.database(tmp_path)
    assert not isinstance(url, Path)
    async with running_service(tmp_path) as service:
        everybody = [somebody(number) for number in range(PLAYERS)]
        for _ in range(40):
            await live(service, chance, everybody)
        gone = [somebody(number).user for number in range(PLAYERS - 1)]
        for user in gone:
            assert str(user) in databases.Server.of_run().dump(str(url.database))
            await service.manager.forget(user)
            assert str(user) not in databases.Server.of_run().dump(str(url.database))
        assert str(somebody(PLAYERS - 1).user) in databases.Server.of_run().dump(str(url.database))
        with service.store.reading() as tx:
            assert tx.execute(sa.select(jobs).where(jobs.c.name == cleaning.CLEAN)).first() is None
            assert await known(service, somebody(PLAYERS - 1).user)


async def test_what_an_older_version_left_behind_is_cleaned_too(tmp_path: Path) -> None:
    """A row that was deleted without being overwritten, in a page that nothing uses any more."""
    user = somebody(1)
    async with running_service(tmp_path) as service:
        await service.match(user, somebody(2))
        with contextlib.closing(sqlite3.connect(tmp_path / "koikoi.db")) as other:
            other.execute("PRAGMA secure_delete=OFF")
            other.execute("CREATE TABLE old (user BIGINT, text TEXT)")
            other.executemany("INSERT INTO old VALUES (?, ?)", [(user.user, "x" * 900)] * 40)
            other.execute("DROP TABLE old")
            other.commit()
        await service.manager.forget(user.user)
        assert found(tmp_path, user.user) == []


@pytest.mark.outside
async def test_a_page_that_was_put_in_order_keeps_no_copy(tmp_path: Path) -> None:
    """SQLite overwrites what it deletes, but where it splits a page it leaves second copies of rows behind.

    The person whose id stands most often in the file goes.
    """
    chance = random.Random(3)
    async with running_service(tmp_path) as service:
        users = [snowflake(number) for number in range(3000)]
        chance.shuffle(users)
        with service.store.writing() as tx:
            for user in users:
                row = {"id": chance.randrange(2**53), "discord": user, "name": "x" * chance.randrange(1, 33)}
                tx.execute(sa.insert(people_table), row | {"hidden": False, "met_at": utc_now()})
                if chance.random() < 0.5:
                    name = "y" * chance.randrange(1, 33)
                    persons.met(tx, {user: name}, utc_now())
        with service.store.writing() as tx:
            cleaning.ask(tx)
        assert await cleaning.clean(service.store, 2**62)
        content = (tmp_path / "koikoi.db").read_bytes()
        users.sort(key=lambda user: content.count(user.to_bytes(8, "big")), reverse=True)
        for user in users[:5]:
            await service.manager.forget(user)
        assert not any(found(tmp_path, user) for user in users[:5])


async def test_a_crash_before_the_cleaning_is_made_good_at_the_next_start(tmp_path: Path) -> None:
    """The rows are gone, the log of the database holds them still: the next run empties it by itself."""
    user = somebody(1)
    async with running_service(tmp_path) as service:
        await service.match(user, somebody(2))
        await service.manager.resign((await service.manager.live_matches())[0].match, user.user)
        with service.store.writing() as tx:
            assert forget.forget(tx, user.user)
        folder = as_after_a_kill(tmp_path)
        assert found(folder, user.user)
    async with running_service(folder):
        await until(lambda: not asked(folder))
        assert found(folder, user.user) == []


def asked(folder: Path) -> bool:
    """Whether a cleaning is still to be done."""
    with contextlib.closing(sqlite3.connect(folder / "koikoi.db")) as database:
        return bool(database.execute("SELECT 1 FROM jobs WHERE name = 'clean'").fetchall())


async def test_a_reader_in_the_way_is_waited_for(tmp_path: Path) -> None:
    """A reader keeps the log from being emptied for as long as the read takes."""
    user = somebody(1)
    async with running_service(tmp_path) as service:
        await service.match(user, somebody(2))
        with service.store.reading() as tx:
            tx.execute(sa.select(jobs))
            task = asyncio.create_task(service.manager.forget(user.user))

            async def forgotten() -> bool:
                return not await known(service, user.user)

            await until(forgotten)
            assert not task.done()
            assert found(tmp_path, user.user)
        await task
        assert found(tmp_path, user.user) == []


async def known(service: RunningService, user: UserId) -> bool:
    """Whether anything is stored about a user."""
    with service.store.reading() as tx:
        return persons.get(tx, user) is not None


async def test_a_reader_who_stays_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person is deleted; the cleaning stays asked for, and is done later."""
    monkeypatch.setattr(cleaning, "WAIT_SECONDS", 0.01)
    user = somebody(1)
    async with running_service(tmp_path) as service:
        await service.match(user, somebody(2))
        with service.store.reading() as tx:
            tx.execute(sa.select(jobs))
            await service.manager.forget(user.user)
            assert not await known(service, user.user)
            assert asked(tmp_path)
        assert await cleaning.clean(service.store)
        assert found(tmp_path, user.user) == []
        assert not asked(tmp_path)


async def test_the_end_of_the_bot_waits_for_no_cleaning(tmp_path: Path) -> None:
    """Cancelling the wait stops the work; it is done at the next start."""
    user = somebody(1)
    async with running_service(tmp_path) as service:
        await service.match(user, somebody(2))
        with service.store.reading() as tx:
            tx.execute(sa.select(jobs))
            with service.store.writing() as other:
                forget.forget(other, user.user)
            task = asyncio.create_task(cleaning.clean(service.store, user.user))
            await until(lambda: any(each.name.startswith("asyncio") for each in threading.enumerate()))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await asyncio.get_running_loop().shutdown_default_executor()
        assert asked(tmp_path)


async def test_legacy_rows_name_nobody_any_more(tmp_path: Path) -> None:
    """Moves of `old_actions` hold ids until they are packed."""
    migrate(tmp_path / "koikoi.db")
    user = somebody(1).user
    with contextlib.closing(sqlite3.connect(tmp_path / "koikoi.db")) as database:
        old(database, user)
        database.commit()
    async with running_service(tmp_path) as service:
        with service.store.reading() as tx:
            rows = tx.exec_driver_sql("SELECT count(*) FROM old_actions WHERE user = ?", (user,))
            assert rows.scalar() == 1
        await service.manager.forget(user)
    assert found(tmp_path, user) == []


def old(database: sqlite3.Connection, user: UserId) -> None:
    """A match of an early bot whose log cannot be read, so that it is never packed."""
    database.execute(
        "INSERT INTO people (id, discord, name, hidden, met_at) VALUES (7, ?, 'Old', 0, 1)", (user,)
    )
    database.execute(
        "INSERT INTO guilds (id, locale, season, shares, defaults) VALUES (1, 'en', 'off', 0, '{}')"
    )
    database.execute(
        "INSERT INTO matches (id, status, guild, channel, locale, host, rules, options, secret, seed, "
        "ends_shown, opened_at, ended_at) "
        "VALUES (1, 'aborted', 1, 10, 'en', 7, 'classic', '{}', ?, ?, 0, 1, 2)",
        (bytes(32), bytes(32)),
    )
    database.execute(
        "INSERT INTO participants (match, number, person, name, locale, join_id) "
        "VALUES (1, 0, 7, 'Old', 'en', 5)"
    )
    database.execute("INSERT INTO old_actions VALUES (1, 0, 'nonsense', 'user', ?, 1)", (user,))
