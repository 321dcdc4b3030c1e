"""The number of matches that a user, and a channel, may have at once; the limit of invitations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import ChannelBusy, InvitedLately, OtherBusy, UserBusy
from bot.ids import ChannelId, GuildId, MatchId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, MatchClock, Occasion, Person, Place
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, CAT, DAN, PLACE, RunningService, quick, running_service
from tests.support.waiting import until

CLASSIC = make_rules("classic")
ELSEWHERE = replace(PLACE, guild=GuildId(2), channel=ChannelId(20))


def beside(number: int) -> Place:
    """Another channel of the same server."""
    return replace(PLACE, channel=ChannelId(100 + number))


@contextmanager
def refused(match: MatchId) -> Iterator[None]:
    """Somebody is busy, in this match."""
    with pytest.raises(UserBusy) as busy:
        yield
    assert busy.value.match == match


async def playing(service: RunningService, other: Person, clock: MatchClock) -> MatchId:
    """A match of Ann's with a clock."""
    view = await service.manager.open_lobby(PLACE, ANN, CLASSIC, clock=clock)
    await service.manager.join(view.match, other)
    await service.manager.start_match(view.match, ANN.user)
    await service.draw(view.match)
    return view.match


async def test_a_live_match_and_others_count_apart(tmp_path: Path) -> None:
    """One with a live clock and three without at once; each kind keeps only its own kind out."""
    async with running_service(tmp_path, quick(live_matches_per_user=1, matches_per_user=3)) as service:
        live = await playing(service, BEN, MatchClock.LIVE)
        first = await playing(service, CAT, MatchClock.SLOW)
        await playing(service, CAT, MatchClock.OFF)
        assert await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
        for clock, match in ((MatchClock.LIVE, live), (MatchClock.SLOW, first), (MatchClock.OFF, first)):
            with refused(match):
                await service.manager.open_lobby(PLACE, ANN, CLASSIC, clock=clock)
        with refused(first):
            await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
        await service.manager.resign(live, BEN.user)
        lobby = await service.manager.open_lobby(PLACE, BEN, CLASSIC)
        await service.manager.join(lobby.match, ANN)


async def test_a_clock_that_keeps_somebody_out_is_not_chosen(tmp_path: Path) -> None:
    """A player who came into a slow lobby while they play a live match is not brought into a second one."""
    async with running_service(tmp_path, quick(live_matches_per_user=1)) as service:
        await playing(service, BEN, MatchClock.LIVE)
        lobby = await service.manager.open_lobby(PLACE, CAT, CLASSIC, clock=MatchClock.SLOW)
        await service.manager.join(lobby.match, ANN)
        with pytest.raises(OtherBusy) as busy:
            await service.manager.set_clock(lobby.match, CAT.user, MatchClock.LIVE)
        assert busy.value.user == ANN.user
        await service.manager.leave(lobby.match, ANN.user)
        await service.manager.set_clock(lobby.match, CAT.user, MatchClock.LIVE)


async def test_who_draws_for_a_seat_is_bound_already(tmp_path: Path) -> None:
    """Nobody comes into a second match while the seats of the first are drawn."""
    async with running_service(tmp_path, quick(live_matches_per_user=1)) as service:
        match = await service.lobby(ANN, BEN, CAT)
        await service.manager.start_match(match, ANN.user)
        for person in (ANN, BEN, CAT):
            with refused(match):
                await service.manager.open_lobby(beside(1), person, CLASSIC)
        await service.draw(match)
        seated = {seat.participant.user for seat in (await service.seen(match)).seats}
        (watcher,) = (person for person in (ANN, BEN, CAT) if person.user not in seated)
        assert await service.manager.open_lobby(beside(1), watcher, CLASSIC)


async def test_a_lobby_holds_nobody_in_another_server_nor_once_it_is_closed(tmp_path: Path) -> None:
    """A player who waits in one server may open and join in another; in the first one when that lobby has
    ended.
    """
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, BEN)
        other = await service.manager.open_lobby(ELSEWHERE, ANN, CLASSIC)
        await service.manager.join(other.match, BEN)
        for person in (ANN, BEN):
            with refused(match):
                await service.manager.open_lobby(beside(1), person, CLASSIC)
        service.turn(601)
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(match))
        for number, person in enumerate((ANN, BEN)):
            assert isinstance(await service.manager.open_lobby(beside(number), person, CLASSIC), LobbyView)


async def test_a_match_against_cpu_players_takes_no_channel(tmp_path: Path) -> None:
    """The match opens beside a table, and a table opens beside it; the tables of people still count."""
    async with running_service(tmp_path, quick(tables_per_channel=1)) as service:
        for person in (ANN, BEN):
            alone = await service.manager.open_lobby(PLACE, person, CLASSIC, cpu=CpuPlayer.EASY)
            assert isinstance(alone, MatchView)
        match = await service.lobby(CAT)
        with pytest.raises(ChannelBusy) as busy:
            await service.manager.open_lobby(PLACE, DAN, CLASSIC)
        assert busy.value.matches == (match,)
        assert await service.manager.open_lobby(PLACE, DAN, CLASSIC, cpu=CpuPlayer.EASY)
        elsewhere = await service.manager.open_lobby(beside(1), ANN, CLASSIC, cpu=CpuPlayer.EASY)
        assert (await service.manager.bring(elsewhere.match, PLACE.channel)).place == PLACE


async def test_a_user_invites_once_a_minute(tmp_path: Path) -> None:
    """In all servers together; a table for everybody may be opened meanwhile."""
    async with running_service(tmp_path, quick(invite_seconds=60)) as service:
        first = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
        await service.manager.decline(first.match, BEN.user)
        with pytest.raises(InvitedLately) as lately:
            await service.manager.open_lobby(ELSEWHERE, ANN, CLASSIC, invited=[BEN.user])
        left = lately.value.again_at - service.now()
        assert timedelta(seconds=50) < left <= timedelta(seconds=60)
        for_all = await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        await service.manager.leave(for_all.match, ANN.user)
        assert await service.manager.open_lobby(beside(1), CAT, CLASSIC, invited=[BEN.user])
        service.turn(61)
        assert await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])


async def test_an_invitation_that_became_a_match_is_no_reason_to_wait(tmp_path: Path) -> None:
    """A player of a match may be asked for a rematch at once; one who has declined it may not."""
    async with running_service(tmp_path, quick(invite_seconds=60)) as service:
        first = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
        await service.manager.join(first.match, BEN)
        await service.manager.abort(first.match)
        again = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
        await service.manager.decline(again.match, BEN.user)
        with pytest.raises(InvitedLately):
            await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
