"""The health of the bot on a data folder: the note that it keeps about itself, judged by another process.

The note is a small file, so that it can be read while the bot holds the folder's lock and its database.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.config import Settings

NAME: Final = "health.json"
SIZE: Final = 4096
"""Bytes of the file."""
FEW: Final = 5
"""The most names of a kind in the note."""
AGAIN_SECONDS: Final = 0.05
"""The pause before a note that was just being written is read again."""


class Reason(StrEnum):
    """The reasons why a bot is not well, in one word."""

    AWAY = "away"
    """No bot runs, or it waits for its shards or its database."""
    LOOP = "loop"
    GATEWAY = "gateway"
    DATABASE = "database"
    TWIN = "twin"
    """Another bot answers with the same token."""
    DAMAGED = "damaged"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first part that is not well."""

    reason: Reason
    sentence: str
    """For the person who runs the bot."""


class Degraded(StrEnum):
    """The kinds of work that a bot which is well does not do, or does in a worse way."""

    QUEUES = "queues"
    """Items of queues are set aside."""
    DRAWING = "drawing"
    """Threads draw, where processes should."""
    CLOCK = "clock"
    """Arenas, seasons and deletions wait, because the time of day is in doubt."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Some such work, how much of it, and the one thing to do."""

    what: Degraded
    count: int
    found: str
    todo: str

    def __str__(self) -> str:
        return f"{self.found} {self.todo}"


@dataclass(frozen=True, slots=True)
class HealthNote:
    """The last time when each part of the bot was well, in seconds since 1970; None: not once since the
    start.
    """

    loop: float
    """The event loop ran."""
    gateway: float | None = None
    """Discord's gateway was connected."""
    database: float | None = None
    """The database took a row."""
    damaged: tuple[str, ...] = ()
    """The first few tables of the database in whose part of the file something is wrong."""
    broken: tuple[int, ...] = ()
    """The first few live matches whose rows make none."""
    twin: bool = False
    """Another bot answers with this token."""
    hints: tuple[Hint, ...] = ()
    """Hints for the host of a bot that is well."""

    def line(self) -> bytes:
        """The note as the file's content, of one size: written in place it needs no room on a full disk."""
        return json.dumps(asdict(self)).encode().ljust(SIZE - 1) + b"\n"


def read(folder: Path) -> HealthNote | None:
    """The last note of the bot on this data folder; None if none runs on it. Blocks for 0.05 s at most."""
    for _ in range(2):
        try:
            found = json.loads((folder / NAME).read_bytes())
            lists = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
            hints = tuple(Hint(**each) for each in lists.pop("hints", ()))
            return HealthNote(**{**found, **lists, "hints": hints})
        except OSError:
            return None
        except (ValueError, TypeError, AttributeError):
            time.sleep(AGAIN_SECONDS)  # it is being written just now
    return None


def fault(note: HealthNote | None, settings: Settings, now: float) -> Fault | None:
    """Return the fault of a bot that is not well; None if all is. `now`: seconds since 1970."""
    if note is None:
        return Fault(Reason.AWAY, f"No bot runs on the data folder {settings.data.absolute()}.")
    beat, away = settings.health_beat_seconds, settings.health_gateway_seconds
    checks = (
        (Reason.LOOP, "The bot hangs or was killed: it has not stirred", note.loop, beat),
        (Reason.GATEWAY, "The bot has not been connected to Discord", note.gateway, away),
        (Reason.DATABASE, "The database has taken nothing", note.database, beat),
    )
    for reason, what, moment, allowed in checks:
        if moment is None:
            return Fault(reason, f"{what} since the start.")
        if (since := _since(moment, now)) > allowed:
            return Fault(reason, f"{what} for {since:.0f} s, and {allowed:g} s are allowed.")
    if note.twin:
        said = "Another bot answers with this token, on other data: stop it, or reset the token."
        return Fault(Reason.TWIN, said)
    return _damage(note)


def _damage(note: HealthNote) -> Fault | None:
    """Return the damage in the rows; the bot goes on with all that it can read."""
    if note.damaged:
        tables = ", ".join(note.damaged)
        return Fault(Reason.DAMAGED, f"The database is damaged in {tables}; restore a backup.")
    if note.broken:
        matches = ", ".join(str(match) for match in note.broken)
        said = f"What is stored makes no match of {matches}; koikoi check tells more, a backup has them."
        return Fault(Reason.BROKEN, said)
    return None


def _since(moment: float, now: float) -> float:
    """Seconds between two times; a note from the future, of a clock that was set back, ages as well."""
    return abs(now - moment)
