"""A set of rules as arrays of whole numbers, made from the engine's own tables, and where what stands.

The compiled deal is played by these alone, so that there is one place for each rule: the engine.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar, cast

import numpy as np
from numba import config, njit
from numpy.typing import NDArray

import engine
from bot.opponents.features import Layout, layout_of, option_inputs
from engine.play.tables import tables_of
from engine.rules.hand_yaku import HAND_YAKU
from engine.rules.options import OPTIONS, Rules, make_rules
from engine.rules.presets import PRESETS
from engine.rules.rule_sets import Exhausted, FieldFour, KoiLimit, KoiMultiplier, Place, RuleSetId
from engine.rules.sheet import Line, Sheet, sheet_of
from engine.rules.yaku import YakuId

YEAR = 12
Whole = NDArray[np.int64]
Real = NDArray[np.float32]
Function = TypeVar("Function", bound=Callable[..., object])


def _sources() -> str:
    """A digest of all that compiled code is made of: it holds numbers of other modules, too."""
    folders = (Path(engine.__file__).parent, Path(__file__).parents[1])
    read = [path.read_bytes() for folder in folders for path in sorted(folder.rglob("*.py"))]
    return hashlib.sha256(b"".join(read)).hexdigest()


config.CACHE_DIR = str(  # type: ignore[attr-defined]  # numba names its settings as it starts
    Path(tempfile.gettempdir()) / f"koikoi-train-{_sources()[:16]}"
)


def compiled(function: Function) -> Function:
    """The function as machine code, kept for the next process that has the same sources."""
    return cast(Function, njit(cache=True)(function))


def fast(function: Function) -> Function:
    """Compile a function whose sums of floats may be taken in any order."""
    return cast(Function, njit(cache=True, fastmath=True)(function))


# What stands where in the table of a set of rules.
SEATS, HAND_SIZE, DEALT, TRIGGERS, PLAYS_OUT, DECIDES_LAST, EXHAUSTED, OYAKEN, ASKS = range(9)
FIELD_FOUR, PAIRS, VOIDS, KOI_RULE, KOI_LIMIT, LIGHTS_COUNT, SEVEN, GOKO, HONBA_COUNTS = range(9, 18)
CUP_CARDS, READINGS, RAIN, CUP_YAKU, SHAPE_COUNT, OPTION_COUNT, YAKU_COUNT, LINE_COUNT = range(18, 26)
"""Lines are counted by reading: two numbers."""
CUPS = 27
"""The cards of each cup yaku."""
SHAPES, SHAPE = 31, 5
"""Hand yaku: the four largest numbers of cards of a month, 0 for any, and the value."""
OPTION_INPUTS = 61
"""The active inputs of the options."""
DEALING = 91
"""By place in the deck: whose card it is, seats from the dealer on; -1 for the field."""
INPUTS = 131
"""The first input of each group, as in `Layout`, and their number."""
LINES = 160
"""By reading and line."""

# What stands where in a line of the sheet.
WHOLE, FEW, NEED, POINTS, KIND, SIZE, RAINED, YAKU, LESSER, PLACE = range(10)
LINE = 10
MOST_LINES = 32
TABLE = LINES + 2 * MOST_LINES * LINE

OYAKEN_PAYS, LAST_MAKER_PAYS, NOBODY_PAYS = range(3)
REDEAL, TAKES, WINS, VOID = range(4)
NO_CALLS, OTHERS_CALLS, ALL_CALLS, OWN_CALLS = range(4)
NO_LIMIT, ONCE_EACH, ONCE = range(3)
_EXHAUSTED = {
    Exhausted.OYAKEN: OYAKEN_PAYS,
    Exhausted.LAST_MAKER: LAST_MAKER_PAYS,
    Exhausted.VOID: NOBODY_PAYS,
}
_FIELD_FOUR = {
    FieldFour.REDEAL: REDEAL,
    FieldFour.REDEAL_PAIRS: REDEAL,
    FieldFour.DEALER_TAKES: TAKES,
    FieldFour.DEALER_WINS: WINS,
    FieldFour.VOID: VOID,
}
_KOI = {
    KoiMultiplier.NONE: NO_CALLS,
    KoiMultiplier.OPPONENT: OTHERS_CALLS,
    KoiMultiplier.EACH: ALL_CALLS,
    KoiMultiplier.OWN: OWN_CALLS,
}
_LIMITS = {KoiLimit.NONE: NO_LIMIT, KoiLimit.ONCE_EACH: ONCE_EACH, KoiLimit.ONCE: ONCE}
_IDS = list(YakuId)
GOKO_ID = _IDS.index(YakuId.GOKO)


def table_of(rules: Rules) -> Whole:
    """Return rules as one row of whole numbers."""
    layout, sheet = layout_of(rules.id, rules.seats), sheet_of(rules)
    table = np.zeros(TABLE, np.int64)
    shapes = [row for row in HAND_YAKU if rules.id in row.rule_sets and row.stands(rules)]
    cups = [line.whole for line in sheet.readings[0] if line.rained_off]
    options = option_inputs(rules)
    for place, number in _numbers(rules).items():
        table[place] = number
    for place, count in ((CUP_YAKU, cups), (SHAPE_COUNT, shapes), (OPTION_COUNT, options)):
        table[place] = len(count)
    table[YAKU_COUNT] = len(layout.yaku)
    table[CUPS : CUPS + len(cups)] = cups
    for number, row in enumerate(shapes):
        start = SHAPES + number * SHAPE
        table[start : start + len(row.shape)] = row.shape
        table[start + SHAPE - 1] = row.points
    table[OPTION_INPUTS : OPTION_INPUTS + len(options)] = options
    dealing = [
        -1 if place is Place.FIELD else place.value
        for place, count in rules.rule_set.dealing
        for _ in range(count)
    ]
    table[DEALING : DEALING + len(dealing)] = dealing
    starts = layout[2:]
    table[INPUTS : INPUTS + len(starts)] = starts
    for reading, lines in enumerate(sheet.readings):
        table[LINE_COUNT + reading] = len(lines)
        for number, line in enumerate(lines):
            start = LINES + (reading * MOST_LINES + number) * LINE
            table[start : start + LINE] = _line(sheet, line, layout)
    return table


def tables_by_month(rules: Rules) -> Whole:
    """Return the tables of rules in each of twelve months; one alone where months do not differ."""
    months = [rules.in_month(month) for month in range(1, YEAR + 1)]
    return np.stack([table_of(each) for each in dict.fromkeys(months)])


def rules_pool(rule_set: RuleSetId, size: int, seed: int) -> list[Rules]:
    """The rule set as it is, its presets in each of twelve months, and rules whose options chance has drawn.

    Rules with month cards are those of a month.
    """
    chance = Random(seed)  # noqa: S311 - nothing is dealt from it
    offered = {spec.name: spec.allowed(rule_set) for spec in OPTIONS.values() if spec.allowed(rule_set)}
    drawn = [{name: chance.choice(values) for name, values in offered.items()} for _ in range(size - 1)]
    pool = [make_rules(rule_set), *(make_rules(rule_set, each) for each in drawn)]
    pool = [rules.in_month(number % YEAR + 1) for number, rules in enumerate(pool)]
    presets = (each.rules() for each in PRESETS.values() if each.rule_set is rule_set)
    return pool + [rules.in_month(month) for rules in presets for month in range(1, YEAR + 1)]


def _numbers(rules: Rules) -> dict[int, int]:
    rule_set, options, tables = rules.rule_set, rules.options, tables_of(rules)
    return {
        SEATS: rules.seats,
        HAND_SIZE: rule_set.hand_size,
        DEALT: sum(count for _, count in rule_set.dealing),
        TRIGGERS: rule_set.triggers,
        PLAYS_OUT: rule_set.plays_out_stock,
        DECIDES_LAST: rule_set.decides_on_last_turn,
        EXHAUSTED: _EXHAUSTED[rule_set.exhausted],
        OYAKEN: options.oyaken,
        ASKS: rule_set.secret_round,
        FIELD_FOUR: _FIELD_FOUR[options.field_four],
        PAIRS: tables.pairs_redealt,
        VOIDS: options.koi_void,
        KOI_RULE: _KOI[options.koi_multiplier],
        KOI_LIMIT: _LIMITS[options.koi_limit],
        LIGHTS_COUNT: options.field_lights,
        SEVEN: options.seven_double,
        GOKO: options.goko_bonus,
        HONBA_COUNTS: rule_set.honba,
        CUP_CARDS: tables.cup_cards,
        READINGS: len(tables.sheet.readings),
        RAIN: rule_set.rain,
    }


def _line(sheet: Sheet, line: Line, layout: Layout) -> tuple[int, ...]:
    lesser = sum(1 << _IDS.index(each) for each in sheet.lesser(line.id))
    place = layout.yaku.index(line.id) if line.id in layout.yaku else -1
    shape = (line.whole, line.few, line.need, line.points, line.kind, line.size)
    return (*shape, line.rained_off, _IDS.index(line.id), lesser, place)
