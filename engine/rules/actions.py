"""The phases of a match and the actions of players (record.md, *Actions*; as texts:

`engine.record.notation`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NewType

from engine.cards.deck import Card

Player = NewType("Player", int)
"""The joining number during the seat draw, the table number (0 = first in the order drawn) from then on."""


class Phase(StrEnum):
    """The phases of a match, by the answer that each waits for."""

    SEATS = "seats"
    CUT = "cut"
    READY = "ready"
    PLAY = "play"
    FLIP = "flip"
    DECIDE = "decide"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a card of the row that lies face down in the seat draw, the one with `place` cards before it."""

    place: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the shuffled deck at `at`, 0..47; 0 is a tap on the deck."""

    at: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Answer the secret round without declaring."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Answer the secret round by declaring the hand's yaku."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a hand card; `capture` is named if and only if two field cards match."""

    card: Card
    capture: Card | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose which of two matching field cards the flipped card captures."""

    card: Card


@dataclass(frozen=True, slots=True)
class Shobu:
    """Stop and score."""


@dataclass(frozen=True, slots=True)
class KoiKoi:
    """Go on."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up."""


Move = Draw | Cut | Ready | Declare | Play | Choose | Shobu | KoiKoi | Resign


class Action(NamedTuple):
    """A move and who makes it."""

    player: Player
    move: Move
