"""A match in play: settling a deal that has ended, next dealer, seasons and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.play.deal import NOBODY, OVER
from engine.play.live_deal import LiveDeal
from engine.play.standing import Advance, Standing, advance, first_standing
from engine.play.tables import Tables, tables_of
from engine.rules.actions import Player
from engine.rules.options import Rules

LiveDecks = Callable[[int], Sequence[int]]
"""Deck number k, 1 for the first deal of a match: all 48 cards, front first."""


class DealEndListener(Protocol):
    """A listener that is told how deals end."""

    def ended(self, standing: Standing, deal: LiveDeal, after: Advance) -> None:
        """A deal that was dealt in this standing has ended, and led to `after`."""


class LiveMatch:
    """A match after its seat draw: play `deal` until it is over, then `settle` it.

    `standing` is the match's; once it has a `ranking` the match is over, and `deal` stays the last one.
    """

    __slots__ = ("deal", "decks", "listener", "settled", "standing", "tables")

    tables: Tables
    standing: Standing
    decks: LiveDecks
    deal: LiveDeal
    settled: int
    """Deals that have ended, those that were dealt again included."""
    listener: DealEndListener | None

    def __init__(
        self,
        rules: Rules,
        decks: LiveDecks,
        *,
        standing: Standing | None = None,
        deal: LiveDeal | None = None,
        listener: DealEndListener | None = None,
    ) -> None:
        """The match before its first deal, or going on from this standing with this deal."""
        self.tables = deal.tables if deal else tables_of(rules)
        self.standing = standing or first_standing(rules)
        self.decks = decks
        self.settled = 0
        self.listener = listener
        if deal:
            self.deal = deal
        elif not self._begins():
            self.settle()

    def copy(self) -> LiveMatch:
        """A match of its own at the same point; it takes further decks from the same source."""
        other = LiveMatch.__new__(LiveMatch)
        other.tables, other.standing, other.decks = self.tables, self.standing, self.decks
        other.deal, other.settled, other.listener = self.deal.copy(), self.settled, None
        return other

    def settle(self) -> None:
        """The deal is over: pay it, and deal until a deal waits for somebody or the match is over."""
        self._pay()
        while self.standing.ranking is None and not self._begins():
            self._pay()

    def _pay(self) -> None:
        deal, before = self.deal, self.standing
        assert deal.reason is not None
        winner = None if deal.winner == NOBODY else Player(deal.winner)
        after = advance(self.tables.rules, before, deal.reason, winner, deal.points)
        self.standing = after.standing
        self.settled += 1
        if self.listener:
            self.listener.ended(before, deal, after)

    def _begins(self) -> bool:
        """The next deal: whether it waits for somebody."""
        at = self.standing
        deck = self.decks(at.deals)
        self.tables = tables_of(self.tables.rules.in_month(at.month))
        self.deal = LiveDeal(self.tables, at.dealer, deck, honba=at.honba, bound=at.bound)
        if self.tables.cutters:
            return True  # a deck dealt again is cut again
        self.deal.deal_out()
        return self.deal.phase is not OVER
