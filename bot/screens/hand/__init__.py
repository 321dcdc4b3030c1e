"""A hand: the private message of one player, in every phase of the match."""

from bot.screens.hand.description import alt
from bot.screens.hand.facts import Emoji, Facts, Look, Notice, leaves_choice, plays_of
from bot.screens.hand.in_words import table_in_words
from bot.screens.hand.message import CLOSED, left_out, no_hand_yet, text
from bot.screens.hand.picture import scene

__all__ = [
    "CLOSED",
    "Emoji",
    "Facts",
    "Look",
    "Notice",
    "alt",
    "leaves_choice",
    "left_out",
    "no_hand_yet",
    "plays_of",
    "scene",
    "table_in_words",
    "text",
]
