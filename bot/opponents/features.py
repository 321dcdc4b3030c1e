"""The inputs of the value network for a position: numbers of active inputs, everything as the viewer sees it.

A position is what is left when the viewer has moved: after the hand step, before the stock's card is turned,
or after the whole turn. The players stand in the order of their turns, the viewer first. The compiled inputs
of `bot.opponents.train` are held equal to these by a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from engine.cards.cardset import MONTH_MASKS, whole_months
from engine.cards.deck import ALL_CARDS
from engine.play.tables import Tables
from engine.rules.actions import Player
from engine.rules.options import OPTIONS, Rules
from engine.rules.points import counted, may_call
from engine.rules.rule_sets import Cup, KoiLimit, KoiMultiplier, Lights, Options, RuleSetId, Sets, Teshi
from engine.rules.sheet import Line, sheet_of
from engine.rules.yaku import YAKU, YakuId

STAKES = (1, 2, 3, 5, 6, 7, 8, 10, 12, 15, 18, 24, 30, 40)
"""The payments with which a player could stop: an input for each of these that it reaches."""
NEAR = 3
"""Inputs of a yaku: made; one card missing; two cards missing."""
OTHERS = 3
"""Inputs of a month with a card on the field, by the least number of its unseen cards."""
LACKS = 12
"""Inputs of a yaku that lacks one card, then of one that lacks two. Of the possible cards the player may take
one, two, three from the field, at least. One lies there that they may not take. The viewer holds one, two at
least.
"""
CALLS, HONBA, HAND, STOCK = 3, 6, 9, 9
OYAKEN = (1, 3, 5, 7, 9, 11)
GOKO_BONUS = (1, 7, 13, 19)
LIT = (2, 3, 4)
"""Lights on the dealt field that multiply a shobu, at least: an input each."""
HIGH = Lights.HIGH.worth
FIRST_CHAFF = sum(0b0100 << 4 * month for month in range(10))
"""Months to October have two alike, their last cards."""
SECOND_CHAFF = FIRST_CHAFF << 1
PAULOWNIAS = 0b1110 << 44
"""December has three."""
PAULOWNIAS_BY_NUMBER = tuple((1 << number) - 1 << 45 for number in range(4))


Named = tuple[str, int]
"""Inputs that belong together: their name, and their number."""


class Layout(NamedTuple):
    """The first input of each group of a rule set, in order, and their number."""

    seats: int
    yaku: tuple[YakuId, ...]
    """Yaku that have inputs, for each player in turn: all with one shape, or one in a month."""
    hand: int
    field: int
    captured: int
    match: int
    """By month: lies on the field, and the viewer holds a card of it."""
    sure: int
    """Bit that is set if nobody else can have a card of it."""
    others: int
    """By month: the first input of a month with a card on the field, by the number of its unseen cards."""
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
    values: int
    """Options that classic and league alone offer (rules.md section 9.1)."""
    closed: int
    """By player: they may not call koi-koi any more, so their next yaku ends the month."""
    lights: int
    size: int


def _pays(name: str, step: int, options: Options) -> bool:
    """Return whether an option that is a number of points reaches a step."""
    return int(getattr(options, name)) >= step


_SWITCHES: Mapping[str, Callable[[Options], bool]] = {
    "rain_sanko": lambda options: options.rain_sanko,
    "cup either": lambda options: options.cup is Cup.EITHER,
    "viewing": lambda options: options.viewing,
    "teshi captured": lambda options: options.teshi is Teshi.CAPTURED,
    "seven_double": lambda options: options.seven_double,
    "koi opponent": lambda options: options.koi_multiplier is KoiMultiplier.OPPONENT,
    "koi each": lambda options: options.koi_multiplier is KoiMultiplier.EACH,
    "koi_void": lambda options: options.koi_void,
    **{f"oyaken {step}": partial(_pays, "oyaken", step) for step in OYAKEN},
    **{f"goko {step}": partial(_pays, "goko_bonus", step) for step in GOKO_BONUS},
}
"""The inputs of options by name, each with its condition."""
_VALUES: Mapping[str, Callable[[Options], bool]] = {
    "lower goko": lambda options: options.lights.worth[0] < HIGH[0],
    "lower shiko": lambda options: options.lights.worth[1] < HIGH[1],
    "lower sanko": lambda options: options.lights.worth[3] < HIGH[3],
    "sets five": lambda options: options.sets is Sets.FIVE,
    "sets growing": lambda options: options.sets is Sets.GROWING,
    "month_cards": lambda options: options.month_cards,
    "limit once each": lambda options: options.koi_limit is KoiLimit.ONCE_EACH,
    "limit once": lambda options: options.koi_limit is KoiLimit.ONCE,
    "koi own": lambda options: options.koi_multiplier is KoiMultiplier.OWN,
}
"""Inputs of options that classic and league alone offer (rules.md section 9.1)."""


@lru_cache(maxsize=4)
def layout_of(rule_set: RuleSetId, seats: int) -> Layout:
    """The inputs of a rule set, the same for all its options."""
    yaku, groups = _yaku_of(rule_set), _groups(rule_set, seats)
    sizes = [sum(size for _, size in parts) for parts in groups.values()]
    return Layout(seats, yaku, *(sum(sizes[:each]) for each in range(len(sizes) + 1)))


@lru_cache(maxsize=4)
def names_of(rule_set: RuleSetId, seats: int) -> tuple[Named, ...]:
    """The names of the inputs of a rule set, in order: what weights are stored with, and found by."""
    groups = _groups(rule_set, seats)
    return tuple(
        (f"{group} {name}".rstrip(), size) for group, parts in groups.items() for name, size in parts
    )


def _yaku_of(rule_set: RuleSetId) -> tuple[YakuId, ...]:
    rows = [row for row in YAKU if rule_set in row.worth]
    alike = (row.id for row in rows if len(row.shapes) == 1 or row.id is YakuId.MONTH_CARDS)
    return tuple(dict.fromkeys(alike))


def _groups(rule_set: RuleSetId, seats: int) -> dict[str, list[Named]]:
    """Return the groups of `Layout`, each with its parts: one for each yaku and option, which come and go."""
    yaku, more = _yaku_of(rule_set), bool(OPTIONS["lights"].allowed(rule_set))
    each_yaku = [f"{player} {one}" for player in range(seats) for one in yaku]
    return {
        "hand": [("", 48)],
        "field": [("", 48)],
        "captured": [("", seats * 48)],
        "match": [("", 12)],
        "sure": [("", 12)],
        "others": [("", 12 * OTHERS)],
        "near": [(name, NEAR) for name in each_yaku],
        "lacks": [(name, LACKS) for name in each_yaku],
        "stake": [("", seats * len(STAKES))],
        "koi": [("", seats * CALLS)],
        "left": [("", HAND)],
        "stock": [("", STOCK)],
        "dealer": [("", seats)],
        "caller": [("", seats)],
        "void": [("", seats)],
        "ended": [("", 1)],
        "pending": [("", 1)],
        "bound": [("", 1)],
        "honba": [("", HONBA)],
        "options": [(name, 1) for name in _SWITCHES],
        "values": [(name, 1) for name in _VALUES if more],
        "closed": [("", seats)] if more else [],
        "lights": [("", len(LIT))] if more else [],
    }


def option_inputs(rules: Rules) -> list[int]:
    """The active inputs of the options."""
    layout, options = layout_of(rules.id, rules.seats), rules.options
    told = [layout.options + n for n, active in enumerate(_SWITCHES.values()) if active(options)]
    if layout.closed > layout.values:
        told += [layout.values + n for n, active in enumerate(_VALUES.values()) if active(options)]
    return told


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
    """The last player who called koi-koi; -1 for nobody."""
    honba: int
    bound: bool
    ended: bool
    """Whether the viewer's turn is over, else the stock's card is turned next."""
    lights: int = 0
    """Lights among the cards dealt to the field, where these multiply a shobu (`field_lights`)."""


class Features:
    """The inputs of positions by one set of rules, as masks: input n is bit n.

    What depends on a part of a position alone is kept, as the moves of a decision change few parts.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables, self._layout = tables, layout_of(tables.rules.id, tables.rules.seats)
        yaku = self._layout.yaku
        lines = sheet_of(tables.rules).readings[0]
        self._lines = tuple(
            (line.matters, lru_cache(maxsize=1024)(partial(self._line, line, yaku.index(line.id))))
            for line in lines
            if line.id in yaku
        )
        self._places = [_places(start) for start in range(0, self._layout.match, 48)]
        self._months = _months(self._layout)
        self._options = _mask(option_inputs(tables.rules))
        self._hand = lru_cache(maxsize=4096)(self._held)
        self._field = lru_cache(maxsize=4096)(partial(_cards, self._places[1]))
        self._captured = lru_cache(maxsize=8192)(self._captures)
        self._called = lru_cache(maxsize=4096)(self._stake)
        self._standing = lru_cache(maxsize=1024)(self._far)

    def inputs(self, at: Position) -> int:
        """The active inputs."""
        field, hand = at.field, at.hand
        everybody = 0
        for own in at.captured:
            everybody |= own
        unseen = ALL_CARDS & ~(hand | field | at.flipped | everybody)
        held, reached = self._hand(hand)
        active = self._options | held | self._field(field)
        for mask, told in self._months:
            if field & mask:
                active |= told[(unseen & mask).bit_count() + (4 if hand & mask else 0)]
        taken = field & reached
        for player, own in enumerate(at.captured):
            near, lacking = self._captured(player, own, everybody & ~own)
            active |= near | self._called(player, own, at.honba, at.koi, at.void[player], at.lights)
            idle = field ^ taken
            for cards, lying, left, kept in lacking:
                if found := cards & taken:
                    active |= lying[found.bit_count()]
                if found := cards & hand:
                    active |= kept[found.bit_count()]
                if cards & idle:
                    active |= left
            if player == 0:
                taken = field & whole_months(unseen)
        active |= self._standing(hand.bit_count(), at.dealer, at.stock, at.caller, at.honba, at.bound)
        active |= _span(self._layout.lights, sum(at.lights >= step for step in LIT))
        if at.ended:
            return active | 1 << self._layout.ended
        if self._tables.growth(at.captured[0]) > at.made:
            return active | 1 << self._layout.pending
        return active

    def _held(self, hand: int) -> tuple[int, int]:
        """The inputs of the viewer's cards, and all cards of their months."""
        return _cards(self._places[0], hand), whole_months(hand)

    def _captures(self, player: int, own: int, gone: int) -> tuple[int, tuple[Lacking, ...]]:
        """Return a player's captures (from the viewer on): their inputs, and the cards that their yaku lack.

        `gone`: what the others have.
        """
        active, lacking = _cards(self._places[2 + player], own), []
        for cards, told in self._lines:
            near, lacks = told(player, own & cards, gone & cards)
            active |= near
            if lacks is not None:
                lacking.append(lacks)
        return active, tuple(lacking)

    def _line(self, line: Line, place: int, player: int, own: int, gone: int) -> tuple[int, Lacking | None]:
        """The inputs of a player's yaku, the one at this place of the layout, and what it lacks."""
        reached = line.progress(own, gone)
        if reached is None or (missing := reached[1] - reached[0]) >= NEAR:
            return 0, None
        yaku = player * len(self._layout.yaku) + place
        active = 1 << self._layout.near + yaku * NEAR + missing
        if not missing:
            return active, None
        few = line.few if (line.few & own).bit_count() < line.need else 0
        start = self._layout.lacks + yaku * LACKS + (missing - 1) * (LACKS // 2)
        return active, _lacking((line.whole | few) & ~(own | gone), start)

    def _stake(  # noqa: PLR0913, PLR0917 - what `lru_cache` looks up
        self, player: int, own: int, honba: int, koi: tuple[int, ...], void: int, lights: int
    ) -> int:
        """Return the payment of one payer if this player could stop now, and their calls."""
        rules, layout = self._tables.rules, self._layout
        boost = counted(rules, koi, Player(player), lights)
        stake = self._tables.calculation(own, honba, boost, void).points
        reached = sum(stake >= step for step in STAKES)
        active = _span(layout.stake + player * len(STAKES), reached)
        active |= _span(layout.koi + player * CALLS, min(CALLS, koi[player]))
        if not may_call(rules, koi, player):
            active |= 1 << layout.closed + player
        return active | 1 << layout.void + player if void else active

    def _far(self, held: int, dealer: int, stock: int, caller: int, honba: int, bound: bool) -> int:  # noqa: PLR0913, PLR0917 - what `lru_cache` looks up
        """Return the progress of the deal, and its conditions."""
        layout = self._layout
        active = 1 << layout.left + held | 1 << layout.dealer + dealer
        if not held:
            active |= 1 << layout.stock + min(stock, STOCK - 1)
        if caller >= 0:
            active |= 1 << layout.caller + caller
        if bound:
            active |= 1 << layout.bound
        return active | _span(layout.honba, min(HONBA, honba))


Lacking = tuple[int, tuple[int, ...], int, tuple[int, ...]]
"""A yaku that lacks cards: the mask of possible cards; inputs by how many of these the player may take from
the field. Then the input of one that lies there and may not be taken, and inputs by how many the viewer
holds.
"""


def _lacking(cards: int, start: int) -> Lacking:
    """Return the inputs for a yaku that lacks some of these cards, its first input being `start`."""
    counts = range(cards.bit_count() + 1)
    lying = tuple([_span(start, min(3, count)) for count in counts])
    return cards, lying, 1 << start + 3, tuple([_span(start + 4, min(2, count)) for count in counts])


def _span(first: int, count: int) -> int:
    """Return `count` inputs from the first one on."""
    return (1 << count) - 1 << first


def _mask(inputs: Iterable[int]) -> int:
    """Return the numbers of inputs as one mask."""
    return reduce(or_, [1 << each for each in inputs], 0)


Places = list[list[int]]
"""By two months, and what is there of them (a byte): inputs."""


@lru_cache(maxsize=16)
def _places(start: int) -> Places:
    """The inputs of cards, of which the first is that of `start`; the same for all options."""
    return [[alike(byte << first) << start for byte in range(256)] for first in range(0, 48, 8)]


def _cards(places: Places, mask: int) -> int:
    """The inputs of these cards."""
    first, second, third, fourth, fifth, sixth = places
    return (
        first[mask & 255]
        | second[mask >> 8 & 255]
        | third[mask >> 16 & 255]
        | fourth[mask >> 24 & 255]
        | fifth[mask >> 32 & 255]
        | sixth[mask >> 40]
    )


def alike(mask: int) -> int:
    """Return cards with the alike chaff of a month counted from the first one on.

    What is learnt of one of them is so learnt of all.
    """
    alone = mask & SECOND_CHAFF & ~((mask & FIRST_CHAFF) << 1)
    mask ^= alone | alone >> 1
    return mask & ~PAULOWNIAS | PAULOWNIAS_BY_NUMBER[(mask & PAULOWNIAS).bit_count()]


def _months(layout: Layout) -> list[tuple[int, list[int]]]:
    """Return the inputs by month on the field: by the unseen cards of it, then the same if the viewer has
    one.
    """
    told = []
    for month, mask in enumerate(MONTH_MASKS):
        first = layout.others + month * OTHERS
        others = [_span(first, number) for number in range(OTHERS + 1)]
        match, sure = 1 << layout.match + month, 1 << layout.sure + month
        told.append((mask, [*others, match | sure, *[each | match for each in others[1:]]]))
    return told
