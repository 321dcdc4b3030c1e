"""A match as a value whose time a test moves: steps and deadlines, without storage and without a loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot import opponents
from bot.config import Settings
from bot.ids import MatchId, UserId
from bot.match import absence, deadlines, lobby, moves, secret_round
from bot.match.hosted_match import Change, DeadlineKind, Entry, HostedMatch, Step
from bot.match.view_builder import build_view
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, MatchClock, Occasion, Person, Refusal, Version
from engine.play.legal import to_move
from engine.play.observation import Observation, observe
from engine.rules.actions import Move, Phase, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS
from tests.support.manager_fixture import PLACE, TRIO, opened, quick
from tests.support.manual_clock import START

TIMES = quick(
    live_turn_seconds=120,
    live_bank_seconds=300,
    slow_turn_seconds=86_400,
    cut_seconds=20,
    ready_seconds=6,
)
MINUTE = timedelta(minutes=1)


@dataclass
class ClockedMatch:
    """A match, the time, and everything that has happened to it."""

    hosted: HostedMatch
    settings: Settings
    now: datetime = START
    changes: list[Change] = field(default_factory=list)

    @property
    def occasions(self) -> list[Occasion]:
        """Return the occasions so far, in order."""
        return [change.occasion for change in self.changes]

    def view(self) -> MatchView:
        """The match as it may be seen."""
        view = build_view(MatchId(1), Version(1), self.hosted, self.settings)
        assert isinstance(view, MatchView)
        return view

    def do(self, step: Step) -> Change | Refusal:
        """Take a step now. Raises what it raises."""
        change = step(self.hosted, self.now)
        if isinstance(change, Change):
            change = secret_round.without_needless_question(change, self.now)
            self.hosted = deadlines.with_deadlines(change.after, self.settings, self.now)
            self.changes.append(change)
        return change

    def tell(self, kind: DeadlineKind, count: int) -> Change | Refusal:
        """Let a deadline be told, with the safe moves that it asks for."""
        seen = absence.to_move_for(self.hosted) if kind is DeadlineKind.TURN else ()
        safe: dict[Player, Move] = {
            each.viewer: absence.stops(each) or opponents.choose(absence.STAND_IN, each)
            for each in seen
            if each.viewer is not None
        }
        return self.do(lambda hosted, now: deadlines.due(hosted, kind, count, now, safe))

    def wait(self, seconds: float) -> None:
        """Let time pass, and every deadline on the way happen, in order."""
        end = self.now + timedelta(seconds=seconds)
        while coming := [
            (each.due_at, kind, each.round)
            for kind, each in self.hosted.deadlines.items()
            if self.hosted.live and each.due_at <= end
        ]:
            due_at, kind, count = min(coming)
            self.now = max(self.now, due_at)
            assert isinstance(self.tell(kind, count), Change), (kind, self.hosted.deadlines)
        self.now = end

    def asked(self) -> Iterator[tuple[Player, Entry]]:
        """Yield the players who are asked something."""
        if self.hosted.live and not self.hosted.begun.rests:
            yield from ((each, self.hosted.entry_at(each)) for each in to_move(self.hosted.begun.state))

    def mover(self) -> Entry:
        """The only one who is asked."""
        ((_, entry),) = self.asked()
        return entry

    def move(self) -> Change | Refusal:
        """The first person who is asked makes their first legal move; a window for hand yaku ends unused."""
        if secret_round.tells_nothing(self.hosted):
            ready = self.hosted.deadlines[DeadlineKind.READY]
            self.now = max(self.now, ready.due_at)
            return self.tell(DeadlineKind.READY, ready.round)
        player, entry = next((player, entry) for player, entry in self.asked() if entry.who.user)
        seen = observe(self.hosted.begun.state, player)
        assert seen.question is not None and entry.who.user is not None
        user, question, move = entry.who.user, seen.question, seen.legal[0]
        return self.do(lambda hosted, now: secret_round.act(hosted, user, question, move, now))

    def turn(self) -> None:
        """The player to move makes all moves of their turn."""
        mover = self.mover()
        while list(self.asked()) and self.mover().who == mover.who:
            self.move()

    def cpu_moves(self) -> int:
        """Let CPU players move until none is asked. Gives how often they did."""
        count = 0
        while (asked := moves.cpu_to_move(self.hosted)) is not None:
            level, seen = asked
            move = opponents.choose(level, seen)
            assert isinstance(self.do(_cpu_answer(seen, move)), Change)
            count += 1
        return count

    def others(self, user: UserId) -> list[UserId]:
        """The seated people but this one."""
        return [
            entry.who.user
            for entry in self.hosted.entries
            if entry.seat is not None and entry.who.user is not None and entry.who.user != user
        ]


def _cpu_answer(seen: Observation, move: Move) -> Step:
    return lambda hosted, now: moves.cpu_act(hosted, seen, move, now)


def clocked_match(
    settings: Settings,
    rules: str = "classic",
    *people: Person,
    clock: MatchClock = MatchClock.LIVE,
    cpu: CpuPlayer | None = None,
    seed: int = 4,
    months: int = 3,
    drawn: bool = True,
) -> ClockedMatch:
    """A match with its seats drawn unless told otherwise; a person for each seat, or these people."""
    made = make_rules(rules, {"months": months})
    secret = seed.to_bytes(32, "big")
    crowd = people or TRIO[: RULE_SETS[made.id].seats]
    hosted = opened(PLACE, crowd[0], made, secret=secret, now=START, clock=clock).after
    for person in crowd[1:]:
        hosted = lobby.join(hosted, person, START).after
    if cpu is not None and len(crowd) == 1:
        level, match = cpu, ClockedMatch(hosted, settings)
        match.do(lambda it, now: lobby.play_cpu(it, it.host, level, now))
    else:
        while cpu is not None and not lobby.is_filled(hosted):
            hosted = lobby.play_cpu(hosted, hosted.host, cpu, START).after
        match = ClockedMatch(lobby.start(hosted, hosted.host, START).after, settings)
    if drawn and phase_of(match) is Phase.SEATS:
        match.do(moves.draw_seats)
    match.changes.clear()
    return match


def turn_of(match: ClockedMatch) -> timedelta:
    """Return the rest of the time of the player to move."""
    return match.hosted.deadlines[DeadlineKind.TURN].due_at - match.now


def phase_of(match: ClockedMatch) -> Phase:
    """Return the phase of the match."""
    return match.hosted.begun.state.phase


def user_of(entry: Entry) -> UserId:
    """The user of an entry that has one."""
    assert entry.who.user is not None
    return entry.who.user


def let_time_run_out(match: ClockedMatch) -> Change:
    """The player to move does nothing for as long as they may."""
    match.wait(turn_of(match).total_seconds())
    return match.changes[-1]


def with_somebody_away(
    settings: Settings, rules: str = "classic", months: int = 3, *, all_have_played: bool = True
) -> tuple[ClockedMatch, UserId]:
    """A match in which somebody has let their time run out twice in a row, and who that is.

    `all_have_played`: everybody has played a card before; else the absent player has never done so.
    """
    match = clocked_match(settings, rules, months=months)
    while match.hosted.begun.state.phase is not Phase.PLAY or (
        all_have_played and not match.hosted.all_have_played
    ):
        match.move()
    absent = user_of(match.mover())
    while not any(entry.away for entry in match.hosted.entries):
        if user_of(match.mover()) == absent:
            let_time_run_out(match)
        else:
            match.move()
    return match, absent
