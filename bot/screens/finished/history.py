"""The matches of somebody, a line a match, the newest first."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.history import History
from bot.screens.records import profile
from bot.wording import commands, limits
from bot.wording.finished import history
from bot.wording.limits import CONTENT, Part
from bot.wording.people import somebody

Facts = History
"""The value that the records make is the facts of the screen."""


def text(words: Words, facts: Facts) -> str:
    """A page of a history; where it is too long the oldest lines go, which the select below has still."""
    if facts.hidden and not facts.own:
        return profile.hidden(words, facts.user)
    if not facts.matches:
        return nothing(words, facts)
    parts = [Part(title(words, facts)), *(Part(history.line(words, one), 1) for one in facts.matches)]
    return limits.fitted([*parts, Part(f"-# {size(words, facts)}")], CONTENT)


def title(words: Words, facts: Facts) -> str:
    """Return the title, which names the player of these matches."""
    if facts.own:
        return words("**Your matches**, the newest first")
    return words("**Matches of {player}** on this server, the newest first", player=_name(words, facts))


def size(words: Words, facts: Facts) -> str:
    """Return the number of matches, and of this page."""
    count = words.plural("{n} match", "{n} matches", facts.total)
    if facts.pages == 1:
        return count
    page = words("Page {page} of {pages}", page=facts.page + 1, pages=facts.pages)
    return words.within("between notes", " · ").join((page, count))


def nothing(words: Words, facts: Facts) -> str:
    """Somebody who has not finished a match, as far as the asker may know."""
    if facts.own:
        play = commands.mention(words, "koikoi play")
        return words("You have not finished a match yet. {play} opens a table.", play=play)
    return words("{player} has not finished a match on this server yet.", player=f"<@{facts.user}>")


def _name(words: Words, facts: Facts) -> str:
    return somebody(words, facts.name)
