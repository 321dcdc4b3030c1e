"""Leaderboards and rating charts in words: what their pictures say, and the text beside them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Words
from bot.standings import Leaderboard, Period, RatingChart, RatingHistory, Scope, Standing
from bot.wording import limits, numbers, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from engine.rules import Rules, make_rules


def period(words: Words, which: Period) -> str:
    """Which matches count: `this season`."""
    said: Mapping[Period, str] = {
        Period.ALL_TIME: words.within("period", "all time"),
        Period.SEASON: words.within("period", "this season"),
        Period.MONTH: words.within("period", "this month"),
    }
    return said[which]


def scope(words: Words, which: Scope) -> str:
    """Whose matches count: `this server`."""
    said: Mapping[Scope, str] = {
        Scope.SERVER: words.within("scope", "this server"),
        Scope.EVERYWHERE: words.within("scope", "everywhere"),
    }
    return said[which]


def about(words: Words, board: Leaderboard) -> str:
    """`Classic · this season · this server`."""
    said = (
        rule_words.name(words, board.rule_set),
        period(words, board.period),
        scope(words, board.scope),
    )
    return words.within("between notes", " · ").join(said)


def nobody(words: Words) -> str:
    """A board without rows."""
    return words("Nobody has finished a match yet.")


def unrated(words: Words) -> str:
    """A chart without lines."""
    return words("Nobody has finished a rated match yet.")


def row(words: Words, rules: Rules, one: Standing, *, plain: bool) -> str:
    """`1. Sakura: 40 matches, 30 wins, 987 points, rating 1645`."""
    name = people.cleaned(one.name) or words("Player {n}", n=one.rank)
    parts = [
        words.plural("{n} match", "{n} matches", one.matches),
        words.plural("{n} win", "{n} wins", one.wins),
        numbers.points(words, rules, one.total),
    ]
    if one.rating is not None:
        parts.append(words("rating {n}", n=one.rating))
    return words(
        "{place}. {player}: {values}",
        place=one.rank,
        player=name if plain else people.escaped(name),
        values=numbers.listing(words, parts),
    )


def history(words: Words, one: RatingHistory, number: int, *, plain: bool) -> str:
    """`Sakura from 1500 to 1645, between 1490 and 1660`."""
    name = people.cleaned(one.name) or words("Player {n}", n=number)
    ratings = [round(point.rating) for point in one.points]
    return words(
        "{player} from {first} to {last}, between {least} and {most}",
        player=name if plain else people.escaped(name),
        first=ratings[0],
        last=ratings[-1],
        least=min(ratings),
        most=max(ratings),
    )


def board(words: Words, shown: Leaderboard) -> tuple[Sentence, ...]:
    """A leaderboard's picture, sentence by sentence."""
    rules = make_rules(shown.rule_set)
    rows = tuple(Part(row(words, rules, one, plain=True), n) for n, one in enumerate(shown.rows))
    head = words("Leaderboard, {about}", about=about(words, shown))
    return (Sentence(rows or (Part(open_ended(nobody(words))),), head),)


def chart(words: Words, shown: RatingChart) -> tuple[Sentence, ...]:
    """A rating chart's picture, sentence by sentence."""
    lines = tuple(
        Part(history(words, one, n, plain=True), n) for n, one in enumerate(shown.histories, start=1)
    )
    head = words("Ratings, {rules}", rules=rule_words.name(words, shown.rule_set))
    return (Sentence(lines or (Part(open_ended(unrated(words))),), head),)


def text(words: Words, shown: Leaderboard) -> str:
    """The message beside a leaderboard: everything that the picture says."""
    rules = make_rules(shown.rule_set)
    lines = [row(words, rules, one, plain=False) for one in shown.rows] or [nobody(words)]
    title = words("**Leaderboard: {about}**", about=about(words, shown))
    return limits.fitted([Part(title), *(Part(line, n) for n, line in enumerate(lines))], CONTENT)


def chart_text(words: Words, shown: RatingChart) -> str:
    """The message beside a rating chart."""
    told = [history(words, one, n, plain=False) for n, one in enumerate(shown.histories, start=1)]
    title = words("**Ratings: {rules}**", rules=rule_words.name(words, shown.rule_set))
    return limits.fitted([Part(title), *(Part(line, 1) for line in told or [unrated(words)])], CONTENT)
