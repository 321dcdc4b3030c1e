"""The matches by which somebody's own level is estimated, read by their own rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import UserId
from bot.match.verdict import Ending
from bot.match.vocabulary import CpuPlayer, Strength
from bot.opponents import mixture
from bot.opponents.places import PLACES, rungs
from bot.records import own_level
from bot.records.own_level import MATCHES, Past
from bot.storage.database.schema import matches, participants, result_players, results
from bot.storage.settings import persons
from bot.storage.settings.persons import PersonId
from engine.rules.options import OPTIONS
from engine.rules.rule_sets import RULE_SETS, RuleSetId


def of(tx: Connection, user: UserId, rule_set: RuleSetId) -> Strength:
    """The strength of CPU players that suits a user by a rule set; told to others unless they opted out."""
    person = persons.get(tx, user)
    found = () if person is None else past(tx, person.id, rule_set)
    return Strength(suiting(found, rule_set), told=person is None or not person.hidden)


def suiting(found: Sequence[Past], rule_set: RuleSetId) -> int:
    """The strength that suits somebody with these matches, as far as a mixture can have it."""
    places = [PLACES[rule_set][each] for each in rungs(rule_set)]
    return own_level.offer(found, places, mixture.bounds(rule_set)[0])


def past(tx: Connection, person: PersonId, rule_set: RuleSetId) -> tuple[Past, ...]:
    """Somebody's last matches alone with CPU players, the earliest first."""
    rows = tx.execute(past_query(person, rule_set).limit(MATCHES * (RULE_SETS[rule_set].seats - 1))).all()
    played = groupby(reversed(rows), key=lambda row: row.match)
    return tuple(_past([*of_match], rule_set) for _, of_match in played)


def past_query(person: PersonId, rule_set: RuleSetId) -> sa.Select[Any]:
    """The CPU players in whose matches somebody was the only person, the latest first.

    A match that a CPU player finished for them is left out; one that they resigned is lost.
    """
    mine, cpu, other = result_players.c, result_players.alias("cpu"), result_players.alias("other")
    me, they = participants.alias("me"), participants.alias("they")
    people = sa.exists().where(
        (other.c.match == mine.match) & (other.c.seat != mine.seat) & other.c.person.is_not(None)
    )
    return (
        sa.select(
            mine.match, mine.place, cpu.c.place.label("theirs"), cpu.c.cpu, they.c.strength, matches.c.options
        )
        .select_from(result_players)
        .join(results, results.c.match == mine.match)
        .join(matches, matches.c.id == mine.match)
        .join(cpu, (cpu.c.match == mine.match) & cpu.c.cpu.is_not(None))
        .join(me, (me.c.match == mine.match) & (me.c.number == mine.number))
        .join(they, (they.c.match == mine.match) & (they.c.number == cpu.c.number))
        .where((mine.person == person) & (matches.c.rules == rule_set.value))
        .where(results.c.how.in_([Ending.PLAYED.value, Ending.RESIGNED.value]))
        .where(mine.place.is_not(None) & cpu.c.place.is_not(None) & me.c.stand_in.is_(None) & ~people)
        .order_by(mine.match.desc(), cpu.c.seat)
    )


def _past(rows: Sequence[sa.Row[Any]], rule_set: RuleSetId) -> Past:
    """The outcome of a match, from the rows of its CPU players."""
    places = PLACES[rule_set]
    against = max(places[CpuPlayer(row.cpu)] if row.strength is None else row.strength for row in rows)
    won = fmean((row.place < row.theirs) + (row.place == row.theirs) / 2 for row in rows)
    months = json.loads(rows[0].options).get("months", OPTIONS["months"].default(rule_set))
    return Past(against, won, int(months))
