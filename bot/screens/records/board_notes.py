"""The notes around a leaderboard: why somebody is not in it, how it counts, what its buttons say."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.match.verdict import LEAST_MONTHS, MOST_A_DAY
from bot.records import ratings
from bot.records.boards import AWAY, Absence, Leaderboard, Measure, Notice, Scope
from bot.records.ratings import NEW, PROVISIONAL, PULL
from bot.records.skill import LEAST_DECISIONS

ABSENCES: Mapping[Absence, Message] = {
    Absence.NO_MATCH: mark("You are not in this list yet: none of your matches counts in it."),
    Absence.UNRATED: mark("You are not in this list yet: none of your matches in it has moved a rating."),
    Absence.NO_MONTH: mark("You are not in this list yet: you have won no month in it."),
    Absence.NO_ARENA: mark("You are not in this list yet: you have won no arena in it."),
    Absence.FEW_DECISIONS: mark(
        "You are not in this list yet: an estimate of skill takes {n} decisions. "
        "Matches are judged some minutes after their end."
    ),
    Absence.AWAY: mark("You are away, so you are not in this list. Your next match brings you back."),
}
NOTICES: Mapping[Notice, Message] = {
    Notice.NO_SEASONS_OVERALL: mark(
        "Each server has its own seasons. The list of all servers covers all time."
    ),
    Notice.NO_SEASONS_HERE: mark("This server has no seasons, so this list covers all time."),
    Notice.NO_SEASON_YET: mark("No season of this server has ended yet."),
}


def provisional(words: Words, measure: Measure) -> str:
    """The heading of those who have too few matches for a rank."""
    if measure is Measure.RATING:
        return words("Provisional: fewer than {n} rated matches", n=PROVISIONAL)
    return words("Provisional: fewer than {n} matches", n=PROVISIONAL)


def size(words: Words, board: Leaderboard) -> str:
    """Return the number of rows, and of this page."""
    people = words.plural("{n} player", "{n} players", board.total)
    if board.pages == 1:
        return people
    page = words("Page {page} of {pages}", page=board.page, pages=board.pages)
    return words.within("between notes", " · ").join((page, people))


def before(words: Words, board: Leaderboard) -> list[str]:
    """Return the note above the list: that it is another one than asked for."""
    return [] if board.notice is None else [words.say(NOTICES[board.notice])]


def after(words: Words, board: Leaderboard) -> list[str]:
    """Return the notes below the list."""
    told = []
    if board.own is not None and board.own.hidden:
        told.append(words("You are hidden from lists: nobody else sees your row."))
    if board.scope is Scope.ALL and not board.shares:
        told.append(words("This server does not share its matches, so they are not in this list."))
    told += unfinished(words, board)
    return [*told, size(words, board)] if board.rows else told


def unfinished(words: Words, board: Leaderboard) -> list[str]:
    """Return the progress of counting older matches, while they are counted."""
    if board.backlog is None:
        return []
    done, total = board.backlog
    return [words("{done} of {total} older matches are counted so far.", done=done, total=total)]


def how(words: Words, board: Leaderboard) -> str:
    """Return the note *How it counts*; first why its reader is not in the list."""
    lines = (
        *([] if board.absence is None else [words.say(ABSENCES[board.absence], n=LEAST_DECISIONS)]),
        words(
            "**Counted**: finished matches between people in which everybody played a card, at most {most} "
            "a day between the same people.",
            most=MOST_A_DAY,
        ),
        words(
            "**Ratings** begin at {start}. Matches of {least} months or more move them, with the "
            "rule set's own options or the server's default. Beating stronger players moves yours "
            "further. The end of a season takes ratings about {pull}% of the way back.",
            start=round(ratings.shown(NEW)),
            least=LEAST_MONTHS,
            pull=round(100 * PULL),
        ),
        words(
            "**The same two people**: their second match in a season moves ratings half as far, "
            "their third a third, and so on."
        ),
        words(
            "**Provisional** players have no rank, because they have fewer than {n} matches in the "
            "time shown. For the rating, rated matches count; for the win rate, counted ones.",
            n=PROVISIONAL,
        ),
        words(
            "**Away** players have not played for {n} days. Their next match brings them back.",
            n=AWAY.days,
        ),
        words(
            "**Net** is your final score where the losers pay, otherwise your score less the "
            "opponent's. Months that nobody won are left out."
        ),
        *_about_lists(words),
    )
    return "\n".join((words("**How the lists count**"), *(f"- {line}" for line in lines)))


def _about_lists(words: Words) -> tuple[str, ...]:
    """Return the notes about all lists, and the one by arenas."""
    return (
        words("**Arenas won** counts the first places, shared ones too, of arenas that are over."),
        words(
            "**Skill (estimate)** is what a decision loses on average, as the CPU player hard judges it; the "
            "least comes first, from {n} decisions on. Beside it stands what a month brings without the "
            "luck of the cards. ± is half of a 95 % interval. It moves no rating. Matches with house rules "
            "that change what months are worth are left out.",
            n=LEAST_DECISIONS,
        ),
        words("**Equal** numbers share a rank. Players who have opted out are in no list."),
        words(
            "**All servers** means the servers that share their matches. The rating there covers all "
            "of them, without seasons."
        ),
    )


"""Turn to the page with one's own line."""

HOW_BUTTON = mark_within("button", "How it counts")
LOOK_THROUGH = mark_within("button", "Look through")
"""Open a private copy of a list that everybody sees."""

PLACEHOLDER_RULES = mark("Choose a rule set")
PLACEHOLDER_PERIOD = mark("Choose a time")
PLACEHOLDER_MEASURE = mark("Choose what players are ranked by")
