"""A match that is staged to show a position: it is not stored, nobody opened it, and no clock runs."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.config import Settings
from bot.match.hosted_match import Entry, HostedMatch
from bot.match.progress import Progress
from bot.match.view_builder import build_view
from bot.match.views import MatchView
from bot.match.vocabulary import ChannelId, GuildId, MatchId, Place, Status, UserId, Version
from engine.rules.options import Rules

NOBODY = UserId(1)
"""The user of a staged match who is asked; a person, but none in particular."""


def staged(rules: Rules, entries: tuple[Entry, ...], progress: Progress, settings: Settings) -> MatchView:
    """The match as far as it has come, as its players see it."""
    hosted = HostedMatch(
        place=Place(GuildId(1), ChannelId(1), ""),
        host=NOBODY,
        rules=rules,
        secret=bytes(32),
        entries=entries,
        invited=(),
        status=Status.PLAYING,
        opened_at=datetime(2026, 1, 1, tzinfo=UTC),
        progress=progress,
    )
    made = build_view(MatchId(0), Version(0), hosted, settings)
    assert isinstance(made, MatchView), "cards have been dealt"
    return made
