"""The easy CPU player: takes the most valuable cards it sees, and stops at the first chance."""

from __future__ import annotations

from engine.actions import Choose, Cut, Move, Play, Ready, Shobu
from engine.play.observation import Observation


def choose(observation: Observation) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    for simple in (Shobu(), Ready(), Cut(0)):
        if simple in observation.legal:
            return simple
    return max(observation.legal, key=lambda move: _points(observation, move))


def _points(observation: Observation, move: Move) -> int:
    """The points of the cards (section 1) that a move takes at once; one thrown away counts against it."""
    if isinstance(move, Choose):
        return move.card.points
    if not isinstance(move, Play):
        return 0
    taken = observation.takes(move)
    return move.card.points + sum(card.points for card in taken) if taken else -move.card.points
