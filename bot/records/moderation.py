"""The findings of a server's moderation: changes that managers made, matches that they can leave out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.ids import MatchId, UserId


@dataclass(frozen=True, slots=True)
class Change:
    """A change as it was made. `old`, `new`: values as JSON has them; a user None: nobody, or deleted."""

    what: str
    old: Any
    new: Any
    at: datetime
    by: UserId | None
    about: UserId | None


@dataclass(frozen=True, slots=True)
class Ended:
    """A match of a server that has a result. `counts`: for lists; `marked`: a manager has taken it out."""

    match: MatchId
    ended_at: datetime
    people: tuple[str, ...]
    """The names of those who played it; empty for somebody who has deleted themself."""
    counts: bool
    marked: bool
