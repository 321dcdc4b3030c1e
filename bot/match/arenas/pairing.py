"""The people who play next: near in points, longest waiting first, nobody again at once."""

from __future__ import annotations

from datetime import datetime

from bot.match.arenas.facts import Arena, Evening, Pairing


def pairings(evening: Evening, now: datetime) -> tuple[Pairing, ...]:
    """Return the matches that begin now.

    Nothing begins unless the arena runs, nor where a match could not end in time (`last_start`).
    """
    raise NotImplementedError


def last_start(arena: Arena) -> datetime:
    """Return the time from which on no match begins: one that begins before can end before time is up."""
    raise NotImplementedError
