"""A deletion is no way round others: who was removed stays out, and a deal that was seen is seen."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.errors import DealSeen, PlannedAlready, RemovedFromArena
from bot.match.arenas.facts import ArenaStatus
from bot.service.daily import DailyDeals
from bot.storage.database.schema import kept as table
from bot.storage.moderation import kept
from bot.storage.privacy import export
from tests.support.arena_fixture import MANAGER, Evening, crowd
from tests.support.manager_fixture import PLACE, RunningService, quick

pytestmark = pytest.mark.databases

ANN, BEN, CAT = crowd(3)


def ids(service: RunningService) -> list[int]:
    """Return the ids that are kept, after those have gone that nothing needs any more."""
    with service.store.writing() as tx:
        kept.let_go(tx, service.now())
        return list(tx.execute(sa.select(table.c.discord)).scalars())


async def test_who_was_removed_from_an_arena_stays_out_until_it_is_over(service: RunningService) -> None:
    """Deleting oneself twice changes nothing; who left may come back, and no id stays longer."""
    evening = await Evening.open(service, ANN, BEN, CAT, starts_at=service.now() + timedelta(hours=1))
    arenas = service.manager.arenas
    await arenas.remove(evening.id, BEN.user, MANAGER)
    await arenas.leave(evening.id, CAT.user)
    for _ in range(2):
        for person in (BEN, CAT):
            await service.manager.forget(person.user)
        with pytest.raises(RemovedFromArena):
            await arenas.join(evening.id, BEN)
        await arenas.join(evening.id, CAT)
    assert ids(service) == [BEN.user]
    with service.store.reading() as tx:
        assert export.about(tx, BEN.user, service.now())["kept"] == [
            {"arena": evening.id, "planned": False, "deal": None}
        ]
    await arenas.end(evening.id, MANAGER)
    await evening.wait(lambda view: view.arena.status is ArenaStatus.CALLED_OFF)
    assert ids(service) == []


async def test_who_plans_an_arena_plans_no_second_one(service: RunningService) -> None:
    """A deletion does not give the place for a plan back, before that one is over; it can be joined."""
    arenas = service.manager.arenas
    evening = await Evening.open(service, ANN, BEN, starts_at=service.now() + timedelta(hours=1))
    later = service.now() + timedelta(hours=5)
    await service.manager.forget(ANN.user)
    with pytest.raises(PlannedAlready):
        await Evening.open(service, ANN, starts_at=later)
    await arenas.join(evening.id, ANN)
    await arenas.end(evening.id, MANAGER)
    await evening.wait(lambda view: view.arena.status is ArenaStatus.CALLED_OFF)
    assert ids(service) == []
    await Evening.open(service, ANN, starts_at=later)


async def test_a_deal_that_was_seen_is_not_played_again(service: RunningService) -> None:
    """Nobody begins it twice; the next day's can be begun, and then no id is left."""
    daily = DailyDeals(service.store, quick(), service.manager.servers, service.now)
    await daily.begin(PLACE, ANN)
    await service.manager.forget(ANN.user)
    with pytest.raises(DealSeen):
        await daily.begin(PLACE, ANN)
    await daily.begin(PLACE, BEN)
    assert ids(service) == [ANN.user]
    service.turn(24 * 3600)
    assert ids(service) == []
    await daily.begin(PLACE, ANN)
