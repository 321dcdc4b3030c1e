"""What stands beside that which is taken along of a match."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.vocabulary import MatchId


def files(words: Words, match: MatchId, name: str) -> str:
    """Beside the log and the record of a match; `name`: what its files are called."""
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


def imported(words: Words) -> str:
    """Above what is told of a match that was played elsewhere."""
    return words("-# Imported from a file: it was not played here and is in no list.")


def being_drawn(words: Words) -> str:
    """While an animation is drawn."""
    return words("Drawing the month takes a few seconds.")


def animation(words: Words) -> str:
    """What asks for a month as an animation: a button, or a select of months."""
    return words.within("button", "Animation")


def files_button(words: Words) -> str:
    """The button that asks for log and record as files."""
    return words.within("button", "Files")
