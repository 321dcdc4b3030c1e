"""The hands of others inferred from their plays: for each card how likely they hold it.

A player who plays a card seldom holds another one that would have taken more. The factors were measured in
compiled months of classic. After a play of *normal* the player held a better card 0.001 times as often as
other cards, after a play of *hard* 0.2 to 0.75 times. Any card that takes is better where they took nothing.
They held an equal card 0.7 and 0.8 times as often, and all others as often as before.

The factors here are between the two levels, because nobody knows how a player thinks. With them *master*
gains 0.10 +- 0.03 points a month on *normal*, and 0.08 +- 0.05 on *hard*.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_

from bot.opponents.greedy import BLOCK
from bot.opponents.worth import denied, gain
from engine.cards.cardset import CardSet, cards_in, whole_months
from engine.cards.deck import DECK, Card
from engine.play.codes import LYING
from engine.play.observation import Observation
from engine.rules.options import Rules

BETTER, ALIKE = 0.2, 0.75
"""The factors on the chance to hold a card with which its player could have taken more, or as much."""
SLIGHT = 0.2
"""The difference in points up to which two plays are equal."""
LEAST = 0.01
"""The least factor of a card, however often others have been preferred to it."""

Captured = tuple[CardSet, ...]
"""By player."""


def odds(seen: Observation) -> list[list[float]]:
    """Return the chance, by player and card, that they hold it: beside an unknown card, which has 1."""
    found = [[1.0] * len(DECK) for _ in seen.captured]
    for player, card, field, captured in _plays(seen):
        if player != seen.viewer:
            theirs = found[player]
            for other, factor in _factors(seen.rules, player, card, field, captured):
                theirs[other] = max(LEAST, theirs[other] * factor)
    return found


def _plays(seen: Observation) -> Iterator[tuple[int, Card, CardSet, Captured]]:
    """Yield the hand cards played in this deal, the last first: player, card, field and captures before."""
    field, captured = seen.field.mask, [each.mask for each in seen.captured]
    for player, index, caught, by_hand in reversed(seen.trace):
        card, taken = DECK[index], LYING[index // 4][caught]
        if taken:
            field |= taken
            captured[player] &= ~(taken | card.bit)
        else:
            field &= ~card.bit
        if by_hand:
            yield player, card, CardSet(field), tuple(map(CardSet, captured))


@lru_cache(maxsize=1024)
def _factors(
    rules: Rules, player: int, card: Card, field: CardSet, captured: Captured
) -> tuple[tuple[int, float], ...]:
    """Return the factors of cards that the player would rather have played than this one, or as soon."""
    matching = whole_months(field.mask) & ~reduce(or_, captured, field | CardSet.of((card,))).mask
    held = list(cards_in(matching))
    if not field.of_month(card.month):
        return tuple([(each.index, BETTER) for each in held])
    took = _most(rules, player, card, field, captured)
    told = [(each.index, _most(rules, player, each, field, captured) - took) for each in held]
    return tuple([(index, BETTER if more > SLIGHT else ALIKE) for index, more in told if more > -SLIGHT])


def _most(rules: Rules, player: int, card: Card, field: CardSet, captured: Captured) -> float:
    """Return the most points of a card that takes something, as *normal* counts them."""
    lying, own = field.of_month(card.month), CardSet.of((card,))
    ways = [CardSet.of((each,)) for each in lying] if len(lying) == 2 else [lying]
    values = [
        gain(rules, captured, player, own | way) + BLOCK * denied(rules, captured, player, own | way)
        for way in ways
    ]
    return round(max(values), 6)
