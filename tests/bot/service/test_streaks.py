"""Streaks of the deal of the day as they are stored, and what somebody shares of a day."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from bot.errors import NotPlayedYet
from bot.match.daily import Today
from bot.match.vocabulary import BarKind, Person
from bot.service.daily import DailyDeals
from bot.storage import daily
from bot.storage.database.schema import daily_streaks
from bot.storage.database.schema import people as people_table
from bot.storage.moderation import bars
from bot.storage.privacy import export, forget
from tests.support.manager_fixture import ANN, BEN, CAT, GUILD, PLACE, RunningService, quick

pytestmark = pytest.mark.databases

DAY = 86_400.0


def deals_of(service: RunningService) -> DailyDeals:
    """The deals of the day beside a running service."""
    return DailyDeals(service.store, quick(), service.manager.servers, service.now)


async def finish(deals: DailyDeals, who: Person, take: int = 0) -> Today:
    """Somebody plays today's deal to its end, each time the first move, or the last (-1)."""
    today = await deals.begin(PLACE, who)
    while today.points is None:
        assert today.view is not None
        seat = today.view.seat_of(who.user)
        assert seat is not None and seat.observation is not None
        seen = seat.observation
        assert seen.question is not None
        today, refusal = await deals.act(PLACE, who, today.day, seen.question, seen.legal[take])
        assert refusal is None
    return today


async def test_a_streak_goes_on_over_one_missed_day(service: RunningService) -> None:
    """A deal that is begun counts once it is finished; two missed days end the streak."""
    deals, told = deals_of(service), []
    for days in (1, 2, 1, 3):
        assert (await deals.look(PLACE, BEN)).streak == 0, "each has their own"
        begun = await deals.begin(PLACE, ANN)
        told.append((begun.streak, (await finish(deals, ANN)).streak))
        assert (await deals.look(PLACE, ANN)).streak == told[-1][1]
        service.turn(days * DAY)
    assert told == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert (await deals.look(PLACE, ANN)).streak == 0
    assert (await finish(deals, ANN)).streak == 1


async def test_what_is_shared_of_a_day_is_what_its_list_shows_to_everybody(service: RunningService) -> None:
    """Of the others those alone who stand in the list count; a later day has the streak."""
    deals = deals_of(service)
    day = (await deals.begin(PLACE, ANN)).day
    with pytest.raises(NotPlayedYet):
        await deals.made(GUILD, day, ANN.user)
    first = await finish(deals, ANN)
    for who, take in ((BEN, 0), (CAT, -1)):
        await finish(deals, who, take)
    made = await deals.made(GUILD, day, ANN.user)
    listed = (await deals.standings(GUILD, day, ANN.user)).rows
    assert made.points == first.points
    assert (made.day, made.others, made.streak) == (day, 2, 1)
    assert made.better_than == sum(row.points < made.points for row in listed)
    hide = sa.update(people_table).where(people_table.c.discord == BEN.user).values(hidden=True)
    with service.store.writing() as tx:
        tx.execute(hide)
        bars.add(tx, GUILD, BarKind.LISTS, CAT.user, "Cat", service.now())
    assert (await deals.made(GUILD, day, ANN.user)).others == 0
    assert (await deals.made(GUILD, day, BEN.user)).others == 1
    service.turn(DAY)
    await finish(deals, ANN)
    assert (await deals.made(GUILD, day, ANN.user)).streak == 0


async def test_a_streak_goes_with_its_person_its_server_and_its_days(service: RunningService) -> None:
    """Before that it can be taken along."""
    deals = deals_of(service)
    for who in (ANN, BEN, CAT):
        day = (await finish(deals, who)).day

    def streaks() -> int:
        with service.store.reading() as tx:
            return len(tx.execute(sa.select(daily_streaks)).all())

    with service.store.reading() as tx:
        told = export.about(tx, ANN.user, service.now())["daily_streaks"]
    assert told == [{"server": str(GUILD), "day": day, "days": 1}]
    with service.store.writing() as tx:
        assert forget.forget(tx, ANN.user)
    assert (await deals.look(PLACE, ANN)).streak == 0
    assert streaks() == 2
    with service.store.writing() as tx:
        daily.expire(tx, day)
    assert streaks() == 2
    with service.store.writing() as tx:
        assert forget.purge(tx, GUILD)
    assert streaks() == 0
    await finish(deals, BEN)
    with service.store.writing() as tx:
        daily.expire(tx, daily.next_day(day))
    assert streaks() == 0
