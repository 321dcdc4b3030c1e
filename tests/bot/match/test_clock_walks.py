"""Random presses, time-outs, claims and CPU players in seats: a match that goes on always can go on."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.errors import BotError
from bot.ids import UserId
from bot.match import absence, moves, turn_time
from bot.match.hosted_match import DeadlineKind, Step
from bot.match.vocabulary import CpuPlayer, MadeBy, MatchClock, Occasion, Refusal, Status
from engine.play.legal import to_move
from engine.play.observation import Observation, observe
from engine.rules.actions import Move
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from tests.support.clocked_match import ClockedMatch, clocked_match
from tests.support.manager_fixture import ANN, BEN, TRIO, quick

TIMES = quick(live_turn_seconds=120, live_bank_seconds=300, rest_seconds=30, cut_seconds=20, draw_seconds=20)
STEPS = 160
GOES_ON = {DeadlineKind.TURN, DeadlineKind.REST, DeadlineKind.DRAW, DeadlineKind.CUT}
"""The deadlines by which a match goes on; those of a week's silence are no help."""
Press = Callable[[], object]


def something_can_happen(match: ClockedMatch) -> bool:
    """Whether a CPU player or a clock goes on, or there is somebody whose press does."""
    hosted = match.hosted
    if moves.cpu_to_move(hosted) is not None or GOES_ON & hosted.deadlines.keys():
        return True
    if hosted.begun.rests:
        return bool(moves.waiting_for(hosted))
    asked = [hosted.entry_at(player) for player in to_move(hosted.begun.state)]
    # They themselves; where they are away, any opponent who is there may choose.
    return any(entry.who.user is not None for entry in asked)


def must_be_consistent(match: ClockedMatch) -> None:
    """Assert the invariants of every match in play."""
    hosted, view = match.hosted, match.view()
    assert something_can_happen(match), match.occasions[-5:]
    late = turn_time.on_clock(hosted)
    assert (DeadlineKind.TURN in hosted.deadlines) is bool(late)
    for player in late:
        entry = hosted.entry_at(player)
        assert entry.who.user is not None and not entry.absent
    for entry in hosted.entries:
        assert entry.timeouts in (0, 1, 2)
        assert entry.bank is None or turn_time.NO_TIME <= entry.bank <= timedelta(seconds=300)
        assert entry.stand_in is None or entry.who.user is not None
    if hosted.wishes:
        assert any(entry.away for entry in hosted.entries)
    assert [seat.away for seat in view.seats] == [hosted.entry_at(seat.player).away for seat in view.seats]


def presses(match: ClockedMatch, chance: random.Random) -> list[Press]:
    """Return the next possible presses: likely ones more often than odd ones."""
    user = chance.choice(TRIO).user

    def do(step: Step) -> Press:
        return lambda: match.do(step)

    found: list[Press] = [
        do(lambda it, now: absence.claim(it, user, now)),
        do(lambda it, now: absence.seat_stand_in(it, user, now)),
        do(lambda it, now: absence.come_back(it, user, now)),
        lambda: match.wait(chance.choice([1, 20, 61, 121, 421, 421, 421])),
        lambda: match.wait(chance.choice([20, 421, 421])),
    ]
    if match.hosted.begun.rests:
        end = match.hosted.begun.ends_shown
        found += [do(lambda it, now: moves.agree(it, user, end, now))] * 3
    for player, entry in match.asked():
        seen = observe(match.hosted.begun.state, player)
        level = entry.who.cpu or entry.stand_in
        if entry.who.user is not None and (level is None or chance.random() < 0.1):
            found += [do(_own(entry.who.user, seen, chance))] * 3
        if level is not None:
            found += [match.cpu_moves] * 4
    return found


def _own(user: UserId, seen: Observation, chance: random.Random) -> Step:
    move: Move = chance.choice(seen.legal)
    question = seen.question if chance.random() < 0.9 else 0
    return lambda hosted, now: moves.act(hosted, user, question or 0, move, now)


@pytest.mark.outside
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", [each.value for each in RuleSetId])
def test_a_live_match_can_always_go_on(rules: str, seed: int) -> None:
    """In all rule sets, among people alone and with a CPU player, whatever is pressed and however late."""
    chance = random.Random(f"{rules}/{seed}")
    mixed = seed % 3 == 2 and RULE_SETS[RuleSetId(rules)].seats == 3
    people = (ANN, BEN) if mixed else ()
    clock = MatchClock.SLOW if seed % 3 == 1 else MatchClock.LIVE
    cpu = CpuPlayer.EASY if mixed else None
    match = clocked_match(TIMES, rules, *people, clock=clock, cpu=cpu, seed=seed, months=6)
    for _ in range(STEPS):
        if match.hosted.status is not Status.PLAYING:
            break
        try:
            result = chance.choice(presses(match, chance))()
        except BotError:
            continue
        assert result is None or isinstance(result, int | Refusal) or result in match.changes
        if match.hosted.live:
            must_be_consistent(match)
    made = [one.made_by for change in match.changes for one in change.made]
    assert MadeBy.USER in made


@pytest.mark.outside
def test_the_walks_come_by_everything_that_can_happen() -> None:
    """The walks would show nothing of time-outs, claims and stand-ins that never happen in them."""
    seen = set[Occasion]()
    for rules in RuleSetId:
        for seed in range(6):
            chance = random.Random(f"{rules.value}/{seed}")
            match = clocked_match(TIMES, rules.value, seed=seed, months=6)
            for _ in range(STEPS):
                if match.hosted.status is not Status.PLAYING:
                    break
                try:
                    chance.choice(presses(match, chance))()
                except BotError:
                    continue
            seen |= set(match.occasions)
    assert seen >= {
        Occasion.TIMED_OUT,
        Occasion.AWAY,
        Occasion.STAND_IN,
        Occasion.CAME_BACK,
        Occasion.CLAIM_WISHED,
        Occasion.HALF_TIME,
        Occasion.RESIGNED,
    }
