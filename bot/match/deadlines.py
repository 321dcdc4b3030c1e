"""Deadlines: which ones a match has, and what happens when one has come.

Pure. `bot.service.deadline_scheduler` waits for them, and storage keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.config import Settings
from bot.match import absence, ending, lobby, moves, secret_round, turn_time
from bot.match.hosted_match import Change, Deadline, DeadlineKind, HostedMatch
from bot.match.vocabulary import LobbyEnd, MatchClock, NoResult, Occasion, Refusal, Status, WishKind
from engine.rules.actions import Move, Phase, Player

HELD = {
    DeadlineKind.TURN,
    DeadlineKind.HALF,
    DeadlineKind.REST,
    DeadlineKind.DRAW,
    DeadlineKind.DRAWN,
    DeadlineKind.CUT,
    DeadlineKind.READY,
}
"""The deadlines that wait while nobody can press, or see, because the bot has no connection."""
REMINDERS = {
    DeadlineKind.NUDGE: (DeadlineKind.LOBBY, Occasion.NUDGED),
    DeadlineKind.HALF: (DeadlineKind.TURN, Occasion.HALF_TIME),
    DeadlineKind.WARN: (DeadlineKind.IDLE, Occasion.WARNED),
}
"""The deadlines that only remind of another one: of which, and their occasion for those who watch."""
NO_MOVES: Mapping[Player, Move] = MappingProxyType({})


def with_deadlines(hosted: HostedMatch, settings: Settings, now: datetime) -> HostedMatch:
    """The match with the deadlines that it needs: running ones stay, new ones begin now, others go."""
    hosted = turn_time.with_banks(hosted, settings) if hosted.progress else hosted
    deadlines = {}
    for kind, count, seconds in _wanted(hosted, settings):
        old = hosted.deadlines.get(kind)
        running = old is not None and old.round == count
        deadlines[kind] = old if old and running else Deadline(count, now + timedelta(seconds=seconds))
    return replace(hosted, deadlines=deadlines).with_draw_seen()


def due(
    hosted: HostedMatch,
    kind: DeadlineKind,
    count: int,
    now: datetime,
    safe: Mapping[Player, Move] = NO_MOVES,
) -> Change | Refusal:
    """Return the step of a deadline of round `count` that has come; STALE where it has not, or is gone.

    `safe`: the moves for those whose turn ends (see `absence.time_out`).
    """
    deadline = hosted.deadlines.get(kind)
    if deadline is None or deadline.round != count or deadline.due_at > now:
        return Refusal.STALE
    change: Change | Refusal
    match kind:
        case DeadlineKind.LOBBY:
            change = lobby.close(hosted, LobbyEnd.EXPIRED, now)
        case DeadlineKind.TURN if not secret_round.is_open(hosted):
            change = absence.time_out(hosted, safe, now)
        case DeadlineKind.NUDGE | DeadlineKind.HALF | DeadlineKind.WARN:
            behind, occasion = REMINDERS[kind]
            change = Change(_spent(hosted, kind, behind), occasion)
        case DeadlineKind.DRAW:
            change = moves.draw_for_all(hosted, count, now)
        case DeadlineKind.DRAWN:
            change = moves.end_draw(hosted)
        case DeadlineKind.CUT:
            change = moves.tap(hosted, count, now)
        case DeadlineKind.READY | DeadlineKind.TURN:  # before READY such a check had a turn's time
            change = secret_round.close(hosted, count, now)
        case DeadlineKind.REST:
            change = moves.end_rest(hosted, count, now)
        case DeadlineKind.ASIDE:
            change = ending.set_aside(hosted, now)
        case DeadlineKind.UNRESUMED:
            change = absence.unresumed(hosted, now)
        case DeadlineKind.IDLE:
            change = ending.abort(hosted, now, NoResult.IDLE)
    return change


def postpone(hosted: HostedMatch, by: timedelta) -> Change | Refusal:
    """Postpone the deadlines by which people must press, because nobody could for that time."""
    if hosted.status is not Status.PLAYING or not HELD & hosted.deadlines.keys():
        return Refusal.UNCHANGED
    moved = {
        kind: replace(each, due_at=each.due_at + by) if kind in HELD else each
        for kind, each in hosted.deadlines.items()
    }
    return Change(replace(hosted, deadlines=moved), Occasion.RESTORED)


def _wanted(hosted: HostedMatch, settings: Settings) -> Iterator[tuple[DeadlineKind, int, float]]:
    """Kind, round and length in seconds of each deadline."""
    if hosted.status is Status.LOBBY:
        yield DeadlineKind.LOBBY, 0, settings.lobby_seconds
        if lobby.is_filled(hosted) and 0 < settings.lobby_nudge_seconds < settings.lobby_seconds:
            yield DeadlineKind.NUDGE, 0, settings.lobby_nudge_seconds
    if hosted.status is not Status.PLAYING:
        return
    progress = hosted.begun
    if hosted.sleeps:
        pressed = sum(wish.kind is WishKind.RESUME for wish in hosted.wishes)
        yield DeadlineKind.UNRESUMED, pressed, settings.resume_seconds
        return
    moved = progress.state.n + progress.ends_shown
    yield DeadlineKind.IDLE, moved, settings.idle_seconds
    if 0 < settings.warn_seconds < settings.idle_seconds:
        yield DeadlineKind.WARN, moved, settings.warn_seconds
    if hosted.binds_nobody and hosted.set_aside_at is None:
        # Where the others' time ran out too, the choice about the absent player is their next turn.
        turn = turn_time.turn_seconds(hosted, settings)
        yield DeadlineKind.ASIDE, moved, settings.aside_seconds if hosted.someone_is_there else turn
    if progress.draw_to_show and settings.drawn_seconds:
        yield DeadlineKind.DRAWN, 0, settings.drawn_seconds
    elif turn_time.has_clock(hosted) and hosted.set_aside_at is None:
        yield from _of_people(hosted, settings)


def _of_people(hosted: HostedMatch, settings: Settings) -> Iterator[tuple[DeadlineKind, int, float]]:
    """Yield the deadlines of a match in which people wait for one another."""
    progress = hosted.begun
    turn = turn_time.turn_seconds(hosted, settings)
    if progress.rests:
        live = hosted.clock is MatchClock.LIVE
        yield DeadlineKind.REST, progress.ends_shown, settings.rest_seconds if live else turn
    elif progress.state.phase is Phase.SEATS:
        again = progress.state.draw_round > 1
        seconds = min(settings.draw_seconds, settings.draw_again_seconds) if again else settings.draw_seconds
        yield DeadlineKind.DRAW, progress.state.draw_round, seconds
    elif progress.state.phase is Phase.CUT:
        yield DeadlineKind.CUT, progress.state.n, settings.cut_seconds
    elif progress.state.phase is Phase.READY:
        if (open_for := secret_round.seconds(hosted, settings)) is not None:
            yield DeadlineKind.READY, progress.state.asked, open_for
    elif turn_time.on_clock(hosted) and turn_time.goes_on_late(hosted):
        yield DeadlineKind.TURN, progress.state.asked, 0
    elif turn_time.on_clock(hosted):
        bank, first = turn_time.bank_in_turn(hosted, settings), _turn_round(hosted)
        yield DeadlineKind.TURN, first, turn + bank.total_seconds()
        yield DeadlineKind.HALF, first, turn / 2


def _turn_round(hosted: HostedMatch) -> int:
    """The question with which this turn's time began: what it asks further has no time of its own."""
    state, running = hosted.begun.state, hosted.deadlines.get(DeadlineKind.TURN)
    within = state.phase in (Phase.FLIP, Phase.DECIDE)
    return running.round if running is not None and within else state.asked


def _spent(hosted: HostedMatch, kind: DeadlineKind, behind: DeadlineKind) -> HostedMatch:
    """The match with a reminder put off until after another deadline: it comes once only."""
    spent = Deadline(hosted.deadlines[kind].round, hosted.deadlines[behind].due_at + timedelta(days=1))
    return replace(hosted, deadlines={**hosted.deadlines, kind: spent})
