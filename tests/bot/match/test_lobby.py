"""The lobby: who may come, go and start."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.errors import (
    AlreadyJoined,
    ChannelBusy,
    LobbyFull,
    LobbyNotReady,
    LobbyOver,
    NoSuchMatch,
    NotHost,
    NotInMatch,
    NotInvited,
    UserBusy,
)
from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, LobbyEnd, Occasion, Person, Status
from bot.storage import matches
from bot.wording.people import Cast
from engine.errors import OptionError
from engine.record.shuffle import seed_from, seed_of_message
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    FIRST_LINE,
    PLACE,
    RunningService,
    fixed_secret,
    quick,
    running_service,
)
from tests.support.wording_views import ENGLISH

CLASSIC = make_rules("classic")


async def lobby_of(service: RunningService, match: MatchId) -> LobbyView:
    view = await service.manager.view(match)
    assert isinstance(view, LobbyView)
    return view


async def test_a_lobby_shows_its_host_and_the_commitment_of_its_secret(tmp_path: Path) -> None:
    """A new lobby holds its host alone, and the digest of a secret that nobody has seen."""
    async with running_service(tmp_path, secret=fixed_secret(5)) as service:
        view = await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        assert isinstance(view, LobbyView)
        assert (view.host, [one.name for one in view.people]) == (ANN.user, ["Ann"])
        assert view.secret_commitment == hashlib.sha256((5).to_bytes(32, "big")).hexdigest()
        assert not view.ready
        assert service.recorder.published[0][0] is view


async def test_joining_and_leaving_renumber_the_people(service: RunningService) -> None:
    """Joining numbers are the order of those who are there, and the host's part passes on."""
    match = await service.lobby(ANN, BEN, CAT)
    await service.manager.leave(match, ANN.user)
    view = await lobby_of(service, match)
    assert [(one.number, one.user) for one in view.people] == [(0, BEN.user), (1, CAT.user)]
    assert view.host == BEN.user


@pytest.mark.databases
async def test_the_moment_when_the_first_other_person_joined_stays(tmp_path: Path) -> None:
    """The join stores it; leaving, coming back, further people and the start change nothing."""
    async with running_service(tmp_path) as service:

        async def found() -> list[datetime | None]:
            known = (
                service.manager._registry.actor(match).hosted,
                await service.store.read(matches.load, match),
            )
            return [each.found_at for each in known if each is not None]

        match = await service.lobby(ANN)
        await service.manager.play_cpu(await service.lobby(DAN), DAN.user)
        assert await found() == [None, None]
        service.turn(30)
        await service.manager.join(match, BEN)
        first, known = await found()
        assert first is not None and first == known
        assert abs(first - service.now()) < timedelta(seconds=20)
        for step in (
            service.manager.leave(match, BEN.user),
            service.manager.join(match, BEN),
            service.manager.join(match, CAT),
            service.manager.leave(match, ANN.user),
            service.manager.start_match(match, BEN.user),
        ):
            service.turn(30)
            await step
            assert await found() == [first, first]


async def test_the_last_person_closes_the_lobby_though_a_cpu_stays(service: RunningService) -> None:
    """A lobby without people is closed, and frees those who were in it."""
    match = await service.lobby(ANN, BEN, rules="sannin")
    await service.manager.play_cpu(match, ANN.user)
    await service.manager.leave(match, BEN.user)
    view = await service.manager.leave(match, ANN.user)
    assert isinstance(view, LobbyView)
    assert (view.status, view.ended) == (Status.CLOSED, LobbyEnd.LEFT)
    assert service.recorder.occasions()[-1] is Occasion.CLOSED
    with pytest.raises(LobbyOver):
        await service.manager.join(match, BEN)
    await service.lobby(ANN)


async def test_nobody_joins_twice_or_as_the_ninth(service: RunningService) -> None:
    """Eight may come, each once."""
    crowd = [Person(UserId(200 + each), f"P{each}", "en", 500 + each) for each in range(9)]
    match = await service.lobby(*crowd[:8])
    with pytest.raises(AlreadyJoined):
        await service.manager.join(match, crowd[3])
    with pytest.raises(LobbyFull):
        await service.manager.join(match, crowd[8])


async def test_eight_joins_at_once_are_eight_people(service: RunningService) -> None:
    """Simultaneous joins are all counted, each with a number of its own."""
    match = await service.lobby(ANN)
    crowd = [Person(UserId(200 + each), f"P{each}", "en", 500 + each) for each in range(7)]
    await asyncio.gather(*(service.manager.join(match, person) for person in crowd))
    assert [one.number for one in (await lobby_of(service, match)).people] == list(range(8))


async def test_only_the_host_starts_and_only_with_filled_seats(service: RunningService) -> None:
    """Start is the host's, once nobody is missing."""
    match = await service.lobby(ANN, BEN, rules="sannin")
    with pytest.raises(NotHost):
        await service.manager.start_match(match, BEN.user)
    with pytest.raises(LobbyNotReady) as missing:
        await service.manager.start_match(match, ANN.user)
    assert missing.value.missing == 1
    await service.manager.join(match, CAT)
    view = await service.manager.start_match(match, ANN.user)
    assert (view.status, view.n, view.seats) == (Status.PLAYING, 0, ())
    with pytest.raises(LobbyOver):
        await service.manager.start_match(match, ANN.user)


async def test_cpu_players_take_seats_and_nothing_more(service: RunningService) -> None:
    """The host alone seats CPU players, as many as there are free seats; where others are, nothing begins."""
    match = await service.lobby(ANN, BEN, rules="sannin")
    with pytest.raises(NotHost):
        await service.manager.play_cpu(match, BEN.user)
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    with pytest.raises(LobbyFull):
        await service.manager.play_cpu(match, ANN.user)
    assert (await lobby_of(service, match)).people[2].cpu is CpuPlayer.EASY


async def test_an_invitation_is_for_those_invited_and_ends_when_one_declines(service: RunningService) -> None:
    """Others cannot join; a declined invitation closes the lobby."""
    opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
    with pytest.raises(NotInvited):
        await service.manager.join(opened.match, CAT)
    with pytest.raises(NotInvited):
        await service.manager.decline(opened.match, CAT.user)
    view = await service.manager.decline(opened.match, BEN.user)
    assert isinstance(view, LobbyView)
    assert view.ended is LobbyEnd.DECLINED


async def test_it_is_known_who_declined(tmp_path: Path) -> None:
    """Also where two were invited, one of whom had come, and after a restart."""
    for who in (BEN, CAT):
        folder = tmp_path / who.name
        folder.mkdir()
        async with running_service(folder) as service:
            invited = [BEN.user, CAT.user]
            opened = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), invited=invited)
            await service.manager.join(opened.match, BEN)
            assert isinstance(opened, LobbyView) and opened.declined_by is None
            view = await service.manager.decline(opened.match, who.user)
            assert isinstance(view, LobbyView) and view.declined_by == who.user
        async with running_service(folder) as service:
            view = await service.manager.view(opened.match)
            assert isinstance(view, LobbyView) and view.declined_by == who.user


async def test_who_invited_may_take_it_back(service: RunningService) -> None:
    """The host's own *Decline* ends the invitation as leaving does, and they are free for another table."""
    opened = await service.manager.open_lobby(PLACE, ANN, CLASSIC, invited=[BEN.user])
    view = await service.manager.decline(opened.match, ANN.user)
    assert isinstance(view, LobbyView)
    assert view.ended is LobbyEnd.WITHDRAWN
    await service.manager.open_lobby(PLACE, ANN, CLASSIC)


async def test_an_accepted_invitation_is_left_rather_than_taken_back(service: RunningService) -> None:
    """Everybody left if the host went first and the invited person after them."""
    sannin = make_rules("sannin")
    opened = await service.manager.open_lobby(PLACE, ANN, sannin, invited=[BEN.user, CAT.user])
    await service.manager.join(opened.match, BEN)
    await service.manager.leave(opened.match, ANN.user)
    view = await service.manager.leave(opened.match, BEN.user)
    assert isinstance(view, LobbyView)
    assert view.ended is LobbyEnd.LEFT


async def test_with_a_cpu_the_match_starts_at_once(service: RunningService) -> None:
    """Free seats go to CPU players; the bot draws for all, and the first month is dealt."""
    view = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), cpu=CpuPlayer.NORMAL)
    assert isinstance(view, MatchView)
    assert service.recorder.occasions()[0] is Occasion.STARTED
    assert (view.row, view.sole_player) == (0, ANN.user)
    assert [seat.participant.cpu for seat in view.seats].count(CpuPlayer.NORMAL) == 2
    assert all(seat.observation and seat.observation.hand for seat in view.seats if not seat.participant.cpu)


async def test_a_cpu_leaves_the_seats_of_invited_people_free(service: RunningService) -> None:
    """With an invited person and a level, CPU players take the other seats and the lobby waits."""
    view = await service.manager.open_lobby(
        PLACE, ANN, make_rules("sannin"), invited=[BEN.user], cpu=CpuPlayer.EASY
    )
    assert isinstance(view, LobbyView)
    assert len(view.people) == 2
    assert not view.ready
    begun = await service.manager.join(view.match, BEN)
    assert [one.user or one.cpu for one in begun.people] == [ANN.user, CpuPlayer.EASY, BEN.user]


async def test_a_user_has_one_open_lobby(service: RunningService) -> None:
    """A player in a lobby neither opens nor joins another, also when they try at once."""
    match = await service.lobby(ANN, BEN)
    with pytest.raises(UserBusy) as busy:
        await service.manager.open_lobby(PLACE, BEN, CLASSIC)
    assert (busy.value.match, busy.value.channel) == (match, PLACE.channel)
    other = await service.lobby(CAT)
    with pytest.raises(UserBusy):
        await service.manager.join(other, ANN)
    tries = await asyncio.gather(
        *(service.manager.open_lobby(PLACE, DAN, CLASSIC) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(each, LobbyView) for each in tries) == 1
    assert sum(isinstance(each, UserBusy) for each in tries) == 4


async def test_a_user_plays_only_so_many_matches_in_a_server(tmp_path: Path) -> None:
    """The limit counts matches of one server that are played, not those that are watched."""
    async with running_service(tmp_path, quick(live_matches_per_user=1)) as service:
        await service.match(ANN, BEN)
        with pytest.raises(UserBusy):
            await service.manager.open_lobby(PLACE, ANN, CLASSIC)
        elsewhere = replace(PLACE, guild=GuildId(2))
        assert await service.manager.open_lobby(elsewhere, ANN, CLASSIC)


async def test_a_channel_has_one_table(tmp_path: Path) -> None:
    """A channel with a table takes no other, and each channel counts for itself."""
    async with running_service(tmp_path, quick(tables_per_channel=1)) as service:
        match = await service.lobby(ANN)
        with pytest.raises(ChannelBusy) as busy:
            await service.manager.open_lobby(PLACE, BEN, CLASSIC)
        assert busy.value.matches == (match,)
        assert await service.manager.open_lobby(replace(PLACE, channel=ChannelId(11)), BEN, CLASSIC)
        await service.manager.leave(match, ANN.user)
        assert await service.manager.open_lobby(PLACE, CAT, CLASSIC)


async def test_who_loses_the_seat_draw_watches_and_is_free(tmp_path: Path) -> None:
    """More than the seats may draw; the rest take part without a seat and may open a lobby."""
    async with running_service(tmp_path, quick(live_matches_per_user=1)) as service:
        match = await service.match(ANN, BEN, CAT)
        view = await service.seen(match)
        seated = {seat.participant.user for seat in view.seats}
        (watcher,) = (person for person in (ANN, BEN, CAT) if person.user not in seated)
        assert view.participant_of(watcher.user) is not None
        with pytest.raises(NotInMatch):
            await service.manager.resign(match, watcher.user)
        assert await service.manager.open_lobby(PLACE, watcher, CLASSIC)


@pytest.mark.dealt_by_chance
async def test_the_seed_comes_from_the_secret_and_the_id_of_its_line(tmp_path: Path) -> None:
    """Nobody can choose both: the secret is bound before Discord gives the line its number."""
    async with running_service(tmp_path, secret=fixed_secret(9)) as service:
        match = await service.match(ANN, BEN, CAT)
        player = (await service.seen(match)).seats[0].participant.user
        assert player is not None
        view = (await service.manager.resign(match, player)).view
        assert view.reveal.seed == seed_of_message((9).to_bytes(32, "big"), FIRST_LINE).hex()
        assert service.recorder.lines == [view.secret_commitment]


@pytest.mark.dealt_by_chance
async def test_a_match_of_version_one_ends_as_it_began(tmp_path: Path) -> None:
    """Everybody's join id, the watchers' too, goes into its seed; it has no line and gets none."""
    async with running_service(tmp_path, secret=fixed_secret(9)) as service:
        match = await service.old_match(ANN, BEN, CAT)
        player = (await service.seen(match)).seats[0].participant.user
        assert player is not None
        view = (await service.manager.resign(match, player)).view
        joins = [ANN.join_id, BEN.join_id, CAT.join_id]
        assert view.reveal.seed == seed_from((9).to_bytes(32, "big"), joins).hex()
        record = await service.manager.record(match)
        assert (record["format"], record["joins"]) == ("koikoi-record/1", [str(each) for each in joins])
        assert service.recorder.lines == []


async def test_presses_on_what_is_not_there_are_told_so(service: RunningService) -> None:
    """An unknown match is no match, and a lobby takes no moves."""
    with pytest.raises(NoSuchMatch):
        await service.manager.view(MatchId(404))
    with pytest.raises(NoSuchMatch):
        await service.manager.join(MatchId(404), ANN)
    match = await service.lobby(ANN)
    with pytest.raises(LobbyNotReady):
        await service.manager.draw(match, ANN.user, 1)
    with pytest.raises(NotInMatch):
        await service.manager.leave(match, BEN.user)


async def test_live_matches_are_found_by_user_guild_and_channel(service: RunningService) -> None:
    """Lobbies and matches in play are listed, ended ones are not."""
    first, second = await service.match(ANN, BEN), await service.lobby(CAT)
    closed = await service.lobby(DAN)
    await service.manager.leave(closed, DAN.user)
    manager = service.manager
    assert [view.match for view in await manager.live_matches()] == [first, second]
    assert [view.match for view in await manager.live_matches(user=CAT.user)] == [second]
    assert await manager.live_matches(channel=ChannelId(99)) == []
    assert len(await manager.live_matches(guild=PLACE.guild, channel=PLACE.channel)) == 2


async def test_the_host_changes_options_until_the_match_begins(service: RunningService) -> None:
    """Each change is stored and shown to all, months too; what does not fit changes nothing; reset undoes."""
    match = await service.lobby(ANN, BEN, rules="league", months=6)
    await service.manager.change_options(match, ANN.user, {"oyaken": 4})
    await service.manager.change_options(match, ANN.user, {"months": 3, "cup": "either"})
    shown, cause = service.recorder.published[-1]
    assert shown.rules == make_rules("league", {"months": 3, "oyaken": 4, "cup": "either"})
    assert cause.occasion is Occasion.RULES
    with pytest.raises(OptionError):
        await service.manager.change_options(match, ANN.user, {"goko_bonus": 4})
    with pytest.raises(NotHost):
        await service.manager.change_options(match, BEN.user, {"oyaken": 5})
    with service.store.reading() as tx:
        stored = matches.load(tx, match)
    assert stored is not None
    assert stored.rules == shown.rules
    await service.manager.reset_options(match, ANN.user)
    assert (await lobby_of(service, match)).rules == make_rules("league", {"months": 3})
    published = len(service.recorder.published)
    await service.manager.reset_options(match, ANN.user)
    assert len(service.recorder.published) == published
    await service.manager.start_match(match, ANN.user)
    with pytest.raises(LobbyOver):
        await service.manager.change_options(match, ANN.user, {"oyaken": 4})
    with pytest.raises(LobbyOver):
        await service.manager.reset_options(match, ANN.user)


async def test_changes_of_options_at_once_are_all_made(service: RunningService) -> None:
    """Two changes that come together each keep what the other did."""
    match = await service.lobby(ANN, rules="league")
    changes: tuple[dict[str, object], ...] = ({"oyaken": 4}, {"seven_double": True}, {"viewing": False})
    await asyncio.gather(*(service.manager.change_options(match, ANN.user, each) for each in changes))
    assert (await lobby_of(service, match)).rules.changed() == changes[0] | changes[1] | changes[2]


async def test_cpu_players_of_one_level_are_told_apart(tmp_path: Path) -> None:
    """Two of one level are numbered at the table; one alone needs no number, in a lobby neither."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, BEN, rules="sannin")
        one = await service.manager.play_cpu(match, ANN.user)
        assert Cast.of(one).named(ENGLISH, plain=True).levels == ("Ann", "Ben", "CPU Hato (normal)")
        await service.manager.leave(match, BEN.user)
        await service.manager.play_cpu(match, ANN.user)
        await service.draw(match)
        view = await service.seen(match)
        names = ("Ann", "Hato 1", "Hato 2")
        assert Cast.of(view).named(ENGLISH, plain=True).names == names
        assert {seat.participant for seat in view.seats} == set(view.people)
