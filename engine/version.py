"""The versions of a match: how its seats are drawn and its decks are made (record.md, *Version 2*)."""

from __future__ import annotations

from enum import IntEnum


class Version(IntEnum):
    """The version with which a match begins, and which it keeps; the record's `format` names it."""

    JOINS = 1
    """The seed mixes the secret with the ids of those who joined; the draw takes the first card."""
    CHOICES = 2
    """The seed mixes it with the id of a public message; each draw chooses a card, and all decks follow."""

    @property
    def row(self) -> int:
        """Return the number of face-down cards of the seat deck at the beginning of the draw."""
        return 8 if self is Version.CHOICES else 1
