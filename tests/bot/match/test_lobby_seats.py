"""The lobby for people: CPU players make room, invitations and rematches begin by themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import LobbyFull, NotHost, SeatsPromised
from bot.ids import MatchId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, MatchClock, Occasion, Refusal, Status
from bot.service.servers import MONTHS
from bot.storage import matches
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, CAT, DAN, GUILD, PLACE, RunningService, running_service

SANNIN = make_rules("sannin", {"months": 3})


async def seats_of(service: RunningService, match: MatchId) -> list[object]:
    """Return the members of a lobby by joining number: users, and levels of CPU players."""
    view = await service.manager.view(match)
    assert isinstance(view, LobbyView)
    assert [one.number for one in view.people] == list(range(len(view.people)))
    return [one.cpu or one.user for one in view.people]


@pytest.mark.parametrize("rules", ["classic", "sannin"])
async def test_alone_a_level_begins_the_match_at_once(service: RunningService, rules: str) -> None:
    """All other seats are filled with it; after one's own card a hand comes."""
    match = await service.lobby(ANN, rules=rules, months=3)
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    await service.draw(match)
    view = await service.seen(match)
    assert (view.status, len(view.seats)) == (Status.PLAYING, view.rules.seats)
    assert [one.cpu for one in view.people][1:] == [CpuPlayer.EASY] * (view.rules.seats - 1)
    assert service.recorder.occasions(match)[1] is Occasion.STARTED


async def test_a_person_who_joins_takes_the_seat_of_a_cpu_player(service: RunningService) -> None:
    """The one that came last; a free seat is taken before; a person who comes then draws with the others."""
    match = await service.lobby(ANN, BEN, rules="sannin", months=3)
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    await service.manager.join(match, CAT)
    assert await seats_of(service, match) == [ANN.user, BEN.user, CAT.user]
    with service.store.reading() as tx:
        stored = matches.load(tx, match)
    assert stored is not None
    assert [entry.who.user for entry in stored.entries] == [ANN.user, BEN.user, CAT.user]
    await service.manager.join(match, DAN)
    assert await seats_of(service, match) == [ANN.user, BEN.user, CAT.user, DAN.user]


async def test_a_cpu_player_can_be_sent_away(service: RunningService) -> None:
    """By the host, by level; where there is none of it nothing happens."""
    match = await service.lobby(ANN, BEN, rules="sannin", months=3)
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    with pytest.raises(NotHost):
        await service.manager.send_cpu_away(match, BEN.user, CpuPlayer.EASY)
    published = len(service.recorder.published)
    await service.manager.send_cpu_away(match, ANN.user, CpuPlayer.NORMAL)
    assert len(service.recorder.published) == published
    await service.manager.send_cpu_away(match, ANN.user, CpuPlayer.EASY)
    assert await seats_of(service, match) == [ANN.user, BEN.user]


async def test_an_invitation_that_everybody_accepted_begins(service: RunningService) -> None:
    """With the last of them, and not before; the seats are drawn by those who play."""
    opened = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited=[BEN.user, CAT.user])
    view = await service.manager.join(opened.match, BEN)
    assert isinstance(view, LobbyView)
    view = await service.manager.join(opened.match, CAT)
    assert isinstance(view, MatchView) and (view.n, view.seats) == (0, ())


async def test_an_invitation_with_a_cpu_player_begins_once_the_guest_is_there(
    service: RunningService,
) -> None:
    """Whether the CPU player was there before or comes last; the seat of a guest is never given away."""
    before = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited=[BEN.user], cpu=CpuPlayer.EASY)
    with pytest.raises(LobbyFull):
        await service.manager.play_cpu(before.match, ANN.user)
    assert isinstance(await service.manager.join(before.match, BEN), MatchView)
    await service.manager.abort(before.match)
    after = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited=[BEN.user])
    assert isinstance(await service.manager.join(after.match, BEN), LobbyView)
    assert isinstance(await service.manager.play_cpu(after.match, ANN.user), MatchView)


async def test_the_rule_set_changes_in_the_lobby(service: RunningService) -> None:
    """The length stays where the other one offers it; CPU players without a seat leave; others come again."""
    match = await service.lobby(ANN, BEN, rules="sannin", months=6)
    await service.manager.play_cpu(match, ANN.user)
    with pytest.raises(NotHost):
        await service.manager.change_rules(match, BEN.user, make_rules("league"))
    view = await service.manager.change_rules(match, ANN.user, make_rules("league", {"oyaken": 4}))
    assert view.rules == make_rules("league", {"oyaken": 4, "months": 6})
    assert await seats_of(service, match) == [ANN.user, BEN.user]
    await service.manager.change_options(match, ANN.user, {"months": 1})
    view = await service.manager.change_rules(match, ANN.user, SANNIN)
    assert view.rules == SANNIN, "sannin has no match of one month"
    with service.store.reading() as tx:
        stored = matches.load(tx, match)
    assert stored is not None and stored.rules == SANNIN
    receipt = await service.manager.change_options(match, ANN.user, {"oyaken": 4}, make_rules("league").id)
    assert receipt.refusal is Refusal.STALE and receipt.view.rules == SANNIN


async def test_guests_keep_their_seats_whatever_is_played(service: RunningService) -> None:
    """A rule set with fewer seats than were promised is not taken."""
    opened = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited=[BEN.user, CAT.user])
    with pytest.raises(SeatsPromised) as told:
        await service.manager.change_rules(opened.match, ANN.user, make_rules("classic"))
    assert (told.value.seats, told.value.people) == (2, 3)
    assert (await service.manager.view(opened.match)).rules == SANNIN


async def played(service: RunningService, *people: object, rules: str = "classic") -> MatchView:
    """A match of these people that was given up."""
    match = await service.match_all_played(*people, rules=rules, months=3)  # type: ignore[arg-type]
    await service.manager.resign(match, ANN.user)
    return await service.seen(match)


async def test_a_rematch_begins_once_everybody_has_pressed(tmp_path: Path) -> None:
    """The first press opens its lobby, every other one is an acceptance; pressing twice changes nothing."""
    async with running_service(tmp_path) as service:
        ended = await played(service, ANN, BEN, CAT, rules="sannin")
        again = service.manager.rematches.again
        first = await again(ended, PLACE, CAT)
        assert isinstance(first, LobbyView) and set(first.awaited) == {ANN.user, BEN.user}
        assert (await again(ended, PLACE, CAT)).match == first.match
        second = await again(ended, PLACE, BEN)
        assert isinstance(second, LobbyView) and second.awaited == (ANN.user,)
        third = await again(ended, PLACE, ANN)
        assert isinstance(third, MatchView) and third.match == first.match
        assert (third.rules, third.clock) == (ended.rules, MatchClock.LIVE)


async def test_of_two_who_press_rematch_at_once_one_opens_and_one_comes(tmp_path: Path) -> None:
    """There is one table, and it has begun."""
    async with running_service(tmp_path) as service:
        ended = await played(service, ANN, BEN)
        again = service.manager.rematches.again
        views = await asyncio.gather(again(ended, PLACE, ANN), again(ended, PLACE, BEN))
        assert len({view.match for view in views}) == 1
        assert [type(view) for view in views] == [LobbyView, MatchView]


async def test_another_table_of_the_same_people_is_not_their_rematch(service: RunningService) -> None:
    """One by another rule set, or to which more are invited, is nothing that a press on Rematch accepts."""
    ended = await played(service, ANN, BEN)
    other = await service.manager.open_lobby(PLACE, ANN, SANNIN, invited=[BEN.user, CAT.user])
    again = await service.manager.rematches.again(ended, PLACE, BEN)
    assert again.match != other.match and again.rules == ended.rules


async def test_a_table_opens_with_three_months_unless_somebody_says_more(
    service: RunningService,
) -> None:
    """By rule set; who names a length gets it; a server has a default of its own. Records keep twelve."""
    servers = service.manager.servers
    for rule_set in ("classic", "sannin"):
        rules = make_rules(rule_set)
        assert rules.months == 12
        assert (await servers.rules(GUILD, rules.id)).months == MONTHS == 3
        assert (await servers.rules(GUILD, rules.id, 12)).months == 12
    await servers.mark(GUILD, "en", make_rules("classic", {"months": 6, "oyaken": 4}))
    assert await servers.rules(GUILD) == make_rules("classic", {"months": 6, "oyaken": 4})
    assert await servers.rules(GUILD, make_rules("classic").id) == make_rules("classic", {"months": 6})
    assert (await servers.rules(GUILD, make_rules("league").id)).months == 3
    await servers.mark(GUILD, "en", make_rules("classic", {"months": 3}))
    assert (await servers.get(GUILD, "en")).row.defaults == {}
