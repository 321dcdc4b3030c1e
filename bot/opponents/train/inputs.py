"""The inputs of `bot.opponents.features`, compiled, and the network on them."""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

import numpy as np

from bot.opponents.features import CALLS, HAND, HONBA, NEAR, STAKES, STOCK
from bot.opponents.train.arrays import (
    FEW,
    INPUTS,
    LINE,
    LINE_COUNT,
    LINES,
    NEED,
    OPTION_COUNT,
    OPTION_INPUTS,
    PLACE,
    RAINED,
    SEATS,
    SIZE,
    WHOLE,
    YAKU_COUNT,
    Real,
    Whole,
    compiled,
    fast,
)
from bot.opponents.train.deal import (
    BOUND,
    CAPTURED,
    DEALER,
    DECK_SIZE,
    FIELD,
    FLIPPED,
    HANDS,
    KOI,
    LAST_CALLER,
    MADE,
    TOP,
    VOIDED,
    stake_of,
)
from bot.opponents.train.deal import HONBA as HONBA_AT
from bot.opponents.train.scoring import CRANE, NOVEMBER, count_of, growth_of
from engine.cards.deck import ALL_CARDS

MOST = 256
"""Active inputs at most."""
HIDDEN = 128
"""Hidden units of the network. A course of 14 million months in classic gained 0.01 ± 0.02 points a month
on one of 3 million, over 100,000 decks in both seats."""
NOTHING, LEAST = np.float32(0), np.float32(1e-6)

# Where in a table it stands where each group of inputs begins.
AT_HAND, AT_FIELD, AT_CAPTURED, AT_MATCH, AT_SURE, AT_NEAR, AT_STAKE = range(INPUTS, INPUTS + 7)
AT_KOI, AT_LEFT, AT_STOCK, AT_DEALER, AT_CALLER, AT_VOID = range(INPUTS + 7, INPUTS + 13)
AT_ENDED, AT_PENDING, AT_BOUND, AT_HONBA = range(INPUTS + 13, INPUTS + 17)


@compiled
def inputs_of(table: Whole, state: Whole, viewer: int, ended: bool, out: Whole) -> int:
    """Write the active inputs as the viewer, who has just moved, sees the state; gives how many."""
    seats = table[SEATS]
    count = table[OPTION_COUNT]
    for each in range(count):
        out[each] = table[OPTION_INPUTS + each]
    hand, field, everybody = state[HANDS + viewer], state[FIELD], 0
    count = _cards(table[AT_HAND], hand, out, count)
    count = _cards(table[AT_FIELD], field, out, count)
    for place in range(seats):
        own = state[CAPTURED + (viewer + place) % seats]
        everybody |= own
        count = _cards(table[AT_CAPTURED] + 48 * place, own, out, count)
    flipped = 0 if state[FLIPPED] < 0 else 1 << state[FLIPPED]
    unseen = ALL_CARDS & ~(hand | field | everybody | flipped)
    for month in range(12):
        mask = 0b1111 << 4 * month
        if hand & mask and field & mask:
            out[count] = table[AT_MATCH] + month
            count += 1
            if not unseen & mask:
                out[count] = table[AT_SURE] + month
                count += 1
    for place in range(seats):
        count = _player(table, state, (viewer + place) % seats, place, everybody, out, count)
    return _standing(table, state, viewer, ended, out, count)


@compiled
def _cards(start: int, mask: int, out: Whole, count: int) -> int:
    while mask:
        low = mask & -mask
        out[count] = start + count_of(low - 1)
        count += 1
        mask ^= low
    return count


@compiled
def _player(
    table: Whole, state: Whole, player: int, place: int, everybody: int, out: Whole, count: int
) -> int:
    """What one player has made, is near, and could stop with."""
    own = state[CAPTURED + player]
    gone, start = everybody & ~own, table[AT_NEAR] + place * table[YAKU_COUNT] * NEAR
    wet = own & NOVEMBER != 0 and gone & CRANE != 0
    for each in range(table[LINE_COUNT]):
        line = LINES + each * LINE
        if table[line + PLACE] < 0 or table[line + WHOLE] & gone or (wet and table[line + RAINED]):
            continue
        need, had = table[line + NEED], count_of(table[line + WHOLE] & own)
        if need:
            if count_of(table[line + FEW] & ~gone) < need:
                continue
            had += min(need, count_of(table[line + FEW] & own))
        missing = table[line + SIZE] - had
        if missing < NEAR:
            out[count] = start + table[line + PLACE] * NEAR + missing
            count += 1
    stake = stake_of(table, state, player)
    for each in range(len(STAKES)):
        if stake >= STAKES[each]:
            out[count] = table[AT_STAKE] + place * len(STAKES) + each
            count += 1
    for each in range(min(CALLS, state[KOI + player])):
        out[count] = table[AT_KOI] + place * CALLS + each
        count += 1
    if state[VOIDED + player]:
        out[count] = table[AT_VOID] + place
        count += 1
    return count


@compiled
def _standing(table: Whole, state: Whole, viewer: int, ended: bool, out: Whole, count: int) -> int:
    """How far the deal is, and what it goes by."""
    seats = table[SEATS]
    held = count_of(state[HANDS + viewer])
    out[count] = table[AT_LEFT] + min(held, HAND - 1)
    out[count + 1] = table[AT_DEALER] + (state[DEALER] - viewer) % seats
    count += 2
    if held == 0:
        out[count] = table[AT_STOCK] + min(DECK_SIZE - state[TOP], STOCK - 1)
        count += 1
    if state[LAST_CALLER] >= 0:
        out[count] = table[AT_CALLER] + (state[LAST_CALLER] - viewer) % seats
        count += 1
    if ended:
        out[count] = table[AT_ENDED]
        count += 1
    elif growth_of(table, state[CAPTURED + viewer]) > state[MADE + viewer]:
        out[count] = table[AT_PENDING]
        count += 1
    if state[BOUND]:
        out[count] = table[AT_BOUND]
        count += 1
    for each in range(min(HONBA, state[HONBA_AT])):
        out[count] = table[AT_HONBA] + each
        count += 1
    return count


@fast
def value_of(net: Real, active: Whole, count: int, hidden: Real) -> float:
    """The network's value; `hidden` is filled.

    The last three rows of `net` are the biases of the hidden units, what each adds to the value, and what
    the value begins with.
    """
    last = len(net) - 1
    for unit in range(HIDDEN):
        hidden[unit] = net[last - 2, unit]
    for each in range(count):
        row = active[each]
        for unit in range(HIDDEN):
            hidden[unit] += net[row, unit]
    value = net[last, 0]
    for unit in range(HIDDEN):
        value += net[last - 1, unit] * max(hidden[unit], NOTHING)
    return float(value)


@fast
def improve(
    net: Real, squares: Real, active: Whole, count: int, hidden: Real, error: float, rate: float
) -> None:
    """One step of the network after `value_of`, towards a value that is higher by `error`.

    Each row goes by its own measure (Adagrad by rows): what is seldom met takes longer steps. `squares` is
    what the rows have been moved by, and after them what each hidden unit has been.
    """
    last, size, pace = len(net) - 1, np.float32(error), np.float32(rate)
    total = NOTHING
    for unit in range(HIDDEN):
        slope = net[last - 1, unit] * size if hidden[unit] > NOTHING else NOTHING
        reached = size * max(hidden[unit], NOTHING)
        squares[last + 1 + unit] += reached * reached
        net[last - 1, unit] += pace * reached / (np.sqrt(squares[last + 1 + unit]) + LEAST)
        hidden[unit] = slope
        total += slope * slope
    total /= np.float32(HIDDEN)
    squares[last - 2] += total
    step = pace / (np.sqrt(squares[last - 2]) + LEAST)
    for unit in range(HIDDEN):
        net[last - 2, unit] += step * hidden[unit]
    for each in range(count):
        row = active[each]
        squares[row] += total
        step = pace / (np.sqrt(squares[row]) + LEAST)
        for unit in range(HIDDEN):
            net[row, unit] += step * hidden[unit]
    squares[last] += size * size
    net[last, 0] += pace * size / (np.sqrt(squares[last]) + LEAST)
