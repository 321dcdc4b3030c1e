"""A hand: the private message of one player, in every phase of the match."""

from bot.screens.hand.description import alt
from bot.screens.hand.facts import Emoji, Facts, Look, Notice, leaves_choice
from bot.screens.hand.message import closed, no_hand_yet, text
from bot.screens.hand.picture import scene

__all__ = [
    "Emoji",
    "Facts",
    "Look",
    "Notice",
    "alt",
    "closed",
    "leaves_choice",
    "no_hand_yet",
    "scene",
    "text",
]
