"""The speed of the engine: `python -m engine bench`.

Processor time of one process, and of several rounds the fastest: what else a machine does can only slow a
round down. Shuffling decks and choosing moves counts too, by the same source of chance on both paths.
"""

from __future__ import annotations

import json
import platform
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.cards.deck import DECK, Deck
from engine.play.legal import legal_moves, to_move
from engine.play.live_match import LiveMatch
from engine.play.match import apply
from engine.play.state import new_match
from engine.play.tables import tables_of
from engine.record.match_record import loads, replay, write
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import sheet_of

ROUNDS = 10
CAPTURES = 2_000
"""Captured sets that are scored in a round of scoring."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Months (deals that ended, those dealt again included) and actions of some random play."""

    months: int
    actions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Months a second."""
        return self.months / self.seconds


class Chance:
    """Decks and choices from one seeded source."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random  # noqa: S311 - a benchmark, not a shuffle for players

    def indices(self, number: int = 0) -> list[int]:
        """All cards by their index in random order: sorted by random keys."""
        draw = self.random
        return sorted(range(len(DECK)), key=lambda _: draw())

    def deck(self, number: int = 0) -> Deck:
        """Return the deck as cards."""
        return tuple([DECK[index] for index in self.indices()])


def play_applied(rules: Rules, chance: Chance) -> tuple[int, int]:
    """One random match through `apply`, nobody asking for events: its months and actions."""
    return _applied(rules, chance, told=False)


def play_told(rules: Rules, chance: Chance) -> tuple[int, int]:
    """Play a match with the events of every action, as a host asks for them."""
    return _applied(rules, chance, told=True)


def _applied(rules: Rules, chance: Chance, *, told: bool) -> tuple[int, int]:
    draw = chance.random
    state = new_match(rules, chance.deck())
    months = actions = 0
    while state.phase is not Phase.OVER:
        player = to_move(state)[0]
        moves = legal_moves(state, player)
        step = apply(state, Action(player, moves[int(draw() * len(moves))]), chance.deck)
        if told:
            _ = step.events
        state = step.state
        months += len(step.ended)
        actions += 1
    return months, actions


def play_simulated(rules: Rules, chance: Chance) -> tuple[int, int]:
    """One random match simulated: its months and actions."""
    draw = chance.random
    match = LiveMatch(rules, chance.indices)
    actions = 0
    while match.standing.ranking is None:
        deal = match.deal
        while moves := deal.legal():
            deal.do(moves[int(draw() * len(moves))])
            actions += 1
        match.settle()
    return match.settled, actions


def pace(play: Callable[[Rules, Chance], tuple[int, int]], rules: Rules, seconds: float) -> Pace:
    """The fastest of the rounds that share these seconds."""
    chance = Chance(1)
    rounds = []
    for _ in range(ROUNDS):
        months = actions = 0
        start = time.process_time()
        while not months or time.process_time() - start < seconds / ROUNDS:
            more_months, more_actions = play(rules, chance)
            months += more_months
            actions += more_actions
        rounds.append(Pace(months, actions, time.process_time() - start))
    return max(rounds, key=lambda each: each.rate)


def scoring_rate(score: Callable[[int], object], seconds: float) -> float:
    """Calls a second, on captures of all sizes up to 24 cards."""
    chance = Chance(2)
    captures = [
        sum(1 << index for index in chance.indices()[: int(chance.random() * 25)]) for _ in range(CAPTURES)
    ]
    return CAPTURES / _fastest(lambda: [score(captured) for captured in captures], seconds)


def rebuilding(rules: Rules, seconds: float) -> tuple[float, int]:
    """Seconds to rebuild a match of random play from the text of its record, and its actions."""
    chance = Chance(3)
    decks: list[Deck] = []

    def deck(number: int) -> Deck:
        decks.append(chance.deck())
        return decks[-1]

    seat_deck, actions = chance.deck(), []
    state = new_match(rules, seat_deck)
    while state.phase is not Phase.OVER:
        player = to_move(state)[0]
        moves = legal_moves(state, player)
        actions.append(Action(player, moves[int(chance.random() * len(moves))]))
        state = apply(state, actions[-1], deck).state
    text = json.dumps(write(rules, seat_deck, decks, actions))
    return _fastest(lambda: [None for _ in replay(loads(text))], seconds), len(actions)


def machine() -> str:
    """Python and processor, as far as they can be read."""
    model = platform.processor() or platform.machine()
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        model = next(line.partition(":")[2].strip() for line in told if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # no Linux, or a processor that does not tell
    return f"{platform.python_implementation()} {platform.python_version()}, {model}, {platform.system()}"


def report(rule_sets: list[RuleSetId], seconds: float) -> Iterator[str]:
    """The lines of the benchmark; each measurement takes about these seconds."""
    yield f"{machine()}; one process, processor time, fastest of {ROUNDS} rounds"
    all_rules = [make_rules(each) for each in rule_sets]
    yield ""
    heads = f"{'apply':>10}{'with events':>13}{'simulated':>12}{'actions a month':>18}"
    yield f"{'months a second, random play':32}{heads}"
    for rules in all_rules:
        played = [pace(play, rules, seconds) for play in (play_applied, play_told, play_simulated)]
        applied, told, simulated = (each.rate for each in played)
        actions = played[2].actions / played[2].months
        yield f"{rules.id:32}{applied:10,.0f}{told:13,.0f}{simulated:12,.0f}{actions:18.1f}"
    yield ""
    yield f"{'scoring calls a second':32}{'by name':>10}{'total':>12}"
    for rules in all_rules:
        by_name = scoring_rate(sheet_of(rules).score, seconds)
        total = scoring_rate(tables_of(rules).total, seconds)
        yield f"{rules.id:32}{by_name:10,.0f}{total:12,.0f}"
    yield ""
    yield f"{'rebuilding a match of 12 months':32}{'ms':>10}{'actions':>12}"
    for rules in all_rules:
        took, actions = rebuilding(rules, seconds)
        yield f"{rules.id:32}{took * 1e3:10.1f}{actions:12,}"


def _fastest(run: Callable[[], object], seconds: float) -> float:
    """Seconds of the fastest run; runs until the time is up, once at least."""
    best = float("inf")
    end = time.process_time() + seconds
    while best == float("inf") or time.process_time() < end:
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best
