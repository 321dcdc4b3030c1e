"""The result of a month, which stays on the table while the match rests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import Words
from bot.match.views import MatchView, Rest
from bot.match.vocabulary import MatchId
from bot.screens import course, parts
from bot.screens.players import Made, made_by, yaku_lines
from bot.screens.waiting import absence
from bot.screens.waiting.absence import Absence
from bot.wording import cards, limits, numbers, settling, speech
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.people import Cast, People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.month_end import Calculation, MonthEnd
from engine.rules.options import Rules
from images.scene.result import MONTH_RESULT_ROWS, Change, MonthResultScene, Reason, YakuRow

MOST_CARDS = 8
"""Of a yaku, on the picture."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a month ended, as a match in play and a replay show it."""

    rules: Rules
    cast: Cast
    end: MonthEnd
    made: tuple[Made, ...]
    """The yaku of captures that won it, the most valuable first; empty where it ended in another way."""
    calculation: Calculation | None
    """How the points came about; None where nobody won or they are the sum of the yaku."""
    shown: tuple[Card, ...]
    """Cards that say why it ended without such yaku."""

    @classmethod
    def of(cls, rules: Rules, cast: Cast, end: MonthEnd) -> Result:
        """The result of an end."""
        captured = end.captured[end.winner] if end.winner is not None else CardSet()
        counted = end.winner is not None and not end.calculation.is_plain
        return cls(
            rules=rules,
            cast=cast,
            end=end,
            made=made_by(rules, end.yaku, captured) if end.reason.by_yaku else (),
            calculation=end.calculation if counted else None,
            shown=tuple(end.telling_cards),
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """The result that a match rests at."""

    match: MatchId
    result: Result
    rest: Rest
    scores: tuple[int, ...]
    """By table number, kobiki and ginmi of this end included."""
    absence: Absence

    @classmethod
    def of(cls, view: MatchView, rest: Rest) -> Facts:
        """The facts of a view that rests."""
        result = Result.of(view.rules, Cast.of(view), rest.end)
        return cls(view.match, result, rest, view.scores, Absence.of(view))


def text(words: Words, facts: Facts) -> str:
    """Title, why, calculation, scores, and for whom the match waits."""
    result, people = facts.result, facts.result.cast.named(words)
    told = settling.lines(words, result.rules, result.end, people)
    standing = settling.standing(words, result.rules, people, facts.scores)
    lines = [
        Part(f"**{settling.title(words, result.rules, result.end, people)}**"),
        *(Part(line, 1) for line in told),
        Part(words("Scores: {scores}", scores=standing)),
        Part(_next(words, facts.rest, people)),
        *map(Part, absence.lines(words, facts.absence, people)),
        course.small(words, result.rules, None),
    ]
    return limits.fitted(lines, CONTENT)


def _next(words: Words, rest: Rest, people: People) -> str:
    """Who still has to agree before the match goes on, and when it does without them."""
    names = numbers.listing(words, (f"**{people.joined(each)}**" for each in rest.waiting_for))
    when = numbers.countdown(rest.until) if rest.until else ""
    if rest.more:
        asked = words.plural("{n} more result follows.", "{n} more results follow.", rest.more)
        waiting = words("Waiting for {players}.", players=names) if names else ""
        until = words("The bot goes on by itself {when}.", when=when) if when else ""
    else:
        asked = ""
        waiting = _awaited(words, rest, names) if names else ""
        until = words("It begins by itself {when}.", when=when) if when else ""
    return speech.style(words).one_after_another((asked, waiting, until))


def _awaited(words: Words, rest: Rest, names: str) -> str:
    """For whom the match waits, after what the button says."""
    if rest.end.dealt_again:
        return words("Deal again: waiting for {players}.", players=names)
    return words("Next month: waiting for {players}.", players=names)


def in_short(words: Words, rules: Rules, end: MonthEnd, people: People) -> Iterator[str]:
    """Of the last month, which has no result of its own: the hands shown, and what made it dear."""
    for player in end.shown:
        hand = cards.listing(words, end.hands[player])
        yield words("Open hand of {player}: {cards}.", player=people.seated(player), cards=hand)
    if not end.calculation.is_plain:
        yield words("Calculation: {terms}.", terms=settling.calculation(words, rules, end.calculation))


def alt(words: Words, facts: Facts) -> str:
    """How the month ended, what it changed, the scores, the hands laid open."""
    named = facts.result.cast.named(words, plain=True)
    return speech.said(words, sentences(words, facts.result, named))


def sentences(words: Words, result: Result, people: People) -> tuple[Sentence, ...]:
    """The picture in sentences."""
    rules, end = result.rules, result.end
    told = settling.course(words, rules, end, people)
    return (
        Sentence((Part(settling.title(words, rules, end, people)),)),
        *(Sentence((Part(open_ended(line), rank),)) for rank, line in enumerate(told, start=1)),
        Sentence((Part(settling.changes(words, people, end.deltas), 1),), words("Changes")),
        Sentence((Part(settling.standing(words, rules, people, end.scores)),), words("Scores")),
        *(Sentence((Part(open_ended(line), 1),)) for line in settling.awards(words, end, people)),
        *(_open_hand(words, end, people, player) for player in end.shown),
    )


def _open_hand(words: Words, end: MonthEnd, people: People, player: int) -> Sentence:
    head = words("Open hand of {player}", player=people.seated(player))
    return Sentence((Part(cards.listing(words, end.hands[player]), 1),), head)


def scene(words: Words, facts: Facts) -> MonthResultScene:
    """The picture of the result."""
    return picture(words, facts.result)


def picture(words: Words, result: Result) -> MonthResultScene:
    """The winner's yaku, or why there are none; the calculation; what it brought to each player."""
    rules, end = result.rules, result.end
    won = end.winner is not None
    made = settling.calculation(words, rules, result.calculation) if result.calculation else None
    return MonthResultScene(
        title=settling.title(words, rules, end, result.cast.named(words, plain=True)),
        rows=_rows(words, result),
        changes=_changes(words, result),
        reason=None if end.reason.by_yaku else _reason(words, result),
        calculation=made,
        total_word=_total_word(words, rules) if won else None,
        total=numbers.short_points(words, rules, end.calculation.points) if won else None,
    )


def _total_word(words: Words, rules: Rules) -> str:
    """What the large number is."""
    if rules.rule_set.losers_pay and rules.seats > 2:
        return words.within("picture", "from each")
    return words.within("picture", "Total")


def _rows(words: Words, result: Result) -> tuple[YakuRow, ...]:
    """The winner's yaku; what does not fit is one last row."""
    lines = yaku_lines(words, result.rules, result.made, MONTH_RESULT_ROWS)
    return tuple(YakuRow(one.name, one.cards[:MOST_CARDS], one.points, one.gloss) for one in lines)


def _reason(words: Words, result: Result) -> Reason:
    """Why the month ended without yaku of captures."""
    return Reason(
        settling.reason(words, result.rules, result.end),
        cards=result.shown,
        note=settling.consequence(words, result.end) or None,
    )


def _changes(words: Words, result: Result) -> tuple[Change, ...]:
    """A line for each player."""
    end, rules = result.end, result.rules
    return tuple(
        Change(
            parts.name(words, one),
            parts.change(words, rules, delta),
            parts.gain(delta),
            numbers.short_points(words, rules, score),
        )
        for one, delta, score in zip(result.cast.seats, end.deltas, end.scores, strict=True)
    )
