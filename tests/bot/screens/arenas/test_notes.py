"""The private notes of an arena: own table and place, who plays whom, how it went."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.i18n import Words
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.match.arenas.view import ArenaView
from bot.screens.arenas import notes
from bot.wording import arenas as wording
from bot.wording.limits import CONTENT
from tests.gallery.arenas import SANNIN
from tests.support.arenas import EIGHT, facts, user, view
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES


def own(seen: ArenaView, n: int, before: float = 60) -> str:
    """Tell the nth person where they stand, some minutes before the start."""
    return notes.own(ENGLISH, facts(seen), user(n), EIGHT - timedelta(minutes=before))


def test_somebody_who_plays_is_told_the_thread() -> None:
    """The opponents, the thread, the own place with a streak."""
    told = own(view(16), 0)
    assert told == "You play Kenta in <#50>.\nYour place: 1 of 16, 35 points, 14 wins, 5 wins in a row."
    assert "You play Kenta, Midori in <#50>." in own(view(9, rules=SANNIN), 0)


def test_somebody_who_does_not_play_is_told_why() -> None:
    """Waiting, at another table, paused, away, removed; before the start, at its end, not in it."""
    seen = view(16)
    waits = next(row for row in seen.rows if row.user == seen.waiting[0].user)
    at = int(EIGHT.timestamp())
    assert f"You have been waiting for an opponent since <t:{at}:t>." in own(seen, waits.place - 1)
    assert "You sit at another table" in own(replace(seen, waiting=()), waits.place - 1)
    for attendance, told in (
        (Attendance.PAUSED, "You pause"),
        (Attendance.ABSENT, "Your time ran out"),
        (Attendance.LEFT, "You have left"),
        (Attendance.REMOVED, "removed you"),
    ):
        row = replace(waits, attendance=attendance)
        rows = tuple(row if each is waits else each for each in seen.rows)
        assert told in own(replace(seen, rows=rows), waits.place - 1)
    assert own(seen, 99) == "You are not in this arena. Press Join to come in."
    assert "You are coming. The bot calls you" in own(view(3, ArenaStatus.ANNOUNCED), 0)
    assert "No new match begins" in own(view(16, ArenaStatus.CLOSING), waits.place - 1)


def test_nobody_is_promised_a_call_that_does_not_come() -> None:
    """In the last ten minutes before the start, when people were called."""
    told = own(view(3, ArenaStatus.ANNOUNCED), 0, before=9)
    assert told == f"You are coming. The arena begins <t:{int(EIGHT.timestamp())}:R>."


def test_everybody_is_told_how_it_went() -> None:
    """Place, points, wins and the longest streak, which is left out where it was none."""
    over = view(24, ArenaStatus.OVER)
    assert own(over, 0) == "The arena is over. Your place: 1 of 24, 35 points, 14 wins, longest streak 5."
    few = replace(over, rows=(*over.rows[:-1], replace(over.rows[-1], points=1, wins=1, best=1)))
    assert own(few, 23) == "The arena is over. Your place: 24 of 24, 1 point, 1 win."
    assert own(over, 99) == "This arena is over."


def test_matches_in_play_are_listed_with_their_threads() -> None:
    """Matches that have no room are counted; where nobody plays it says so."""
    told = notes.who_plays(ENGLISH, facts(view(16)))
    assert told.startswith("**7 matches in play**\n<#50> · Sakura against Kenta\n")
    assert "<#56> · Zoe2 against CPU Hato" in told
    assert notes.who_plays(ENGLISH, facts(view(1))) == "Nobody plays at the moment."


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_hundred_people_with_long_names_fit(words: Words) -> None:
    """Matches that have no room are counted, in every language."""
    told = notes.who_plays(words, facts(view(100, names=LONG_NAMES)))
    assert 0 < len(told) <= CONTENT
    shown = told.count("<#")
    assert wording.more_matches(words, 49 - shown) in told
