"""The easy CPU player: takes the most valuable cards it sees, and stops at the first chance.

A bold one goes on while it has cards in hand; a careful one looks at what others need as well.
"""

from __future__ import annotations

from bot.match.vocabulary import Character
from bot.opponents.characters import LEANINGS, captures, lean
from engine.play.observation import Observation
from engine.rules.actions import Choose, Cut, KoiKoi, Move, Play, Ready, Shobu

KEEP_CARDS = 5
"""The least number of cards in hand to go on at all, before the character counts."""
CARDS_A_POINT = 4
"""Points of cards (section 1) that a careful one gives for a point that others do not make."""


def choose(observation: Observation, character: Character = Character.EVEN) -> Move:
    """A legal move for the viewer, who is to move; the first in record.md's order among equal ones."""
    if KoiKoi() in observation.legal and _goes_on(observation, character):
        return KoiKoi()
    for simple in (Shobu(), Ready(), Cut(0)):
        if simple in observation.legal:
            return simple
    return max(observation.legal, key=lambda move: round(_points(observation, move, character), 6))


def _goes_on(seen: Observation, character: Character) -> bool:
    """Whether to say koi-koi: a bold one with time left; nobody else ever does."""
    leaning = LEANINGS[character]
    return leaning.koi_koi > 0 and len(seen.hand) >= KEEP_CARDS + leaning.cards


def _points(seen: Observation, move: Move, character: Character) -> float:
    """The points of the cards (section 1) that a move takes at once; one thrown away counts against it."""
    if not isinstance(move, Play | Choose):
        return 0
    if isinstance(move, Choose):
        points = move.card.points
    else:
        taken = captures(seen, move)
        points = sum(card.points for card in taken) if taken else -move.card.points
    # Others' needs are nothing to an easy player: a bold one cannot think less of them.
    careful = LEANINGS[character].denial > 0
    return points + (CARDS_A_POINT * lean(seen, move, character) if careful else 0)
