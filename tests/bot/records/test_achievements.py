"""Achievements: what is enough for each, what is not quite, and on which day it was reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.ids import MatchId
from bot.records.achievements import Achievement, earned, near
from bot.records.played import Outcome, Played, Scored
from bot.records.results import Feats
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

START = datetime(2030, 1, 1, tzinfo=UTC)
WON, DRAWN, LOST = Outcome.WON, Outcome.DRAWN, Outcome.LOST
NOTHING = Feats()


def played(n: int, outcome: Outcome = LOST, *, feats: Feats = NOTHING, **values: Any) -> Played:
    """The match number `n`, which ended n days after the start."""
    empty = Played(MatchId(n), True, RuleSetId.CLASSIC, START, outcome, 0, 0, 0, 0, 0, 0, 0, feats)
    return empty._replace(ended_at=START + timedelta(days=n), **values)


def scored(match: int, *yaku: YakuId, deal: int = 1, dealt: bool = False) -> list[Scored]:
    """Yaku of one month that was won."""
    return [Scored(MatchId(match), deal, each, 5, dealt) for each in yaku]


def day(which: Achievement, matches: Iterable[Played], yaku: Iterable[Scored] = ()) -> int | None:
    """The number of the match that brought it."""
    at = earned(list(matches), list(yaku)).get(which)
    return None if at is None else (at - START).days


def row(*outcomes: Outcome) -> list[Played]:
    return [played(n, outcome) for n, outcome in enumerate(outcomes, start=1)]


def test_nothing_comes_from_nothing() -> None:
    """A player who has lost every match without a yaku has none."""
    assert earned([], []) == {}
    assert earned(row(LOST, DRAWN, LOST), []) == {}


def test_the_first_win_is_a_win_alone() -> None:
    """A shared first place is none; the day is that of the first one."""
    assert day(Achievement.FIRST_WIN, row(DRAWN, LOST, WON, WON)) == 3


@pytest.mark.parametrize(
    ("which", "enough", "short"),
    [
        (Achievement.GOKO, [YakuId.GOKO], [YakuId.SHIKO]),
        (Achievement.SHIKO, [YakuId.SHIKO, YakuId.TAN], [YakuId.AME_SHIKO, YakuId.SANKO]),
        (Achievement.INOSHIKACHO, [YakuId.INOSHIKACHO], [YakuId.TANE]),
        (Achievement.BOTH_RIBBONS, [YakuId.AKATAN, YakuId.AOTAN], [YakuId.AKATAN, YakuId.TAN]),
        (Achievement.BOTH_RIBBONS, [YakuId.AKA_AO], [YakuId.AOTAN]),
        (Achievement.VIEWING, [YakuId.HANAMI, YakuId.TSUKIMI], [YakuId.TSUKIMI]),
    ],
)
def test_yaku_of_one_month(which: Achievement, enough: list[YakuId], short: list[YakuId]) -> None:
    """The yaku must come in one month alone; the earliest match counts, in whatever order rows come."""
    matches = row(WON, WON, WON, WON)
    assert day(which, matches, scored(2, *short)) is None
    assert day(which, matches, [*scored(4, *enough), *scored(3, *enough), *scored(1, *short)]) == 3
    if len(enough) > 1 and which is not Achievement.SHIKO:
        apart = [*scored(2, enough[0], deal=1), *scored(2, enough[1], deal=2)]
        assert day(which, matches, apart) is None
    assert day(which, matches, scored(99, *enough)) is None, "a match that does not count"


def test_a_hand_yaku_is_one_of_the_dealt_hand() -> None:
    """Four of a month that were captured are none."""
    matches = row(LOST, LOST)
    assert day(Achievement.HAND_YAKU, matches, scored(1, YakuId.TESHI)) is None
    assert day(Achievement.HAND_YAKU, matches, scored(2, YakuId.TESHI, dealt=True)) == 2


@pytest.mark.parametrize(
    ("which", "short", "enough"),
    [
        (Achievement.MONTH_20, {"best_month": 19}, {"best_month": 20}),
        (
            Achievement.KOI_KOI_TWICE,
            {"feats": Feats(most_calls=1), "calls": 5},
            {"feats": Feats(most_calls=2)},
        ),
        (Achievement.SEASON_SWEPT, {"feats": Feats(row=3)}, {"feats": Feats(swept=True)}),
        (Achievement.COMEBACK, {"feats": Feats(margin=3)}, {"feats": Feats(behind=True)}),
        (Achievement.ONE_POINT, {"feats": Feats(margin=2)}, {"feats": Feats(margin=1)}),
        (Achievement.ONE_POINT, {"feats": Feats(margin=0)}, {"feats": Feats(margin=1)}),
    ],
)
def test_what_one_match_is_enough_for(
    which: Achievement, short: dict[str, Any], enough: dict[str, Any]
) -> None:
    """Just too little, then enough, then again: the day of the first stands."""
    matches = [played(1, **short), played(2, **enough), played(3, **enough)]
    assert day(which, matches[:1]) is None
    assert day(which, matches) == 2


@pytest.mark.parametrize("ends", [DRAWN, LOST])
def test_five_in_a_row_are_five_without_a_draw_between(ends: Outcome) -> None:
    """Four and four are not five; the fifth brings it."""
    assert day(Achievement.FIVE_IN_A_ROW, row(*[WON] * 4, ends, *[WON] * 4)) is None
    assert day(Achievement.FIVE_IN_A_ROW, row(*[WON] * 4, ends, *[WON] * 6)) == 10


def test_a_hundred_months_are_won_in_all() -> None:
    """No matter who won the matches."""
    matches = [played(n, LOST, months_won=33) for n in (1, 2, 3)]
    assert day(Achievement.HUNDRED_MONTHS, matches) is None
    assert day(Achievement.HUNDRED_MONTHS, [*matches, played(4, months_won=1), played(5, months_won=9)]) == 4


def test_all_months_take_every_month_of_the_year() -> None:
    """Eleven are not enough, however often; the match that brings the twelfth is the day."""
    most = replace(NOTHING, months=tuple(range(2, 13)))
    matches = [played(1, feats=most), played(2, feats=most)]
    assert day(Achievement.ALL_MONTHS, matches) is None
    assert day(Achievement.ALL_MONTHS, [*matches, played(3, feats=Feats(months=(1, 2)))]) == 3


def test_every_rule_set_must_be_won() -> None:
    """A match that was played by one and not won is not enough."""
    matches = [played(n, WON, rules=rules) for n, rules in enumerate(RuleSetId, start=1)]
    for n, one in enumerate(matches):
        lost = [*matches[:n], one._replace(outcome=DRAWN), *matches[n + 1 :]]
        assert day(Achievement.ALL_RULE_SETS, lost) is None
    assert day(Achievement.ALL_RULE_SETS, matches) == len(RuleSetId)


def test_how_near_those_are_that_can_be_counted() -> None:
    """The progress is never more than is needed; matches that were not won count for months alone."""
    matches = [
        *row(WON, WON, WON, LOST, WON),
        played(6, LOST, months_won=140, best_month=12, feats=Feats(months=(1, 2, 12), most_calls=1)),
    ]
    assert near(matches) == {
        Achievement.MONTH_20: (12, 20),
        Achievement.KOI_KOI_TWICE: (1, 2),
        Achievement.FIVE_IN_A_ROW: (3, 5),
        Achievement.HUNDRED_MONTHS: (100, 100),
        Achievement.ALL_MONTHS: (3, 12),
        Achievement.ALL_RULE_SETS: (1, 4),
    }
    assert {have for have, _ in near([]).values()} == {0}
