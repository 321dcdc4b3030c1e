"""Presses, clocks and CPU players on a match in play. Pure: each makes a `Change`, if it is in time.

The engine judges moves; judged here is what is the host's: whose seat it is, whether its question is still
open, and the rest between two months.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import IllegalMove, NotInMatch
from bot.match.hosted_match import Agreement, Change, Entry, HostedMatch, LoggedAction
from bot.match.progress import Progress
from bot.match.vocabulary import JoinNumber, MadeBy, Occasion, Refusal, Status, UserId
from engine.actions import Action, Choose, Cut, Draw, Move, Phase, Player, Resign
from engine.cards.deck import Kind
from engine.errors import IllegalAction
from engine.events import Event
from engine.play.legal import legal_moves, to_move
from engine.play.observation import Observation, observe
from engine.record.notation import format_move


@dataclass(frozen=True, slots=True)
class Mover:
    """Who makes an action: a user, or the clock, a CPU player, the host's own rules."""

    made_by: MadeBy
    participant: JoinNumber | None = None


CLOCK = Mover(MadeBy.CLOCK)
CPU = Mover(MadeBy.CPU)
DEFAULT = Mover(MadeBy.DEFAULT)


def draw(hosted: HostedMatch, user: UserId, draw_round: int, now: datetime) -> Change | Refusal:
    """A user draws in the given round of the seat draw. Raises NotInMatch."""
    entry = _taking_part(hosted, user)
    progress = _progress(hosted)
    if progress.over or progress.rests or progress.state.phase is not Phase.SEATS:
        return _too_late(progress)
    player = Player(entry.who.number)
    if player not in to_move(progress.state) or draw_round != observe(progress.state, None).draw_round:
        return Refusal.STALE
    return _acted(hosted, _user(entry), now, Action(player, Draw()))


def act(hosted: HostedMatch, user: UserId, question: int, move: Move, now: datetime) -> Change | Refusal:
    """A user's move, if his seat's question is still open. Raises NotInMatch, IllegalMove."""
    entry = _taking_part(hosted, user)
    progress = _progress(hosted)
    if progress.over or progress.rests or progress.state.phase is Phase.SEATS:
        return _too_late(progress)
    player = seat_of(hosted, user)
    if observe(progress.state, player).question != question:
        return Refusal.STALE
    return _unasked(_acted(hosted, _user(entry), now, Action(player, move)), now)


def resign(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """A user gives up; allowed while the match rests. Raises NotInMatch."""
    entry = _taking_part(hosted, user)
    progress = _progress(hosted)
    if progress.over:
        # The last end may wait behind another one: the match is decided and nobody can give it up.
        return Refusal.RESTING if progress.rests else Refusal.OVER
    if progress.state.phase is Phase.SEATS:
        return Refusal.STALE
    return _acted(hosted, _user(entry), now, Action(seat_of(hosted, user), Resign()))


def gone(hosted: HostedMatch, user: UserId, now: datetime) -> Change | None:
    """A user leaves for good, and so gives up the seat; None for who only watches. Raises NotInMatch.

    The seat draw is made at once, and what is decided already is shown to its end: afterwards nothing waits
    for them, and their match has ended.
    """
    entry = _taking_part(hosted, user)
    progress = _progress(hosted)
    if progress.over:
        while _progress(hosted).rests:
            hosted = _moved_on(hosted, now)
        return Change(hosted)
    drawn = draw_seats(hosted, now) if progress.state.phase is Phase.SEATS else Change(hosted)
    seat = next(one.seat for one in drawn.after.entries if one.who.number == entry.who.number)
    if seat is None:
        return drawn if drawn.made else None
    resigned = _acted(drawn.after, _user(entry), now, Action(seat, Resign()))
    return Change(resigned.after, made=drawn.made + resigned.made)


def agree(hosted: HostedMatch, user: UserId, end: int, now: datetime) -> Change | Refusal:
    """A user wants to go on after the given end; a second time changes nothing. Raises NotInMatch."""
    seat_of(hosted, user)
    progress = _progress(hosted)
    if not progress.rests:
        return Refusal.OVER if progress.over else Refusal.STALE
    number = _taking_part(hosted, user).who.number
    if end != progress.ends_shown or number in progress.agreed:
        return Refusal.STALE
    agreed = replace(progress, agreed=progress.agreed | {number})
    after = replace(hosted, progress=agreed)
    if not waiting_for(after):
        after = _moved_on(after, now)
    return Change(after, agreements=(Agreement(end, number, now),))


def go_on(hosted: HostedMatch, end: int, now: datetime) -> Change | None:
    """The rest's time is over."""
    progress = _progress(hosted)
    if not progress.rests or end != progress.ends_shown:
        return None
    return Change(_moved_on(hosted, now))


def draw_all(hosted: HostedMatch, draw_round: int, mover: Mover, now: datetime) -> Change | None:
    """Everybody who has not drawn in this round draws."""
    progress = _progress(hosted)
    if progress.state.phase is not Phase.SEATS or observe(progress.state, None).draw_round != draw_round:
        return None
    return _acted(hosted, mover, now, *(Action(player, Draw()) for player in to_move(progress.state)))


def draw_seats(hosted: HostedMatch, now: datetime) -> Change:
    """The whole seat draw at once, for a match that starts at once."""
    made, events = tuple[LoggedAction, ...](), tuple[Event, ...]()
    while (progress := _progress(hosted)).state.phase is Phase.SEATS:
        change = _acted(hosted, DEFAULT, now, *(Action(player, Draw()) for player in to_move(progress.state)))
        hosted = change.after
        made += change.made
        events += _progress(hosted).latest
    return _together(Change(replace(hosted, progress=replace(progress, latest=events)), made=made))


def tap(hosted: HostedMatch, n: int, now: datetime) -> Change | None:
    """Whoever should cut the deck has not: it is tapped. `n`: the actions in the log when he was asked."""
    progress = _progress(hosted)
    if progress.rests or progress.state.phase is not Phase.CUT or progress.state.n != n:
        return None
    return _acted(hosted, CLOCK, now, Action(to_move(progress.state)[0], Cut(0)))


def cpu_to_move(hosted: HostedMatch) -> tuple[Entry, Observation] | None:
    """The first CPU player that is asked something, with what it may know; None while the match rests."""
    progress = hosted.progress
    if hosted.status is not Status.PLAYING or progress is None or progress.over or progress.rests:
        return None
    for player in to_move(progress.state):
        entry = entry_at(hosted, player)
        if entry.who.cpu is not None:
            return entry, observe(progress.state, player)
    return None


def cpu_act(hosted: HostedMatch, observation: Observation, move: Move, now: datetime) -> Change:
    """A CPU player's answer to what it saw."""
    assert observation.viewer is not None
    return _unasked(_acted(hosted, CPU, now, Action(observation.viewer, move)), now)


def occasion(before: HostedMatch, after: HostedMatch, usual: Occasion) -> Occasion:
    """What a change of a match is to those who watch it; `usual` where it neither begins nor ends a rest."""
    old, new = before.progress, after.progress
    if old is None or new is None or usual is Occasion.RESIGNED:
        return usual
    if new.rests and (not old.rests or new.ends_shown > old.ends_shown):
        return Occasion.RESTING
    return Occasion.NEXT_MONTH if new.ends_shown > old.ends_shown else usual


def entry_at(hosted: HostedMatch, player: Player) -> Entry:
    """Who a player is: by joining number during the seat draw, by table number from then on."""
    order = _progress(hosted).state.order
    return hosted.entries[player if order is None else order[player]]


def seat_of(hosted: HostedMatch, user: UserId) -> Player:
    """A user's table number. Raises NotInMatch, also for those who only watch."""
    for entry in hosted.entries:
        if entry.who.user == user and entry.seat is not None:
            return entry.seat
    raise NotInMatch


def waiting_for(hosted: HostedMatch) -> tuple[JoinNumber, ...]:
    """The seated people who have not yet agreed to go on; CPU players always have."""
    return tuple(
        entry.who.number
        for entry in sorted(hosted.entries, key=lambda entry: entry.who.number)
        if entry.seat is not None and entry.who.user is not None
        if entry.who.number not in _progress(hosted).agreed
    )


def seated(hosted: HostedMatch) -> HostedMatch:
    """The same with every entry's seat as the draw has made it."""
    order = _progress(hosted).state.order
    if order is None:
        return hosted
    entries = tuple(
        replace(entry, seat=Player(order.index(entry.who.number)) if entry.who.number in order else None)
        for entry in hosted.entries
    )
    return replace(hosted, entries=entries)


def settled(hosted: HostedMatch, now: datetime) -> HostedMatch:
    """The same with its status as the game has it."""
    if hosted.status is Status.PLAYING and _progress(hosted).finished:
        return replace(hosted, status=Status.OVER, ended_at=now)
    return hosted


def aborted(hosted: HostedMatch, now: datetime) -> Change:
    """The match, or its lobby, ends without a result."""
    status = Status.ABORTED if hosted.progress else Status.CLOSED
    return Change(replace(hosted, status=status, ended_at=now))


def _progress(hosted: HostedMatch) -> Progress:
    assert hosted.progress is not None
    return hosted.progress


def _taking_part(hosted: HostedMatch, user: UserId) -> Entry:
    entry = hosted.entry_of(user)
    if entry is None:
        raise NotInMatch
    return entry


def _user(entry: Entry) -> Mover:
    """A participant who is a user, as the one who makes an action."""
    return Mover(MadeBy.USER, entry.who.number)


def _together(change: Change) -> Change:
    """The same change with all its actions as one step."""
    return replace(change, made=tuple(replace(one, step=change.made[0].n) for one in change.made))


def _too_late(progress: Progress) -> Refusal:
    if progress.rests:
        return Refusal.RESTING
    return Refusal.OVER if progress.over else Refusal.STALE


def _acted(hosted: HostedMatch, mover: Mover, now: datetime, *actions: Action) -> Change:
    """The position after some actions. Raises IllegalMove."""
    before = _progress(hosted)
    try:
        progress = before.after(*actions, made_by=mover.made_by)
    except IllegalAction as error:
        raise IllegalMove(move=" ".join(format_move(action.move) for action in actions)) from error
    made = tuple(
        LoggedAction(n, before.state.n, action, mover.made_by, mover.participant, now)
        for n, action in enumerate(actions, start=before.state.n)
    )
    after = replace(hosted, progress=progress)
    if before.state.order is None:
        after = seated(after)
    return Change(settled(after, now), made=made)


def _unasked(change: Change, now: datetime) -> Change:
    """With the choices that follow between two plain chaff of a month: equal targets are no question."""
    while (action := _equal_choice(_progress(change.after))) is not None:
        told, by = _progress(change.after).latest, _progress(change.after).latest_by
        chosen = _acted(change.after, DEFAULT, now, action)
        progress = _progress(chosen.after)
        after = replace(chosen.after, progress=replace(progress, latest=told + progress.latest, latest_by=by))
        change = Change(after, made=change.made + chosen.made)
    return _together(change)


def _equal_choice(progress: Progress) -> Action | None:
    if progress.over or progress.rests or progress.state.phase is not Phase.FLIP:
        return None
    (player,) = to_move(progress.state)
    moves = [move for move in legal_moves(progress.state, player) if isinstance(move, Choose)]
    equal = all(move.card.kind is Kind.CHAFF for move in moves)
    return Action(player, moves[0]) if equal else None


def _moved_on(hosted: HostedMatch, now: datetime) -> HostedMatch:
    """The next end, or the next month, after a rest."""
    progress = _progress(hosted)
    moved = replace(progress, ends_shown=progress.ends_shown + 1, agreed=frozenset())
    return settled(replace(hosted, progress=moved), now)
