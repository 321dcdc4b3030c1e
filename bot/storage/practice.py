"""How long somebody has played, and how they want to see their hands."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.vocabulary import Deck, UserId
from bot.storage import people
from bot.storage.database.schema import result_players

PRACTISED = 2
"""So many finished matches, and nobody needs the signs of the buttons explained."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What a player needs to be told, and what they have chosen."""

    hint: bool = True
    """Whether the signs of the buttons are explained: in somebody's first matches."""
    month_marks: bool = True
    """Whether the cards of their hands wear the numbers of their months."""
    deck: Deck = Deck.STANDARD
    """Which drawings the cards of their hands wear."""
    text_mode: bool = False
    """Whether their hands are texts without a picture."""
    confirm_plays: bool = False
    """Whether they are asked once more before a card is played."""


def practice(tx: Connection, user: UserId) -> Practice:
    """What is known about a user; the beginner's where nothing is.

    One number of a few rows of one person: it is read when a hand is opened, not when it is drawn.
    """
    row = people.get(tx, user)
    if row is None:
        return Practice()
    return Practice(
        _finished(tx, row.id) < PRACTISED, row.month_marks, row.deck, row.text_mode, row.confirm_plays
    )


def _finished(tx: Connection, person: people.PersonId) -> int:
    """How many matches with a result somebody has played."""
    played = sa.select(sa.func.count()).select_from(result_players)
    ranked = (result_players.c.person == person) & result_players.c.place.is_not(None)
    return tx.scalar(played.where(ranked)) or 0
