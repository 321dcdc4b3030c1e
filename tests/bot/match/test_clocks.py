"""The clock of a match: turns, banks, time-outs, reminders."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.errors import LobbyOver, NotHost
from bot.match import absence, deadlines, lobby, moves
from bot.match.hosted_match import Change, DeadlineKind
from bot.match.vocabulary import (
    CpuPlayer,
    MadeBy,
    MatchClock,
    Occasion,
    Refusal,
    Status,
)
from bot.screens.public import screen_of
from engine.play.observation import observe
from engine.rules.actions import Move, Phase, Player, Shobu
from engine.rules.options import make_rules
from tests.support.clocked_match import (
    MINUTE,
    TIMES,
    ClockedMatch,
    clocked_match,
    let_time_run_out,
    phase_of,
    turn_of,
    user_of,
)
from tests.support.manager_fixture import ANN, BEN, PLACE, opened, quick
from tests.support.manual_clock import START
from tests.support.wording_views import ENGLISH


def test_a_turn_is_two_minutes_and_then_the_bank() -> None:
    """The deadline is the turn's end and what is left of the bank; the view tells both, and the length."""
    match = clocked_match(TIMES)
    assert turn_of(match) == 7 * MINUTE
    match.wait(30)
    time = match.view().turn_time
    assert time is not None
    assert (time.due_at, time.turn_ends_at) == (START + 7 * MINUTE, START + 2 * MINUTE)
    assert time.length == 7 * MINUTE
    assert {seat.bank for seat in match.view().seats} == {5 * MINUTE}


def test_only_what_lies_beyond_a_turn_is_taken_from_the_bank() -> None:
    """A move within two minutes costs nothing; one after three and a half costs a minute and a half."""
    match = clocked_match(TIMES)
    quick_one = user_of(match.mover())
    match.wait(119)
    match.turn()
    slow_one = user_of(match.mover())
    assert slow_one != quick_one
    match.wait(210)
    match.turn()
    banks = {seat.participant.user: seat.bank for seat in match.view().seats}
    assert banks == {quick_one: 5 * MINUTE, slow_one: timedelta(seconds=210)}
    match.turn()
    assert turn_of(match) == timedelta(seconds=120 + 210)


@pytest.mark.parametrize("clock", [MatchClock.LIVE, MatchClock.SLOW])
def test_what_a_turn_asks_further_has_no_time_of_its_own(clock: MatchClock) -> None:
    """A choice for the card turned over and a decision run out when the card would have."""
    further, match = set[Phase](), clocked_match(TIMES, clock=clock, months=12)
    while len(further) < 2:
        before = match.hosted.deadlines.get(DeadlineKind.TURN)
        match.now += timedelta(seconds=1)
        if match.hosted.begun.rests or phase_of(match) is Phase.CUT:
            match.wait(86_400)
            continue
        match.move()
        if match.hosted.begun.state.phase in (Phase.FLIP, Phase.DECIDE) and before is not None:
            assert match.hosted.deadlines[DeadlineKind.TURN] == before
            further.add(phase_of(match))
        elif not match.hosted.begun.rests:
            assert match.hosted.deadlines.get(DeadlineKind.TURN) != before


def test_a_safe_move_for_what_a_turn_asked_before_counts_for_nothing() -> None:
    """The move was thought of while the player answered: the turn has the same time, but another question."""
    match = clocked_match(TIMES, months=12)
    while phase_of(match) is not Phase.FLIP:
        if match.hosted.begun.rests or phase_of(match) is Phase.CUT:
            match.wait(500)
            continue
        before = match.hosted
        match.move()
    thought: dict[Player, Move] = {
        seen.viewer: seen.legal[0] for seen in absence.to_move_for(before) if seen.viewer is not None
    }
    turn = match.hosted.deadlines[DeadlineKind.TURN]
    assert turn == before.deadlines[DeadlineKind.TURN]
    told = deadlines.due(match.hosted, DeadlineKind.TURN, turn.round, turn.due_at, thought)
    assert told is Refusal.STALE


def test_a_slow_turn_is_a_day_and_has_no_bank() -> None:
    """As long for every turn, however long the one before took."""
    match = clocked_match(TIMES, clock=MatchClock.SLOW)
    assert turn_of(match) == timedelta(days=1)
    match.wait(80_000)
    match.move()
    assert turn_of(match) == timedelta(days=1)
    assert {seat.bank for seat in match.view().seats} == {None}
    time = match.view().turn_time
    assert time is not None and time.due_at == time.turn_ends_at and time.length == timedelta(days=1)


def test_nothing_runs_without_a_clock() -> None:
    """After six days nobody has moved for anybody, and nobody is away."""
    match = clocked_match(TIMES, clock=MatchClock.OFF)
    match.wait(5.9 * 86_400)
    assert match.changes == []
    assert match.view().turn_time is None


def test_nothing_runs_where_one_person_plays_among_cpu_players() -> None:
    """Neither in play nor in a rest; two people among three have a clock."""
    alone = ClockedMatch(opened(PLACE, ANN, make_rules("ishokai"), secret=b"1" * 32, now=START).after, TIMES)
    alone.do(lambda it, now: lobby.play_cpu(it, ANN.user, CpuPlayer.NORMAL, now))
    seen = set[Phase]()
    while alone.hosted.live:
        assert not deadlines.HELD & alone.hosted.deadlines.keys()
        assert "<t:" not in screen_of(alone.view()).text(ENGLISH), "no countdown is announced"
        if alone.hosted.begun.rests:
            end = alone.hosted.begun.ends_shown
            alone.do(lambda it, now: moves.agree(it, ANN.user, end, now))  # noqa: B023 - called at once
            continue
        seen.add(alone.hosted.begun.state.phase)
        if not alone.cpu_moves():
            alone.move()
    assert Phase.PLAY in seen and not seen & {Phase.SEATS, Phase.CUT}
    two = clocked_match(TIMES, "sannin", ANN, BEN, cpu=CpuPlayer.NORMAL)
    assert DeadlineKind.CUT in two.hosted.deadlines
    two.wait(20)
    two.cpu_moves()
    assert DeadlineKind.READY in two.hosted.deadlines
    two.wait(600)
    two.cpu_moves()
    assert DeadlineKind.TURN in two.hosted.deadlines


def test_the_first_time_out_plays_a_safe_move_and_says_so() -> None:
    """The clock plays as *normal* would, to the end of the turn; nothing is asked again."""
    match = clocked_match(TIMES)
    late, before = match.mover(), match.hosted.begun.state.n
    let_time_run_out(match)
    assert match.occasions[0] is Occasion.HALF_TIME
    assert set(match.occasions[1:]) == {Occasion.TIMED_OUT}
    made = [one for change in match.changes for one in change.made]
    assert {(one.made_by, one.participant) for one in made} <= {(MadeBy.CLOCK, None), (MadeBy.DEFAULT, None)}
    assert made[0].n == before
    view = match.view()
    assert view.made_by is MadeBy.CLOCK
    assert user_of(match.mover()) != user_of(late)
    entry = match.hosted.entries[late.who.number]
    assert (entry.timeouts, entry.bank, entry.away) == (1, timedelta(0), False)
    assert not any(seat.away for seat in view.seats)


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_decision_that_times_out_is_a_stop(seed: int) -> None:
    """A stop is the safe answer if it is allowed, though *normal* would have gone on."""
    match = clocked_match(TIMES, seed=seed)
    for _ in range(400):
        state = match.hosted.begun.state
        if state.phase is Phase.DECIDE:
            break
        if match.hosted.begun.rests:
            match.wait(500)
        else:
            match.move()
    assert match.hosted.begun.state.phase is Phase.DECIDE
    change = let_time_run_out(match)
    assert [one.action.move for one in change.made] == [Shobu()]
    assert change.made[0].made_by is MadeBy.CLOCK
    assert change.occasion in (Occasion.RESTING, Occasion.TIMED_OUT)


def test_a_bound_decision_that_times_out_goes_on_where_it_must() -> None:
    """The clock cannot choose a stop that is not allowed."""
    match = clocked_match(TIMES)
    seen = observe(match.hosted.begun.state, next(match.asked())[0])
    assert absence.stops(seen) is None


def test_a_move_in_time_makes_the_next_time_out_a_first_one() -> None:
    """Only two in a row make somebody absent."""
    match = clocked_match(TIMES)
    late = match.mover().who.number
    for _ in range(2):
        let_time_run_out(match)
        assert match.hosted.entries[late].timeouts == 1
        match.turn()
        match.turn()
        assert match.hosted.entries[late].timeouts == 0
        match.turn()


@pytest.mark.parametrize("move_first", [True, False])
def test_of_a_move_and_the_time_out_exactly_one_counts(move_first: bool) -> None:
    """Whichever comes first at the very end of a turn; the other is stale."""
    match = clocked_match(TIMES)
    deadline = match.hosted.deadlines[DeadlineKind.TURN]
    match.now, n = deadline.due_at, match.hosted.begun.state.n
    player, entry = next(match.asked())
    seen, user = observe(match.hosted.begun.state, player), user_of(entry)
    assert seen.question is not None
    question = seen.question

    def move() -> Change | Refusal:
        return match.do(lambda it, now: moves.act(it, user, question, seen.legal[0], now))

    def clock() -> Change | Refusal:
        return match.tell(DeadlineKind.TURN, deadline.round)

    first, second = (move, clock) if move_first else (clock, move)
    assert isinstance(first(), Change)
    after = match.hosted.begun.state.n
    assert second() is Refusal.STALE
    assert n < match.hosted.begun.state.n == after
    assert match.hosted.entries[entry.who.number].timeouts == (0 if move_first else 1)
    assert match.hosted.entries[entry.who.number].bank == timedelta(0)


@pytest.mark.parametrize(("clock", "half"), [(MatchClock.LIVE, 60), (MatchClock.SLOW, 43_200)])
def test_at_half_of_the_turn_s_time_the_mover_is_reminded_once(clock: MatchClock, half: float) -> None:
    """The turn's own time, the bank aside; a move before it comes leaves the next one's half."""
    match = clocked_match(TIMES, clock=clock)
    match.wait(half - 1)
    assert match.changes == []
    match.wait(2)
    assert match.occasions == [Occasion.HALF_TIME]
    match.wait(half - 2)
    assert match.occasions == [Occasion.HALF_TIME]
    match.move()
    match.wait(half)
    assert match.occasions[1:] == [Occasion.MOVED, Occasion.HALF_TIME]


@pytest.mark.parametrize("clock", list(MatchClock))
def test_the_rest_takes_half_a_minute_live_and_a_turn_otherwise(clock: MatchClock) -> None:
    """The next month begins after that if nobody presses."""
    times = quick(live_turn_seconds=120, rest_seconds=30)
    match = clocked_match(times, clock=clock)
    while not match.hosted.begun.rests:
        match.move()
    left = match.hosted.deadlines[DeadlineKind.REST].due_at - match.now
    assert left == (timedelta(seconds=30) if clock is MatchClock.LIVE else timedelta(days=1))


def test_everybody_is_warned_a_day_before_a_match_is_aborted() -> None:
    """Six days after the last move, once; a move begins the time again."""
    match = clocked_match(TIMES, clock=MatchClock.OFF)
    match.wait(5 * 86_400)
    match.move()
    match.wait(5 * 86_400)
    assert Occasion.WARNED not in match.occasions
    match.wait(86_400)
    assert match.occasions[-1] is Occasion.WARNED
    match.wait(86_400)
    assert match.occasions.count(Occasion.WARNED) == 1
    assert match.hosted.status is Status.ABORTED


def test_the_host_chooses_the_clock_in_the_lobby() -> None:
    """Nobody else, and not once the match has begun."""
    match = ClockedMatch(opened(PLACE, ANN, make_rules("classic"), secret=b"1" * 32, now=START).after, TIMES)
    match.do(lambda it, now: lobby.join(it, BEN, now))
    with pytest.raises(NotHost):
        match.do(lambda it, _: lobby.set_clock(it, BEN.user, MatchClock.OFF))
    match.do(lambda it, _: lobby.set_clock(it, ANN.user, MatchClock.SLOW))
    assert match.occasions[-1] is Occasion.RULES
    assert match.do(lambda it, _: lobby.set_clock(it, ANN.user, MatchClock.SLOW)) is Refusal.UNCHANGED
    match.do(lambda it, now: lobby.start(it, ANN.user, now))
    assert match.hosted.clock is MatchClock.SLOW
    with pytest.raises(LobbyOver):
        match.do(lambda it, _: lobby.set_clock(it, ANN.user, MatchClock.OFF))


def test_time_in_which_nobody_could_press_is_given_back() -> None:
    """Turn, half time, rest, draw and cut come later; the bank is as it was; a week's end does not move."""
    match = clocked_match(TIMES)
    before = match.hosted.deadlines
    match.now += 10 * MINUTE
    match.do(lambda it, _: deadlines.postpone(it, 10 * MINUTE))
    after = match.hosted.deadlines
    assert {kind for kind in after if after[kind] != before[kind]} == {DeadlineKind.TURN, DeadlineKind.HALF}
    assert turn_of(match) == 7 * MINUTE
    match.move()
    assert {seat.bank for seat in match.view().seats} == {5 * MINUTE}
