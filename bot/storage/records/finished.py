"""Finished matches, read from their rows for whoever may open them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.vocabulary import JoinNumber, MatchId
from bot.records import finished, imported
from bot.records.finished import FinishedMatch, Viewer
from bot.storage import imported as imported_rows
from bot.storage import matches
from bot.storage.database.schema import participants, people


def get(tx: Connection, match: MatchId, viewer: Viewer) -> FinishedMatch:
    """A match as a viewer may see it. Raises as `finished.seen` does, and as `matches.load`."""
    if (taken_in := imported_rows.load(tx, match)) is not None:
        return imported.seen(match, *taken_in, viewer)
    return finished.seen(match, matches.load(tx, match), hidden(tx, match), viewer)


def hidden(tx: Connection, match: MatchId) -> frozenset[JoinNumber]:
    """The joining numbers of those who have opted out of what others see."""
    query = (
        sa.select(participants.c.number)
        .join(people, people.c.id == participants.c.person)
        .where((participants.c.match == match) & people.c.hidden)
    )
    return frozenset(JoinNumber(number) for number in tx.execute(query).scalars())
