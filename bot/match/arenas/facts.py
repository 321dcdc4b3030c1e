"""The facts of an arena as they are stored: itself, its people, its matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.ids import ArenaId, ChannelId, GuildId, MatchId, UserId
from bot.match.vocabulary import CpuPlayer
from engine.rules.options import Rules

MOST_PEOPLE = 100
"""People in an arena at most; those who have left or were removed do not count."""
MINUTES = (30, 60, 90, 120)
"""The lengths of an arena."""
MONTHS = (1, 3)
"""The lengths of its matches."""


class ArenaStatus(StrEnum):
    """The states of an arena (stored). The last two are final."""

    ANNOUNCED = "announced"
    RUNNING = "running"
    CLOSING = "closing"
    """Time is up, or a manager has ended it: nothing begins any more, matches in play are awaited."""
    OVER = "over"
    CALLED_OFF = "called_off"
    """The arena never began: it was taken back, too few had joined a weekly one, or another one ran."""

    @property
    def live(self) -> bool:
        """Whether anything can happen still."""
        return self not in (ArenaStatus.OVER, ArenaStatus.CALLED_OFF)


class ArenaCall(StrEnum):
    """News for the channel of an arena, each told once (in nonces of Discord)."""

    LAST = "last"
    """No match begins any more."""
    WAITS = "waits"
    """The hour has come while another arena of the server runs."""
    BEGINS = "begins"
    """The arena begins after it has waited."""
    LAPSED = "lapsed"
    """The arena has waited for too long."""


class Attendance(StrEnum):
    """Whether somebody of an arena is paired (stored): only those who are in are."""

    IN = "in"
    PAUSED = "paused"
    ABSENT = "absent"
    """Somebody whose time had run out in a match of the arena: a press brings them back."""
    LEFT = "left"
    REMOVED = "removed"
    """A manager took them out, or the server keeps them from its tables: they do not come back."""

    @property
    def gone(self) -> bool:
        """Whether they have no place among the arena's people any more; what they have won stays."""
        return self in (Attendance.LEFT, Attendance.REMOVED)


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena. `ends_at`: when time is up; it moves where the start waits and while Discord is away."""

    id: ArenaId
    guild: GuildId
    channel: ChannelId
    """The channel of its standing; threads of it are its tables."""
    host: UserId
    rules: Rules
    """Of all its matches, their number of months included."""
    minutes: int
    starts_at: datetime
    ends_at: datetime
    status: ArenaStatus
    cpu: CpuPlayer | None
    """The CPU player against whom an odd player may play; None: they wait."""
    locale: str
    weekly: bool
    """Whether the next one is announced a week later."""
    called: bool = False
    """Whether people were told that no match begins any more."""
    waited: bool = False
    """Whether people were told that another arena of the server still ran at its hour."""

    @property
    def skipped(self) -> bool:
        """Whether it did not begin at its start, since too few had joined."""
        return self.status is ArenaStatus.CALLED_OFF and self.ends_at == self.starts_at

    @property
    def lapsed(self) -> bool:
        """Whether another one ran for too long at its hour; one that somebody takes back ends before it."""
        return self.status is ArenaStatus.CALLED_OFF and self.waited and self.ends_at > self.starts_at


@dataclass(frozen=True, slots=True)
class Contestant:
    """Somebody who has joined an arena. `since`: when they joined or came back last."""

    user: UserId
    name: str
    attendance: Attendance
    joined_at: datetime
    since: datetime


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of an arena. All tuples are by seat; before the seats are drawn by joining number.

    `people` has None for a CPU player and NOBODY for somebody who has deleted themself. `ranking`: the
    places, 1 = first; None before the end and where there is no result. `started_at`: when it was opened.
    """

    match: MatchId
    people: tuple[UserId | None, ...]
    cpu: CpuPlayer | None
    """The CPU player in it; None where only people play."""
    channel: ChannelId
    """The thread in which it is played."""
    started_at: datetime
    ended_at: datetime | None = None
    ranking: tuple[int, ...] | None = None
    scores: tuple[int, ...] = ()
    """The points of the cards at the end; empty before it."""
    dared: frozenset[UserId] = frozenset()
    """The people who have stopped a month of it after their own koi-koi; of a match played to its end."""
    gave_up: UserId | None = None
    """The player who resigned, or who stayed away until their opponents claimed the win."""
    set_aside: bool = False
    """Whether nobody presses there any more: the arena does not wait for its end."""

    @property
    def in_play(self) -> bool:
        """Whether it goes on."""
        return self.ended_at is None

    @property
    def users(self) -> tuple[UserId, ...]:
        """The people in it, without CPU players and without those who have deleted themselves."""
        return tuple(filter(None, self.people))


@dataclass(frozen=True, slots=True)
class Pairing:
    """People who shall play now, the one who has waited longest first.

    `cpu`: the CPU player that takes each seat for which there is nobody; None: only people play.
    """

    people: tuple[UserId, ...]
    cpu: CpuPlayer | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """All facts of an arena at one moment; tuples in any order."""

    arena: Arena
    contestants: tuple[Contestant, ...] = ()
    """Everybody who has ever joined, those who have left included."""
    bouts: tuple[Bout, ...] = ()
    """All matches of the arena, those without a result included; not those that ended after it was over."""
    busy: frozenset[UserId] = frozenset()
    """People who sit at a live table that is not of the arena; those of its own tables may be among them."""
    blocked: frozenset[frozenset[UserId]] = frozenset()
    """Pairs of its people of which one has blocked the other."""
