"""What the last turn did, for highlights and for telling it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Player
from engine.cards.cardset import CardSet
from engine.cards.deck import Card


@dataclass(frozen=True, slots=True)
class LastMove:
    """What the last turn did, the waiting one in `flip` and `decide` included.

    `played` is None in ishokai's turns without a hand card; `flipped` is None while the flip waits for a
    choice. What was captured includes the capturing card; empty if nothing was.
    """

    player: Player
    played: Card | None
    played_captured: CardSet
    flipped: Card | None
    flipped_captured: CardSet
