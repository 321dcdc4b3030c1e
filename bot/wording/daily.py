"""The deal of the day: its day, its buttons, and the moves that its review names."""

from __future__ import annotations

from datetime import date, timedelta

from babel.dates import format_date, format_skeleton

from bot.i18n import Words, folder, mark_within
from bot.match.daily import Habit, WeekDay
from bot.match.decisions import Decision
from bot.wording import cards
from engine.rules.actions import Choose, KoiKoi, Move, Play, Shobu


def day(words: Words, which: str) -> str:
    """A day as people write it: `24 Nov 2026`, from 2026-11-24."""
    return format_date(date.fromisoformat(which), "medium", locale=folder(words.locale))


def next_day(words: Words, which: str) -> str:
    """The day after that one."""
    return day(words, (date.fromisoformat(which) + timedelta(days=1)).isoformat())


PLAY_BUTTON = mark_within("button", "Play today's deal")
LIST_BUTTON = mark_within("button", "List of the day")
WEEK_BUTTON = mark_within("button", "My week")


def review_button(words: Words, which: str) -> str:
    """The review of a day that is over."""
    return words.within("button", "Review: {day}", day=day(words, which))


def streak(words: Words, days: int) -> str:
    """Return somebody's days in succession, and the rule that ends them."""
    return words.plural(
        "Streak: {n} day. One missed day is forgiven; two in a row end it.",
        "Streak: {n} days. One missed day is forgiven; two in a row end it.",
        days,
    )


def made(words: Words, player: str, which: str, points: str) -> str:
    """Return somebody's result of a day's deal."""
    return words(
        "{player}, deal of the day {day}: **{points}**", player=player, day=day(words, which), points=points
    )


def better(words: Words, number: int, others: int) -> str:
    """Return the number of others who have made less of it, at least one."""
    if others == 1:
        return words("better than the other player here")
    return words("better than {n} of {others} others here", n=number, others=others)


def in_succession(words: Words, days: int) -> str:
    """Return the streak in a line for everybody."""
    return words.plural("streak: {n} day", "streak: {n} days", days)


def weekday(words: Words, which: str) -> str:
    """A day among those of a week: `Tue, Nov 24`, from 2026-11-24."""
    return format_skeleton("MMMEd", date.fromisoformat(which), locale=folder(words.locale))


def of_week(words: Words, one: WeekDay, points: str, best: str) -> str:
    """Return a day of somebody's week that they have finished; with what they and the best one made of it.

    Where nobody made more, or nobody else has finished it, that is left out: a phone shows it in one line.
    """
    when = weekday(words, one.day)
    if one.finished == 1:
        return words("{day}: **{points}**", day=when, points=points)
    if one.points == one.best:
        return words(
            "{day}: **{points}**, place {n} of {total}",
            day=when,
            points=points,
            n=one.rank,
            total=one.finished,
        )
    return words(
        "{day}: **{points}**, place {n} of {total}, best {best}",
        day=when,
        points=points,
        n=one.rank,
        total=one.finished,
        best=best,
    )


def missed(words: Words, which: str, *, begun: bool) -> str:
    """Return today in somebody's week, which they have not finished."""
    if not begun:
        return words("{day}: not played yet", day=weekday(words, which))
    return words("{day}: not finished yet", day=weekday(words, which))


def in_common(words: Words, habit: Habit, days: int) -> str:
    """Return what the days of a week had in common for the reader; they are two at least."""
    match habit:
        case Habit.STOPPED:
            return words("On {n} days your costliest decision was to stop: koi-koi was better.", n=days)
        case Habit.CALLED:
            return words("On {n} days your costliest decision was koi-koi: stopping was better.", n=days)
        case Habit.CARDS:
            return words("On {n} days your costliest decision was a card, not koi-koi.", n=days)
        case Habit.CLEAN:
            return words("On all {n} days that are over, no decision cost you a point.", n=days)


def instead(words: Words, one: Decision) -> str:
    """Return the move of a decision, and the better one."""
    return words(
        "{made} instead of {best}", made=_move(words, one, one.made), best=_move(words, one, one.best)
    )


def _move(words: Words, one: Decision, move: Move) -> str:
    """A move, by what sets it apart from the other one of its decision."""
    match move:
        case KoiKoi():
            return words.within("a move in a review", "koi-koi")
        case Shobu():
            return words.within("a move in a review", "stopping")
        case Choose(card):
            return cards.name(words, card)
        case Play(card, capture):
            same = {each.card for each in (one.made, one.best) if isinstance(each, Play)} == {card}
            return cards.name(words, capture if same and capture is not None else card)
        case _:
            return words.within("a move in a review", "something else")
