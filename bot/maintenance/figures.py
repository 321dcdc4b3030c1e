"""The figures of a bot for its host: counts by calendar month (UTC), of stored rows alone.

A table counts if anybody on its server could have joined it: it has no invitations, carries on no series and
belongs to no arena. One whose opener plays CPU players at once does not count. It found somebody if another
person joined; the wait is the time from its opening to the first join. Matches count where they began:
between people if two or more take part, else against CPU players. A preset counts as its rule set.

New people finished their first match in that month. They came back if a match of theirs began seven days
later or more. People who have deleted themselves count as far as the rows of matches still tell. Matches that
were imported do not count.

A number under five is hidden, and the median of fewer than five waits. A part is hidden as well if the rest
of its whole is under five. Totals are not told, so nothing can be subtracted from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import dropwhile
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.i18n import Languages
from bot.match.vocabulary import Status
from bot.storage.database.schema import invitations, matches, participants
from bot.storage.database.transactions import without_time_limit
from bot.wording import rules as rules_words
from engine.rules.rule_sets import RuleSetId
from engine.version import Version

FORMAT = "koikoi-figures/1"
FEW = 5
AWAY = timedelta(days=7)
"""The time after which somebody who plays again has come back."""
AT_ONCE = timedelta(seconds=10)
"""The time in which a match begins that was opened against CPU players: its secret is sealed meanwhile."""
FEW_WAITS = "few waits"
"""The words in place of a median."""


class Hidden(StrEnum):
    """The reasons why a number is not told, in the words that take its place."""

    FEW = f"under {FEW}"
    REST = "nearly all"
    """Of its whole, which is told, under five are missing."""


Told = int | Hidden


@dataclass(slots=True)
class Month:
    """The figures of a month as they are; nothing is hidden yet."""

    name: str
    """2026-11."""
    tables: int = 0
    found: int = 0
    waits: int = 0
    """The number of known waits."""
    median_wait: float = 0.0
    """In seconds."""
    new: int = 0
    back: int = 0
    between_people: dict[RuleSetId, int] = field(default_factory=lambda: dict.fromkeys(RuleSetId, 0))
    against_cpu: dict[RuleSetId, int] = field(default_factory=lambda: dict.fromkeys(RuleSetId, 0))


def measured(tx: Connection, now: datetime, months: int) -> list[Month]:
    """Return the figures of a number of months, the oldest first; the last one is that of `now`."""
    without_time_limit(tx)
    begins = _begins(now, months)
    found = {each: Month(each) for each in begins}
    for row in tx.execute(_tables(begins)):
        found[row.month].tables, found[row.month].found = row.tables, row.found
    for row in tx.execute(_waits(begins)):
        found[row.month].waits, found[row.month].median_wait = row.waits, float(row.median) / 1_000_000
    for row in tx.execute(_people(begins)):
        found[row.month].new, found[row.month].back = row.new, row.back
    for row in tx.execute(_begun(begins)):
        month = found[row.month]
        (month.between_people if row.shared else month.against_cpu)[RuleSetId(row.rules)] = row.matches
    return list(found.values())


def _begins(now: datetime, months: int) -> dict[str, datetime]:
    """Return the beginnings of the months by their names, the oldest first."""
    last = now.year * 12 + now.month - 1
    numbers = (divmod(number, 12) for number in range(last - months + 1, last + 1))
    return {f"{year:04}-{month + 1:02}": datetime(year, month + 1, 1, tzinfo=UTC) for year, month in numbers}


def _month(moment: sa.ColumnElement[Any], begins: dict[str, datetime]) -> sa.Label[str]:
    """The name of the month of a moment; null before the first one."""
    newest_first = reversed(begins.items())
    return sa.case(*((moment >= begin, name) for name, begin in newest_first)).label("month")


def _micros(moment: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """A moment as it is stored, which can be subtracted."""
    return sa.type_coerce(moment, sa.BigInteger)


def _times(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    """The number of rows of a group in which this holds."""
    return sa.func.sum(sa.case((condition, 1), else_=0))


_TAKING_PART = (
    sa.select(participants.c.match, sa.func.count(participants.c.person).label("people"))
    .group_by(participants.c.match)
    .subquery()
)
"""The number of people of each match, CPU players left out."""
_JOINED = sa.or_(matches.c.found_at.is_not(None), _TAKING_PART.c.people > 1)
_ANYBODY_COULD_JOIN = sa.and_(
    matches.c.guild.is_not(None),
    matches.c.arena.is_(None),
    matches.c.carried.is_(None),
    # Nobody sees a table before its secret is sealed.
    sa.or_(matches.c.version == Version.JOINS.value, matches.c.sealed_by.is_not(None)),
    ~sa.exists().where(invitations.c.match == matches.c.id),
    sa.or_(
        _JOINED,
        matches.c.started_at.is_(None),
        _micros(matches.c.started_at) - _micros(matches.c.opened_at) >= AT_ONCE // timedelta(microseconds=1),
    ),
)


def _tables(begins: dict[str, datetime]) -> sa.Select[Any]:
    """Tables that anybody could have joined, and how many of them somebody joined, by month."""
    each = _of_tables(begins, _JOINED.label("joined")).subquery()
    return sa.select(
        each.c.month, sa.func.count().label("tables"), _times(each.c.joined).label("found")
    ).group_by(each.c.month)


def _waits(begins: dict[str, datetime]) -> sa.Select[Any]:
    """The waits of such tables that are known, and their median in microseconds, by month."""
    wait = _micros(matches.c.found_at) - _micros(matches.c.opened_at)
    # A clock that was set back between the two tells nothing.
    each = _of_tables(begins, wait.label("wait")).where(wait >= 0).subquery()
    of_month = sa.func.count().over(partition_by=each.c.month)
    place = sa.func.row_number().over(partition_by=each.c.month, order_by=each.c.wait)
    ranked = sa.select(each, of_month.label("waits"), place.label("place")).subquery()
    twice = ranked.c.place * 2  # of one wait in the middle: waits + 1; of two: waits, and waits + 2
    middle = twice.between(ranked.c.waits, ranked.c.waits + 2)
    return (
        sa.select(ranked.c.month, ranked.c.waits, sa.func.avg(ranked.c.wait).label("median"))
        .where(middle)
        .group_by(ranked.c.month, ranked.c.waits)
    )


def _of_tables(begins: dict[str, datetime], *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """The tables that anybody could have joined, with the months in which they were opened."""
    return (
        sa.select(_month(matches.c.opened_at, begins), *columns)
        .join(_TAKING_PART, _TAKING_PART.c.match == matches.c.id)
        .where(_ANYBODY_COULD_JOIN & (matches.c.opened_at >= min(begins.values())))
    )


def _begun(begins: dict[str, datetime]) -> sa.Select[Any]:
    """The matches that began, by month, rule set, and whether several people take part."""
    each = (
        sa.select(
            _month(matches.c.started_at, begins),
            matches.c.rules,
            (_TAKING_PART.c.people > 1).label("shared"),
        )
        .join(_TAKING_PART, _TAKING_PART.c.match == matches.c.id)
        .where(matches.c.started_at >= min(begins.values()))
        .subquery()
    )
    return sa.select(each, sa.func.count().label("matches")).group_by(*each.c)


def _people(begins: dict[str, datetime]) -> sa.Select[Any]:
    """The people who finished their first match, and how many of them came back, by month."""
    ended = sa.case((matches.c.status == Status.OVER.value, matches.c.ended_at))
    first, last = sa.func.min(ended), sa.func.max(matches.c.started_at)
    came = _micros(last) - _micros(first) >= AWAY // timedelta(microseconds=1)
    each = (
        sa.select(_month(first, begins), came.label("came"))
        .select_from(participants)
        .join(matches, matches.c.id == participants.c.match)
        .where(participants.c.person.is_not(None) & participants.c.seat.is_not(None))
        .group_by(participants.c.person)
        .having(first >= min(begins.values()))
        .subquery()
    )
    return sa.select(each.c.month, sa.func.count().label("new"), _times(each.c.came).label("back")).group_by(
        each.c.month
    )


def _whole(count: int) -> Told:
    """A number as it is told by itself."""
    return count if count >= FEW else Hidden.FEW


def _part(count: int, of: int) -> Told:
    """A number as it is told beside its whole."""
    return Hidden.REST if count >= FEW > of - count else _whole(count)


def as_json(found: Sequence[Month]) -> dict[str, Any]:
    """Return the figures as they are told, for programs; null where a number is hidden."""

    def number(told: Told) -> int | None:
        return None if isinstance(told, Hidden) else told

    return {
        "format": FORMAT,
        "months": [
            {
                "month": each.name,
                "open_tables": number(_whole(each.tables)),
                "found_somebody": number(_part(each.found, each.tables)),
                "median_wait_seconds": round(each.median_wait) if each.waits >= FEW else None,
                "new_people": number(_whole(each.new)),
                "came_back": number(_part(each.back, each.new)),
                "matches_between_people": {
                    rules.value: number(_whole(count)) for rules, count in each.between_people.items()
                },
                "matches_against_cpu": {
                    rules.value: number(_whole(count)) for rules, count in each.against_cpu.items()
                },
            }
            for each in found
        ],
    }


def report(found: Sequence[Month]) -> str:
    """Return the figures as they are told: three tables for people, and a line about hidden numbers.

    The months before the first that tells anything are left out.
    """
    found = list(dropwhile(_says_nothing, found)) or found[-1:]
    words = Languages.load().pick("en")
    names = [rules_words.name(words, rules) for rules in RuleSetId]
    head = ("month", "open tables", "found somebody", "median wait", "new people", "came back")
    return "\n\n".join(
        (
            _table(head, ((each.name, *_cells(each)) for each in found)),
            _table(("between people", *names), (_counts(each.name, each.between_people) for each in found)),
            _table(("against CPU", *names), (_counts(each.name, each.against_cpu) for each in found)),
            f"Numbers {Hidden.FEW} are hidden; {Hidden.REST}: all but a number {Hidden.FEW}; "
            f"{FEW_WAITS}: the median of fewer than {FEW} waits is not told.",
        )
    )


def _says_nothing(month: Month) -> bool:
    """Whether all numbers of a month are hidden."""
    cells = {*_cells(month), *_counts("", month.between_people), *_counts("", month.against_cpu)}
    return cells <= {"", FEW_WAITS, Hidden.FEW}


def _counts(name: str, counts: Mapping[RuleSetId, int]) -> tuple[str, ...]:
    """A line of a table of matches."""
    return (name, *(str(_whole(count)) for count in counts.values()))


def _cells(month: Month) -> tuple[str, ...]:
    """The cells of a month in the first table."""
    return (
        str(_whole(month.tables)),
        _share(month.found, month.tables),
        f"{month.median_wait / 60:.1f} min" if month.waits >= FEW else FEW_WAITS,
        str(_whole(month.new)),
        _share(month.back, month.new),
    )


def _share(count: int, of: int) -> str:
    """A part of a whole with its share: `61 (73%)`."""
    told = _part(count, of)
    return told.value if isinstance(told, Hidden) else f"{told} ({told / of:.0%})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return lines whose columns stand under one another."""
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
