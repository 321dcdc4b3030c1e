"""What lies round a hand: the field, what its owner and the opponents have, the month. Facts, no language."""

from __future__ import annotations

from dataclasses import dataclass

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
    slots: tuple[Card | None, ...]
    """The field by place, as on the table."""
    stock: int
    me: PlayerFacts
    others: tuple[PlayerFacts, ...]
    """In the order of their turns after the owner's."""

    @classmethod
    def of(cls, cast: Cast, seen: Observation, player: Player) -> Around:
        """What this player sees of a deal whose cards are dealt."""
        seats = len(cast.seats)
        me, *others = (
            PlayerFacts.of(seen, cast.seats[who], Player(who))
            for who in ((player + turn) % seats for turn in range(seats))
        )
        return cls(Month.of(seen), seen.slots, seen.stock, me, tuple(others))

    @property
    def field(self) -> tuple[Card, ...]:
        """The cards of the field in the order of their places."""
        return tuple(card for card in self.slots if card is not None)
