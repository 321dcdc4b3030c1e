"""The inference of hands from plays (`bot.opponents.inference`), compiled, and worlds that are dealt by it.

A test holds the odds equal to the bot's.
"""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

import numpy as np

from bot.opponents.inference import ALIKE, BETTER, LEAST, SLIGHT
from bot.opponents.train import deal
from bot.opponents.train.arrays import SEATS, Real, Whole, compiled
from bot.opponents.train.greedy import gain_of
from bot.opponents.train.scoring import count_of


@compiled
def update_odds(table: Whole, before: Whole, card: int, odds: Real) -> None:
    """Change the odds of the mover's cards by the card that they have played from this state."""
    player = before[deal.MOVER]
    known = before[deal.FIELD] | 1 << card
    for each in range(table[SEATS]):
        known |= before[deal.CAPTURED + each]
    nothing = deal.lying(before, card) == 0
    took = 0.0 if nothing else _most(table, before, player, card)
    for other in range(48):
        if known >> other & 1 or deal.lying(before, other) == 0:
            continue
        more = 1.0 if nothing else _most(table, before, player, other) - took
        if more > -SLIGHT:
            factor = BETTER if more > SLIGHT else ALIKE
            odds[player, other] = max(LEAST, odds[player, other] * factor)


@compiled
def _most(table: Whole, state: Whole, player: int, card: int) -> float:
    """Points that a card brings at best which takes something, as the greedy player counts them."""
    found, own = deal.lying(state, card), 1 << card
    if count_of(found) == 2:
        low = found & -found
        one = gain_of(table, state, player, low | own)
        value = max(one, gain_of(table, state, player, found - low | own))
    else:
        value = gain_of(table, state, player, found | own)
    return round(value * 1e6) / 1e6


@compiled
def deal_likely(
    table: Whole, begun: Whole, hidden: Whole, viewer: int, odds: Real, world: Whole, deck: Whole
) -> None:
    """A world: the others hold as many of the hidden cards as they do, by the odds; the rest is the stock.

    Playouts of problems, which are found again by their seeds, have worlds without odds (`deal_hidden`).
    """
    world[:] = begun
    np.random.shuffle(hidden)
    left = hidden.copy()
    for player in range(table[SEATS]):
        if player == viewer:
            continue
        waits = np.array([np.random.exponential(1 / odds[player, card]) for card in left])
        held, hand = count_of(begun[deal.HANDS + player]), 0
        for each in np.argsort(waits)[:held]:
            hand |= 1 << left[each]
        world[deal.HANDS + player] = hand
        left = np.array([card for card in left if not hand >> card & 1])
    for each in range(len(left)):
        deck[begun[deal.TOP] + each] = left[each]
