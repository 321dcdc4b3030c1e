"""The training of a network: several courses from the results of months, then one from what these make of
them.

The mean of several networks plays better than each. In classic, over 30,000 decks in both seats against the
greedy player, two courses of 5 million months made +0.34 and +0.32 points a month. Their mean made +0.40 (+-
0.03), that of three +0.43. A last network learns that mean, whose judgements have no chance in them, in a
tenth of the time, and has the size of one: +0.39 of the two. Of eight courses the mean made +0.48, a network
that learnt it +0.41 with the size of one, +0.445 with that of two. All is seeded, and can be resumed.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

import numpy as np

from bot.opponents.features import layout_of, names_of
from bot.opponents.network import Weights, pack
from bot.opponents.train.arrays import Real, Whole, rules_pool, table_of
from bot.opponents.train.learner import Course, imitate, learn, new_memory
from bot.opponents.train.playouts import load
from engine.rules.rule_sets import RULE_SETS, RuleSetId, Unit

RATE_ON, BEGUN = 0.004, 100.0
"""The first rate of a course that goes on from other weights, and the distance that counts as moved already:
without it the first steps would undo what these know.
"""
LOOKS = 20
"""Lines of a course in the log."""
MORE = {RuleSetId.CLASSIC: (3_000_000, 1), RuleSetId.LEAGUE: (3_000_000, 3)}
"""The months of such courses, and their number. The bot's own weights learnt rules.md section 9 so.
Courses that begin alike stay so near that the mean of their weights plays like the mean of networks.
One course alone lost what a mean had won: 0.06 +- 0.04 points a month of Standard, 0.05 +- 0.05 of classic.
"""
UNITS = 256
"""Hidden units of each network."""
POOL = 64
"""Sets of options that take turns with the rule set as it is."""
CHUNK = 5_000
"""Deals between two looks at the clock; each chunk has a seed of its own, so that a course can be resumed."""
RATE, LAST_RATE = 0.01, 0.0001
EXPLORE = 0.04
"""The values at the beginning of the course; both grow less to its end."""
AGAINST = {
    RuleSetId.CLASSIC: 0.8,
    RuleSetId.LEAGUE: 0.8,
    RuleSetId.ISHOKAI: 0.25,
    RuleSetId.SANNIN: 0.25,
}
"""The share of deals against the greedy player; in the others all seats learn. Tried with courses of equal
length. In classic 0.8 won as much of a network with 0.5 (+0.025, -0.014 +- 0.04 points), and 0.02 +- 0.06
more of the greedy player. In ishokai 0.25 won 0.40 +- 0.28 mon of one with 0.8, in sannin 0.03 +- 0.06. Of
the greedy player it won no less (0.2 +- 0.5, 0.05 +- 0.1 more).
"""
PLAIN = dict.fromkeys(RuleSetId, 0.7) | dict.fromkeys((RuleSetId.CLASSIC, RuleSetId.LEAGUE), 0.5)
"""The share of deals by the rule set as it is. The others take turns with its presets and with drawn options;
where there are presets, they are 48 of 111.
"""
TRACES = (0.8, 0.8, 0.6, 0.6)
"""Lambda of each course, in turn: one with 0.6 came to no less in classic, and means gain by variety."""
EXPLORE_MEAN, AGAINST_MEAN = 0.15, 0.6
"""Both shares while the mean is learnt: more of what is not played, which is judged as well."""
ONE = 4096
"""The whole number that a weight of 1 becomes."""
COURSES = {
    RuleSetId.CLASSIC: (*[5_000_000] * 2, *[4_000_000] * 6),
    RuleSetId.LEAGUE: (3_000_000,) * 2,
    RuleSetId.ISHOKAI: (2_500_000,) * 2,
    RuleSetId.SANNIN: (2_000_000,),
}
"""The months of each course that the bot's own weights come from. Fewer cost strength. One course of 0.5, 1,
2 and 4 million months of classic (seed 5) made +0.24, +0.25, +0.31 and +0.36 points a month against the
greedy player. These here made +0.445 (30,000 decks in both seats, +- 0.03).
"""
MEAN_MONTHS = dict.fromkeys(RuleSetId, 1_000_000) | {RuleSetId.CLASSIC: 1_500_000}
"""The months in which their mean is learnt, where there are several."""
WIDTH = {RuleSetId.CLASSIC: 2}
"""The number of courses whose units the network that learns the mean begins with; else one. In
classic one of twice the units is nearer to the mean of eight courses (0.17 points off, not 0.24)."""
SCALES = {Unit.POINTS: 10, Unit.MON: 20}
"""Points that the network's 1 stands for."""


@dataclass
class Training:
    """A course for one rule set: how far it is, and the network as it is now.

    With a teacher, a network, it learns what that makes of positions, else what months come to. Raises
    ValueError where the network that it begins with has other inputs.
    """

    rule_set: RuleSetId
    months: int
    seed: int
    chunk: int = CHUNK
    units: int = UNITS
    trace: float = TRACES[0]
    teacher: Real | None = None
    begin: Real | None = None
    """The network that the course goes on from; None: chance draws one."""
    done: int = 0
    """Months played."""
    seconds: float = 0.0
    log: list[str] = field(default_factory=list)
    net: Real = field(init=False)
    squares: Real = field(init=False)
    """The distance that each row, and then each hidden unit, has been moved."""
    tables: Whole = field(init=False)

    def __post_init__(self) -> None:
        pool = rules_pool(self.rule_set, POOL, self.seed)
        self.tables = np.stack([table_of(rules) for rules in pool])
        size = layout_of(self.rule_set, pool[0].seats).size
        chance = np.random.default_rng(self.seed)
        self.net = chance.uniform(-0.1, 0.1, (size + 3, self.units)).astype(np.float32)
        self.net[[size, size + 2]] = 0
        if self.begin is not None:
            self.net, self.units = self.begin.copy(), self.begin.shape[1]
        self.squares = np.full(len(self.net) + self.units, 0 if self.begin is None else BEGUN, np.float32)

    @property
    def scale(self) -> int:
        """Points that the network's 1 stands for."""
        return SCALES[RULE_SETS[self.rule_set].unit]

    def step(self) -> float:
        """Play and learn one chunk; gives the root of the mean square error, in points."""
        began = time.monotonic()
        left = 1 - self.done / self.months
        rate = max(LAST_RATE, (RATE if self.begin is None else RATE_ON) * left)
        seed = (self.seed * 1_000_003 + self.done // self.chunk) % 2**32
        deals, plain = min(self.chunk, self.months - self.done), PLAIN[self.rule_set]
        net, memory = (self.tables, self.net, self.squares), new_memory(self.net)
        if self.teacher is None:
            course = Course(
                float(self.scale), rate, EXPLORE * left, AGAINST[self.rule_set], plain, self.trace
            )
            error = learn(*net, memory, course, seed, deals)
        else:
            course = Course(float(self.scale), rate, EXPLORE_MEAN * left, AGAINST_MEAN, plain, 0.0)
            error = imitate(*net, memory, course, self.teacher, seed, deals)
        self.done += deals
        self.seconds += time.monotonic() - began
        return sqrt(error) * self.scale

    def save(self, path: Path) -> None:
        """Keep the course in a file, so that `resume` can take it up."""
        new = path.with_suffix(".new.npz")
        np.savez(
            new,
            net=self.net,
            squares=self.squares,
            course=np.array([self.months, self.seed, self.chunk, self.done]),
            seconds=self.seconds,
            log=np.array(self.log),
        )
        new.replace(path)

    def resume(self, path: Path) -> bool:
        """Take up the course of this file; whether it is one of the same months and seed."""
        with np.load(path) as kept:
            *same, done = (int(each) for each in kept["course"])
            if same != [self.months, self.seed, self.chunk]:
                return False
            self.net, self.squares = kept["net"], kept["squares"]
            self.done, self.seconds = done, float(kept["seconds"])
            self.log = [str(each) for each in kept["log"]]
        return True

    @property
    def name(self) -> str:
        """Return the name in files and in reports."""
        if self.begin is not None:
            return f"{self.rule_set}-more-{self.seed}"
        return f"{self.rule_set}-{self.seed if self.teacher is None else 'mean'}"

    def told(self) -> list[str]:
        """The log: what was learnt, how far it went, how long it took."""
        size = f"{len(self.net) - 3} inputs, {self.units} hidden units, {len(self.tables)} sets of rules"
        learnt = f"a course of {self.months} months with lambda {self.trace}"
        kind = learnt if self.teacher is None else f"{self.months} months of the courses' mean"
        head = f"{self.name}: {kind} in chunks of {self.chunk}, {size}"
        return [head, *self.log, f"{self.done} months in {self.seconds:.0f} s"]

    def weights(self) -> Weights:
        """The network in whole numbers."""
        whole = np.rint(self.net.astype(np.float64) * ONE).astype(np.int64)
        *first, second, start = whole.tolist()
        names = names_of(self.rule_set, RULE_SETS[self.rule_set].seats)
        return Weights(self.scale, ONE, first, second, start[0] * ONE, self.rule_set, names)


def mean_of(nets: Sequence[Real]) -> Real:
    """One network, whose value is the mean of theirs: their hidden units side by side."""
    net = np.concatenate(nets, axis=1)
    net[-2] /= len(nets)
    net[-1] = np.mean([each[-1, 0] for each in nets])
    return net


def train(  # noqa: PLR0913, PLR0917 - the command's options
    courses: Sequence[Training],
    months: int,
    work: Path,
    folder: Path,
    tell: Callable[[str], None],
    looks: int = LOOKS,
) -> None:
    """Go through these courses of one rule set, then, if there are several, `months` for their mean.

    All of them are kept in `work` on the way. Weights and log are written to the folder in the end.
    """
    work.mkdir(parents=True, exist_ok=True)
    for each in courses:
        go_on(each, work, tell, looks)
    first = courses[0]
    if len(courses) == 1:
        write(courses, folder)
        return
    teacher = mean_of([each.net for each in courses])
    start = mean_of([each.net for each in courses[: WIDTH.get(first.rule_set, 1)]])
    units = start.shape[1]
    last = Training(first.rule_set, months, first.seed, first.chunk, units, teacher=teacher)
    last.net = start
    go_on(last, work, tell, looks)
    write([*courses, last], folder)


def train_more(  # noqa: PLR0913, PLR0917 - the command's options
    rule_set: RuleSetId, months: int, courses: int, work: Path, folder: Path, tell: Callable[[str], None]
) -> None:
    """Go on from the weights in the folder in some courses, which learn rules that they do not know yet.

    What comes of it is the mean, weight by weight, of the weights before and after each course. Raises
    WeightsUnfit for weights of other rules; inputs that they do not know begin with nothing.
    """
    work.mkdir(parents=True, exist_ok=True)
    begin = load((folder / f"{rule_set}.net").read_bytes(), rule_set)[0]
    each = [Training(rule_set, months, seed, begin=begin) for seed in range(1, courses + 1)]
    for one in each:
        go_on(one, work, tell, LOOKS)
    each[-1].net = np.mean([begin, *(one.net for one in each)], axis=0)
    write(each, folder, (folder / f"{rule_set}.log").read_text(encoding="utf-8").splitlines())


def go_on(training: Training, work: Path, tell: Callable[[str], None], looks: int) -> None:
    """Go through a course, or on from where its file has it."""
    kept = work / f"{training.name}.npz"
    if kept.exists() and training.resume(kept):
        tell(f"{training.name}: resumed at {training.done} months")
    every = max(1, training.months // training.chunk // looks)
    errors: list[float] = []
    while training.done < training.months:
        errors.append(training.step())
        if len(errors) == every or training.done == training.months:
            line = f"{training.done:>10} months, error {sum(errors) / len(errors):.3f} points"
            training.log.append(line)
            tell(f"{training.name}: {line}, {training.seconds:.0f} s")
            training.save(kept)
            errors = []


def write(courses: Sequence[Training], folder: Path, earlier: Sequence[str] = ()) -> None:
    """Write the weights of the last course, and the log of all, which ends with the weights' sha256.

    `earlier`: the log of the weights that the courses went on from.
    """
    last = courses[-1]
    data = pack(last.weights())
    lines = [*earlier, *(line for each in courses for line in each.told())]
    lines += [f"sha256 {hashlib.sha256(data).hexdigest()}", ""]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{last.rule_set}.net").write_bytes(data)
    (folder / f"{last.rule_set}.log").write_text("\n".join(lines), encoding="utf-8")
