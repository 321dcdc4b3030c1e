"""Somebody's matches, read by their own rows: the size of the database does not matter."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, MatchId, UserId
from bot.match.verdict import Ending
from bot.match.view_builder import told_apart
from bot.match.vocabulary import JoinNumber, Place, Status
from bot.records import finished, history
from bot.records.finished import Viewer
from bot.records.history import History, PastMatch
from bot.records.played import Outcome, outcome
from bot.storage import matches as match_rows
from bot.storage.database.schema import matches, participants, result_players, results
from bot.storage.database.schema import people as people_table
from bot.storage.settings import persons
from bot.storage.settings.persons import PersonId
from engine.rules.options import make_rules
from engine.rules.presets import name_of


def places(tx: Connection, user: UserId, guild: GuildId) -> list[Place]:
    """Return where somebody has played on a server, each channel or thread once."""
    person = persons.get(tx, user)
    if person is None:
        return []
    query = _those(person.id, Viewer(None, guild), None).with_only_columns(
        matches.c.guild, matches.c.channel, matches.c.parent, matches.c.locale
    )
    found = [match_rows.place_of(row) for row in tx.execute(query.where(matches.c.channel.is_not(None)))]
    return list({place.home: place for place in found}.values())


def page(  # noqa: PLR0913 - what a page is made of
    tx: Connection,
    user: UserId,
    viewer: Viewer,
    number: int,
    size: int = history.PAGE,
    *,
    seen: Collection[ChannelId] = (),
) -> History:
    """A page of a user's matches that a viewer may open, from 0; the last one where there are fewer.

    One's own are all that one has played, of others those of the server in which is asked, played in the
    channels that are `seen`. Of one who has opted out there is nothing for others.
    """
    one, own = persons.get(tx, user), user == viewer.user
    asker = one if own or viewer.user is None else persons.get(tx, viewer.user)
    zone = None if asker is None else asker.time_zone
    if one is None:
        return History(user, "", own, time_zone=zone)
    if not own and (one.hidden or viewer.guild is None):
        return History(user, one.name, own, hidden=one.hidden, time_zone=zone)
    those = _those(one.id, None if own else viewer, seen)
    total = tx.scalar(sa.select(sa.func.count()).select_from(those.subquery())) or 0
    number = max(0, min(number, -(-total // size) - 1))
    ordered = those.order_by(matches.c.ended_at.desc(), matches.c.id.desc())
    rows = tx.execute(ordered.limit(size).offset(number * size)).all()
    hidden = _hidden(tx, [row.id for row in rows])
    found = tuple(_past(tx, row, hidden.get(row.id, set()), viewer) for row in rows)
    return History(user, one.name, own, found, number, total, one.hidden, zone)


def _those(person: PersonId, viewer: Viewer | None, seen: Collection[ChannelId] | None) -> sa.Select[Any]:
    """Somebody's ended matches in which they had a seat; those of the viewer's server, None: all.

    `seen`: only of these channels; None: of all.
    """
    query = (
        sa.select(matches.c.id, matches.c.rules, matches.c.options, matches.c.ended_at, participants.c.number)
        .join(participants, participants.c.match == matches.c.id)
        .where((participants.c.person == person) & participants.c.seat.is_not(None))
        .where(matches.c.status.in_([Status.OVER.value, Status.ABORTED.value]))
    )
    if viewer is None:
        return query
    query = query.where(matches.c.guild == viewer.guild)
    home = sa.func.coalesce(matches.c.parent, matches.c.channel)
    return query if seen is None else query.where(home.in_(seen))


def _hidden(tx: Connection, those: Sequence[int]) -> Mapping[int, set[JoinNumber]]:
    """Return the numbers of those who have opted out, by match."""
    query = (
        sa.select(participants.c.match, participants.c.number)
        .join(people_table, people_table.c.id == participants.c.person)
        .where(participants.c.match.in_(those) & people_table.c.hidden)
    )
    found: dict[int, set[JoinNumber]] = {}
    for row in tx.execute(query):
        found.setdefault(row.match, set()).add(JoinNumber(row.number))
    return found


def _past(tx: Connection, row: Any, hidden: set[JoinNumber], viewer: Viewer) -> PastMatch:
    match = MatchId(row.id)
    entries = match_rows.entries_of(tx, match)
    whole = finished.nameless(told_apart(entries), hidden, viewer)
    seats = sorted((entry.seat, entry.who.number) for entry in entries if entry.seat is not None)
    query = sa.select(results.c.how, results.c.unrated, result_players)
    query = query.join(result_players, result_players.c.match == results.c.match)
    told = tx.execute(query.where(results.c.match == match).order_by(result_players.c.seat)).all()
    mine = next((each for each in told if each.number == row.number), None)
    ordered = sorted(told, key=lambda each: each.number != row.number)
    return PastMatch(
        match=match,
        rules=name_of(make_rules(row.rules, json.loads(row.options))),
        ended_at=row.ended_at,
        seats=tuple(whole[number] for _, number in seats),
        mine=JoinNumber(row.number),
        how=Ending(told[0].how) if told else None,
        outcome=None if mine is None or mine.place is None else _outcome(mine, told),
        scores=tuple(each.score for each in ordered),
        rated=bool(told) and told[0].unrated is None,
    )


def _outcome(mine: Any, told: Sequence[Any]) -> Outcome:
    return outcome(mine.place, shared=sum(each.place == 1 for each in told) > 1)
