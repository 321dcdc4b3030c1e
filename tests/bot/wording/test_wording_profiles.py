"""Profiles and achievements in words: within the limits, complete, the same in text and alt text."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.i18n import Words
from bot.match.vocabulary import UserId
from bot.records.achievements import Achievement
from bot.records.played import Meeting
from bot.records.profiles import Facts, Profile, Rating, Record, Versus, profile
from bot.wording import achievements, alt, numbers, profiles
from bot.wording.limits import ALT, CONTENT, LABEL
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.bot.records.test_achievements import DRAWN, LOST, START, WON, played
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES

CLASSIC, SANNIN = RuleSetId.CLASSIC, RuleSetId.SANNIN
LANGUAGES = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


def full(name: str, *, factor: int, earned: int, own: bool = False) -> Profile:
    """A page on which everything stands that there is."""
    matches = [
        played(
            n,
            (WON, DRAWN, LOST)[n % 3],
            rules=SANNIN if n % 2 else CLASSIC,
            net=-7 * factor,
            months=7 * factor,
            months_won=3 * factor,
            points_won=17 * factor,
            best_month=11 * factor,
            calls=5 * factor,
            calls_won=2 * factor,
            met=None if own else Meeting(WON, 9 * factor),
            rating_before=1000.0 + n,
            rating=1011.4 + n,
        )
        for n in range(1, 13)
    ]
    cpu, rating = {(CLASSIC, True): 12 * factor}, {CLASSIC: Rating(1023.4, 6)}
    facts = Facts(UserId(1), name, played=tuple(matches), here=rating, with_cpu=cpu, backlog=(99, 5000))
    found = profile(facts, own=own, everywhere=False)
    assert found is not None
    every = tuple((which, START + timedelta(days=n)) for n, which in enumerate(Achievement))
    return replace(found, earned=every[:earned])


@LANGUAGES
@pytest.mark.parametrize("earned", [0, 9, 16])
@pytest.mark.parametrize(("name", "factor"), [("Ann", 1), (LONG_NAMES[0], 10_000)], ids=["short", "long"])
def test_everything_is_told_within_the_limits(words: Words, name: str, factor: int, earned: int) -> None:
    """Every row and every achievement stands in the text and beside the picture."""
    shown = full(name, factor=factor, earned=earned)
    text, said = profiles.text(words, shown), alt.profile(words, shown)
    assert len(text) <= CONTENT and len(said) <= ALT
    assert "{" not in text + said
    for row in profiles.rows(words, shown, plain=False):
        assert row.label in text and row.value in text and row.note in text
    for row in profiles.rows(words, shown):
        assert row.value in said and row.note in said
    for which in Achievement:
        assert achievements.name(words, which) in text
        assert achievements.name(words, which) in said
    assert profiles.with_cpu(words, shown.with_cpu) in text
    sheet = profiles.sheet(words, shown)
    assert len(sheet) <= CONTENT
    assert sheet.count(achievements.EARNED) == sheet.count(":D>") == earned
    assert sheet.count(achievements.OPEN) == len(Achievement) - earned


@LANGUAGES
def test_achievements_have_names_and_ways_of_their_own(words: Words) -> None:
    """No two are alike, and none reads like two in a list."""
    names = [achievements.name(words, each) for each in Achievement]
    ways = [achievements.how(words, each) for each in Achievement]
    assert len(set(names)) == len(set(ways)) == len(Achievement)
    joint = numbers.listing(words, ("", "")).strip()
    assert not [each for each in names if joint in each]
    assert len(profiles.achievements_button(words)) <= LABEL


def test_a_page_reads_as_people_speak() -> None:
    """In both languages, with the numbers where they belong."""
    shown = full("Ann", factor=1, earned=2)
    english = {row.label: f"{row.value} | {row.note}" for row in profiles.rows(ENGLISH, shown)}
    assert english == {
        "Rating": "1023 | 6 rated matches",
        "Record": "2 wins | 2 losses, 2 draws · 33.3% won",
        "Net": "−42 points | −7.0 points a match",
        "Months won": "18 | 42.9% of 42 months",
        "Average month": "5.7 points | 11 points at best",
        "Koi-koi calls": "30 | 12 paid off (40.0%)",
        "Winning streak": "1 | 1 at best, all rule sets",
        "You against Ann": "6 wins, 0 losses, +54 points net | by all rule sets 12 wins, 0 losses",
        "Rating over time": "from 1002 to 1023, between 1002 and 1023 | ",
    }
    japanese = {row.label: f"{row.value}、{row.note}" for row in profiles.rows(JAPANESE, shown)}
    assert japanese["戦績"] == "2勝、2敗 2分 · 勝率33.3%"
    assert japanese["Annとの対戦"] == "6勝 0敗、収支＋54点、全ルール通算12勝 0敗"


@LANGUAGES
def test_what_is_not_there_yet_is_said(words: Words) -> None:
    """No rating, no month won, no call, no meeting: each has its words, and no share of nothing is told."""
    rules = make_rules("sannin")
    assert profiles.rating(words, None).note == words("no rated match yet")
    assert "2" in profiles.rating(words, Rating(980.0, 2)).note
    empty = Record(losses=1, net=-3)
    assert profiles.month(words, rules, empty).note == words("no month won yet")
    assert profiles.months(words, empty) == profiles.Row(words.within("profile", "Months won"), "0")
    assert profiles.calls(words, empty).note == ""
    assert profiles.net(words, rules, empty).value.startswith(numbers.MINUS)
    assert "+" not in profiles.net(words, rules, Record(wins=100, net=1)).note
    assert profiles.with_cpu(words, 0) == ""
    stranger = full("Ann", factor=1, earned=0, own=True)
    assert profiles.versus(words, stranger).value == words("no match yet")
    assert profiles.versus(words, replace(stranger, versus_all=Versus(1, 2, 3))).note.count("3") == 1


@LANGUAGES
def test_who_has_no_page_is_told_how_to_begin(words: Words) -> None:
    """Oneself and others, with matches against CPU players and elsewhere; whoever hides is not told about."""
    user = UserId(7)
    for own in (True, False):
        told = profiles.nothing(words, user, own=own, cpu=3, elsewhere=True)
        assert "/koikoi" in told and "3" in told
        assert ("<@7>" in told) is not own
    assert "<@7>" in profiles.hidden(words, user)
    assert "<@7>" in profiles.bot(words, user)
