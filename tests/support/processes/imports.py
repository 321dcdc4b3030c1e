"""The imports of a fork server before its first child: the bot's modules, and the objects that each start
makes.

Each start would compile the catalogues and scale the cards again, half a second of processor time.
"""

from __future__ import annotations

import gc

from bot import __main__ as command_line
from bot import log
from bot.config import Settings
from bot.i18n import Languages
from bot.storage.database import lock
from cogs.gateway import process
from engine.cards.deck import DECK
from images.drawing import faces, sprites
from tests.support import served_bot

__all__ = ["Settings", "command_line", "faces", "lock", "log", "process", "served_bot"]

WIDTHS = (36, 58, 66, 82, 104, 148)
"""Of the cards on tables and hands."""

Languages.load()
for width in WIDTHS:
    for card in DECK:
        sprites.card(card, width)
# A child looks only through what it has made itself.
gc.collect()
gc.freeze()
