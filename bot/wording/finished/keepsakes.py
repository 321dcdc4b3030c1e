"""The texts beside the files and animations of a match."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.ids import MatchId


def files(words: Words, match: MatchId, name: str) -> str:
    """Return the text beside the log and the record of a match; `name`: what its files are called."""
    lines = (
        words("**Match {n} as files**", n=match),
        words("- {file}: every move in words, to be read or pasted", file=f"`{name}-log.txt`"),
        words(
            "- {file}: its record; {command} plays it move by move",
            file=f"`{name}.json`",
            command=f"`python -m engine replay {name}.json`",
        ),
    )
    return "\n".join(lines)


IMPORTED = mark("-# Imported from a file: it was not played here and is in no list.")
"""Above a match that was played elsewhere."""

BEING_DRAWN = mark("Drawing the month takes a few seconds.")
ANIMATION = mark_within("button", "Animation")
"""Asks for a month as an animation: a button, or a select of months."""

FILES_BUTTON = mark_within("button", "Files")
"""Asks for log and record as files."""
