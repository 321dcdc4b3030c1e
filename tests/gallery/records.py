"""A season's list and a regular's profile, as values: playing them would take minutes."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.match.vocabulary import CpuPlayer
from bot.records.achievements import Achievement
from bot.records.boards import Leaderboard, Measure, Row
from bot.records.profiles import Made, Profile, Rating, RatingPoint, Record, Streak
from bot.records.ratings import PROVISIONAL
from engine.cards.deck import card
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.gallery.played import LATIN
from tests.support.records.board_values import board, row
from tests.support.records.profile_values import DAY, first

PEOPLE = 9
EARNED = (
    Achievement.FIRST_WIN,
    Achievement.SHIKO,
    Achievement.INOSHIKACHO,
    Achievement.VIEWING,
    Achievement.MONTH_20,
    Achievement.KOI_KOI_TWICE,
    Achievement.COMEBACK,
    Achievement.FIVE_IN_A_ROW,
    Achievement.HUNDRED_MONTHS,
)


SEALS = (
    *(CpuPlayer.EASY, CpuPlayer.EASY_BOLD, CpuPlayer.EASY_CAREFUL),
    *(CpuPlayer.NORMAL, CpuPlayer.NORMAL_CAREFUL, CpuPlayer.MASTER),
)


def season(names: tuple[str, ...] = LATIN) -> Leaderboard:
    """Nine people by rating, the last three of them provisional; the second one looks."""
    named = (*names[:6], "สมชาย", "Łukasz Żółć", "محمد علي")
    shown = board(PEOPLE, named, measure=Measure.RATING, rules=RuleSetId.CLASSIC, provisional=3, own=1)
    rows = tuple(map(_played_less, range(PEOPLE), shown.rows))
    return replace(shown, rows=rows, own=rows[1])


def _played_less(n: int, one: Row) -> Row:
    """Return the row with the numbers of a person who plays less the further down they stand."""
    chance = random.Random(n)
    matches = 3 if one.rank is None else 40 - 5 * n + chance.randrange(5)
    wins = round(matches * (0.75 - 0.07 * n))
    rating = 1664 - 38 * n - chance.randrange(24)
    fresh = row(n, one.name, provisional=one.rank is None)
    return replace(fresh, matches=matches, wins=wins, rating=rating, rated=matches, own=one.own)


def history(person: int, matches: int) -> tuple[RatingPoint, ...]:
    """The ratings of somebody who gets a little better, match by match."""
    chance = random.Random(person)
    points = [RatingPoint(0, 1500.0)]
    for match in range(1, matches + 1):
        points.append(RatingPoint(match, points[-1].rating + chance.uniform(-20, 26)))
    return tuple(points)


def regular(names: tuple[str, ...] = LATIN) -> Profile:
    """Somebody after forty rated matches by classic rules, who looks at their own page."""
    course = history(3, 40)
    return replace(
        first(RuleSetId.CLASSIC),
        name=names[0],
        record=Record(
            wins=30,
            losses=10,
            net=241,
            months=480,
            months_won=247,
            points_won=1359,
            best_month=31,
            calls=60,
            calls_won=24,
        ),
        streak=Streak(3, 6),
        rating=Rating(course[-1].rating, 40),
        history=tuple(point for point in course if point.match >= PROVISIONAL),
        favourite=Made(YakuId.INOSHIKACHO, 12),
        rarest=Made(YakuId.SHIKO, 1),
        earned=tuple((each, DAY) for each in EARNED),
        card=card("c"),
        seals=SEALS,
        near=((Achievement.ALL_MONTHS, 11, 12), (Achievement.ALL_RULE_SETS, 3, 4)),
    )
