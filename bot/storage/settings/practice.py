"""The experience of a player, and their choices for hands."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, UserId
from bot.match.vocabulary import Deck, Hints
from bot.storage.database.schema import result_players
from bot.storage.settings import persons, servers

LEARNING = 5
"""The finished matches of which a review tells what to try next, and nothing else."""
PRACTISED = 3
"""The finished matches after which nobody needs the signs of the buttons explained, nor tips."""


@dataclass(frozen=True, slots=True)
class Practice:
    """The hints that a player needs, and their choices."""

    hint: bool = True
    """Whether the signs of the buttons are explained, and tips given: in the first matches, unless chosen."""
    month_marks: bool = True
    """Whether the cards of their hands wear the numbers of their months."""
    deck: Deck = Deck.STANDARD
    """The drawings on the cards of their hands."""
    learning: bool = True
    """Whether a review tells them what to try next, and nothing else."""
    text_mode: bool = False
    """Whether their hands are texts without a picture."""
    confirm_plays: bool = False
    """Whether they are asked again before a card is played."""
    advice: bool = False
    """Whether their server lets its players ask for the best move."""


def practice(tx: Connection, user: UserId, guild: GuildId | None = None) -> Practice:
    """Return the practice of a user who plays on a server; the beginner's where nothing is known.

    Where the server wants no hints, only those have them who have chosen to have them always. A few rows of
    one person: it is read when a hand is opened, not when it is drawn.
    """
    row, wanted = persons.get(tx, user), servers.get(tx, guild).hints
    if row is None:
        return Practice(wanted, advice=wanted)
    finished, hinted = _finished(tx, row.id), row.hints is not Hints.NEVER
    return Practice(
        row.hints is Hints.ALWAYS or (hinted and finished < PRACTISED and wanted),
        row.month_marks,
        row.deck,
        learning=finished <= LEARNING,
        text_mode=row.text_mode,
        confirm_plays=row.confirm_plays,
        advice=wanted,
    )


def _finished(tx: Connection, person: persons.PersonId) -> int:
    """Return the number of somebody's matches with a result."""
    played = sa.select(sa.func.count()).select_from(result_players)
    ranked = (result_players.c.person == person) & result_players.c.place.is_not(None)
    return tx.scalar(played.where(ranked)) or 0
