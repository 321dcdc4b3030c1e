"""The lines of the doctor: the thing that was looked at, the state it is in, and the one thing to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self


class Status(StrEnum):
    """The degrees of a finding."""

    OK = "ok"
    WARNING = "warning"
    """The bot runs, and something is missing or will be."""
    ERROR = "error"
    """The bot does not start, or people cannot play."""


EXIT: Final = {Status.OK: 0, Status.WARNING: 1, Status.ERROR: 2}
"""The exit status of the command, by the worst of its lines."""
_STATUS_WIDTH: Final = max(len(each) for each in Status) + 2
_CHECK_WIDTH: Final = 18


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at."""

    check: str
    status: Status
    found: str
    todo: str | None = None
    """The one thing to do; None where all is well."""

    @classmethod
    def ok(cls, check: str, found: str) -> Self:
        """Return a line about something that is as it should be."""
        return cls(check, Status.OK, found)

    @classmethod
    def warning(cls, check: str, found: str, todo: str) -> Self:
        """Return a line about something with which the bot runs all the same."""
        return cls(check, Status.WARNING, found, todo)

    @classmethod
    def error(cls, check: str, found: str, todo: str) -> Self:
        """Return a line about something with which the bot does not work."""
        return cls(check, Status.ERROR, found, todo)

    def __str__(self) -> str:
        # A name from elsewhere must not become a line of its own, or colour the terminal.
        found = "".join(each if each.isprintable() else " " for each in self.found)
        said = f"{self.status:<{_STATUS_WIDTH}}{self.check:<{_CHECK_WIDTH}}{found}"
        return said if self.todo is None else f"{said}\n{'':<{_STATUS_WIDTH + _CHECK_WIDTH}}-> {self.todo}"


def of_settings(name: str, found: str, todo: str) -> Line:
    """Return the line about a setting that cannot be used; `name` is empty for what is between several."""
    advice = f"{todo[0].upper()}{todo[1:]}." if todo else "Correct it in .env, or in the environment."
    return Line.error("settings", f"{name} {found}".strip(), advice)


def exit_status(lines: Iterable[Line]) -> int:
    """Return 0 where all is well, 1 where there are warnings, 2 where there are errors."""
    return max((EXIT[each.status] for each in lines), default=0)
