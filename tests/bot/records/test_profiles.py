"""Profiles counted from plain values: records, streaks, meetings, yaku, ratings over time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.ids import MatchId, UserId
from bot.records import ratings
from bot.records.played import Meeting, Outcome, Played, Scored, between, outcome
from bot.records.profiles import (
    Facts,
    Made,
    Profile,
    Rating,
    RatingPoint,
    Record,
    Streak,
    Versus,
    choices,
    overall_points,
    profile,
    record_of,
    server_points,
    streak_of,
    unfinished,
    with_cpu,
    yaku_of,
)
from bot.records.ratings import NEW, PROVISIONAL
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.bot.records.test_achievements import DRAWN, LOST, START, WON, played, row

pytestmark = pytest.mark.databases

ANN = UserId(1)
CLASSIC, LEAGUE, SANNIN = RuleSetId.CLASSIC, RuleSetId.LEAGUE, RuleSetId.SANNIN


def page(*matches: Played, everywhere: bool = False, rules: RuleSetId | None = None, **facts: Any) -> Profile:
    found = profile(Facts(ANN, "Ann", played=matches, **facts), own=False, everywhere=everywhere, rules=rules)
    assert found is not None
    return found


def test_a_shared_first_place_is_a_draw() -> None:
    """Alone at the top is won; every other place is lost."""
    assert outcome(1, shared=False) is WON
    assert outcome(1, shared=True) is DRAWN
    assert outcome(2, shared=True) is outcome(3, shared=False) is LOST
    assert (between(1, 2), between(2, 2), between(3, 1)) == (WON, DRAWN, LOST)


def test_a_record_adds_up() -> None:
    """Every number of every match; the average is over the months won."""
    matches = [
        played(1, WON, net=12, months=7, months_won=3, points_won=30, best_month=17, calls=4, calls_won=3),
        played(2, LOST, net=-5, months_won=1, points_won=4, best_month=4, calls=2),
        played(3, DRAWN),
    ]
    record = record_of(matches)
    assert record == Record(1, 1, 1, 7, 7, 4, 34, 17, 6, 3)
    assert (record.matches, record.average) == (3, 8.5)
    assert record_of([]).average is None


@pytest.mark.parametrize(
    ("outcomes", "streak"),
    [
        ([], (0, 0)),
        ([WON], (1, 1)),
        ([WON, WON, LOST], (0, 2)),
        ([WON, WON, DRAWN, WON], (1, 2)),
        ([LOST, WON, WON, WON], (3, 3)),
        ([DRAWN], (0, 0)),
    ],
)
def test_a_streak_is_wins_one_after_another(outcomes: list[Outcome], streak: tuple[int, int]) -> None:
    """The last ones, and the most there were; a draw ends a streak as a loss does."""
    assert streak_of(row(*outcomes)) == Streak(*streak)


def test_streaks_go_over_all_rule_sets() -> None:
    """Wins by another rule set belong to it; matches in another server do not."""
    matches = (
        played(1, WON),
        played(2, WON, rules=LEAGUE),
        played(3, LOST, here=False),
        played(4, WON),
    )
    assert page(*matches).streak == Streak(3, 3)
    assert page(*matches, everywhere=True).streak == Streak(1, 2)


def test_the_rule_set_played_most_is_shown_unless_another_is_wanted() -> None:
    """Equal numbers are told in the order of the rule sets; one that was never played cannot be shown."""
    matches = (played(1, rules=SANNIN), played(2, rules=LEAGUE), played(3, rules=LEAGUE), played(4))
    assert page(*matches).choices == ((LEAGUE, 2), (CLASSIC, 1), (SANNIN, 1))
    assert page(*matches).rules is LEAGUE
    assert page(*matches, rules=SANNIN).rules is SANNIN
    assert page(*matches, rules=RuleSetId.ISHOKAI).rules is LEAGUE


def test_other_servers_are_told_of_everywhere_alone() -> None:
    """Others have no page without a match here; numbers of uncounted matches go by the same rule."""
    only = (played(1, here=False),)
    numbers = {(CLASSIC, False): 3, (LEAGUE, True): 2}
    facts = Facts(ANN, "Ann", played=only, with_cpu=numbers, unfinished=numbers)
    assert profile(facts, own=False, everywhere=False) is None
    here = profile(facts, own=True, everywhere=False)
    assert here is not None and (here.rules, here.with_cpu, here.record.matches) == (LEAGUE, 2, 0)
    assert choices(facts, everywhere=False) == ()
    shown = profile(facts, own=True, everywhere=True)
    assert shown is not None and shown.with_cpu == shown.unfinished == 3
    for number in (with_cpu, unfinished):
        assert (number(facts, everywhere=False), number(facts, everywhere=True)) == (2, 5)


def scored(match: int, *yaku: YakuId, points: int = 5) -> list[Scored]:
    return [Scored(MatchId(match), deal, each, points) for deal, each in enumerate(yaku, start=1)]


def test_the_favourite_yaku_is_the_one_scored_most_and_the_rarest_the_one_scored_least() -> None:
    """Of several as seldom the one worth most is the rarest; matches of other rule sets are left out."""
    made = [
        *scored(1, YakuId.TAN, YakuId.TAN, YakuId.KASU, points=1),
        *scored(2, YakuId.GOKO, points=15),
        *scored(3, YakuId.SHIKO, YakuId.SHIKO, YakuId.SHIKO, points=8),
    ]
    assert yaku_of(made, {MatchId(1), MatchId(2)}) == (Made(YakuId.TAN, 2), Made(YakuId.GOKO, 1))
    assert yaku_of(made, {MatchId(3)}) == (Made(YakuId.SHIKO, 3), None)
    assert yaku_of(made, set()) == (None, None)


def test_where_all_were_scored_as_often_two_different_ones_are_told() -> None:
    """The favourite is never the rarest."""
    made = [*scored(1, YakuId.TAN, points=1), *scored(2, YakuId.KASU, points=2)]
    favourite, rarest = yaku_of(made, {MatchId(1), MatchId(2)})
    assert (favourite, rarest) == (Made(YakuId.KASU, 1), Made(YakuId.TAN, 1))


def test_meetings_are_told_as_the_one_who_asks_had_them() -> None:
    """By the rule set shown, and by all where that is more; matches that they did not sit in are left out."""
    matches = (
        played(1, LOST, net=-9, met=Meeting(WON, 9)),
        played(2, WON, net=4),
        played(3, WON, net=2, met=Meeting(LOST, -2)),
        played(4, LOST, rules=SANNIN, met=Meeting(DRAWN, 3)),
        played(5, WON, here=False, met=Meeting(LOST, -30)),
    )
    shown = page(*matches)
    assert shown.versus == Versus(1, 0, 1, 7)
    assert shown.versus_all == Versus(1, 1, 1, 10)
    assert page(*matches[:3]).versus_all is None
    assert page(matches[1]).versus is None
    other = page(*matches[1:2], *matches[1:4], rules=CLASSIC)
    assert other.versus == Versus(0, 0, 1, -2)


def test_ratings_over_time_show_what_ends_of_seasons_did() -> None:
    """One point a rated match, the start before the first; a pull to the middle is a point of its own."""
    matches = (
        played(1, WON, rating_before=1000.0, rating=1050.0, overall=1040.0),
        played(2, LOST),
        played(3, WON, rating_before=1025.0, rating=1060.0, overall=1080.0),
    )
    shown = page(*matches, here={CLASSIC: Rating(1030.0, 2)}, overall={CLASSIC: Rating(1080.0, 2)})
    assert server_points(matches, shown.rating) == (
        RatingPoint(0, 1000.0),
        RatingPoint(1, 1050.0),
        RatingPoint(1, 1025.0),
        RatingPoint(2, 1060.0),
        RatingPoint(2, 1030.0),
    )
    assert shown.rating == Rating(1030.0, 2) and shown.rating.provisional
    everywhere = page(*matches, everywhere=True, overall={CLASSIC: Rating(1080.0, PROVISIONAL)})
    start = ratings.shown(NEW)
    assert [point.rating for point in overall_points(matches)] == [start, 1040.0, 1080.0]
    assert everywhere.rating is not None and not everywhere.rating.provisional
    assert page(played(1)).history == ()
    assert page(played(1)).rating is None


def test_the_chart_begins_where_the_rating_is_no_longer_provisional() -> None:
    """Of the first matches nothing is drawn, neither before the rating is told nor after."""
    points = [1000.0 + n for n in range(PROVISIONAL + 2)]
    matches = [
        played(n, WON, rating_before=points[n - 1], rating=points[n], overall=points[n])
        for n in range(1, PROVISIONAL + 2)
    ]
    for number, expected in ((PROVISIONAL - 1, []), (PROVISIONAL, [5]), (PROVISIONAL + 1, [5, 6])):
        known = Rating(points[number], number)
        for everywhere in (True, False):
            shown = page(
                *matches[:number], everywhere=everywhere, here={CLASSIC: known}, overall={CLASSIC: known}
            )
            assert [point.match for point in shown.history] == expected


def test_achievements_are_those_of_all_servers() -> None:
    """The first one reached stands first."""
    shown = page(played(1, LOST), played(2, WON, here=False), played(3, WON, best_month=25))
    assert [(which.value, (at - START) / timedelta(days=1)) for which, at in shown.earned] == [
        ("first_win", 2),
        ("month_20", 3),
    ]
