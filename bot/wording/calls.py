"""The messages that call somebody, in a channel or to them alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.i18n import Words
from bot.ids import UserId
from bot.match.vocabulary import Place, SealingLine
from bot.wording import commands, limits, numbers
from bot.wording.limits import CONTENT, Part


def link(place: Place, message: int | None, *, home: bool = False) -> str:
    """The address of a message in Discord; of its channel where there is no such message.

    `home`: it stands in the channel of which the match's thread is one.
    """
    server = "@me" if place.guild is None else place.guild
    address = f"https://discord.com/channels/{server}/{place.home if home else place.channel}"
    return address if message is None else f"{address}/{message}"


def link_to_line(place: Place, line: SealingLine) -> str:
    """The address of a sealing line; it stays where the table was opened, wherever that was brought later."""
    return link(replace(place, channel=line.channel), line.message)


def to_turn(words: Words, user: UserId, text: str) -> str:
    """A table's text under a line that calls the player to move; its last lines go where it is too long."""
    call = words("{player}, it is your turn.", player=_mention(user))
    lines = (Part(line, rank) for rank, line in enumerate(text.split("\n")))
    return limits.fitted([Part(call), *lines], CONTENT)


def to_invitation(words: Words, link: str) -> str:
    """Return the message to somebody alone for whom a table waits."""
    return words("You are invited to a table of koi-koi: {link}", link=link)


def to_start(words: Words, link: str) -> str:
    """Return the message to a host alone that the seats are taken."""
    return words("All seats of your table are taken. You may start: {link}", link=link)


def to_turn_alone(words: Words, link: str) -> str:
    """Return the message to somebody alone whose turn it is."""
    return words("It is your turn at koi-koi: {link}", link=link)


def to_resume(words: Words, link: str) -> str:
    """Return the message to somebody alone for whom a match that rests waits."""
    return words("Your opponent would like to play on at koi-koi: {link}", link=link)


def half_time(words: Words, user: UserId, due_at: datetime) -> str:
    """Return the reminder for a user, half of whose time has passed; all of it is over at `due_at`."""
    when = numbers.countdown(due_at)
    return words("{player}, it is your turn. Your time runs out {when}.", player=_mention(user), when=when)


def half_time_alone(words: Words, until: datetime, link: str) -> str:
    """Return the reminder for the player to move, alone; `until`: when all of their time will have gone."""
    return words(
        "Koi-koi: half of your time for this turn has passed. It runs out {when}: {link}",
        when=numbers.countdown(until),
        link=link,
    )


def gone(words: Words) -> str:
    """Return the way for players to go on whose match has no channel any more."""
    return words(
        (
            "The channel of your koi-koi match was deleted. In another channel of its server, {games} "
            "and My table bring it back."
        ),
        games=commands.mention(words, "koikoi games"),
    )


def _mention(user: UserId) -> str:
    return f"<@{user}>"
