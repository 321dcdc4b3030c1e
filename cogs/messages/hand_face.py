"""What a hand message shows: text, picture with its alt text, controls."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import MatchId
from bot.wording import alt, hand_text
from bot.wording.hand_text import Notice
from cogs import scenes
from cogs.messages import hand_rows
from cogs.messages.content import MessageContent
from cogs.messages.hand_rows import Look


def hand_face(
    words: Words, view: MatchView, seat: SeatView, look: Look, notice: Notice | None
) -> MessageContent:
    """A hand as it is now; at rest the month's result, at the end the match's."""
    choosing = hand_rows.open_choice(seat.observation, look)
    return MessageContent(
        content=hand_text.text(words, view, seat, choosing=choosing, notice=notice),
        rows=hand_rows.rows(words, view, seat, look),
        scene=scenes.hand(words, view, seat, choosing=choosing),
        alt=alt.hand(words, view, seat, choosing=choosing),
        file="hand.png",
    )


def closed_face(words: Words, match: MatchId) -> MessageContent:
    """A hand whose token is about to die: one button brings it back."""
    return MessageContent(content=hand_text.closed(words), rows=hand_rows.closed_rows(words, match))
