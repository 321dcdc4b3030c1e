"""The readers who may open a match that has ended, and the names that they see."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import BotError, MatchNotOver, NoFinishedMatch
from bot.ids import ChannelId, GuildId, MatchId
from bot.match.verdict import Ending
from bot.match.vocabulary import CpuPlayer, NoResult, Place
from bot.records.finished import FinishedMatch, Viewer
from bot.service.finished import FinishedMatches
from bot.wording.finished import history as wording
from engine.record import match_record
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    RunningService,
    as_after_a_kill,
    fixed_secret,
    quick,
    running_service,
)
from tests.support.wording_views import ENGLISH, JAPANESE

ELSEWHERE = GuildId(77)
EVERYBODY = Viewer(None, GUILD)


async def opened(service: RunningService, match: MatchId, viewer: Viewer) -> FinishedMatch:
    """A match as somebody sees it."""
    return await FinishedMatches(service.store).match(match, viewer)


async def refused(service: RunningService, match: MatchId, viewer: Viewer) -> type[BotError]:
    """Return the reason why somebody may not see a match."""
    with pytest.raises(BotError) as error:
        await opened(service, match, viewer)
    return error.type


async def test_a_server_s_matches_are_open_to_all_in_it_one_s_own_everywhere(service: RunningService) -> None:
    """A person who asks elsewhere learns not even that there is such a match."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    for viewer in (Viewer(DAN.user, GUILD), EVERYBODY, Viewer(ANN.user, ELSEWHERE), Viewer(BEN.user, None)):
        found = await opened(service, match, viewer)
        assert [one.name for one in found.people] == ["Ann", "Ben"]
        assert found.public_in(viewer.guild) is (viewer.guild == GUILD)
        assert (found.me is not None) is (viewer.user in {ANN.user, BEN.user})
    for viewer in (Viewer(DAN.user, ELSEWHERE), Viewer(DAN.user, None), Viewer(None, None)):
        assert await refused(service, match, viewer) is NoFinishedMatch
    assert await refused(service, MatchId(match + 1), Viewer(ANN.user, GUILD)) is NoFinishedMatch


async def test_cards_stay_secret_while_a_match_goes_on(service: RunningService) -> None:
    """To its people, to those who watch, to strangers; lobbies and what never began are no matches."""
    match = await service.match(ANN, BEN)
    for person in (ANN, DAN):
        assert await refused(service, match, Viewer(person.user, GUILD)) is MatchNotOver
    assert await refused(service, match, Viewer(DAN.user, ELSEWHERE)) is NoFinishedMatch
    lobby = await service.lobby(CAT)
    assert await refused(service, lobby, Viewer(CAT.user, GUILD)) is MatchNotOver
    await service.manager.leave(lobby, CAT.user)
    assert await refused(service, lobby, Viewer(CAT.user, GUILD)) is NoFinishedMatch


async def test_what_is_told_is_how_it_ended(service: RunningService) -> None:
    """Played out, given up, ended by a manager: with the places that count, and a record that can be read."""
    played = await service.match(ANN, BEN, months=3)
    await service.play(played)
    given_up = await service.match_all_played(ANN, BEN, months=3)
    await service.manager.resign(given_up, ANN.user)
    aborted = await service.match(ANN, BEN)
    await service.manager.force_abort(aborted, DAN.user)
    one, other, none = [await opened(service, match, EVERYBODY) for match in (played, given_up, aborted)]
    assert (one.how, other.how, none.how) == (Ending.PLAYED, Ending.RESIGNED, Ending.ABORTED)
    assert one.rated
    assert not none.rated
    assert none.no_result is NoResult.MANAGER
    assert none.places is None
    assert other.places is not None
    assert other.places[other.order.index(0)] == 2
    assert one.ended_at >= one.started_at
    assert sum(one.scores) > 0
    for found in (one, other, none):
        *_, last = match_record.replay(found.record)
        assert match_record.parse(found.written) == found.record
        assert tuple(last.state.order or ()) == found.order
        assert len(found.seats) == 2


async def test_a_match_that_ended_in_the_draw_for_its_seats_has_no_table(service: RunningService) -> None:
    """The people of the match are there, and its record of no action."""
    match = await service.lobby(ANN, BEN)
    await service.manager.start_match(match, ANN.user)
    await service.manager.force_abort(match, DAN.user)
    found = await opened(service, match, EVERYBODY)
    assert (found.order, found.seats, found.scores, found.places) == ((), (), (), None)
    assert (found.how, found.verdict, len(found.people)) == (Ending.ABORTED, None, 2)


async def test_who_has_opted_out_is_nameless_to_others(service: RunningService) -> None:
    """To opponents and in what a server reads; not to themself. It holds for matches of before."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    await service.manager.persons.hide(ANN.user, "Ann", hidden=True)
    for viewer in (Viewer(BEN.user, GUILD), Viewer(DAN.user, GUILD), EVERYBODY):
        ann, ben = (await opened(service, match, viewer)).people
        assert (ann.name, ann.user, ann.locale) == ("", None, None)
        assert (ben.name, ben.user) == ("Ben", BEN.user)
    assert (await opened(service, match, Viewer(ANN.user, GUILD))).people[0].name == "Ann"
    await service.manager.persons.hide(ANN.user, "Ann", hidden=False)
    assert (await opened(service, match, EVERYBODY)).people[0].name == "Ann"


async def test_who_has_deleted_themself_is_nameless_to_all_and_it_is_theirs_no_more(tmp_path: Path) -> None:
    """The match that they left in play can be opened too, once it has ended by that."""
    async with running_service(tmp_path) as service:
        over = await service.match(ANN, BEN, months=3)
        await service.play(over)
        left = await service.match_all_played(ANN, BEN)
        await service.manager.forget(ANN.user)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        for match in (over, left):
            found = await opened(service, match, Viewer(BEN.user, ELSEWHERE))
            assert [(one.name, one.user) for one in found.people] == [("", None), ("Ben", BEN.user)]
            assert found.me == 1
            assert await refused(service, match, Viewer(ANN.user, None)) is NoFinishedMatch
        assert (await opened(service, left, EVERYBODY)).how is Ending.RESIGNED


async def test_what_is_kept_in_memory_keeps_no_name(service: RunningService) -> None:
    """People who opt out or delete themselves are nameless at the next look; two at once see equal steps."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    door = FinishedMatches(service.store)
    viewer = Viewer(DAN.user, GUILD)
    (first, steps), (_, again) = await asyncio.gather(door.replay(match, viewer), door.replay(match, viewer))
    assert [one.name for one in first.people] == ["Ann", "Ben"]
    assert again.steps is steps.steps, "worked out once"
    await service.manager.persons.hide(ANN.user, "Ann", hidden=True)
    await service.manager.forget(BEN.user)
    found, replay = await door.replay(match, viewer)
    assert [one.name for one in found.people] == [one.name for one in replay.people] == ["", ""]
    await service.manager._purge(GUILD)
    with pytest.raises(NoFinishedMatch):
        await door.replay(match, viewer)


async def test_a_match_of_direct_messages_is_its_people_s_alone(service: RunningService) -> None:
    """So is one whose server has put the bot out for good."""
    private = Place(None, ChannelId(500), "en")
    view = await service.manager.open_lobby(private, ANN, make_rules("classic"), cpu=CpuPlayer.EASY)
    await service.draw(view.match)
    await service.manager.resign(view.match, ANN.user)
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    await service.manager._purge(GUILD)
    for one in (view.match, match):
        assert (await opened(service, one, Viewer(ANN.user, None))).me is not None
        for guild in (None, GUILD, GuildId(0)):
            assert await refused(service, one, Viewer(DAN.user, guild)) is NoFinishedMatch


async def test_a_win_that_was_claimed_is_told_as_such(tmp_path: Path) -> None:
    """By the opponent of somebody whose time ran out twice in a row."""
    settings = quick(live_turn_seconds=120, live_bank_seconds=0)
    async with running_service(tmp_path, settings, secret=fixed_secret(4)) as service:
        match = await service.match_all_played(ANN, BEN, months=3)
        view = await service.seen(match)
        while not any(seat.away for seat in view.seats):
            assert view.rest is None
            service.turn(121)
            n = view.n
            # Half of the time tells of itself too: what is waited for is the safe card, or the absence.
            view = await service.wait(match, lambda it: it.n > n or any(seat.away for seat in it.seats))  # noqa: B023 - called at once
        (there,) = (seat.participant.user for seat in view.seats if not seat.away)
        assert there is not None
        await service.manager.claim(match, there)
        found = await opened(service, match, EVERYBODY)
        assert found.how is Ending.CLAIMED
        assert found.places is not None
        winner = found.order[found.places.index(1)]
        assert found.people[winner].user == there


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("12", 12), ("#12", 12), (" Match 12 ", 12), ("対局１２", 12), ("0", None), ("", None), ("1 2", None)],
)
def test_people_call_a_match_by_its_number(typed: str, meant: int | None) -> None:
    """As we write it, and as they type it; a number that no row can have names none."""
    assert wording.read(typed) == meant
    assert wording.read("9" * 19) is None
    assert wording.read("9" * 5000) is None
    assert [wording.read(wording.named(words, MatchId(7))) for words in (ENGLISH, JAPANESE)] == [7, 7]


async def test_two_who_look_at_a_match_share_what_was_worked_out_once(service: RunningService) -> None:
    """Steps and parts are the same objects for both, names are each viewer's own: a press costs little."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    finished = FinishedMatches(service.store)
    (_, first), (_, second) = [await finished.replay(match, Viewer(one.user, GUILD)) for one in (ANN, DAN)]
    assert first.steps is second.steps
    assert first.starts is second.starts
    assert len(first.starts) > 3  # the seat draw and three months
    assert [one.name for one in first.people] == ["Ann", "Ben"]
