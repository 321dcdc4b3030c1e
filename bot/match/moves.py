"""The steps of a match in play: presses, deadlines, CPU moves. Pure: each function is a step, see `Step`.

The engine judges moves; judged here is what it does not know: whose seat it is, whether its question is still
open, and the rest between two months.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import IllegalMove, LobbyNotReady, LobbyOver, NotInMatch
from bot.ids import ChannelId, UserId
from bot.match import draw_row, turn_time
from bot.match.hosted_match import Agreement, Change, Entry, HostedMatch, LoggedAction, Wish
from bot.match.progress import Progress
from bot.match.vocabulary import CpuPlayer, JoinNumber, MadeBy, NoResult, Occasion, Refusal, Status, WishKind
from engine.errors import IllegalAction
from engine.play.events import Event
from engine.play.legal import asked_at, legal_moves, real_choice, to_move
from engine.play.observation import Observation, observe
from engine.record.notation import format_move
from engine.rules.actions import Action, Cut, Draw, Move, Phase, Player, Resign


@dataclass(frozen=True, slots=True)
class Mover:
    """The maker of an action: a user, the clock, a CPU player, or the bot by a rule of its own."""

    made_by: MadeBy
    participant: JoinNumber | None = None


CLOCK = Mover(MadeBy.CLOCK)
CPU = Mover(MadeBy.CPU)
DEFAULT = Mover(MadeBy.DEFAULT)


def draw(hosted: HostedMatch, user: UserId, draw_round: int, now: datetime, place: int) -> Change | Refusal:
    """A user draws the card of a place (from 0), in a round of the seat draw (from 1).

    Where somebody took it a moment before, the nearest free one. Raises as `taking_part` does.
    """
    entry = taking_part(hosted, user)
    if too_late := _too_late(hosted, seat_draw=True):
        return too_late
    state, player = hosted.begun.state, Player(entry.who.number)
    if player not in to_move(state) or draw_round != state.draw_round:
        return Refusal.STALE
    taken = draw_row.taken_places(hosted.begun.actions, len(hosted.entries))
    before = draw_row.cards_before(draw_row.free_places(taken, draw_round), place)
    drawn = Action(player, Draw(min(before, state.draw.row - 1)))
    return acted(hosted, _user(entry), now, Occasion.DREW, drawn)


def act(hosted: HostedMatch, user: UserId, question: int, move: Move, now: datetime) -> Change | Refusal:
    """A user's move, if their seat's question is still open; a player who was absent is there again in any
    case.

    Raises IllegalMove, NotInMatch for who only watches, and as `taking_part` does.
    """
    entry = taking_part(hosted, user)
    if too_late := _too_late(hosted, seat_draw=False):
        return back(hosted, entry, now) or too_late
    player = seat_of(hosted, user)
    if asked_at(hosted.begun.state, player) != question:
        return back(hosted, entry, now) or Refusal.STALE
    return answered(turn_time.pressed(hosted, entry, now), _user(entry), now, Action(player, move))


def back(hosted: HostedMatch, entry: Entry, now: datetime) -> Change | None:
    """A participant who was absent is there again; None where they were not, or the match has ended."""
    if hosted.status is not Status.PLAYING or not entry.absent or hosted.sleeps:
        return None
    return Change(turn_time.pressed(hosted, entry, now), Occasion.CAME_BACK)


def resign(hosted: HostedMatch, user: UserId, now: datetime, *, lose: bool = True) -> Change | Refusal:
    """Give the match up for a user; allowed in the seat draw and while it rests.

    STALE where that would lose the match and the user does not accept it (`lose`). Raises as `taking_part`
    does, NotInMatch for a watcher.
    """
    entry = taking_part(hosted, user)
    progress = hosted.begun
    if progress.over or hosted.status is Status.ABORTED:
        # The last end may wait behind another one: the match is decided and nobody can give it up.
        return Refusal.RESTING if progress.rests and hosted.live else Refusal.OVER
    if entry not in hosted.playing:
        raise NotInMatch
    if hosted.all_have_played and not lose:
        return Refusal.STALE
    return _given_up(turn_time.pressed(hosted, entry, now), entry, now)


def _given_up(hosted: HostedMatch, entry: Entry, now: datetime) -> Change:
    """Return the match that one of its players has given up: lost, or without a result."""
    if hosted.all_have_played:
        assert entry.seat is not None, "seats are drawn in a match under way"
        return acted(hosted, _user(entry), now, Occasion.RESIGNED, Action(entry.seat, Resign()))
    wish = Wish(WishKind.ABORT, entry.who.number, hosted.begun.state.n, now)
    wishes = tuple(
        each for each in hosted.wishes if (each.kind, each.participant) != (wish.kind, wish.participant)
    )
    return aborted(replace(hosted, wishes=(*wishes, wish)), now, NoResult.UNMOVED)


def aborted(hosted: HostedMatch, now: datetime, why: NoResult | None) -> Change:
    """The match, or its lobby, ended without a result; `why` None: there is nobody to be told."""
    status = Status.ABORTED if hosted.progress else Status.CLOSED
    after = replace(hosted, status=status, no_result=why, set_aside_at=None, ended_at=now)
    return Change(after, Occasion.ABORTED)


def leave_for_good(hosted: HostedMatch, user: UserId, now: datetime) -> Change | Refusal:
    """Give the match up for a user who deletes their data; UNCHANGED for a watcher.

    A match that is decided already is shown to its end. Raises as `taking_part` does.
    """
    entry = taking_part(hosted, user)
    if hosted.begun.over:
        return Change(shown_to_the_end(hosted, now), Occasion.RESIGNED)
    return _given_up(hosted, entry, now) if entry in hosted.playing else Refusal.UNCHANGED


def agree(hosted: HostedMatch, user: UserId, end: int, now: datetime) -> Change | Refusal:
    """A user wants to go on after the given end (from 0); a second time it is stale.

    It ends the looking at the draw for the seats; a player who was absent is there again in any case. Raises
    as `taking_part` does, NotInMatch also for who only watches.
    """
    entry, progress = taking_part(hosted, user), hosted.begun
    number = entry.who.number
    if hosted.status is Status.ABORTED:
        return Refusal.OVER
    seat_of(hosted, user)
    if hosted.sleeps:
        return Refusal.UNCHANGED
    if not progress.rests:
        return back(hosted, entry, now) or (Refusal.OVER if progress.over else Refusal.STALE)
    if end != progress.ends_shown or number in progress.agreed:
        return back(hosted, entry, now) or Refusal.STALE
    there = turn_time.pressed(hosted, entry, now)
    agreed = replace(progress, agreed=progress.agreed | {number}, draw_seen=True)
    after = replace(there, progress=agreed)
    if not waiting_for(after):
        after = _left_end_behind(after, now)
    occasion = _occasion(hosted, after, Occasion.AGREED)
    return _cut_for_one(Change(after, occasion, agreements=(Agreement(end, number, now),)), now)


def end_rest(hosted: HostedMatch, end: int, now: datetime) -> Change | Refusal:
    """The time of the rest at the given end (from 0) is over."""
    progress = hosted.begun
    if not progress.rests or end != progress.ends_shown:
        return Refusal.STALE
    after = _left_end_behind(hosted, now)
    return _cut_for_one(Change(after, _occasion(hosted, after, Occasion.AGREED)), now)


def draw_for_all(hosted: HostedMatch, draw_round: int, now: datetime) -> Change | Refusal:
    """The time of a round of the seat draw is over: a card is drawn for everybody who has not."""
    state = hosted.begun.state
    if state.phase is not Phase.SEATS or state.draw_round != draw_round:
        return Refusal.STALE
    return acted(hosted, CLOCK, now, Occasion.DREW, *_draws(hosted))


def draw_seats(hosted: HostedMatch, now: datetime) -> Change:
    """The whole seat draw at once, as one step: nobody chooses, CPU players draw last."""
    made, events = tuple[LoggedAction, ...](), tuple[Event, ...]()
    while hosted.begun.state.phase is Phase.SEATS:
        change = acted(hosted, DEFAULT, now, Occasion.DREW, *_draws(hosted))
        hosted = change.after
        made += change.made
        events += hosted.begun.latest
    after = replace(hosted, progress=replace(hosted.begun, latest=events))
    return _cut_for_one(_together(Change(after, Occasion.DREW, made)), now)


def _draws(hosted: HostedMatch) -> list[Action]:
    """The first card of the row for everybody who has not drawn, CPU players after all people."""
    waiting, entries = to_move(hosted.begun.state), hosted.entries
    return [Action(each, Draw()) for each in sorted(waiting, key=lambda it: entries[it].who.user is None)]


def end_draw(hosted: HostedMatch) -> Change | Refusal:
    """The drawn cards have been looked at: the first month is shown, and the player to move is asked.

    Where that month has ended as it was dealt the rest at its end begins.
    """
    if not hosted.shows_draw:
        return Refusal.STALE
    seen = replace(hosted.begun, draw_seen=True)
    return Change(replace(hosted, progress=seen), Occasion.RESTING if seen.rests else Occasion.DEALT)


def tap(hosted: HostedMatch, n: int, now: datetime) -> Change | Refusal:
    """The time to cut the deck is over: it is tapped. `n`: actions in the log when somebody was asked to."""
    progress = hosted.begun
    if progress.rests or progress.state.phase is not Phase.CUT or progress.state.n != n:
        return Refusal.STALE
    cut = Action(to_move(progress.state)[0], Cut(0))
    return acted(hosted, CLOCK, now, Occasion.MOVED, cut)


def _cut_for_one(change: Change, now: datetime) -> Change:
    """Return a change with the cut that comes next where one person plays CPU players: the deck is tapped."""
    hosted = change.after
    progress = hosted.begun
    if not hosted.alone or progress.rests or progress.state.phase is not Phase.CUT:
        return change
    cut = acted(hosted, DEFAULT, now, change.occasion, Action(to_move(progress.state)[0], Cut(0)))
    told = progress.latest if change.made else ()
    after = replace(cut.after, progress=replace(cut.after.begun, latest=told + cut.after.begun.latest))
    made = change.made + cut.made
    return _together(replace(change, after=after, made=made))


def cpu_to_move(hosted: HostedMatch) -> tuple[CpuPlayer, Observation] | None:
    """The first CPU player that is asked something, and what it may know; None in a rest.

    One that plays for an absent person is among them.
    """
    progress = hosted.progress
    if hosted.status is not Status.PLAYING or hosted.set_aside_at is not None:
        return None
    if progress is None or progress.over or progress.rests or hosted.shows_draw:
        return None
    asked = [(player, hosted.entry_at(player)) for player in to_move(progress.state)]
    if progress.state.phase is Phase.SEATS and any(entry.who.user is not None for _, entry in asked):
        return None  # the last choice must not be one of the bot's
    for player, entry in asked:
        if (cpu := entry.who.cpu or entry.stand_in) is not None:
            return cpu, observe(progress.state, player)
    return None


def cpu_act(hosted: HostedMatch, seen: Observation, move: Move, now: datetime) -> Change | Refusal:
    """A CPU player's answer to what it saw, if its question is still open. Raises IllegalMove."""
    if not hosted.live:
        return Refusal.OVER
    if hosted.begun.rests:
        return Refusal.RESTING
    player = seen.viewer
    if player is None or asked_at(hosted.begun.state, player) != seen.question:
        return Refusal.STALE
    entry = hosted.entry_at(player)
    if entry.who.cpu is None and entry.stand_in is None:
        # The absent player has come back while it thought.
        return Refusal.STALE
    return answered(hosted, CPU, now, Action(player, move))


def bring(hosted: HostedMatch, channel: ChannelId) -> Change | Refusal:
    """The match is shown in another channel of its guild from now on."""
    if not hosted.live:
        return Refusal.OVER
    if hosted.place.channel == channel:
        return Refusal.UNCHANGED
    return Change(
        replace(hosted, place=replace(hosted.place, channel=channel, parent=None)), Occasion.BROUGHT
    )


def inside(change: Change | Refusal, thread: ChannelId | None) -> Change | Refusal:
    """A change, with its match played in a new thread of its channel from now on; None: where it is."""
    if thread is None or isinstance(change, Refusal):
        return change
    place = change.after.place
    moved = replace(place, channel=thread, parent=place.channel)
    return replace(change, after=replace(change.after, place=moved))


def taking_part(hosted: HostedMatch, user: UserId) -> Entry:
    """The entry of a user who presses on a match in play. Raises LobbyNotReady, LobbyOver, NotInMatch."""
    if hosted.status is Status.LOBBY:
        raise LobbyNotReady(max(0, hosted.rules.seats - len(hosted.entries)))
    if hosted.status is Status.CLOSED:
        raise LobbyOver
    entry = hosted.entry_of(user)
    if entry is None:
        raise NotInMatch
    return entry


def seat_of(hosted: HostedMatch, user: UserId) -> Player:
    """A user's table number. Raises NotInMatch, also for those who only watch."""
    for entry in hosted.entries:
        if entry.who.user == user and entry.seat is not None:
            return entry.seat
    raise NotInMatch


def waiting_for(hosted: HostedMatch) -> tuple[JoinNumber, ...]:
    """The seated people who have not yet agreed to go on; CPU players always have, in whose seat they are."""
    return tuple(
        entry.who.number
        for entry in sorted(hosted.entries, key=lambda entry: entry.who.number)
        if entry.seat is not None and entry.who.user is not None and entry.stand_in is None
        if entry.who.number not in hosted.begun.agreed
    )


def seated(hosted: HostedMatch) -> HostedMatch:
    """The match with every entry's seat as the draw has made it."""
    order = hosted.begun.state.order
    if order is None:
        return hosted
    entries = tuple(
        replace(entry, seat=Player(order.index(entry.who.number)) if entry.who.number in order else None)
        for entry in hosted.entries
    )
    return replace(hosted, entries=entries)


def settled(hosted: HostedMatch, now: datetime) -> HostedMatch:
    """The match with its status `OVER` and its time of ending once its last end has been shown."""
    if hosted.status is Status.PLAYING and hosted.begun.finished:
        return replace(hosted, status=Status.OVER, set_aside_at=None, ended_at=now)
    return hosted


def _user(entry: Entry) -> Mover:
    """A participant who is a user, as the one who makes an action."""
    return Mover(MadeBy.USER, entry.who.number)


def _too_late(hosted: HostedMatch, *, seat_draw: bool) -> Refusal | None:
    """Return the reason why moves or draws are not taken now."""
    progress = hosted.begun
    if hosted.status is Status.ABORTED:
        return Refusal.OVER
    if hosted.sleeps:
        return Refusal.UNCHANGED
    if progress.rests:
        return Refusal.RESTING
    if progress.over:
        return Refusal.OVER
    return None if (progress.state.phase is Phase.SEATS) is seat_draw else Refusal.STALE


def _occasion(before: HostedMatch, after: HostedMatch, usual: Occasion) -> Occasion:
    """Return the occasion of a change for watchers: `usual` where it neither begins nor ends a rest."""
    old, new = before.begun, after.begun
    if usual is Occasion.RESIGNED:
        return usual
    if new.rests and (not old.rests or new.ends_shown > old.ends_shown):
        return Occasion.RESTING
    return Occasion.NEXT_MONTH if new.ends_shown > old.ends_shown else usual


def acted(hosted: HostedMatch, mover: Mover, now: datetime, usual: Occasion, *actions: Action) -> Change:
    """The match after some actions, made together. Raises IllegalMove."""
    before = hosted.begun
    try:
        progress = before.after(*actions, made_by=mover.made_by)
    except IllegalAction as error:
        raise IllegalMove(" ".join(format_move(action.move) for action in actions)) from error
    made = tuple(
        LoggedAction(n, before.state.n, action, mover.made_by, mover.participant, now)
        for n, action in enumerate(actions, start=before.state.n)
    )
    after = replace(hosted, progress=progress)
    if before.state.order is None:
        after = seated(after)
    after = settled(after, now)
    return Change(after, _occasion(hosted, after, usual), made)


def answered(
    hosted: HostedMatch,
    mover: Mover,
    now: datetime,
    *answers: Action,
    usual: Occasion = Occasion.MOVED,
) -> Change:
    """The match after answers and the choices that follow between two plain chaff of a month.

    Equal targets are no question. Raises IllegalMove.
    """
    change = acted(hosted, mover, now, usual, *answers)
    while (action := _equal_choice(change.after.begun)) is not None:
        told, by = change.after.begun.latest, change.after.begun.latest_by
        chosen = acted(change.after, DEFAULT, now, Occasion.MOVED, action)
        progress = chosen.after.begun
        after = replace(chosen.after, progress=replace(progress, latest=told + progress.latest, latest_by=by))
        change = Change(after, _occasion(hosted, after, usual), change.made + chosen.made)
    return _together(change)


def _together(change: Change) -> Change:
    """The change with all its actions as one step."""
    return replace(change, made=tuple(replace(one, step=change.made[0].n) for one in change.made))


def _equal_choice(progress: Progress) -> Action | None:
    """The choice that is made for a player because its targets are equal: plain chaff of one month."""
    if progress.over or progress.rests or progress.state.phase is not Phase.FLIP:
        return None
    (player,) = to_move(progress.state)
    choices = legal_moves(progress.state, player)
    return None if real_choice(choices) else Action(player, choices[0])


def shown_to_the_end(hosted: HostedMatch, now: datetime) -> HostedMatch:
    """A match that is decided, at its last end."""
    while hosted.begun.rests:
        hosted = _left_end_behind(hosted, now)
    return hosted


def _left_end_behind(hosted: HostedMatch, now: datetime) -> HostedMatch:
    """The match at its next end, or in its next month, after a rest."""
    progress = hosted.begun
    moved = replace(progress, ends_shown=progress.ends_shown + 1, agreed=frozenset())
    return settled(replace(hosted, progress=moved), now)
