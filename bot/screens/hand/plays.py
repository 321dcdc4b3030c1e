"""How the cards of a hand can be played."""

from __future__ import annotations

from engine.actions import Phase, Play
from engine.cards.deck import Card
from engine.play.legal import real_choice
from engine.play.observation import Observation


def plays_of(seen: Observation, card: Card) -> tuple[Play, ...]:
    """The legal ways to play a card: one, or one for each capture; none while it is not asked for."""
    if opens(seen):
        lying = tuple(seen.matches(card))
        return tuple(Play(card, each) for each in lying) if len(lying) == 2 else (Play(card),)
    return tuple(move for move in seen.legal if isinstance(move, Play) and move.card is card)


def opens(seen: Observation) -> bool:
    """Whether the viewer's first card ends the check for hand yaku: they deal, all others have answered."""
    last = seen.phase is Phase.READY and seen.question is not None
    return last and seen.viewer == seen.dealer and seen.to_move == (seen.viewer,)


def leaves_choice(seen: Observation, card: Card) -> bool:
    """Whether the player can play this card now and has to say which card it captures."""
    return real_choice(plays_of(seen, card))
