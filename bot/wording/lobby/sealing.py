"""The words of a sealing line: who opens a table, and what its shuffles are bound by."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.vocabulary import UserId


def line(words: Words, host: UserId, commitment: str) -> str:
    """The whole line; `commitment` has 64 digits. It is never edited: nothing in it may change later."""
    return words(
        "{player} opens a table. Its shuffles are bound by {digest}",
        player=f"<@{host}>",
        digest=f"`{commitment}`",
    )
