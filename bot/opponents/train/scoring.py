"""The worth of captured cards, compiled: totals, the payment for a stop, hand yaku."""

from __future__ import annotations

from bot.opponents.train.arrays import (
    ALL_CALLS,
    CUP_CARDS,
    CUP_YAKU,
    CUPS,
    FEW,
    GOKO,
    GOKO_ID,
    HONBA_COUNTS,
    KIND,
    KOI_RULE,
    LESSER,
    LINE,
    LINE_COUNT,
    LINES,
    MOST_LINES,
    NEED,
    OTHERS_CALLS,
    OWN_CALLS,
    POINTS,
    RAIN,
    RAINED,
    READINGS,
    SEVEN,
    SHAPE,
    SHAPE_COUNT,
    SHAPES,
    SIZE,
    TRIGGERS,
    WHOLE,
    YAKU,
    Whole,
    compiled,
)
from engine.cards.cardset import KIND_MASKS
from engine.cards.deck import Kind
from engine.rules import yaku as rows

CRANE, CUP, NOVEMBER = rows.CRANE, rows.CUP, rows.NOVEMBER
CHAFF = KIND_MASKS[Kind.CHAFF]


@compiled
def count_of(mask: int) -> int:
    """Return the number of cards in a mask."""
    x = mask - ((mask >> 1) & 0x555555555555)
    x = (x & 0x333333333333) + ((x >> 2) & 0x333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 0x7F


@compiled
def rains(table: Whole, captured: int) -> bool:
    """Whether the cup yaku are void."""
    return table[RAIN] != 0 and captured & NOVEMBER != 0 and captured & CRANE == 0


@compiled
def sum_of(table: Whole, reading: int, captured: int, without_cup: bool) -> tuple[int, bool]:
    """The total by one reading of the sheet, and whether the five lights are in it."""
    dry = not (without_cup or rains(table, captured))
    made, replaced, goko = 0, 0, False
    start = LINES + reading * MOST_LINES * LINE
    for each in range(table[LINE_COUNT + reading]):
        line = start + each * LINE
        if table[line + WHOLE] & ~captured:
            continue
        if table[line + NEED] and count_of(table[line + FEW] & captured) < table[line + NEED]:
            continue
        if dry or table[line + RAINED] == 0:
            made |= 1 << each
            replaced |= table[line + LESSER]
            goko = goko or table[line + YAKU] == GOKO_ID
    total, each = 0, 0
    while made >> each:
        line = start + each * LINE
        if made >> each & 1 and not replaced >> table[line + YAKU] & 1:
            total += table[line + POINTS]
            if table[line + KIND]:
                total += count_of(table[line + KIND] & captured) - table[line + SIZE]
        each += 1
    return total, goko


@compiled
def total_of(table: Whole, captured: int) -> tuple[int, bool]:
    """The total of captures, the cup read as what is worth more, and whether the five lights are in it."""
    total, goko = sum_of(table, 0, captured, False)
    if table[READINGS] == 2 and captured & CUP:
        total = max(total, sum_of(table, 1, captured, False)[0])
    return total, goko


@compiled
def growth_of(table: Whole, captured: int) -> int:
    """A number that is higher than it was if and only if a yaku was made or grew so that it counts."""
    if table[TRIGGERS] == 0:
        return total_of(table, captured)[0]
    total = sum_of(table, 0, captured, True)[0]
    idle = captured & CUP != 0 and count_of(captured & CHAFF) == 9
    return total - 1 if idle else total


@compiled
def completes_cup(table: Whole, before: int, after: int) -> bool:
    """Whether some cup yaku has all its cards now, and had not before."""
    for each in range(CUPS, CUPS + table[CUP_YAKU]):
        if table[each] & ~after == 0 and table[each] & ~before:
            return True
    return False


@compiled
def cup_triggers(table: Whole, before: int, after_hand: int, after: int) -> bool:
    """Whether a cup yaku triggers (rules.md section 5)."""
    if table[CUP_CARDS] & after & ~before == 0 or rains(table, after):
        return False
    by_hand = completes_cup(table, before, after_hand) and not rains(table, after_hand)
    return by_hand or completes_cup(table, after_hand, after)


@compiled
def called(table: Whole, own: int, others: int) -> int:
    """Return what calls of koi-koi, the winner's own and those of others, multiply a stop by."""
    if table[KOI_RULE] == ALL_CALLS:
        return own + others + 1
    twice = 2 if others else 1
    if table[KOI_RULE] == OWN_CALLS:
        return (own + 1) * twice
    return twice if table[KOI_RULE] == OTHERS_CALLS else 1


@compiled
def stop_pays(table: Whole, captured: int, void: int, factor: int, honba: int) -> int:
    """Return the payment of one payer for a stop with these captures; 0 without yaku.

    `factor`: of everything but the total.
    """
    total, goko = total_of(table, captured)
    total -= void
    if total == 0:
        return 0
    if table[SEVEN] and total >= 7:
        factor *= 2
    if goko:
        total += table[GOKO]
    if table[HONBA_COUNTS]:
        total += honba
    return total * factor


@compiled
def hand_value(table: Whole, hand: int) -> int:
    """The value of a dealt hand's yaku, 0 for none."""
    split = [0, 0, 0, 0]
    for month in range(12):
        held = count_of(hand >> 4 * month & 0b1111)
        for place in range(4):
            if held > split[place]:
                split[place], held = held, split[place]
    for each in range(table[SHAPE_COUNT]):
        start, fits = SHAPES + each * SHAPE, True
        for place in range(4):
            if table[start + place] and table[start + place] != split[place]:
                fits = False
        if fits:
            return int(table[start + SHAPE - 1])
    return 0
