"""Leaderboards and rating charts (art-guide sections 9.7 and 9.8)."""

from __future__ import annotations

from bot.i18n import Words
from bot.standings import MOST_HISTORIES, MOST_ROWS, Leaderboard, RatingChart, Standing
from bot.wording import boards, numbers
from bot.wording import rules as rule_words
from engine.rule_sets import Unit
from engine.rules import make_rules
from images.scene import (
    AxisLabel,
    LeaderboardScene,
    LeaderRow,
    Name,
    RatingChartScene,
    RatingLine,
    Text,
)

X_LABELS = 6
"""Under a rating chart, at the most."""


def leaderboard(words: Words, board: Leaderboard) -> LeaderboardScene:
    """Rank, name, matches, wins, total and, where somebody has one, the rating."""
    rules = make_rules(board.rule_set)
    total = (
        words.within("column", "Points")
        if rules.rule_set.unit is Unit.POINTS
        else words.within("column", "Mon")
    )
    rating = (words.within("column", "Rating"),) if board.rated else ()
    columns: tuple[Text, ...] = (
        words.within("column", "Matches"),
        words.within("column", "Wins"),
        total,
        *rating,
    )
    return LeaderboardScene(
        title=words.within("picture", "Leaderboard"),
        subtitle=boards.about(words, board),
        columns=columns,
        rows=tuple(_row(words, board, one) for one in board.rows[:MOST_ROWS]),
        empty=boards.nobody(words),
    )


def _row(words: Words, board: Leaderboard, one: Standing) -> LeaderRow:
    rating = words.within("no rating", "–") if one.rating is None else numbers.number(one.rating)
    values = [str(one.matches), str(one.wins), numbers.number(one.total)]
    return LeaderRow(
        rank=one.rank,
        name=Name(one.name, words("Player {n}", n=one.rank)),
        values=(*values, rating) if board.rated else tuple(values),
        own=one.user == board.own,
    )


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
        empty=boards.unrated(words),
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
