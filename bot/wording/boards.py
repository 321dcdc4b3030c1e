"""Leaderboards in words: what their pictures say, and the text beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.i18n import Message, Words, mark_within
from bot.records.boards import Leaderboard, Measure, Period, PeriodKind, Row, Scope, When
from bot.records.ratings import PROVISIONAL
from bot.records.verdict import LEAST_MONTHS
from bot.wording import board_notes, limits, numbers, people, periods
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import Unit

MEASURES: Mapping[Measure, Message] = {
    Measure.RATING: mark_within("value of a parameter", "Rating"),
    Measure.WINS: mark_within("value of a parameter", "Wins"),
    Measure.RATE: mark_within("value of a parameter", "Win rate"),
    Measure.NET: mark_within("value of a parameter", "Net mon"),
    Measure.BEST: mark_within("value of a parameter", "Best month"),
    Measure.YAKU: mark_within("value of a parameter", "Biggest yaku"),
}
WHEN: Mapping[When, Message] = {
    When.SEASON: mark_within("value of a parameter", "This season"),
    When.LAST_SEASON: mark_within("value of a parameter", "Last season"),
    When.MONTH: mark_within("value of a parameter", "This month"),
    When.LAST_MONTH: mark_within("value of a parameter", "Last month"),
    When.ALL_TIME: mark_within("value of a parameter", "All time"),
}
SCOPES: Mapping[Scope, Message] = {
    Scope.SERVER: mark_within("value of a parameter", "This server"),
    Scope.ALL: mark_within("value of a parameter", "All servers"),
}
UNRANKED = "–"
"""Stands where a rank would."""


def measure(words: Words, rules: Rules, which: Measure) -> str:
    """What is ranked by; the net in the unit of the rule set."""
    if which is Measure.NET and rules.rule_set.unit is Unit.POINTS:
        return words.within("what players are ranked by", "Net points")
    return words.say(MEASURES[which])


def time(words: Words, which: Period) -> str:
    """The days of a period: `November 2026`; empty for all time."""
    return periods.season(words, which.label) if which.label else ""


def period(words: Words, which: Period) -> str:
    """A period by what it is today, or else by its days: `This season`, `Season September 2026`."""
    if which.when is not None:
        return words.say(WHEN[which.when])
    if which.kind is PeriodKind.SEASON:
        return words("Season {time}", time=time(words, which))
    return time(words, which)


def about(words: Words, board: Leaderboard) -> str:
    """`Classic · This season (November 2026) · This server`."""
    said = period(words, board.period)
    if board.period.when not in {None, When.ALL_TIME}:
        said = words("{period} ({time})", period=said, time=time(words, board.period))
    parts = (rule_words.name(words, board.rules), said, words.say(SCOPES[board.scope]))
    return words.within("between notes", " · ").join(parts)


def nobody(words: Words, board: Leaderboard) -> str:
    """A list without rows, and how to come into it."""
    if board.measure is Measure.RATING:
        return words(
            "Nobody has a rating here yet. /koikoi play opens a table: "
            "finish a match of {n} months or more with other people.",
            n=LEAST_MONTHS,
        )
    return words(
        "Nobody is here yet. /koikoi play opens a table: a finished match with other people brings you in."
    )


def place(words: Words, one: Row) -> str:
    """A rank; in brackets where it is the one that a hidden person would have."""
    if one.rank is None:
        return UNRANKED
    return words.within("a hidden person's rank", "({n})", n=one.rank) if one.hidden else str(one.rank)


def amount(words: Words, rules: Rules, n: int, *, signed: bool = False) -> str:
    """`24 points`; with its sign `+24 points`."""
    said = numbers.signed(words, n) if signed else numbers.number(n)
    if rules.rule_set.unit is Unit.POINTS:
        return words.plural("{n} point", "{n} points", abs(n), n=said)
    return words.within("amount of money", "{n} mon", n=said)


def rate(words: Words, one: Row) -> str:
    """Wins among matches: `66.7%`."""
    return words.within("a share", "{n}%", n=f"{one.rate / 10:.1f}")


def values(words: Words, rules: Rules, which: Measure, one: Row) -> tuple[str, ...]:
    """What somebody is ranked by, and what lies behind it."""
    matches = words.plural("{n} match", "{n} matches", one.matches)
    wins = words.plural("{n} win", "{n} wins", one.wins)
    match which:
        case Measure.RATING:
            few = _enough(words, which, one)
            # All of them are rated as a rule: then they are not told twice.
            behind = (few, matches) if one.matches != one.rated else (few or matches,)
            return words("rating {n}", n=one.rating), *behind, wins
        case Measure.WINS:
            return wins, matches
        case Measure.RATE:
            return rate(words, one), wins, _enough(words, which, one) or matches
        case Measure.NET:
            net = amount(words, rules, one.net, signed=True)
            told = words.plural("{amount} in {n} month", "{amount} in {n} months", one.months, amount=net)
        case Measure.BEST:
            best = amount(words, rules, one.best_month)
            told = words.plural(
                "{amount}, the best of {n} month", "{amount}, the best of {n} months", one.months, amount=best
            )
        case Measure.YAKU:
            told = amount(words, rules, one.best_yaku)
            if one.best_yaku_id is not None:
                told = words(
                    "{yaku} {points}", yaku=yaku_words.name(words, rules, one.best_yaku_id), points=told
                )
    return told, matches


def _enough(words: Words, which: Measure, one: Row) -> str:
    """How far somebody is on the way to a rank; empty once they have one."""
    if one.rank is not None:
        return ""
    if which is Measure.RATING:
        return words("{n} of {most} rated matches", n=one.rated, most=PROVISIONAL)
    return words("{n} of {most} matches", n=one.matches, most=PROVISIONAL)


def row(words: Words, rules: Rules, which: Measure, one: Row, *, plain: bool) -> str:
    """`1. Sakura: rating 1645, 40 matches, 30 wins`; not `plain`: as a line of a message."""
    name = people.cleaned(one.name) or words("somebody")
    name = name if plain else people.escaped(name)
    told = numbers.listing(words, filter(None, values(words, rules, which, one)))
    player = words("{player} (you)", player=name) if one.own else name
    if plain and one.rank is None:
        return words("{player}: {values}", player=player, values=told)
    if plain:
        return words("{place}. {player}: {values}", place=place(words, one), player=player, values=told)
    return words("**{place}** {player}: {values}", place=place(words, one), player=player, values=told)


def board(words: Words, shown: Leaderboard) -> tuple[Sentence, ...]:
    """A leaderboard's picture, sentence by sentence."""
    head = words(
        "Leaderboard, {measure}, {about}",
        measure=measure(words, make_rules(shown.rules), shown.measure),
        about=about(words, shown),
    )
    if not shown.rows:
        return (Sentence((Part(open_ended(nobody(words, shown))),), head),)
    ranked, later = _lines(words, shown, shown.ranked), _lines(words, shown, shown.provisional)
    first = len(ranked)
    return (
        Sentence(tuple(Part(line, n) for n, line in enumerate(ranked)), head),
        Sentence(
            tuple(Part(line, n) for n, line in enumerate(later, start=first)),
            words.within("head of a description", "Provisional"),
        ),
        Sentence(tuple(Part(line) for line in _lines(words, shown, pinned(shown))), words("Your place")),
        Sentence((Part(board_notes.size(words, shown)),)),
    )


def head(words: Words, shown: Leaderboard, *, asked: bool = False) -> str:
    """The message with a leaderboard's picture, whose alt text says the rest: what is ranked, and own row.

    `asked`: whoever looks wants to know where they are.
    """
    lines = _head(words, shown, asked=asked)
    if shown.own is not None:
        lines += _lines(words, shown, [shown.own], plain=False)
    elif not shown.rows:
        lines.append(nobody(words, shown))
    lines += [f"-# {line}" for line in board_notes.after(words, shown)]
    return limits.shortened("\n".join(lines), CONTENT)


def text(words: Words, shown: Leaderboard, *, asked: bool = False) -> str:
    """A leaderboard as a message: everything that the picture says."""
    lines = _head(words, shown, asked=asked)
    lines += _lines(words, shown, shown.ranked, plain=False) if shown.rows else [nobody(words, shown)]
    if shown.provisional:
        lines.append(f"*{board_notes.provisional(words, shown.measure)}*")
        lines += _lines(words, shown, shown.provisional, plain=False)
    if shown.pinned is not None:
        lines += ["…", *_lines(words, shown, pinned(shown), plain=False)]
    lines += [f"-# {line}" for line in board_notes.after(words, shown)]
    return limits.shortened("\n".join(lines), CONTENT)


def _head(words: Words, shown: Leaderboard, *, asked: bool) -> list[str]:
    said = measure(words, make_rules(shown.rules), shown.measure)
    lines = [words("**Leaderboard: {measure}**", measure=said), about(words, shown)]
    return lines + [f"-# {line}" for line in board_notes.before(words, shown, asked=asked)]


def pinned(shown: Leaderboard) -> tuple[Row, ...]:
    """The asker's row where it is on another page."""
    return () if shown.pinned is None else (shown.pinned,)


def _lines(words: Words, shown: Leaderboard, rows: Iterable[Row], *, plain: bool = True) -> list[str]:
    rules = make_rules(shown.rules)
    return [row(words, rules, shown.measure, one, plain=plain) for one in rows]
