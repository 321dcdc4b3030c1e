"""What a hand message shows: text, picture with its alt text, controls."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import MatchId
from bot.screens import hand
from bot.screens.hand import Look, Notice
from cogs.messages import hand_rows
from cogs.messages.content import MessageContent


def hand_content(
    words: Words, view: MatchView, seat: SeatView, look: Look, notice: Notice | None
) -> MessageContent:
    """A hand as it is now; at rest the month's result, at the end the match's."""
    facts = hand.Facts.of(view, seat, look, notice)
    return MessageContent(
        content=hand.text(words, facts),
        rows=hand_rows.rows(words, facts),
        scene=hand.scene(words, facts),
        alt=hand.alt(words, facts),
        file="hand.png",
    )


def closed_hand_content(words: Words, match: MatchId) -> MessageContent:
    """A hand whose token is about to die: one button brings it back."""
    return MessageContent(content=hand.closed(words), rows=hand_rows.closed_rows(words, match))
