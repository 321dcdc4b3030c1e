"""The rows of a score sheet, from the ends of the months that may be shown (art-guide section 9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.wording import months, numbers
from engine.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON


class RowKind(Enum):
    """What a row says."""

    MONTH = "month"
    KOBIKI = "kobiki"
    SUBTOTAL = "subtotal"
    GINMI = "ginmi"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `changes` and `totals` are by table number; both empty for a month that is not played yet."""

    kind: RowKind
    month: int = 0
    changes: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    end: MonthEnd | None = None
    """The end that settled the month."""
    undone: int = 0
    """How many deals of the month were void or dealt again."""


def rows(view: MatchView) -> tuple[Row, ...]:
    """Every row of the sheet as it stands: all planned months, awards where they were won, the sums."""
    planned = view.rules.months + SEASON * sum(end.extended for end in view.ends)
    made: list[Row] = []
    for month in range(1, planned + 1):
        ends = [end for end in view.ends if end.month == month]
        made.append(_month(month, ends))
        made += [_kobiki(end) for end in ends if end.kobiki]
    ginmi = view.ends[-1].ginmi if view.ends else None
    if ginmi:
        before = tuple(score - delta for score, delta in zip(view.scores, ginmi, strict=True))
        made += [Row(RowKind.SUBTOTAL, totals=before), Row(RowKind.GINMI, changes=ginmi, totals=view.scores)]
    return (*made, Row(RowKind.TOTAL, totals=view.scores))


def _month(month: int, ends: Sequence[MonthEnd]) -> Row:
    settled = next((end for end in ends if end.winner is not None), None)
    undone = sum(end.winner is None for end in ends)
    if settled is None:
        return Row(RowKind.MONTH, month, undone=undone)
    return Row(RowKind.MONTH, month, settled.deltas, settled.scores, settled, undone)


def _kobiki(end: MonthEnd) -> Row:
    assert end.kobiki
    _, deltas = end.kobiki
    totals = tuple(score + delta for score, delta in zip(end.scores, deltas, strict=True))
    return Row(RowKind.KOBIKI, end.month, deltas, totals)


def current_month(view: MatchView) -> int | None:
    """The month that is being played or was just shown; None when the match is over."""
    if view.status is not Status.PLAYING:
        return None
    if view.rest is not None:
        return view.rest.end.month
    return view.public.month if view.public else None


def label(words: Words, rules: Rules, row: Row) -> str:
    """What stands at the head of a row."""
    match row.kind:
        case RowKind.MONTH:
            return months.in_match(words, rules, row.month)
        case RowKind.KOBIKI:
            return words("Kobiki")
        case RowKind.SUBTOTAL:
            return words("Subtotal")
        case RowKind.GINMI:
            return words("Ginmi")
        case RowKind.TOTAL:
            return words("Total")


def spoken(words: Words, rules: Rules, row: Row) -> str:
    """A row in one line, the players in table order; empty for a month without a result."""
    if row.changes:
        joint = words.within("between the changes of a row", " / ")
        changes = joint.join(numbers.signed(words, each) for each in row.changes)
        return words("{row}: {values}", row=label(words, rules, row), values=changes)
    if row.undone:
        return words("{row}: void", row=label(words, rules, row))
    return ""
