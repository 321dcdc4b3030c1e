"""The names of matches that have ended: by their number, their people, their course."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date

from bot.i18n import Words, folder
from bot.ids import GREATEST, MatchId
from bot.match.verdict import Ending
from bot.records.history import PastMatch
from bot.records.played import Outcome
from bot.wording import limits, numbers, people
from bot.wording import rules as rule_words
from bot.wording.people import escaped

_DIGITS = re.compile(r"\d+")


def named(words: Words, match: MatchId) -> str:
    """Return the name of a match: `Match 12`."""
    return words("Match {n}", n=match)


def read(typed: str) -> MatchId | None:
    """The match that somebody means by `12`, `#12` or `Match 12`; None where the text names no single one.

    Digits of all scripts count, as Japanese keyboards type full-width ones.
    """
    found = _DIGITS.findall(typed)
    if len(found) != 1 or len(found[0]) > len(str(GREATEST)):
        return None
    number = int(found[0])
    return MatchId(number) if 0 < number <= GREATEST else None


def line(words: Words, one: PastMatch) -> str:
    """Two lines of a list, in which the reader's client writes the day.

    `**Classic against Kenta** · won: さくら 26, Kenta 14`, `-# 22.11.2026 · rated · Match 12`.
    """
    joint = words.within("between notes", " · ")
    when = f"<t:{int(one.ended_at.timestamp())}:d>"
    first = joint.join((f"**{_called(words, one)}**", outcome(words, one)))
    return f"{first}\n-# {joint.join((when, *_rated(words, one), named(words, one.match)))}"


def label(words: Words, one: PastMatch) -> str:
    """Return a line of a select, with what it cannot show left out: `12 Classic against Kenta`."""
    return limits.shortened(f"{one.match} {_called(words, one, plain=True)}", limits.OPTION)


def about(words: Words, one: PastMatch, zone: ZoneInfo) -> str:
    """Return the line below that: the day, how it went."""
    told = (day(words, one.ended_at, zone), outcome(words, one, plain=True), *_rated(words, one))
    return limits.shortened(words.within("between notes", " · ").join(told), limits.OPTION)


def choice(words: Words, one: PastMatch, zone: ZoneInfo) -> str:
    """All of it in one line of 100 characters: `22 Nov 2026 · Classic · won: さくら 26, Kenta 14 · Match 12`.

    The names are cut where it is too long.
    """
    joint = words.within("between notes", " · ")
    when, number = day(words, one.ended_at, zone), named(words, one.match)
    told = outcome(words, one, plain=True)
    scored = one.outcome is not None
    # The scores name everybody; a match without them has to name its people.
    names, rest = (
        (told, rule_words.name(words, one.rules)) if scored else (_called(words, one, plain=True), told)
    )
    room = limits.OPTION - len(joint.join((when, rest, "", number)))
    names = limits.shortened(names, room)
    return joint.join((when, rest, names, number) if scored else (when, names, rest, number))


def day(words: Words, when: datetime, zone: ZoneInfo) -> str:
    """The day of a moment in somebody's zone: `22 Nov 2026`."""
    return format_date(when.astimezone(zone).date(), "medium", locale=folder(words.locale))


def outcome(words: Words, one: PastMatch, *, plain: bool = False) -> str:
    """Return what the match was to the owner of the history: `won: さくら 26, Kenta 14`, `no result`."""
    if one.how is Ending.ABORTED:
        return words("no result")
    score = _scores(words, one, plain=plain)
    match one.outcome:
        case Outcome.WON:
            return words("won: {score}", score=score)
        case Outcome.DRAWN:
            return words("drawn: {score}", score=score)
        case Outcome.LOST:
            return words("lost: {score}", score=score)
    return words("not counted yet")


def _scores(words: Words, one: PastMatch, *, plain: bool) -> str:
    """Return all scores by name, the score of the owner of the history first."""
    mine = [each for each in one.seats if each.number == one.mine]
    names = (people.marked(words, each, plain=plain) for each in (*mine, *one.others))
    return numbers.scores(words, zip(names, one.scores, strict=False))


def _rated(words: Words, one: PastMatch) -> tuple[str, ...]:
    """Whether it moved ratings, where it has a result."""
    if one.outcome is None:
        return ()
    return (words.within("of a match", "rated") if one.rated else words.within("of a match", "not rated"),)


def _called(words: Words, one: PastMatch, *, plain: bool = False) -> str:
    rules = rule_words.name(words, one.rules)
    names = numbers.listing(words, [people.marked(words, each, plain=plain) for each in one.others])
    return words("{rules} against {players}", rules=rules if plain else escaped(rules), players=names)
