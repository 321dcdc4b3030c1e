"""What the decisions of a finished match cost, by the value network of the *hard* player.

A decision is judged by what its player could see then, never by what was hidden. What a card from the stock,
or a deal, has changed is luck: the value after it less the value before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.opponents import hard
from engine.actions import Action, KoiKoi, Move, Phase, Play, Player, Shobu
from engine.play.observation import observe
from engine.play.state import MatchState, Step
from engine.record import match_record
from engine.record.match_record import Record

COSTLIEST = 3
"""So many decisions of a player are named."""


class Decision(NamedTuple):
    """A decision with more than one legal move; values in points of the month, for who decided."""

    action: int
    """Which action of the record it was, from 0."""
    month: int
    player: Player
    made: Move
    best: Move
    lost: float
    """By how much the best move is better than the one made; 0 for the best one."""


@dataclass(frozen=True, slots=True)
class PlayersReview:
    """What a player gave away in all, and what came to them by chance."""

    decisions: tuple[Decision, ...]
    luck: float
    """What deals and cards from the stock brought, in points."""

    @property
    def lost(self) -> float:
        """What all decisions lost against the best ones, in points."""
        return sum(each.lost for each in self.decisions)

    @property
    def costliest(self) -> tuple[Decision, ...]:
        """The decisions that lost most, the costliest first; those that lost nothing left out."""
        worst = sorted((each for each in self.decisions if each.lost > 0), key=lambda each: -each.lost)
        return tuple(worst[:COSTLIEST])

    @property
    def calls(self) -> tuple[Decision, ...]:
        """The decisions between koi-koi and stopping."""
        return tuple(each for each in self.decisions if isinstance(each.made, KoiKoi | Shobu))


def review(record: Record) -> tuple[PlayersReview, ...]:
    """Each player's review, by table number. Raises EngineError where the record cannot be played."""
    made = _Review(record.rules.seats)
    before, *rest = match_record.replay(record)
    state = before.state
    for number, (action, step) in enumerate(zip(record.actions, rest, strict=True)):
        made.add(number, state, action, step)
        state = step.state
    return made.players()


class _Review:
    """The reviews in the making."""

    def __init__(self, seats: int) -> None:
        self._decisions: list[list[Decision]] = [[] for _ in range(seats)]
        self._luck = [0.0] * seats
        self._deal = 0
        """The last deal whose cards have been judged."""

    def add(self, number: int, state: MatchState, action: Action, step: Step) -> None:
        """Action `number` and what it led to from a state."""
        after, player, move = step.state, action.player, action.move
        seen = observe(state, player)
        values = hard.values(seen)
        if len(values) > 1 and move in values:
            best = max(values, key=values.__getitem__)
            lost = values[best] - values[move]
            self._decisions[player].append(Decision(number, seen.month, player, move, best, lost))
        if isinstance(move, Play) and not step.ended and move in values:
            self._luck[player] += hard.worth(observe(after, player)) - values[move]
        if after.phase is Phase.PLAY and after.deal_number != self._deal:
            self._deal = after.deal_number
            for each in range(len(self._luck)):
                self._luck[each] += hard.worth(observe(after, Player(each)))

    def players(self) -> tuple[PlayersReview, ...]:
        """All of them, by table number."""
        pairs = zip(self._decisions, self._luck, strict=True)
        return tuple(PlayersReview(tuple(decisions), luck) for decisions, luck in pairs)
