"""The luck of a match after it, when all cards are known: of mean zero for all players, however they play.

It is a control variate. Points less luck have the mean of the points, and vary less. Luck shown to a player
(`review`) is another figure: that one looks at what each player could see.

Two sums, each exactly of mean zero. Of a turned card: its worth less the mean over all cards that were in the
stock then. No decision can depend on the order of the stock, so each of these was as likely. A mean over all
unseen cards would not do: by their play others tell what they hold. Of a deal: what a player's hand is worth
to them less the mean over all hands that were dealt, as each could have been theirs. Nothing measured is
needed, so it holds for all options. What both hands share, such as a rich field, is not taken out.

A deal counts before anybody may declare a hand yaku, and not at all where its cards alone have ended it: that
does not depend on who holds which hand. Luck in a month without an end counts, as leaving it out would favour
those who give up after bad cards. The worth is that of the *hard* player's network; a worse judgement would
take less luck out, and favour nobody. What is good for one player is bad for the others in equal parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.opponents import hard
from engine.cards.deck import DECK, Card
from engine.play.deal import Deal
from engine.play.observation import observe
from engine.play.state import MatchState, Step
from engine.rules.actions import Action, Phase, Play, Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules


class Outcome(NamedTuple):
    """The months of a match to a player, and how much of their points was luck."""

    months: int
    """The number that ended; a deal that was dealt again is none."""
    points: int
    """Points more than the other player, or mon that were won."""
    dealt: float
    turned: float


class Outcomes:
    """The outcomes of all players of a match, in the making."""

    def __init__(self, rules: Rules) -> None:
        seats = rules.seats
        self._pays = rules.losers_pay
        self._months, self._points = 0, [0] * seats
        self._dealt, self._turned = [0.0] * seats, [0.0] * seats
        self._deal = 0
        """The last deal that has been counted."""

    def step(self, before: MatchState, action: Action, step: Step) -> None:
        """Count an action and all that it led to."""
        if before.deal is not None and isinstance(action.move, Play):
            worth = hard.turned(observe(before, action.player), action.move)
            self.turn(action.player, before.deal, worth)
        self.deal(step.state)
        for end in step.ended:
            self.end(end)

    def turn(self, player: Player, deal: Deal, worth: Mapping[Card, float]) -> None:
        """Count the card that a play turns; `worth`: to the player, of each card that they had not seen."""
        stock = [DECK[card] for card in deal.deck[deal.top :]]
        gain = worth[stock[0]] - sum(worth[card] for card in stock) / len(stock)
        _share(self._turned, player, gain)

    def deal(self, state: MatchState) -> None:
        """Count the deal of a state, if it is a new one in which nobody has moved yet."""
        if state.deal_number > self._deal and state.phase in {Phase.READY, Phase.PLAY}:
            self._deal = state.deal_number
            for player, gain in enumerate(_hands(state)):
                _share(self._dealt, player, gain)

    def end(self, end: MonthEnd) -> None:
        """Count the points of a deal that has ended."""
        self._months += not end.dealt_again
        for player, won in enumerate(end.deltas):
            self._points[player] += won if self._pays else 2 * won - sum(end.deltas)

    def told(self) -> tuple[Outcome, ...]:
        """Return the outcomes, by table number."""
        seats = range(len(self._points))
        return tuple(
            Outcome(self._months, self._points[each], self._dealt[each], self._turned[each]) for each in seats
        )


def _share(counted: list[float], player: int, gain: float) -> None:
    """Add what a player gains, and take it from the others."""
    for each in range(len(counted)):
        counted[each] += gain if each == player else -gain / (len(counted) - 1)


def _hands(state: MatchState) -> list[float]:
    """Return by player what the hand is worth beyond the mean of all hands that were dealt."""
    assert state.in_play is not None
    seats = range(state.rules.seats)
    return [
        _worth(state, player, player) - sum(_worth(state, player, other) for other in seats) / len(seats)
        for player in seats
    ]


def _worth(state: MatchState, player: int, other: int) -> float:
    """Return the worth of a deal in which nobody declares to a player, had they been dealt another's hand."""
    at = state.in_play
    assert at is not None
    deal = at.deal._replace(
        phase=Phase.PLAY, mover=at.deal.dealer, hands=_swapped(at.deal.hands, player, other)
    )
    dealt = state._replace(phase=Phase.PLAY, in_play=at._replace(deal=deal))
    return hard.worth(observe(dealt, Player(player)))


def _swapped(hands: Sequence[tuple[int, ...]], one: int, other: int) -> tuple[tuple[int, ...], ...]:
    changed = list(hands)
    changed[one], changed[other] = hands[other], hands[one]
    return tuple(changed)
