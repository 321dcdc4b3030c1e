"""Emojis of components and reactions: a standard one by its characters, or the application's own by id."""

from __future__ import annotations

import unicodedata

from bot.sandbox.checks.fields import Node
from bot.sandbox.common.types import JsonObject
from bot.sandbox.world.model import ApplicationEmojis

_KEYCAP = "\u20e3"
_INVALID = "BUTTON_COMPONENT_INVALID_EMOJI"
"""Discord's code for every component, selects too (discord-api-docs#8071)."""
_LETTERS = frozenset("\u2139")
"""Letters by their category that are emojis all the same."""
_SYMBOLS = frozenset({"So", "Sm", "Sk", "Mn", "Me", "Cf", "Po", "Pd"})


def is_unicode_emoji(text: str) -> bool:
    """Whether a text can be one standard emoji: symbols only, or a keycap sequence."""
    if not text or len(text) > 16 or text.isascii():
        return False
    if text.endswith(_KEYCAP):
        return text[0] in "0123456789#*"
    return all(letter in _LETTERS or unicodedata.category(letter) in _SYMBOLS for letter in text)


def read_emoji(node: Node, key: str, known: ApplicationEmojis) -> JsonObject | None:
    """A component's emoji as Discord answers it."""
    child = node.child(key)
    if child is None:
        return None
    emoji_id = child.snowflake("id")
    if emoji_id is not None:
        emoji = known.find(emoji_id)
        if emoji is None:
            child.fail("id", _INVALID, "Invalid emoji")
            return None
        return {"id": str(emoji.id), "name": emoji.name, "animated": emoji.animated}
    name = child.string("name", 64)
    if name is None or not is_unicode_emoji(name):
        child.fail("name", _INVALID, "Invalid emoji")
        return None
    return {"name": name}
