"""The words of a sealing line: who opens a table, and the commitment of its secret."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from bot.i18n import Words
from bot.match.vocabulary import UserId


def line(words: Words, host: UserId, commitment: str) -> str:
    """The whole line, in small type; `commitment` has 64 hex digits. Nothing in it may change later.

    The 43 characters are its 32 bytes in URL-safe base64 without padding (record.md, version 2).
    """
    short = urlsafe_b64encode(bytes.fromhex(commitment)).decode().rstrip("=")
    return words("-# {player} opens a table. Sealed: {digest}", player=f"<@{host}>", digest=f"`{short}`")
