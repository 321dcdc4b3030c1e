"""A leaderboard: those with the most of something, by rule set, time and place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto

from bot.i18n import Message, Words, mark_within
from bot.match.verdict import LEAST_MONTHS
from bot.records.boards import Leaderboard, Measure, Row, When
from bot.records.ratings import PROVISIONAL
from bot.records.skill import LEAST_DECISIONS
from bot.screens.records import board_notes
from bot.wording import commands, limits, numbers, people, speech
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.records import boards, skills
from engine.rules.options import Rules, make_rules
from images.scene.common import Name
from images.scene.records import LeaderboardScene, LeaderRow

Facts = Leaderboard
"""The value that the records make is the facts of the screen: rows with all their numbers, and the page."""


class Column(Enum):
    """The columns of a leaderboard."""

    MATCHES = auto()
    WINS = auto()
    MONTHS = auto()
    RATING = auto()
    RATE = auto()
    NET = auto()
    BEST = auto()
    YAKU = auto()
    POINTS = auto()
    ARENAS = auto()
    DECISIONS = auto()
    GAIN = auto()
    LOST = auto()


COLUMNS: Mapping[Column, Message] = {
    Column.MATCHES: mark_within("column", "Matches"),
    Column.WINS: mark_within("column", "Wins"),
    Column.MONTHS: mark_within("column", "Months"),
    Column.RATING: mark_within("column", "Rating"),
    Column.RATE: mark_within("column", "Win rate"),
    Column.NET: mark_within("column", "Net"),
    Column.BEST: mark_within("column", "Best month"),
    Column.YAKU: mark_within("column", "Yaku"),
    Column.POINTS: mark_within("column", "Worth"),
    Column.ARENAS: mark_within("column", "Arenas"),
    Column.DECISIONS: mark_within("column", "Decisions"),
    Column.GAIN: mark_within("column", "Without luck"),
    Column.LOST: mark_within("column", "Lost"),
}
SHOWN: Mapping[Measure, tuple[Column, ...]] = {
    Measure.RATING: (Column.MATCHES, Column.WINS, Column.RATING),
    Measure.WINS: (Column.MATCHES, Column.RATE, Column.WINS),
    Measure.RATE: (Column.MATCHES, Column.WINS, Column.RATE),
    Measure.NET: (Column.MATCHES, Column.MONTHS, Column.NET),
    Measure.BEST: (Column.MATCHES, Column.MONTHS, Column.BEST),
    Measure.YAKU: (Column.MATCHES, Column.YAKU, Column.POINTS),
    Measure.ARENAS: (Column.MATCHES, Column.WINS, Column.ARENAS),
    Measure.SKILL: (Column.DECISIONS, Column.GAIN, Column.LOST),
}
"""The columns of each measure, its own last."""


def text(words: Words, facts: Facts) -> str:
    """A leaderboard as a message: everything that the picture says."""
    lines = _head(words, facts)
    ranked, provisional, pinned_row = _parts(words, facts, plain=False)
    lines += ranked if facts.rows else [nobody(words, facts, plain=False)]
    if provisional:
        lines += [f"*{board_notes.provisional(words, facts.measure)}*", *provisional]
    if pinned_row:
        lines += ["…", *pinned_row]
    lines += [f"-# {line}" for line in board_notes.after(words, facts)]
    return limits.shortened("\n".join(lines), CONTENT)


def head(words: Words, facts: Facts) -> str:
    """The message with a leaderboard's picture, whose alt text says the rest: what is ranked, and own row."""
    lines = _head(words, facts)
    if facts.own is not None:
        lines += _lines(words, facts, [facts.own], plain=False)
    elif not facts.rows:
        lines.append(nobody(words, facts, plain=False))
    lines += [f"-# {line}" for line in board_notes.after(words, facts)]
    return limits.shortened("\n".join(lines), CONTENT)


def _head(words: Words, facts: Facts) -> list[str]:
    said = boards.measure(words, make_rules(facts.rules), facts.measure)
    lines = [f"**{words.within('picture', 'Leaderboard: {measure}', measure=said)}**", about(words, facts)]
    return lines + [f"-# {line}" for line in board_notes.before(words, facts)]


def _lines(words: Words, facts: Facts, rows: Iterable[Row], *, plain: bool = True) -> list[str]:
    """A line for each; what a yaku is, is said where the first of them has it."""
    rules, met, lines = make_rules(facts.rules), set[object](), list[str]()
    for one in rows:
        told = values(words, rules, facts.measure, one, explained=one.best_yaku_id not in met)
        lines.append(row(words, one, told, plain=plain))
        met.add(one.best_yaku_id)
    return lines


def _parts(words: Words, facts: Facts, *, plain: bool = True) -> tuple[list[str], list[str], list[str]]:
    """The lines of those with a rank, of those without, and of the asker's own row, if on another page."""
    lines = _lines(words, facts, (*facts.ranked, *facts.provisional, *pinned(facts)), plain=plain)
    first = len(facts.ranked)
    last = first + len(facts.provisional)
    return lines[:first], lines[first:last], lines[last:]


def row(words: Words, one: Row, values: tuple[str, ...], *, plain: bool) -> str:
    """`1. Sakura: rating 1645, 40 matches, 30 wins`; not `plain`: as a line of a message."""
    name = people.somebody(words, one.name, plain=plain)
    told = numbers.listing(words, [*filter(None, values)])
    player = words("{player} (you)", player=name) if one.own else name
    if plain and one.rank is None:
        return numbers.labelled(words, player, told)
    if plain:
        return words(
            "{place}. {player}: {values}", place=boards.place(words, one), player=player, values=told
        )
    return words("**{place}** {player}: {values}", place=boards.place(words, one), player=player, values=told)


def values(
    words: Words, rules: Rules, which: Measure, one: Row, *, explained: bool = False
) -> tuple[str, ...]:
    """Return the value that ranks somebody, and the facts behind it; `explained`: with the meaning of the
    yaku.
    """
    matches = words.plural("{n} match", "{n} matches", one.matches)
    wins = words.plural("{n} win", "{n} wins", one.wins)
    match which:
        case Measure.RATING:
            few = _enough(words, which, one)
            # All of them are rated as a rule: then they are not told twice.
            behind = (few, matches) if one.matches != one.rated else (few or matches,)
            rating = [] if one.rank is None else [words("rating {n}", n=_rating(one))]
            return *rating, *behind, wins
        case Measure.WINS:
            return wins, matches
        case Measure.RATE:
            return boards.rate(words, one), wins, _enough(words, which, one) or matches
        case Measure.NET:
            net = boards.amount(words, rules, one.net, signed=True)
            told = words.plural("{amount} in {n} month", "{amount} in {n} months", one.months, amount=net)
        case Measure.BEST:
            best = boards.amount(words, rules, one.best_month)
            told = words.plural(
                "{amount}, the best of {n} month", "{amount}, the best of {n} months", one.months, amount=best
            )
        case Measure.YAKU:
            told = boards.amount(words, rules, one.best_yaku)
            if one.best_yaku_id is not None:
                naming = yaku_words.explained if explained else yaku_words.name
                told = words("{yaku} {points}", yaku=naming(words, rules, one.best_yaku_id), points=told)
        case Measure.ARENAS:
            told = words.plural("{n} arena won", "{n} arenas won", one.arenas)
        case Measure.SKILL:
            return _skill(words, rules, one)
    return told, matches


def _skill(words: Words, rules: Rules, one: Row) -> tuple[str, ...]:
    """Return the points lost a decision and those a month without luck, each with half of its interval."""
    if one.skill is None:
        return ()
    unit = numbers.unit(words, rules)
    return (
        words("{estimate} {unit} lost a decision", estimate=skills.lost(words, one.skill), unit=unit),
        words("{estimate} {unit} a month without luck", estimate=skills.gain(words, one.skill), unit=unit),
        skills.decisions(words, one.skill),
    )


def _enough(words: Words, which: Measure, one: Row) -> str:
    """Return somebody's progress to a rank; empty once they have one."""
    if one.rank is not None:
        return ""
    if which is Measure.RATING:
        return words("provisional, {n} of {most} rated matches", n=one.rated, most=PROVISIONAL)
    return words("{n} of {most} matches", n=one.matches, most=PROVISIONAL)


def about(words: Words, facts: Facts) -> str:
    """`Classic · This season (November 2026) · This server`."""
    said = boards.period(words, facts.period)
    if facts.period.when not in {None, When.ALL_TIME}:
        said = numbers.bracketed(words, said, boards.time(words, facts.period))
    parts = (rule_words.name(words, facts.rules), said, words.say(boards.SCOPES[facts.scope]))
    return words.within("between notes", " · ").join(parts)


def nobody(words: Words, facts: Facts, *, plain: bool = True) -> str:
    """A list without rows, and how to come into it; `plain`: in a picture or its description."""
    say = commands.written if plain else commands.mention
    play = say(words, "koikoi play")
    if facts.measure is Measure.RATING:
        return words(
            "Nobody has a rating here yet. {play} opens a table: "
            "finish a match of {n} months or more with other people.",
            play=play,
            n=LEAST_MONTHS,
        )
    if facts.measure is Measure.ARENAS:
        return words("Nobody has won an arena here yet. {arena} opens one.", arena=say(words, "koikoi arena"))
    if facts.measure is Measure.SKILL:
        return words(
            "Nobody's skill can be estimated here yet. It takes {n} decisions in matches with other people: "
            "{play} opens a table.",
            n=LEAST_DECISIONS,
            play=play,
        )
    return words(
        "Nobody is here yet. {play} opens a table: a finished match with other people brings you in.",
        play=play,
    )


def pinned(facts: Facts) -> tuple[Row, ...]:
    """The asker's row where it is on another page."""
    return () if facts.pinned is None else (facts.pinned,)


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture."""
    return speech.said(words, _sentences(words, facts))


def _sentences(words: Words, facts: Facts) -> tuple[Sentence, ...]:
    """A leaderboard's picture, sentence by sentence."""
    head = words(
        "Leaderboard, {measure}, {about}",
        measure=boards.measure(words, make_rules(facts.rules), facts.measure),
        about=about(words, facts),
    )
    if not facts.rows:
        return (Sentence((Part(open_ended(nobody(words, facts))),), head),)
    ranked, later, own = _parts(words, facts)
    first = len(ranked)
    return (
        Sentence(tuple(Part(line, n) for n, line in enumerate(ranked)), head),
        Sentence(
            tuple(Part(line, n) for n, line in enumerate(later, start=first)),
            words.within("head of a description", "Provisional"),
        ),
        Sentence(tuple(Part(line) for line in own), words("Your place")),
        Sentence((Part(board_notes.size(words, facts)),)),
    )


def scene(words: Words, facts: Facts) -> LeaderboardScene:
    """Rank, name, what lies behind the measure, and last the measure itself."""
    rules = make_rules(facts.rules)

    def rows(those: Iterable[Row]) -> tuple[LeaderRow, ...]:
        return tuple(_drawn(words, rules, facts.measure, one) for one in those)

    measure = boards.measure(words, rules, facts.measure)
    footer = (board_notes.size(words, facts), *board_notes.unfinished(words, facts))
    return LeaderboardScene(
        title=words.within("picture", "Leaderboard: {measure}", measure=measure),
        subtitle=about(words, facts),
        columns=tuple(words.say(COLUMNS[each]) for each in SHOWN[facts.measure]),
        rows=rows(facts.ranked),
        empty=nobody(words, facts),
        provisional=rows(facts.provisional),
        provisional_heading=board_notes.provisional(words, facts.measure),
        pinned=next(iter(rows(pinned(facts))), None),
        footer=words.within("between notes", " · ").join(footer) if facts.rows else None,
    )


def _drawn(words: Words, rules: Rules, measure: Measure, one: Row) -> LeaderRow:
    return LeaderRow(
        rank=one.rank,
        name=Name(one.name, words("somebody")),
        values=tuple(_cell(words, rules, each, one) for each in SHOWN[measure]),
        own=one.own,
        mark=boards.place(words, one) if one.hidden or one.rank is None else "",
    )


def _cell(words: Words, rules: Rules, column: Column, one: Row) -> str:
    said: Mapping[Column, Callable[[], str]] = {
        Column.MATCHES: lambda: str(one.matches),
        Column.WINS: lambda: str(one.wins),
        Column.MONTHS: lambda: str(one.months),
        Column.RATING: lambda: _rating(one) or _progress(words, one),
        Column.RATE: lambda: boards.rate(words, one),
        Column.NET: lambda: numbers.signed(words, one.net),
        Column.BEST: lambda: numbers.number(one.best_month),
        Column.YAKU: lambda: _yaku(words, rules, one),
        Column.ARENAS: lambda: str(one.arenas),
        Column.DECISIONS: lambda: "" if one.skill is None else str(one.skill.decisions),
        Column.GAIN: lambda: "" if one.skill is None else skills.gain(words, one.skill),
        Column.LOST: lambda: "" if one.skill is None else skills.lost(words, one.skill),
        Column.POINTS: lambda: numbers.short_points(words, rules, one.best_yaku),
    }
    return said[column]()


def _rating(one: Row) -> str:
    """The rating of somebody with a rank."""
    return "" if one.rating is None or one.rank is None else numbers.number(one.rating)


def _progress(words: Words, one: Row) -> str:
    """Return the number of provisional matches that somebody has played, in place of a rating."""
    return words.within("progress", "{n} of {most}", n=one.rated, most=PROVISIONAL)


def _yaku(words: Words, rules: Rules, one: Row) -> str:
    return "" if one.best_yaku_id is None else yaku_words.name(words, rules, one.best_yaku_id)
