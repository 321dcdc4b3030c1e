"""Leaderboards and rating charts (art-guide sections 9.7 and 9.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto

from bot.i18n import Message, Words, mark_within
from bot.records.boards import Leaderboard, Measure, Row
from bot.records.profiles import MOST_HISTORIES, RatingChart
from bot.wording import board_notes, boards, charts, numbers
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from engine.rules.options import Rules, make_rules
from images.scene.common import Name
from images.scene.records import AxisLabel, LeaderboardScene, LeaderRow, RatingChartScene, RatingLine


class Column(Enum):
    """What a column of a leaderboard holds."""

    MATCHES = auto()
    WINS = auto()
    MONTHS = auto()
    RATING = auto()
    RATE = auto()
    NET = auto()
    BEST = auto()
    YAKU = auto()
    POINTS = auto()


COLUMNS: Mapping[Column, Message] = {
    Column.MATCHES: mark_within("column", "Matches"),
    Column.WINS: mark_within("column", "Wins"),
    Column.MONTHS: mark_within("column", "Months"),
    Column.RATING: mark_within("column", "Rating"),
    Column.RATE: mark_within("column", "Win rate"),
    Column.NET: mark_within("column", "Net"),
    Column.BEST: mark_within("column", "Best month"),
    Column.YAKU: mark_within("column", "Yaku"),
    Column.POINTS: mark_within("column", "Worth"),
}
SHOWN: Mapping[Measure, tuple[Column, ...]] = {
    Measure.RATING: (Column.MATCHES, Column.WINS, Column.RATING),
    Measure.WINS: (Column.MATCHES, Column.RATE, Column.WINS),
    Measure.RATE: (Column.MATCHES, Column.WINS, Column.RATE),
    Measure.NET: (Column.MATCHES, Column.MONTHS, Column.NET),
    Measure.BEST: (Column.MATCHES, Column.MONTHS, Column.BEST),
    Measure.YAKU: (Column.MATCHES, Column.YAKU, Column.POINTS),
}
"""The columns of each measure, its own last."""
X_LABELS = 6
"""Under a rating chart, at the most."""


def leaderboard(words: Words, board: Leaderboard) -> LeaderboardScene:
    """Rank, name, what lies behind the measure, and last the measure itself."""
    rules = make_rules(board.rules)

    def rows(those: Iterable[Row]) -> tuple[LeaderRow, ...]:
        return tuple(_row(words, rules, board.measure, one) for one in those)

    measure = boards.measure(words, rules, board.measure)
    footer = (board_notes.size(words, board), *board_notes.unfinished(words, board))
    return LeaderboardScene(
        title=words.within("picture", "Leaderboard: {measure}", measure=measure),
        subtitle=boards.about(words, board),
        columns=tuple(words.say(COLUMNS[each]) for each in SHOWN[board.measure]),
        rows=rows(board.ranked),
        empty=boards.nobody(words, board),
        provisional=rows(board.provisional),
        provisional_heading=board_notes.provisional(words, board.measure),
        pinned=next(iter(rows(boards.pinned(board))), None),
        footer=words.within("between notes", " · ").join(footer) if board.rows else None,
    )


def _row(words: Words, rules: Rules, measure: Measure, one: Row) -> LeaderRow:
    return LeaderRow(
        rank=one.rank,
        name=Name(one.name, words("somebody")),
        values=tuple(_cell(words, rules, each, one) for each in SHOWN[measure]),
        own=one.own,
        mark=boards.place(words, one) if one.hidden or one.rank is None else "",
    )


def _cell(words: Words, rules: Rules, column: Column, one: Row) -> str:
    said: Mapping[Column, Callable[[], str]] = {
        Column.MATCHES: lambda: str(one.matches),
        Column.WINS: lambda: str(one.wins),
        Column.MONTHS: lambda: str(one.months),
        Column.RATING: lambda: "" if one.rating is None else numbers.number(one.rating),
        Column.RATE: lambda: boards.rate(words, one),
        Column.NET: lambda: numbers.signed(words, one.net),
        Column.BEST: lambda: numbers.number(one.best_month),
        Column.YAKU: lambda: _yaku(words, rules, one),
        Column.POINTS: lambda: numbers.short_points(words, rules, one.best_yaku),
    }
    return said[column]()


def _yaku(words: Words, rules: Rules, one: Row) -> str:
    return "" if one.best_yaku_id is None else yaku_words.short_name(words, rules, one.best_yaku_id)


def rating_chart(words: Words, chart: RatingChart) -> RatingChartScene:
    """A line for each person over his rated matches."""
    shown = chart.histories[:MOST_HISTORIES]
    matches = [point.match for one in shown for point in one.points]
    return RatingChartScene(
        title=words.within("picture", "Ratings"),
        note=rule_words.name(words, chart.rule_set),
        lines=tuple(
            RatingLine(
                Name(one.name, words("Player {n}", n=n)),
                tuple((float(point.match), point.rating) for point in one.points),
            )
            for n, one in enumerate(shown, start=1)
        ),
        x_labels=tuple(
            AxisLabel(float(n), words.within("under a rating chart", "Match {n}", n=n))
            for n in marks(min(matches, default=0), max(matches, default=0))
        ),
        empty=charts.unrated(words),
    )


def marks(first: int, last: int) -> range:
    """Round numbers from `first` to `last`, few enough to be read."""
    step = next(
        factor * 10**power
        for power in range(10)
        for factor in (1, 2, 5)
        if (last - first) // (factor * 10**power) < X_LABELS
    )
    return range(-(-first // step) * step, last + 1, step)
