"""The seat draw (rules.md section 2): cards turned in rounds until everybody's rank is clear."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.cards.deck import Card, Deck
from engine.errors import IllegalAction
from engine.rules.actions import Player
from engine.rules.options import Rules
from engine.version import Version


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The draw so far. Players are joining numbers; `drawn` has one tuple for each of them."""

    version: Version
    deck: Deck
    """The cards that nobody has taken, in the order of the seat deck; the row is its front."""
    drawn: tuple[tuple[Card, ...], ...]
    round: int
    waiting: tuple[Player, ...]
    """The participants who have not drawn in this round yet, ascending; empty when the draw is over."""

    @property
    def row(self) -> int:
        """Return the number of cards that lie face down to be chosen from."""
        return min(self.version.row, len(self.deck))


def new_draw(deck: Deck, participants: int, version: Version) -> SeatDraw:
    """The draw before its first card."""
    everybody = tuple(Player(number) for number in range(participants))
    return SeatDraw(version, deck, ((),) * participants, 1, everybody)


def draw_card(rules: Rules, draw: SeatDraw, player: Player, place: int = 0) -> tuple[SeatDraw, Card]:
    """`player` takes the card with `place` cards before it; those behind it move up.

    Raises IllegalAction where the row has no such card, or the seat deck none at all.
    """
    if not draw.deck:
        raise IllegalAction("", "the seat draw needs a 49th card, and seat_deck has none")
    if not 0 <= place < draw.row:
        raise IllegalAction("", f"draw:{place} is beyond the row; cards to choose from: {draw.row}")
    card, left = draw.deck[place], draw.deck[:place] + draw.deck[place + 1 :]
    drawn = (*draw.drawn[:player], (*draw.drawn[player], card), *draw.drawn[player + 1 :])
    waiting = tuple(each for each in draw.waiting if each != player)
    number = draw.round
    if not waiting:
        # Ruling (section 2, Seat draw): only those who tie draw again, also where no seat depends on it.
        keys = [rank_key(rules, cards) for cards in drawn]
        waiting = tuple(Player(each) for each, key in enumerate(keys) if keys.count(key) > 1)
        number += bool(waiting)
    return SeatDraw(draw.version, left, drawn, number, waiting), card


def table_order(rules: Rules, draw: SeatDraw) -> tuple[int, ...]:
    """Joining numbers of those who play, first in rank first, once the draw is over."""
    # Later draws only order those who were equal before: keys compare from the first draw on.
    ranked = sorted(range(len(draw.drawn)), key=lambda number: rank_key(rules, draw.drawn[number]))
    return tuple(ranked[: rules.seats])


def rank_key(rules: Rules, cards: tuple[Card, ...]) -> tuple[tuple[int, int], ...]:
    """Return the rank of a participant's draws so far: the lowest is first, equal ones draw again."""
    by_points = rules.rule_set.ranks_by_points
    return tuple((card.month, -card.points if by_points else 0) for card in cards)


def clear_ranks(
    rules: Rules, drawn: Sequence[tuple[Card, ...]], waiting: Collection[int], number: int
) -> tuple[int | None, ...]:
    """Return the ranks by joining number, from 0; None for those who draw in round `number` or may draw
    again.

    Players who did not tie draw no more: their rank is clear while others draw again.
    """
    keys = [rank_key(rules, cards) for cards in drawn]
    over = not waiting
    return tuple(
        [
            sum(other < key for other in keys)
            if over or (player not in waiting and len(drawn[player]) < number)
            else None
            for player, key in enumerate(keys)
        ]
    )
