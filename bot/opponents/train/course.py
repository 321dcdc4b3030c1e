"""A course of training: seeded, resumable, its weights and its log written as it goes."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

import numpy as np

from bot.opponents.features import layout_of
from bot.opponents.network import Weights, pack
from bot.opponents.train.arrays import Real, Whole, rules_pool, table_of
from bot.opponents.train.inputs import HIDDEN
from bot.opponents.train.learner import Course, learn, new_memory
from engine.rules.rule_sets import RULE_SETS, RuleSetId, Unit

POOL = 64
"""Sets of options that take turns with the rule set as it is."""
CHUNK = 5_000
"""Deals between two looks at the clock; each chunk has a seed of its own, so that a course can be resumed."""
RATE, LAST_RATE = 0.01, 0.0001
EXPLORE = 0.04
"""What the course begins with; both grow less to its end."""
ONE = 4096
"""The whole number that a weight of 1 becomes."""
SCALES = {Unit.POINTS: 10, Unit.MON: 20}
"""Points that the network's 1 stands for."""


@dataclass
class Training:
    """A course for one rule set: how far it is, and the network as it is now."""

    rule_set: RuleSetId
    months: int
    seed: int
    chunk: int = CHUNK
    done: int = 0
    """Months played."""
    seconds: float = 0.0
    log: list[str] = field(default_factory=list)
    net: Real = field(init=False)
    squares: Real = field(init=False)
    """How far each row, and then each hidden unit, has been moved."""
    tables: Whole = field(init=False)

    def __post_init__(self) -> None:
        pool = rules_pool(self.rule_set, POOL, self.seed)
        self.tables = np.stack([table_of(rules) for rules in pool])
        size = layout_of(self.rule_set, pool[0].seats).size
        self.net = np.random.default_rng(self.seed).uniform(-0.1, 0.1, (size + 3, HIDDEN)).astype(np.float32)
        self.net[[size, size + 2]] = 0
        self.squares = np.zeros(len(self.net) + HIDDEN, np.float32)

    @property
    def scale(self) -> int:
        """Points that the network's 1 stands for."""
        return SCALES[RULE_SETS[self.rule_set].unit]

    def step(self) -> float:
        """Play and learn one chunk; gives the root of the mean square error, in points."""
        began = time.monotonic()
        passed = self.done / self.months
        rate = max(LAST_RATE, RATE * (1 - passed))
        course = Course(float(self.scale), rate, EXPLORE * (1 - passed))
        seed = self.seed * 1_000_003 + self.done // self.chunk
        deals = min(self.chunk, self.months - self.done)
        error = learn(self.tables, self.net, self.squares, new_memory(), course, seed % 2**32, deals)
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

    def weights(self) -> Weights:
        """The network in whole numbers."""
        whole = np.rint(self.net.astype(np.float64) * ONE).astype(np.int64)
        *first, second, start = whole.tolist()
        return Weights(self.scale, ONE, first, second, start[0] * ONE)

    def write(self, folder: Path) -> str:
        """Write the weights, and the log that ends with their sha256, which is given."""
        data = pack(self.weights())
        digest = hashlib.sha256(data).hexdigest()
        head = [
            f"rules {self.rule_set}, seed {self.seed}",
            f"a course of {self.months} months in chunks of {self.chunk}",
            f"{len(self.net) - 3} inputs, {HIDDEN} hidden units, {POOL} sets of options",
        ]
        tail = [f"{self.done} months in {self.seconds:.0f} s", f"sha256 {digest}"]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.rule_set}.net").write_bytes(data)
        (folder / f"{self.rule_set}.log").write_text(
            "\n".join([*head, *self.log, *tail, ""]), encoding="utf-8"
        )
        return digest


def train(training: Training, kept: Path, folder: Path, tell: Callable[[str], None], looks: int = 50) -> None:
    """Go through the course; the file `kept` and the folder's weights are brought up to date on the way."""
    if kept.exists() and training.resume(kept):
        tell(f"resumed at {training.done} months")
    every = max(1, training.months // training.chunk // looks)
    errors: list[float] = []
    while training.done < training.months:
        errors.append(training.step())
        if len(errors) == every or training.done == training.months:
            line = f"{training.done:>10} months, error {sum(errors) / len(errors):.3f} points"
            training.log.append(line)
            tell(f"{line}, {training.seconds:.0f} s")
            training.save(kept)
            training.write(folder)
            errors = []
