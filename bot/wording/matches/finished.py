"""The number by which people call a match that has ended, as we write it and as they type it."""

from __future__ import annotations

import re

from bot.i18n import Words
from bot.match.vocabulary import MatchId

GREATEST = 2**63 - 1
"""The greatest number that the database can look for."""
_DIGITS = re.compile(r"\d+")


def named(words: Words, match: MatchId) -> str:
    """What it is called: `Match 12`."""
    return words("Match {n}", n=match)


def read(typed: str) -> MatchId | None:
    """The match that somebody means by `12`, `#12` or `Match 12`; None where the text names no single one.

    Digits of all scripts count, as Japanese keyboards type full-width ones.
    """
    found = _DIGITS.findall(typed)
    if len(found) != 1 or len(found[0]) > len(str(GREATEST)):
        return None
    number = int(found[0])
    return MatchId(number) if 0 < number <= GREATEST else None
