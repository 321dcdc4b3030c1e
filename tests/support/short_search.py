"""A search of *master* that ends early, for matches in which no move has to be good.

The process of *master* imports this module, and nothing else of the tests.
"""

from __future__ import annotations

from bot.match.vocabulary import Character
from bot.opponents import master
from engine.play.observation import Observation
from engine.rules.actions import Move

POSITIONS = 40


def choose(seen: Observation, character: Character) -> Move:
    """Return the move that *master* finds in a tenth of its time."""
    master.POSITIONS = dict.fromkeys(master.POSITIONS, POSITIONS)
    return master.choose(seen, character)
