"""All that is stored about one person, as JSON: their own rows, and of shared ones what is theirs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId, UserId
from bot.match.hosted_match import LoggedAction
from bot.records import periods
from bot.storage import actions
from bot.storage import problems as answers
from bot.storage.database.schema import (
    agreements,
    arena_people,
    arenas,
    audit,
    bars,
    daily_deals,
    daily_plays,
    daily_streaks,
    hands,
    invitations,
    judged,
    kept,
    matches,
    openings,
    overall,
    own_problems,
    participants,
    presses,
    problem_work,
    problems,
    result_players,
    result_yaku,
    results,
    standings,
    wishes,
)
from bot.storage.moderation import blocks
from bot.storage.records import own_level, profiles
from bot.storage.settings import persons
from bot.storage.settings.persons import PersonId, PersonRow
from engine.errors import EngineError
from engine.record.notation import format_action
from engine.rules.rule_sets import RuleSetId

FORMAT = "koikoi-me/1"
Json = dict[str, Any]


def about(tx: Connection, user: UserId, now: datetime) -> Json:
    """Return all that is stored about a user, its times in their time zone (UTC where they have set none).

    Ids of Discord are texts: not every reader of JSON can count so far.
    """
    row = persons.get(tx, user)
    zone = periods.zone(None if row is None else row.time_zone, "")
    told = {
        "format": FORMAT,
        "exported_at": now,
        "discord_id": str(user),
        "person": None if row is None else _person(row),
        "matches": [] if row is None else _matches(tx, row.id),
        "invitations": [] if row is None else _invitations(tx, row.id),
        "hands": [] if row is None else _messages(tx, hands, row.id),
        "presses": [] if row is None else _messages(tx, presses, row.id),
        "blocked": 0 if row is None else len(blocks.of_person(tx, user)),
        "bars": _bars(tx, user),
        "kept": _kept(tx, user),
        "changes": [] if row is None else _changes(tx, row.id),
        "openings": [] if row is None else _openings(tx, row.id),
        "arenas": [] if row is None else _arenas(tx, row.id),
        "daily": [] if row is None else _daily(tx, row.id),
        "daily_streaks": [] if row is None else _daily_streaks(tx, row.id),
        "problems": [] if row is None else _problems(tx, row.id),
        "own_problems": [] if row is None else _own_problems(tx, row.id),
        "problem_work": None if row is None else _problem_work(tx, row.id),
        "standings": [] if row is None else _standings(tx, row.id),
        "seals": [] if row is None else [each.value for each in profiles.seals(tx, row.id)],
        "own_levels": {} if row is None else _own_levels(tx, row.id),
        "overall_ratings": [] if row is None else _overall(tx, row.id),
    }
    return {name: _written(value, zone) for name, value in told.items()}


def _person(row: PersonRow) -> Json:
    return {
        "number": row.id,
        "name": row.name,
        "time_zone": row.time_zone,
        "hidden": row.hidden,
        "met_at": row.met_at,
        "pings": row.pings.value,
        "quiet_from": None if row.quiet is None else row.quiet.start,
        "quiet_to": None if row.quiet is None else row.quiet.end,
        "month_marks": row.month_marks,
        "deck": row.deck.value,
        "hints": row.hints.value,
        "language": row.language,
        "challenges": row.challenges.value,
        "text_mode": row.text_mode,
        "confirm_plays": row.confirm_plays,
        "favourite_card": None if row.favourite is None else row.favourite.id,
    }


def _matches(tx: Connection, person: PersonId) -> list[Json]:
    """Every match that they take part in or host, with what they did in it and what came of it."""
    query = (
        sa.select(
            matches,
            *(participants.c[name].label(f"my_{name}") for name in ("number", "name", "locale", "seat")),
            *(participants.c[name] for name in ("join_id", "bank", "timeouts", "stand_in", "wins")),
            _strength().label("strength"),
        )
        .outerjoin(participants, (participants.c.match == matches.c.id) & (participants.c.person == person))
        .where((participants.c.person == person) | (matches.c.host == person))
        .order_by(matches.c.id)
    )
    return [_match(tx, row, person) for row in list(tx.execute(query))]


def _strength() -> sa.ScalarSelect[int]:
    """The strength to which CPU players of a match mix levels: all of them to the same."""
    they = participants.alias()
    strongest = sa.select(sa.func.max(they.c.strength)).where(they.c.match == matches.c.id)
    return strongest.correlate(matches).scalar_subquery()


def _match(tx: Connection, row: sa.Row[Any], person: PersonId) -> Json:
    number = row.my_number
    return {
        "match": row.id,
        "status": row.status,
        "server": _id(row.guild),
        "channel": _id(row.channel),
        "thread_of": _id(row.parent),
        "arena": row.arena,
        "rated": row.rated,
        "language": row.locale,
        "rules": row.rules,
        "options": json.loads(row.options),
        "opened_at": row.opened_at,
        "found_at": row.found_at,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "clock": row.clock,
        "best_of": row.best_of,
        "series": None if row.carried is None else json.loads(row.carried),
        "host": row.host == person,
        "name": row.my_name,
        "my_language": row.my_locale,
        "join_id": _id(row.join_id),
        "joined_as": number,
        "seat": row.my_seat,
        "bank_seconds": None if row.bank is None else row.bank / 1_000_000,
        "timeouts": row.timeouts or 0,
        "stand_in": row.stand_in,
        "series_wins": row.wins,
        # It suits the host: to everybody else it may be told no more than the table tells it.
        "own_level": row.strength if row.host == person else None,
        "actions": [] if number is None else _actions(tx, MatchId(row.id), number),
        "agreements": [] if number is None else _agreements(tx, row.id, number),
        "wishes": [] if number is None else _wishes(tx, row.id, number),
        "result": _result(tx, row.id, person),
        "judged": _judged(tx, row.id, person),
    }


def _actions(tx: Connection, match: MatchId, number: int) -> list[Json]:
    """Return the user's actions, by the log's notation."""
    try:
        made: Iterable[LoggedAction] = actions.of_match(tx, match)
    except (EngineError, ValueError, zlib.error):
        return []  # rows that nobody can read any more
    return [
        {"n": one.n, "action": format_action(one.action), "at": one.at}
        for one in made
        if one.participant == number
    ]


def _agreements(tx: Connection, match: int, number: int) -> list[Json]:
    query = sa.select(agreements).where((agreements.c.match == match) & (agreements.c.participant == number))
    rows = tx.execute(query.order_by(agreements.c.month_end))
    return [{"month_end": row.month_end, "at": row.at} for row in rows]


def _wishes(tx: Connection, match: int, number: int) -> list[Json]:
    query = sa.select(wishes).where((wishes.c.match == match) & (wishes.c.participant == number))
    rows = tx.execute(query.order_by(wishes.c.kind))
    return [{"kind": row.kind, "round": row.round, "at": row.at} for row in rows]


def _result(tx: Connection, match: int, person: PersonId) -> Json | None:
    """Return the user's result of the match, with the yaku that they made."""
    query = (
        sa.select(result_players, results.c.how, results.c.unrated, results.c.day)
        .join(results, results.c.match == result_players.c.match)
        .where((result_players.c.match == match) & (result_players.c.person == person))
    )
    row = tx.execute(query).first()
    if row is None:
        return None
    theirs = (result_yaku.c.match == match) & (result_yaku.c.seat == row.seat)
    made = tx.execute(sa.select(result_yaku).where(theirs).order_by(result_yaku.c.deal))
    names = ("deal", "month", "yaku", "points", "scored")
    return {
        **_values(row, "how", "unrated", "day", *_OF_PLAYERS),
        "feats": json.loads(row.feats),
        "yaku": [_values(each, *names) for each in made],
    }


def _judged(tx: Connection, match: int, person: PersonId) -> Json | None:
    """Return the points that the user's decisions in the match lost, and their luck."""
    mine = (judged.c.match == match) & (judged.c.person == person)
    row = tx.execute(sa.select(judged).where(mine)).first()
    names = ("decisions", "lost", "months", "points", "dealt", "turned")
    return None if row is None else _values(row, *names)


_OF_PLAYERS = tuple(
    column.name
    for column in result_players.c
    if column.name not in {"match", "number", "person", "cpu", "feats"}
)
_OF_STANDINGS = tuple(
    column.name for column in standings.c if column.name not in {"guild", "person", "last_at"}
)


def _invitations(tx: Connection, person: PersonId) -> list[Json]:
    query = sa.select(invitations).where(invitations.c.person == person).order_by(invitations.c.match)
    return [{"match": row.match, "series_wins": row.wins} for row in tx.execute(query)]


def _openings(tx: Connection, person: PersonId) -> list[Json]:
    query = sa.select(openings).where(openings.c.person == person).order_by(openings.c.guild)
    names = ("asked_at", "day", "told")
    return [
        {"server": _id(row.guild), "language": row.locale, **_values(row, *names)}
        for row in tx.execute(query)
    ]


def _arenas(tx: Connection, person: PersonId) -> list[Json]:
    """Every arena that they have joined or opened; what they have won there stands with their matches."""
    columns: list[sa.ColumnElement[Any]] = [
        *(arenas.c[name] for name in ("id", "guild", "channel", "host", "status", "starts_at")),
        *(arena_people.c[name] for name in ("attendance", "joined_at", "since")),
        *(arena_people.c[name] for name in ("locale", "token", "expires_at")),
    ]
    query = (
        sa.select(*columns)
        .outerjoin(arena_people, (arena_people.c.arena == arenas.c.id) & (arena_people.c.person == person))
        .where((arena_people.c.person == person) | (arenas.c.host == person))
        .order_by(arenas.c.id)
    )
    names = ("status", "starts_at", "attendance", "joined_at", "since", "expires_at")
    return [
        {
            "arena": row.id,
            "server": _id(row.guild),
            "channel": _id(row.channel),
            "host": row.host == person,
            "my_language": row.locale,
            "token_stored": row.token is not None,
            **_values(row, *names),
        }
        for row in tx.execute(query)
    ]


def _daily(tx: Connection, person: PersonId) -> list[Json]:
    """The deals of the day that they have begun: the moves of both sides, what they and nobody else know."""
    query = sa.select(daily_plays, daily_deals.c.guild, daily_deals.c.day)
    query = query.join(daily_deals, daily_deals.c.id == daily_plays.c.deal)
    rows = tx.execute(query.where(daily_plays.c.person == person).order_by(daily_deals.c.id))
    names = ("day", "actions", "points", "started_at", "ended_at")
    return [{"server": _id(row.guild), **_values(row, *names)} for row in rows]


def _daily_streaks(tx: Connection, person: PersonId) -> list[Json]:
    """Return the days in succession of a finished deal, by server, and the last of them."""
    query = sa.select(daily_streaks).where(daily_streaks.c.person == person).order_by(daily_streaks.c.guild)
    return [{"server": _id(row.guild), **_values(row, "day", "days")} for row in tx.execute(query)]


def _problems(tx: Connection, person: PersonId) -> list[Json]:
    """Return the numbers of the answered problems, by rule set, and the results."""
    query = sa.select(problems).where(problems.c.person == person).order_by(problems.c.rules)
    return [
        {
            "rules": row.rules,
            "answered": list(answers.solved(row).numbers),
            **_values(row, "solved", "streak", "best"),
        }
        for row in tx.execute(query)
    ]


def _own_problems(tx: Connection, person: PersonId) -> list[Json]:
    """Return the decisions of their matches that are, or may be, problems of their own."""
    query = sa.select(own_problems).where(own_problems.c.person == person).order_by(own_problems.c.id)
    names = ("id", "match", "action", "state", "choices", "by_match", "right", "due", "played")
    return [_values(row, *names) for row in tx.execute(query)]


def _problem_work(tx: Connection, person: PersonId) -> Json | None:
    """Return the time that these took on the last day with any."""
    row = tx.execute(sa.select(problem_work).where(problem_work.c.person == person)).first()
    return None if row is None else _values(row, "day", "seconds")


def _own_levels(tx: Connection, person: PersonId) -> Json:
    """Return the strength of CPU players that suits them, by rule set: computed from their matches alone."""
    past = {each: own_level.past(tx, person, each) for each in RuleSetId}
    return {each.value: own_level.suiting(found, each) for each, found in past.items() if found}


def _messages(tx: Connection, table: sa.Table, person: PersonId) -> list[Json]:
    """Hands or presses. A token is for some minutes a key to what Discord shows: only that it is there."""
    rows = tx.execute(sa.select(table).where(table.c.person == person).order_by(table.c.match))
    return [
        {
            "match": row.match,
            "token_stored": row.token is not None,
            **({"message": row.target} if "target" in table.c else {}),
            "expires_at": row.expires_at,
            "language": row.locale,
        }
        for row in rows
    ]


def _kept(tx: Connection, user: UserId) -> list[Json]:
    """Return the arenas and deals for which the id of a user who has deleted themself is kept."""
    rows = tx.execute(sa.select(kept).where(kept.c.discord == user).order_by(kept.c.id))
    return [_values(row, "arena", "planned", "deal") for row in rows]


def _bars(tx: Connection, user: UserId) -> list[Json]:
    """Return the bars of a user, where and since when; also of somebody of whom nothing else is stored."""
    theirs = (bars.c.person == persons.number_of(user)) | (bars.c.discord == user)
    rows = tx.execute(sa.select(bars).where(theirs).order_by(bars.c.id))
    return [{"server": _id(row.guild), "from": row.kind, "at": row.at} for row in rows]


def _changes(tx: Connection, person: PersonId) -> list[Json]:
    """The settings of servers that they have changed; of whom it is about, only that there is somebody."""
    rows = tx.execute(sa.select(audit).where(audit.c.person == person).order_by(audit.c.id))
    return [
        {
            "server": _id(row.guild),
            "what": row.what,
            "old": json.loads(row.old),
            "new": json.loads(row.new),
            "about_somebody": row.about is not None,
            "at": row.at,
        }
        for row in rows
    ]


def _standings(tx: Connection, person: PersonId) -> list[Json]:
    rows = tx.execute(
        sa.select(standings)
        .where(standings.c.person == person)
        .order_by(standings.c.guild, standings.c.rules, standings.c.period)
    )
    return [
        {"server": _id(row.guild), **_values(row, *_OF_STANDINGS), "last_at": row.last_at} for row in rows
    ]


def _overall(tx: Connection, person: PersonId) -> list[Json]:
    rows = tx.execute(sa.select(overall).where(overall.c.person == person).order_by(overall.c.rules))
    return [_values(row, "rules", "rated", "mu", "sigma") for row in rows]


def _values(row: sa.Row[Any], *names: str) -> Json:
    return {name: row._mapping[name] for name in names}


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)


def _written(value: Any, zone: ZoneInfo) -> Any:
    """A value of the export with its moments as texts (ISO 8601) in a time zone."""
    if isinstance(value, datetime):
        return value.astimezone(zone).isoformat()
    if isinstance(value, dict):
        return {name: _written(each, zone) for name, each in value.items()}
    return [_written(each, zone) for each in value] if isinstance(value, list) else value
