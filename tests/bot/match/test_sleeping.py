"""Matches that rest because all their people have gone: how they wake, how they end, and who gains by it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import timedelta
from itertools import permutations, product

import pytest

from bot.ids import ArenaId, UserId
from bot.match import absence, deadlines, ending, moves
from bot.match.calls import asked, turn_of
from bot.match.hosted_match import DeadlineKind
from bot.match.vocabulary import CpuPlayer, MadeBy, NoResult, Occasion, Refusal, Status
from bot.screens.public import screen_of
from tests.support.clocked_match import TIMES, ClockedMatch, clocked_match, user_of
from tests.support.manager_fixture import ANN, BEN, TRIO
from tests.support.wording_views import ENGLISH, JAPANESE

DAY = 86_400
SETTINGS = TIMES.model_copy(update={"aside_seconds": 900})
PEOPLE = [person.user for person in TRIO]
TABLES: dict[str, Callable[[], ClockedMatch]] = {
    "two": lambda: clocked_match(SETTINGS),
    "three": lambda: clocked_match(SETTINGS, "sannin"),
    "two and a CPU player": lambda: clocked_match(SETTINGS, "sannin", ANN, BEN, cpu=CpuPlayer.EASY, seed=3),
}


def people_of(match: ClockedMatch) -> list[UserId]:
    """The people at the table."""
    return [user_of(entry) for entry in match.hosted.playing]


def played(table: str) -> ClockedMatch:
    """A match in which everybody has played a card."""
    match = TABLES[table]()
    go_on(match, lambda: match.hosted.all_have_played)
    return match


def go_on(match: ClockedMatch, enough: Callable[[], bool], without: Collection[UserId] = ()) -> None:
    """Let everybody press when they are asked, but those who have gone, until that is enough."""
    while match.hosted.live and not enough():
        if match.cpu_moves():
            continue
        if match.hosted.begun.rests:
            match.wait(SETTINGS.rest_seconds + 1)
        elif (there := [entry for _, entry in match.asked() if entry.who.user not in without]) and not any(
            entry.absent for entry in there
        ):
            match.move()
        else:
            match.wait(min(each.due_at for each in match.hosted.deadlines.values()).timestamp() - _now(match))


def _now(match: ClockedMatch) -> float:
    return match.now.timestamp()


def sleeps(match: ClockedMatch) -> bool:
    """Whether the match rests."""
    return match.hosted.sleeps


def away(match: ClockedMatch, user: UserId) -> bool:
    """Whether somebody is away."""
    return any(entry.away for entry in match.hosted.entries if entry.who.user == user)


def wake(match: ClockedMatch, user: UserId) -> Occasion:
    """Somebody presses on it; what that was."""
    match.do(lambda it, now: ending.take_up(it, user, now))
    return match.occasions[-1]


def last_of(match: ClockedMatch) -> set[UserId]:
    """The people in the last place."""
    places = absence.places(match.hosted)
    assert places is not None
    return {
        user_of(entry)
        for entry in match.hosted.playing
        if entry.seat is not None and places[entry.seat] == len(places)
    }


@pytest.mark.parametrize("table", TABLES)
def test_a_match_whose_people_are_all_gone_rests_and_has_no_result_a_day_later(table: str) -> None:
    """Until then nothing happens in it, nobody is asked, and one line stands for its table."""
    match = played(table)
    go_on(match, lambda: sleeps(match), people_of(match))
    assert match.occasions[-2:] == [Occasion.AWAY, Occasion.SET_ASIDE]
    n, view = match.hosted.begun.state.n, match.view()
    assert (asked(view), turn_of(view), view.ends_at) == ((), None, match.now + timedelta(days=1))
    assert {*match.hosted.deadlines} == {DeadlineKind.UNRESUMED} and not deadlines.HELD & {
        *match.hosted.deadlines
    }
    assert all("\n" not in screen_of(view).text(words) for words in (ENGLISH, JAPANESE))
    match.wait(DAY - 1)
    assert (match.cpu_moves(), match.hosted.begun.state.n, sleeps(match)) == (0, n, True)
    match.wait(1)
    assert (match.hosted.status, match.hosted.no_result) == (Status.ABORTED, NoResult.IDLE)


def test_who_was_slow_once_has_a_turn_s_time_to_choose() -> None:
    """Then the match rests; a press in that time shows that they are there, and the absent one loses."""
    match = played("two")
    go_on(match, lambda: any(entry.away for entry in match.hosted.entries), people_of(match))
    (gone,) = (user_of(entry) for entry in match.hosted.playing if entry.away)
    (other,) = match.others(gone)
    assert match.hosted.deadlines[DeadlineKind.ASIDE].due_at == match.now + timedelta(seconds=120)
    wake(match, other)
    assert match.hosted.deadlines[DeadlineKind.ASIDE].due_at == match.now + timedelta(seconds=900)
    match.wait(900 + DAY)
    assert (match.hosted.status, last_of(match)) == (Status.OVER, {gone})


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("first", range(3))
def test_who_leaves_while_another_one_is_there_loses(table: str, first: int) -> None:
    """All others go, too, as soon as the first one is away, and nobody has chosen anything."""
    match = played(table)
    people = people_of(match)
    gone = people[first % len(people)]
    go_on(match, lambda: away(match, gone), {gone})
    go_on(match, lambda: sleeps(match), people)
    match.wait(DAY)
    assert (match.hosted.status, last_of(match)) == (Status.OVER, {gone})


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_who_leaves_a_table_of_three_one_after_the_other_loses(order: tuple[int, ...]) -> None:
    """The first one's seat is a CPU player's; the second goes while the third is there, who goes then."""
    match = played("three")
    people = people_of(match)
    one, two, three = (people[each] for each in order)
    go_on(match, lambda: away(match, one), {one})
    match.do(lambda it, now: absence.seat_stand_in(it, three, now))
    go_on(match, lambda: away(match, two), {one, two})
    go_on(match, lambda: sleeps(match), people)
    match.wait(DAY)
    assert (match.hosted.status, last_of(match)) == (Status.OVER, {one, two})


def left_after(match: ClockedMatch, presses: dict[UserId, int]) -> UserId | None:
    """Let everybody go after so many presses, until the match rests; who has left an opponent, if anybody."""
    seen, answered = 0, dict.fromkeys(presses, True)
    left: UserId | None = None
    while not sleeps(match):
        gone = [user for user, more in presses.items() if more <= 0]
        go_on(match, lambda: len(match.changes) > seen, gone)  # noqa: B023 - called at once
        for change in match.changes[seen:]:
            for made in change.made:
                if made.made_by is MadeBy.DEFAULT:
                    continue  # they were not asked
                if (user := change.after.entry_at(made.action.player).who.user) is not None:
                    answered[user] = made.made_by is MadeBy.USER
                    presses[user] -= answered[user]
            if change.occasion is Occasion.AWAY:
                (away,) = (user_of(entry) for entry in change.after.playing if entry.away)
                left = away if any(answered[user] for user in presses if user != away) else None
        seen = len(match.changes)
    return left


@pytest.mark.parametrize("table", TABLES)
def test_nobody_gains_by_leaving_after_any_number_of_presses(table: str) -> None:
    """Only who has left an opponent that answered their last question loses; otherwise there is no result."""
    found = set()
    for numbers in product(range(4), repeat=3 if table == "three" else 2):
        match = played(table)
        left = left_after(match, dict(zip(people_of(match), numbers, strict=True)))
        match.wait(DAY)
        if left is None:
            assert match.hosted.no_result is NoResult.IDLE, numbers
        else:
            assert (match.hosted.status, last_of(match)) == (Status.OVER, {left}), numbers
        found.add(left)
    assert None in found and len(found) > 1


@pytest.mark.parametrize("first", range(2))
def test_who_leaves_before_everybody_has_played_ends_it_without_a_result(first: int) -> None:
    """There is nothing to lose yet."""
    match = clocked_match(SETTINGS)
    gone = people_of(match)[first]
    go_on(match, lambda: away(match, gone) or match.hosted.all_have_played, {gone})
    go_on(match, lambda: sleeps(match), people_of(match))
    match.wait(DAY)
    assert (match.hosted.status, match.hosted.no_result) == (Status.ABORTED, NoResult.STAYED_AWAY)


@pytest.mark.parametrize("table", TABLES)
def test_the_first_press_calls_the_others_and_the_last_one_starts_the_clocks(table: str) -> None:
    """Nobody calls twice; no move, claim or CPU player is taken before all are there."""
    match = played(table)
    people = people_of(match)
    go_on(match, lambda: sleeps(match), people)
    n, mover = match.hosted.begun.state.n, user_of(match.mover())
    first, *others = (mover, *(user for user in people if user != mover))
    assert wake(match, first) is Occasion.WOKEN
    assert {one.user for one in match.view().called_back} == {*others}
    for words in (ENGLISH, JAPANESE):
        told = screen_of(match.view()).text(words)
        assert all(f"<@{user}>" in told for user in others) and f"<@{first}>" not in told
    match.wait(3600)
    assert wake(match, first) is Occasion.TAKEN_UP and sleeps(match)
    assert match.move() is Refusal.UNCHANGED and match.cpu_moves() == 0
    for choose in (absence.claim, absence.seat_stand_in, absence.come_back):
        assert choose(match.hosted, first, match.now) is Refusal.UNCHANGED
    for user in others:
        assert sleeps(match)
        assert wake(match, user) is Occasion.TAKEN_UP
    assert not match.view().set_aside and match.hosted.begun.state.n == n
    assert not any(entry.absent for entry in match.hosted.entries) and match.hosted.wishes == ()
    assert DeadlineKind.TURN in match.hosted.deadlines
    go_on(match, lambda: sleeps(match), people)
    match.wait(DAY)
    assert match.hosted.no_result is NoResult.IDLE


def test_an_old_press_does_not_start_anybody_s_clock() -> None:
    """The player who comes now calls the one who pressed hours ago, who has a day from then."""
    match = played("two")
    one, two = people_of(match)
    go_on(match, lambda: sleeps(match), (one, two))
    assert wake(match, one) is Occasion.WOKEN
    match.wait(DAY - 60)
    assert wake(match, two) is Occasion.WOKEN and sleeps(match)
    assert [each.user for each in match.view().called_back] == [one]
    match.wait(DAY - 60)
    assert sleeps(match)
    assert wake(match, one) is Occasion.WOKEN and sleeps(match)
    assert wake(match, two) is Occasion.TAKEN_UP and not sleeps(match)


def test_a_match_that_is_woken_again_and_again_by_one_alone_ends() -> None:
    """The bot calls the opponent once. Nobody gains: the two had left together."""
    match = played("two")
    one, two = people_of(match)
    go_on(match, lambda: sleeps(match), (one, two))
    woken = [wake(match, one)]
    for _ in range(100):
        match.wait(1000)
        if not match.hosted.live:
            break
        woken.append(wake(match, one))
    assert woken.count(Occasion.WOKEN) == 1
    assert match.hosted.no_result is NoResult.IDLE


def test_who_left_an_opponent_may_come_back_until_they_have_lost() -> None:
    """A last press gives the opponent a day; if they do not come there is no result."""
    for comes in (True, False):
        match = played("two")
        gone, other = people_of(match)
        go_on(match, lambda: away(match, gone), {gone})  # noqa: B023 - called at once
        match.wait(900)
        match.wait(DAY - 1)
        assert wake(match, gone) is Occasion.WOKEN
        match.wait(DAY - 1)
        if comes:
            assert wake(match, other) is Occasion.WOKEN
            assert wake(match, gone) is Occasion.TAKEN_UP
            assert not sleeps(match) and not away(match, gone)
        else:
            match.wait(1)
            assert match.hosted.no_result is NoResult.IDLE


def test_a_player_who_was_left_may_claim_the_win_after_a_rest() -> None:
    """Nobody has to wait for a player who had left them."""
    match = played("two")
    gone, other = people_of(match)
    go_on(match, lambda: away(match, gone), {gone})
    match.wait(900)
    assert sleeps(match) and wake(match, other) is Occasion.TAKEN_UP and not sleeps(match)
    match.do(lambda it, now: absence.claim(it, other, now))
    assert (match.hosted.status, last_of(match)) == (Status.OVER, {gone})


def test_a_match_that_rests_can_be_given_up() -> None:
    """As at any time: the one who gives it up is last."""
    match = played("two")
    one, _ = people_of(match)
    go_on(match, lambda: sleeps(match), people_of(match))
    match.do(lambda it, now: moves.resign(it, one, now))
    assert (match.hosted.status, last_of(match), match.view().set_aside) == (Status.OVER, {one}, False)


def test_a_match_of_an_arena_never_rests() -> None:
    """The match is set aside, and its arena ends it (`ArenaCourse`)."""
    match = played("two")
    match.hosted = replace(match.hosted, arena=ArenaId(1))
    go_on(match, lambda: match.hosted.set_aside_at is not None, people_of(match))
    assert not sleeps(match) and DeadlineKind.UNRESUMED not in match.hosted.deadlines
