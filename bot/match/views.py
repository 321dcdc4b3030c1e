"""Views of matches: frozen values that the service publishes and the cogs present.

A view holds observations only, never the state of a match: whatever a seat may not know is not in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from bot.config import Settings
from bot.ids import ArenaId, MatchId, UserId
from bot.match.hosted_match import Wish
from bot.match.series import FIRST, Standing
from bot.match.verdict import Verdict
from bot.match.vocabulary import (
    CpuPlayer,
    JoinNumber,
    LobbyEnd,
    MadeBy,
    MatchClock,
    NoResult,
    Participant,
    Place,
    Refusal,
    SealingLine,
    Status,
    Strength,
    Version,
    plays_alone,
)
from engine.play.events import Event, Resigned
from engine.play.observation import Observation
from engine.rules.actions import Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """The times of the clocks."""

    live_turn: timedelta
    live_bank: timedelta
    """The time that each player of a live match has in all beyond their turns."""
    slow_turn: timedelta

    @classmethod
    def of(cls, settings: Settings) -> ClockTimes:
        """The times that the settings name."""
        return cls(
            live_turn=timedelta(seconds=settings.live_turn_seconds),
            live_bank=timedelta(seconds=settings.live_bank_seconds),
            slow_turn=timedelta(seconds=settings.slow_turn_seconds),
        )


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
    """The only users who may join; empty where everybody may."""
    secret_commitment: str
    """Lower-case hex SHA-256 of the match's secret (64 digits)."""
    expires_at: datetime
    clock: MatchClock
    """As its host has chosen."""
    times: ClockTimes
    ended: LobbyEnd | None = None
    invited_names: Mapping[UserId, str] = field(default_factory=dict)
    """The names of the invited, as far as they are known."""
    since: datetime | None = None
    """The time when it was opened."""
    rated: bool = True
    """Whether the match may move ratings, as its server has set it."""
    line: SealingLine | None = None
    """The message that sealed its secret; None before it stands, and in version 1."""
    sealed: bool = True
    """Whether it may be seen; before that its sealing line is awaited."""
    series: Standing = FIRST
    """The standing of the series to which the match would belong; of no length unless the host has chosen
    one.
    """
    arena: ArenaId | None = None
    """The arena whose match it becomes as it is sealed: nobody comes to it or goes."""
    again: CpuPlayer | None = None
    """The last CPU player of the host. The table message reads it: the match itself does not know it."""
    own_level: Strength | None = None
    """The strength that suits the host; read as `again` is."""
    rung: CpuPlayer | None = None
    """The next CPU player on the ladder of the host; read as `again` is."""

    @property
    def ready(self) -> bool:
        """Whether the seats are filled, so that the host may start."""
        return len(self.people) >= self.rules.seats

    @property
    def alone(self) -> bool:
        """Whether one person would play among CPU players if the match began now."""
        return self.ready and plays_alone((one.user is not None, False) for one in self.people)

    @property
    def solo(self) -> bool:
        """Whether one person is there and nobody is awaited: against CPU players they begin at once."""
        return sum(one.user is not None for one in self.people) == 1 and not self.awaited

    @property
    def awaited(self) -> tuple[UserId, ...]:
        """The invited users who have not come yet."""
        here = {one.user for one in self.people}
        return tuple(user for user in self.invited if user not in here)

    @property
    def declined_by(self) -> UserId | None:
        """Return the user whose refusal closed the lobby; None where they have deleted themself."""
        declined = self.ended is LobbyEnd.DECLINED and len(self.invited) == 1
        return self.invited[0] if declined else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player of the match. `observation` is withheld (None) while the match rests."""

    player: Player
    participant: Participant
    observation: Observation | None
    away: bool = False
    """The player's time has run out twice in a row: opponents may claim the win, wait, or seat a CPU player.

    A player who was so when the match ended without a result is so still.
    """
    stand_in: CpuPlayer | None = None
    """The CPU player that plays for them while they are away."""
    bank: timedelta | None = None
    """The rest of their time beyond that of a turn; None where there is no such time."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of the player to move.

    `turn_ends_at`: when the turn's own time is over and the bank begins to be used; `due_at`: when all is
    used up. `length`: all the time that there was when they were asked.
    """

    due_at: datetime
    turn_ends_at: datetime
    length: timedelta


@dataclass(frozen=True, slots=True)
class Rest:
    """The match waits between two months: only `end` may be shown, nothing of the deal that follows."""

    end: MonthEnd
    number: int
    """The number of this end in the match, from 0; a `Next month` button carries it."""
    more: int
    """The number of further ends that wait to be shown after this one."""
    agreed: frozenset[JoinNumber]
    waiting_for: tuple[JoinNumber, ...]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class RevealedDeck:
    """One deck that may be told: its salt (32 hex digits) and its cards in order, before any cut."""

    salt: str
    cards: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The values that check the shuffles, as far as they may be told; `seed` and `secret`: 64 hex digits."""

    decks: Mapping[int, RevealedDeck]
    """By deck number; 0 is the seat deck."""
    seed: str | None = None
    secret: str | None = None

    def named(self) -> Iterator[tuple[str, str]]:
        """Each value with its name: secret and seed, then `deck.K` and `salt.K`, the newest deck first."""
        for name, value in (("secret", self.secret), ("seed", self.seed)):
            if value is not None:
                yield name, value
        for number in sorted(self.decks, reverse=True):
            yield f"deck.{number}", self.decks[number].cards
            yield f"salt.{number}", self.decks[number].salt


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match that has begun, as everybody (`public`) and as each seat (`seats`) may see it."""

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
    public: Observation | None
    """The public observation; withheld (None) while the match rests.

    Only of the draw for the seats, where that is looked at before a rest.
    """
    seats: tuple[SeatView, ...]
    """By table number; empty during the seat draw."""
    events: tuple[Event, ...]
    """Events of the latest action, after a rest those that began the deal: only what may be shown."""
    told: tuple[Event, ...]
    """Events since the cards in play were dealt; empty while the match rests."""
    last_turn: tuple[Event, ...]
    """The steps of the turn with which the last of `ends` came about; empty where cards alone brought it."""
    made_by: MadeBy
    """The cause of these events: the clock, where somebody's time had run out."""
    ends: tuple[MonthEnd, ...]
    """The ends shown so far, the one of the rest included; all of them when the match is over."""
    rest: Rest | None
    commitment: str | None
    """The digest of the deck in play (64 hex digits), or of the seat deck; None while the match rests."""
    secret_commitment: str
    deadline: datetime | None
    """The time when the seat draw, the cut, the check for hand yaku or the rest goes on by itself."""
    clock: MatchClock
    """As its host has chosen; it runs where `turn_time` is there."""
    turn_time: TurnTime | None
    """The time of the player to move; None where none runs."""
    no_result: NoResult | None
    """The reason why it was aborted, where there is somebody to be told."""
    sole_player: UserId | None
    """The one person who plays among CPU players, as long as it goes on; None where more people play."""
    set_aside: bool
    """Whether it waits to be taken up: nobody in it waits for anybody."""
    binds_nobody: bool
    """Whether it is set aside where nobody presses for a while."""
    all_have_played: bool
    """Whether a player who gives the match up, or stays away, loses it; before that it has no result."""
    wishes: tuple[Wish, ...]
    """The wishes of some of its people to which others have not agreed yet."""
    ends_at: datetime | None
    """The time when it is aborted because nobody moves, once everybody is to be told so; None before."""
    scores: tuple[int, ...]
    """By table number, as after the last shown end."""
    verdict: Verdict | None
    """Whether the match moved ratings; None until it has ended with a result."""
    reveal: Reveal
    back: UserId | None = None
    """The player who was absent and is there again: that alone has happened."""
    shows_draw: bool = False
    """Whether the cards drawn for the seats are looked at; until then nobody is asked anything."""
    draw_seen: bool = False
    """Whether they have been, so that nobody need be told of them again."""
    since: datetime | None = None
    """The time when it began."""
    ended_at: datetime | None = None
    """The time when it ended; None while it goes on."""
    line: SealingLine | None = None
    """The message that sealed its secret; None in version 1."""
    taken: tuple[tuple[int, ...], ...] = ()
    """By joining number: the places in the row, from 0, of the cards drawn; empty in version 1."""
    rated: bool = True
    """Whether it may move ratings, as its server had set it."""
    series: Standing = FIRST
    """The standing of its series, its own result included once it is over."""
    arena: ArenaId | None = None
    """The arena to which it belongs."""
    called_back: tuple[Participant, ...] = ()
    """The people for whom a match that rests waits, once somebody has woken it; else nobody."""
    at_stake: bool = False
    """Whether its players get no help: people play each other, in whatever lists it counts, an arena or the
    deal of the day is decided.
    """

    @property
    def row(self) -> int:
        """Return the number of cards face down in the seat draw: 1 in version 1, 0 once it is made."""
        return 0 if self.public is None else self.public.row

    @property
    def sleeps(self) -> bool:
        """Whether it rests, see `HostedMatch.sleeps`."""
        among_people = self.sole_player is None and self.arena is None
        return self.set_aside and self.clock is MatchClock.LIVE and among_people

    @property
    def shown_end(self) -> MonthEnd | None:
        """The end of a month that is shown in place of its table: that of the rest, or the match's last one.

        None while cards are played, and where the match has ended before its last month had.
        """
        if self.rest is not None:
            return self.rest.end
        given_up = any(isinstance(event, Resigned) for event in self.events)
        return self.ends[-1] if self.ends and self.status is Status.OVER and not given_up else None

    def waits_for(self, user: UserId) -> bool:
        """Whether a press of this user takes the match up: it is set aside, and they play in it."""
        return self.set_aside and (self.sole_player == user or self.seat_of(user) is not None)

    def seat_of(self, user: UserId) -> SeatView | None:
        """The seat of a user, if they have one."""
        return next((seat for seat in self.seats if seat.participant.user == user), None)

    def plays(self, user: UserId) -> bool:
        """Whether a user plays in the match: they have a seat, or the seats are still drawn."""
        return self.seat_of(user) is not None or (not self.seats and self.participant_of(user) is not None)

    def participant_of(self, user: UserId) -> Participant | None:
        """A user as a participant, watchers of the seat draw included."""
        return next((one for one in self.people if one.user == user), None)


View = LobbyView | MatchView


V_co = TypeVar("V_co", bound=View, covariant=True)


@dataclass(frozen=True)
class Receipt(Generic[V_co]):
    """The answer to a step: the view after it and, if nothing changed, why."""

    view: V_co
    refusal: Refusal | None = None


def concerns(view: View, user: UserId, *, invited: bool) -> bool:
    """Whether a user takes part in a match, or is awaited in its lobby where that counts, too."""
    awaited = invited and isinstance(view, LobbyView) and user in view.awaited
    return awaited or any(one.user == user for one in view.people)
