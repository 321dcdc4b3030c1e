"""The words of the list of one's own matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.i18n import Message, Words, mark_within
from bot.wording import commands, numbers, people

STANDINGS: Mapping[str, Message] = {
    "TURN": mark_within("how a match stands", "**Your turn**"),
    "INVITED": mark_within("how a match stands", "**You are invited**"),
    "STARTS": mark_within("how a match stands", "**You can start it**"),
    "OTHERS": mark_within("how a match stands", "Waits for others"),
    "LOBBY": mark_within("how a match stands", "Waits for players"),
    "ASIDE": mark_within("how a match stands", "Paused"),
}
"""By the name of a standing: those in bold wait for their reader."""


def title(words: Words, number: int, waiting: int) -> str:
    """Above the list; `waiting` of them wait for their reader."""
    count = words.plural("{n} match or table", "{n} matches and tables", number)
    if not waiting:
        return words("**My matches**: {count}, none waits for you", count=count)
    return words("**My matches**: {count}, {waiting} waiting for you", count=count, waiting=waiting)


def none(words: Words) -> str:
    """Return the text for a reader without a match."""
    play = commands.mention(words, "koikoi play")
    return words("You have no match and no open table on any server. {play} opens one.", play=play)


def place(words: Words, link: str, server: str | None, channel: str | None) -> str:
    """Return the place of a match, as a link unless that is empty.

    `server` is empty in direct messages, None where it is not known.
    """
    if server is None:
        said = words("on a server")
    elif not server:
        said = words("in direct messages")
    else:
        said = people.server(words, server)
        if channel is not None and (called := people.cleaned(channel)):
            said += people.escaped(f" #{called}")
    return f"· [{said}]({link})" if link else f"· {said}"


def against(words: Words, others: str) -> str:
    """The other players."""
    return words("with {others}", others=others)


def moved(words: Words, at: datetime, *, lobby: bool) -> str:
    """When something happened last, as Discord shows it to each reader."""
    when = numbers.countdown(at)
    return words("opened {when}", when=when) if lobby else words("last move {when}", when=when)


def beside(words: Words, told: Iterable[str]) -> str:
    """Return a match in one line."""
    return words.within("between what is told of a match", " · ").join(told)


def page(words: Words, number: int, of: int) -> str:
    """Below the list, where there are several pages."""
    return words("-# Page {n} of {pages}", n=number, pages=of)
