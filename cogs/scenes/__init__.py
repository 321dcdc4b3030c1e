"""Pictures to be: of records and sheets."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.boards import Leaderboard
from bot.records.profiles import Profile, RatingChart
from cogs.scenes import profiles, records, sheets
from engine.rules import Rules
from images.scene import LeaderboardScene, ProfileScene, RatingChartScene, YakuSheetScene

__all__ = ["leaderboard", "profile", "rating_chart", "yaku_sheet"]


def yaku_sheet(words: Words, rules: Rules) -> YakuSheetScene:
    """The yaku of the rules in force."""
    return sheets.yaku(words, rules)


def leaderboard(words: Words, board: Leaderboard) -> LeaderboardScene:
    """The first of a rule set."""
    return records.leaderboard(words, board)


def profile(words: Words, shown: Profile) -> ProfileScene:
    """A person's page."""
    return profiles.profile(words, shown)


def rating_chart(words: Words, chart: RatingChart) -> RatingChartScene:
    """Ratings over time."""
    return records.rating_chart(words, chart)
