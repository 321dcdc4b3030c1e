"""A match as a frozen value."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.cards.deck import Deck
from engine.errors import ParticipantsError, show
from engine.play.deal import Deal
from engine.play.events import Event
from engine.play.seats import SeatDraw, new_draw
from engine.play.standing import InPlay, Standing
from engine.play.telling import happened
from engine.rules.actions import Phase, Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import MOST_PARTICIPANTS
from engine.version import Version

DeckSource = Callable[[int], Deck]
"""Deck number k, 1 for the first deal of a match; raises TooFewDecks."""


class MatchState(NamedTuple):
    """A match after `n` actions.

    Hosts use the properties and `n`, `phase`, `rules`, `participants`; the rest holds secrets and is the
    engine's own.
    """

    rules: Rules
    participants: int
    n: int
    phase: Phase
    asked: int
    """Actions in the log when those who are to move were asked: at the start of a round, or now."""
    draw: SeatDraw
    in_play: InPlay | None
    """None in `seats`."""

    @property
    def order(self) -> tuple[int, ...] | None:
        """The joining numbers of the seated players in table order; None in `seats`."""
        return self.in_play.order if self.in_play else None

    @property
    def standing(self) -> Standing | None:
        """Return the standing of the match; None in `seats`."""
        return self.in_play.standing if self.in_play else None

    @property
    def deal(self) -> Deal | None:
        """The deal on the table; None in `seats`."""
        return self.in_play.deal if self.in_play else None

    @property
    def version(self) -> Version:
        """Return the version by which the match is drawn, shuffled and recorded."""
        return self.draw.version

    @property
    def draw_round(self) -> int:
        """The round of the seat draw, from 1; the last one afterwards."""
        return self.draw.round

    @property
    def month(self) -> int:
        """Return the month, from 1; an extension goes on."""
        return self.in_play.standing.month if self.in_play else 1

    @property
    def deal_number(self) -> int:
        """Deals started in the match so far."""
        return self.in_play.standing.deals if self.in_play else 0

    @property
    def dealer(self) -> Player | None:
        """Return the dealer of the deal on the table."""
        return Player(self.in_play.deal.dealer) if self.in_play else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the scores by table number; empty in `seats`."""
        return self.in_play.standing.scores if self.in_play else ()

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """Places by table number, 1 = first; None until the match is over."""
        return self.in_play.standing.ranking if self.in_play else None


class Step:
    """The consequences of an action: the new state, its events in order, and every deal that ended."""

    __slots__ = ("_before", "_events", "ended", "left", "state")

    state: MatchState
    ended: tuple[MonthEnd, ...]
    left: tuple[InPlay, ...]
    """The deals with all their cards, as they lay when they ended and before they were paid."""

    def __init__(
        self,
        state: MatchState,
        events: tuple[Event, ...] = (),
        ended: tuple[MonthEnd, ...] = (),
        left: tuple[InPlay, ...] = (),
        before: InPlay | None = None,
    ) -> None:
        """Store a step; with `before`, its events are told when somebody asks for them."""
        self.state = state
        self.ended = ended
        self.left = left
        self._events = events
        self._before = before

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events, in order."""
        now = self.state.in_play
        if self._before is not None and now is not None:
            self._events = happened(self._before, self.left, self.ended, now)
            self._before = None
        return self._events


def new_match(
    rules: Rules, seat_deck: Deck, participants: int | None = None, version: Version = Version.JOINS
) -> MatchState:
    """The match before its seat draw. Raises ParticipantsError."""
    number = rules.seats if participants is None else participants
    if not rules.seats <= number <= MOST_PARTICIPANTS:
        why = f"{show(number)} does not fit {rules.id}; allowed: {rules.seats} to {MOST_PARTICIPANTS}"
        raise ParticipantsError("participants", why)
    return MatchState(rules, number, 0, Phase.SEATS, 0, new_draw(seat_deck, number, version), None)
