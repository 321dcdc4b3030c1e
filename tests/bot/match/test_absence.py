"""Absent players, the choices of their opponents, and the ways back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NobodyAway, NotInMatch
from bot.ids import UserId
from bot.match import absence, deadlines, ending, moves
from bot.match.finished import replay
from bot.match.hosted_match import Change, DeadlineKind
from bot.match.view_builder import build_record
from bot.match.vocabulary import CpuPlayer, MadeBy, MatchClock, Occasion, Refusal, Status, WishKind
from bot.records.results import Feats, result_of
from engine.play.events import MatchOver
from engine.play.observation import observe
from engine.record.match_record import parse
from engine.rules.actions import Resign
from tests.support.clocked_match import (
    MINUTE,
    TIMES,
    ClockedMatch,
    clocked_match,
    let_time_run_out,
    turn_of,
    user_of,
    with_somebody_away,
)
from tests.support.manager_fixture import ANN, BEN, DAN

ASIDE_SECONDS = 900


def test_the_second_time_out_in_a_row_makes_somebody_away() -> None:
    """Nothing is played, no time runs, for as long as nobody chooses; a week later the match is aborted."""
    match, absent = with_somebody_away(TIMES)
    assert match.occasions[-1] is Occasion.AWAY
    n = match.hosted.begun.state.n
    view = match.view()
    assert [seat.participant.user for seat in view.seats if seat.away] == [absent]
    assert view.turn_time is None
    assert not {DeadlineKind.TURN, DeadlineKind.HALF} & match.hosted.deadlines.keys()
    match.wait(5 * 86_400)
    assert match.hosted.begun.state.n == n
    match.wait(2 * 86_400)
    assert match.hosted.status is Status.ABORTED
    assert match.occasions[-2:] == [Occasion.WARNED, Occasion.ABORTED]


def test_an_opponent_claims_the_win() -> None:
    """The win is stored as the absent player's resignation, made by the clock; nobody can claim it later."""
    match, absent = with_somebody_away(TIMES)
    (claimant,) = match.others(absent)
    change = match.do(lambda it, now: absence.claim(it, claimant, now))
    assert isinstance(change, Change) and change.occasion is Occasion.RESIGNED
    (made,) = change.made
    assert isinstance(made.action.move, Resign) and made.made_by is MadeBy.CLOCK
    assert match.hosted.entry_at(made.action.player).who.user == absent
    assert match.hosted.status is Status.OVER
    with pytest.raises(NobodyAway):
        match.do(lambda it, now: absence.claim(it, claimant, now))


@pytest.mark.parametrize("choose", [absence.claim, absence.seat_stand_in])
def test_there_is_nothing_to_choose_while_nobody_is_away(choose: object) -> None:
    """The choice is refused with a sentence, and nothing changes; people who only watch cannot choose."""
    assert choose in (absence.claim, absence.seat_stand_in)
    step = absence.claim if choose is absence.claim else absence.seat_stand_in
    match = clocked_match(TIMES)
    for user in (ANN.user, BEN.user):
        with pytest.raises(NobodyAway):
            match.do(lambda it, now, user=user: step(it, user, now))  # type: ignore[misc]
    with pytest.raises(NotInMatch):
        match.do(lambda it, now: step(it, DAN.user, now))
    assert match.changes == []


def test_in_sannin_a_claim_needs_both_opponents() -> None:
    """One alone says so and waits; said twice it is still one; the second one decides."""
    match, absent = with_somebody_away(TIMES, "sannin")
    first, second = match.others(absent)
    change = match.do(lambda it, now: absence.claim(it, first, now))
    assert isinstance(change, Change) and change.occasion is Occasion.CLAIM_WISHED
    assert [wish.kind for wish in match.view().wishes] == [WishKind.CLAIM]
    assert match.do(lambda it, now: absence.claim(it, first, now)) is Refusal.UNCHANGED
    assert match.hosted.live
    match.do(lambda it, now: absence.claim(it, second, now))
    assert match.hosted.status is Status.OVER
    places = absence.places(match.hosted)
    seat = next(entry.seat for entry in match.hosted.entries if entry.who.user == absent)
    assert places is not None and seat is not None and places[seat] == 3


def test_in_sannin_either_seats_a_cpu_player_until_both_claim() -> None:
    """The wish to claim is forgotten with it, and the two play on with a clock."""
    match, absent = with_somebody_away(TIMES, "sannin")
    first, second = match.others(absent)
    match.do(lambda it, now: absence.claim(it, first, now))
    change = match.do(lambda it, now: absence.seat_stand_in(it, second, now))
    assert isinstance(change, Change) and change.occasion is Occasion.STAND_IN
    assert match.hosted.wishes == ()
    assert match.cpu_moves() > 0
    assert match.changes[-1].made[0].made_by is MadeBy.CPU
    assert user_of(match.mover()) in (first, second)
    assert DeadlineKind.TURN in match.hosted.deadlines
    with pytest.raises(NobodyAway):
        match.do(lambda it, now: absence.claim(it, first, now))


def test_a_cpu_player_of_sannin_has_no_say_in_a_claim() -> None:
    """The only other person decides alone."""
    match = clocked_match(TIMES, "sannin", ANN, BEN, cpu=CpuPlayer.EASY, seed=3)
    match.wait(20)
    while not match.hosted.all_have_played:
        if not match.cpu_moves():
            match.move()
    while not any(entry.away for entry in match.hosted.entries):
        if not match.cpu_moves():
            if any(entry.who.user == ANN.user for _, entry in match.asked()):
                let_time_run_out(match)
            else:
                match.move()
    match.do(lambda it, now: absence.claim(it, BEN.user, now))
    assert match.hosted.status is Status.OVER


def waiting_for_a_choice(rules: str = "classic") -> tuple[ClockedMatch, UserId]:
    """A match in which somebody is away, that is set aside soon where nobody presses; and who is away."""
    return with_somebody_away(TIMES.model_copy(update={"aside_seconds": ASIDE_SECONDS}), rules)


def test_a_spectator_takes_nothing_up() -> None:
    """The match that was set aside is its people's."""
    match, _ = waiting_for_a_choice()
    match.wait(ASIDE_SECONDS)
    with pytest.raises(NotInMatch):
        match.do(lambda it, now: ending.take_up(it, DAN.user, now))


def test_whoever_takes_up_a_match_may_choose_still() -> None:
    """The choice of the absent opponent waits as before; then the match is set aside again."""
    match, absent = waiting_for_a_choice()
    (other,) = match.others(absent)
    match.wait(ASIDE_SECONDS)
    match.do(lambda it, now: ending.take_up(it, other, now))
    assert not match.view().set_aside
    match.wait(ASIDE_SECONDS)
    assert match.occasions[-1] is Occasion.SET_ASIDE
    match.do(lambda it, now: ending.take_up(it, other, now))
    match.do(lambda it, now: absence.claim(it, other, now))
    assert match.hosted.status is Status.OVER


def test_a_slow_match_waits_for_a_choice_for_days() -> None:
    """The people of a slow match come once a day."""
    match, _ = waiting_for_a_choice()
    match.hosted = replace(match.hosted, clock=MatchClock.SLOW, deadlines={})
    match.hosted = deadlines.with_deadlines(match.hosted, match.settings, match.now)
    match.wait(3 * 86_400)
    assert match.occasions[-1] is Occasion.AWAY


def test_one_person_beside_a_stand_in_is_as_one_among_cpu_players() -> None:
    """The match of that person has no clock, and is set aside if they do not press."""
    match, absent = waiting_for_a_choice()
    (other,) = match.others(absent)
    match.do(lambda it, now: absence.seat_stand_in(it, other, now))
    match.cpu_moves()
    match.wait(ASIDE_SECONDS)
    assert match.occasions[-1] is Occasion.SET_ASIDE


def stood_in_to_the_end(months: int = 3) -> tuple[ClockedMatch, UserId, UserId]:
    """A match that a CPU player has played to its end for somebody; who was there, and who was not."""
    match, absent = with_somebody_away(TIMES, months=months)
    (there,) = match.others(absent)
    match.do(lambda it, now: absence.seat_stand_in(it, there, now))
    while match.hosted.live:
        assert not deadlines.HELD & match.hosted.deadlines.keys()
        if match.hosted.begun.rests:
            end = match.hosted.begun.ends_shown
            match.do(lambda it, now: moves.agree(it, there, end, now))  # noqa: B023 - called at once
        elif not match.cpu_moves():
            assert user_of(match.mover()) == there
            match.move()
    return match, there, absent


def test_a_cpu_player_plays_for_an_absent_person_to_the_end() -> None:
    """Without a clock, because one person plays alone now; the absent one is last whatever the scores say."""
    match, there, absent = stood_in_to_the_end()
    seats = {entry.who.user: entry.seat for entry in match.hosted.entries}
    view = match.view()
    assert view.public is not None and view.public.ranking is not None
    assert [view.public.ranking[seats[user] or 0] for user in (there, absent)] == [1, 2]
    assert view.seats[seats[absent] or 0].stand_in is CpuPlayer.NORMAL


def test_what_a_stand_in_makes_is_nobody_s_record() -> None:
    """Neither its yaku nor its months are the absent person's; who was there has all of theirs."""
    match, there, absent = stood_in_to_the_end(months=12)
    result = result_of(match.hosted)
    assert result is not None
    mine, theirs = (next(one for one in result.players if one.who.user == user) for user in (there, absent))
    ends = match.hosted.begun.ends
    assert any(end.winner == theirs.seat for end in ends), "the CPU player has won a month"
    assert mine.months_won == sum(end.winner == mine.seat for end in ends) > 0
    assert any(one.seat == mine.seat for one in result.yaku)
    assert not [one for one in result.yaku if one.seat == theirs.seat]
    assert (theirs.months_won, theirs.points_won, theirs.best_month, theirs.best_yaku) == (0, 0, 0, 0)
    assert (theirs.calls, theirs.feats) == (0, Feats())
    assert theirs.score == match.hosted.begun.state.scores[theirs.seat]


def test_a_replay_ends_with_the_places_of_the_match() -> None:
    """The cards may have the absent one ahead, who is last all the same: the replay is told so."""
    match, _, _ = stood_in_to_the_end()
    places, view = absence.places(match.hosted), match.view()
    assert view.public is not None and view.public.ranking == places
    record = parse(build_record(match.hosted))
    for counted in (places, (2, 1), (1, 2)):
        steps = replay(record, view.people, counted).steps
        told = [event.ranking for step in steps for event in step.events if isinstance(event, MatchOver)]
        assert told == [counted]


def test_the_absent_take_their_seat_again() -> None:
    """By the button, or by any move; the CPU player's answer then comes too late."""
    match, absent = with_somebody_away(TIMES)
    (there,) = match.others(absent)
    match.do(lambda it, now: absence.seat_stand_in(it, there, now))
    asked = moves.cpu_to_move(match.hosted)
    assert asked is not None
    change = match.do(lambda it, now: absence.come_back(it, absent, now))
    assert isinstance(change, Change) and change.occasion is Occasion.CAME_BACK
    assert turn_of(match) == 2 * MINUTE  # their bank is used up
    seen = asked[1]
    assert match.do(lambda it, now: moves.cpu_act(it, seen, seen.legal[0], now)) is Refusal.STALE
    assert isinstance(match.move(), Change)
    assert match.do(lambda it, now: absence.come_back(it, absent, now)) is Refusal.UNCHANGED


@pytest.mark.parametrize("question", ["open", "old"])
def test_any_press_of_the_absent_brings_them_back(question: str) -> None:
    """A move for the open question is made; a late one changes nothing but that they are there again."""
    match, absent = with_somebody_away(TIMES)
    (there,) = match.others(absent)
    match.do(lambda it, now: absence.seat_stand_in(it, there, now))
    entry = match.mover()
    assert entry.seat is not None
    seen = observe(match.hosted.begun.state, entry.seat)
    assert seen.question is not None
    asked_at, n = seen.question - (question == "old"), seen.n
    match.do(lambda it, now: moves.act(it, absent, asked_at, seen.legal[0], now))
    after = match.hosted.entries[entry.who.number]
    assert (after.stand_in, after.timeouts) == (None, 0)
    if question == "old":
        assert match.occasions[-1] is Occasion.CAME_BACK
        assert match.hosted.begun.state.n == n
    else:
        assert match.changes[-1].made[0].made_by is MadeBy.USER


def test_an_away_player_who_moves_is_back_and_the_claim_is_forgotten() -> None:
    """An absent player's own press is never refused."""
    match, absent = with_somebody_away(TIMES, "sannin")
    first, _ = match.others(absent)
    match.do(lambda it, now: absence.claim(it, first, now))
    match.move()
    assert match.hosted.wishes == ()
    assert not any(entry.away for entry in match.hosted.entries)
    with pytest.raises(NobodyAway):
        match.do(lambda it, now: absence.claim(it, first, now))
