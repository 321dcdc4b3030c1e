"""A match as a frozen value."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.actions import Phase, Player
from engine.cards.deck import Deck
from engine.errors import ParticipantsError, show
from engine.events import Event
from engine.month_end import MonthEnd
from engine.play.deal import Deal
from engine.play.seats import SeatDraw, new_draw
from engine.play.standing import Standing
from engine.rules.options import Rules
from engine.rules.rule_sets import MOST_PARTICIPANTS

DeckSource = Callable[[int], Deck]
"""Deck number k, 1 for the first deal of a match; raises TooFewDecks."""


class MatchState(NamedTuple):
    """A match after `n` actions.

    Hosts use the properties and `n`, `phase`, `rules`, `participants`, `order`; the rest holds secrets and is
    the engine's own.
    """

    rules: Rules
    participants: int
    n: int
    phase: Phase
    asked: int
    """Actions in the log when those who are to move were asked: at the start of a round, or now."""
    draw: SeatDraw
    order: tuple[int, ...] | None
    """The joining numbers of the seated players in table order; None in `seats`."""
    standing: Standing | None
    table: Deal | None

    @property
    def seated(self) -> Standing:
        """How the match stands; only after the seat draw."""
        assert self.standing is not None
        return self.standing

    @property
    def laid(self) -> Deal:
        """The deal on the table; only after the seat draw."""
        assert self.table is not None
        return self.table

    @property
    def month(self) -> int:
        """From 1; an extension goes on."""
        return self.standing.month if self.standing else 1

    @property
    def deal(self) -> int:
        """Deals started in the match so far."""
        return self.standing.deals if self.standing else 0

    @property
    def dealer(self) -> Player | None:
        """Of the deal on the table."""
        return self.table.dealer if self.table else None

    @property
    def scores(self) -> tuple[int, ...]:
        """By table number; empty in `seats`."""
        return self.standing.scores if self.standing else ()


class Step(NamedTuple):
    """What an action led to: the new state, what happened in order, and every deal that ended."""

    state: MatchState
    events: tuple[Event, ...]
    ended: tuple[MonthEnd, ...]


def new_match(rules: Rules, seat_deck: Deck, participants: int | None = None) -> MatchState:
    """The match before its seat draw. Raises ParticipantsError."""
    number = rules.seats if participants is None else participants
    if not rules.seats <= number <= MOST_PARTICIPANTS:
        why = f"{show(number)} does not fit {rules.id}; allowed: {rules.seats} to {MOST_PARTICIPANTS}"
        raise ParticipantsError("participants", why)
    return MatchState(
        rules=rules,
        participants=number,
        n=0,
        phase=Phase.SEATS,
        asked=0,
        draw=new_draw(seat_deck, number),
        order=None,
        standing=None,
        table=None,
    )
