"""Sheets: the score sheet and the yaku sheet (art-guide sections 9.5 and 9.6)."""

from __future__ import annotations

from math import prod

from bot.i18n import Words
from bot.views import MatchView, Status
from bot.wording import months, numbers, score_rows, yaku_sheet
from bot.wording import rules as rule_words
from bot.screens import parts as common
from engine.month_end import MonthEnd
from engine.rule_sets import SEASON
from engine.rules import Rules
from images.scene import (
    VOID_MARKS,
    Gain,
    RowKind,
    ScoreCell,
    ScoreRow,
    ScoreSheetScene,
    Text,
    YakuEntry,
    YakuSheetScene,
)
from images.scene import Words as Forms

KINDS = {
    score_rows.RowKind.MONTH: RowKind.MONTH,
    score_rows.RowKind.KOBIKI: RowKind.AWARD,
    score_rows.RowKind.GINMI: RowKind.AWARD,
    score_rows.RowKind.SUBTOTAL: RowKind.SUM,
    score_rows.RowKind.TOTAL: RowKind.SUM,
}


def scores(words: Words, view: MatchView) -> ScoreSheetScene:
    """All months of the match from the start; unplayed ones are empty, as on paper."""
    made = score_rows.rows(view)
    current = score_rows.current_month(view)
    return ScoreSheetScene(
        title=words.within("picture", "Score sheet"),
        note=rule_words.title(words, view.rules),
        month_word=words.within("picture", "Month"),
        players=tuple(common.name(words, seat.participant) for seat in view.seats),
        rows=tuple(row(words, view, each, current) for each in made),
    )


def row(words: Words, view: MatchView, made: score_rows.Row, current: int | None) -> ScoreRow:
    """One row of the sheet."""
    monthly = made.kind is score_rows.RowKind.MONTH
    final = made.kind is score_rows.RowKind.TOTAL and view.status is Status.OVER
    return ScoreRow(
        label=_plant(words, view.rules, made.month) if monthly else score_rows.label(words, view.rules, made),
        cells=tuple(cell(words, view.rules, made, player, final=final) for player in range(len(view.seats))),
        kind=KINDS[made.kind],
        number=str(made.month) if monthly else "",
        current=monthly and made.month == current,
        season_end=monthly and made.month % SEASON == 0,
        voids=voids(words, made.undone),
    )


def _plant(words: Words, rules: Rules, month: int) -> Text:
    named = months.calendar(rules, month)
    said, short = months.plant(words, named), months.short_plant(words, named)
    return said if said == short else Forms(said, short)


def voids(words: Words, undone: int) -> tuple[str, ...]:
    """A mark for each void deal of a month; where there are too many for the row, a mark and their number."""
    mark = words.within("mark of a void deal", "v")
    return (mark,) * undone if undone <= VOID_MARKS else (mark, str(undone))


def cell(words: Words, rules: Rules, made: score_rows.Row, player: int, *, final: bool) -> ScoreCell:
    """One player's cell of a row; the `final` row marks whoever has the most, unless all have as much."""
    if not made.totals:
        return ScoreCell()
    won = made.end is not None and made.end.winner == player
    delta = made.changes[player] if made.changes else None
    first = final and made.totals[player] == max(made.totals) > min(made.totals)
    return ScoreCell(
        change="" if delta is None else common.change(words, rules, delta),
        gain=Gain.WON if first else common.gain(delta or 0),
        total=numbers.number(made.totals[player]),
        seal=words.within("seal of the month's winner", "W") if won else None,
        chip=multiplier(words, made.end) if won and made.end else None,
    )


def multiplier(words: Words, end: MonthEnd) -> str | None:
    """What the month's points were multiplied by; None for nothing."""
    factor = prod(n for _, n in end.calculation.multipliers)
    return words("×{n}", n=factor) if factor > 1 else None


def yaku(words: Words, rules: Rules) -> YakuSheetScene:
    """Every yaku in force, of captures and of dealt hands."""
    captured = [
        YakuEntry(entry.name, entry.points, entry.cards, entry.rule)
        for entry in yaku_sheet.entries(words, rules)
    ]
    dealt = [
        YakuEntry(entry.name, entry.points, entry.cards, entry.rule)
        for entry in yaku_sheet.hand_entries(words, rules)
    ]
    return YakuSheetScene(
        title=words.within("picture", "Yaku: {rules}", rules=rule_words.name(words, rules.id)),
        note=words.within("picture", "The highest first"),
        entries=(*captured, *dealt),
    )
