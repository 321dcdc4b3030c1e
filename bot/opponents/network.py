"""The value network of the *hard* player: one file of whole numbers for each rule set, and its arithmetic.

Whole numbers alone, so that equal positions have equal values on every machine. All weights of an input are
one large number, 24 bits for each hidden unit. A position takes one addition for each input that the position
beside it has not, and then a handful of steps, however many units there are.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import zip_longest
from typing import NamedTuple

from bot.errors import WeightsUnfit
from bot.opponents.features import Named, names_of
from engine.rules.rule_sets import RULE_SETS, RuleSetId

HEADER = struct.Struct("<6sHHHiqI")
"""Mark, inputs, hidden units, points that the network's 1 stands for, one of a weight, what a value begins
with, and the bytes of the inputs' names, which come next, as JSON."""
MARK = b"KOINET"
LANE = 24
"""Bits of a hidden unit, three bytes: a test holds that no sum of the bot's own weights needs more."""
MIDDLE = 1 << LANE - 1
PAIR = (1 << 2 * LANE) - 1
FEW = 8
"""Pairs of lanes that are as soon divided as folded."""
ONE = 1 << 18
"""The value of `Network.value` for the network's 1."""


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
    """The base of a value."""
    rules: str = ""
    """The rule set that they are for."""
    names: Sequence[Named] = ()
    """The names of the inputs, in the order of `first`."""


def pack(weights: Weights) -> bytes:
    """The weights as a file. Raises OverflowError where one does not fit 16 bits."""
    inputs, hidden = len(weights.first) - 1, len(weights.second)
    names = json.dumps([weights.rules, *weights.names], separators=(",", ":")).encode("ascii")
    head = HEADER.pack(MARK, inputs, hidden, weights.scale, weights.one, weights.start, len(names))
    numbers = [each for row in (*weights.first, weights.second) for each in row]
    return head + names + struct.pack(f"<{len(numbers)}h", *numbers)


def unpack(data: bytes) -> Weights:
    """The weights of a file. Raises WeightsUnfit for any other file."""
    try:
        mark, inputs, hidden, scale, one, start, named = HEADER.unpack_from(data)
        begin = HEADER.size + named
        rules, *named_inputs = json.loads(data[HEADER.size : begin])
        names = [(str(name), int(size)) for name, size in named_inputs]
        numbers = struct.unpack_from(f"<{hidden * (inputs + 2)}h", data, begin)
    except (struct.error, ValueError, TypeError) as error:
        raise WeightsUnfit("no file of weights") from error
    if (
        mark != MARK
        or not hidden
        or len(data) != begin + 2 * len(numbers)
        or inputs != sum(size for _, size in names)
    ):
        raise WeightsUnfit("no file of weights")
    rows = [numbers[each : each + hidden] for each in range(0, len(numbers), hidden)]
    return Weights(scale, one, rows[:-1], rows[-1], start, str(rules), names)


def fitted(weights: Weights, rules: str, names: Sequence[Named]) -> Weights:
    """The weights for these inputs: found by name; an input that they do not know counts nothing.

    Raises WeightsUnfit for those of another rule set, and where an input has grown or shrunk: what it means
    has changed.
    """
    if weights.rules != rules:
        raise WeightsUnfit(f"weights of {weights.rules}, not of {rules}")
    *rows, begin = weights.first
    stored, at = dict[str, Sequence[Sequence[int]]](), 0
    for name, size in weights.names:
        stored[name], at = rows[at : at + size], at + size
    found, nothing = list[Sequence[int]](), (0,) * len(begin)
    for name, size in names:
        known = stored.get(name, (nothing,) * size)
        if len(known) != size:
            raise WeightsUnfit(f"input {name} has {size} places now, {len(known)} in the file of weights")
        found += known
    return weights._replace(first=[*found, begin], names=names)


class Base(NamedTuple):
    """A position beside which others are valued that have most of its inputs."""

    summed: int
    """All hidden units, each in its lane."""
    active: int
    """Active inputs: number n is bit n."""


class Network:
    """A network ready to be asked.

    A unit that is cut at nothing and then weighed can as well be weighed first. So the weights of an input
    hold its addition to the value by each unit. A value is the sum of the units that add less that of those
    that take. These stand in turns, so that both sums are one.
    """

    __slots__ = ("_begin", "_even", "_folds", "_middles", "_none", "_rows", "_start", "scale")

    scale: int
    """Points that the network's 1 stands for, as `ONE` does in values."""

    def __init__(self, weights: Weights) -> None:
        adding = [unit for unit, each in enumerate(weights.second) if each >= 0]
        taking = [unit for unit, each in enumerate(weights.second) if each < 0]
        units = [unit for pair in zip_longest(adding, taking) for unit in pair]
        sized = [(0, 0) if unit is None else (unit, abs(weights.second[unit])) for unit in units]
        fine, pairs = weights.one * weights.one, len(units) // 2
        # What is added to each unit, and to each pair of them, lest one borrows from its neighbour.
        self._middles = _lanes([MIDDLE] * len(units))
        self._none = _lanes([0, 1] * pairs)
        self._even = _lanes([1, 0] * pairs) * (2**LANE - 1)
        *rows, begin = [
            _lanes([(2 * row[unit] * size * ONE // fine + 1) // 2 for unit, size in sized])
            for row in weights.first
        ]
        self._rows = {1 << number: row for number, row in enumerate(rows)}
        self._begin = begin + self._middles
        self._start = weights.start * ONE // fine - (pairs << LANE)
        self._folds = _folds(pairs)
        self.scale = weights.scale

    @property
    def nothing(self) -> Base:
        """A position without inputs."""
        return Base(self._begin, 0)

    def base(self, beside: Base, active: int) -> Base:
        """A position with these inputs, to be given to `value`; best beside one that is like it."""
        return Base(self._summed(beside, active), active)

    def value(self, base: Base, active: int) -> int:
        """The value of a position with these inputs: points times `ONE` by `scale`."""
        summed = self._summed(base, active)
        positive = summed & self._middles
        units = summed & (positive - (positive >> LANE - 1))
        pairs = (units & self._even) + self._none - (units >> LANE & self._even)
        for lower, bits in self._folds:
            pairs = (pairs & lower) + (pairs >> bits)
        # What is left of a number by the highest number of a lane is the sum of its lanes.
        return int(self._start + pairs % PAIR)

    def _summed(self, base: Base, active: int) -> int:
        """All hidden units of a position with these inputs, each in its lane."""
        rows, summed = self._rows, base.summed
        gone, new = base.active & ~active, active & ~base.active
        while new:
            low = new & -new
            summed += rows[low]
            new ^= low
        while gone:
            low = gone & -gone
            summed -= rows[low]
            gone ^= low
        return summed

    def worth(self, points: int) -> int:
        """Return points as `value` gives them."""
        return points * ONE // self.scale


def _folds(pairs: int) -> list[tuple[int, int]]:
    """Return the additions of pairs of lanes, half to the other half, until few are left: masks, bits."""
    folds = []
    while pairs > FEW:
        pairs = (pairs + 1) // 2
        folds.append(((1 << 2 * LANE * pairs) - 1, 2 * LANE * pairs))
    return folds


def _lanes(row: Sequence[int]) -> int:
    """Whole numbers, also negative ones, as one: each `LANE` bits above the one before it."""
    above, below = [max(each, 0) for each in row], [max(-each, 0) for each in row]
    return _side_by_side(above) - _side_by_side(below)


def _side_by_side(row: Sequence[int]) -> int:
    """Pack numbers that are not negative. Raises OverflowError if one needs more bits."""
    if max(row) >> LANE:
        raise OverflowError("a weight that is too large")
    four = array("I", row)
    if sys.byteorder == "big":
        four.byteswap()
    told, lanes = four.tobytes(), bytearray(3 * len(row))
    for byte in range(3):
        lanes[byte::3] = told[byte::4]
    return int.from_bytes(lanes, "little")


WEIGHTS: Traversable = files("bot.opponents").joinpath("weights")
"""The folder of the weights."""


def network_of(rule_set: RuleSetId) -> Network:
    """The network of a rule set, read once. Raises WeightsUnfit where it cannot be used."""
    found = read_once(rule_set)
    if isinstance(found, WeightsUnfit):
        raise found
    return found


@lru_cache(maxsize=len(RuleSetId))
def read_once(rule_set: RuleSetId) -> Network | WeightsUnfit:
    """Return the network of a rule set, or why it cannot be used, which the log says once."""
    try:
        weights = unpack(WEIGHTS.joinpath(f"{rule_set}.net").read_bytes())
        return Network(fitted(weights, rule_set, names_of(rule_set, RULE_SETS[rule_set].seats)))
    except (WeightsUnfit, OverflowError, OSError) as error:
        why = error.why if isinstance(error, WeightsUnfit) else str(error)
        import structlog  # noqa: PLC0415 - a network needs no library but for this line

        log = structlog.stdlib.get_logger("koikoi.network")
        log.error("a network cannot be used, the next weaker level plays", rules=rule_set, error=why)  # noqa: TRY400 - the sentence is all
        return WeightsUnfit(why)
