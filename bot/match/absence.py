"""Players who are absent: time-outs, claims, CPU players in their seats, coming back. Steps, see `Step`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from bot.errors import NobodyAway
from bot.ids import UserId
from bot.match import moves, turn_time
from bot.match.hosted_match import AWAY_AFTER, Change, Entry, HostedMatch, Wish
from bot.match.vocabulary import CpuPlayer, NoResult, Occasion, Refusal, Status, WishKind
from engine.play.events import Event, MatchOver, Resigned
from engine.play.legal import legal_moves
from engine.play.observation import Observation, observe
from engine.rules.actions import Action, Move, Player, Resign, Shobu

STAND_IN = CpuPlayer.NORMAL
"""The CPU player that plays for an absent person."""


def to_move_for(hosted: HostedMatch) -> tuple[Observation, ...]:
    """Return the observations of players whose time is over and for whom a safe move is made."""
    late = turn_time.on_clock(hosted)
    return tuple(observe(hosted.begun.state, each) for each in late if not _again(hosted, each))


def stops(seen: Observation) -> Move | None:
    """The safe answer to a decision, which needs no thought: to stop, where that is allowed."""
    return Shobu() if Shobu() in seen.legal else None


def time_out(hosted: HostedMatch, safe: Mapping[Player, Move], now: datetime) -> Change | Refusal:
    """The time of those who are asked is over: `safe` has a move for each whose first time this is in a row.

    What such a move asks them further is answered in the same way, at once and as one time. Who has let it
    run out the time before too is away. STALE where a move is missing, or answers what the turn asked before.
    """
    late = turn_time.on_clock(hosted)
    moving = [player for player in late if not _again(hosted, player)]
    state = hosted.begun.state
    if not late or any(safe.get(player) not in legal_moves(state, player) for player in moving):
        return Refusal.STALE
    for player in late if _counts(hosted) else ():
        entry = hosted.entry_at(player)
        bank = None if entry.bank is None else turn_time.NO_TIME
        hosted = hosted.with_entry(replace(entry, bank=bank, timeouts=entry.timeouts + 1))
    if not moving:
        return Change(hosted, Occasion.AWAY)
    answers = (Action(player, safe[player]) for player in moving)
    return moves.answered(hosted, moves.CLOCK, now, *answers, usual=Occasion.TIMED_OUT)


def gone(
    hosted: HostedMatch, user: UserId, asked: int, safe: Mapping[Player, Move], now: datetime
) -> Change | Refusal:
    """A user who was asked question `asked` has left the server: their time is over at once, see `time_out`.

    STALE where the question has been answered, or is not theirs alone.
    """
    late = turn_time.on_clock(hosted)
    if len(late) != 1 or hosted.entry_at(late[0]).who.user != user or hosted.begun.state.asked != asked:
        return Refusal.STALE
    return time_out(hosted, safe, now)


def claim(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """An opponent wants the win of an absent player; once all who may have said so, that player has resigned.

    Before everybody has played a card there is nothing to win: then the match ends without a result.
    Raises NobodyAway, NotInMatch for who only watches, and as `moves.taking_part` does.
    """
    entry, away = _opponent(hosted, user)
    if entry.absent:
        return come_back(hosted, user, now)
    wished = {wish.participant for wish in hosted.wishes if wish.kind is WishKind.CLAIM}
    if entry.who.number in wished or hosted.sleeps:
        return Refusal.UNCHANGED
    hosted = turn_time.present(hosted, entry, now)
    wished.add(entry.who.number)
    if not {each.who.number for each in _claimants(hosted, away)} <= wished:
        wish = Wish(WishKind.CLAIM, entry.who.number, hosted.begun.state.n, now)
        return Change(replace(hosted, wishes=(*hosted.wishes, wish)), Occasion.CLAIM_WISHED)
    return _stayed_away(turn_time.without_claims(hosted), away, now)


def seat_stand_in(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """An opponent lets a CPU player play for each absent player. Raises as `claim` does."""
    entry, _ = _opponent(hosted, user)
    if entry.absent:
        return come_back(hosted, user, now)
    if hosted.sleeps:
        return Refusal.UNCHANGED
    hosted = turn_time.present(hosted, entry, now)
    for each in hosted.entries:
        if each.away:
            hosted = hosted.with_entry(replace(each, stand_in=STAND_IN))
    return Change(turn_time.without_claims(hosted), Occasion.STAND_IN)


def unresumed(hosted: HostedMatch, now: datetime) -> Change | Refusal:
    """A match that rests was not resumed in time: it ends as it was left.

    A player who stayed away while an opponent was there, and has not pressed since, counts as having
    resigned. Otherwise it has no result. STALE where it does not rest.
    """
    if hosted.status is not Status.PLAYING or not hosted.sleeps:
        return Refusal.STALE
    back = {wish.participant for wish in hosted.wishes if wish.kind is WishKind.RESUME}
    there, awake = hosted.someone_is_there, replace(hosted, set_aside_at=None)
    left = [
        entry
        for entry in hosted.playing
        if entry.who.number not in back and (entry.stand_in is not None or (entry.away and there))
    ]
    if hosted.begun.over:
        return Change(moves.shown_to_the_end(awake, now), Occasion.RESIGNED)
    if not left:
        return moves.aborted(hosted, now, NoResult.IDLE)
    # Those for whom a CPU player plays count as having resigned at every end.
    return _stayed_away(awake, min(left, key=lambda entry: entry.stand_in is not None), now)


def come_back(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """An absent player takes their seat again; UNCHANGED for everybody else.

    Raises as `moves.taking_part` does.
    """
    entry = moves.taking_part(hosted, user)
    if hosted.status is not Status.PLAYING:
        return Refusal.OVER
    return moves.back(hosted, entry, now) or Refusal.UNCHANGED


def places(hosted: HostedMatch) -> tuple[int, ...] | None:
    """The places by table number, 1 = first; None before the end.

    A player who was absent at the end counts as having resigned: they are last.
    """
    state = hosted.begun.state
    ranking = state.ranking
    if ranking is None or state.order is None:
        return None
    gone = {seat for seat, number in enumerate(state.order) if hosted.entries[number].stand_in is not None}
    if not gone:
        return ranking
    gone |= {event.player for event in hosted.begun.latest if isinstance(event, Resigned)}
    there = [place for seat, place in enumerate(ranking) if seat not in gone]
    return tuple(
        len(ranking) if seat in gone else 1 + sum(other < place for other in there)
        for seat, place in enumerate(ranking)
    )


def _stayed_away(hosted: HostedMatch, away: Entry, now: datetime) -> Change:
    """The match that an absent player loses, or that has no result as not everybody has played a card."""
    assert away.seat is not None, "people are asked for cards once the seats are drawn"
    if not hosted.all_have_played:
        return moves.aborted(hosted, now, NoResult.STAYED_AWAY)
    return moves.acted(hosted, moves.CLOCK, now, Occasion.RESIGNED, Action(away.seat, Resign()))


def _counts(hosted: HostedMatch) -> bool:
    """Whether time that runs out now is held against those who are asked: not twice in one turn."""
    return not turn_time.goes_on_late(hosted)


def as_counted(events: Iterable[Event], places: tuple[int, ...] | None) -> tuple[Event, ...]:
    """Events with the places as they count, where those are known."""
    return tuple(
        replace(event, ranking=places) if places and isinstance(event, MatchOver) else event
        for event in events
    )


def _again(hosted: HostedMatch, player: Player) -> bool:
    """Whether this player's time ran out in their turn before, too."""
    return _counts(hosted) and hosted.entry_at(player).timeouts + 1 >= AWAY_AFTER


def _opponent(hosted: HostedMatch, user: UserId) -> tuple[Entry, Entry]:
    """The entries of a user who chooses, and of the first player who is away. Raises as `claim` does."""
    entry = moves.taking_part(hosted, user)
    moves.seat_of(hosted, user)
    away = next((each for each in hosted.entries if each.away), None)
    if hosted.status is not Status.PLAYING or away is None:
        raise NobodyAway
    return entry, away


def _claimants(hosted: HostedMatch, away: Entry) -> list[Entry]:
    """Return the people who play against an absent player themselves: all of them have to want the win."""
    return [
        entry
        for entry in hosted.entries
        if entry.seat is not None and entry.who.user is not None and entry.stand_in is None
        if entry is not away
    ]
