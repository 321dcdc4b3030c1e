"""Checks of this machine: its data folder, database, disk, fonts and clock."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from bot.config import Settings
from bot.errors import StorageError, StorageErrorKind
from bot.maintenance.terminal import storage_fault
from bot.service import health
from bot.service.health import Reason
from bot.service.watch.wall_clock import NOTICED, WRONG
from bot.storage import disk_usage
from bot.storage.database import address
from bot.storage.database.lock import user
from bot.storage.database.migrate import pending, revisions
from bot.storage.owners.watchdog import Watchdog
from cogs.doctor.lines import Line
from images.drawing import faces
from images.drawing.fonts import FontMissingError

LEAST_BYTES: Final = 50_000_000
"""With less room the database soon cannot grow."""
GOOD_BYTES: Final = 1_000_000_000
"""The room at which the alerts of the monitoring begin, too."""

ADVICE: Final = {
    StorageErrorKind.LOCKED: "close the program that has it open",
    StorageErrorKind.FULL: "make room on its disk",
    StorageErrorKind.UNWRITABLE: f"give it to {user()}, as whom the bot runs",
    StorageErrorKind.UNAVAILABLE: "start the database's server, or correct KOIKOI_DATABASE",
}
"""The thing to do where the sentence about the database names none."""


def data_folder(settings: Settings) -> Line:
    """Whether the bot can write into its data folder; one that is missing it makes by itself."""
    check, folder = "data folder", settings.data.absolute()
    nearest = _nearest(folder)
    if not nearest.is_dir():
        return Line.error(check, f"{nearest} is no folder", "Set KOIKOI_DATA to a folder.")
    if not _allowed(nearest, os.R_OK | os.W_OK | os.X_OK):
        todo = f"Give {nearest} to {user()}, or set KOIKOI_DATA to a folder that is theirs."
        return Line.error(check, f"{nearest} cannot be written by {user()}", todo)
    return Line.ok(check, f"{folder}{'' if nearest == folder else ', which the bot makes'}")


async def database(settings: Settings) -> Line:
    """Whether the database can be used, and is of a version that the bot can serve; nothing is changed."""
    check, there = "database", address.of(settings)
    name = address.display_name(there)
    if not address.is_there(there):
        return Line.ok(check, f"{name}, which the bot makes")
    if isinstance(there, Path) and not _allowed(there, os.R_OK | os.W_OK):
        return _unusable(settings, StorageError(StorageErrorKind.UNWRITABLE))
    watchdog = Watchdog()
    try:
        left = await watchdog.run(lambda: pending(there, watchdog.watch))
    except StorageError as error:
        return _unusable(settings, error)
    if left == revisions():
        return Line.ok(check, f"{name} is empty; the bot makes its tables")
    return Line.ok(check, f"{name}{f'; the bot brings it to revision {left[-1]}' if left else ''}")


def _unusable(settings: Settings, error: StorageError) -> Line:
    """Return the line about a database that cannot be used."""
    fact, advice = storage_fault(settings, error)
    advice = advice or ADVICE.get(error.kind, "see that it is there, and that the bot may use it")
    return Line.error("database", fact, f"{advice[0].upper()}{advice[1:]}.")


def running(settings: Settings) -> list[Line]:
    """Return what the bot on the data folder says of itself; nothing where none runs."""
    check, note = "running bot", health.read(settings.data)
    found = health.fault(note, settings, time.time())
    if note is None or (found is not None and found.reason is Reason.LOOP):
        return []
    if found is not None:
        return [Line.error(check, found.sentence, "See KoikoiUnwell on the page of bot/monitoring.")]
    hints = [Line.warning(check, each.found, each.todo) for each in note.hints]
    return hints or [Line.ok(check, "it is well")]


def free_space(settings: Settings) -> Line:
    """Whether the disk of the data folder has room."""
    file = settings.database_file if settings.database is None else None
    usage = disk_usage.look(_nearest(settings.data.absolute()), file)
    return judged(usage.free or 0, usage.database or 0)


def judged(free: int, database: int) -> Line:
    """Return the line about a disk with this many free bytes and a database of this size.

    An update copies the database aside first.
    """
    check, found = "free space", f"{_gigabytes(free)} are free"
    needed = max(GOOD_BYTES, 2 * database)
    todo = f"Free {_gigabytes(needed - free)} more on the disk of the data folder."
    if free < LEAST_BYTES:
        return Line.error(check, found, todo)
    if free < needed:
        return Line.warning(check, f"{found}, and the database has {_gigabytes(database)}", todo)
    return Line.ok(check, found)


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.2f} GB"


def fonts(settings: Settings) -> Line:
    """Whether pictures have a font with Japanese letters."""
    check = "fonts"
    try:
        faces.choose(settings.font)
    except FontMissingError as error:
        todo = "Set KOIKOI_FONT to a font file, or install the package noto-cjk-sans-jp-bold."
        return Line.error(check, f"no Japanese font; tried {', '.join(error.tried)}", todo)
    if lacking := faces.without_japanese():
        todo = "Set KOIKOI_FONT to a font that has them, or leave it out."
        return Line.warning(check, f"{settings.font} lacks Japanese letters: {lacking}", todo)
    return Line.ok(check, "Japanese letters are there")


def shaping(_: Settings) -> Line:
    """Whether Pillow can write from right to left, and shape Indic scripts."""
    check = "Raqm"
    if faces.shapes_scripts():
        return Line.ok(check, "names in all scripts are written right")
    todo = "Install libfribidi0 (Debian, Ubuntu) or fribidi (others)."
    return Line.warning(check, "libfribidi is missing: Arabic, Hebrew and Indic names come out wrong", todo)


def clock(ahead: timedelta) -> Line:
    """Whether this machine's clock agrees with Discord's; `ahead`: by how much it is ahead."""
    check, seconds = "clock", ahead.total_seconds()
    found = f"{abs(seconds):.0f} s {'ahead of' if seconds > 0 else 'behind'} Discord's"
    todo = "Set the machine's clock, best by NTP."
    if abs(ahead) > WRONG:
        return Line.error(check, found, todo)
    if abs(ahead) > NOTICED:
        return Line.warning(check, found, todo)
    return Line.ok(check, "agrees with Discord's")


def _nearest(folder: Path) -> Path:
    """Return the folder itself, or the nearest above it that is there."""
    # Path.exists would raise an error where a folder above may not be looked into.
    return next(each for each in (folder, *folder.parents) if os.path.exists(each))  # noqa: PTH110


def _allowed(path: Path, rights: int) -> bool:
    """Whether this process has these rights, by the user that it runs as."""
    return os.access(path, rights, effective_ids=os.access in os.supports_effective_ids)
