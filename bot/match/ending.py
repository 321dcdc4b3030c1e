"""Ends without a result, and matches that are set aside. Pure: each function is a step, see `Step`.

A match among people ends without a result when all of them want it, or a manager of its server. After a time
without a move in a match without a clock any one of them suffices. A person against CPU players is all of its
people. What somebody wants stays open, also while cards are played, until somebody says that they play on.
One that somebody gives up, or stays away from, before everybody has played a card has no result either (see
`HostedMatch.all_have_played`, `moves.resign`, `absence.claim`).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from bot.config import Settings
from bot.errors import NotHost, NotInMatch
from bot.ids import UserId
from bot.match import lobby, moves, turn_time
from bot.match.hosted_match import Change, DeadlineKind, Entry, HostedMatch, Wish, resuming
from bot.match.vocabulary import LobbyEnd, MatchClock, NoResult, Occasion, Refusal, Status, WishKind

AWAKE = timedelta(minutes=15)
"""The time for which a press on a match that rests shows that its player waits for the others."""


class WayOut(Enum):
    """The ways to end a match, or a lobby, without a result."""

    CLOSE = "it is a lobby of theirs"
    ALONE = "they alone play CPU players"
    UNPLAYED = "nobody has moved for long, and no clock runs"
    ASK = "the others have to agree"
    ASKED = "they want it already, and others have to agree still"
    NONE = "not at all"


def way_out(hosted: HostedMatch, user: UserId, settings: Settings, now: datetime) -> WayOut:
    """Return the way in which a user can end the match now, as one of its people."""
    if hosted.status is Status.LOBBY:
        return WayOut.CLOSE if hosted.host == user else WayOut.NONE
    if hosted.status is not Status.PLAYING or hosted.begun.over:
        return WayOut.NONE
    entry = next((each for each in hosted.playing if each.who.user == user), None)
    if entry is None:
        return WayOut.NONE
    if hosted.alone:
        return WayOut.ALONE
    if hosted.clock is MatchClock.OFF and now >= _last_move(hosted, settings) + _patience(settings):
        return WayOut.UNPLAYED
    return WayOut.ASKED if entry in wishing(hosted) else WayOut.ASK


def agree_to_abort(hosted: HostedMatch, user: UserId, settings: Settings, now: datetime) -> Change | Refusal:
    """One of its people wants the match to end without a result: it does if nobody else has to agree.

    A host's lobby closes. Raises NotHost, LobbyOver, NotInMatch, for who only watches too.
    """
    if hosted.status is Status.LOBBY:
        if hosted.host != user:
            raise NotHost(hosted.host)
        return lobby.close(hosted, LobbyEnd.CALLED_OFF, now)
    entry = moves.taking_part(hosted, user)
    if (refusal := _refusal(hosted)) is not None:
        return refusal
    way = way_out(hosted, user, settings, now)
    if way is WayOut.NONE:
        raise NotInMatch
    if way is WayOut.ASKED:
        return Refusal.UNCHANGED
    if entry.absent:
        hosted = turn_time.pressed(hosted, entry, now)
    wish = Wish(WishKind.ABORT, entry.who.number, hosted.begun.state.n, now)
    wanting = replace(hosted, wishes=(*hosted.wishes, wish))
    if way is WayOut.UNPLAYED:
        return abort(wanting, now, NoResult.UNPLAYED)
    if awaited(wanting):
        return Change(wanting, Occasion.ABORT_WISHED)
    return abort(wanting, now, NoResult.AGREED)


def play_on(hosted: HostedMatch, user: UserId) -> Change | Refusal:
    """One of its people plays on: nobody wants the match to end any more. Raises as `agree_to_abort` does."""
    moves.taking_part(hosted, user)
    if (refusal := _refusal(hosted)) is not None:
        return refusal
    if all(entry.who.user != user for entry in hosted.playing):
        raise NotInMatch
    kept = tuple(wish for wish in hosted.wishes if wish.kind is not WishKind.ABORT)
    if len(kept) == len(hosted.wishes):
        return Refusal.UNCHANGED
    return Change(replace(hosted, wishes=kept), Occasion.ABORT_WISHED)


def force_abort(hosted: HostedMatch, now: datetime) -> Change | Refusal:
    """A manager of the server ends the match without a result, or closes the lobby."""
    if hosted.status is Status.LOBBY:
        return lobby.close(hosted, LobbyEnd.BY_MANAGER, now)
    return _refusal(hosted) or abort(hosted, now, NoResult.MANAGER)


def abort(hosted: HostedMatch, now: datetime, why: NoResult | None = None) -> Change | Refusal:
    """The match, or its lobby, ends without a result; `why` None: there is nobody to be told."""
    return moves.aborted(hosted, now, why) if hosted.live else Refusal.OVER


def wishing(hosted: HostedMatch) -> tuple[Entry, ...]:
    """The people who want the match to end without a result."""
    wished = {wish.participant for wish in hosted.wishes if wish.kind is WishKind.ABORT}
    return tuple(entry for entry in hosted.playing if entry.who.number in wished)


def awaited(hosted: HostedMatch) -> tuple[Entry, ...]:
    """The people who have to agree to that still; those for whom a CPU player plays are not asked."""
    wished = wishing(hosted)
    return tuple(entry for entry in hosted.playing if entry not in wished and entry.stand_in is None)


def set_aside(hosted: HostedMatch, now: datetime) -> Change | Refusal:
    """A match that nobody need be kept waiting for waits to be taken up: nobody has pressed."""
    if hosted.status is not Status.PLAYING or hosted.set_aside_at is not None:
        return Refusal.STALE
    if not hosted.binds_nobody:
        return Refusal.STALE
    return Change(replace(hosted, set_aside_at=now), Occasion.SET_ASIDE)


def take_up(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """One of its people takes up a match that was set aside, or has pressed on it: its time begins again.

    That player is there again. One that rests waits for the others, too (see `HostedMatch.sleeps`). Raises
    NotInMatch for watchers, and as `moves.taking_part` does.
    """
    entry = moves.taking_part(hosted, user)
    if hosted.status is not Status.PLAYING:
        return Refusal.OVER
    if all(entry.who.user != user for entry in hosted.playing):
        raise NotInMatch
    if hosted.sleeps:
        return _woken(hosted, entry, now)
    if hosted.set_aside_at is not None:
        there = turn_time.pressed(hosted, entry, now) if entry.absent else hosted
        return Change(replace(there, set_aside_at=None, deadlines={}), Occasion.TAKEN_UP)
    if DeadlineKind.ASIDE not in hosted.deadlines:
        return Refusal.UNCHANGED
    return Change(turn_time.present(hosted, entry, now), Occasion.TAKEN_UP)


def _woken(hosted: HostedMatch, entry: Entry, now: datetime) -> Change:
    """One of its people presses on a match that rests: it goes on once all have who are awaited.

    The first press calls the others, and so does that of another one after a pause. Nobody calls twice.
    """
    number = entry.who.number
    pressed = [wish for wish in hosted.wishes if wish.kind is WishKind.RESUME]
    last = max(pressed, key=lambda wish: wish.at, default=None)
    anew = last is None or now - last.at > AWAKE
    times = (0 if last is None else max(wish.round for wish in pressed)) + anew
    mine = Wish(WishKind.RESUME, number, times, now)
    others = tuple(each for each in hosted.wishes if (each.kind, each.participant) != (mine.kind, number))
    hosted = replace(hosted, wishes=(*others, mine))
    if hosted.awaited_back:
        calls = anew and (last is None or last.participant != number)
        return Change(hosted, Occasion.WOKEN if calls else Occasion.TAKEN_UP)
    for each in hosted.playing:
        if each.who.number in resuming(hosted.wishes):
            hosted = hosted.with_entry(replace(each, timeouts=0, stand_in=None))
    wishes = tuple(wish for wish in hosted.wishes if wish.kind is WishKind.ABORT)
    return Change(replace(hosted, set_aside_at=None, deadlines={}, wishes=wishes), Occasion.TAKEN_UP)


def _refusal(hosted: HostedMatch) -> Refusal | None:
    """Return the reason why a begun match can only end with a result; None where it can end without."""
    if hosted.status is not Status.PLAYING:
        return Refusal.OVER
    # The last end may wait behind another one: then the match is decided.
    return Refusal.RESTING if hosted.begun.over else None


def _last_move(hosted: HostedMatch, settings: Settings) -> datetime:
    """Return the time of the last move, later by all time in which the bot was not there."""
    idle = hosted.deadlines.get(DeadlineKind.IDLE)
    if idle is None:
        return hosted.started_at or hosted.opened_at
    return idle.due_at - timedelta(seconds=settings.idle_seconds)


def _patience(settings: Settings) -> timedelta:
    return timedelta(seconds=settings.unplayed_seconds)
