"""Matches that one manager serves and another is asked about."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import AlreadyJoined, UserBusy
from bot.ids import MatchId
from bot.match.hosted_match import DeadlineKind
from bot.match.verdict import Unrated
from bot.match.views import LobbyView
from bot.match.vocabulary import CpuPlayer, Occasion, Refusal, Status
from bot.service import listener
from bot.service.context import ShardContext
from bot.service.manager import Manager
from bot.storage import clocks
from bot.storage.owners.notices import Notice, Subject
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, CAT, PLACE, quick, running_service
from tests.support.shards.two_managers import OTHER_GUILD, OTHER_PLACE, LossyNotices, two_managers
from tests.support.waiting import until

pytestmark = pytest.mark.databases


def kept(manager: Manager, match: MatchId) -> bool:
    """Whether a manager has a match in memory."""
    known = manager._registry._known(match)
    return known is not None and known.hosted is not None


async def test_a_match_of_another_shard_is_seen_and_left_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    """The match's own manager hears of it, and shows what it has become."""
    async with two_managers(tmp_path) as two:
        match, near, far = await two.far_match(), two.near.manager, two.far.manager
        view = await near.view(match)
        assert view.status is Status.PLAYING
        await near.resign(match, ANN.user)
        assert two.near.recorder.published[-1][0].status is not Status.PLAYING
        await until(lambda: not far._registry.live())
        assert (await far.view(match)).status is (await near.view(match)).status
        assert two.far.recorder.published[-1][1].occasion is Occasion.RESTORED
        assert two.notices.told == [Notice(Subject.MATCH, match)]
        assert not near._registry.live()
        assert not kept(near, match)
        assert not near._runner.scheduler._deadlines


async def test_a_persons_matches_are_found_on_every_shard(tmp_path: Path) -> None:
    """Whichever manager is asked; so are those of a server and of a channel."""
    async with two_managers(tmp_path) as two:
        match, here = await two.far_match(), await two.near.lobby(ANN)
        for manager in (two.near.manager, two.far.manager):
            both = [view.match for view in await manager.live_matches(user=ANN.user)]
            assert both == [match, here]
            assert [view.match for view in await manager.live_matches(user=BEN.user)] == [match]
            assert [view.match for view in await manager.live_matches(guild=OTHER_GUILD)] == [match]
            assert [view.match for view in await manager.live_matches(channel=PLACE.channel)] == [here]


async def test_a_lobby_opened_elsewhere_is_sealed_by_the_manager_of_its_shard(tmp_path: Path) -> None:
    """The shard's manager alone posts the line, lets the CPU player play and sets the deadlines."""
    async with two_managers(tmp_path) as two:
        view = await two.near.manager.open_lobby(OTHER_PLACE, ANN, make_rules("classic"), cpu=CpuPlayer.EASY)
        await until(lambda: two.far.manager._registry.live() != [])
        seen = await two.far.wait(view.match, lambda it: True) if not isinstance(view, LobbyView) else view
        assert seen.match == view.match
        await until(lambda: len(two.far.recorder.lines) == 1)
        await until(lambda: two.far.recorder.published != [])
        assert not two.near.recorder.lines
        assert not kept(two.near.manager, view.match)


async def test_two_managers_change_a_match_at_once_and_both_changes_count(tmp_path: Path) -> None:
    """The later one reads the rows again and takes its step of what they say now."""
    async with two_managers(tmp_path) as two:
        match = (await two.far.manager.open_lobby(OTHER_PLACE, ANN, make_rules("sannin"))).match
        two.notices.lost = True
        await two.near.manager.join(match, BEN)
        view = await two.far.manager.join(match, CAT)
        assert [one.user for one in view.people] == [ANN.user, BEN.user, CAT.user]


async def test_who_has_joined_elsewhere_is_told_so_and_shown_there(tmp_path: Path) -> None:
    """Not that they are at a table already: the match was behind the rows, and is shown as it stands."""
    async with two_managers(tmp_path) as two:
        match = (await two.far.manager.open_lobby(OTHER_PLACE, ANN, make_rules("sannin"))).match
        two.notices.lost = True
        await two.near.manager.join(match, BEN)
        with pytest.raises(AlreadyJoined):
            await two.far.manager.join(match, BEN)
        shown, cause = two.far.recorder.published[-1]
        assert cause.occasion is Occasion.RESTORED
        assert [one.user for one in shown.people] == [ANN.user, BEN.user]


async def test_a_question_that_was_asked_elsewhere_can_be_answered(tmp_path: Path) -> None:
    """By a manager that does not know it yet: the match is behind the rows, the press is not too late."""
    async with two_managers(tmp_path) as two:
        match, far = await two.far_match(), two.far.manager
        await two.far.draw(match)
        two.notices.lost = True
        await two.near.move(match)
        view = await two.near.seen(match)
        seen = next(seat.observation for seat in view.seats if seat.observation and seat.observation.legal)
        assert seen.viewer is not None and seen.question is not None
        user = view.seats[seen.viewer].participant.user
        assert user is not None
        assert (await far.act(match, user, seen.question, seen.legal[0])).refusal is None
        assert Occasion.RESTORED in two.far.recorder.occasions(match)
        assert (await far.act(match, user, seen.question, seen.legal[0])).refusal is Refusal.STALE


async def test_a_card_can_be_drawn_where_the_start_is_not_known_yet(tmp_path: Path) -> None:
    """The lobby in memory has become a match by the rows: a refusal looks at these first."""
    async with two_managers(tmp_path) as two:
        match = (await two.far.manager.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))).match
        two.notices.lost = True
        await two.near.manager.join(match, BEN)
        await two.near.manager.start_match(match, ANN.user)
        assert (await two.far.manager.draw(match, ANN.user, 1)).refusal is None
        assert Occasion.RESTORED in two.far.recorder.occasions(match)
        assert (await two.far.manager.draw(match, ANN.user, 1)).refusal is Refusal.STALE


async def test_who_deletes_themself_leaves_the_matches_of_every_shard(tmp_path: Path) -> None:
    """And no manager remembers their name."""
    async with two_managers(tmp_path) as two:
        match = await two.far_match()
        await two.far.manager.persons.speak(ANN.user, "Ann", "ja")
        await until(lambda: two.near.manager.persons.language(ANN.user) == "ja")
        await two.near.manager.forget(ANN.user)
        await until(lambda: two.far.manager.persons.language(ANN.user) is None)
        assert (await two.far.manager.view(match)).status is not Status.PLAYING
        await until(lambda: not two.far.manager._registry.live())
        for manager in (two.near.manager, two.far.manager):
            people = (await manager.view(match)).people
            assert all(one.name != "Ann" for one in people)


async def test_a_look_mends_what_a_lost_notice_has_left(tmp_path: Path) -> None:
    """Matches and what is kept of people are as in the rows after it."""
    async with two_managers(tmp_path) as two:
        match, near, far = await two.far_match(), two.near.manager, two.far.manager
        open_lobby = (await far.open_lobby(OTHER_PLACE, CAT, make_rules("sannin"))).match
        assert (await far.persons.choice(ANN.user, "en")).zone.key == "UTC"
        two.notices.lost = True
        await near.persons.set_zone(ANN.user, "Ann", "Asia/Tokyo")
        await near.persons.speak(ANN.user, "Ann", "ko")
        await near.agree_to_abort(match, ANN.user)
        await near.agree_to_abort(match, BEN.user)
        await near.join(open_lobby, BEN)
        unheard = (await near.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))).match
        assert {actor.match for actor in far._registry.live()} == {match, open_lobby}
        assert far.persons.language(ANN.user) is None
        await far.listener.refresh()
        assert {actor.match for actor in far._registry.live()} == {open_lobby, unheard}
        assert [one.user for one in (await far.view(open_lobby)).people] == [CAT.user, BEN.user]
        assert far.persons.language(ANN.user) == "ko"
        assert (await far.persons.choice(ANN.user, "en")).zone.key == "Asia/Tokyo"


async def test_a_look_at_rows_that_agree_shows_nothing_anew(tmp_path: Path) -> None:
    """Rows and memory agree by numbers that cost one query; a needless notice shows nothing either."""
    async with two_managers(tmp_path) as two:
        match = await two.far_match()
        for _ in range(3):
            await two.far.move(match)
        shown = len(two.far.recorder.published)
        for service in (two.near, two.far):
            await service.manager.listener.refresh()
            await service.manager._registry.refresh(match)
        await two.near.manager.persons.speak(ANN.user, "Ann", "ko")
        await until(lambda: two.far.manager.persons.language(ANN.user) == "ko")
        await two.far.manager._registry.settle()
        assert len(two.far.recorder.published) == shown
        assert not two.near.recorder.published


async def test_after_a_start_each_manager_shows_the_matches_of_its_shard(tmp_path: Path) -> None:
    """Nobody's are shown twice, and none is left out."""
    async with two_managers(tmp_path) as two:
        far, near = await two.far_match(), await two.near.lobby(CAT)
    async with two_managers(tmp_path) as two:
        await until(lambda: bool(two.far.recorder.published and two.near.recorder.published))
        assert [actor.match for actor in two.near.manager._registry.live()] == [near]
        assert [actor.match for actor in two.far.manager._registry.live()] == [far]
        assert {view.match for view, _ in two.near.recorder.published} == {near}
        assert {view.match for view, _ in two.far.recorder.published} == {far}


async def test_a_later_view_of_another_shards_match_has_a_greater_number(tmp_path: Path) -> None:
    """Also where its actor was let go between two looks: nothing older is ever shown after it."""
    async with two_managers(tmp_path) as two:
        match, near = await two.far_match(), two.near.manager
        before = (await near.view(match)).version
        near._registry._ended.clear()
        assert (await near.view(match)).version > before


async def test_what_a_manager_of_a_server_takes_out_of_the_lists_every_shard_hears_of(tmp_path: Path) -> None:
    """A manager that has the ended match in memory reads it again."""
    async with two_managers(tmp_path) as two:
        match, far = await two.far_match(), two.far.manager
        await two.far.play(match, lambda view: view.all_have_played)
        await far.resign(match, ANN.user)
        assert kept(far, match)
        await two.near.manager.moderation.mark(OTHER_GUILD, match, CAT, out=True)
        assert two.notices.told == [Notice(Subject.MATCH, match)]
        await until(lambda: _marked(far, match))


@pytest.mark.parametrize("opens", [True, False])
async def test_deadlines_are_of_the_time_by_which_the_matchs_own_shard_runs(
    tmp_path: Path, opens: bool
) -> None:
    """On opening and on changes: as much time is left to come or to draw as there always is."""
    async with two_managers(tmp_path, quick(draw_seconds=500, lobby_seconds=500)) as two:
        near, far = two.near.manager, two.far.manager
        await two.stand_still(600)
        opener = near if opens else far
        match = (await opener.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))).match
        await until(lambda: kept(far, match))
        kind = DeadlineKind.LOBBY
        if not opens:
            await far.join(match, BEN)
            await near.start_match(match, ANN.user)
            kind = DeadlineKind.DRAW
        with two.store.reading() as tx:
            due = clocks.of_match(tx, match)
        left = due[kind].due_at - far._runner.time.now()
        assert timedelta(seconds=400) < left <= timedelta(seconds=500)


async def test_every_manager_looks_by_itself_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change without a notice is known everywhere after a while."""
    monkeypatch.setattr(listener, "POLL_SECONDS", 0.01)
    async with two_managers(tmp_path) as two:
        two.notices.lost = True
        await two.near.manager.persons.speak(ANN.user, "Ann", "ko")
        await until(lambda: two.far.manager.persons.language(ANN.user) == "ko")


async def test_a_manager_that_is_alone_tells_nobody_and_looks_at_nothing(tmp_path: Path) -> None:
    """One process with one shard does no more than it must."""
    notices = LossyNotices()
    async with running_service(tmp_path, context=ShardContext(notices=notices)) as service:
        await service.lobby(ANN)
        await service.manager.persons.speak(ANN.user, "Ann", "ko")
        assert (notices.told, notices._listeners) == ([], [])
        names = {task.get_name() for task in asyncio.all_tasks()}
        assert "heartbeats" in names
        assert "poll the rows" not in names


async def test_who_is_busy_on_another_shard_is_so_whoever_is_asked(tmp_path: Path) -> None:
    """Matches at once are counted by the rows."""
    async with two_managers(tmp_path) as two:
        two.notices.lost = True
        match = (await two.far.manager.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))).match
        with pytest.raises(UserBusy) as refused:
            await two.near.manager.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))
        assert refused.value.match == match


def _marked(manager: Manager, match: MatchId) -> bool:
    """Whether a manager knows that a match that it has in memory counts no more."""
    known = manager._registry._known(match)
    hosted = None if known is None else known.hosted
    return hosted is not None and hosted.verdict is not None and hosted.verdict.unrated is Unrated.MARKED
