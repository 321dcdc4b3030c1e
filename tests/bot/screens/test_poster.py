"""The poster of a match: who won and how, the best month, who won which, the chances to win."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import result
from bot.wording import numbers
from engine.rules.month_end import MonthEnd
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Label, Text
from images.scene.poster import PosterScene
from tests.gallery import posters
from tests.gallery.played import LATIN
from tests.support.wording_views import ENGLISH, EVERY, matches


@pytest.fixture(scope="module")
def year() -> MatchView:
    """The end of twelve months of two players."""
    return posters.over(RuleSetId.CLASSIC, 64, 12, LATIN)


def shown(view: MatchView, words: Words = ENGLISH) -> PosterScene:
    """The poster of a match with its curve."""
    return posters.poster(words, view)


def said(view: MatchView) -> str:
    """Return the description of the poster."""
    return result.alt(ENGLISH, result.Facts.of(view, result.chances_of(view)))


def won_by(view: MatchView, seat: int) -> list[MonthEnd]:
    """Return the months that somebody has won."""
    return [end for end in view.ends if end.winner == seat]


def test_the_winner_stands_large_and_first(year: MatchView) -> None:
    """Players, months and curve go by places: the first player is red and a disc."""
    scene = shown(year)
    assert scene.winner is not None and scene.winner.chosen == scene.players[0].name.chosen == "Kenta"
    assert [each.place for each in scene.players] == ["1", "2"]
    assert scene.headline == "wins the match" and scene.seal == "勝"
    won = [end.winner for end in year.ends if end.winner is not None]
    table = [one.participant.name for one in year.seats]
    assert [scene.players[month.winner or 0].name.chosen for month in scene.months] == [
        table[player] for player in won
    ]


def test_the_best_month_is_the_one_with_the_most_points(year: MatchView) -> None:
    """The winner's, whatever the other one has won. The seal of the best month has a ring."""
    scene, most = shown(year), max(end.calculation.points for end in year.ends)
    assert scene.best is not None and scene.best.by is None
    assert str(scene.best.about).endswith(f"{most} pts")
    (ringed,) = [month for month in scene.months if month.best]
    assert year.ends[int(ringed.number) - 1].calculation.points == most
    others = posters.given_up(year, 5)
    winner = next(seat for seat, place in enumerate(result.Facts.of(others).ranking) if place == 1)
    worth = {seat: max(each.calculation.points for each in won_by(others, seat)) for seat in (0, 1)}
    best = shown(others).best
    assert worth[winner] < worth[1 - winner] and best is not None and best.by is None
    assert str(best.about).endswith(f"{worth[winner]} pts")
    assert "Best month: Kenta in March, 6 points with Teshi" in said(others)


def test_who_gave_up_has_lost_and_the_poster_says_so(year: MatchView) -> None:
    """By resignation or by claim; months that were not played are not won by anybody."""
    for claimed, how in ((False, "wins by resignation"), (True, "wins by claim")):
        view = posters.given_up(year, 5, claimed=claimed)
        scene = shown(view)
        assert scene.headline == how and f"Kenta {how}." in said(view)
        assert [month.played for month in scene.months] == [True] * 5 + [False] * 7
        assert all(month.winner is None for month in scene.months[5:])
    at_once = shown(posters.given_up(year, 0))
    assert at_once.best is None and at_once.chances is None


def test_without_a_single_winner_the_poster_says_what_it_was(year: MatchView) -> None:
    """A draw, or a match that everybody gave up; whose best month it was is told in a draw."""
    level, left = shown(posters.drawn(year)), shown(posters.nobodys(year))
    assert level.winner is None and level.headline == "A draw"
    assert level.best is not None and level.best.by is not None
    assert left.winner is None and left.headline == "No winner"
    assert "A draw between Sakura, Kenta." in said(posters.drawn(year))
    assert "everybody gave the match up" in said(posters.nobodys(year))


def test_the_curve_has_a_point_a_month(year: MatchView) -> None:
    """Of two players the winner's alone, of three everybody's; it begins before the first month."""
    for view, lines in ((year, 1), (posters.over(RuleSetId.SANNIN, 3, 3, LATIN), 3)):
        curve = shown(view).chances
        assert curve is not None and len(curve.shares) == lines
        assert curve.month_of == tuple(range(view.rules.months + 1))
        assert curve.shares[0][-1] == 1.0
    assert shown(posters.over(RuleSetId.LEAGUE, 5, 1, LATIN)).chances is None, "a line of two points"


def test_house_rules_have_no_chances() -> None:
    """Chances are measured by a rule set's own options; its length alone changes nothing of them."""
    for options, told in (({"months": 3}, True), ({"months": 3, "oyaken": 4}, False)):
        *_, last = matches(make_rules(RuleSetId.LEAGUE, options), 3)
        assert bool(result.chances_of(last)) is told


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_description_says_all_of_it(words: Words, year: MatchView) -> None:
    """Names, scores, day, best yaku, months and chances, in every language."""
    told = result.alt(words, result.Facts.of(year, result.chances_of(year)))
    scene = shown(year, words)
    assert scene.day and scene.best is not None
    wanted = [scene.day, *(one.name.chosen for one in scene.players), *(one.score for one in scene.players)]
    assert all(each in told for each in (*wanted, numbers.percent(words, 1.0)))


def test_extended_months_are_on_the_strip() -> None:
    """Three more months, of the same plants, where all three were equal."""
    view = posters.over(RuleSetId.SANNIN, 3, 3, LATIN)
    ends = (*view.ends[:-1], replace(view.ends[-1], extended=True))
    months = shown(replace(view, ends=ends)).months
    assert [month.sign for month in months[:3]] == [month.sign for month in months[3:]]
    assert [month.played for month in months] == [True] * 3 + [False] * 3


def test_months_that_nobody_won_belong_to_nobody(year: MatchView) -> None:
    """A month that brought nobody anything was played all the same."""
    nothing = replace(year.ends[2], calculation=replace(year.ends[2].calculation, points=0))
    third = shown(replace(year, ends=(*year.ends[:2], nothing, *year.ends[3:]))).months[2]
    assert third.winner is None and third.played


def test_five_digit_scores_fit() -> None:
    """Long scores are written smaller, never cut."""
    view = posters.large(posters.over(RuleSetId.CLASSIC, 64, 12, LATIN), random.Random(1))
    assert [one.score for one in shown(view).players] == ["12344", numbers.number(-12345)]


def test_the_winner_of_a_series_stands_large(year: MatchView) -> None:
    """With the score of the series, also where its last match was drawn."""
    going, won = posters.in_series(year, 5, 2, 1), posters.in_series(year, 3, 2, 1)
    assert (shown(going).headline, shown(won).headline) == ("wins the match", "wins the series 2 : 1")
    assert [shown(going).decides, shown(won).decides] == [False, True]
    assert _long(shown(going).series) == "Best of 5: Kenta 2 : 1 Sakura"
    assert "Kenta wins the series 2 : 1" in said(won)
    assert "Best of 5: Kenta 2 : 1 Sakura" in said(going)
    level = posters.in_series(posters.drawn(year), 3, 1, 1)
    ahead = replace(level, series=replace(level.series, wins=(0, 1)))
    assert (shown(level).winner, shown(level).headline) == (None, "A draw")
    large = shown(ahead).winner
    assert large is not None
    assert (large.chosen, shown(ahead).headline) == (year.people[1].name, "wins the series 1 : 0")
    assert shown(year).series == ""


def _long(text: Text) -> str:
    return text.text if isinstance(text, Label) else text
