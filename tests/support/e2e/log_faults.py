"""Lines of the bot's log that tell of a fault, whatever was done to the bot."""

from __future__ import annotations

from collections.abc import Iterable

LEVELS = ("[error", "[critical", "Traceback", "incident")
FAILED = (
    "master failed",
    "master made no legal move",
    "set aside",
    "no drawing process starts",
)
"""Warnings about a process in the background that could do nothing, for no lack of time."""


def faults(lines: Iterable[str]) -> list[str]:
    """Return the lines that tell of a fault."""
    return [line for line in lines if any(sign in line for sign in (*LEVELS, *FAILED))]
