"""Achievements: computed from the matches that count whenever somebody asks, never stored.

What happened once stays so: a later match takes none away, and a match that a deletion takes out of all
lists takes with it what it alone had brought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import datetime
from enum import StrEnum
from itertools import accumulate
from operator import or_

from bot.ids import MatchId
from bot.records.played import Outcome, Played, Scored, runs
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

BIG_MONTH = 20
"""Points or mon of a month that is an achievement."""
CALLS = 2
STREAK = 5
MONTHS = 100
YEAR = frozenset(range(1, 13))


class Achievement(StrEnum):
    """The achievements, in the order in which they are shown; pictures know each badge by this name."""

    FIRST_WIN = "first_win"
    GOKO = "goko"
    SHIKO = "shiko"
    INOSHIKACHO = "inoshikacho"
    BOTH_RIBBONS = "both_ribbons"
    VIEWING = "viewing"
    HAND_YAKU = "hand_yaku"
    MONTH_20 = "month_20"
    KOI_KOI_TWICE = "koi_koi_twice"
    SEASON_SWEPT = "season_swept"
    COMEBACK = "comeback"
    ONE_POINT = "one_point"
    FIVE_IN_A_ROW = "five_in_a_row"
    HUNDRED_MONTHS = "hundred_months"
    ALL_MONTHS = "all_months"
    ALL_RULE_SETS = "all_rule_sets"


OF_MONTH: Mapping[Achievement, Callable[[Set[YakuId]], bool]] = {
    Achievement.GOKO: lambda held: YakuId.GOKO in held,
    Achievement.SHIKO: lambda held: YakuId.SHIKO in held,
    Achievement.INOSHIKACHO: lambda held: YakuId.INOSHIKACHO in held,
    Achievement.BOTH_RIBBONS: lambda held: YakuId.AKA_AO in held or {YakuId.AKATAN, YakuId.AOTAN} <= held,
    Achievement.VIEWING: lambda held: {YakuId.HANAMI, YakuId.TSUKIMI} <= held,
}
"""The achievements for the yaku of one won month."""

OF_MATCH: Mapping[Achievement, Callable[[Played], bool]] = {
    Achievement.FIRST_WIN: lambda one: one.outcome is Outcome.WON,
    Achievement.MONTH_20: lambda one: one.best_month >= BIG_MONTH,
    Achievement.KOI_KOI_TWICE: lambda one: one.feats.most_calls >= CALLS,
    Achievement.SEASON_SWEPT: lambda one: one.feats.swept,
    Achievement.COMEBACK: lambda one: one.feats.behind,
    Achievement.ONE_POINT: lambda one: one.feats.margin == 1,
}
"""The achievements for one match."""


def earned(played: Sequence[Played], scored: Iterable[Scored]) -> dict[Achievement, datetime]:
    """Return the time when each was first reached, by counted matches of all servers in the order of
    counting.
    """
    found: dict[Achievement, datetime | None] = {
        name: _first(played, map(enough, played)) for name, enough in OF_MATCH.items()
    }
    found |= _of_yaku(played, scored) | _of_many(played)
    return {name: at for name in Achievement if (at := found.get(name)) is not None}


def near(played: Sequence[Played]) -> dict[Achievement, tuple[int, int]]:
    """Return the progress of those that can be counted: (reached, needed), never more than is needed.

    By somebody's counted matches of all servers in the order of counting.
    """
    months = frozenset[int]().union(*(one.feats.months for one in played))
    won = {one.rules for one in played if one.outcome is Outcome.WON}
    counted = {
        Achievement.MONTH_20: (max((one.best_month for one in played), default=0), BIG_MONTH),
        Achievement.KOI_KOI_TWICE: (max((one.feats.most_calls for one in played), default=0), CALLS),
        Achievement.FIVE_IN_A_ROW: (max(runs(played), default=0), STREAK),
        Achievement.HUNDRED_MONTHS: (sum(one.months_won for one in played), MONTHS),
        Achievement.ALL_MONTHS: (len(months & YEAR), len(YEAR)),
        Achievement.ALL_RULE_SETS: (len(won), len(RuleSetId)),
    }
    return {name: (min(have, needed), needed) for name, (have, needed) in counted.items()}


def _first(played: Iterable[Played], reached: Iterable[bool]) -> datetime | None:
    """The end of the first match by which something is reached."""
    return next((one.ended_at for one, there in zip(played, reached, strict=True) if there), None)


def _of_yaku(played: Sequence[Played], scored: Iterable[Scored]) -> dict[Achievement, datetime | None]:
    months: dict[tuple[MatchId, int], set[YakuId]] = defaultdict(set)
    by_hand: set[MatchId] = set()
    for one in scored:
        months[one.match, one.deal].add(one.yaku)
        if one.dealt:
            by_hand.add(one.match)
    matches: dict[Achievement, set[MatchId]] = {Achievement.HAND_YAKU: by_hand}
    for name, enough in OF_MONTH.items():
        matches[name] = {match for (match, _), held in months.items() if enough(held)}
    return {name: _first(played, (one.match in those for one in played)) for name, those in matches.items()}


def _of_many(played: Sequence[Played]) -> dict[Achievement, datetime | None]:
    """Return the time when each achievement of several matches was reached; None: not yet."""
    months = accumulate(one.months_won for one in played)
    calendar = accumulate((frozenset(one.feats.months) for one in played), or_)
    rule_sets = accumulate(
        (frozenset({one.rules} if one.outcome is Outcome.WON else ()) for one in played), or_
    )
    return {
        Achievement.FIVE_IN_A_ROW: _first(played, (run >= STREAK for run in runs(played))),
        Achievement.HUNDRED_MONTHS: _first(played, (sum_ >= MONTHS for sum_ in months)),
        Achievement.ALL_MONTHS: _first(played, (won >= YEAR for won in calendar)),
        Achievement.ALL_RULE_SETS: _first(played, (won >= set(RuleSetId) for won in rule_sets)),
    }
