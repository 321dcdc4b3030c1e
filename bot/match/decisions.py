"""The decisions of a finished match as values: what each of them lost, and what chance brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.rules.actions import KoiKoi, Move, Play, Player, Shobu

COSTLIEST = 3
"""The number of a player's decisions that are named."""


class Decision(NamedTuple):
    """A decision with more than one legal move; values in points of the month, for who decided.

    Koi-koi and stops of the last months are judged by the chance to win the match (`hard.values`).
    """

    action: int
    """The number of the action in the record, from 0."""
    month: int
    player: Player
    made: Move
    best: Move
    lost: float
    """By how much the best move is better than the one made; 0 for the best one."""
    loses: bool = False
    """A stop that lost the match for certain, where going on could still win it."""


class Missed(NamedTuple):
    """A costly decision, or turns in a row in which one and the same better card was not played."""

    first: Decision
    turns: int
    lost: float
    """Points of all these turns."""


@dataclass(frozen=True, slots=True)
class PlayersReview:
    """The cost of all decisions of a player, and their luck."""

    decisions: tuple[Decision, ...]
    dealt: float
    """The points that deals brought beyond the average."""
    turned: float
    """The points that cards from the stock brought that this player turned."""

    @property
    def luck(self) -> float:
        """Return the points that chance brought."""
        return self.dealt + self.turned

    @property
    def lost(self) -> float:
        """Return the points that all decisions lost against the best ones."""
        return sum(each.lost for each in self.decisions)

    @property
    def costliest(self) -> tuple[Decision, ...]:
        """The decisions that lost most, the costliest first; those that lost nothing left out.

        A stop that lost the match comes before all others.
        """
        costly = (each for each in self.decisions if each.lost > 0)
        worst = sorted(costly, key=lambda each: (not each.loses, -each.lost))
        return tuple(worst[:COSTLIEST])

    @property
    def missed(self) -> tuple[Missed, ...]:
        """The costliest moves, the worst first: a card missed turn after turn counts once."""
        found: list[Missed] = []
        for turn in self.decisions:
            if found and _same_card(found[-1], turn):
                first, turns, lost = found[-1]
                found[-1] = Missed(first, turns + 1, lost + turn.lost)
            else:
                found.append(Missed(turn, 1, turn.lost))
        costly = (each for each in found if each.lost > 0)
        return tuple(sorted(costly, key=lambda each: (not each.first.loses, -each.lost))[:COSTLIEST])

    @property
    def calls(self) -> tuple[Decision, ...]:
        """The decisions between koi-koi and stopping."""
        return tuple(each for each in self.decisions if isinstance(each.made, KoiKoi | Shobu))


def _same_card(before: Missed, turn: Decision) -> bool:
    """Whether a turn misses the card that the one before has missed, in the same month."""
    first = before.first
    if turn.month != first.month or not (before.lost and turn.lost):
        return False
    cards = [each.card for each in (first.best, turn.best) if isinstance(each, Play)]
    return len(cards) == 2 and cards[0] is cards[1]
