"""Ends without a result, by agreement, by a manager, after a day; matches that are set aside."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import LobbyOver, NotHost, NotInMatch
from bot.ids import ChannelId, MatchId
from bot.match.ending import WayOut
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import (
    CpuPlayer,
    LobbyEnd,
    MatchClock,
    NoResult,
    Occasion,
    Person,
    Refusal,
    Status,
    WishKind,
)
from bot.screens.public import screen_of
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    PLACE,
    TRIO,
    RunningService,
    as_after_a_kill,
    quick,
    running_service,
)
from tests.support.waiting import until
from tests.support.wording_views import ENGLISH, JAPANESE

DAY = 86_400
CLASSIC = make_rules("classic")
ASIDE = quick(aside_seconds=900)


async def alone(service: RunningService) -> MatchId:
    """A match of Ann's against a CPU player, in which she is asked something."""
    view = await service.manager.open_lobby(PLACE, ANN, CLASSIC, cpu=CpuPlayer.EASY)
    await service.draw(view.match)
    await service.wait(view.match, holds=asks)
    return view.match


def asks(view: MatchView) -> bool:
    """Whether a person is asked something."""
    return any(
        seat.observation is not None and seat.observation.legal
        for seat in view.seats
        if seat.participant.user is not None
    )


def wished(view: View) -> set[int]:
    """Return the players who want the match to end."""
    assert isinstance(view, MatchView)
    return {wish.participant for wish in view.wishes if wish.kind is WishKind.ABORT}


async def unclocked(service: RunningService, *people: Person) -> MatchId:
    """A match of these people without a clock, its seats drawn."""
    view = await service.manager.open_lobby(PLACE, people[0], CLASSIC, clock=MatchClock.OFF)
    for person in people[1:]:
        await service.manager.join(view.match, person)
    await service.manager.start_match(view.match, people[0].user)
    await service.draw(view.match)
    return view.match


async def test_a_match_ends_when_all_its_people_want_it(tmp_path: Path) -> None:
    """Each wish is stored and survives a kill and a move; with the last one the match is over, unrated."""
    async with running_service(tmp_path) as service:
        match = await service.match(*TRIO, rules="sannin")
        first = await service.manager.agree_to_abort(match, ANN.user)
        assert wished(first.view) == {0}
        again = await service.manager.agree_to_abort(match, ANN.user)
        assert again.refusal is Refusal.UNCHANGED
        await service.move(match)
        assert wished(await service.manager.view(match)) == {0}
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        view = (await service.manager.agree_to_abort(match, BEN.user)).view
        assert (view.status, wished(view)) == (Status.PLAYING, {0, 1})
        view = (await service.manager.agree_to_abort(match, CAT.user)).view
        assert isinstance(view, MatchView)
        assert (view.status, view.no_result) == (Status.ABORTED, NoResult.AGREED)
        assert view.verdict is None or view.verdict.unrated is not None
        assert service.recorder.occasions(match)[-1] is Occasion.ABORTED
        assert await service.manager.live_matches() == []


async def test_the_table_tells_who_wants_the_end_and_then_how_it_came(tmp_path: Path) -> None:
    """In both languages, by name, on the table as long as it is open; after a restart too."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        view = (await service.manager.agree_to_abort(match, BEN.user)).view
        told = screen_of(view).text(ENGLISH)
        assert "**Ben** would like to end this match without a result. Still to agree: Ann." in told
        assert "同意待ち：Ann" in screen_of(view).text(JAPANESE)
        view = (await service.manager.play_on(match, ANN.user)).view
        assert "without a result" not in screen_of(view).text(ENGLISH)
        for person in (BEN, ANN):
            view = (await service.manager.agree_to_abort(match, person.user)).view
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        for seen in (view, await service.manager.view(match)):
            said = screen_of(seen).text(ENGLISH)
            assert said == "This match was ended without a result: its players agreed to end it."
            assert screen_of(seen).text(JAPANESE) == "全員の同意により、この対局は中止になりました。"


async def test_anybody_who_plays_on_takes_all_wishes_back(tmp_path: Path) -> None:
    """The one who asked, and the one who was asked; where nobody wants an end it changes nothing."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        for person in (ANN, BEN):
            await service.manager.agree_to_abort(match, ANN.user)
            view = (await service.manager.play_on(match, person.user)).view
            assert wished(view) == set()
        assert (await service.manager.play_on(match, ANN.user)).refusal is Refusal.UNCHANGED
        await service.manager.agree_to_abort(match, BEN.user)
        assert (await service.manager.view(match)).status is Status.PLAYING


async def test_who_only_watches_has_no_say(tmp_path: Path) -> None:
    """Neither strangers nor who lost the seat draw; while the seats are drawn all have to agree."""
    async with running_service(tmp_path) as service:
        drawn = await service.match(ANN, BEN, CAT)
        seated = {seat.participant.user for seat in (await service.seen(drawn)).seats}
        (watcher,) = (person for person in (ANN, BEN, CAT) if person.user not in seated)
        for person in (watcher, DAN):
            for press in (service.manager.agree_to_abort, service.manager.play_on):
                with pytest.raises(NotInMatch):
                    await press(drawn, person.user)
            assert await service.manager.way_out(drawn, person.user) is WayOut.NONE
        await service.manager.force_abort(drawn, DAN.user)
        drawing = await service.lobby(ANN, BEN, CAT)
        await service.manager.start_match(drawing, ANN.user)
        for person in (ANN, BEN):
            view = (await service.manager.agree_to_abort(drawing, person.user)).view
            assert view.status is Status.PLAYING
        view = (await service.manager.agree_to_abort(drawing, CAT.user)).view
        assert view.status is Status.ABORTED


async def test_a_manager_ends_any_match_at_any_time(tmp_path: Path) -> None:
    """The table says that it was one; what is over stays as it is."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        view = (await service.manager.force_abort(match, DAN.user)).view
        assert isinstance(view, MatchView)
        assert (view.status, view.no_result) == (Status.ABORTED, NoResult.MANAGER)
        assert "by a manager of the server" in screen_of(view).text(ENGLISH)
        assert (await service.manager.force_abort(match, DAN.user)).refusal is Refusal.OVER
        won = await service.match_all_played(ANN, BEN)
        await service.manager.resign(won, ANN.user)
        for receipt in (
            await service.manager.force_abort(won, DAN.user),
            await service.manager.agree_to_abort(won, ANN.user),
        ):
            assert (receipt.refusal, receipt.view.status) == (Refusal.OVER, Status.OVER)


async def test_a_lobby_is_closed_by_its_host_or_a_manager(tmp_path: Path) -> None:
    """The lobby's message says by whom, everybody is free; nobody else may close it."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, BEN)
        with pytest.raises(NotHost):
            await service.manager.agree_to_abort(match, BEN.user)
        await service.manager.leave(match, ANN.user)  # the host's part passes on
        view = (await service.manager.agree_to_abort(match, BEN.user)).view
        assert isinstance(view, LobbyView)
        assert (view.status, view.ended) == (Status.CLOSED, LobbyEnd.CALLED_OFF)
        other = await service.lobby(BEN, ANN)
        view = (await service.manager.force_abort(other, DAN.user)).view
        assert isinstance(view, LobbyView)
        assert (view.status, view.ended) == (Status.CLOSED, LobbyEnd.BY_MANAGER)
        for words in (ENGLISH, JAPANESE):
            assert screen_of(view).text(words)
            assert screen_of(view).alt(words)
        with pytest.raises(LobbyOver):
            await service.manager.agree_to_abort(other, BEN.user)


async def test_after_a_day_without_a_move_anybody_ends_a_match_without_a_clock(tmp_path: Path) -> None:
    """Not a second before, not with a clock; a move begins the day again."""
    async with running_service(tmp_path) as service:
        match = await unclocked(service, ANN, BEN)
        service.turn(DAY - 60)
        assert await service.manager.way_out(match, ANN.user) is WayOut.ASK
        await service.move(match)
        service.turn(DAY - 60)
        assert await service.manager.way_out(match, ANN.user) is WayOut.ASK
        service.turn(61)
        assert await service.manager.way_out(match, ANN.user) is WayOut.UNPLAYED
        view = (await service.manager.agree_to_abort(match, BEN.user)).view
        assert isinstance(view, MatchView)
        assert (view.status, view.no_result) == (Status.ABORTED, NoResult.UNPLAYED)
        assert screen_of(view).text(ENGLISH).startswith("Nobody had moved for a day, so Ben ended")
        assert "Benがこの対局を中止" in screen_of(view).text(JAPANESE)
        slow = await service.manager.open_lobby(PLACE, ANN, CLASSIC, clock=MatchClock.SLOW)
        await service.manager.join(slow.match, BEN)
        await service.manager.start_match(slow.match, ANN.user)
        await service.draw(slow.match)
        service.turn(DAY - 100)
        await service.move(slow.match)
        assert await service.manager.way_out(slow.match, ANN.user) is WayOut.ASK


async def test_who_plays_the_cpu_ends_it_at_once(tmp_path: Path) -> None:
    """The player is all of the match's people."""
    async with running_service(tmp_path) as service:
        match = await alone(service)
        assert await service.manager.way_out(match, ANN.user) is WayOut.ALONE
        view = (await service.manager.agree_to_abort(match, ANN.user)).view
        assert view.status is Status.ABORTED
        assert screen_of(view).text(ENGLISH) == "Ann ended this match without a result."


async def test_a_match_against_the_cpu_is_set_aside_and_taken_up(tmp_path: Path) -> None:
    """After 15 minutes without a press its message is one line; it waits over a kill, and then goes on."""
    async with running_service(tmp_path, ASIDE) as service:
        match = await alone(service)
        service.turn(899)
        await service.move(match)
        await service.wait(match, holds=lambda it: asks(it) or it.rest is not None)
        service.turn(899)
        await service.manager.take_up(match, ANN.user)  # a press that moves nothing
        service.turn(899)
        assert Occasion.SET_ASIDE not in service.recorder.occasions(match)
        service.turn(2)
        await until(lambda: Occasion.SET_ASIDE in service.recorder.occasions(match))
        view = await service.seen(match)
        line = screen_of(view).text(ENGLISH)
        assert line.startswith("-# Koi-koi") or "is paused" in line
        assert "\n" not in line
        assert "中断中" in screen_of(view).text(JAPANESE)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder, ASIDE) as service:
        assert (await service.seen(match)).set_aside
        service.turn(6 * DAY)
        assert (await service.seen(match)).status is Status.PLAYING
        view_after = await service.manager.take_up(match, ANN.user)
        assert isinstance(view_after, MatchView)
        assert not view_after.set_aside
        assert asks(view_after) or view_after.rest is not None
        service.turn(901)
        await until(lambda: service.recorder.occasions(match)[-1] is Occasion.SET_ASIDE)
        service.turn(7 * DAY)
        await until(lambda: service.recorder.occasions(match)[-1] is Occasion.ABORTED)
        assert (await service.seen(match)).no_result is NoResult.IDLE


async def test_whose_match_ends_by_itself_is_warned_the_day_before(tmp_path: Path) -> None:
    """On the table and on the line of one that is set aside; a move, or taking it up, takes it back."""
    async with running_service(tmp_path, ASIDE) as service:
        match, mine = await unclocked(service, BEN, CAT), await alone(service)
        service.turn(5 * DAY)
        await until(lambda: Occasion.SET_ASIDE in service.recorder.occasions(mine))
        for each in (match, mine):
            assert (await service.seen(each)).ends_at is None
        service.turn(DAY + 10)
        for each in (match, mine):
            await until(lambda: Occasion.WARNED in service.recorder.occasions(each))  # noqa: B023
            view = await service.seen(each)
            assert view.ends_at is not None
            assert timedelta(hours=23) < view.ends_at - service.now() < timedelta(days=1)
            countdown = f"<t:{int(view.ends_at.timestamp())}:R>"
            assert all(countdown in screen_of(view).text(words) for words in (ENGLISH, JAPANESE))
        assert (await service.move(match) is None) or (await service.seen(match)).ends_at is None
        await service.manager.take_up(mine, ANN.user)
        for each in (match, mine):
            assert (await service.seen(each)).ends_at is None


async def test_a_match_that_is_set_aside_binds_nobody(tmp_path: Path) -> None:
    """The player may begin as many again, and come back beside another table in the channel."""
    settings = quick(aside_seconds=900, matches_per_user=1, tables_per_channel=1)
    async with running_service(tmp_path, settings) as service:
        match = await alone(service)
        service.turn(901)
        await until(lambda: Occasion.SET_ASIDE in service.recorder.occasions(match))
        other = await alone(service)
        table = await service.lobby(BEN, CAT)
        assert not (await service.seen(other)).set_aside
        taken = await service.manager.take_up(match, ANN.user)
        assert taken.place.channel == (await service.manager.view(table)).place.channel == ChannelId(10)


async def test_a_match_of_two_people_is_never_set_aside(tmp_path: Path) -> None:
    """Nor is a lobby; and nobody else takes up a match that is."""
    async with running_service(tmp_path, quick(aside_seconds=60, lobby_seconds=5000)) as service:
        match = await unclocked(service, ANN, BEN)
        lobby = await service.lobby(CAT)
        mine = await alone(service)
        service.turn(61)
        await until(lambda: Occasion.SET_ASIDE in service.recorder.occasions(mine))
        assert Occasion.SET_ASIDE not in service.recorder.occasions(match)
        assert Occasion.SET_ASIDE not in service.recorder.occasions(lobby)
        with pytest.raises(NotInMatch):
            await service.manager.take_up(mine, BEN.user)
        assert (await service.seen(mine)).set_aside
