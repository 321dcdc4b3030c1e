"""Somebody deletes themself: what goes, what stays, and what of a match that goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.errors import NotInMatch
from bot.i18n import Languages
from bot.ids import MatchId
from bot.match import view_builder
from bot.match.hosted_match import HostedMatch
from bot.match.problems import ProblemId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import Deck, NoResult, Participant, Refusal, Status
from bot.screens.public import screen_of
from bot.service.watch.match_time import utc_now
from bot.storage import Store, matches, problems
from bot.storage.database.schema import metadata, participants, result_players
from bot.storage.database.schema import people as people_table
from bot.storage.hands import HandRow, PressRow
from bot.storage.records import recount
from bot.storage.settings import persons
from engine.cards.deck import card
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    PLACE,
    RunningService,
    as_after_a_kill,
    quick,
    running_service,
)

pytestmark = pytest.mark.databases


async def rows(store: Store, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    with store.reading() as tx:
        found = tx.execute(sa.select(metadata.tables[table]))
        return [dict(row._mapping) for row in found]


async def hosted_match_of(store: Store, match: MatchId) -> HostedMatch:
    """A match as its rows have it."""
    with store.reading() as tx:
        hosted = matches.load(tx, match)
    assert hosted is not None
    return hosted


async def lobby(service: RunningService, match: MatchId) -> LobbyView:
    """A lobby as it is now."""
    view = await service.manager.view(match)
    assert isinstance(view, LobbyView)
    return view


async def test_what_is_theirs_goes_and_what_is_shared_stays(service: RunningService) -> None:
    """Ratings and places of one, and their name everywhere; the match and the other's stay."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    await service.manager.persons.choose_deck(ANN.user, "Ann", Deck.CLEAR)
    await service.manager.persons.choose_favourite(ANN.user, "Ann", card("A"))
    await service.store.hands.save(HandRow(match, ANN.user, "token", "@original", utc_now(), "en"))
    await service.store.presses.save(PressRow(match, ANN.user, "token", utc_now(), "en"))
    which = ProblemId(RuleSetId.CLASSIC, 1)
    await service.store.write(problems.answer, ANN, which, utc_now(), right=True)
    before = {table: await rows(service.store, table) for table in metadata.tables}
    (ann,) = [row["id"] for row in before["people"] if row["discord"] == ANN.user]
    await service.manager.forget(ANN.user)
    after = {table: await rows(service.store, table) for table in metadata.tables}
    assert not any(ann in row.values() for table in after.values() for row in table)
    assert not any("Ann" in row.values() for table in after.values() for row in table)
    (ghost,) = [row for row in after["people"] if row["discord"] is None]
    assert (ghost["name"], ghost["time_zone"], ghost["hidden"]) == ("", None, False)
    assert (ghost["pings"], ghost["quiet_from"], ghost["month_marks"]) == ("smart", None, True)
    assert (ghost["deck"], ghost["favourite"]) == ("standard", None)
    assert ghost["id"] != ann
    for table in ("hands", "presses", "invitations", "jobs", "problems"):
        assert after[table] == []
    for table in ("standings", "overall"):
        assert after[table] == [row for row in before[table] if row["person"] != ann]
        assert after[table]
    for row in after["result_players"]:
        rated = {row["rating_before"], row["rating"], row["overall"]}
        assert (rated == {None}) is (row["person"] == ghost["id"])
    assert {row["person"] for row in after["participants"]} == {ghost["id"], before_person(before, BEN.user)}
    for table in ("results", "result_yaku", "actions", "agreements"):
        assert after[table] == before[table]


def before_person(tables: dict[str, list[dict[str, Any]]], user: int) -> int:
    """A user's number."""
    (row,) = [row for row in tables["people"] if row["discord"] == user]
    return int(row["id"])


async def test_a_rebuild_comes_to_the_same_afterwards(tmp_path: Path) -> None:
    """Others' ratings stay as they were, and go on from there; a rebuild finds nothing to repair."""
    async with running_service(tmp_path) as service:
        for pair in ((ANN, BEN), (BEN, CAT), (ANN, CAT)):
            await service.play(await service.match(*pair, months=3))
        live = await service.match(ANN, BEN, months=3)
        await service.play(live, lambda view: bool(view.ends))
        await service.manager.forget(ANN.user)
        await service.play(await service.match(BEN, CAT, months=3))
        await service.play(await service.match(ANN, CAT, months=3))
        with service.store.reading() as tx:
            assert recount.differences(tx) == []
        with service.store.writing() as tx:
            assert recount.rebuild(tx) == 0


async def test_who_plays_again_is_somebody_new(service: RunningService) -> None:
    """With a number of their own, and nothing of before."""
    await service.play(await service.match(ANN, BEN, months=3))
    await service.manager.forget(ANN.user)
    await service.play(await service.match(ANN, BEN, months=3))
    found = await rows(service.store, "people")
    assert len(found) == 3
    (ann,) = [row["id"] for row in found if row["discord"] == ANN.user]
    mine = [row for row in await rows(service.store, "standings") if row["person"] == ann]
    assert {row["matches"] for row in mine} == {1}


async def test_deleting_oneself_twice_is_no_fault(service: RunningService) -> None:
    """Nor is it for somebody whom nobody knows."""
    await service.match(ANN, BEN)
    await service.manager.forget(ANN.user)
    await service.manager.forget(ANN.user)
    await service.manager.forget(DAN.user)
    assert len(await rows(service.store, "people")) == 2


@pytest.mark.parametrize("all_have_played", [False, True])
async def test_a_match_in_play_is_given_up(service: RunningService, *, all_have_played: bool) -> None:
    """The other wins it, if it is one yet; the view names nobody, in memory as in the rows, and has words."""
    match = await (service.match_all_played(ANN, BEN) if all_have_played else service.match(ANN, BEN))
    await service.manager.forget(ANN.user)
    view = await service.seen(match)
    assert view.status is (Status.OVER if all_have_played else Status.ABORTED)
    assert [one.user for one in view.people] == [None, BEN.user]
    words = Languages.load().pick("en")
    assert ("Player 1" in screen_of(view).text(words)) is all_have_played
    assert "Player 1" in screen_of(view).alt(words)
    assert "Ann" not in screen_of(view).text(words) + screen_of(view).alt(words)
    await must_agree(service, match)


async def test_a_press_after_it_finds_no_seat(service: RunningService) -> None:
    """The table's buttons are those of people who take part."""
    match = await service.match(ANN, BEN)
    await service.manager.forget(ANN.user)
    with pytest.raises(NotInMatch):
        await service.manager.resign(match, ANN.user)
    receipt = await service.manager.resign(match, BEN.user)
    assert receipt.refusal is Refusal.OVER


async def test_a_match_in_its_seat_draw_ends_without_a_result(service: RunningService) -> None:
    """Nobody waits for a card that will not be drawn."""
    match = await service.lobby(ANN, BEN)
    await service.manager.start_match(match, ANN.user)
    await service.manager.draw(match, BEN.user, 1)
    await service.manager.forget(ANN.user)
    view = await service.seen(match)
    assert (view.status, view.no_result, view.seats) == (Status.ABORTED, NoResult.UNMOVED, ())


async def test_who_only_watches_is_forgotten_and_the_match_goes_on(tmp_path: Path) -> None:
    """The match is shown again, without the spectator; later storage does not bring them back."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, CAT, months=1)
        (watcher,) = [one for one in (ANN, BEN, CAT) if not (await service.seen(match)).seat_of(one.user)]
        shown = len(service.recorder.published)
        await service.manager.forget(watcher.user)
        view, _ = service.recorder.published[-1]
        assert len(service.recorder.published) == shown + 1
        assert isinstance(view, MatchView)
        assert view.participant_of(watcher.user) is None
        await service.play(match)
        assert (await service.seen(match)).status is Status.OVER
        assert watcher.user not in {row["discord"] for row in await rows(service.store, "people")}


async def test_during_a_rest_the_seat_is_given_up(service: RunningService) -> None:
    """The result of the month is passed over."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match, lambda view: view.rest is not None)
    await service.manager.forget(BEN.user)
    assert (await service.seen(match)).status is Status.OVER


async def test_a_lobby_goes_on_without_its_host(service: RunningService) -> None:
    """The host's part passes on."""
    match = await service.lobby(ANN, BEN)
    await service.manager.forget(ANN.user)
    view = await lobby(service, match)
    assert view.status is Status.LOBBY
    assert view.host == BEN.user
    assert [one.user for one in view.people] == [BEN.user]


async def test_an_invitation_is_declined(service: RunningService) -> None:
    """A lobby that waits for somebody who is gone closes, whether they have come already or not."""
    for came in (False, True):
        invited = (BEN.user, CAT.user)
        view = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), invited=invited)
        if came:
            await service.manager.join(view.match, BEN)
        await service.manager.forget(BEN.user)
        assert (await lobby(service, view.match)).status is Status.CLOSED
        assert BEN.user not in (await lobby(service, view.match)).invited


async def test_everything_at_once(service: RunningService) -> None:
    """A lobby, an invitation, and two matches."""
    first, second = await service.match_all_played(ANN, BEN), await service.match(CAT, ANN)
    own = await service.lobby(ANN)
    invited = await service.manager.open_lobby(PLACE, BEN, make_rules("classic"), invited=(ANN.user,))
    await service.manager.forget(ANN.user)
    assert await service.manager.live_matches() == []
    assert [(await service.manager.view(each)).status for each in (first, second, own, invited.match)] == [
        Status.OVER,
        Status.ABORTED,
        Status.CLOSED,
        Status.CLOSED,
    ]


async def test_a_crash_between_leaving_and_deleting_is_made_good_by_deleting_again(tmp_path: Path) -> None:
    """The second deletion skips the finished steps; the rest follows."""
    async with running_service(tmp_path) as service:
        match, other = await service.match(ANN, BEN), await service.match_all_played(CAT, ANN)
        await service.manager.resign(match, ANN.user)  # the first of the steps
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await service.manager.forget(ANN.user)
        assert (await service.seen(other)).status is Status.OVER
        assert ANN.user not in {row["discord"] for row in await rows(service.store, "people")}


@pytest.mark.outside
async def test_presses_at_the_same_moment_bring_nobody_back(tmp_path: Path) -> None:
    """A person who plays on at once is somebody new: no row joins what they were with what they are."""
    async with running_service(tmp_path) as service:
        for turn in range(15):
            match = await service.match(ANN, BEN)
            waiting = await service.lobby(CAT)
            with service.store.reading() as tx:
                before = persons.get(tx, ANN.user)
            assert before is not None
            presses = [
                service.manager.forget(ANN.user),
                service.manager.join(waiting, ANN),
                service.move(match),
                service.manager.open_lobby(PLACE, DAN, make_rules("classic"), invited=(ANN.user,)),
                service.store.presses.save(PressRow(match, ANN.user, "token", utc_now(), "en")),
            ]
            await asyncio.gather(*(presses[(turn + n) % 5] for n in range(5)), return_exceptions=True)
            found = await rows(service.store, "people")
            assert before.id not in {row["id"] for row in found}
            assert (await service.seen(match)).participant_of(ANN.user) is None
            for view in await service.manager.live_matches():
                await must_agree(service, view.match)
                await service.manager.abort(view.match)
            await service.manager.forget(DAN.user)


async def must_agree(service: RunningService, match: MatchId) -> None:
    """Memory and rows say the same of a match."""
    view = await service.manager.view(match)
    assert view == view_builder.build_view(
        match, view.version, await hosted_match_of(service.store, match), quick()
    )


async def test_a_damaged_match_keeps_nobody_from_going(service: RunningService) -> None:
    """The match can be neither played nor given up; the person goes all the same."""
    match = await service.match(ANN, BEN)
    with service.store.writing() as tx:
        tx.exec_driver_sql("UPDATE actions SET action = 'nonsense'")
    await service.manager._registry.reread(lambda hosted: True)
    await service.manager.forget(ANN.user)
    with service.store.reading() as tx:
        query = sa.select(people_table.c.discord).join(
            participants, participants.c.person == people_table.c.id
        )
        assert set(tx.execute(query.where(participants.c.match == match)).scalars()) == {
            None,
            BEN.user,
        }


async def seated(service: RunningService, match: MatchId) -> list[Participant]:
    """Return the people at the table, in its order."""
    return [seat.participant for seat in (await service.seen(match)).seats]


async def test_ratings_that_are_gone_are_told_to_nobody(service: RunningService) -> None:
    """The finished match says that it was rated, and by how much no more."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    verdict = (await service.seen(match)).verdict
    assert verdict is not None
    assert len(verdict.ratings) == 2
    await service.manager.forget(ANN.user)
    verdict = (await service.seen(match)).verdict
    assert verdict is not None
    assert [moved is None for moved in verdict.ratings] == [
        who.user is None for who in await seated(service, match)
    ]
    with service.store.reading() as tx:
        query = sa.select(result_players.c.rating).where(result_players.c.rating.is_not(None))
        assert len(list(tx.execute(query))) == 1


async def test_who_hides_is_hidden_in_memory_too(service: RunningService) -> None:
    """A finished match hides their rating; it comes back with them."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    told = []
    for hidden in (True, False):
        await service.manager.persons.hide(ANN.user, "Ann", hidden=hidden)
        verdict = (await service.seen(match)).verdict
        assert verdict is not None
        told.append(
            [
                moved is None
                for moved, who in zip(verdict.ratings, await seated(service, match), strict=True)
                if who.user == ANN.user
            ]
        )
    assert told == [[True], [False]]
