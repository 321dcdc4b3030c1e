"""The window in which hand yaku may be declared: whom it asks, how long it is, how it ends. Pure steps.

Almost every deal has nothing to declare, so nobody need press: a player who does nothing is ready. Among
people with a live clock nobody can: to declare is the only answer, and nobody sees it. The window stays open
in full, so that neither its time nor a name tells who holds something; only where everybody has declared
nothing is left to hide. In slow matches, and in those without a clock, it stays open for the time of a slow
turn, says for whom it waits, and closes as soon as everybody has answered. Nobody need be there when a deal
begins. One person among CPU players has no window: they are asked only where they hold a hand yaku.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.config import Settings
from bot.errors import IllegalMove
from bot.ids import UserId
from bot.match import moves, turn_time
from bot.match.hosted_match import Change, HostedMatch
from bot.match.vocabulary import MatchClock, Occasion, Refusal, Status
from engine.play.legal import legal_moves, to_move
from engine.play.observation import Observation
from engine.record.notation import format_move
from engine.rules.actions import Action, Declare, Move, Phase, Play, Player, Ready

SHOWN_SECONDS = 1.5
"""The window runs from when the last hand was shown. Nothing that is stored tells when that is, and a
deadline that moved with each hand would tell who is late: the window begins so long after the deal was
published. By then every hand is shown, unless Discord or the machine is slow; a player whose hand comes later
has as much less.
"""


def is_open(hosted: HostedMatch) -> bool:
    """Whether hands are checked for hand yaku now, in sight of those who hold them."""
    if hosted.status is not Status.PLAYING or hosted.progress is None:
        return False
    progress = hosted.progress
    return progress.state.phase is Phase.READY and not (progress.rests or progress.draw_to_show)


def tells_nothing(hosted: HostedMatch) -> bool:
    """Whether nobody sees who has declared: among people whose clock is live."""
    return is_open(hosted) and hosted.clock is MatchClock.LIVE and turn_time.has_clock(hosted)


def seconds(hosted: HostedMatch, settings: Settings) -> float | None:
    """Return the seconds for which it is open; None where no person has to answer any more."""
    if not _awaited(hosted):
        return None
    if hosted.clock is not MatchClock.LIVE:
        return turn_time.turn_seconds(hosted, settings)
    return settings.ready_seconds and settings.ready_seconds + SHOWN_SECONDS


def close(hosted: HostedMatch, asked: int, now: datetime) -> Change | Refusal:
    """The window of the check that began after `asked` actions is over: who has done nothing is ready."""
    if not is_open(hosted) or hosted.begun.state.asked != asked:
        return Refusal.STALE
    late = _awaited(hosted)
    if not late:
        return Refusal.STALE
    ready = (Action(player, Ready()) for player in late)
    return moves.acted(hosted, moves.DEFAULT, now, Occasion.MOVED, *ready)


def without_needless_question(change: Change, now: datetime) -> Change:
    """The change and, where one person plays among CPU players, the answer that they need not give."""
    hosted = change.after
    if not is_open(hosted) or turn_time.has_clock(hosted):
        return change
    state = hosted.begun.state
    nothing = [player for player in _awaited(hosted) if legal_moves(state, player) == (Ready(),)]
    if not nothing:
        return change
    ready = (Action(player, Ready()) for player in nothing)
    done = moves.acted(hosted, moves.DEFAULT, now, change.occasion, *ready)
    return replace(done, made=change.made + done.made, agreements=change.agreements)


def act(hosted: HostedMatch, user: UserId, question: int, move: Move, now: datetime) -> Change | Refusal:
    """A user's move, as `moves.act`; in a check that waits for all a card says that there is nothing to
    declare.

    It is played at once where that ends the check. Raises as `moves.act` does; IllegalMove also for all but
    a declaration in a window that stays open.
    """
    if tells_nothing(hosted) and question == hosted.begun.state.asked and not isinstance(move, Declare):
        raise IllegalMove(format_move(move))
    if not isinstance(move, Play) or not is_open(hosted):
        return moves.act(hosted, user, question, move, now)
    ready = moves.act(hosted, user, question, Ready(), now)
    if isinstance(ready, Refusal) or not ready.made:
        return ready
    progress = ready.after.begun
    if progress.rests or progress.state.phase is not Phase.PLAY:
        return ready
    played = moves.act(ready.after, user, progress.state.asked, move, now)
    if isinstance(played, Refusal):
        return ready
    made = tuple(replace(one, step=ready.made[0].n) for one in ready.made + played.made)
    return replace(played, made=made)


def as_shown(hosted: HostedMatch, seen: Observation) -> Observation:
    """An observation that does not tell who else has declared, where nobody is to know; nor asks who
    cannot.
    """
    if not tells_nothing(hosted):
        return seen
    mine = tuple(each for each in seen.answered if each == seen.viewer)
    waiting = tuple(Player(each) for each in range(seen.rules.seats) if each not in mine)
    legal = tuple(move for move in seen.legal if isinstance(move, Declare))
    return replace(
        seen,
        n=hosted.begun.state.asked,
        question=seen.question if legal else None,
        legal=legal,
        to_move=waiting,
        answered=mine,
    )


def _awaited(hosted: HostedMatch) -> tuple[Player, ...]:
    """The people who have not answered; CPU players answer by themselves."""
    if not is_open(hosted):
        return ()
    asked = ((each, hosted.entry_at(each)) for each in to_move(hosted.begun.state))
    return tuple(each for each, entry in asked if entry.who.user is not None and entry.stand_in is None)
