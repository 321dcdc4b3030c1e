"""The sentences of arenas: plurals, calls that fit, refusals; every language has them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.i18n import Message, Words
from bot.ids import UserId
from bot.match.arenas.facts import ArenaCall, ArenaStatus, Attendance
from bot.wording import arenas as wording
from bot.wording import buttons
from bot.wording.limits import CONTENT, LABEL
from engine.rules.options import make_rules
from tests.support.arenas import EIGHT, arena_of
from tests.support.wording_views import ENGLISH, EVERY

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
LINK = "https://discord.com/channels/1/2/3"


def test_one_is_told_apart_from_many() -> None:
    """Points, players, matches, wins, waiting, coming."""
    for said, one, two in (
        (wording.points, "1 point", "2 points"),
        (wording.size, "1 player", "2 players"),
        (wording.matches, "1 match", "2 matches"),
        (wording.in_play, "1 match in play", "2 matches in play"),
        (wording.wins, "1 win", "2 wins"),
        (wording.coming, "1 player is coming", "2 players are coming"),
    ):
        assert (said(ENGLISH, 1), said(ENGLISH, 2)) == (one, two)
    assert (wording.streak(ENGLISH, 1), wording.streak(ENGLISH, 4)) == ("", "4 wins in a row")
    assert wording.more(ENGLISH, 84) == "84 more"


def test_a_reminder_calls_everybody_in_as_few_messages_as_fit() -> None:
    """A hundred mentions take two; nobody to call takes none."""
    users = [UserId(10**18 + n) for n in range(100)]
    told = wording.reminder(ENGLISH, users, EIGHT, LINK)
    assert len(told) == 2 and all(len(each) <= CONTENT and LINK in each for each in told)
    assert all(sum(f"<@{user}>" in each for each in told) == 1 for user in users)
    assert wording.reminder(ENGLISH, (), EIGHT, LINK) == ()
    at = int(EIGHT.timestamp())
    assert wording.reminder(ENGLISH, users[:1], EIGHT, LINK) == (
        f"<@{users[0]}> The arena begins at <t:{at}:t>: {LINK}",
    )


def test_the_last_call_says_when_it_ends() -> None:
    """A time, which is true for as long as the line stands; and that matches in play still count."""
    told = wording.call(ENGLISH, replace(arena_of(), ends_at=EIGHT), ArenaCall.LAST)
    assert f"<t:{int(EIGHT.timestamp())}:t>" in told and "Matches in play still count" in told


def test_short_matches_move_no_ratings() -> None:
    """One month moves none; three months are rated as any match is, and nothing is said."""
    assert wording.ratings(ENGLISH, make_rules("classic", {"months": 1}))
    assert not wording.ratings(ENGLISH, make_rules("classic", {"months": 3}))


def test_a_player_without_an_opponent_is_told_what_follows() -> None:
    """A CPU player for a point, or a wait."""
    assert wording.odd(ENGLISH, None).endswith("waits for the next one.")


def test_refusals_say_what_is_missing() -> None:
    """The permissions as Discord calls them."""
    missing = wording.no_threads(ENGLISH, ["create_public_threads", "send_messages_in_threads"])
    assert "Create Public Threads, Send Messages in Threads" in missing


@WORDS
def test_every_language_has_all_sentences(words: Words) -> None:
    """No sentence is empty or English elsewhere; labels fit a button, and each state has a word."""
    marked = [each for each in vars(wording).values() if isinstance(each, Message)]
    assert len(marked) > 25
    for each in marked:
        said = words.say(each, n=100)
        assert said and (words is ENGLISH or said != each.text)
    for label in (buttons.MY_TABLE, wording.PAUSE, wording.COME_BACK, wording.WHO_PLAYS, wording.MANAGE):
        assert len(words.say(label)) <= LABEL // 4
    assert len({words.say(wording.STATES[each]) for each in Attendance}) == len(Attendance)


def test_an_arena_that_did_not_begin_says_why() -> None:
    """Another one ran for too long, too few had joined, or somebody took it back."""
    off = replace(arena_of(ArenaStatus.CALLED_OFF), ends_at=EIGHT)
    late = replace(off, ends_at=EIGHT + timedelta(minutes=30))
    assert "skipped" in wording.called_off(ENGLISH, off)
    assert "lapsed" in wording.called_off(ENGLISH, replace(late, waited=True))
    for taken_back in (late, replace(off, ends_at=EIGHT - timedelta(seconds=1), waited=True)):
        assert wording.called_off(ENGLISH, taken_back) == "The arena was called off."


def test_who_waits_is_told_for_how_long() -> None:
    """Half an hour from the start, as a time that stays true."""
    told = wording.call(ENGLISH, arena_of(ArenaStatus.ANNOUNCED), ArenaCall.WAITS)
    assert f"lapses at <t:{int(EIGHT.timestamp()) + 1800}:t>" in told
