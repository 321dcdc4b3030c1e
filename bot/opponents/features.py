"""What the value network is told of a position: numbers of active inputs, everything as the viewer sees it.

A position is what is left when the viewer has moved: after the hand step, before the stock's card is turned,
or after the whole turn. The players stand in the order of their turns, the viewer first. The compiled inputs
of `bot.opponents.train` are held equal to these by a test.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards.cardset import MONTH_MASKS, cards_in
from engine.cards.deck import ALL_CARDS
from engine.play.tables import Tables
from engine.rules.options import Rules
from engine.rules.points import counted_calls
from engine.rules.rule_sets import Cup, KoiMultiplier, RuleSetId, Teshi
from engine.rules.sheet import Line, sheet_of
from engine.rules.yaku import YAKU, YakuId

STAKES = (1, 2, 3, 5, 6, 7, 8, 10, 12, 15, 18, 24, 30, 40)
"""What a player could stop with: an input for each of these that it reaches."""
NEAR = 3
"""Inputs of a yaku: made; one card missing; two cards missing."""
CALLS, HONBA, HAND, STOCK = 3, 6, 9, 9
OYAKEN = (1, 3, 5, 7, 9, 11)
GOKO_BONUS = (1, 7, 13, 19)
SWITCHES = 8


class Layout(NamedTuple):
    """Where each group of inputs of a rule set begins, in order, and their number."""

    seats: int
    yaku: tuple[YakuId, ...]
    """Those that have inputs, for each player in turn: all with one shape."""
    hand: int
    field: int
    captured: int
    match: int
    """By month: lies on the field, and the viewer holds a card of it."""
    sure: int
    """The same where nobody else can have a card of it."""
    near: int
    stake: int
    koi: int
    left: int
    stock: int
    """With no card in hand: cards of the stock."""
    dealer: int
    caller: int
    void: int
    ended: int
    pending: int
    """The hand step has made or grown a yaku already."""
    bound: int
    honba: int
    options: int
    size: int


@lru_cache(maxsize=4)
def layout_of(rule_set: RuleSetId, seats: int) -> Layout:
    """The inputs of a rule set, the same for all its options."""
    rows = [row for row in YAKU if rule_set in row.worth and len(row.shapes) == 1]
    yaku = tuple(dict.fromkeys(row.id for row in rows))
    sizes = (
        48,
        48,
        seats * 48,
        12,
        12,
        seats * len(yaku) * NEAR,
        seats * len(STAKES),
        seats * CALLS,
        HAND,
        STOCK,
        seats,
        seats,
        seats,
        1,
        1,
        1,
        HONBA,
        SWITCHES + len(OYAKEN) + len(GOKO_BONUS),
    )
    starts = [sum(sizes[:each]) for each in range(len(sizes) + 1)]
    return Layout(seats, yaku, *starts)


def option_inputs(rules: Rules) -> list[int]:
    """The active inputs of the options."""
    options, start = rules.options, layout_of(rules.id, rules.seats).options
    switches = (
        options.rain_sanko,
        options.cup is Cup.EITHER,
        options.viewing,
        options.teshi is Teshi.CAPTURED,
        options.seven_double,
        options.koi_multiplier is KoiMultiplier.OPPONENT,
        options.koi_multiplier is KoiMultiplier.EACH,
        options.koi_void,
    )
    reached = (
        *switches,
        *(options.oyaken >= step for step in OYAKEN),
        *(options.goko_bonus >= step for step in GOKO_BONUS),
    )
    return [start + each for each, active in enumerate(reached) if active]


class Position(NamedTuple):
    """A position; masks, and tuples by player from the viewer on."""

    hand: int
    field: int
    flipped: int
    """The mask of a turned card that waits; 0 for none."""
    captured: tuple[int, ...]
    made: int
    """The viewer's `Tables.growth` at the end of their last turn."""
    koi: tuple[int, ...]
    void: tuple[int, ...]
    stock: int
    dealer: int
    caller: int
    """Who called koi-koi last; -1 for nobody."""
    honba: int
    bound: bool
    ended: bool
    """Whether the viewer's turn is over, else the stock's card is turned next."""


def inputs(tables: Tables, at: Position) -> list[int]:
    """The active inputs, those of the options left out."""
    rules = tables.rules
    layout = layout_of(rules.id, rules.seats)
    active = _cards(layout.hand, at.hand)
    active += _cards(layout.field, at.field)
    everybody = 0
    for player, own in enumerate(at.captured):
        active += _cards(layout.captured + 48 * player, own)
        everybody |= own
    active += _months(layout, at, everybody)
    for player, own in enumerate(at.captured):
        active += near_inputs(rules, player, own, everybody & ~own)
        stake = _stake(tables, at, player)
        first = layout.stake + player * len(STAKES)
        active += [first + each for each, step in enumerate(STAKES) if stake >= step]
        first = layout.koi + player * CALLS
        active += range(first, first + min(CALLS, at.koi[player]))
        if at.void[player]:
            active.append(layout.void + player)
    active += _standing(tables, layout, at)
    return active


def _cards(start: int, mask: int) -> list[int]:
    return [start + card.index for card in cards_in(mask)]


def _months(layout: Layout, at: Position, everybody: int) -> list[int]:
    """By month: what the viewer holds fits the field; nobody else can have a card of it."""
    unseen = ALL_CARDS & ~(at.hand | at.field | at.flipped | everybody)
    active = []
    for month, mask in enumerate(MONTH_MASKS):
        if at.field & mask and at.hand & mask:
            active.append(layout.match + month)
            if not unseen & mask:
                active.append(layout.sure + month)
    return active


@lru_cache(maxsize=4096)
def near_inputs(rules: Rules, player: int, own: int, gone: int) -> tuple[int, ...]:
    """The active inputs of the yaku of one player (from the viewer on) who has captured `own`."""
    layout = layout_of(rules.id, rules.seats)
    start = layout.near + player * len(layout.yaku) * NEAR
    active = []
    for line, place in _lines(rules):
        reached = line.progress(own, gone)
        if reached is not None and reached[1] - reached[0] < NEAR:
            active.append(start + place * NEAR + reached[1] - reached[0])
    return tuple(active)


@lru_cache(maxsize=128)
def _lines(rules: Rules) -> tuple[tuple[Line, int], ...]:
    """The lines that have inputs, each with the place of its yaku."""
    yaku = layout_of(rules.id, rules.seats).yaku
    return tuple((line, yaku.index(line.id)) for line in sheet_of(rules).readings[0] if line.id in yaku)


def _stake(tables: Tables, at: Position, player: int) -> int:
    """What one payer would pay if this player could stop now."""
    calls = counted_calls(tables.rules, at.koi, player)  # type: ignore[arg-type]  # from the viewer on
    return tables.calculation(at.captured[player], at.honba, calls, at.void[player]).points


def _standing(tables: Tables, layout: Layout, at: Position) -> list[int]:
    """How far the deal is, and what it goes by."""
    held = at.hand.bit_count()
    active = [layout.left + held, layout.dealer + at.dealer]
    if not held:
        active.append(layout.stock + min(at.stock, STOCK - 1))
    if at.caller >= 0:
        active.append(layout.caller + at.caller)
    if at.ended:
        active.append(layout.ended)
    elif tables.growth(at.captured[0]) > at.made:
        active.append(layout.pending)
    if at.bound:
        active.append(layout.bound)
    active += range(layout.honba, layout.honba + min(HONBA, at.honba))
    return active
