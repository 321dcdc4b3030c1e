"""A hand: the private message of one player, in every phase of the match."""

from bot.screens.hand.description import alt
from bot.screens.hand.facts import Emoji, Facts, Look, Notice, leaves_choice, plays_of
from bot.screens.hand.in_words import opponents_in_words, table_in_words
from bot.screens.hand.message import CLOSED, no_hand_yet, text
from bot.screens.hand.picture import scene

__all__ = [
    "CLOSED",
    "Emoji",
    "Facts",
    "Look",
    "Notice",
    "alt",
    "leaves_choice",
    "no_hand_yet",
    "opponents_in_words",
    "plays_of",
    "scene",
    "table_in_words",
    "text",
]
