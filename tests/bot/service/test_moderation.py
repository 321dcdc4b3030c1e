"""People kept from tables and lists, and matches that are left out: what follows, and what comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import Barred, OtherUnwilling
from bot.ids import GuildId, MatchId, UserId
from bot.match.verdict import Unrated
from bot.match.vocabulary import BarKind, Person
from bot.records.boards import Measure, Query, Scope
from bot.service.watch.match_time import utc_now
from bot.storage import Store
from bot.storage.database.schema import bars as bar_table
from bot.storage.database.schema import standings
from bot.storage.moderation import audit, bars
from bot.storage.records import boards, recount, repair
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import ANN, BEN, CAT, DAN, PLACE, RunningService, running_service

pytestmark = pytest.mark.databases

HERE = GuildId(1)
BOSS = Person(UserId(999), "Boss", "en", join_id=1)


async def keep_out(service: RunningService, kind: BarKind, *those: Person) -> None:
    """Bar these people, and nobody else."""
    await service.manager.moderation.bar(HERE, "en", kind, {one.user: one.name for one in those}, BOSS)


async def leave_out(service: RunningService, match: MatchId, *, out: bool = True) -> None:
    """Take a match out of the lists, or let it count again."""
    found = await service.manager.moderation.mark(HERE, match, BOSS, out=out)
    assert found is not None and found.marked is out


def listed(store: Store, scope: Scope = Scope.SERVER) -> set[str]:
    """Return the names in the list of wins, as everybody sees it."""
    query = Query(HERE, RuleSetId.CLASSIC, "all", Measure.WINS, scope)
    with store.reading() as tx:
        board = boards.leaderboard(tx, query, viewer=None, now=utc_now())
    return {row.name for row in board.rows}


def counted(store: Store) -> dict[str, int]:
    """Return the number of matches of each in all time."""
    with store.reading() as tx:
        query = sa.select(standings.c.name, standings.c.matches).where(standings.c.period == "all")
        return {row.name: row.matches for row in tx.execute(query)}


async def test_who_is_kept_from_tables_opens_none_and_joins_none(service: RunningService) -> None:
    """Nor can they be invited, and nobody learns why; a match in play goes on, and a bar can be lifted."""
    manager, classic = service.manager, make_rules("classic")
    playing = await service.match(ANN, CAT)
    await keep_out(service, BarKind.TABLES, ANN)
    with pytest.raises(Barred):
        await manager.open_lobby(PLACE, ANN, classic)
    lobby = await manager.open_lobby(PLACE, BEN, classic)
    with pytest.raises(Barred):
        await manager.join(lobby.match, ANN)
    with pytest.raises(OtherUnwilling) as told:
        await manager.open_lobby(PLACE, DAN, classic, invited=[ANN.user])
    assert told.value.user == ANN.user
    await service.move(playing)
    await keep_out(service, BarKind.TABLES)
    await manager.join(lobby.match, ANN)


async def test_who_is_kept_from_lists_stands_in_none(tmp_path: Path) -> None:
    """From that moment, in all lists; others keep what they have won, and a lift brings all back."""
    async with running_service(tmp_path) as service:
        await service.manager.servers.share(HERE, "en", shares=True)
        await service.play(await service.match(ANN, BEN, months=3))
        assert listed(service.store) == {"Ann", "Ben"}
        await keep_out(service, BarKind.LISTS, ANN)
        for scope in Scope:
            assert listed(service.store, scope) == {"Ben"}
        later = await service.match(ANN, BEN, months=3)
        await service.play(later)
        verdict = (await service.seen(later)).verdict
        assert verdict is not None and verdict.unrated is Unrated.BARRED
        assert counted(service.store) == {"Ann": 1, "Ben": 1}
        with service.store.reading() as tx:
            assert recount.differences(tx) == []
        await keep_out(service, BarKind.LISTS)
        assert listed(service.store) == {"Ann", "Ben"}


async def test_a_bar_outlives_a_deletion(service: RunningService) -> None:
    """By the bare id; who comes back is barred still, and their export says so."""
    await service.play(await service.match(ANN, BEN, months=3))
    await keep_out(service, BarKind.TABLES, ANN)
    await keep_out(service, BarKind.LISTS, ANN)
    await service.manager.forget(ANN.user)
    with service.store.reading() as tx:
        kept = [(row.person, row.discord) for row in tx.execute(sa.select(bar_table))]
        assert bars.of_guild(tx, HERE, BarKind.LISTS) == (ANN.user,)
    assert kept == [(None, ANN.user)] * 2
    told = await service.manager.persons.export(ANN.user)
    assert [one["from"] for one in told["bars"]] == ["tables", "lists"]
    with pytest.raises(Barred):
        await service.manager.open_lobby(PLACE, ANN, make_rules("classic"))
    await keep_out(service, BarKind.TABLES)
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    verdict = (await service.seen(match)).verdict
    assert verdict is not None and verdict.unrated is Unrated.BARRED
    assert "Ann" not in listed(service.store)
    await keep_out(service, BarKind.LISTS)
    with service.store.reading() as tx:
        assert tx.execute(sa.select(bar_table)).all() == []


async def test_a_match_that_is_left_out_is_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Ratings and lists are those of the others; when it counts again they are as before, bit by bit."""
    async with running_service(tmp_path) as service:
        first, bad, last = [await service.match(ANN, BEN, months=3) for _ in range(3)]
        for match in (first, bad, last):
            await service.play(match)
        with service.store.reading() as tx:
            before = tx.execute(sa.select(standings).order_by(*standings.primary_key)).all()
        await leave_out(service, bad)
        assert counted(service.store) == {"Ann": 2, "Ben": 2}
        verdict = (await service.seen(bad)).verdict
        assert verdict is not None
        assert verdict.unrated is Unrated.MARKED and not any(verdict.ratings)
        with service.store.reading() as tx:
            assert recount.differences(tx) == []
        await leave_out(service, bad, out=False)
        with service.store.reading() as tx:
            assert tx.execute(sa.select(standings).order_by(*standings.primary_key)).all() == before
            assert recount.differences(tx) == []
        verdict = (await service.seen(bad)).verdict
        assert verdict is not None and verdict.unrated is None


async def test_an_unrated_match_that_counts_comes_back_unrated(service: RunningService) -> None:
    """A short match, which counts in lists alone; one with a CPU player counts for nothing, and stays so."""
    short = await service.match(ANN, BEN, months=1)
    await service.play(short)
    await leave_out(service, short)
    assert counted(service.store) == {}
    await leave_out(service, short, out=False)
    verdict = (await service.seen(short)).verdict
    assert verdict is not None and verdict.unrated is Unrated.SHORT
    moderation = service.manager.moderation
    assert await moderation.mark(GuildId(2), short, BOSS, out=True) is None
    assert (await moderation.ended(HERE, MatchId(999))) is None


async def test_what_comes_between_is_not_overwritten(service: RunningService) -> None:
    """Lists that were computed before another match was counted are computed again."""
    await service.play(await service.match(ANN, BEN, months=3))
    with service.store.reading() as tx:
        stale = repair.compute(tx)
    await service.play(await service.match(ANN, BEN, months=3))
    with service.store.writing() as tx:
        assert repair.repair(tx, stale) is False
        tx.execute(sa.update(standings).values(wins=77))
    with service.store.reading() as tx:
        fresh = repair.compute(tx)
    with service.store.writing() as tx:
        assert repair.repair(tx, fresh)
    with service.store.reading() as tx:
        assert recount.differences(tx) == []


async def test_every_change_is_on_record(service: RunningService) -> None:
    """A record holds the person, the setting, both values; a change of nothing is none; the oldest go."""
    servers = service.manager.servers
    await servers.set(HERE, "en", BOSS, tables=3)
    await servers.set(HERE, "en", BOSS, tables=3)
    await servers.set_months(HERE, "en", 6, BOSS)
    await keep_out(service, BarKind.TABLES, ANN)
    await service.manager.forget(ANN.user)
    found, pages = await servers.changes(HERE, 1)
    assert pages == 1
    assert [(one.what, one.old, one.new, one.by, one.about) for one in found] == [
        ("bar_tables", False, True, BOSS.user, None),
        ("months", {}, dict.fromkeys(RuleSetId, 6), BOSS.user, None),
        ("tables", None, 3, BOSS.user, None),
    ]
    for n in range(audit.KEPT + 5):
        await servers.set(HERE, "en", BOSS, tables=n % 2 + 1)
    found, pages = await servers.changes(HERE, 20)
    assert (len(found), pages) == (8, 25)
    await service.manager.forget(BOSS.user)
    found, _ = await servers.changes(HERE, 1)
    assert {one.by for one in found} == {None}
    assert (await servers.changes(GuildId(2), 1)) == ([], 1)
