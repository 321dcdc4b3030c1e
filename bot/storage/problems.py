"""The problems that somebody has answered, and their streak. The first answer to each one counts."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import UserId
from bot.match.problems import ProblemId, Solved
from bot.match.vocabulary import Person
from bot.storage.database.schema import problems
from bot.storage.settings import persons
from engine.rules.rule_sets import RuleSetId


def of(tx: Connection, user: UserId, rule_set: RuleSetId) -> Solved:
    """Return a user's results in the problems of a rule set."""
    theirs = (problems.c.person == persons.number_of(user)) & (problems.c.rules == rule_set.value)
    row = tx.execute(sa.select(problems).where(theirs)).first()
    return Solved() if row is None else solved(row)


def solved(row: sa.Row[tuple[object, ...]]) -> Solved:
    """A row of the table."""
    told = row._mapping
    answered = int.from_bytes(told["answered"], "little")
    return Solved(answered, told["solved"], told["streak"], told["best"])


def answer(
    tx: Connection, who: Person, which: ProblemId, at: datetime, *, right: bool
) -> tuple[Solved, bool]:
    """Count an answer, if it is the first to its problem: how it went by now, and whether it counted."""
    rule_set, number = which
    before = of(tx, who.user, rule_set)
    if before.has(number):
        return before, False
    person = persons.met(tx, {who.user: who.name}, at)[who.user]
    now = before.after(number, right=right)
    size = -(-now.answered.bit_length() // 8)
    values = {
        "answered": now.answered.to_bytes(size, "little"),
        "solved": now.solved,
        "streak": now.streak,
        "best": now.best,
    }
    theirs = (problems.c.person == person) & (problems.c.rules == rule_set.value)
    if not tx.execute(sa.update(problems).where(theirs).values(**values)).rowcount:
        tx.execute(sa.insert(problems).values(person=person, rules=rule_set.value, **values))
    return now, True
