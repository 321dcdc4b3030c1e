"""A match as the bot hosts it: one frozen value that holds all that is stored about it, and its changes.

A change makes a new value from the old one; `Change` says what rows that adds. Nothing in
`bot.match` waits, reads a clock or draws a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.ids import ArenaId, MatchId, UserId
from bot.match.progress import Progress
from bot.match.verdict import Verdict
from bot.match.vocabulary import (
    CpuPlayer,
    JoinNumber,
    LobbyEnd,
    MadeBy,
    MatchClock,
    NoResult,
    Occasion,
    Participant,
    Place,
    Refusal,
    SealingLine,
    Status,
    WishKind,
    plays_alone,
)
from engine.rules.actions import Action, Player
from engine.rules.options import Rules
from engine.version import Version


class DeadlineKind(StrEnum):
    """The kinds of deadlines, by what happens when they have come (stored)."""

    LOBBY = "lobby"
    """The lobby closes."""
    NUDGE = "nudge"
    """The host is reminded to start."""
    DRAW = "draw"
    """Cards of the seat draw are turned for those who have not."""
    DRAWN = "drawn"
    """The drawn cards have been looked at: the first month is shown."""
    CUT = "cut"
    """The deck is tapped."""
    READY = "ready"
    """The end of the secret round: a player who has not answered declares no hand yaku."""
    TURN = "turn"
    """The player to move has no time left."""
    HALF = "half"
    """The player to move is reminded."""
    REST = "rest"
    """The next month begins."""
    WARN = "warn"
    """Everybody is told that the match will soon be aborted."""
    ASIDE = "aside"
    """A match that binds nobody is set aside."""
    UNRESUMED = "unresumed"
    """A match that rests ends as it was left."""
    IDLE = "idle"
    """The match is aborted."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time at which something happens by itself.

    `round` counts what the deadline is for (rounds of the seat draw, actions, ends of months): with another
    round it is another deadline, and the time begins again.
    """

    round: int
    due_at: datetime


Deadlines = Mapping[DeadlineKind, Deadline]


@dataclass(frozen=True, slots=True)
class Entry:
    """A participant as stored: `join_id` is None for a CPU, `seat` in the seat draw and for watchers.

    `bank`: the time that is left to them beyond that of a turn; None: all of it. `timeouts`: how often in a
    row their time has run out. `stand_in`: the CPU player that plays while they are away.
    """

    who: Participant
    join_id: int | None = None
    seat: Player | None = None
    bank: timedelta | None = None
    timeouts: int = 0
    stand_in: CpuPlayer | None = None
    wins: int | None = None
    """Matches of the series that they have won before this one; None: they are new in it."""

    @property
    def away(self) -> bool:
        """Whether their opponents may choose what happens: their time has run out twice in a row."""
        return self.timeouts >= AWAY_AFTER and self.stand_in is None

    @property
    def absent(self) -> bool:
        """Whether they are away, or a CPU player plays for them."""
        return self.away or self.stand_in is not None


AWAY_AFTER = 2
"""Time-outs in a row after which somebody is away."""


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
    """A participant's wish to go on after an end of a month; `end` counts the ends of the match from 0."""

    end: int
    participant: JoinNumber
    at: datetime


@dataclass(frozen=True, slots=True)
class Wish:
    """A participant's wish; `round`: how many actions were in the log when they said so."""

    kind: WishKind
    participant: JoinNumber
    round: int
    at: datetime


def resuming(wishes: Iterable[Wish]) -> frozenset[JoinNumber]:
    """Return the people whose presses have woken a match that rests; the others are waited for.

    The `round` of such a wish counts the times that the match was woken: an old press counts no more.
    """
    found = [wish for wish in wishes if wish.kind is WishKind.RESUME]
    latest = max((wish.round for wish in found), default=0)
    return frozenset(wish.participant for wish in found if wish.round == latest)


@dataclass(frozen=True, slots=True)
class Carried:
    """The facts of a series that a match carries on from those before it (stored); the wins stand with its
    people.
    """

    first: MatchId
    """The match with which the series began."""
    best_of: int | None
    """The planned length of the series: 3 or 5 matches; None: it is open."""
    people: int
    """The number of people and CPU players in it."""
    used: int
    """Matches that one of them has won, or that were drawn twice."""
    replay: bool = False
    """Whether this match plays a drawn one again."""


@dataclass(frozen=True, slots=True)
class HostedMatch:
    """A match as far as it has come. `progress` is there once the lobby has closed with a match."""

    place: Place
    host: UserId
    rules: Rules
    secret: bytes
    entries: tuple[Entry, ...]
    invited: tuple[UserId, ...]
    """The only people who may join, besides the host; once somebody has declined, only they."""
    status: Status
    opened_at: datetime
    found_at: datetime | None = None
    """The moment of the first joining; None: nobody has joined, or it was not noted yet."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    lobby_end: LobbyEnd | None = None
    no_result: NoResult | None = None
    """The reason why it was aborted, where there is somebody to be told."""
    progress: Progress | None = None
    deadlines: Deadlines = field(default_factory=dict)
    clock: MatchClock = MatchClock.OFF
    invited_names: Mapping[UserId, str] = field(default_factory=dict)
    """The names of the invited, as far as they are known; stored of those who have taken part before."""
    wishes: tuple[Wish, ...] = ()
    """The wishes of some of its people to which others have not agreed yet, in no order."""
    set_aside_at: datetime | None = None
    """Since when a match in which nobody waits for anybody is left to be taken up; None: it is not."""
    rated: bool = True
    """Whether it may move ratings, as its server had set it when it was opened."""
    verdict: Verdict | None = None
    """Whether it moved ratings; there once the match has ended with a result."""
    version: Version = Version.CHOICES
    """The version of seat draw and decks; a match that began with an older one ends with it."""
    line: SealingLine | None = None
    """The message that sealed its secret; None before it stands, and in version 1."""
    best_of: int | None = None
    """The number of matches in its series, 3 or 5, as the host has chosen; None: the series is open."""
    carried: Carried | None = None
    """The series that it was opened to carry on; see `bot.match.series` for whether it does."""
    invited_wins: Mapping[UserId, int] = field(default_factory=dict)
    """The wins in that series of those who are invited."""
    arena: ArenaId | None = None
    """The arena to which it belongs: all its people are there as it is opened, and it begins as it is
    sealed.
    """

    @property
    def sealed(self) -> bool:
        """Whether its secret may be used, which nobody can choose any more; before that nobody sees it."""
        return self.version is Version.JOINS or self.line is not None

    @property
    def live(self) -> bool:
        """Whether anything can happen still."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def begun(self) -> Progress:
        """The progress of a match that has begun; the caller knows that it has."""
        assert self.progress is not None, "a lobby has no progress"
        return self.progress

    @property
    def shows_draw(self) -> bool:
        """Whether everybody looks at the cards that were drawn for the seats; the first move ends it, too."""
        return DeadlineKind.DRAWN in self.deadlines and self.begun.draw_to_show

    def with_draw_seen(self) -> HostedMatch:
        """The match that knows by its deadlines, which are stored, whether the draw has been looked at."""
        if self.progress is None or self.progress.state.order is None:
            return self
        seen = DeadlineKind.DRAWN not in self.deadlines
        return replace(self, progress=replace(self.progress, draw_seen=seen))

    @property
    def playing(self) -> tuple[Entry, ...]:
        """The people who play a match that has begun: the seated ones, or all while the seats are drawn."""
        drawn = self.begun.state.order is not None
        return tuple(
            entry
            for entry in self.entries
            if entry.who.user is not None and (entry.seat is not None or not drawn)
        )

    @property
    def alone(self) -> bool:
        """Whether one person plays among CPU players; a lobby waits for more.

        A match against CPU players alone is a lobby only until its secret is sealed.
        """
        seats = ((entry.who.user is not None, entry.seat is not None) for entry in self.entries)
        begins = self.progress is not None or (not self.sealed and len(self.entries) >= self.rules.seats)
        return begins and plays_alone(seats)

    @property
    def all_have_played(self) -> bool:
        """Whether giving the match up loses it: each player has played a card themself.

        Before that it has no result. One person among CPU players loses it as soon as the seats are drawn.
        A CPU player that an opponent seated counts as its player: coming back cannot wipe out what it played.
        """
        if self.begun.state.order is None:
            return False
        played = self.begun.moved | {seat for _, seat in self.begun.cpu_deals}
        return self.alone or all(entry.seat in played for entry in self.playing)

    @property
    def binds_nobody(self) -> bool:
        """Whether it is set aside where nobody presses for a while.

        So is a match that one person plays among CPU players, those in the seats of absent people too. So is
        a live one that waits for the choice of its people about somebody who is away.
        """
        if self.progress is None:
            return False
        if any(entry.away for entry in self.playing):
            return self.clock is MatchClock.LIVE
        return sum(not entry.absent for entry in self.playing) <= 1

    @property
    def someone_is_there(self) -> bool:
        """Whether one of its people has answered their last question, or chosen about an absent player."""
        return any(entry.timeouts == 0 and entry.stand_in is None for entry in self.playing)

    @property
    def sleeps(self) -> bool:
        """Whether it rests: all must press before it goes on, and it ends soon if they do not.

        Of the matches that are set aside these are the live ones among people, those of arenas left out.
        """
        rests = self.set_aside_at is not None and self.clock is MatchClock.LIVE
        return rests and not self.alone and self.arena is None

    @property
    def awaited_back(self) -> tuple[Entry, ...]:
        """The people who must press still before a match that rests goes on.

        CPU players press for nobody. A player who stayed away from an opponent who was there is awaited only
        once they have pressed.
        """
        there, now = self.someone_is_there, resuming(self.wishes)
        pressed = {wish.participant for wish in self.wishes if wish.kind is WishKind.RESUME}
        return tuple(
            entry
            for entry in self.playing
            if entry.who.number not in now and entry.stand_in is None
            if entry.who.number in pressed or not (entry.away and there)
        )

    def judged(self, verdict: Verdict | None) -> HostedMatch:
        """The match with what its end did to ratings; as it is where nothing has been judged."""
        return self if verdict is None else replace(self, verdict=verdict)

    def entry_of(self, user: UserId) -> Entry | None:
        """A user's entry, if they take part."""
        return next((entry for entry in self.entries if entry.who.user == user), None)

    def entry_at(self, player: Player) -> Entry:
        """A player's entry: by joining number during the seat draw, by table number from then on."""
        order = self.begun.state.order
        return self.entries[player if order is None else order[player]]

    def with_entry(self, entry: Entry) -> HostedMatch:
        """The match with this entry in place of the one of the same number."""
        entries = tuple(entry if old.who.number == entry.who.number else old for old in self.entries)
        return replace(self, entries=entries)


@dataclass(frozen=True, slots=True)
class Change:
    """A match after a step, what that is to those who watch, and the rows that it adds."""

    after: HostedMatch
    occasion: Occasion
    made: tuple[LoggedAction, ...] = ()
    agreements: tuple[Agreement, ...] = ()


Step = Callable[[HostedMatch, datetime], Change | Refusal]
"""One thing that happens to a match: a press, a deadline, a CPU player's move. Pure; given match and time.

There are two ways to say no, and both leave the match as it was, nothing stored and nothing published:

- The step returns a `Refusal` where it comes too late or there is nothing to do. The view of the match as it
  stands is the answer; the person who pressed has done nothing wrong.
- The step raises a `BotError` where somebody wants what they may not have or what cannot be. Its sentence
  is the answer.
"""
