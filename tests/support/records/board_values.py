"""Leaderboards as values, for tests of words and pictures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.records.boards import ROWS, Leaderboard, Measure, Period, PeriodKind, Row, Scope, When
from bot.records.skill import Estimate, Skill
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
SEASON = Period(PeriodKind.SEASON, "s17", "2026-11", When.SEASON)
QUARTER = Period(PeriodKind.SEASON, "s18", "2026-Q4")
"""With the longest name."""
MONTH = Period(PeriodKind.MONTH, "m2026-09", "2026-09")
ALL_TIME = Period(PeriodKind.ALL_TIME, "all", when=When.ALL_TIME)


def row(n: int, name: str, *, factor: int = 1, provisional: bool = False) -> Row:
    """The nth of a list, from 0; `factor` makes its numbers larger."""
    return Row(
        person=n,
        name=name,
        matches=(40 - n) * factor,
        wins=(30 - n) * factor,
        net=(900 - 150 * n) * factor,
        months=(120 - n) * factor,
        best_month=(30 - n) * factor,
        best_yaku=(15 - n) * factor,
        last_at=NOW,
        rated=3 if provisional else 40 - n,
        rating=1700 - 30 * n,
        best_yaku_id=tuple(YakuId)[n],
        arenas=(12 - n) * factor,
        skill=Skill(9, (1240 - n) * factor, Estimate(0.21 + n / 20, 0.04), Estimate(0.4 - n / 5, 0.3)),
        rank=None if provisional else n + 1,
    )


def board(
    count: int,
    names: tuple[str, ...],
    *,
    measure: Measure = Measure.RATING,
    rules: RuleSetId = RuleSetId.SANNIN,
    factor: int = 1,
    provisional: int = 0,
    own: int | None = None,
) -> Leaderboard:
    """Return a page of `count` rows, the last ones provisional; row `own`, maybe of a later page, is the
    asker's.
    """
    rows = [
        row(n, names[n % len(names)], factor=factor, provisional=n >= count - provisional)
        for n in range(count)
    ]
    mine = None
    if own is not None:
        mine = replace(rows[own], own=True) if own < count else replace(row(own, names[0]), own=True)
        rows[own : own + 1] = [mine] if own < count else []
    return Leaderboard(
        rules=rules,
        measure=measure,
        scope=Scope.SERVER,
        period=SEASON,
        rows=tuple(rows),
        total=count if mine is None or own is None or own < count else ROWS + 5,
        own=mine,
        periods=(SEASON, MONTH, ALL_TIME),
    )
