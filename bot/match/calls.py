"""Calls: whether a message may call somebody, who is asked, and since when. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from bot.ids import UserId
from bot.match.views import MatchView, SeatView, View
from bot.match.vocabulary import Pings, QuietHours, Status
from engine.play.observation import Observation
from engine.rules.actions import Phase, Player

HERE = timedelta(seconds=60)
"""The time for which a press in a match shows that its player is there."""


class Call(Enum):
    """The ways of calling somebody."""

    NOT = "not"
    MENTION = "mention"
    """By a mention in the channel."""
    DIRECT = "direct"
    """By a message to them alone."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The way in which somebody wants to be called. `zone`: the time zone of their quiet hours."""

    pings: Pings
    quiet: QuietHours | None
    zone: ZoneInfo

    def is_quiet(self, now: datetime) -> bool:
        """Whether nothing may call them now; `now` is aware."""
        if self.quiet is None:
            return False
        local = now.astimezone(self.zone)
        minute = local.hour * 60 + local.minute
        if self.quiet.start <= self.quiet.end:
            return self.quiet.start <= minute < self.quiet.end
        return minute >= self.quiet.start or minute < self.quiet.end


def call(choice: Choice, now: datetime) -> Call:
    """Return the possible call: none in their quiet hours, else by what they have chosen."""
    if choice.pings is Pings.NEVER or choice.is_quiet(now):
        return Call.NOT
    return Call.DIRECT if choice.pings is Pings.DM else Call.MENTION


def call_to_turn(
    choice: Choice, now: datetime, asked_at: datetime, pressed_at: datetime | None, *, called: bool
) -> Call:
    """Return the call for a turn that began at `asked_at`.

    Once a turn (`called`: they have been); and, unless they want it always, not where they pressed something
    in the match within `HERE` before it, or since. `pressed_at` None: they have pressed nothing.
    """
    here = pressed_at is not None and pressed_at > asked_at - HERE
    if called or (here and choice.pings is not Pings.ALWAYS):
        return Call.NOT
    return call(choice, now)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that a person has: who, where they sit, in which dealing of the match."""

    user: UserId
    player: Player
    deal: int

    def goes_on_as(self, other: Turn | None) -> bool:
        """Whether another moment belongs to the same turn, as nobody else was asked between."""
        return other is not None and (self.user, self.deal) == (other.user, other.deal)


def turn_of(view: View) -> Turn | None:
    """The turn of the one person whom a match waits for.

    None where nobody's move is awaited, or that of several: in a lobby, a rest, the seat draw and while it is
    looked at, the check for hand yaku. None, too, at the cut, which is soon made by itself, and where no
    other person plays who waits.
    """
    if (waiting := _waiting(view)) is None:
        return None
    view, seen = waiting
    if seen.phase in {Phase.SEATS, Phase.CUT, Phase.OVER} or len(seen.to_move) != 1:
        return None
    (player,) = seen.to_move
    people = [seat for seat in view.seats if _person(seat) is not None]
    user = _person(view.seats[player])
    if user is None or len(people) < 2:
        return None
    return Turn(user, player, seen.deal)


def asked(view: View) -> tuple[UserId, ...]:
    """The people whose move or answer a match in play waits for."""
    if (waiting := _waiting(view)) is None:
        return ()
    view, seen = waiting
    users = (_person(view.seats[player]) for player in seen.to_move if view.seats)
    return tuple(user for user in users if user is not None)


def is_cpu_turn(view: View) -> bool:
    """Whether a match waits for CPU players alone: something happens by itself in a moment."""
    if (waiting := _waiting(view)) is None:
        return False
    view, seen = waiting
    return bool(view.seats and seen.to_move) and not asked(view)


def _waiting(view: View) -> tuple[MatchView, Observation] | None:
    """A match in play and what everybody sees of it; None in a rest, and while the draw is looked at."""
    if not isinstance(view, MatchView) or view.status is not Status.PLAYING or view.shows_draw or view.sleeps:
        return None
    return None if view.public is None else (view, view.public)


def _person(seat: SeatView) -> UserId | None:
    """The user who plays on a seat themself; None where a CPU player does, for somebody absent too."""
    return None if seat.stand_in is not None else seat.participant.user
