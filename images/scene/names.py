"""The cleaning of people's names (art guide, section 11), for pictures and texts alike."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

LONGEST: Final = 24
"""The most characters of a name that are shown, combining marks not counted."""

# Thai stacks a vowel and a tone on a letter, Vietnamese an accent on an accent; more is play. A letter of
# Myanmar has up to five marks that are parts of it; these have the classes below.
_MARKS_KEPT: Final = 2
_PARTS_KEPT: Final = 5
_PARTS: Final = frozenset({0, 7, 9})
# Classes of marks that hang below: two of them would reach into the next line.
_BELOW: Final = frozenset({202, 218, 220, 222, 233, 240})
_ELLIPSIS: Final = "…"
# Control, format, private, unassigned and surrogate characters, and marks that enclose a letter.
_DROPPED: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Me"})


# A screen names everybody several times over.
@lru_cache(maxsize=1024)
def clean_name(name: str) -> str:
    """`name` without what cannot be drawn and cut to 24 characters; empty when nothing is left.

    Styled letters become plain ones (NFKC), emoji go, marks piled on a letter are thinned out, spaces
    collapse.
    """
    kept = "".join(character for character in name if not _is_dropped(character))
    plain = unicodedata.normalize("NFKC", kept)
    spaced = " ".join("".join(c for c in _thinned(plain) if not _is_dropped(c)).split())
    return _limited(spaced) if any(not _is_blank(c) for c in spaced) else ""


def is_mark(character: str) -> bool:
    """Whether it belongs to the letter before it."""
    return unicodedata.category(character) in {"Mn", "Me", "Mc"}


def _is_dropped(character: str) -> bool:
    # White space is a control character too (tab, line feed) and must go on separating words.
    if character.isspace():
        return False
    point = ord(character)
    return (
        unicodedata.category(character) in _DROPPED
        or 0xFE00 <= point <= 0xFE0F  # variation selectors
        or 0xE0100 <= point <= 0xE01EF
        or 0x1F000 <= point <= 0x1FAFF  # emoji
    )


def _is_blank(character: str) -> bool:
    # Letters that are drawn as nothing: Hangul fillers, the Braille blank.
    return character.isspace() or character in "\u115f\u1160\u3164\uffa0\u2800"


def _thinned(text: str) -> str:
    """Keep at most five marks of a letter, of these two accents, one of them below; none without a letter."""
    kept: list[str] = []
    parts, accents, below = 0, 0, 0
    for character in text:
        if not is_mark(character):
            parts, accents, below = (0, 0, 0) if character.isspace() else (_PARTS_KEPT, _MARKS_KEPT, 1)
        elif parts == 0:
            continue
        elif (place := unicodedata.combining(character)) not in _PARTS:
            if accents == 0 or (place in _BELOW and below == 0):
                continue
            accents, below = accents - 1, below - (place in _BELOW)
        parts -= is_mark(character)
        kept.append(character)
    return "".join(kept)


def _limited(text: str) -> str:
    letters = [index for index, character in enumerate(text) if not is_mark(character)]
    if len(letters) <= LONGEST:
        return text
    return text[: letters[LONGEST - 1]].rstrip() + _ELLIPSIS
