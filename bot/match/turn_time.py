"""The time of a turn: whose runs, how long it is, what is left of a bank. Pure.

Time runs for people who are asked to play, where at least two people play themselves.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.config import Settings
from bot.match.hosted_match import DeadlineKind, Deadlines, Entry, HostedMatch
from bot.match.vocabulary import MadeBy, MatchClock, Status, WishKind
from engine.play.legal import to_move
from engine.rules.actions import Phase, Player

NO_TIME = timedelta(0)
UNTIMED = (Phase.SEATS, Phase.CUT, Phase.READY)
"""The phases without turn time and bank: several are asked at once, or they are soon done by themselves."""


def has_clock(hosted: HostedMatch) -> bool:
    """Whether anybody waits for somebody else: at least two people play themselves."""
    return sum(entry.stand_in is None for entry in hosted.playing) > 1


def on_clock(hosted: HostedMatch) -> tuple[Player, ...]:
    """The players whose time runs now: people who are asked to play, those who are away left out."""
    if hosted.status is not Status.PLAYING or hosted.clock is MatchClock.OFF or not has_clock(hosted):
        return ()
    progress = hosted.begun
    if progress.over or progress.rests or progress.state.phase in UNTIMED:
        return ()
    return tuple(
        player
        for player in to_move(progress.state)
        if (entry := hosted.entry_at(player)).who.user is not None and not entry.absent
    )


def turn_seconds(hosted: HostedMatch, settings: Settings) -> float:
    """The length of a turn in seconds; without a clock that of a slow one, by which a rest ends."""
    live = hosted.clock is MatchClock.LIVE
    return settings.live_turn_seconds if live else settings.slow_turn_seconds


def goes_on_late(hosted: HostedMatch) -> bool:
    """Whether the open question belongs to a turn that the clock began for somebody: it ends it, too."""
    progress = hosted.begun
    return progress.latest_by is MadeBy.CLOCK and progress.state.phase in (Phase.FLIP, Phase.DECIDE)


def bank_of(hosted: HostedMatch, entry: Entry, settings: Settings) -> timedelta | None:
    """Return the rest of somebody's bank; None where they have none."""
    if hosted.clock is not MatchClock.LIVE or entry.who.user is None or not has_clock(hosted):
        return None
    return timedelta(seconds=settings.live_bank_seconds) if entry.bank is None else entry.bank


def bank_in_turn(hosted: HostedMatch, settings: Settings) -> timedelta:
    """Return the part of a bank that may be used for the open question."""
    asked = on_clock(hosted)
    if not asked or goes_on_late(hosted):
        return NO_TIME
    return bank_of(hosted, hosted.entry_at(asked[0]), settings) or NO_TIME


def with_banks(hosted: HostedMatch, settings: Settings) -> HostedMatch:
    """The match with everybody's bank as it begins, where time runs and has not run before."""
    asked = on_clock(hosted)
    if hosted.clock is not MatchClock.LIVE or all(hosted.entry_at(each).bank is not None for each in asked):
        return hosted
    full = timedelta(seconds=settings.live_bank_seconds)
    return replace(
        hosted,
        entries=tuple(
            replace(entry, bank=full)
            if entry.seat is not None and entry.who.user is not None and entry.bank is None
            else entry
            for entry in hosted.entries
        ),
    )


def pressed(hosted: HostedMatch, entry: Entry, now: datetime) -> HostedMatch:
    """The match after a press by which somebody plays: they are there, what they used of their bank is gone.

    What others wanted because they were away is forgotten.
    """
    bank = _left(hosted, entry, now)
    hosted = without_claims(hosted) if entry.absent else hosted
    return hosted.with_entry(replace(entry, bank=bank, timeouts=0, stand_in=None))


def present(hosted: HostedMatch, entry: Entry, now: datetime) -> HostedMatch:
    """The match after a press by which somebody chooses, or looks: it is set aside so much later."""
    running: Deadlines = {kind: hosted.deadlines[kind] for kind in {*hosted.deadlines} - {DeadlineKind.ASIDE}}
    hosted = replace(hosted, deadlines=running)
    return hosted if entry.absent else pressed(hosted, entry, now)


def without_claims(hosted: HostedMatch) -> HostedMatch:
    """The match in which nobody wants an absent player's win."""
    return replace(hosted, wishes=tuple(wish for wish in hosted.wishes if wish.kind is not WishKind.CLAIM))


def _left(hosted: HostedMatch, entry: Entry, now: datetime) -> timedelta | None:
    """Return the rest of a bank after an answer now: a turn's deadline ends both the turn and the bank."""
    deadline = hosted.deadlines.get(DeadlineKind.TURN)
    if deadline is None or entry.bank is None:
        return entry.bank
    if entry.seat not in on_clock(hosted):
        return entry.bank
    return max(NO_TIME, min(entry.bank, deadline.due_at - now))
