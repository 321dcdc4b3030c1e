"""The note of the cards that one player has not seen: nothing that they could not count themself."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.ids import UserId
from bot.match.views import MatchView
from bot.wording import cards, numbers
from engine.cards.cardset import EMPTY, CardSet
from engine.rules.actions import Phase

MONTHS = range(1, 13)


@dataclass(frozen=True, slots=True)
class Facts:
    """The cards that somebody cannot see, and of how many it is known where they lie."""

    unseen: CardSet = EMPTY
    hands: int = 0
    """In other players' hands."""
    stock: int = 0

    @classmethod
    def of(cls, view: MatchView, user: UserId) -> Facts | None:
        """The facts for a player's eyes; None where they have no hand: between months, as a watcher."""
        seat = view.seat_of(user)
        seen = None if seat is None else seat.observation
        if seat is None or seen is None or not seen.hand_counts or seen.phase in {Phase.SEATS, Phase.CUT}:
            return None
        others = sum(count for player, count in enumerate(seen.hand_counts) if player != seat.player)
        return cls(seen.unseen, others, seen.stock)


def text(words: Words, facts: Facts | None) -> str:
    """All of them, a line for each month; the months of which nothing is left come last, in one line."""
    if facts is None:
        return words("There is nothing to count until a hand is dealt.")
    head = words(
        "**Cards you have not seen**: {n} ({hands} in other hands, {stock} in the stock)",
        n=len(facts.unseen),
        hands=facts.hands,
        stock=facts.stock,
    )
    left = [month for month in MONTHS if facts.unseen.of_month(month)]
    lines = [f"`{month:>2}` {cards.listing(words, facts.unseen.of_month(month))}" for month in left]
    gone = [numbers.number(month) for month in MONTHS if month not in left]
    if gone:
        lines.append(
            words(
                ("-# You have seen every card of the months {months}."), months=numbers.listing(words, gone)
            )
        )
    return "\n".join((head, *lines))
