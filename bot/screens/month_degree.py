"""The size of a month's result, and the parts that a grand one shows large."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from bot.screens.players import Made
from bot.screens.rare_yaku import rare
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.rules.month_end import MonthEnd

MOST_FANNED: Final = 8
"""Cards that a grand month fans."""
_GRAND_POINTS: Final = 10
_SMALL_POINTS: Final = 2
_SMALL_YAKU: Final = 2


class Degree(Enum):
    """The sizes of a month's result."""

    SMALL = "small"
    USUAL = "usual"
    GRAND = "grand"


def degree_of(end: MonthEnd) -> Degree:
    """Return the degree of a month's end.

    Grand is a month won with ten points or mon before anything is multiplied, by a rare yaku, or as the last
    of a season of which the winner won every month. That is what the rules call kobiki: seasons are three
    months, and sannin alone has them.

    Small is a month that nobody won or was paid for, and one won by at most two yaku that brought one or two
    points or mon in all.
    """
    made = end.calculation
    if end.winner is None or not made.points:
        return Degree.SMALL
    before = made.total - made.less + made.bonus + made.honba
    if before >= _GRAND_POINTS or rare(end) or end.kobiki:
        return Degree.GRAND
    small = end.reason.by_yaku and made.points <= _SMALL_POINTS and len(end.yaku) <= _SMALL_YAKU
    return Degree.SMALL if small else Degree.USUAL


def key_card(made: Iterable[Made], taken: CardSet) -> Card | None:
    """Return the best card that the last turn brought to the yaku; None where it brought none."""
    won = {card for one in made for card in one.cards if card in taken}
    return min(won, key=_rank, default=None)


def fan(made: Iterable[Made], shown: Iterable[Card], end: MonthEnd, taken: CardSet) -> tuple[Card, ...]:
    """Return the cards that a grand month fans, at most `MOST_FANNED`, those of the last turn at the end.

    They are those of the yaku. Where no captures won they are those that say why (`shown`), or else the best
    that the winner has.
    """
    cards = {card for one in made for card in one.cards} or set(shown)
    if not cards and end.winner is not None:
        cards = set(end.captured[end.winner])
    best = sorted(cards, key=lambda card: (card not in taken, _rank(card)))[:MOST_FANNED]
    new = sorted((card for card in best if card in taken), key=_rank, reverse=True)
    return (*sorted(card for card in best if card not in taken), *new)


def _rank(card: Card) -> tuple[int, int]:
    """The most valuable kind first."""
    return -card.kind.value, card.index
