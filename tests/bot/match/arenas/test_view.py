"""The view of an arena, and when it is skipped or over."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.config import Settings
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.match.arenas.timing import awaited_until, last_start
from bot.match.arenas.view import is_over, is_skipped, over_at, view_of
from tests.support.arenas import arena_of, at, attending, bout, evening_of

DEFAULTS = Settings.model_fields


def test_a_view_says_who_plays_whom_and_who_waits() -> None:
    """A player of a match, one who waits, one who has paused."""
    evening = evening_of(5, [bout(2, (1, 2)), bout(1, (3, 4), (1, 2))], arena=arena_of())
    view = view_of(attending(evening, 5, Attendance.PAUSED), "Aki")
    assert [view.bout_of(row.user) for row in view.rows if row.user in (2, 3)] == [None, view.playing[0]]
    assert [free.user for free in view.waiting] == [3, 4]
    assert (view.finished, view.name_of(view.rows[0].user), len(view.people)) == (1, "P3", 5)
    assert [row.plays for row in view.rows if row.user in (1, 2)] == [2, 2]


def test_before_the_start_people_stand_in_the_order_of_joining() -> None:
    """All on place 1, and nobody waits for a match."""
    view = view_of(evening_of(3, arena=replace(arena_of(), status=ArenaStatus.ANNOUNCED)), "Aki")
    assert [(row.place, row.user) for row in view.rows] == [(1, 1), (1, 2), (1, 3)]
    assert view.waiting == ()


@pytest.mark.parametrize(
    ("weekly", "people", "skipped"), [(True, 2, True), (True, 3, False), (False, 1, False)]
)
def test_a_weekly_arena_is_skipped_for_want_of_three(weekly: bool, people: int, skipped: bool) -> None:
    """Any other begins: people come later."""
    assert is_skipped(evening_of(people, arena=replace(arena_of(), weekly=weekly))) is skipped


def test_people_who_left_do_not_keep_a_weekly_arena() -> None:
    """Three joined, one has left again."""
    evening = evening_of(3, arena=replace(arena_of(), weekly=True))
    assert is_skipped(attending(evening, 2, Attendance.LEFT))


def test_a_closing_arena_is_over_once_no_match_is_awaited() -> None:
    """Neither one that is set aside nor one that nobody ends for two hours keeps it."""
    arena = replace(arena_of(), status=ArenaStatus.CLOSING)
    playing = bout(1, (1, 2), start=5000)
    assert not is_over(evening_of(2, [playing], arena=arena), at(5400))
    assert not is_over(evening_of(2, [playing], arena=arena), at(5400 + 7199))
    assert is_over(evening_of(2, [playing], arena=arena), at(5400 + 7200))
    assert is_over(evening_of(2, [replace(playing, set_aside=True)], arena=arena), at(5400))
    assert is_over(evening_of(2, [bout(1, (1, 2), (1, 2))], arena=arena), at(5400))
    assert not is_over(evening_of(2, arena=arena_of()), at(5400))
    assert is_over(evening_of(2, arena=replace(arena, status=ArenaStatus.OVER)), at(5400))


def test_an_arena_is_over_no_earlier_than_its_last_match() -> None:
    """A result that was stored after the time was read, or by a clock that is a little ahead, counts."""
    ended = [bout(1, (1, 2), (1, 2)), bout(2, (1, 2), (1, 2), end=5402), bout(3, (3, 4), start=5000)]
    evening = evening_of(4, ended, arena=arena_of(ArenaStatus.CLOSING))
    assert (over_at(evening, at(5400)), over_at(evening, at(5403))) == (at(5402), at(5403))
    assert over_at(evening_of(4, arena=arena_of()), at(5400)) == at(5400)


@pytest.mark.parametrize(("seats", "months"), [(2, 1), (2, 3), (3, 3)])
def test_a_match_is_awaited_for_as_long_as_its_clock_lets_it_last(seats: int, months: int) -> None:
    """Every player takes all the time of every turn, and all that they may spare."""
    arena = arena_of(seats=seats, months=months)
    turns = arena.rules.rule_set.hand_size * months
    each = turns * DEFAULTS["live_turn_seconds"].default + DEFAULTS["live_bank_seconds"].default
    assert last_start(arena) + seats * timedelta(seconds=each) <= awaited_until(arena)
