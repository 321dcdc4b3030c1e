"""Looking for an id in the bytes of a database."""

from __future__ import annotations

from pathlib import Path

from bot.ids import UserId
from bot.match.vocabulary import Person


def snowflake(number: int) -> UserId:
    """An id as large as Discord's are: nothing else in a file is like it."""
    return UserId(413_000_000_000_000_000 + number * 7_919_000_003)


def somebody(number: int, name: str = "") -> Person:
    """A person with such an id."""
    return Person(snowflake(number), name or f"Person {number}", "en", join_id=snowflake(number) + 5_000_003)


def found(folder: Path, user: UserId) -> list[str]:
    """The files of a database in which an id stands: as its bytes without leading zeros, or as a text."""
    wanted = (user.to_bytes((user.bit_length() + 7) // 8, "big"), str(user).encode())
    names = []
    for path in sorted(folder.glob("koikoi.db*")):
        if any(each in path.read_bytes() for each in wanted):
            names.append(path.name)
    return names
