"""One deal in play, compiled: the same turns as `engine.play.live_deal`, on one array of whole numbers.

A property test plays both side by side. Nothing is checked here: a caller makes moves that are legal.
"""

from __future__ import annotations

import numpy as np

from bot.opponents.train.arrays import (
    ASKS,
    DEALING,
    DEALT,
    DECIDES_LAST,
    EXHAUSTED,
    FIELD_FOUR,
    KOI_LIMIT,
    LAST_MAKER_PAYS,
    LIGHTS_COUNT,
    ONCE,
    ONCE_EACH,
    OYAKEN,
    OYAKEN_PAYS,
    PAIRS,
    PLAYS_OUT,
    REDEAL,
    SEATS,
    TAKES,
    VOIDS,
    WINS,
    Whole,
    compiled,
)
from bot.opponents.train.scoring import (
    called,
    count_of,
    cup_triggers,
    growth_of,
    hand_value,
    stop_pays,
    total_of,
)
from engine.cards.cardset import FIRST_CARDS, KIND_MASKS
from engine.cards.deck import Kind
from engine.rules.rule_sets import BOUND_MINIMUM, FIELD_FOUR_POINTS

# What stands where in a state.
PHASE, MOVER, DEALER, FIELD, TOP, FLIPPED, BEFORE, AFTER_HAND, LAST_CALLER = range(9)
HONBA, BOUND, WINNER, PAYS = range(9, 13)
HANDS, CAPTURED, MADE, KOI, VOIDED = 13, 16, 19, 22, 25
LIT = 28
"""Lights among the cards dealt to the field, where these multiply a shobu."""
STATE = 29
PLAY, FLIP, DECIDE, OVER, READY = range(5)
DECK_SIZE = 48
LIGHTS = KIND_MASKS[Kind.LIGHT]


def new_state() -> Whole:
    """A state to deal into."""
    return np.zeros(STATE, np.int64)


@compiled
def deal_out(table: Whole, state: Whole, deck: Whole, dealer: int) -> None:
    """Deal this deck (cards, front first), and look at what that leads to; honba and bound stay."""
    honba, bound = state[HONBA], state[BOUND]
    state[:] = 0
    state[HONBA], state[BOUND], state[DEALER], state[MOVER] = honba, bound, dealer, dealer
    state[FLIPPED] = state[LAST_CALLER] = state[WINNER] = -1
    for each in range(table[DEALT]):
        place = table[DEALING + each]
        pile = FIELD if place < 0 else HANDS + (dealer + place) % table[SEATS]
        state[pile] |= 1 << deck[each]
    state[TOP] = table[DEALT]
    if table[LIGHTS_COUNT]:
        state[LIT] = count_of(state[FIELD] & LIGHTS)
    if table[ASKS]:
        state[PHASE], state[MOVER] = READY, 0
    else:
        look(table, state)


@compiled
def complete_months(mask: int) -> int:
    """The mask of all months of which all four cards are there."""
    return (mask & mask >> 1 & mask >> 2 & mask >> 3 & FIRST_CARDS) * 0b1111


@compiled
def four_pairs(mask: int) -> bool:
    """Whether a dealt field is two cards each of four months."""
    pairs = 0
    for month in range(12):
        pairs += count_of(mask & 0b1111 << 4 * month) == 2
    return pairs == 4


@compiled
def look(table: Whole, state: Whole) -> None:
    """Apply the consequences of the dealt cards where nobody is asked: hand yaku are claimed."""
    four = complete_months(state[FIELD])
    if (four and table[FIELD_FOUR] == REDEAL) or (table[PAIRS] and four_pairs(state[FIELD])):
        end(state, -1, 0)
        return
    if four and table[FIELD_FOUR] == WINS:
        end(state, state[DEALER], FIELD_FOUR_POINTS)
        return
    one = hand_value(table, state[HANDS])
    other = hand_value(table, state[HANDS + 1])
    if four and table[FIELD_FOUR] == TAKES:
        state[CAPTURED + state[DEALER]] = four
        state[FIELD] &= ~four
    if one and other:
        end(state, -1, 0)
    elif one or other:
        end(state, 0 if one else 1, max(one, other))


@compiled
def answer_all(table: Whole, state: Whole, declared: int) -> None:
    """The secret round: the players in `declared`, as bits, declare their hand yaku."""
    best, second, winner = 0, 0, -1
    for player in range(table[SEATS]):
        if declared >> player & 1:
            value = hand_value(table, state[HANDS + player])
            if value > best:
                best, second, winner = value, best, player
            else:
                second = max(second, value)
    state[MOVER] = state[DEALER]
    if winner >= 0 and best == second:
        end(state, -1, 0)
    elif winner >= 0:
        end(state, winner, best - second)
    elif complete_months(state[FIELD]):
        end(state, -1, 0)
    else:
        state[PHASE] = PLAY


@compiled
def end(state: Whole, winner: int, points: int) -> None:
    """The deal is over."""
    state[PHASE], state[WINNER], state[PAYS] = OVER, winner, points


@compiled
def lying(state: Whole, card: int) -> int:
    """The field cards of a card's month, as a mask."""
    return int(state[FIELD] & (0b1111 << (card // 4 * 4)))


@compiled
def whole_months(mask: int) -> int:
    """Return the whole months of a mask, as `engine.cards.cardset.whole_months` does."""
    return ((mask | mask >> 1 | mask >> 2 | mask >> 3) & FIRST_CARDS) * 0b1111


@compiled
def can_take(state: Whole) -> bool:
    """Whether the mover, who is to play a card, can take something with it."""
    return bool(state[HANDS + state[MOVER]] & whole_months(state[FIELD]))


@compiled
def land(state: Whole, player: int, card: int, caught: int) -> None:
    """A card comes to the field and takes the cards of the mask `caught` with it."""
    if caught:
        state[FIELD] &= ~caught
        state[CAPTURED + player] |= caught | 1 << card
    else:
        state[FIELD] |= 1 << card


@compiled
def hand_step(state: Whole, card: int, caught: int) -> None:
    """The mover plays a card that takes `caught`; the stock's card is not turned yet."""
    player = state[MOVER]
    state[HANDS + player] &= ~(1 << card)
    land(state, player, card, caught)
    state[AFTER_HAND] = state[CAPTURED + player]


@compiled
def do_play(table: Whole, state: Whole, deck: Whole, card: int, caught: int) -> None:
    """The mover plays a card, and the stock's card is turned."""
    hand_step(state, card, caught)
    flip(state, deck)
    go_on(table, state, deck)


@compiled
def do_choose(table: Whole, state: Whole, deck: Whole, caught: int) -> None:
    """The turned card takes `caught`, one of the two that it matches."""
    land(state, state[MOVER], state[FLIPPED], caught)
    state[FLIPPED] = -1
    state[PHASE] = PLAY
    go_on(table, state, deck)


@compiled
def do_decide(table: Whole, state: Whole, deck: Whole, stops: bool) -> None:
    """The mover stops, or says koi-koi."""
    player = state[MOVER]
    if stops:
        score(table, state, player)
        return
    state[KOI + player] += 1
    state[LAST_CALLER] = player
    state[PHASE] = PLAY
    if next_turn(table, state, deck):
        go_on(table, state, deck)


@compiled
def flip(state: Whole, deck: Whole) -> None:
    """The top of the stock lands, or waits for a choice of two."""
    card = deck[state[TOP]]
    state[TOP] += 1
    found = lying(state, card)
    if count_of(found) == 2:
        state[FLIPPED], state[PHASE] = card, FLIP
    else:
        land(state, state[MOVER], card, found)


@compiled
def go_on(table: Whole, state: Whole, deck: Whole) -> None:
    """The ends of turns that ask nothing, with the turns of the stock alone after them."""
    while state[PHASE] == PLAY:
        player = state[MOVER]
        if ends_turn(table, state, player):
            last = not turns_remain(table, state, player) and not table[DECIDES_LAST]
            if may_call(table, state, player) and not last:
                state[PHASE] = DECIDE
            else:
                score(table, state, player)
            return
        if not next_turn(table, state, deck):
            return


@compiled
def ends_turn(table: Whole, state: Whole, player: int) -> bool:
    """The end of a turn: whether its player may decide; what the others hold may become void."""
    after, before = state[CAPTURED + player], state[BEFORE]
    if after == before:
        return False
    grown = growth_of(table, after)
    had = state[MADE + player]
    state[MADE + player] = grown
    if grown <= had and not cup_triggers(table, before, state[AFTER_HAND], after):
        return False
    if state[BOUND] and total_of(table, after)[0] < BOUND_MINIMUM:
        return False
    if table[VOIDS]:
        for other in range(table[SEATS]):
            if other != player:
                state[VOIDED + other] = total_of(table, state[CAPTURED + other])[0]
    return True


@compiled
def turns_remain(table: Whole, state: Whole, player: int) -> bool:
    """Whether another turn follows this player's."""
    after = (player + 1) % table[SEATS]
    return bool(state[HANDS + after] != 0 or (table[PLAYS_OUT] != 0 and state[TOP] < DECK_SIZE))


@compiled
def may_call(table: Whole, state: Whole, player: int) -> bool:
    """Whether the calls of this deal leave this player one."""
    if table[KOI_LIMIT] == ONCE_EACH:
        return bool(state[KOI + player] == 0)
    return bool(table[KOI_LIMIT] != ONCE or state[LAST_CALLER] < 0)


@compiled
def next_turn(table: Whole, state: Whole, deck: Whole) -> bool:
    """The next player's turn begins: whether it was of the stock alone, and has turned its card."""
    player = (state[MOVER] + 1) % table[SEATS]
    state[MOVER] = player
    state[BEFORE] = state[AFTER_HAND] = state[CAPTURED + player]
    if state[HANDS + player]:
        return False
    if table[PLAYS_OUT] and state[TOP] < DECK_SIZE:
        flip(state, deck)
        return bool(state[PHASE] == PLAY)
    exhaust(table, state)
    return False


@compiled
def exhaust(table: Whole, state: Whole) -> None:
    """No turn is left, and nobody has stopped."""
    kind = table[EXHAUSTED]
    if kind == OYAKEN_PAYS:
        end(state, state[DEALER], table[OYAKEN])
    elif kind == LAST_MAKER_PAYS:
        score(table, state, state[LAST_CALLER])
    else:
        end(state, -1, 0)


@compiled
def stake_of(table: Whole, state: Whole, player: int) -> int:
    """Return the payment of one payer if this player could stop now."""
    own, others = state[KOI + player], 0
    for each in range(table[SEATS]):
        if each != player:
            others += state[KOI + each]
    factor = called(table, own, others) * max(1, state[LIT])
    return stop_pays(table, state[CAPTURED + player], state[VOIDED + player], factor, state[HONBA])


@compiled
def score(table: Whole, state: Whole, winner: int) -> None:
    """Somebody wins with what they have captured."""
    end(state, winner, stake_of(table, state, winner))
