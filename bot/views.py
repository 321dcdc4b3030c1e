"""What a match shows to the world: frozen values that the manager publishes and the cogs present.

A view holds observations only, never the state of a match: whatever a seat may not know is not in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType, Protocol

from bot.records.verdict import Verdict
from engine.actions import Player
from engine.events import Event
from engine.month_end import MonthEnd
from engine.play.observation import Observation
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId

MatchId = NewType("MatchId", int)
UserId = NewType("UserId", int)
NOBODY = UserId(0)
"""In place of somebody who has deleted themself."""
GuildId = NewType("GuildId", int)
NOWHERE = GuildId(0)
"""In place of a server that has put the bot out for good."""
ChannelId = NewType("ChannelId", int)
JoinNumber = NewType("JoinNumber", int)
"""A participant's place in the order of joining, from 0; it names him for the whole match."""
Version = NewType("Version", int)
"""Grows with every view of a match within a process: a lower version is never sent after a higher one."""


class Status(StrEnum):
    """How far a match has come. `LOBBY` and `PLAYING` are live, the others final."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """The lobby ended without a match: it expired, everybody left, or an invitation came to nothing."""
    ABORTED = "aborted"


class CpuLevel(StrEnum):
    """How well a CPU player plays."""

    EASY = "easy"
    NORMAL = "normal"


class MadeBy(StrEnum):
    """Who made an action (stored with it)."""

    USER = "user"
    CLOCK = "clock"
    CPU = "cpu"
    DEFAULT = "default"
    """The host of the match made it by a rule of its own, as the seat draw of a match that starts at once."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played; `locale` is the language of its public messages."""

    guild: GuildId
    channel: ChannelId
    locale: str


@dataclass(frozen=True, slots=True)
class Person:
    """A user at the moment of a press: `join_id` is the interaction's id (source of the seed, record.md)."""

    user: UserId
    name: str
    locale: str
    join_id: int


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part: a user, or a CPU player of a level.

    Neither of the two is set where a user has deleted themself; `name` is then empty.
    """

    number: JoinNumber
    name: str
    user: UserId | None = None
    cpu: CpuLevel | None = None
    locale: str | None = None
    twin: int | None = None
    """Which of several CPU players of one level this is, from 1, in views; None where there is no other."""


class LobbyEnd(StrEnum):
    """Why a lobby ended without a match."""

    EXPIRED = "expired"
    LEFT = "left"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """Whoever invited took it back before anybody had come."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """A lobby that waits for players, or one that ended without a match (`status` is then `CLOSED`)."""

    match: MatchId
    version: Version
    place: Place
    status: Status
    host: UserId
    rules: Rules
    people: tuple[Participant, ...]
    invited: tuple[UserId, ...]
    """Who alone may join; empty where everybody may."""
    secret_commitment: str
    """Lower-case hex SHA-256 of the match's secret (64 digits)."""
    expires_at: datetime
    ended: LobbyEnd | None = None

    @property
    def ready(self) -> bool:
        """Whether the seats are filled, so that the host may start."""
        return len(self.people) >= self.rules.seats

    @property
    def awaited(self) -> tuple[UserId, ...]:
        """Who is invited and has not come yet."""
        here = {one.user for one in self.people}
        return tuple(user for user in self.invited if user not in here)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player of the match. `observation` is withheld (None) while the match rests."""

    player: Player
    participant: Participant
    observation: Observation | None


@dataclass(frozen=True, slots=True)
class Rest:
    """The match waits between two months: only `end` may be shown, nothing of the deal that follows."""

    end: MonthEnd
    number: int
    """Which end of the match this is, from 0; a `Next month` button carries it."""
    more: int
    """How many further ends wait to be shown after this one."""
    agreed: frozenset[JoinNumber]
    waiting_for: tuple[JoinNumber, ...]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match that has begun, as everybody (`table`) and as each seat (`seats`) may see it."""

    match: MatchId
    version: Version
    place: Place
    status: Status
    host: UserId
    rules: Rules
    people: tuple[Participant, ...]
    """By joining number."""
    n: int
    """Actions applied."""
    table: Observation | None
    """The public observation; withheld (None) while the match rests."""
    seats: tuple[SeatView, ...]
    """By table number; empty during the seat draw."""
    events: tuple[Event, ...]
    """What the latest action caused, in order, after a rest what began the deal; only what may be shown."""
    made_by: MadeBy
    """Who caused these events: the clock, where somebody's time had run out."""
    ends: tuple[MonthEnd, ...]
    """The ends shown so far, the one of the rest included; all of them when the match is over."""
    rest: Rest | None
    commitment: str | None
    """The digest of the deck in play (64 hex digits), or of the seat deck; None while the match rests."""
    secret_commitment: str
    deadline: datetime | None
    """When the seat draw, the cut or the rest goes on by itself."""
    scores: tuple[int, ...]
    """By table number, as after the last shown end."""
    verdict: Verdict | None
    """Whether it moved ratings; None until it has ended with a result."""
    reveal: Mapping[str, str]
    """What checks the shuffles and may be told by now: `salt.K`, `deck.K`, and when over `seed`, `secret`."""

    def seat_of(self, user: UserId) -> SeatView | None:
        """The seat of a user, if he has one."""
        return next((seat for seat in self.seats if seat.participant.user == user), None)

    def participant_of(self, user: UserId) -> Participant | None:
        """A user as he takes part, watchers of the seat draw included."""
        return next((one for one in self.people if one.user == user), None)


View = LobbyView | MatchView


class Occasion(StrEnum):
    """What made a view be published."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    RULES = "rules"
    """The host has changed options."""
    CLOSED = "closed"
    STARTED = "started"
    DREW = "drew"
    MOVED = "moved"
    RESTING = "resting"
    AGREED = "agreed"
    NEXT_MONTH = "next_month"
    RESIGNED = "resigned"
    NUDGED = "nudged"
    """The seats have been filled for a while: the host is reminded to start."""
    ABORTED = "aborted"
    RESTORED = "restored"
    """The bot has started again and shows the match once more."""
    BROUGHT = "brought"
    """Its channel was deleted, and somebody has brought it into another one."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a view is published; `user` is whose press it was (that press shows his own hand itself)."""

    occasion: Occasion
    user: UserId | None = None
    made_by: MadeBy = MadeBy.USER


class Refusal(StrEnum):
    """Why a press changed nothing; the view that comes with it is the current one."""

    STALE = "stale"
    """Its question has been answered, or the month or round it names has passed."""
    RESTING = "resting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a press: the view after it and, if nothing changed, why."""

    view: MatchView
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Champion:
    """Who has the best rating of a rule set when a season ends; several where their ratings are equal."""

    rules: RuleSetId
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """A season that has ended with champions: `label` is 2026-11 or 2026-Q4, `channel` where to tell it."""

    season: int
    guild: GuildId
    channel: ChannelId
    locale: str
    label: str
    champions: tuple[Champion, ...]


class Presenter(Protocol):
    """Where views go. Must return at once: showing is never awaited by a match's mailbox."""

    def publish(self, view: View, cause: Cause) -> None:
        """Show a view to everybody concerned; a later view replaces one that was not shown yet."""

    async def season_over(self, end: SeasonOver) -> bool:
        """Tell a season's champions, once however often it is called; False where it is to be tried again."""
