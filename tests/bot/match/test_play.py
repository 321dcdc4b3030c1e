"""Presses on a match in play: the question check, and many presses at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import IllegalMove, MatchNotOver, NotInMatch
from bot.ids import MatchId, UserId
from bot.match.views import MatchView, Receipt
from bot.match.vocabulary import MatchClock, NoResult, Occasion, Person, Refusal, Status
from bot.storage.database.schema import actions
from engine.cards.deck import DECK
from engine.rules.actions import Cut, Play, Player, Ready
from tests.support.manager_fixture import ANN, BEN, DAN, TRIO, RunningService, fixed_secret, running_service


async def log_of(service: RunningService, match: MatchId) -> list[tuple[int, str, str, int | None]]:
    """The stored actions, each with the user who made it."""
    users = [one.user for one in (await service.seen(match)).people]
    query = sa.select(actions).where(actions.c.match == match).order_by(actions.c.n)
    with service.store.reading() as tx:
        return [
            (row.n, row.action, row.made_by, None if row.participant is None else users[row.participant])
            for row in tx.execute(query)
        ]


def asked(view: MatchView) -> tuple[UserId, int]:
    """Return the player to move, and their question."""
    for seat in view.seats:
        if seat.observation is not None and seat.observation.question is not None:
            assert seat.participant.user is not None
            return seat.participant.user, seat.observation.question
    raise AssertionError("nobody is asked")


async def test_a_hundred_presses_on_one_question_are_one_move(service: RunningService) -> None:
    """One press counts; ninety-nine are told that they came too late, with the view as it is now."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    moves = seat.observation.legal
    receipts = await asyncio.gather(
        *(service.manager.act(match, user, question, moves[each % len(moves)]) for each in range(100))
    )
    assert [one.refusal for one in receipts].count(None) == 1
    assert [one.refusal for one in receipts].count(Refusal.STALE) == 99
    assert {one.view.n for one in receipts} == {view.n + 1}
    assert len(await log_of(service, match)) == view.n + 1


async def test_eight_draws_at_once_are_eight_draws(service: RunningService) -> None:
    """Answers of others in a round do not close a question."""
    crowd = [Person(UserId(200 + each), f"P{each}", "en", 500 + each) for each in range(8)]
    match = await service.lobby(*crowd)
    await service.manager.start_match(match, crowd[0].user)
    receipts = await asyncio.gather(*(service.manager.draw(match, one.user, 1) for one in crowd))
    assert {one.refusal for one in receipts} == {None}
    assert [line[:2] for line in await log_of(service, match)][:8] == [(n, f"{n} draw") for n in range(8)]


async def test_drawing_twice_or_in_a_round_that_has_passed_is_stale(service: RunningService) -> None:
    """A second draw changes nothing."""
    match = await service.lobby(ANN, BEN)
    await service.manager.start_match(match, ANN.user)
    assert (await service.manager.draw(match, ANN.user, 1)).refusal is None
    assert (await service.manager.draw(match, ANN.user, 1)).refusal is Refusal.STALE
    assert (await service.manager.draw(match, BEN.user, 2)).refusal is Refusal.STALE
    with pytest.raises(NotInMatch):
        await service.manager.draw(match, DAN.user, 1)


async def ready_round(service: RunningService) -> tuple[MatchId, MatchView]:
    """A slow match of three whose secret round has begun: it waits for everybody."""
    match = await service.match(*TRIO, rules="sannin", clock=MatchClock.SLOW)
    user, question = asked(await service.seen(match))
    receipt = await service.manager.act(match, user, question, Cut(7))
    assert receipt.view.public is not None
    assert receipt.view.public.phase == "ready"
    return match, receipt.view


async def test_three_answers_at_once_are_three_answers(service: RunningService) -> None:
    """In the secret round all three may answer on the question of its beginning."""
    match, view = await ready_round(service)
    receipts = await asyncio.gather(
        *(service.manager.act(match, person.user, view.n, Ready()) for person in TRIO)
    )
    assert [one.refusal for one in receipts] == [None, None, None]
    assert (await service.manager.act(match, ANN.user, view.n, Ready())).refusal is Refusal.STALE


async def test_a_question_stays_open_while_others_answer(service: RunningService) -> None:
    """A seat's question in the secret round is the same before and after another's answer."""
    match, view = await ready_round(service)
    first, second = view.seats[0].participant.user, view.seats[1].participant.user
    assert first is not None
    assert second is not None
    after = (await service.manager.act(match, first, view.n, Ready())).view
    seat = after.seat_of(second)
    assert seat is not None
    assert seat.observation is not None
    assert seat.observation.question == view.n


async def test_strangers_and_those_not_asked_change_nothing(service: RunningService) -> None:
    """Strangers are refused; a player who is not to move is too late or too early."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    user, question = asked(view)
    other = BEN.user if user == ANN.user else ANN.user
    with pytest.raises(NotInMatch):
        await service.manager.act(match, DAN.user, question, Play(DECK[0]))
    assert (await service.manager.act(match, other, question, Play(DECK[0]))).refusal is Refusal.STALE
    assert (await service.manager.act(match, user, question - 1, Play(DECK[0]))).refusal is Refusal.STALE
    assert (await service.seen(match)).n == view.n


async def test_an_illegal_move_is_refused_and_the_question_stays(service: RunningService) -> None:
    """A move that the engine refuses is not stored."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    foreign = next(card for card in DECK if card not in seat.observation.hand)
    with pytest.raises(IllegalMove) as refused:
        await service.manager.act(match, user, question, Play(foreign))
    assert refused.value.move == foreign.letter
    assert len(await log_of(service, match)) == view.n
    assert (await service.manager.act(match, user, question, seat.observation.legal[0])).refusal is None


async def test_the_log_says_who_made_an_action(service: RunningService) -> None:
    """Users, CPU players and the bot, which draws against these, are told apart."""
    match = await service.lobby(ANN)
    await service.manager.play_cpu(match, ANN.user)
    await service.play(match, until=lambda view: view.n >= 8)
    made = {(by, user) for _, _, by, user in await log_of(service, match)}
    assert made == {("user", ANN.user), ("cpu", None), ("default", None)}


async def test_resigning_ends_the_match_for_all(service: RunningService) -> None:
    """Anybody with a seat may give up at any time after the seat draw, once."""
    match = await service.match_all_played(ANN, BEN)
    with pytest.raises(MatchNotOver):
        await service.manager.record(match)
    receipt = await service.manager.resign(match, BEN.user)
    assert receipt.view.status is Status.OVER
    assert service.recorder.occasions()[-1] is Occasion.RESIGNED
    assert receipt.view.events[0].type == "resigned"
    assert (await service.manager.resign(match, ANN.user)).refusal is Refusal.OVER
    assert (await service.manager.act(match, ANN.user, receipt.view.n, Ready())).refusal is Refusal.OVER


async def test_a_match_given_up_in_the_seat_draw_has_no_result(service: RunningService) -> None:
    """Nobody has a seat yet, so there is nothing to lose; strangers give nothing up."""
    match = await service.lobby(ANN, BEN)
    await service.manager.start_match(match, ANN.user)
    with pytest.raises(NotInMatch):
        await service.manager.resign(match, DAN.user)
    receipt = await service.manager.resign(match, ANN.user)
    assert (receipt.refusal, receipt.view.status) == (None, Status.ABORTED)
    assert receipt.view.no_result is NoResult.UNMOVED


async def test_a_cancelled_press_is_done_whole(service: RunningService) -> None:
    """A cancelled wait for a press leaves a move that is stored and shown."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    press = asyncio.create_task(service.manager.act(match, user, question, seat.observation.legal[0]))
    await asyncio.sleep(0)
    press.cancel()
    with pytest.raises(asyncio.CancelledError):
        await press
    again = await service.manager.act(match, user, question, seat.observation.legal[0])
    assert again.refusal is Refusal.STALE
    assert len(await log_of(service, match)) == view.n + 1
    assert service.recorder.published[-1][0] == again.view


async def test_a_view_is_published_before_the_press_is_answered(service: RunningService) -> None:
    """The receipt holds the very view that was published, and versions grow."""
    match = await service.match(ANN, BEN)
    receipt = await service.move(match)
    assert isinstance(receipt, Receipt)
    assert service.recorder.published[-1][0] is receipt.view
    versions = [view.version for view, _ in service.recorder.published]
    assert versions == sorted(set(versions))


async def test_a_presenter_that_fails_stops_no_match(service: RunningService) -> None:
    """A fault in showing is logged; the move counts."""

    def broken(view: object, cause: object) -> None:
        raise RuntimeError("no picture")

    match = await service.match(ANN, BEN)
    service.recorder.publish = broken  # type: ignore[method-assign]
    receipt = await service.move(match)
    assert receipt is not None
    assert receipt.refusal is None


async def test_views_hold_each_seats_own_hand_and_no_other(service: RunningService) -> None:
    """The public observation shows no hand; each seat's shows its own."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    assert view.public is not None
    assert not view.public.hand
    for seat in view.seats:
        assert seat.observation is not None
        assert seat.observation.viewer == seat.player
        assert len(seat.observation.hand) == 8
    assert view.seats[0].player == Player(0)


async def test_a_match_can_be_aborted(tmp_path: Path) -> None:
    """An aborted match is final and shows its secret."""
    async with running_service(tmp_path, secret=fixed_secret(3)) as service:
        match = await service.match(ANN, BEN)
        view = await service.manager.abort(match)
        assert view.status is Status.ABORTED
        assert (await service.manager.resign(match, ANN.user)).refusal is Refusal.OVER
        assert (await service.manager.abort(match)).version == view.version
        assert (await service.manager.record(match))["secret"] == (3).to_bytes(32, "big").hex()
