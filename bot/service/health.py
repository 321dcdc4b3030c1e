"""Whether the bot on a data folder is well: what it notes about itself, judged by another process.

The note is a small file, so that it can be read while the bot holds the folder's lock and its database.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bot.config import Settings

NAME: Final = "health.json"
SIZE: Final = 256
"""Bytes of the file."""
AGAIN_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class HealthNote:
    """When something was last well, in seconds since 1970; None: not once since the bot started."""

    loop: float
    """The event loop ran."""
    gateway: float | None = None
    """Discord's gateway was connected."""
    database: float | None = None
    """The database took a row."""

    def line(self) -> bytes:
        """The file's content, of one size: written in place it needs no room on a full disk."""
        return json.dumps(asdict(self)).encode().ljust(SIZE - 1) + b"\n"


def read(folder: Path) -> HealthNote | None:
    """What the bot on this data folder noted last; None if none runs on it."""
    for _ in range(2):
        try:
            return HealthNote(**json.loads((folder / NAME).read_bytes()))
        except OSError:
            return None
        except (ValueError, TypeError):
            time.sleep(AGAIN_SECONDS)  # it is being written just now
    return None


def trouble(signs: HealthNote | None, settings: Settings, now: float) -> str | None:
    """What is wrong, as one sentence for whoever runs the bot; None if the bot is well."""
    if signs is None:
        return f"No bot runs on the data folder {settings.data.absolute()}."
    checks = (
        ("The bot hangs or was killed: it has not stirred", signs.loop, settings.health_beat_seconds),
        ("The bot has not been connected to Discord", signs.gateway, settings.health_gateway_seconds),
        ("The database has taken nothing", signs.database, settings.health_beat_seconds),
    )
    for what, moment, allowed in checks:
        if moment is None:
            return f"{what} since the start."
        if (since := _since(moment, now)) > allowed:
            return f"{what} for {since:.0f} s, and {allowed:g} s are allowed."
    return None


def _since(moment: float, now: float) -> float:
    """Seconds between two times; a note from the future, of a clock that was set back, ages as well."""
    return abs(now - moment)
