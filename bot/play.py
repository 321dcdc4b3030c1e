"""Presses, clocks and CPU players on a match in play. Pure: each makes a `Change`, if it is in time.

The engine judges moves; judged here is what is the host's: whose seat it is, whether its question is still
open, and the rest between two months.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import IllegalMove, NotInMatch
from bot.fold import Game
from bot.position import Agreement, Change, Entry, Made, Position
from bot.views import JoinNumber, MadeBy, Occasion, Refusal, Status, UserId
from engine.actions import Action, Cut, Draw, Move, Phase, Player, Resign
from engine.errors import IllegalAction
from engine.events import Event
from engine.play.legal import asked_at, legal_moves, real_choice, to_move
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


def draw(position: Position, user: UserId, draw_round: int, now: datetime) -> Change | Refusal:
    """A user draws in the given round of the seat draw. Raises NotInMatch."""
    entry = _taking_part(position, user)
    game = _game(position)
    if game.over or game.rests or game.state.phase is not Phase.SEATS:
        return _too_late(game)
    player = Player(entry.who.number)
    if player not in to_move(game.state) or draw_round != game.state.draw_round:
        return Refusal.STALE
    return _acted(position, _user(entry), now, Action(player, Draw()))


def act(position: Position, user: UserId, question: int, move: Move, now: datetime) -> Change | Refusal:
    """A user's move, if his seat's question is still open. Raises NotInMatch, IllegalMove."""
    entry = _taking_part(position, user)
    game = _game(position)
    if game.over or game.rests or game.state.phase is Phase.SEATS:
        return _too_late(game)
    player = seat_of(position, user)
    if asked_at(game.state, player) != question:
        return Refusal.STALE
    return _unasked(_acted(position, _user(entry), now, Action(player, move)), now)


def resign(position: Position, user: UserId, now: datetime) -> Change | Refusal:
    """A user gives up; allowed while the match rests. Raises NotInMatch."""
    entry = _taking_part(position, user)
    game = _game(position)
    if game.over:
        # The last end may wait behind another one: the match is decided and nobody can give it up.
        return Refusal.RESTING if game.rests else Refusal.OVER
    if game.state.phase is Phase.SEATS:
        return Refusal.STALE
    return _acted(position, _user(entry), now, Action(seat_of(position, user), Resign()))


def gone(position: Position, user: UserId, now: datetime) -> Change | None:
    """A user leaves for good, and so gives up the seat; None for who only watches. Raises NotInMatch.

    The seat draw is made at once, and what is decided already is shown to its end: afterwards nothing waits
    for them, and their match has ended.
    """
    entry = _taking_part(position, user)
    game = _game(position)
    if game.over:
        while _game(position).rests:
            position = _moved_on(position, now)
        return Change(position)
    drawn = draw_seats(position, now) if game.state.phase is Phase.SEATS else Change(position)
    seat = next(one.seat for one in drawn.after.entries if one.who.number == entry.who.number)
    if seat is None:
        return drawn if drawn.made else None
    resigned = _acted(drawn.after, _user(entry), now, Action(seat, Resign()))
    return Change(resigned.after, made=drawn.made + resigned.made)


def agree(position: Position, user: UserId, end: int, now: datetime) -> Change | Refusal:
    """A user wants to go on after the given end; a second time changes nothing. Raises NotInMatch."""
    seat_of(position, user)
    game = _game(position)
    if not game.rests:
        return Refusal.OVER if game.over else Refusal.STALE
    number = _taking_part(position, user).who.number
    if end != game.ends_shown or number in game.agreed:
        return Refusal.STALE
    agreed = replace(game, agreed=game.agreed | {number})
    after = replace(position, game=agreed)
    if not waiting_for(after):
        after = _moved_on(after, now)
    return Change(after, agreements=(Agreement(end, number, now),))


def go_on(position: Position, end: int, now: datetime) -> Change | None:
    """The rest's time is over."""
    game = _game(position)
    if not game.rests or end != game.ends_shown:
        return None
    return Change(_moved_on(position, now))


def draw_all(position: Position, draw_round: int, mover: Mover, now: datetime) -> Change | None:
    """Everybody who has not drawn in this round draws."""
    game = _game(position)
    if game.state.phase is not Phase.SEATS or game.state.draw_round != draw_round:
        return None
    return _acted(position, mover, now, *(Action(player, Draw()) for player in to_move(game.state)))


def draw_seats(position: Position, now: datetime) -> Change:
    """The whole seat draw at once, for a match that starts at once."""
    made, events = tuple[Made, ...](), tuple[Event, ...]()
    while (game := _game(position)).state.phase is Phase.SEATS:
        change = _acted(position, DEFAULT, now, *(Action(player, Draw()) for player in to_move(game.state)))
        position = change.after
        made += change.made
        events += _game(position).latest
    return _together(Change(replace(position, game=replace(game, latest=events)), made=made))


def tap(position: Position, n: int, now: datetime) -> Change | None:
    """Whoever should cut the deck has not: it is tapped. `n`: the actions in the log when he was asked."""
    game = _game(position)
    if game.rests or game.state.phase is not Phase.CUT or game.state.n != n:
        return None
    return _acted(position, CLOCK, now, Action(to_move(game.state)[0], Cut(0)))


def cpu_to_move(position: Position) -> tuple[Entry, Observation] | None:
    """The first CPU player that is asked something, with what it may know; None while the match rests."""
    game = position.game
    if position.status is not Status.PLAYING or game is None or game.over or game.rests:
        return None
    for player in to_move(game.state):
        entry = entry_at(position, player)
        if entry.who.cpu is not None:
            return entry, observe(game.state, player)
    return None


def cpu_act(position: Position, observation: Observation, move: Move, now: datetime) -> Change:
    """A CPU player's answer to what it saw."""
    assert observation.viewer is not None
    return _unasked(_acted(position, CPU, now, Action(observation.viewer, move)), now)


def occasion(before: Position, after: Position, usual: Occasion) -> Occasion:
    """What a change of a match is to those who watch it; `usual` where it neither begins nor ends a rest."""
    old, new = before.game, after.game
    if old is None or new is None or usual is Occasion.RESIGNED:
        return usual
    if new.rests and (not old.rests or new.ends_shown > old.ends_shown):
        return Occasion.RESTING
    return Occasion.NEXT_MONTH if new.ends_shown > old.ends_shown else usual


def entry_at(position: Position, player: Player) -> Entry:
    """Who a player is: by joining number during the seat draw, by table number from then on."""
    order = _game(position).state.order
    return position.entries[player if order is None else order[player]]


def seat_of(position: Position, user: UserId) -> Player:
    """A user's table number. Raises NotInMatch, also for those who only watch."""
    for entry in position.entries:
        if entry.who.user == user and entry.seat is not None:
            return entry.seat
    raise NotInMatch


def waiting_for(position: Position) -> tuple[JoinNumber, ...]:
    """The seated people who have not yet agreed to go on; CPU players always have."""
    return tuple(
        entry.who.number
        for entry in sorted(position.entries, key=lambda entry: entry.who.number)
        if entry.seat is not None and entry.who.user is not None
        if entry.who.number not in _game(position).agreed
    )


def seated(position: Position) -> Position:
    """The same with every entry's seat as the draw has made it."""
    order = _game(position).state.order
    if order is None:
        return position
    entries = tuple(
        replace(entry, seat=Player(order.index(entry.who.number)) if entry.who.number in order else None)
        for entry in position.entries
    )
    return replace(position, entries=entries)


def settled(position: Position, now: datetime) -> Position:
    """The same with its status as the game has it."""
    if position.status is Status.PLAYING and _game(position).finished:
        return replace(position, status=Status.OVER, ended_at=now)
    return position


def aborted(position: Position, now: datetime) -> Change:
    """The match, or its lobby, ends without a result."""
    status = Status.ABORTED if position.game else Status.CLOSED
    return Change(replace(position, status=status, ended_at=now))


def _game(position: Position) -> Game:
    assert position.game is not None
    return position.game


def _taking_part(position: Position, user: UserId) -> Entry:
    entry = position.entry_of(user)
    if entry is None:
        raise NotInMatch
    return entry


def _user(entry: Entry) -> Mover:
    """A participant who is a user, as the one who makes an action."""
    return Mover(MadeBy.USER, entry.who.number)


def _together(change: Change) -> Change:
    """The same change with all its actions as one step."""
    return replace(change, made=tuple(replace(one, step=change.made[0].n) for one in change.made))


def _too_late(game: Game) -> Refusal:
    if game.rests:
        return Refusal.RESTING
    return Refusal.OVER if game.over else Refusal.STALE


def _acted(position: Position, mover: Mover, now: datetime, *actions: Action) -> Change:
    """The position after some actions. Raises IllegalMove."""
    before = _game(position)
    try:
        game = before.after(*actions, made_by=mover.made_by)
    except IllegalAction as error:
        raise IllegalMove(move=" ".join(format_move(action.move) for action in actions)) from error
    made = tuple(
        Made(n, before.state.n, action, mover.made_by, mover.participant, now)
        for n, action in enumerate(actions, start=before.state.n)
    )
    after = replace(position, game=game)
    if before.state.order is None:
        after = seated(after)
    return Change(settled(after, now), made=made)


def _unasked(change: Change, now: datetime) -> Change:
    """With the choices that follow between two plain chaff of a month: equal targets are no question."""
    while (action := _equal_choice(_game(change.after))) is not None:
        told, by = _game(change.after).latest, _game(change.after).latest_by
        chosen = _acted(change.after, DEFAULT, now, action)
        game = _game(chosen.after)
        after = replace(chosen.after, game=replace(game, latest=told + game.latest, latest_by=by))
        change = Change(after, made=change.made + chosen.made)
    return _together(change)


def _equal_choice(game: Game) -> Action | None:
    if game.over or game.rests or game.state.phase is not Phase.FLIP:
        return None
    (player,) = to_move(game.state)
    moves = legal_moves(game.state, player)
    return None if real_choice(moves) else Action(player, moves[0])


def _moved_on(position: Position, now: datetime) -> Position:
    """The next end, or the next month, after a rest."""
    game = _game(position)
    moved = replace(game, ends_shown=game.ends_shown + 1, agreed=frozenset())
    return settled(replace(position, game=moved), now)
