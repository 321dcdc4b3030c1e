"""The rest between months: what is shown, what is accepted, and how it ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import NotInMatch
from bot.match.views import MatchView
from bot.match.vocabulary import MadeBy, Occasion, Refusal, Status
from bot.storage import actions
from engine.rules.actions import Cut, Ready
from engine.rules.month_end import EndReason
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    RunningService,
    as_after_a_kill,
    fixed_secret,
    quick,
    running_service,
)


def resting(view: MatchView) -> bool:
    return view.rest is not None


def two_ends(view: MatchView) -> bool:
    """Whether one action has ended two deals."""
    return view.rest is not None and view.rest.more == 1


async def test_a_rest_withholds_the_next_deal(service: RunningService) -> None:
    """While the match rests only the end is shown: no table, no hands, no commitment."""
    match = await service.match(ANN, BEN, months=3)
    view = await service.play(match, until=resting)
    assert view.rest is not None
    assert view.status is Status.PLAYING
    assert (view.public, view.commitment) == (None, None)
    assert [seat.observation for seat in view.seats] == [None, None]
    assert (view.rest.number, view.rest.more, view.rest.end) == (0, 0, view.ends[0])
    assert view.rest.waiting_for == (0, 1)
    assert view.rest.until is not None
    assert view.deadline == view.rest.until
    assert [event.type for event in view.events][-1] == "month_won"
    assert view.scores == view.rest.end.scores
    assert [name for name, _ in view.reveal.named()] == ["deck.1", "salt.1", "deck.0", "salt.0"]
    assert service.recorder.occasions()[-1] is Occasion.RESTING


async def test_all_peoples_presses_end_a_rest(service: RunningService) -> None:
    """Each person agrees once; with the last the next month is shown with what began it."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match, until=resting)
    first = await service.manager.agree(match, ANN.user, 0)
    assert first.view.rest is not None
    assert first.view.rest.agreed == {0}
    assert first.view.rest.waiting_for == (1,)
    assert (await service.manager.agree(match, ANN.user, 0)).refusal is Refusal.STALE
    assert (await service.manager.agree(match, BEN.user, 1)).refusal is Refusal.STALE
    with pytest.raises(NotInMatch):
        await service.manager.agree(match, DAN.user, 0)
    last = await service.manager.agree(match, BEN.user, 0)
    assert last.view.rest is None
    assert last.view.public is not None
    assert last.view.public.month == 2
    assert [event.type for event in last.view.events] == ["dealt"]
    assert service.recorder.occasions()[-2:] == [Occasion.AGREED, Occasion.NEXT_MONTH]
    assert (await service.manager.agree(match, ANN.user, 0)).refusal is Refusal.STALE


async def test_two_presses_at_once_end_one_rest(service: RunningService) -> None:
    """Twenty presses of two people leave one end behind, not two."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match, until=resting)
    await asyncio.gather(
        *(service.manager.agree(match, person.user, 0) for person in (ANN, BEN) for _ in range(10))
    )
    view = await service.seen(match)
    assert (view.rest, len(view.ends)) == (None, 1)


async def test_only_resigning_is_accepted_in_a_rest(service: RunningService) -> None:
    """Moves wait; giving up ends the match at once and shows everything."""
    match = await service.match(ANN, BEN, months=3)
    view = await service.play(match, until=resting)
    assert (await service.manager.act(match, ANN.user, view.n, Ready())).refusal is Refusal.RESTING
    assert (await service.manager.draw(match, ANN.user, 1)).refusal is Refusal.RESTING
    receipt = await service.manager.resign(match, BEN.user)
    assert receipt.view.status is Status.OVER
    assert receipt.view.rest is None
    assert [event.type for event in receipt.view.events] == ["resigned", "match_over"]
    assert receipt.view.public is not None


async def test_cpu_players_have_agreed_and_wait(service: RunningService) -> None:
    """In a match against CPU players the person alone ends the rest, and no CPU moves before that.

    The same step cuts for the next month: nobody waits for cards.
    """
    match = await service.lobby(ANN, rules="sannin", months=3)
    await service.manager.play_cpu(match, ANN.user)
    view = await service.play(match, until=resting)
    assert view.rest is not None
    assert view.rest.waiting_for == (0,)
    assert view.rest.agreed == {1, 2}
    after = (await service.manager.agree(match, ANN.user, 0)).view
    assert after.rest is None
    assert after.version == view.version + 1
    with service.store.reading() as tx:
        since = actions.of_match(tx, match)[view.n : after.n]
    assert isinstance(since[0].action.move, Cut)
    assert {one.made_by for one in since} == {MadeBy.DEFAULT}


async def test_watchers_of_the_seat_draw_are_not_waited_for(service: RunningService) -> None:
    """Only those who play agree."""
    match = await service.match(ANN, BEN, CAT, months=3)
    view = await service.play(match, until=resting)
    assert view.rest is not None
    assert len(view.rest.waiting_for) == 2


@pytest.mark.dealt_by_chance  # the secret is of a deal that is dealt again
async def test_several_ends_are_shown_one_after_another(tmp_path: Path) -> None:
    """A shobu whose next deal is dealt again at once: two rests, then the deal that stands."""
    async with running_service(tmp_path, secret=fixed_secret(13)) as service:
        match = await service.match(ANN, BEN, rules="league", months=3)
        view = await service.play(match, until=two_ends)
        assert view.rest is not None
        assert view.rest.end.reason is EndReason.SHOBU
        assert [event.type for event in view.events] == ["month_won"]
        deal = view.rest.end.deal
        assert deal + 1 not in view.reveal.decks
        first = view.rest.number
        await service.agree(match)
        view = await service.seen(match)
        assert view.rest is not None
        assert (view.rest.end.reason, view.rest.more) == (EndReason.REDEAL_FIELD_FOUR, 0)
        assert (view.rest.number, view.rest.waiting_for, view.public) == (first + 1, (0, 1), None)
        assert [event.type for event in view.events] == ["dealt", "redealt"]
        assert deal + 1 in view.reveal.decks
        await service.agree(match)
        view = await service.seen(match)
        assert view.rest is None
        assert [event.type for event in view.events] == ["dealt"]


@pytest.mark.dealt_by_chance  # the secret is of a deal that is dealt again
async def test_a_match_whose_last_two_ends_come_together_rests_once(tmp_path: Path) -> None:
    """The end before the last is rested at; the last one is shown with the end of the match."""
    async with running_service(tmp_path, secret=fixed_secret(83)) as service:
        match = await service.match(ANN, BEN, rules="league", months=3)
        view = await service.play(match, until=two_ends)
        assert view.rest is not None
        assert view.status is Status.PLAYING
        assert (view.reveal.seed, view.reveal.secret) == (None, None)
        assert "match_over" not in [event.type for event in view.events]
        assert (await service.manager.resign(match, ANN.user)).refusal is Refusal.RESTING
        await service.agree(match)
        view = await service.seen(match)
        assert (view.status, view.rest) == (Status.OVER, None)
        assert [event.type for event in view.events] == ["dealt", "month_won", "match_over"]
        assert view.ends[-1].reason is EndReason.HAND_YAKU


@pytest.mark.dealt_by_chance  # the secret is of a deal that is dealt again
async def test_a_deal_that_does_not_stand_rests_right_after_the_seat_draw(tmp_path: Path) -> None:
    """The first deal may be dealt again: it is shown before the second."""
    async with running_service(tmp_path, secret=fixed_secret(637)) as service:
        match = await service.match(ANN, BEN, rules="league", months=3)
        view = await service.seen(match)
        assert view.rest is not None
        assert [event.type for event in view.events] == ["drawn", "seated", "dealt", "redealt"]
        assert view.seats


async def test_a_finished_match_shows_all_without_a_rest(service: RunningService) -> None:
    """After the last month everything is open: ends, ranking, decks, seed and secret."""
    match = await service.match(ANN, BEN, months=1)
    view = await service.play(match)
    assert (view.status, view.rest, len(view.ends)) == (Status.OVER, None, 1)
    assert view.public is not None
    assert view.public.ranking is not None
    assert {"seed", "secret", "deck.1", "salt.0"} <= {name for name, _ in view.reveal.named()}
    assert [event.type for event in view.events][-2:] == ["month_won", "match_over"]
    assert (await service.manager.agree(match, ANN.user, 0)).refusal is Refusal.OVER


@pytest.mark.dealt_by_chance  # the secret is of a deal that is dealt again
async def test_a_rest_and_who_agreed_survive_a_kill(tmp_path: Path) -> None:
    """After a restart the match rests at the same end, with the same people waited for."""
    async with running_service(tmp_path, secret=fixed_secret(13)) as service:
        match = await service.match(ANN, BEN, rules="league", months=3)
        await service.play(match, until=two_ends)
        await service.agree(match)
        number = len((await service.seen(match)).ends) - 1
        before = (await service.manager.agree(match, BEN.user, number)).view
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        view = await service.seen(match)
        assert before.rest is not None
        assert view.rest is not None
        assert (view.rest.end, view.rest.agreed, view.rest.number) == (
            before.rest.end,
            frozenset({1}),
            number,
        )
        assert (view.events, view.ends, view.reveal) == (before.events, before.ends, before.reveal)
        assert (await service.manager.agree(match, ANN.user, number)).view.rest is None


async def test_time_ends_a_rest(tmp_path: Path) -> None:
    """The next month begins by itself when nobody presses."""
    async with running_service(tmp_path, quick(rest_seconds=0.05)) as service:
        match = await service.match(ANN, BEN, months=3)
        await service.play(match, until=resting)
        await service.wait(match, holds=lambda it: it.rest is None)
        assert service.recorder.occasions()[-1] is Occasion.NEXT_MONTH
