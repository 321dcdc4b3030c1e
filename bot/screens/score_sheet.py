"""The score sheet: every month of a match from the start, as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.i18n import Message, Words, mark_within
from bot.match.views import MatchView
from bot.match.vocabulary import Status
from bot.screens import parts
from bot.wording import limits, months, numbers, settling, speech
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.people import Cast, Naming
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON
from engine.rules.yaku import YakuId
from images.scene.common import Gain, Label, Text
from images.scene.result import RowKind as SheetRow
from images.scene.result import ScoreCell, ScoreRow, ScoreSheetScene, SheetWords


class RowKind(Enum):
    """The kinds of rows."""

    MONTH = "month"
    UNFINISHED = "unfinished"
    KOBIKI = "kobiki"
    SUBTOTAL = "subtotal"
    GINMI = "ginmi"
    TOTAL = "total"


KINDS = {
    RowKind.MONTH: SheetRow.MONTH,
    RowKind.UNFINISHED: SheetRow.NOTE,
    RowKind.KOBIKI: SheetRow.AWARD,
    RowKind.GINMI: SheetRow.AWARD,
    RowKind.SUBTOTAL: SheetRow.SUM,
    RowKind.TOTAL: SheetRow.SUM,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `changes` and `totals` are by table number; both empty for a month that is not played yet, and
    for the months from this one to `until` that never were.
    """

    kind: RowKind
    month: int = 0
    changes: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    end: MonthEnd | None = None
    """The end that settled the month."""
    undone: int = 0
    """The number of deals of the month that were void or dealt again."""
    until: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """Every row of the sheet: all planned months, awards where they were won, the sums.

    The months that had not ended when a match was given up are one row.
    """

    rules: Rules
    cast: Cast
    rows: tuple[Row, ...]
    scores: tuple[int, ...]
    """By table number, as after the last row."""
    current: int | None
    """The month that is being played or was just shown; None when the match is over."""
    over: bool

    @classmethod
    def of(cls, view: MatchView) -> Facts:
        """The sheet of a view."""
        over = view.status is Status.OVER
        return cls(view.rules, Cast.of(view), _rows(view), view.scores, _current_month(view), over)


def _rows(view: MatchView) -> tuple[Row, ...]:
    planned = view.rules.months + SEASON * sum(end.extended for end in view.ends)
    made: list[Row] = []
    last = planned if view.status is Status.PLAYING else max((end.month for end in view.ends), default=0)
    for month in range(1, last + 1):
        ends = [end for end in view.ends if end.month == month]
        made.append(_month(month, ends))
        made += [_kobiki(end) for end in ends if end.kobiki]
    if last < planned:
        made.append(Row(RowKind.UNFINISHED, last + 1, until=planned))
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


def _current_month(view: MatchView) -> int | None:
    if view.status is not Status.PLAYING:
        return None
    if view.rest is not None:
        return view.rest.end.month
    return view.public.month if view.public else None


def _title(words: Words, rules: Rules) -> str:
    return words("Score sheet: {rules}", rules=rule_words.title(words, rules))


def text(words: Words, facts: Facts) -> str:
    """Return the name of the picture."""
    return f"**{_title(words, facts.rules)}**"


def in_words(words: Words, facts: Facts) -> str:
    """The sheet for somebody who wants no picture: a line a month."""
    people = facts.cast.named(words, naming=Naming.MARKED)
    players = numbers.listing(words, [people.seated(each) for each in range(len(facts.cast.seats))])
    rows = [Part(_spoken(words, facts.rules, row), 1) for row in facts.rows]
    scores = Part(settling.standing(words, facts.rules, people, facts.scores))
    return limits.fitted([Part(text(words, facts)), Part(players), *rows, scores], CONTENT)


def alt(words: Words, facts: Facts) -> str:
    """The score sheet, month by month; where space is short the earliest months go first."""
    people, rules, count = (
        facts.cast.named(words, plain=True, naming=Naming.MARKED),
        facts.rules,
        len(facts.rows),
    )
    rows = tuple(Part(_spoken(words, rules, row), count - n) for n, row in enumerate(facts.rows))
    players = tuple(Part(people.seated(each), 0) for each in range(len(facts.cast.seats)))
    scores = settling.standing(words, rules, people, facts.scores)
    return speech.said(
        words,
        (
            Sentence((Part(_title(words, rules)),)),
            Sentence(players, words("Players")),
            Sentence(rows),
            Sentence((Part(scores),), words("Scores")),
        ),
    )


def _spoken(words: Words, rules: Rules, row: Row) -> str:
    """A row in one line, the players in table order; empty for a month without a result."""
    if row.changes:
        joint = words.within("between the changes of a row", " / ")
        changes = joint.join(numbers.signed(words, each) for each in row.changes)
        label = _label(words, rules, row)
        if rules.seats == 2 and (won := _won_by(words, rules, row.end)):
            won_by = numbers.listing(words, won)
            return words("{row}: {values} ({yaku})", row=label, values=changes, yaku=won_by)
        return words("{row}: {values}", row=label, values=changes)
    if row.kind is RowKind.UNFINISHED:
        return open_ended(_label(words, rules, row))
    if row.undone:
        return words("{row}: void", row=_label(words, rules, row))
    return ""


def _label(words: Words, rules: Rules, row: Row) -> str:
    """Return the label at the head of a row."""
    match row.kind:
        case RowKind.MONTH:
            return months.in_match(words, rules, row.month)
        case RowKind.UNFINISHED:
            return _unfinished(words, rules, row.month, row.until)
        case RowKind.KOBIKI:
            return parts.kobiki(words).text
        case RowKind.SUBTOTAL:
            return words("Subtotal")
        case RowKind.GINMI:
            return parts.ginmi(words).text
        case RowKind.TOTAL:
            return words("Total")


def _unfinished(words: Words, rules: Rules, first: int, last: int) -> str:
    """Return the row for the months that a match did not reach, and for the one of the resignation."""
    months_named = [months.in_match(words, rules, month) for month in (first, last)]
    if first == last:
        return words("{month} was not finished.", month=months_named[0])
    return words("{first} to {last} were not finished.", first=months_named[0], last=months_named[1])


BY_RULE: Mapping[EndReason, Message] = {
    EndReason.OYAKEN: mark_within("score sheet", "Oya-ken"),
    EndReason.FIELD_FOUR: mark_within("score sheet", "Four on the field"),
}
"""The reasons by which a month is won without a yaku."""


def _yaku(end: MonthEnd | None) -> tuple[YakuId, ...]:
    """The yaku that won a month, the most valuable first."""
    if end is None or end.reason in BY_RULE:
        return ()
    return tuple(yaku for yaku, n in yaku_words.by_points(end.yaku) if n > 0)


def _won_by(words: Words, rules: Rules, end: MonthEnd | None) -> tuple[str, ...]:
    """Return the yaku by which a month was won, the rule that made somebody win, or that nobody scores.

    Empty for other rows.
    """
    if end is not None and end.won_by is None:
        return (words.within("score sheet", "nobody scores"),)
    if end is not None and end.reason in BY_RULE:
        return (words.say(BY_RULE[end.reason]),)
    return tuple(yaku_words.name(words, rules, yaku) for yaku in _yaku(end))


def scene(words: Words, facts: Facts) -> ScoreSheetScene:
    """All months of the match from the start; those still to be played are empty, as on paper."""
    return ScoreSheetScene(
        title=words.within("picture", "Score sheet"),
        note=rule_words.title(words, facts.rules),
        words=_words(words, with_won=facts.rules.seats == 2),
        players=tuple(parts.name(words, one) for one in facts.cast.seats),
        rows=tuple(_row(words, facts, each) for each in facts.rows),
    )


def _words(words: Words, *, with_won: bool) -> SheetWords:
    """The heads of the columns, and what the marks mean."""
    return SheetWords(
        month=words.within("picture", "Month"),
        change=words.within("score sheet", "change"),
        total=words.within("score sheet", "total"),
        won=words.within("score sheet", "won with") if with_won else "",
        void_mark=words.within("mark of a void deal", "v"),
        seal_means=words.within("score sheet", "won the month"),
        chip_means=words.within("score sheet", "points multiplied"),
        void_means=words.within("score sheet", "void, dealt again"),
    )


def _won(words: Words, rules: Rules, made: Row) -> Text:
    """Return the yaku by which a month was won; of several the short form has one, and the number of the
    others.
    """
    names = _won_by(words, rules, made.end)
    if len(names) < 2:
        return "".join(names)
    first = yaku_words.name(words, rules, _yaku(made.end)[0])
    return Label(numbers.listing(words, names), f"{first} +{len(names) - 1}")


def _introducing(rows: Sequence[Row]) -> dict[YakuId, Row]:
    """Yaku that won a month alone, with the row that the sheet first has them in."""
    first: dict[YakuId, Row] = {}
    for row in rows:
        if len(held := _yaku(row.end)) == 1:
            first.setdefault(held[0], row)
    return first


def _row(words: Words, facts: Facts, made: Row) -> ScoreRow:
    """One row of the sheet."""
    rules, monthly = facts.rules, made.kind is RowKind.MONTH
    final = made.kind is RowKind.TOTAL and facts.over
    players = range(len(facts.cast.seats)) if made.kind is not RowKind.UNFINISHED else ()
    new = next((yaku for yaku, row in _introducing(facts.rows).items() if row is made), None)
    return ScoreRow(
        label=_head(words, rules, made),
        cells=tuple(cell(words, rules, made, player, final=final) for player in players),
        kind=KINDS[made.kind],
        number=str(made.month) if monthly else "",
        current=monthly and made.month == facts.current,
        season_end=monthly and made.month % SEASON == 0,
        voids=made.undone,
        won=_won(words, rules, made),
        gloss="" if new is None else yaku_words.gloss(words, new),
    )


def _head(words: Words, rules: Rules, made: Row) -> Text:
    """Return the label at the head of a row of the picture: months by their plants."""
    match made.kind:
        case RowKind.MONTH:
            return months.plant(words, months.calendar(rules, made.month))
        case RowKind.KOBIKI:
            return parts.kobiki(words)
        case RowKind.GINMI:
            return parts.ginmi(words)
        case _:
            return _label(words, rules, made)


def cell(words: Words, rules: Rules, made: Row, player: int, *, final: bool) -> ScoreCell:
    """One player's cell of a row; the `final` row marks the highest, unless all have as much."""
    if not made.totals:
        return ScoreCell()
    won = made.end is not None and made.end.won_by == player
    delta = made.changes[player] if made.changes else None
    first = final and made.totals[player] == max(made.totals) > min(made.totals)
    return ScoreCell(
        change="" if delta is None else parts.change(words, rules, delta),
        gain=Gain.WON if first else parts.gain(delta or 0),
        total=numbers.number(made.totals[player]),
        seal=words.within("seal of the month's winner", "W") if won else None,
        chip=multiplier(words, made.end) if won and made.end else None,
    )


def multiplier(words: Words, end: MonthEnd) -> str | None:
    """Return the factor of the month's points; None for nothing."""
    factor = end.calculation.multiplier
    return words("×{n}", n=factor) if factor > 1 else None
