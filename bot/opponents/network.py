"""The value network of the *hard* player: one file of whole numbers for each rule set, and its arithmetic.

Whole numbers alone, so that equal positions have equal values on every machine. All weights of an input are
one large number, 32 bits for each hidden unit: a position takes as many additions as it has inputs that the
one beside it has not, and then a handful of steps, however many units there are.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from engine.rules.rule_sets import RuleSetId

HEADER = struct.Struct("<6sHHHiq")
"""Mark, inputs, hidden units, points that the network's 1 stands for, one of a weight, what a value begins
with."""
MARK = b"KOINET"
LANE = 32
"""Bits of a hidden unit."""
MIDDLE = 1 << LANE - 1
PAIR = (1 << 2 * LANE) - 1
ONE = 1 << 18
"""What `Network.value` gives for the network's 1."""


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


class Base(NamedTuple):
    """A position beside which others are valued that have most of its inputs."""

    summed: int
    """All hidden units, each in its lane."""
    active: frozenset[int]
    """The inputs that may be missing in others; those that every position has are not among them."""


class Network:
    """A network ready to be asked.

    A unit that is cut at nothing and then weighed is as well weighed first: the weights of an input hold what
    it adds to the value by each unit, and a value is the sum of the units that add less that of those that
    take.
    """

    __slots__ = ("_begin", "_even", "_middles", "_rows", "_start", "_taking", "scale")

    scale: int
    """Points that the network's 1 stands for, as `ONE` does in values."""

    def __init__(self, weights: Weights) -> None:
        adding = _even([unit for unit, each in enumerate(weights.second) if each >= 0])
        units = adding + _even([unit for unit, each in enumerate(weights.second) if each < 0])
        sized = [(0, 0) if unit is None else (unit, abs(weights.second[unit])) for unit in units]
        fine = weights.one * weights.one
        # Half a lane is added to each unit, so that none borrows from its neighbour.
        middles = [MIDDLE] * len(units)
        self._middles = _lanes(middles)
        *self._rows, begin = [
            _lanes([(2 * row[unit] * size * ONE // fine + 1) // 2 for unit, size in sized])
            for row in weights.first
        ]
        self._begin = begin + self._middles
        self._even = _lanes([1, 0] * (len(units) // 2)) * (2**LANE - 1)
        self._taking = LANE * len(adding)
        self._start = weights.start * ONE // fine
        self.scale = weights.scale

    def begin(self, inputs: Iterable[int]) -> Base:
        """These inputs' part of every position, to be given to `base`."""
        rows = self._rows
        return Base(sum([rows[each] for each in inputs], self._begin), frozenset())

    def base(self, begun: Base, inputs: Iterable[int]) -> Base:
        """A position with these further inputs, to be given to `value`."""
        rows, active = self._rows, frozenset(inputs)
        return Base(sum([rows[each] for each in active], begun.summed), active)

    def value(self, base: Base, inputs: Iterable[int]) -> int:
        """The value of a position with these inputs: points times `ONE` by `scale`."""
        rows, active = self._rows, set(inputs)
        summed = sum([rows[each] for each in active - base.active], base.summed)
        summed -= sum([rows[each] for each in base.active - active])
        positive = summed & self._middles
        units = summed & (positive - (positive >> LANE - 1))
        pairs = (units & self._even) + (units >> LANE & self._even)
        # All lanes of a number add up to what is left of it by the highest number of a lane.
        taking = pairs >> self._taking
        adding = pairs - (taking << self._taking)
        return int(self._start + adding % PAIR - taking % PAIR)

    def worth(self, points: int) -> int:
        """So many points as `value` gives them."""
        return points * ONE // self.scale


def _even(units: list[int]) -> list[int | None]:
    """So many lanes, with an empty one (None) where their number is odd."""
    return [*units, None] if len(units) % 2 else [*units]


def _lanes(row: Sequence[int]) -> int:
    """Whole numbers, also negative ones, as one: each `LANE` bits above the one before it."""
    above = array("I", [max(each, 0) for each in row])
    below = array("I", [max(-each, 0) for each in row])
    if sys.byteorder == "big":
        above.byteswap()
        below.byteswap()
    return int.from_bytes(above.tobytes(), "little") - int.from_bytes(below.tobytes(), "little")


@lru_cache(maxsize=len(RuleSetId))
def network_of(rule_set: RuleSetId) -> Network:
    """The network of a rule set, read once."""
    return Network(unpack(files("bot.opponents").joinpath("weights", f"{rule_set}.net").read_bytes()))
