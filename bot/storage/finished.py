"""Finished matches, read from their rows for the people who may open them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import NoFinishedMatch
from bot.ids import MatchId
from bot.match.view_builder import told_apart
from bot.match.vocabulary import JoinNumber, MadeBy, Status
from bot.records import finished, imported
from bot.records.finished import Course, FinishedMatch, Standing, Viewer
from bot.storage import actions, matches
from bot.storage import imported as imported_rows
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import participants, people
from bot.storage.records import judged, results


def get(tx: Connection, match: MatchId, viewer: Viewer) -> FinishedMatch:
    """A match as a viewer may see it.

    Raises NoFinishedMatch, MatchNotOver, and as `matches.load` does where its rows make no match.
    """
    now = standing(tx, match)
    now.check(viewer)
    return finished.seen(match, course(tx, match), now, viewer)


def standing(tx: Connection, match: MatchId) -> Standing:
    """Return the small rows that may have changed since a match's end.

    Raises NoFinishedMatch where there is none.
    """
    columns = match_table.c
    query = sa.select(
        *(columns.status, columns.seed, columns.guild, columns.channel, columns.parent, columns.locale),
        judged.in_live_arena().label("arena_runs"),
    )
    row = tx.execute(query.where(columns.id == match)).first()
    if row is None:
        raise NoFinishedMatch
    if (taken_in := imported_rows.load(tx, match)) is not None:
        return imported.standing_of(*taken_in[:2])
    return Standing(
        live=row.status in {Status.LOBBY, Status.PLAYING},
        begun=row.seed is not None,
        place=matches.place_of(row),
        people=told_apart(matches.entries_of(tx, match)),
        hidden=hidden(tx, match),
        verdict=results.verdict(tx, match),
        arena_runs=bool(row.arena_runs),
    )


def course(tx: Connection, match: MatchId) -> Course:
    """Return the course of a match, from its whole log.

    Raises NoFinishedMatch, and as `matches.load` does.
    """
    if (taken_in := imported_rows.load(tx, match)) is not None:
        return imported.course_of(taken_in[0], taken_in[2])
    hosted = matches.load(tx, match)
    if hosted is None:
        raise NoFinishedMatch
    return finished.course_of(hosted)


def made_for_people(tx: Connection, match: MatchId) -> frozenset[int]:
    """The actions of people that they did not make, from 0: a stand-in did, or their time had run out.

    Raises as `actions.of_match` does where the rows make no log; of a match played elsewhere there is none.
    """
    seats = {each.seat for each in matches.entries_of(tx, match) if each.who.cpu is None}
    made = actions.of_match(tx, match)
    return frozenset(one.n for one in made if one.made_by is not MadeBy.USER and one.action.player in seats)


def to_judge(tx: Connection, match: MatchId) -> tuple[Course, frozenset[int]]:
    """The course of a match, and the actions in it that count as nobody's decisions. Raises as both do."""
    return course(tx, match), made_for_people(tx, match)


def hidden(tx: Connection, match: MatchId) -> frozenset[JoinNumber]:
    """The joining numbers of those who have opted out of what others see."""
    query = (
        sa.select(participants.c.number)
        .join(people, people.c.id == participants.c.person)
        .where((participants.c.match == match) & people.c.hidden)
    )
    return frozenset(JoinNumber(number) for number in tx.execute(query).scalars())
