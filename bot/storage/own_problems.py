"""The problems of people's own: decisions that may be some, those that are confirmed, and how they went."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId, UserId
from bot.match import own_problems as rows
from bot.match.decisions import PlayersReview
from bot.match.own_problems import OwnProblem
from bot.opponents.confirming import Confirmed, Played
from bot.storage.database.schema import matches, own_problems, problem_work, result_players
from bot.storage.database.set_aside import not_among
from bot.storage.records import counting
from bot.storage.settings import persons
from engine.record.notation import format_move, parse_move
from engine.rules.rule_sets import RuleSetId

BUDGET = 60.0
"""Seconds of the processor for one person's problems, a day."""
SLICE = 15.0
"""Seconds after which what was played is stored: no more of them are lost, or uncounted, when a bot ends."""
MOST_WAITING = 100
"""Decisions of one person that wait: of more the oldest are forgotten, which are never come to."""
ASKED, KEPT, DROPPED = "asked", "kept", "dropped"


def ask(tx: Connection, match: MatchId, players: Sequence[PlayersReview]) -> None:
    """Store the costliest decisions of a match's people, by table number, to be confirmed; each once.

    What has waited longest is forgotten where somebody has more than `MOST_WAITING`.
    """
    seats = tx.execute(sa.select(result_players).where(result_players.c.match == match)).all()
    people = [each for each in seats if each.person is not None and each.cpu is None]
    known = counting.known_people(tx, [each.person for each in people])
    had = set(tx.execute(sa.select(own_problems.c.action).where(own_problems.c.match == match)).scalars())
    new = [
        {"match": match, "person": each.person, "action": one.action, "state": ASKED}
        for each in people
        if each.person in known and each.seat < len(players)
        for one in players[each.seat].costliest
        if one.action not in had
    ]
    if new:
        tx.execute(sa.insert(own_problems), new)
    for person in sorted({int(one["person"]) for one in new}):
        waiting = (own_problems.c.person == person) & (own_problems.c.state == ASKED)
        order = own_problems.c.match.desc(), own_problems.c.id
        oldest = sa.select(own_problems.c.id).where(waiting).order_by(*order).offset(MOST_WAITING)
        tx.execute(sa.delete(own_problems).where(own_problems.c.id.in_(oldest)))


class Candidate(NamedTuple):
    """A decision to be confirmed, for how many seconds, and what was played of it before."""

    id: int
    person: int
    match: MatchId
    action: int
    seconds: float
    so_far: Played | None


def waiting(tx: Connection, now: datetime, aside: Collection[Hashable] = ()) -> Candidate | None:
    """Return the decision that is to be confirmed next, of the people who have time left today.

    What is begun is finished; then the latest match comes first, and of a match what cost most: who plays
    more than a day has time for gets problems from the matches that they remember. `aside`: ids that are left
    alone.
    """
    today = problem_work.c.day == now.date().isoformat()
    spent = sa.case((today, problem_work.c.seconds), else_=0.0)  # 0 where there is no row, too
    query = (
        sa.select(own_problems, spent.label("spent"))
        .join(problem_work, problem_work.c.person == own_problems.c.person, isouter=True)
        .where((own_problems.c.state == ASKED) & (spent < BUDGET) & not_among(own_problems.c.id, aside))
        .order_by(own_problems.c.played.is_(None), own_problems.c.match.desc(), own_problems.c.id)
        .limit(1)
    )
    row = tx.execute(query).first()
    if row is None:
        return None
    seconds = min(SLICE, BUDGET - row.spent)
    return Candidate(row.id, row.person, MatchId(row.match), row.action, seconds, _played(row.played))


def enter(tx: Connection, one: Candidate, found: Confirmed, now: datetime) -> None:
    """Store the result of a confirmation, or what was played of it, and the time that it took."""
    asked = (own_problems.c.id == one.id) & (own_problems.c.state == ASKED)
    if not tx.execute(sa.select(own_problems.c.id).where(asked)).first():
        return
    _spend(tx, one.person, now, found.seconds)
    values: dict[str, Any] = {"state": DROPPED, "played": None}
    if found.so_far is not None:
        values = {"played": _dumped(found.so_far)}
    elif found.choices is not None:
        values |= {"state": KEPT, "choices": rows.dumps(found.choices), "by_match": found.by_match}
    tx.execute(sa.update(own_problems).where(asked).values(**values))


def _dumped(played: Played) -> str:
    """The playouts of a decision as a text that loses nothing: `300 O 12.5 Z 14.0`."""
    totals = (f"{format_move(move)} {total!r}" for move, total in played.totals.items())
    return " ".join((str(played.worlds), *totals))


def _played(text: str | None) -> Played | None:
    """The playouts of such a text; None where there were none."""
    if text is None:
        return None
    worlds, *told = text.split()
    totals = zip(map(parse_move, told[::2]), map(float, told[1::2]), strict=True)
    return Played(int(worlds), dict(totals))


def _spend(tx: Connection, person: int, now: datetime, seconds: float) -> None:
    """Count seconds of today for a person."""
    day, theirs = now.date().isoformat(), problem_work.c.person == person
    before = tx.execute(sa.select(problem_work).where(theirs)).first()
    if before is None:
        tx.execute(sa.insert(problem_work).values(person=person, day=day, seconds=seconds))
        return
    spent = seconds + (before.seconds if before.day == day else 0.0)
    tx.execute(sa.update(problem_work).where(theirs).values(day=day, seconds=spent))


def get(tx: Connection, user: UserId, number: int) -> OwnProblem | None:
    """The problem of a user with this number; None where it is not theirs, or is gone."""
    return next(iter(_of(tx, user, own_problems.c.id == number)), None)


def all_of(tx: Connection, user: UserId, rules: RuleSetId | None = None) -> tuple[OwnProblem, ...]:
    """All confirmed problems of a user, by any rules or by these, the oldest first."""
    if rules is None:
        return tuple(_of(tx, user))
    played = sa.select(matches.c.id).where(matches.c.rules == rules.value)
    return tuple(_of(tx, user, own_problems.c.match.in_(played)))


def _of(tx: Connection, user: UserId, *which: sa.ColumnElement[bool]) -> Iterable[OwnProblem]:
    mine = (own_problems.c.person == persons.number_of(user)) & (own_problems.c.state == KEPT)
    query = sa.select(own_problems).where(mine, *which).order_by(own_problems.c.id)
    return map(_problem, tx.execute(query).all())


def _problem(row: sa.Row[Any]) -> OwnProblem:
    choices = rows.loads(row.choices)
    return OwnProblem(row.id, MatchId(row.match), row.action, choices, row.by_match, row.right, row.due)


def answer(
    tx: Connection, user: UserId, number: int, now: datetime, chosen: int
) -> tuple[OwnProblem, bool] | None:
    """Count an answer, if the problem is new or due: it by now, and whether it counted; None: it is gone."""
    before = get(tx, user, number)
    if before is None or not before.may_count(now):
        return None if before is None else (before, False)
    after = before.after(now, right=chosen == before.best)
    mine = own_problems.c.id == number
    tx.execute(sa.update(own_problems).where(mine).values(right=after.right, due=after.due))
    return after, True
