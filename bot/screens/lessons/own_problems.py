"""A problem of one's own: the position as its player saw it, without names, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.config import Settings
from bot.i18n import Words
from bot.match import own_problems
from bot.match.own_problems import OwnProblem
from bot.screens.hand import Look
from bot.screens.lessons import problems
from bot.screens.lessons.problems import Option, Position
from bot.wording import own_problems as wording
from bot.wording import problems as shared
from bot.wording.limits import CONTENT, Part, fitted
from engine.record.match_record import Record
from engine.rules.actions import Move


@dataclass(frozen=True, slots=True)
class Facts(Position):
    """A problem of one's own with its match."""

    one: OwnProblem
    month: int
    made: Move

    @classmethod
    def of(
        cls, words: Words, one: OwnProblem, record: Record, name: str, reader: tuple[Settings, Look]
    ) -> Facts:
        """The facts for their player, called `name`. Raises EngineError where the record is none."""
        settings, look = reader
        names = (name, *wording.opponents(words, record.rules.seats - 1))
        view, me = own_problems.view(record, one.action, names, settings)
        at = Position.seen_by(view, me, one.choices, one.best, look)
        seen = view.seats[me].observation
        assert seen is not None
        made = record.actions[one.action].move
        return cls(at.rules, at.choices, at.best, at.hand, one, seen.month, made)


def text(words: Words, facts: Facts) -> str:
    """The question over the position as a hand tells it; in text mode with the whole table in words."""
    return problems.over_position(words, facts, [*_head(words, facts), _question(words, facts)])


def _head(words: Words, facts: Facts) -> tuple[str, str]:
    return wording.title(words, facts.rules), wording.source(words, facts.rules, facts.one.match, facts.month)


def _question(words: Words, facts: Facts) -> str:
    choices = len(facts.choices)
    if facts.one.by_match:
        return words.say(wording.OF_TWO) if choices == 2 else wording.question(words, choices)
    return words.say(shared.OF_TWO) if choices == 2 else shared.question(words, choices)


def answer(words: Words, facts: Facts, place: int, *, counted: bool, first: bool) -> str:
    """Return the result of choosing the answer at this place, from 0.

    `counted`: the problem was new, or due; `first`: it was new. The rule is told only then.
    """
    best, (title, source) = facts.best, _head(words, facts)
    made = next((each for each in facts.choices if each.move == facts.made), None)
    lines = [
        shared.answered(words, title, right=place == best),
        source,
        *(said for each in dict.fromkeys((best, place)) if (said := problems.why(words, facts, each))),
        *([wording.played(words, problems.named(words, made))] if made else []),
        words.say(wording.CHANCES) if facts.one.by_match else shared.worths(words, facts.rules),
        *(_worth(words, facts, each, at, place) for at, each in enumerate(facts.choices)),
        *_what_follows(words, facts.one, counted=counted, first=first),
    ]
    if facts.hand.text_mode:
        return problems.over_position(words, facts, lines)
    return fitted([*map(Part, lines)], CONTENT)


def _worth(words: Words, facts: Facts, choice: Option, at: int, chosen: int) -> str:
    told = wording.chance if facts.one.by_match else shared.worth
    named = problems.named(words, choice)
    return told(words, named, choice.worth, best=at == facts.best, chosen=at == chosen)


def _what_follows(words: Words, one: OwnProblem, *, counted: bool, first: bool) -> tuple[str, ...]:
    if one.done:
        return (words.say(wording.DONE),)
    assert one.due is not None, "it was answered"
    again = wording.back(words, one.due)
    if not counted:
        return words.say(wording.COUNTS_NOT), again
    return (again, words.say(wording.RULE)) if first else (again,)


def nothing(words: Words, mine: tuple[OwnProblem, ...], now: datetime) -> str:
    """Say why none is asked: there are none, none is due, or all are done."""
    if not mine:
        return words.say(wording.NONE)
    due = [each.due for each in mine if not each.done and each.due is not None and each.due > now]
    return wording.next_due(words, min(due)) if due else words.say(wording.ALL_DONE)
