"""The words of a sealing line: who opens a table, and the commitment of its secret."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from itertools import accumulate
from unicodedata import category, east_asian_width

from bot.i18n import Words
from bot.ids import UserId
from bot.wording import people

ROOM = 14.0
"""The greatest width of a name, in heights of its letters: words and name then fill one line of a phone."""
_WIDE = frozenset("MWmw@%&")
_ELLIPSIS = "…"


def line(words: Words, host: UserId, name: str, commitment: str) -> str:
    """The whole line, in small type; `commitment` has 64 hex digits. Nothing in it may change later.

    The digits are a spoiler: nobody reads them before they doubt a shuffle. On a phone the line takes two
    lines at most: a name that is too long for a mention stands there cut.
    """
    called = people.somebody(words, name, plain=True)
    fits = called == name and _width(called) <= ROOM
    player = f"<@{host}>" if fits else people.escaped(_cut(called))
    return words("-# Seal of {player}'s table: {digest}", player=player, digest=f"||`{short(commitment)}`||")


def short(commitment: str) -> str:
    """The commitment's 32 bytes in 43 characters: URL-safe base64 without padding (record.md, version 2)."""
    return urlsafe_b64encode(bytes.fromhex(commitment)).decode().rstrip("=")


def _cut(name: str) -> str:
    """Return the part of a name for which there is room, with an ellipsis where something is missing."""
    if _width(name) <= ROOM:
        return name
    ends = accumulate(map(_width, name))
    return name[: sum(end <= ROOM - _width(_ELLIPSIS) for end in ends)].rstrip(_ELLIPSIS + " ") + _ELLIPSIS


def _width(text: str) -> float:
    """Return the greatest width of a text in Discord's letters, in their height."""
    return sum(map(_width_of, text))


def _width_of(letter: str) -> float:
    if category(letter).startswith("M"):  # it stands on the letter before it
        return 0.0
    narrow = east_asian_width(letter) in {"N", "Na", "H"} and letter not in _WIDE
    if narrow and letter.isupper():
        return 0.8
    return 0.6 if narrow else 1.0
