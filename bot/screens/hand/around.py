"""The surroundings of a hand: the field, the captures of its owner and the opponents, the month.

Facts, no language.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.screens import field
from bot.screens.field import Place
from bot.screens.month import Month
from bot.screens.players import PlayerFacts
from bot.wording.people import Cast
from engine.actions import Player
from engine.cards.deck import Card
from engine.play.observation import Observation


@dataclass(frozen=True, slots=True)
class Around:
    """The table as a move needs it."""

    month: Month
    places: tuple[Place, ...]
    """The two rows of the field, as on the table."""
    stock: int
    me: PlayerFacts
    others: tuple[PlayerFacts, ...]
    """In the order of their turns after the owner's."""

    @classmethod
    def of(cls, cast: Cast, seen: Observation, player: Player) -> Around:
        """Return this player's view of a deal whose cards are dealt."""
        seats = len(cast.seats)
        me, *others = (
            PlayerFacts.of(seen, cast.seats[who], Player(who))
            for who in ((player + turn) % seats for turn in range(seats))
        )
        return cls(Month.of(seen), field.places(seen), seen.stock, me, tuple(others))

    @property
    def field(self) -> tuple[Card, ...]:
        """The cards of the field as they lie, the upper row first."""
        return tuple(field.cards(self.places))
