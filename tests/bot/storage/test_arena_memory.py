"""Facts of arenas that are remembered between two reads: they are those that the rows would give."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.match.arenas.facts import ArenaStatus
from bot.records.boards import Period, PeriodKind, Query
from bot.storage import arenas
from bot.storage.arena_wins import ArenaWins
from bot.storage.arenas import EndedMatches
from engine.rules.rule_sets import RuleSetId
from tests.support.arena_fixture import MANAGER, Evening, crowd
from tests.support.manager_fixture import GUILD, RunningService

pytestmark = pytest.mark.databases

ANN, BEN, CAT, DAN = crowd(4)


async def won_match(evening: Evening) -> None:
    """Let everybody who plays come to the end of a match."""
    for bout in (await evening.wait(lambda view: len(view.playing) > 0)).playing:
        await evening.win(bout, bout.users[0])


async def test_ended_matches_are_remembered_until_somebody_deletes_themself(service: RunningService) -> None:
    """Also where they join again before anybody has looked: nothing of before is theirs."""
    evening, store = await Evening.open(service, ANN, BEN, CAT, DAN, cpu=None), service.store
    remembered, none = EndedMatches(), timedelta(0)

    async def seen() -> int:
        known, fresh = await store.read(
            lambda tx: (
                arenas.find(tx, evening.id, none, remembered),
                arenas.find(tx, evening.id),
            )
        )
        assert known == fresh and known is not None
        return sum(not bout.in_play for bout in known.evening.bouts)

    await seen()
    await won_match(evening)
    before = await seen()
    assert before >= 1
    await service.manager.forget(ANN.user)
    await service.manager.arenas.join(evening.id, ANN)
    service.turn(200)
    await won_match(evening)
    assert await seen() > before
    row = (await evening.view()).row_of(ANN.user)
    assert row is None or row.played <= 1


async def test_arenas_won_are_counted_as_the_rows_have_them(service: RunningService) -> None:
    """Counted for the first time or again, and once the winner has deleted themself."""
    evening, remembered = await Evening.open(service, ANN, BEN, cpu=None), ArenaWins()
    query, period = Query(guild=GUILD), Period(PeriodKind.ALL_TIME, "all")

    async def counted() -> list[int]:
        asked = (query, RuleSetId.CLASSIC, period, ZoneInfo("UTC"))
        each = [await service.store.read(wins.count, *asked) for wins in (remembered, ArenaWins())]
        assert each[0] == each[1]
        return list(each[0].values())

    assert await counted() == []
    await won_match(evening)
    await service.manager.arenas.end(evening.id, MANAGER, waits=False)
    view = await evening.wait(lambda it: it.arena.status is ArenaStatus.OVER)
    assert await counted() == [1]
    await service.manager.forget(view.rows[0].user)
    assert await counted() == []
