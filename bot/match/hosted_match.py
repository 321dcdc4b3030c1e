"""Where a match stands: one frozen value that holds all that is stored about it.

Whoever changes a match makes a new position from the old one; `Change` says what rows that adds. Nothing here
waits, reads a clock or draws a random number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.match.progress import Progress
from bot.match.vocabulary import JoinNumber, LobbyEnd, MadeBy, Participant, Place, Status, UserId
from bot.records.verdict import Verdict
from engine.actions import Action, Player
from engine.rules.options import Rules


class DeadlineKind(StrEnum):
    """What a deadline of a match is for."""

    LOBBY = "lobby"
    NUDGE = "nudge"
    DRAW = "draw"
    CUT = "cut"
    REST = "rest"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline. `mark` tells the occasion (round of the draw, action or month end) from an earlier one."""

    mark: int
    due_at: datetime


Deadlines = Mapping[DeadlineKind, Deadline]


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant as stored: `join_id` is None for a CPU, `seat` in the seat draw and for watchers."""

    who: Participant
    join_id: int | None = None
    seat: Player | None = None


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action with its number in the log, who made it and when.

    `step`: the number of the first of the actions that were made together, and are told together.
    `participant` is None unless a user made it.
    """

    n: int
    step: int
    action: Action
    made_by: MadeBy
    participant: JoinNumber | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Agreement:
    """A participant's wish to go on after an end."""

    end: int
    participant: JoinNumber
    at: datetime


@dataclass(frozen=True, slots=True)
class HostedMatch:
    """A match as far as it has come. `game` is there once the lobby has closed with a match."""

    place: Place
    host: UserId
    rules: Rules
    secret: bytes
    entries: tuple[Entry, ...]
    invited: tuple[UserId, ...]
    status: Status
    opened_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    lobby_end: LobbyEnd | None = None
    progress: Progress | None = None
    deadlines: Deadlines = field(default_factory=dict)
    verdict: Verdict | None = None
    """Whether it moved ratings; there once the match has ended with a result."""

    @property
    def live(self) -> bool:
        """Whether anything can happen still."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    def entry_of(self, user: UserId) -> Entry | None:
        """A user's entry, if he takes part."""
        return next((entry for entry in self.entries if entry.who.user == user), None)


@dataclass(frozen=True, slots=True)
class Change:
    """A new position and the rows that its way there adds."""

    after: HostedMatch
    made: tuple[LoggedAction, ...] = ()
    agreements: tuple[Agreement, ...] = ()
