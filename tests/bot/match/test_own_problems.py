"""Spaced repetition, with the clock by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.ids import MatchId
from bot.match import own_problems
from bot.match.own_problems import OwnProblem

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TEXT = "O 2.3100 Z 0.4200"
ONE = OwnProblem(1, MatchId(1), 7, own_problems.loads(TEXT), by_match=False)


def test_after_a_wrong_answer_it_comes_back_after_1_3_and_10_days() -> None:
    """Three right answers end it; a wrong one in between begins anew."""
    assert ONE.may_count(NOW) and ONE.best == 0
    at, one, waits = NOW, ONE, list[int]()
    for right in (False, True, False, True, True, True):
        one = one.after(at, right=right)
        assert one.due is not None
        if not one.done:
            waits.append((one.due - at).days)
            assert not one.may_count(one.due - timedelta(seconds=1)) and one.may_count(one.due)
            at = one.due
    assert waits == [1, 3, 1, 3, 10] and one.done and not one.may_count(at + timedelta(days=99))


def test_a_new_problem_answered_rightly_comes_back_after_3_and_10_days() -> None:
    """Three right answers end that, too."""
    one = ONE.after(NOW, right=True)
    assert one.due == NOW + timedelta(days=3)
    one = one.after(NOW, right=True)
    assert one.due == NOW + timedelta(days=10) and not one.done
    assert one.after(NOW, right=True).done


def test_a_clock_that_goes_backwards_loses_nothing() -> None:
    """Some hours back it waits longer; what was answered while the clock was a year ahead is due."""
    one = ONE.after(NOW, right=False)
    assert not one.may_count(NOW - timedelta(hours=5)) and one.may_count(NOW + timedelta(days=1))
    assert one.may_count(NOW - timedelta(days=365))


def test_choices_are_read_as_they_were_written() -> None:
    """Each with its worth."""
    assert own_problems.dumps(ONE.choices) == TEXT


def test_what_is_due_comes_before_what_is_new() -> None:
    """The longest due first; of new ones those of the latest match; nothing before its time."""
    new, newer = replace(ONE, id=8), replace(ONE, id=6, match=MatchId(ONE.match + 1))
    newest = replace(newer, id=7)
    due = [replace(ONE, id=each, due=NOW - timedelta(days=each)) for each in (2, 3)]
    later, done = replace(ONE, id=4, due=NOW + timedelta(days=2)), replace(ONE, id=5, right=3, due=NOW)
    mine = [new, newest, newer, *due, later, done]
    asked = list[int]()
    while (one := own_problems.next_of(mine, NOW)) is not None:
        asked.append(one.id)
        mine.remove(one)
    assert asked == [3, 2, 6, 7, 8]
