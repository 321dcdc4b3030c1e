"""The value network of the *hard* player: one file of whole numbers for each rule set, and its arithmetic.

Whole numbers alone, so that equal positions have equal values on every machine. All weights of an input are
one large number, 32 bits for each hidden unit: a position is summed in as many additions as it has inputs.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from operator import mul
from typing import NamedTuple

from engine.rules.rule_sets import RuleSetId

HEADER = struct.Struct("<6sHHHiq")
"""Mark, inputs, hidden units, points that the network's 1 stands for, one of a weight, what a value begins
with."""
MARK = b"KOINET"
LANE = 32
"""Bits of a hidden unit."""


class Weights(NamedTuple):
    """A network in whole numbers."""

    scale: int
    """Points that the network's 1 stands for."""
    one: int
    """The whole number that stands for a weight of 1, in both layers."""
    first: Sequence[Sequence[int]]
    """By input: what it adds to each hidden unit; last what these begin with."""
    second: Sequence[int]
    """By hidden unit."""
    start: int
    """What a value begins with."""


def pack(weights: Weights) -> bytes:
    """The weights as a file. Raises OverflowError where one does not fit 16 bits."""
    inputs, hidden = len(weights.first) - 1, len(weights.second)
    head = HEADER.pack(MARK, inputs, hidden, weights.scale, weights.one, weights.start)
    numbers = [each for row in (*weights.first, weights.second) for each in row]
    return head + struct.pack(f"<{len(numbers)}h", *numbers)


def unpack(data: bytes) -> Weights:
    """The weights of a file. Raises ValueError for any other file."""
    mark, inputs, hidden, scale, one, start = HEADER.unpack_from(data)
    if mark != MARK or len(data) != HEADER.size + 2 * hidden * (inputs + 2):
        raise ValueError("no file of weights")
    numbers = struct.unpack_from(f"<{hidden * (inputs + 2)}h", data, HEADER.size)
    rows = [numbers[each : each + hidden] for each in range(0, len(numbers), hidden)]
    return Weights(scale, one, rows[:-1], rows[-1], start)


class Network:
    """A network ready to be asked."""

    __slots__ = ("_begin", "_lanes", "_middle", "_rows", "_second", "_start", "one_point", "scale")

    one_point: int
    """What `value` gives for so many points as `scale` says."""
    scale: int

    def __init__(self, weights: Weights) -> None:
        hidden = len(weights.second)
        *rows, begin = weights.first
        self._rows = [_packed(row) for row in rows]
        # Half a lane is added to each unit, so that none borrows from its neighbour.
        self._middle = 1 << (LANE - 1)
        self._begin = _packed([each + self._middle for each in begin])
        self._lanes = struct.Struct(f"<{hidden}I")
        self._second = array("q", weights.second)
        self._start = weights.start
        self.one_point, self.scale = weights.one * weights.one, weights.scale

    def begin(self, inputs: Iterable[int]) -> int:
        """These inputs' part of every position of a decision, to be given to `value`."""
        rows = self._rows
        return sum([rows[each] for each in inputs], self._begin)

    def value(self, begun: int, inputs: Iterable[int]) -> int:
        """The value of a position with these further inputs: points times `one_point` by `scale`."""
        rows, middle = self._rows, self._middle
        summed = sum([rows[each] for each in inputs], begun)
        units = self._lanes.unpack(summed.to_bytes(self._lanes.size, "little"))
        active = [each - middle if each > middle else 0 for each in units]
        return int(self._start + sum(map(mul, self._second, active)))

    def worth(self, points: int) -> int:
        """So many points as `value` gives them."""
        return points * self.one_point // self.scale


def _packed(row: Iterable[int]) -> int:
    """Whole numbers, also negative ones, as one: each `LANE` bits above the one before it."""
    return sum(each << LANE * unit for unit, each in enumerate(row))


@lru_cache(maxsize=len(RuleSetId))
def network_of(rule_set: RuleSetId) -> Network:
    """The network of a rule set, read once."""
    return Network(unpack(files("bot.opponents").joinpath("weights", f"{rule_set}.net").read_bytes()))
