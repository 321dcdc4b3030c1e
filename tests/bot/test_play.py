"""Presses on a match in play: the question check, and many presses at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import IllegalMove, MatchNotOver, NotInMatch
from bot.match.views import MatchView, Receipt
from bot.match.vocabulary import MatchId, Occasion, Person, Refusal, Status, UserId
from bot.storage.schema import actions
from engine.actions import Cut, Play, Player, Ready
from engine.cards import DECK
from tests.bot.house import ANN, BEN, DAN, TRIO, Home, fixed_secret, home


async def log_of(house: Home, match: MatchId) -> list[tuple[int, str, str, int | None]]:
    """The stored actions, each with the user who made it."""
    users = [one.user for one in (await house.seen(match)).people]
    query = sa.select(actions).where(actions.c.match == match).order_by(actions.c.n)
    async with house.store.reading() as tx:
        return [
            (row.n, row.action, row.made_by, None if row.participant is None else users[row.participant])
            for row in await tx.execute(query)
        ]


def asked(view: MatchView) -> tuple[UserId, int]:
    """Who is to move, and their question."""
    for seat in view.seats:
        if seat.observation is not None and seat.observation.question is not None:
            assert seat.participant.user is not None
            return seat.participant.user, seat.observation.question
    raise AssertionError("nobody is asked")


async def test_a_hundred_presses_on_one_question_are_one_move(house: Home) -> None:
    """One press counts; ninety-nine are told that they came too late, with the view as it is now."""
    match = await house.match(ANN, BEN)
    view = await house.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    moves = seat.observation.legal
    receipts = await asyncio.gather(
        *(house.manager.act(match, user, question, moves[each % len(moves)]) for each in range(100))
    )
    assert [one.refusal for one in receipts].count(None) == 1
    assert [one.refusal for one in receipts].count(Refusal.STALE) == 99
    assert {one.view.n for one in receipts} == {view.n + 1}
    assert len(await log_of(house, match)) == view.n + 1


async def test_eight_draws_at_once_are_eight_draws(house: Home) -> None:
    """Answers of others in a round do not close a question."""
    crowd = [Person(UserId(200 + each), f"P{each}", "en", 500 + each) for each in range(8)]
    match = await house.lobby(*crowd)
    await house.manager.start_match(match, crowd[0].user)
    receipts = await asyncio.gather(*(house.manager.draw(match, one.user, 1) for one in crowd))
    assert {one.refusal for one in receipts} == {None}
    assert [line[:2] for line in await log_of(house, match)][:8] == [(n, f"{n} draw") for n in range(8)]


async def test_drawing_twice_or_in_a_round_that_has_passed_is_stale(house: Home) -> None:
    """A second draw changes nothing."""
    match = await house.lobby(ANN, BEN)
    await house.manager.start_match(match, ANN.user)
    assert (await house.manager.draw(match, ANN.user, 1)).refusal is None
    assert (await house.manager.draw(match, ANN.user, 1)).refusal is Refusal.STALE
    assert (await house.manager.draw(match, BEN.user, 2)).refusal is Refusal.STALE
    with pytest.raises(NotInMatch):
        await house.manager.draw(match, DAN.user, 1)


async def ready_round(house: Home) -> tuple[MatchId, MatchView]:
    """A match of three whose secret round has begun."""
    match = await house.match(*TRIO, rules="sannin")
    user, question = asked(await house.seen(match))
    receipt = await house.manager.act(match, user, question, Cut(7))
    assert receipt.view.public is not None
    assert receipt.view.public.phase == "ready"
    return match, receipt.view


async def test_three_answers_at_once_are_three_answers(house: Home) -> None:
    """In the secret round all three may answer on the question of its beginning."""
    match, view = await ready_round(house)
    receipts = await asyncio.gather(
        *(house.manager.act(match, person.user, view.n, Ready()) for person in TRIO)
    )
    assert [one.refusal for one in receipts] == [None, None, None]
    assert (await house.manager.act(match, ANN.user, view.n, Ready())).refusal is Refusal.STALE


async def test_a_question_stays_open_while_others_answer(house: Home) -> None:
    """A seat's question in the secret round is the same before and after another's answer."""
    match, view = await ready_round(house)
    first, second = view.seats[0].participant.user, view.seats[1].participant.user
    assert first is not None
    assert second is not None
    after = (await house.manager.act(match, first, view.n, Ready())).view
    seat = after.seat_of(second)
    assert seat is not None
    assert seat.observation is not None
    assert seat.observation.question == view.n


async def test_strangers_and_those_not_asked_change_nothing(house: Home) -> None:
    """Who has no part is refused; who has one but is not to move is too late or too early."""
    match = await house.match(ANN, BEN)
    view = await house.seen(match)
    user, question = asked(view)
    other = BEN.user if user == ANN.user else ANN.user
    with pytest.raises(NotInMatch):
        await house.manager.act(match, DAN.user, question, Play(DECK[0]))
    assert (await house.manager.act(match, other, question, Play(DECK[0]))).refusal is Refusal.STALE
    assert (await house.manager.act(match, user, question - 1, Play(DECK[0]))).refusal is Refusal.STALE
    assert (await house.seen(match)).n == view.n


async def test_an_illegal_move_is_refused_and_the_question_stays(house: Home) -> None:
    """What the engine refuses is not stored."""
    match = await house.match(ANN, BEN)
    view = await house.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    foreign = next(card for card in DECK if card not in seat.observation.hand)
    with pytest.raises(IllegalMove) as refused:
        await house.manager.act(match, user, question, Play(foreign))
    assert refused.value.move == foreign.letter
    assert len(await log_of(house, match)) == view.n
    assert (await house.manager.act(match, user, question, seat.observation.legal[0])).refusal is None


async def test_the_log_says_who_made_an_action(house: Home) -> None:
    """Users, CPU players and the host's own rules are told apart."""
    match = await house.lobby(ANN)
    await house.manager.add_cpu(match, ANN.user)
    await house.manager.start_match(match, ANN.user)
    await house.draw(match)
    await house.play(match, until=lambda view: view.n >= 8)
    made = {(by, user) for _, _, by, user in await log_of(house, match)}
    assert made == {("user", ANN.user), ("cpu", None)}


async def test_resigning_ends_the_match_for_all(house: Home) -> None:
    """Anybody with a seat may give up at any time after the seat draw, once."""
    match = await house.match(ANN, BEN)
    with pytest.raises(MatchNotOver):
        await house.manager.record(match)
    receipt = await house.manager.resign(match, BEN.user)
    assert receipt.view.status is Status.OVER
    assert house.recorder.occasions()[-1] is Occasion.RESIGNED
    assert receipt.view.events[0].type == "resigned"
    assert (await house.manager.resign(match, ANN.user)).refusal is Refusal.OVER
    assert (await house.manager.act(match, ANN.user, receipt.view.n, Ready())).refusal is Refusal.OVER


async def test_nobody_resigns_from_the_seat_draw(house: Home) -> None:
    """During the seat draw there is nothing to give up yet."""
    match = await house.lobby(ANN, BEN)
    await house.manager.start_match(match, ANN.user)
    with pytest.raises(NotInMatch):
        await house.manager.resign(match, DAN.user)
    assert (await house.manager.resign(match, ANN.user)).refusal is Refusal.STALE


async def test_a_cancelled_press_is_done_whole(house: Home) -> None:
    """Whoever stops waiting for their press leaves a move that is stored and shown."""
    match = await house.match(ANN, BEN)
    view = await house.seen(match)
    user, question = asked(view)
    seat = view.seat_of(user)
    assert seat is not None
    assert seat.observation is not None
    press = asyncio.create_task(house.manager.act(match, user, question, seat.observation.legal[0]))
    await asyncio.sleep(0)
    press.cancel()
    with pytest.raises(asyncio.CancelledError):
        await press
    again = await house.manager.act(match, user, question, seat.observation.legal[0])
    assert again.refusal is Refusal.STALE
    assert len(await log_of(house, match)) == view.n + 1
    assert house.recorder.published[-1][0] == again.view


async def test_a_view_is_published_before_the_press_is_answered(house: Home) -> None:
    """The receipt holds the very view that was published, and versions grow."""
    match = await house.match(ANN, BEN)
    receipt = await house.move(match)
    assert isinstance(receipt, Receipt)
    assert house.recorder.published[-1][0] is receipt.view
    versions = [view.version for view, _ in house.recorder.published]
    assert versions == sorted(set(versions))


async def test_a_presenter_that_fails_stops_no_match(house: Home) -> None:
    """What goes wrong in showing is logged; the move counts."""

    def broken(view: object, cause: object) -> None:
        raise RuntimeError("no picture")

    match = await house.match(ANN, BEN)
    house.recorder.publish = broken  # type: ignore[method-assign]
    receipt = await house.move(match)
    assert receipt is not None
    assert receipt.refusal is None


async def test_views_hold_each_seats_own_hand_and_no_other(house: Home) -> None:
    """The public observation shows no hand; each seat's shows its own."""
    match = await house.match(ANN, BEN)
    view = await house.seen(match)
    assert view.public is not None
    assert not view.public.hand
    for seat in view.seats:
        assert seat.observation is not None
        assert seat.observation.viewer == seat.player
        assert len(seat.observation.hand) == 8
    assert view.seats[0].player == Player(0)


async def test_a_match_can_be_aborted(tmp_path: Path) -> None:
    """An aborted match is final and shows its secret."""
    async with home(tmp_path, secret=fixed_secret(3)) as house:
        match = await house.match(ANN, BEN)
        view = await house.manager.abort(match)
        assert view.status is Status.ABORTED
        assert (await house.manager.resign(match, ANN.user)).refusal is Refusal.OVER
        assert (await house.manager.abort(match)).version == view.version
        assert (await house.manager.record(match))["secret"] == (3).to_bytes(32, "big").hex()
