"""All standings and ratings again, from the stored results alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.records.book import Book, Counted, Moved, book_of
from bot.storage.database.schema import overall, result_players, standings
from bot.storage.records import counting


def rebuild(tx: Connection) -> int:
    """Make standings and ratings again; how many rows were not as they should have been."""
    counted = counting.load(tx)
    book, moved = book_of(counted)
    wrong = len(_differing(tx, book))
    tx.execute(sa.delete(standings))
    tx.execute(sa.delete(overall))
    known = counting.known_people(tx)
    counting.write(tx, book, known)
    before = _ratings(tx)
    after = _expected(counted, moved, known)
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            wrong += 1
            tx.execute(counting.MOVED, _moved_row(key, after.get(key, _NONE)))
    return wrong


def worked_out(tx: Connection) -> tuple[Book, Book, list[dict[str, Any]]]:
    """The book as it is stored, as it should be, and what results should say of ratings and do not."""
    counted = counting.load(tx)
    book, moved = book_of(counted)
    known = counting.known_people(tx)
    before, after = _ratings(tx), _expected(counted, moved, known)
    changed = [
        _moved_row(key, after.get(key, _NONE))
        for key in before.keys() | after.keys()
        if before.get(key) != after.get(key)
    ]
    return counting.stored(tx), _of_known(book, known), changed


def _of_known(book: Book, known: set[int]) -> Book:
    """The rows of a book that are of people who have not deleted themselves."""
    return Book(
        {key: tally for key, tally in book.standings.items() if key[3] in known},
        {key: one for key, one in book.overall.items() if key[1] in known},
    )


def differences(tx: Connection) -> list[str]:
    """A sentence for each standing and rating that is not what the results add up to; changes nothing."""
    counted = counting.load(tx)
    book, moved = book_of(counted)
    told = _differing(tx, book)
    before, after = _ratings(tx), _expected(counted, moved, counting.known_people(tx))
    for match, person in sorted(before.keys() | after.keys()):
        said, right = before.get((match, person)), after.get((match, person))
        if said != right:
            told.append(f"match {match}: the ratings of person {person} are {said}, not {right}")
    return told


_NONE = (None, None, None)
_Key = tuple[MatchId, int]
_Ratings = tuple[float | None, float | None, float | None]


def _differing(tx: Connection, book: Book) -> list[str]:
    """Rows of standings and overall ratings that are missing, superfluous or wrong, one sentence each."""
    said, known = counting.stored(tx), counting.known_people(tx)
    right = _of_known(book, known)
    keys = said.standings.keys() | right.standings.keys()
    told = [
        f"standing of person {key[3]} in server {key[0]}, {key[1]}, period {key[2]}"
        for key in keys
        if said.standings.get(key) != right.standings.get(key)
    ]
    rates = said.overall.keys() | right.overall.keys()
    told += [
        f"overall rating of person {key[1]}, {key[0]}"
        for key in rates
        if said.overall.get(key) != right.overall.get(key)
    ]
    return sorted(told)


def _expected(
    counted: list[Counted], moved: Mapping[MatchId, tuple[Moved, ...]], known: set[int]
) -> dict[_Key, _Ratings]:
    """Return the rating changes that each rated match should have."""
    rows = [row for one in counted for row in counting.moved_rows(one, moved[one.match], known)]
    return {(row["of"], row["whose"]): (row["before"], row["after"], row["everywhere"]) for row in rows}


def _ratings(tx: Connection) -> dict[_Key, _Ratings]:
    """Return the rating changes that each result has."""
    rows = tx.execute(
        sa.select(
            result_players.c.match,
            result_players.c.person,
            result_players.c.rating_before,
            result_players.c.rating,
            result_players.c.overall,
        ).where(result_players.c.overall.is_not(None) | result_players.c.rating.is_not(None))
    )
    return {(MatchId(row.match), row.person): (row.rating_before, row.rating, row.overall) for row in rows}


def _moved_row(key: _Key, values: _Ratings) -> dict[str, Any]:
    before, after, everywhere = values
    return {"of": key[0], "whose": key[1], "before": before, "after": after, "everywhere": everywhere}
