"""Notices between managers: ids of what has changed, for those that keep it in memory, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Subject(StrEnum):
    """The subjects of notices, which are to be read again."""

    MATCH = "match"
    PERSON = "person"
    SERVER = "server"
    ARENA = "arena"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class Notice:
    """The rows of a match or arena (its number), a person or a server (Discord's id) have changed.

    Or the bot's commands at Discord, which have no number.
    """

    subject: Subject
    number: int


class Notices(Protocol):
    """Carries notices to everybody else: the other clients of this process, and the other processes.

    One may be lost: who keeps something in memory reads it again by itself, after a while.
    """

    def subscribe(self, hear: Callable[[Notice], None]) -> None:
        """Have `hear` called with what others tell, in the event loop's thread."""

    async def publish(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Tell everybody but `by`, a listener. Raises nothing: what cannot be told is logged."""


class LocalNotices:
    """Notices of a process that is alone."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Notice], None]] = []

    def subscribe(self, hear: Callable[[Notice], None]) -> None:
        """Have `hear` called with what others tell."""
        self._listeners.append(hear)

    async def publish(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Tell everybody but `by`."""
        self.deliver(notice, by)

    def deliver(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Have everybody here but `by` hear it."""
        for hear in self._listeners:
            if hear != by:
                hear(notice)
