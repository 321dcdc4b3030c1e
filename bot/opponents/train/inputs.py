"""The inputs of `bot.opponents.features`, compiled, and the network on them."""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bot.opponents.features import (
    CALLS,
    FIRST_CHAFF,
    HAND,
    HONBA,
    LACKS,
    LIT,
    NEAR,
    OTHERS,
    PAULOWNIAS,
    SECOND_CHAFF,
    STAKES,
    STOCK,
)
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
    may_call,
    stake_of,
    whole_months,
)
from bot.opponents.train.deal import HONBA as HONBA_AT
from bot.opponents.train.deal import LIT as LIGHTS_DEALT
from bot.opponents.train.scoring import CRANE, NOVEMBER, count_of, growth_of
from engine.cards.deck import ALL_CARDS

MOST = 384
"""Active inputs at most."""
NOTHING, LEAST = np.float32(0), np.float32(1e-6)


class Base(NamedTuple):
    """A position beside which others are valued: most of what a decision's moves lead to is the same."""

    sums: Real
    """By hidden unit, before it is cut at nothing."""
    active: Whole
    """By input: whether it is one of the position's."""
    rows: Whole
    """The position's inputs, as many as `turn` says."""
    seen: Whole
    """By input: the last position that had it."""
    turn: Whole
    """The numbers of valued positions, and of inputs of this one."""


# Where in a table it stands where each group of inputs begins.
AT_HAND, AT_FIELD, AT_CAPTURED, AT_MATCH, AT_SURE, AT_OTHERS, AT_NEAR, AT_LACKS = range(INPUTS, INPUTS + 8)
AT_STAKE, AT_KOI, AT_LEFT, AT_STOCK, AT_DEALER, AT_CALLER, AT_VOID = range(INPUTS + 8, INPUTS + 15)
AT_ENDED, AT_PENDING, AT_BOUND, AT_HONBA = range(INPUTS + 15, INPUTS + 19)
AT_CLOSED, AT_LIGHTS = range(INPUTS + 21, INPUTS + 23)


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
        if not field & mask:
            continue
        others = count_of(unseen & mask)
        for each in range(others):
            out[count] = table[AT_OTHERS] + month * OTHERS + each
            count += 1
        if hand & mask:
            out[count] = table[AT_MATCH] + month
            count += 1
            if not others:
                out[count] = table[AT_SURE] + month
                count += 1
    for place in range(seats):
        taken = field & whole_months(unseen if place else hand)
        count = _player(table, state, (viewer + place) % seats, place, everybody, taken, hand, out, count)
    return _standing(table, state, viewer, ended, out, count)


@compiled
def _alike(mask: int) -> int:
    """Return the equal cards, as `features.alike` does."""
    alone = mask & SECOND_CHAFF & ~((mask & FIRST_CHAFF) << 1)
    mask ^= alone | alone >> 1
    return mask & ~PAULOWNIAS | ((1 << count_of(mask & PAULOWNIAS)) - 1) << 45


@compiled
def _cards(start: int, mask: int, out: Whole, count: int) -> int:
    mask = _alike(mask)
    while mask:
        low = mask & -mask
        out[count] = start + count_of(low - 1)
        count += 1
        mask ^= low
    return count


@compiled
def _player(
    table: Whole,
    state: Whole,
    player: int,
    place: int,
    everybody: int,
    taken: int,
    hand: int,
    out: Whole,
    count: int,
) -> int:
    """Put one player's yaku, near yaku and stake; `taken`: field cards that they may take."""
    own = state[CAPTURED + player]
    count = _yaku(table, place, own, everybody & ~own, taken, state[FIELD] ^ taken, hand, out, count)
    stake = stake_of(table, state, player)
    for each in range(len(STAKES)):
        if stake >= STAKES[each]:
            out[count] = table[AT_STAKE] + place * len(STAKES) + each
            count += 1
    for each in range(min(CALLS, state[KOI + player])):
        out[count] = table[AT_KOI] + place * CALLS + each
        count += 1
    if not may_call(table, state, player):
        out[count] = table[AT_CLOSED] + place
        count += 1
    if state[VOIDED + player]:
        out[count] = table[AT_VOID] + place
        count += 1
    return count


@compiled
def _yaku(
    table: Whole,
    place: int,
    own: int,
    gone: int,
    taken: int,
    idle: int,
    hand: int,
    out: Whole,
    count: int,
) -> int:
    """Put one player's made and near yaku, and the places of missing cards: the field, the viewer's hand."""
    start = table[AT_NEAR] + place * table[YAKU_COUNT] * NEAR
    wet = own & NOVEMBER != 0 and gone & CRANE != 0
    for each in range(table[LINE_COUNT]):
        line = LINES + each * LINE
        if table[line + PLACE] < 0 or table[line + WHOLE] & gone or (wet and table[line + RAINED]):
            continue
        need, had = table[line + NEED], count_of(table[line + WHOLE] & own)
        lacking = table[line + WHOLE] & ~own
        if need:
            if count_of(table[line + FEW] & ~gone) < need:
                continue
            few = min(need, count_of(table[line + FEW] & own))
            had += few
            if few < need:
                lacking |= table[line + FEW] & ~(own | gone)
        missing = table[line + SIZE] - had
        if missing < NEAR:
            out[count] = start + table[line + PLACE] * NEAR + missing
            count += 1
            first = table[AT_LACKS] + (place * table[YAKU_COUNT] + table[line + PLACE]) * LACKS
            count = _lacks(first, missing, lacking, taken, idle, hand, out, count)
    return count


@compiled
def _lacks(
    first: int, missing: int, lacking: int, taken: int, idle: int, hand: int, out: Whole, count: int
) -> int:
    """Put the places of the cards that a yaku lacks."""
    if missing == 0:
        return count
    start = first + 6 * (missing - 1)
    for each in range(min(3, count_of(lacking & taken))):
        out[count] = start + each
        count += 1
    if lacking & idle:
        out[count] = start + 3
        count += 1
    for each in range(min(2, count_of(lacking & hand))):
        out[count] = start + 4 + each
        count += 1
    return count


@compiled
def _standing(table: Whole, state: Whole, viewer: int, ended: bool, out: Whole, count: int) -> int:
    """Put the progress of the deal, and its conditions."""
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
    for each in range(len(LIT)):
        if state[LIGHTS_DEALT] >= LIT[each]:
            out[count] = table[AT_LIGHTS] + each
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
    last, units = len(net) - 1, net.shape[1]
    for unit in range(units):
        hidden[unit] = net[last - 2, unit]
    for each in range(count):
        row = active[each]
        for unit in range(units):
            hidden[unit] += net[row, unit]
    return _output(net, hidden)


@fast
def _output(net: Real, hidden: Real) -> float:
    """Return the output of the hidden units."""
    last = len(net) - 1
    value = net[last, 0]
    for unit in range(net.shape[1]):
        value += net[last - 1, unit] * max(hidden[unit], NOTHING)
    return float(value)


@fast
def value_beside(net: Real, base: Base, active: Whole, count: int, hidden: Real) -> float:
    """Return what `value_of` does, from the sums of a position that shares most inputs."""
    units = net.shape[1]
    base.turn[0] += 1
    turn = base.turn[0]
    hidden[:units] = base.sums[:units]
    for each in range(count):
        row = active[each]
        base.seen[row] = turn
        if not base.active[row]:
            for unit in range(units):
                hidden[unit] += net[row, unit]
    for each in range(base.turn[1]):
        row = base.rows[each]
        if base.seen[row] != turn:
            for unit in range(units):
                hidden[unit] -= net[row, unit]
    return _output(net, hidden)


@fast
def set_base(net: Real, base: Base, active: Whole, count: int) -> None:
    """Take a position as the one beside which others are valued."""
    for each in range(base.turn[1]):
        base.active[base.rows[each]] = 0
    base.turn[1] = count
    value_of(net, active, count, base.sums)
    for each in range(count):
        base.rows[each] = active[each]
        base.active[active[each]] = 1


@fast
def improve(
    net: Real, squares: Real, active: Whole, count: int, hidden: Real, error: float, rate: float
) -> None:
    """One step of the network after `value_of`, towards a value that is higher by `error`.

    Each row goes by its own measure (Adagrad by rows): what is seldom met takes longer steps. `squares` is
    what the rows have been moved by, and after them what each hidden unit has been.
    """
    last, units = len(net) - 1, net.shape[1]
    size, pace = np.float32(error), np.float32(rate)
    total = NOTHING
    for unit in range(units):
        slope = net[last - 1, unit] * size if hidden[unit] > NOTHING else NOTHING
        reached = size * max(hidden[unit], NOTHING)
        squares[last + 1 + unit] += reached * reached
        net[last - 1, unit] += pace * reached / (np.sqrt(squares[last + 1 + unit]) + LEAST)
        hidden[unit] = slope
        total += slope * slope
    total /= np.float32(units)
    squares[last - 2] += total
    step = pace / (np.sqrt(squares[last - 2]) + LEAST)
    for unit in range(units):
        net[last - 2, unit] += step * hidden[unit]
    for each in range(count):
        row = active[each]
        squares[row] += total
        step = pace / (np.sqrt(squares[row]) + LEAST)
        for unit in range(units):
            net[row, unit] += step * hidden[unit]
    squares[last] += size * size
    net[last, 0] += pace * size / (np.sqrt(squares[last]) + LEAST)
