"""The cards drawn for the seats are looked at for a while before the first month is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import Languages
from bot.match import calls, deadlines, moves
from bot.match.hosted_match import DeadlineKind
from bot.match.vocabulary import CpuPlayer, Occasion, Refusal, Status
from bot.screens import seat_draw
from bot.screens.public import screen_of
from bot.storage import matches
from tests.support.clocked_match import ClockedMatch, clocked_match, turn_of
from tests.support.manager_fixture import (
    ANN,
    BEN,
    TRIO,
    as_after_a_kill,
    fixed_secret,
    quick,
    running_service,
)

ENGLISH = Languages.load().pick("en")
DEALT_AGAIN, DEALT_AGAIN_WATCHED = 637, 26
"""The secrets of matches whose first deal is dealt again at once: of two people, and where one watches."""
LOOKED = quick(drawn_seconds=4, live_turn_seconds=120, live_bank_seconds=0, cut_seconds=20)


@pytest.mark.parametrize(
    ("rules", "waits_for"),
    [("classic", DeadlineKind.TURN), ("ishokai", DeadlineKind.CUT), ("sannin", DeadlineKind.CUT)],
)
def test_nobody_is_asked_until_the_drawn_cards_were_looked_at(rules: str, waits_for: DeadlineKind) -> None:
    """No clock runs and nobody is called; afterwards the player to move has all of their time."""
    match = clocked_match(LOOKED, rules)
    view = match.view()
    assert view.shows_draw and view.turn_time is None and view.deadline is None
    assert calls.asked(view) == () and calls.turn_of(view) is None and not calls.is_cpu_turn(view)
    assert waits_for not in match.hosted.deadlines
    match.wait(3.9)
    assert match.view().shows_draw
    match.wait(0.1)
    assert match.occasions == [Occasion.DEALT]
    view = match.view()
    assert not view.shows_draw and calls.asked(view)
    began, length = match.now, {DeadlineKind.TURN: 120, DeadlineKind.CUT: 20}[waits_for]
    assert (match.hosted.deadlines[waits_for].due_at - began).total_seconds() == length


def cpu_deals() -> ClockedMatch:
    """A match in which a CPU player is the first to move."""
    made = (clocked_match(LOOKED, "sannin", ANN, BEN, cpu=CpuPlayer.NORMAL, seed=seed) for seed in range(100))
    return next(match for match in made if match.mover().who.cpu is not None)


@pytest.mark.dealt_by_chance  # seeds are searched for a dealer
def test_a_cpu_player_that_deals_lets_people_see_that_it_deals() -> None:
    """No CPU player does anything while people look at the drawn cards."""
    match = cpu_deals()
    assert match.view().shows_draw
    assert moves.cpu_to_move(match.hosted) is None
    match.wait(4)
    assert moves.cpu_to_move(match.hosted) is not None


def test_a_move_made_meanwhile_counts() -> None:
    """Nothing is blocked: a person who moves all the same ends the looking, and nothing comes after it."""
    match = clocked_match(LOOKED)
    match.move()
    assert match.occasions == [Occasion.MOVED]
    assert not match.view().shows_draw and DeadlineKind.DRAWN not in match.hosted.deadlines
    assert turn_of(match).total_seconds() == 120
    assert match.do(lambda hosted, _: moves.end_draw(hosted)) is Refusal.STALE


def test_without_a_time_for_it_the_first_month_is_shown_at_once() -> None:
    """A bot that is set so shows the first month with the last card drawn."""
    match = clocked_match(quick(drawn_seconds=0))
    assert not match.view().shows_draw and DeadlineKind.TURN in match.hosted.deadlines


@pytest.mark.dealt_by_chance  # a deal is dealt again
def test_the_draw_is_looked_at_before_the_first_deal_ends_as_it_is_dealt() -> None:
    """Nothing of that deal is told meanwhile; the rest at its end has all of its time afterwards."""
    match = clocked_match(LOOKED, "league", seed=DEALT_AGAIN)
    view = match.view()
    assert view.shows_draw and view.rest is None and view.deadline is None
    assert (view.ends, view.told, view.last_turn, view.scores) == ((), (), (), (0, 0))
    assert {event.type for event in view.events} == {"drawn", "seated"}
    assert [seat.observation for seat in view.seats] == [None, None]
    assert view.public is not None and not view.public.captured and view.public.stock == 0
    assert view.commitment == match.hosted.begun.shuffles.commitment(1)
    assert list(view.reveal.decks) == [0]
    assert calls.asked(view) == () and calls.turn_of(view) is None and not calls.is_cpu_turn(view)
    assert isinstance(screen_of(view).facts, seat_draw.Facts)
    assert "**Ben** deals first: March is before September." in screen_of(view).text(ENGLISH)
    assert DeadlineKind.REST not in match.hosted.deadlines
    match.wait(4)
    assert match.occasions == [Occasion.RESTING]
    view = match.view()
    assert view.rest is not None and not view.shows_draw and view.public is None
    assert (match.hosted.deadlines[DeadlineKind.REST].due_at - match.now).total_seconds() == 500
    assert screen_of(view).text(ENGLISH).startswith("**January: dealt again**\n")
    match.wait(500)
    assert match.occasions == [Occasion.RESTING, Occasion.NEXT_MONTH]
    assert not match.view().shows_draw and calls.asked(match.view())


@pytest.mark.dealt_by_chance  # seeds are searched for a dealer
def test_wanting_to_go_on_meanwhile_counts() -> None:
    """A person who leaves the first month's end behind all the same ends the looking, as a move does."""
    match = clocked_match(LOOKED, "league", seed=DEALT_AGAIN)
    match.do(lambda hosted, now: moves.agree(hosted, ANN.user, 0, now))
    view = match.view()
    assert view.rest is not None and view.rest.waiting_for == (1,) and not view.shows_draw
    assert DeadlineKind.DRAWN not in match.hosted.deadlines and DeadlineKind.REST in match.hosted.deadlines
    match.do(lambda hosted, now: moves.agree(hosted, BEN.user, 0, now))
    assert match.occasions == [Occasion.AGREED, Occasion.NEXT_MONTH]
    assert not match.view().shows_draw and calls.asked(match.view())


@pytest.mark.dealt_by_chance  # a deal is dealt again
def test_without_a_time_for_it_the_first_result_tells_who_deals_and_who_watches() -> None:
    """The first result tells it if the draw was not looked at; later results tell nothing of it."""
    match = clocked_match(quick(drawn_seconds=0), "league", *TRIO, seed=DEALT_AGAIN_WATCHED)
    view = match.view()
    assert view.rest is not None and not view.shows_draw
    told = "January is dealt; the dealer is Ann.\nWatching: Ben\n**January: dealt again**\n"
    assert screen_of(view).text(ENGLISH).startswith(told)
    over = replace(view, rest=None, status=Status.OVER, draw_seen=True)
    assert screen_of(over).text(ENGLISH).startswith(told), "a match that ends so has never shown its draw"
    while match.hosted.begun.rests:
        match.wait(500)
    assert "Watching" not in screen_of(match.view()).text(ENGLISH)


@pytest.mark.dealt_by_chance  # a deal is dealt again
async def test_the_looking_before_a_rest_survives_a_kill(tmp_path: Path) -> None:
    """A start finds it where it was; the rest begins after it, and another start does not show it again."""
    wiring: dict[str, Any] = {"secret": fixed_secret(DEALT_AGAIN)}
    async with running_service(tmp_path, quick(drawn_seconds=60), **wiring) as service:
        match = await service.match(ANN, BEN, rules="league", months=3)
        assert (await service.seen(match)).shows_draw
        first = as_after_a_kill(tmp_path)
    async with running_service(first, quick(drawn_seconds=60)) as service:
        view = await service.seen(match)
        assert view.shows_draw and view.rest is None
        service.turn(61)
        view = await service.wait(match, holds=lambda view: view.rest is not None)
        assert not view.shows_draw
        second = as_after_a_kill(first)
    async with running_service(second, quick(drawn_seconds=60)) as service:
        view = await service.seen(match)
        assert view.rest is not None and not view.shows_draw
        await service.agree(match)
        assert (await service.seen(match)).public is not None


async def test_the_looking_survives_a_kill_and_comes_once(tmp_path: Path) -> None:
    """A start finds it where it was; once it is over another start does not begin it again."""
    async with running_service(tmp_path, quick(drawn_seconds=60)) as service:
        match = await service.match(ANN, BEN)
        assert (await service.seen(match)).shows_draw
        first = as_after_a_kill(tmp_path)
    async with running_service(first, quick(drawn_seconds=60)) as service:
        assert (await service.seen(match)).shows_draw
        service.turn(61)
        await service.wait(match, holds=lambda view: not view.shows_draw)
        second = as_after_a_kill(first)
    async with running_service(second, quick(drawn_seconds=60)) as service:
        assert not (await service.seen(match)).shows_draw
        stored = await service.store.read(matches.load, match)
        assert stored is not None
        changed = deadlines.with_deadlines(stored, LOOKED, service.now())
        assert DeadlineKind.DRAWN not in changed.deadlines
