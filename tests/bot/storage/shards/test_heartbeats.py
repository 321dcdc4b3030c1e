"""The heartbeat of each shard: for how long nobody served it, no matter who does now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, MatchId
from bot.match.hosted_match import Deadline, DeadlineKind
from bot.match.vocabulary import Place
from bot.shards import WHOLE, Shard
from bot.storage import Store, clocks, matches
from bot.storage.database.schema import heartbeats
from bot.storage.owners.shard_rows import Footprint, footprint, footprints
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, fixed_secret, opened, put_new_database
from tests.support.processes.databases import database

pytestmark = pytest.mark.databases

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
GUILDS = (None, GuildId(1), GuildId(1 << 22), GuildId(2 << 22), GuildId((3 << 22) + 5))
"""Of shards 0, 0, 1, 0, 1 of two, and of 0, 0, 1, 2, 3 of four."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    put_new_database(tmp_path)
    store = await Store.open(database(tmp_path))
    yield store
    await store.close()


async def lobbies(store: Store) -> list[MatchId]:
    """One in each of these servers, each with a turn that ends at one o'clock."""

    def job(tx: Connection) -> list[MatchId]:
        made = []
        for guild in GUILDS:
            place = Place(guild, ChannelId(7), "en")
            change = opened(place, ANN, make_rules("classic"), secret=fixed_secret(1)(32), now=NOON)
            match, _ = matches.insert(tx, change)
            clocks.change(tx, match, {}, {DeadlineKind.TURN: Deadline(0, NOON + 60 * MINUTE)})
            made.append(match)
        return made

    return await store.write(job)


async def due(store: Store, shard: Shard = WHOLE) -> list[timedelta]:
    """Return the times after noon when the turns end, by match."""
    found = await store.read(clocks.of_all, shard)
    return [found[match][DeadlineKind.TURN].due_at - NOON for match in sorted(found)]


async def noted(store: Store) -> list[tuple[str, int, int]]:
    """The rows of heartbeats, without their time."""
    query = sa.select(heartbeats.c.name, heartbeats.c.shard, heartbeats.c.shards).order_by(
        heartbeats.c.shard, heartbeats.c.name
    )
    return [tuple(row) for row in await store.read(lambda tx: tx.execute(query).all())]


async def test_a_shard_knows_its_matches(store: Store) -> None:
    """Each live match and its deadlines belong to one shard of however many there are."""
    made = await lobbies(store)
    for count, numbers in ((1, (0, 0, 0, 0, 0)), (2, (0, 0, 1, 0, 1)), (4, (0, 0, 1, 2, 3))):
        for number in range(count):
            shard = Shard(number, count)
            own = [match for match, of in zip(made, numbers, strict=True) if of == number]
            assert sorted(await store.read(matches.live, shard)) == own
            assert sorted(await store.read(clocks.of_all, shard)) == own
            assert sorted(await store.read(footprints, shard)) == own
            assert [shard.owns(guild) for guild in GUILDS] == [of == number for of in numbers]


async def test_a_match_read_from_its_rows_has_their_footprint(store: Store) -> None:
    """As long as nothing happens to it."""
    made = await lobbies(store)

    def job(tx: Connection) -> dict[MatchId, Footprint]:
        found = {match: matches.load(tx, match) for match in made}
        return {match: footprint(hosted) for match, hosted in found.items() if hosted is not None}

    assert await store.read(job) == await store.read(footprints, WHOLE)


async def test_deadlines_of_one_shard_stand_still_while_the_others_run_on(store: Store) -> None:
    """The shard was away for ten minutes, and gives back ten; no other shard gives back any."""
    await lobbies(store)
    for number in range(2):
        await clocks.resume(store, NOON, Shard(number, 2))
    await clocks.record_heartbeat(store, NOON + 10 * MINUTE, None, Shard(0, 2))
    assert await clocks.resume(store, NOON + 10 * MINUTE, Shard(1, 2)) == 10 * MINUTE
    assert await due(store, Shard(0, 2)) == [60 * MINUTE] * 3
    assert await due(store, Shard(1, 2)) == [70 * MINUTE] * 2


async def test_time_without_connection_is_given_back_to_its_own_shard(store: Store) -> None:
    """To that of the client that had none."""
    await lobbies(store)
    for number, lost in enumerate((None, NOON - 5 * MINUTE)):
        await clocks.resume(store, NOON, Shard(number, 2))
        await clocks.record_heartbeat(store, NOON, lost, Shard(number, 2))
    for number in range(2):
        assert await clocks.resume(store, NOON, Shard(number, 2)) == timedelta(0)
    assert await due(store) == [timedelta(minutes=each) for each in (60, 60, 65, 60, 65)]


@pytest.mark.parametrize("away", [timedelta(minutes=-30), timedelta(minutes=30)])
async def test_whoever_takes_a_shard_over_goes_by_their_own_time(store: Store, away: timedelta) -> None:
    """As much is left of each turn as was at the last heartbeat, whether their time is behind or ahead."""
    await lobbies(store)
    await clocks.resume(store, NOON, Shard(1, 2))
    await clocks.record_heartbeat(store, NOON + 20 * MINUTE, None, Shard(1, 2))
    theirs = NOON + 20 * MINUTE + away
    assert await clocks.resume(store, theirs, Shard(1, 2)) == away
    assert [NOON + each - theirs for each in await due(store, Shard(1, 2))] == [40 * MINUTE] * 2


@pytest.mark.parametrize(("before", "after"), [(1, 4), (2, 4), (4, 2), (2, 1)])
async def test_where_servers_are_split_anew_each_shard_begins_at_the_newest_beat(
    store: Store, before: int, after: int
) -> None:
    """Also one whose process starts later than the others: to each its own time is given back."""
    await lobbies(store)
    for number in range(before):
        await clocks.resume(store, NOON, Shard(number, before))
        await clocks.record_heartbeat(store, NOON + number * MINUTE, None, Shard(number, before))
    newest = NOON + (before - 1) * MINUTE
    await clocks.resume(store, newest + 5 * MINUTE, Shard(after - 1, after))
    assert await noted(store) == [(clocks.HEARTBEAT, number, after) for number in range(after)]
    for number in range(after - 1):
        assert await clocks.resume(store, newest + 7 * MINUTE, Shard(number, after)) == 7 * MINUTE
    of_last = [Shard(after - 1, after).owns(guild) for guild in GUILDS]
    assert await due(store) == [(65 if last else 67) * MINUTE for last in of_last]


async def test_the_time_without_connection_of_the_newest_beat_is_kept_where_servers_are_split_anew(
    store: Store,
) -> None:
    """Every shard then gives it back, as it is not known any more whose it was."""
    await lobbies(store)
    await clocks.resume(store, NOON, WHOLE)
    await clocks.record_heartbeat(store, NOON, NOON - 3 * MINUTE, WHOLE)
    for number in range(2):
        await clocks.resume(store, NOON, Shard(number, 2))
    assert await due(store) == [63 * MINUTE] * 5


async def test_the_last_beat_of_several_shards_is_that_of_the_one_that_waits_longest(store: Store) -> None:
    """Without a heartbeat of one of them there is none."""
    both = (Shard(0, 2), Shard(1, 2))
    assert await clocks.last_heartbeat(store, both) is None
    await clocks.record_heartbeat(store, NOON, None, both[0])
    assert await clocks.last_heartbeat(store, both) is None
    assert await clocks.last_heartbeat(store, both[:1]) == NOON
    await clocks.record_heartbeat(store, NOON + MINUTE, None, both[1])
    assert await clocks.last_heartbeat(store, both) == NOON
    await clocks.record_heartbeat(store, NOON + 2 * MINUTE, None, both[0])
    assert await clocks.last_heartbeat(store, both) == NOON + MINUTE


async def test_messages_of_matches_are_found_by_shard(store: Store) -> None:
    """Each client takes care of those of its own matches after a start."""
    made = await lobbies(store)
    for match in made:
        await store.reminder_messages.save(match, ChannelId(7), 1, NOON)
    for number, own in ((0, (0, 1, 3)), (1, (2, 4))):
        found = await store.reminder_messages.all(Shard(number, 2))
        assert [row.match for row in found] == [made[each] for each in own]
    assert [row.match for row in await store.reminder_messages.all()] == made
