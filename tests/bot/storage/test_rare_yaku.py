"""Of which rare yaku a server is told: each once, three a day, and none of people who are hidden."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from bot.ids import MatchId
from bot.storage.database.schema import rare_yaku as table
from bot.storage.privacy import forget
from bot.storage.records import rare_yaku
from tests.support.manager_fixture import ANN, BEN, GUILD, PLACE, RunningService

pytestmark = pytest.mark.databases

DAY = 86_400.0


async def tell(service: RunningService, match: MatchId, deal: int) -> str | None:
    """Ask for Ann's yaku in a deal to be told."""
    return await service.store.write(rare_yaku.tell, GUILD, (match, deal), ANN.user, service.now())


async def test_each_is_told_once_and_three_a_day(service: RunningService) -> None:
    """Also where several ask at the same time; another day has three more."""
    match = await service.match(ANN, BEN)
    same = await asyncio.gather(*(tell(service, match, 1) for _ in range(4)))
    assert len([day for day in same if day is not None]) == 1
    others = await asyncio.gather(*(tell(service, match, deal) for deal in range(2, 8)))
    assert len([day for day in others if day is not None]) == 2
    service.turn(DAY)
    assert await tell(service, match, 1) is None, "it has been told"
    later = [await tell(service, match, deal) for deal in range(8, 12)]
    assert [day is None for day in later] == [False, False, False, True]
    assert later[0] != next(filter(None, same))


async def test_none_of_somebody_hidden_and_none_where_it_is_switched_off(service: RunningService) -> None:
    """A match without a message is not counted; the server's rows go with it."""
    match = await service.match(ANN, BEN)
    await service.manager.persons.hide(ANN.user, "Ann", hidden=True)
    assert await tell(service, match, 1) is None
    await service.manager.persons.hide(ANN.user, "Ann", hidden=False)
    await service.manager.servers.set(GUILD, PLACE.locale, ANN, rare_yaku=False)
    assert await tell(service, match, 1) is None
    await service.manager.servers.set(GUILD, PLACE.locale, ANN, rare_yaku=True)
    assert await tell(service, match, 1) is not None
    await service.play(match)
    with service.store.writing() as tx:
        assert forget.purge(tx, GUILD)
        assert tx.execute(sa.select(table)).all() == []
