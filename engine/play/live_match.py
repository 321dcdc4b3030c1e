"""A match of simulated deals: settling, next dealer, seasons and the end, as in `engine.play.match`."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Player
from engine.play.live_deal import NOBODY, OVER, LiveDeal
from engine.play.standing import Standing, advance, first_standing
from engine.play.tables import Tables, tables_of
from engine.rules.options import Rules

SimDecks = Callable[[int], list[int]]
"""Deck number k, 1 for the first deal of a match: all 48 cards, front first."""


class LiveMatch:
    """A match after its seat draw: play `deal` until it is over, then `settle` it.

    `standing` is the match's; once it has a `ranking` the match is over, and `deal` stays the last one.
    """

    __slots__ = ("deal", "decks", "settled", "standing", "tables")

    tables: Tables
    standing: Standing
    decks: SimDecks
    deal: LiveDeal
    settled: int
    """Deals that have ended, those that were dealt again included."""

    def __init__(
        self, rules: Rules, decks: SimDecks, *, standing: Standing | None = None, deal: LiveDeal | None = None
    ) -> None:
        """The match before its first deal, or going on from this standing with this deal."""
        self.tables = tables_of(rules)
        self.standing = standing or first_standing(rules)
        self.decks = decks
        self.settled = 0
        if deal:
            self.deal = deal
        else:
            self._next_deal()

    def copy(self) -> LiveMatch:
        """A match of its own at the same point; it takes further decks from the same source."""
        other = LiveMatch.__new__(LiveMatch)
        other.tables, other.standing, other.decks = self.tables, self.standing, self.decks
        other.deal, other.settled = self.deal.copy(), self.settled
        return other

    def settle(self) -> None:
        """The deal is over: pay it, and deal until a deal waits for somebody or the match is over."""
        deal = self.deal
        assert deal.reason is not None
        winner = None if deal.winner == NOBODY else Player(deal.winner)
        self.standing = advance(self.tables.rules, self.standing, deal.reason, winner, deal.points).standing
        self.settled += 1
        if self.standing.ranking is None:
            self._next_deal()

    def _next_deal(self) -> None:
        at = self.standing
        deck = self.decks(at.deals)
        self.deal = LiveDeal(self.tables, at.dealer, deck, honba=at.honba, bound=at.bound)
        if not self.tables.cutters:
            self.deal.deal_out()
            if self.deal.phase is OVER:
                self.settle()
