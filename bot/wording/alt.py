"""What every picture shows, in words for a player who cannot see it: at most 1,024 characters, plain text."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.boards import Leaderboard
from bot.records.profiles import Profile, RatingChart
from bot.wording import boards, charts, profiles
from bot.wording import rules as rule_words
from bot.wording import yaku_sheet as sheets
from bot.wording.limits import Part, Sentence
from bot.wording.speech import said
from engine.rules import Rules


def leaderboard(words: Words, board: Leaderboard) -> str:
    """The picture of a leaderboard."""
    return said(words, boards.board(words, board))


def profile(words: Words, shown: Profile) -> str:
    """The picture of a profile."""
    return said(words, profiles.spoken(words, shown))


def rating_chart(words: Words, chart: RatingChart) -> str:
    """The picture of ratings over time."""
    return said(words, charts.chart(words, chart))


def yaku_sheet(words: Words, rules: Rules) -> str:
    """The picture of the yaku sheet."""
    entries = tuple(
        Part(f"{entry.full_name} {entry.points}", n) for n, entry in enumerate(sheets.entries(words, rules))
    )
    return said(words, (Sentence(entries, words("Yaku, {rules}", rules=rule_words.name(words, rules.id))),))
