"""The common parts of a match's messages: the news, the next step of the bot, the small last line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.series import FIRST, Standing
from bot.match.views import MatchView
from bot.screens import absence, news, time_left
from bot.screens.absence import Absence
from bot.screens.news import News
from bot.screens.time_left import TimeLeft
from bot.wording import limits, numbers
from bot.wording import rules as rule_words
from bot.wording import series as series_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast, People
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class GoesOn:
    """The next step of the bot by itself: its time, and its cause."""

    when: datetime
    phase: Phase
    """`CUT`: it taps the deck; `READY`: silent players declare nothing; else it draws for late players."""


@dataclass(frozen=True, slots=True)
class Course:
    """The common part of all messages of a match in play."""

    match: MatchId
    rules: Rules
    cast: Cast
    news: News
    goes_on: GoesOn | None
    time: TimeLeft | None
    """The time of the player to move; None where none runs."""
    absence: Absence
    back: Player | None
    """The player who was absent and is there again."""
    series: Standing = FIRST
    """The standing of the match's series."""

    @classmethod
    def of(cls, view: MatchView, now: datetime | None = None) -> Course:
        """Return the course of a view's match at `now`; None: when its question was asked."""
        goes_on = None
        seat = None if view.back is None else view.seat_of(view.back)
        if view.public is not None and view.deadline is not None:
            goes_on = GoesOn(view.deadline, view.public.phase)
        return cls(
            match=view.match,
            rules=view.rules,
            cast=Cast.of(view),
            news=News.of(view),
            goes_on=goes_on,
            time=TimeLeft.of(view, now),
            absence=Absence.of(view),
            back=None if seat is None else seat.player,
            series=view.series,
        )


def text(words: Words, course: Course, asked: Iterable[Part], left_out: str) -> str:
    """Return the whole message: the news, the parts `asked`, and what the description has `left_out`."""
    people = course.cast.named(words)
    told = ranked(news.lines(words, course.news, people))
    absent = map(Part, absence.lines(words, course.absence, people))
    until = Part(automatic(words, course))
    return limits.fitted(
        [*told, _back(words, course, people), *asked, until, *absent, *end(words, course, left_out)], CONTENT
    )


def _back(words: Words, course: Course, people: People) -> Part:
    """Return the line that somebody is back; empty if that has not happened."""
    if course.back is None:
        return Part("")
    return Part(words("{player} is back.", player=people.seated(course.back)))


def end(words: Words, course: Course, left_out: str) -> tuple[Part, Part]:
    """Return the end of the message: what the description has `left_out`, and the last line."""
    return Part(left_out, 100), small(words, course.rules, course.series, course.cast)


def ranked(lines: Iterable[str]) -> list[Part]:
    """Return lines as parts of a text; the earliest are left out first."""
    told = tuple(lines)
    return [Part(line, len(told) - n) for n, line in enumerate(told)]


def automatic(words: Words, course: Course) -> str:
    """Return the next step of the bot and its time, or the end of somebody's time; empty without any."""
    if course.goes_on is None:
        return time_left.line(words, course.time)
    when = numbers.countdown(course.goes_on.when)
    match course.goes_on.phase:
        case Phase.CUT:
            return words("If nobody cuts, the bot taps the deck {when}.", when=when)
        case Phase.READY:
            return words("Play begins {when} at the latest.", when=when)
        case _:
            return words("Not drawn yet? The bot draws for you {when}.", when=when)


def small(words: Words, rules: Rules, series: Standing, cast: Cast) -> Part:
    """Return the last line: rules and changed options; above it the standing of the series."""
    stands = series_words.line(words, series, cast.named(words).names)
    said = [rule_words.title(words, rules), *rule_words.changed(words, rules)]
    last = "-# " + words.within("between notes", " · ").join(said)
    return Part(f"{stands}\n{last}" if stands else last)
