"""What the value network is told of a position: numbers of active inputs, everything as the viewer sees it.

A position is what is left when the viewer has moved: after the hand step, before the stock's card is turned,
or after the whole turn. The players stand in the order of their turns, the viewer first. The compiled inputs
of `bot.opponents.train` are held equal to these by a test.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards.cardset import MONTH_MASKS, whole_months
from engine.cards.deck import ALL_CARDS
from engine.play.tables import Tables
from engine.rules.options import Rules
from engine.rules.points import counted_calls
from engine.rules.rule_sets import Cup, KoiMultiplier, RuleSetId, Teshi
from engine.rules.sheet import sheet_of
from engine.rules.yaku import YAKU, YakuId

STAKES = (1, 2, 3, 5, 6, 7, 8, 10, 12, 15, 18, 24, 30, 40)
"""What a player could stop with: an input for each of these that it reaches."""
NEAR = 3
"""Inputs of a yaku: made; one card missing; two cards missing."""
OTHERS = 3
"""Inputs of a month of which a card lies on the field: so many more of it are unseen, at least."""
LACKS = 12
"""Inputs of a yaku that lacks one card, then of one that lacks two. Of the cards that it may be the player
may take one, two, three from the field, at least; one lies there that they may not take; the viewer holds
one, two at least."""
CALLS, HONBA, HAND, STOCK = 3, 6, 9, 9
OYAKEN = (1, 3, 5, 7, 9, 11)
GOKO_BONUS = (1, 7, 13, 19)
SWITCHES = 8
FIRST_CHAFF = sum(0b0100 << 4 * month for month in range(10))
"""Months to October have two alike, their last cards."""
SECOND_CHAFF = FIRST_CHAFF << 1
PAULOWNIAS = 0b1110 << 44
"""December has three."""
PAULOWNIAS_BY_NUMBER = tuple((1 << number) - 1 << 45 for number in range(4))


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
    others: int
    """By month: lies on the field, and so many more are unseen."""
    near: int
    lacks: int
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
        12 * OTHERS,
        seats * len(yaku) * NEAR,
        seats * len(yaku) * LACKS,
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


class Features:
    """The inputs of positions by one set of rules.

    What depends on a player's captures alone is kept: the moves of a decision change those of one player.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables, self._layout = tables, layout_of(tables.rules.id, tables.rules.seats)
        yaku = self._layout.yaku
        lines = sheet_of(tables.rules).readings[0]
        self._lines = tuple((line, yaku.index(line.id)) for line in lines if line.id in yaku)
        self._hand, self._field, *self._captured = [
            _places(start) for start in range(0, self._layout.match, 48)
        ]
        self._months = _months(self._layout)
        self._near = lru_cache(maxsize=8192)(self._near_yaku)
        self._stakes = lru_cache(maxsize=4096)(self._stake)

    def inputs(self, at: Position) -> list[int]:
        """The active inputs, those of the options left out."""
        layout, field, hand = self._layout, at.field, at.hand
        active: list[int] = []
        _add(active, self._hand, hand)
        _add(active, self._field, field)
        everybody = 0
        for own in at.captured:
            everybody |= own
        unseen = ALL_CARDS & ~(hand | field | at.flipped | everybody)
        for mask, told in self._months:
            if field & mask:
                active += told[(unseen & mask).bit_count() + (4 if hand & mask else 0)]
        taken = field & whole_months(hand)
        for player, own in enumerate(at.captured):
            _add(active, self._captured[player], own)
            near, lacking = self._near(player, own, everybody & ~own)
            active += near
            active += _lacks(lacking, taken, field ^ taken, hand)
            calls = counted_calls(self._tables.rules, at.koi, player)  # type: ignore[arg-type]  # from the viewer on
            active += self._stakes(player, own, at.honba, calls, at.void[player])
            active += range(first := layout.koi + player * CALLS, first + min(CALLS, at.koi[player]))
            if at.void[player]:
                active.append(layout.void + player)
            if player == 0:
                taken = field & whole_months(unseen)
        active += self._standing(at)
        return active

    def _near_yaku(self, player: int, own: int, gone: int) -> tuple[tuple[int, ...], Lacking]:
        """The yaku of a player (from the viewer on) who has captured `own`: inputs, and what they lack."""
        layout, active, lacking = self._layout, [], []
        for line, place in self._lines:
            reached = line.progress(own, gone)
            if reached is None or (missing := reached[1] - reached[0]) >= NEAR:
                continue
            yaku = player * len(layout.yaku) + place
            active.append(layout.near + yaku * NEAR + missing)
            if missing:
                few = line.few if (line.few & own).bit_count() < line.need else 0
                start = layout.lacks + yaku * LACKS + (missing - 1) * (LACKS // 2)
                lacking.append((start, (line.whole | few) & ~(own | gone)))
        return tuple(active), tuple(lacking)

    def _stake(self, player: int, own: int, honba: int, calls: int, void: int) -> tuple[int, ...]:
        """What one payer would pay if this player could stop now."""
        stake = self._tables.calculation(own, honba, calls, void).points
        first = self._layout.stake + player * len(STAKES)
        return tuple([first + each for each, step in enumerate(STAKES) if stake >= step])

    def _standing(self, at: Position) -> list[int]:
        """How far the deal is, and what it goes by."""
        layout, held = self._layout, at.hand.bit_count()
        active = [layout.left + held, layout.dealer + at.dealer]
        if not held:
            active.append(layout.stock + min(at.stock, STOCK - 1))
        if at.caller >= 0:
            active.append(layout.caller + at.caller)
        if at.ended:
            active.append(layout.ended)
        elif self._tables.growth(at.captured[0]) > at.made:
            active.append(layout.pending)
        if at.bound:
            active.append(layout.bound)
        active += range(layout.honba, layout.honba + min(HONBA, at.honba))
        return active


Lacking = tuple[tuple[int, int], ...]
"""Yaku that lack cards: where the inputs of each begin, and the mask of what they may be."""


Places = list[list[tuple[int, ...]]]
"""By two months, and what is there of them (a byte): inputs."""


def _places(start: int) -> Places:
    """The inputs of cards, of which the first is that of `start`."""
    bits = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
    return [[tuple([start + first + bit for bit in byte]) for byte in bits] for first in range(0, 48, 8)]


def _add(active: list[int], places: Places, mask: int) -> None:
    """Add the inputs of these cards."""
    first, second, third, fourth, fifth, sixth = places
    mask = alike(mask)
    active += first[mask & 255]
    active += second[mask >> 8 & 255]
    active += third[mask >> 16 & 255]
    active += fourth[mask >> 24 & 255]
    active += fifth[mask >> 32 & 255]
    active += sixth[mask >> 40]


def alike(mask: int) -> int:
    """These cards, chaff of a month that is alike counted from the first one on.

    What is learnt of one of them is so learnt of all.
    """
    alone = mask & SECOND_CHAFF & ~((mask & FIRST_CHAFF) << 1)
    mask ^= alone | alone >> 1
    return mask & ~PAULOWNIAS | PAULOWNIAS_BY_NUMBER[(mask & PAULOWNIAS).bit_count()]


def _months(layout: Layout) -> list[tuple[int, list[tuple[int, ...]]]]:
    """By month on the field: inputs by how many of it are unseen, then the same if the viewer has one."""
    told = []
    for month, mask in enumerate(MONTH_MASKS):
        first = layout.others + month * OTHERS
        others = [tuple(range(first, first + number)) for number in range(OTHERS + 1)]
        sure = (layout.match + month, layout.sure + month)
        told.append((mask, [*others, sure, *[(*each, layout.match + month) for each in others[1:]]]))
    return told


def _lacks(lacking: Lacking, taken: int, idle: int, hand: int) -> list[int]:
    """Where cards are that yaku lack: on the field, to be taken or not, and in the viewer's hand."""
    active: list[int] = []
    for start, cards in lacking:
        if lying := cards & taken:
            active += range(start, start + min(3, lying.bit_count()))
        if cards & idle:
            active.append(start + 3)
        if held := cards & hand:
            active += range(start + 4, start + min(6, 4 + held.bit_count()))
    return active
