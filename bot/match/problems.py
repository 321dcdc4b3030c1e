"""Problems: positions of a first month in which one decision is clearly better than the others.

They are data, a line each in a file for each rule set, made by `python -m bot.opponents.train.problems`. A
line has the deck's seed, the moves that lead to the position, and the choices with their worths. A number is
a place in the file, so lines are added at the end and never changed. Nothing of a problem is stored: buttons
name it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from bot.config import Settings
from bot.match.hosted_match import Entry
from bot.match.lessons import NOBODY, staged
from bot.match.progress import Progress, begin
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, JoinNumber, MadeBy, Participant
from engine.play.legal import legal_moves, to_move
from engine.record.notation import format_move, parse_move
from engine.rules.actions import Action, Cut, Declare, Draw, Move, Phase, Player, Ready
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId

MONTHS = 3
"""The length of the match of which a problem shows the first month."""
MOST_CHOICES = 4


class ProblemId(NamedTuple):
    """The id of a problem: a rule set, and a number from 1."""

    rule_set: RuleSetId
    number: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the month is worth after it to somebody who makes it: points, or mon."""

    move: Move
    worth: float


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and two to four choices, in the order of the hand.

    `seed`: from which the cards are dealt; `moves`: those of both players from the first card on.
    """

    rule_set: RuleSetId
    seed: int
    moves: tuple[Move, ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> int:
        """The place of the best choice, from 0."""
        return max(range(len(self.choices)), key=lambda place: self.choices[place].worth)


@dataclass(frozen=True, slots=True)
class Solved:
    """The results of somebody's answers to the problems of one rule set.

    `answered`: a bit for each number.
    """

    answered: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0

    def has(self, number: int) -> bool:
        """Whether they have answered the problem with this number, from 1."""
        return bool(self.answered >> (number - 1) & 1)

    @property
    def tried(self) -> int:
        """Return the number of answered problems."""
        return self.answered.bit_count()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of those that they have answered."""
        return tuple(each for each in range(1, self.answered.bit_length() + 1) if self.has(each))

    def after(self, number: int, *, right: bool) -> Solved:
        """Return the standing after an answer to a problem that the person had not answered."""
        streak = self.streak + 1 if right else 0
        answered = self.answered | 1 << (number - 1)
        return Solved(answered, self.solved + right, streak, max(self.best, streak))


def dumps(problem: Problem) -> str:
    """The problem as a line of a file: `17 W B>A m | O 2.31 Z 0.42`."""
    moves = " ".join(map(format_move, problem.moves))
    choices = " ".join(f"{format_move(each.move)} {each.worth:.2f}" for each in problem.choices)
    return f"{problem.seed} {moves} | {choices}"


def loads(rule_set: RuleSetId, line: str) -> Problem:
    """The problem of a line. Raises ValueError and NotationError for any other text."""
    position, told = line.split(" | ")
    seed, *moves = position.split()
    choices = told.split()
    pairs = zip(choices[::2], choices[1::2], strict=True)
    return Problem(
        rule_set,
        int(seed),
        tuple(map(parse_move, moves)),
        tuple(Choice(parse_move(move), float(worth)) for move, worth in pairs),
    )


@cache
def problems(rule_set: RuleSetId) -> tuple[Problem, ...]:
    """All problems of a rule set; number 1 comes first."""
    text = files("bot.match").joinpath("problem_sets", f"{rule_set}.txt").read_text(encoding="ascii")
    return tuple(loads(rule_set, line) for line in text.splitlines())


def numbered(which: ProblemId) -> Problem:
    """The problem with a number. Raises LookupError where there is none."""
    if which.number < 1:
        raise LookupError(which)
    return problems(which.rule_set)[which.number - 1]


@cache
def rules_of(rule_set: RuleSetId) -> Rules:
    """Return the rules of the problems of a rule set: its own options."""
    return make_rules(rule_set, {"months": MONTHS})


def dealt(rule_set: RuleSetId, seed: int) -> Progress | None:
    """The first month as it is dealt from a seed; None where a hand yaku, or the deal itself, ends it."""
    rules = rules_of(rule_set)
    made = begin(rules, rules.seats, seed.to_bytes(32, "big"))
    while made.state.phase in {Phase.SEATS, Phase.CUT, Phase.READY} and not made.ends:
        player, *_ = to_move(made.state)
        legal = legal_moves(made.state, player)
        if Declare() in legal:
            return None
        made = made.after(Action(player, _first(made.state.phase)), made_by=MadeBy.DEFAULT)
    return None if made.ends else made


def _first(phase: Phase) -> Move:
    """Return everybody's move until the first card is played."""
    match phase:
        case Phase.SEATS:
            return Draw()
        case Phase.CUT:
            return Cut(0)
        case _:
            return Ready()


def after(progress: Progress, moves: Iterable[Move]) -> Progress:
    """The month after further moves, each of the player to move. Raises EngineError for illegal ones."""
    for move in moves:
        (player,) = to_move(progress.state)
        progress = progress.after(Action(player, move), made_by=MadeBy.CPU)
    return progress


@lru_cache(maxsize=64)
def position(problem: Problem) -> Progress:
    """The month in which the decision is asked for."""
    begun = dealt(problem.rule_set, problem.seed)
    assert begun is not None, "problems are made from months in which cards are played"
    return after(begun, problem.moves)


def solver(problem: Problem) -> Player:
    """Return the player who is asked for the decision."""
    (player,) = to_move(position(problem).state)
    return player


def view(problem: Problem, name: str, settings: Settings) -> MatchView:
    """The position as its players see it; the player to move is called `name`, CPU players are the others."""
    progress = position(problem)
    order = progress.state.order
    assert order is not None
    me = solver(problem)
    entries = tuple(
        _entry(JoinNumber(number), Player(order.index(number)), name, solves=order.index(number) == me)
        for number in range(len(order))
    )
    return staged(rules_of(problem.rule_set), entries, progress, settings)


def _entry(number: JoinNumber, seat: Player, name: str, *, solves: bool) -> Entry:
    if solves:
        return Entry(Participant(number, name, user=NOBODY), seat=seat)
    return Entry(Participant(number, "", cpu=CpuPlayer.HARD), seat=seat)
