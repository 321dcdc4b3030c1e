"""Tables in threads, invitations with CPU players, bounds of those who play alone, bars and calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import UserBusy
from bot.ids import ChannelId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import BarKind, CpuPlayer, MatchClock, TablePlace
from bot.storage import openings
from bot.storage.moderation import bars, blocks
from bot.storage.settings import servers
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, CAT, GUILD, PLACE, RunningService, quick, running_service

CLASSIC, SANNIN = make_rules("classic", {"months": 3}), make_rules("sannin", {"months": 3})
THREAD = ChannelId(777)


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[RunningService]:
    """A service in which a user has one live match and three in all."""
    async with running_service(tmp_path, quick(live_matches_per_user=1, matches_per_user=3)) as here:
        yield here


async def in_thread(locale: str, clock: MatchClock) -> ChannelId:
    """The thread of a match."""
    return THREAD


async def of_two_in_a_thread(service: RunningService) -> MatchView:
    """A match of two people that has begun in a thread."""
    await service.manager.servers.set(GUILD, "en", None, place=TablePlace.THREAD)
    invited = {BEN.user: "Ben"}
    opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=invited, thread=in_thread)
    view = await service.manager.join(opened.match, BEN)
    assert isinstance(view, MatchView)
    return view


async def test_a_match_is_brought_from_its_thread_into_the_channel(service: RunningService) -> None:
    """The match is not in its own way: in a channel with room for one table, it is that table."""
    await service.manager.servers.set(GUILD, "en", None, tables=1)
    match = await of_two_in_a_thread(service)
    assert (match.place.channel, match.place.parent) == (THREAD, PLACE.channel)
    brought = await service.manager.bring(match.match, PLACE.channel)
    assert (brought.place.channel, brought.place.parent) == (PLACE.channel, None)


async def test_a_second_table_opens_in_a_thread_and_leaves_the_channel_room(service: RunningService) -> None:
    """A table in a thread counts there alone: where none can be opened the channel takes another."""
    open_lobby = service.manager.open_lobby
    first = await open_lobby(PLACE, ANN, CLASSIC, thread=in_thread)
    second = await open_lobby(PLACE, BEN, CLASSIC, thread=in_thread)
    third = await open_lobby(PLACE, CAT, CLASSIC)
    places = [(each.place.channel, each.place.parent) for each in (first, second, third)]
    assert places == [(PLACE.channel, None), (THREAD, PLACE.channel), (PLACE.channel, None)]


async def test_a_rematch_in_a_thread_belongs_to_its_channel(service: RunningService) -> None:
    """The result goes to the channel of the thread."""
    match = await of_two_in_a_thread(service)
    await service.draw(match.match)
    ended = (await service.manager.resign(match.match, ANN.user)).view
    again = await service.manager.rematches.again(ended, replace(PLACE, channel=THREAD), ANN)
    assert (again.place.channel, again.place.home) == (THREAD, PLACE.channel)


async def test_whoever_is_awaited_keeps_a_seat_when_the_rule_set_changes(service: RunningService) -> None:
    """A CPU player leaves rather than fill it."""
    opened = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited={BEN.user: "Ben"})
    await service.manager.play_cpu(opened.match, ANN.user, CpuPlayer.EASY)
    view = await service.manager.change_rules(opened.match, ANN.user, CLASSIC)
    assert isinstance(view, LobbyView)
    assert [one.user for one in view.people] == [ANN.user]
    assert not view.ready


async def test_to_choose_rules_begins_no_match(service: RunningService) -> None:
    """Though the seats are filled by it: its host goes on choosing."""
    opened = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited={BEN.user: "Ben"})
    await service.manager.join(opened.match, BEN)
    view = await service.manager.change_rules(opened.match, ANN.user, CLASSIC)
    assert isinstance(view, LobbyView) and view.ready


async def test_whoever_plays_alone_from_lobbies_is_bound_as_by_command(service: RunningService) -> None:
    """Three in all: the fourth is refused either way."""
    for _ in range(3):
        opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        assert isinstance(await service.manager.play_cpu(opened.match, ANN.user), MatchView)
    with pytest.raises(UserBusy):
        await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
    with pytest.raises(UserBusy):
        opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        await service.manager.play_cpu(opened.match, ANN.user)


async def test_nobody_who_is_kept_from_tables_is_told_of_them(service: RunningService) -> None:
    """The link would lead them to a refusal."""
    now = datetime.now(UTC)
    with service.store.writing() as tx:
        openings.watch(tx, servers.get(tx, GUILD), ANN, now)
        assert [each.user for each in openings.watchers(tx, GUILD, BEN.user)] == [ANN.user]
        bars.add(tx, GUILD, BarKind.TABLES, ANN.user, "Ann", now)
        assert not openings.watchers(tx, GUILD, BEN.user)


async def test_nobody_is_called_to_somebody_of_whom_either_wants_no_more(service: RunningService) -> None:
    """Whichever of the two has blocked the other; others are told as ever."""
    now = datetime.now(UTC)
    with service.store.writing() as tx:
        openings.watch(tx, servers.get(tx, GUILD), ANN, now)
        for who, other in ((ANN, BEN), (BEN, ANN)):
            blocks.block(tx, who.user, who.name, other.user, other.name, now)
            assert not openings.watchers(tx, GUILD, BEN.user)
            assert [each.user for each in openings.watchers(tx, GUILD, CAT.user)] == [ANN.user]
            blocks.unblock(tx, who.user, other.user)
        assert [each.user for each in openings.watchers(tx, GUILD, BEN.user)] == [ANN.user]
