"""The cost of a finished match's decisions, by the value network of the *hard* player; luck; the chances.

A decision is judged by what its player could see then, never by what was hidden. What a card from the stock
or a deal has changed is luck: the value after it less the average. Of a card that is the average over all
that the player had not seen; the value before it would favour players who play otherwise than the network has
learnt. Of a deal it is what deals are worth to that seat, as `train.months` has measured it. So luck
is nothing on average for anybody. It is not made to cancel out between players: both can be dealt well, by
what each of them sees. A card that the stock turns by itself, once the hands are empty, is nobody's.

The luck by which skill is estimated is another one (`luck`).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from bot.match.decisions import Decision, PlayersReview
from bot.opponents import equity, hard, losing_stops
from bot.opponents.judge import paid
from bot.opponents.luck import Outcome, Outcomes
from engine.cards.deck import DECK
from engine.play.observation import observe
from engine.play.state import MatchState, Step
from engine.record import match_record
from engine.record.match_record import Record
from engine.rules.actions import Action, Phase, Play, Player, Shobu
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Review:
    """A match looked back at."""

    players: tuple[PlayersReview, ...]
    """By table number; nobody where the seats were never drawn."""
    chances: tuple[equity.Chances, ...]
    """Before the first month, and after each one that was played to its end."""
    outcomes: tuple[Outcome, ...] = ()
    """By table number: points and luck, for the estimate of skill."""
    rules: Rules | None = None
    """None where there are no players."""


def review(record: Record, left_out: Container[int] = ()) -> Review:
    """The review of a match, as far as it was played. Raises EngineError where the record is none.

    `left_out`: actions of the record, from 0, that are not their player's decisions, because something else
    made them. The record does not say so; what they turned is the player's luck all the same.
    """
    before, *rest = match_record.replay(record)
    state, made, ended = before.state, _Review(record.rules), list[MonthEnd]()
    for number, (action, step) in enumerate(zip(record.actions, rest, strict=True)):
        if state.in_play is not None:
            made.judge(number, state, action, step, decided=number not in left_out)
        made.deals(step)
        made.outcomes.deal(step.state)
        for end in step.ended:
            made.outcomes.end(end)
        ended += step.ended
        state = step.state
    if state.in_play is None:
        return Review((), ())
    chances = equity.course(record.rules, ended)
    return Review(made.players(), chances, made.outcomes.told(), record.rules)


class _Review:
    """The reviews in the making."""

    def __init__(self, rules: Rules) -> None:
        self._seats = rules.seats
        self._usual = equity.usual_months(rules).fresh
        self._decisions: list[list[Decision]] = [[] for _ in range(rules.seats)]
        self._dealt, self._turned = [0.0] * rules.seats, [0.0] * rules.seats
        self.outcomes = Outcomes(rules)
        self._deal = 0
        """The last deal whose cards have been judged."""

    def judge(self, number: int, state: MatchState, action: Action, step: Step, *, decided: bool) -> None:
        """Action `number`: what it lost, if its player `decided` it, and what the card brought it turned."""
        player, move = action.player, action.move
        seen = observe(state, player)
        values = hard.values(seen)
        if move not in values:
            return
        if decided and len(values) > 1:
            best = max(values, key=values.__getitem__)
            lost = values[best] - values[move]
            loses = lost > 0 and move == Shobu() and losing_stops.loses(seen)
            self._decisions[player].append(Decision(number, seen.month, player, move, best, lost, loses))
        if isinstance(move, Play):
            worth = hard.turned(seen, move)
            deal = state.deal
            assert deal is not None, "a card was played"
            turned = DECK[deal.deck[deal.top]]
            self._turned[player] += worth[turned] - sum(worth.values()) / len(worth)
            self.outcomes.turn(player, deal, worth)

    def deals(self, step: Step) -> None:
        """The deals that an action led to: where they begin, or where their cards alone have ended them."""
        for end in step.ended:
            if end.deal > self._deal:
                self._count(end.deal, end.dealer, [self._result(end, each) for each in range(self._seats)])
        after = step.state
        if after.phase is Phase.PLAY and after.deal_number > self._deal:
            worth = [hard.worth(observe(after, Player(each))) for each in range(self._seats)]
            self._count(after.deal_number, after.dealer or 0, worth)

    def _count(self, deal: int, dealer: int, worth: Sequence[float]) -> None:
        self._deal = deal
        for each in range(self._seats):
            self._dealt[each] += worth[each] - self._usual[(each - dealer) % self._seats]

    def _result(self, end: MonthEnd, player: int) -> float:
        return paid(self._seats, end.winner, player, end.calculation.points)

    def players(self) -> tuple[PlayersReview, ...]:
        """All of them, by table number."""
        parts = zip(self._decisions, self._dealt, self._turned, strict=True)
        return tuple(PlayersReview(tuple(decisions), dealt, turned) for decisions, dealt, turned in parts)
