"""The command that opens an arena, and what people press about it: choices, refusals, what managers do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.i18n import Message, Words, mark, mark_within
from bot.ids import ChannelId
from bot.times_of_day import shown_in
from bot.wording import commands, numbers

PAST = mark_within("button", "Past arenas")
NONE_YET = mark("No arena is over on this server yet.")
LENGTHS: Mapping[int, Message] = {
    30: mark_within("value of a parameter", "30 minutes"),
    60: mark_within("value of a parameter", "1 hour"),
    90: mark_within("value of a parameter", "1 hour 30 minutes"),
    120: mark_within("value of a parameter", "2 hours"),
}
"""The lengths of an arena, by its minutes."""
MATCH_LENGTHS: Mapping[int, Message] = {
    1: mark_within("value of a parameter", "1 month"),
    3: mark_within("value of a parameter", "3 months"),
}
"""The lengths of its matches, by their months."""
REPEATS: Mapping[str, Message] = {
    "once": mark_within("value of a parameter", "Once"),
    "weekly": mark_within("value of a parameter", "Every week at this time"),
}
NOW = mark_within("value of a parameter", "now")


def start_in(words: Words, minutes: int) -> str:
    """Write the choice to start in some minutes."""
    return words.within("value of a parameter", "in {n} minutes", n=minutes)


def no_time(words: Words) -> str:
    """Tell somebody that a start cannot be understood, with a time as their language writes it."""
    return words(
        "I do not understand when the arena begins. "
        "Write minutes, such as 15, or a time, such as 20:30 or 8:30 pm."
    )


def which_zone(words: Words, typed: str) -> str:
    """Ask in which time zone a time of day is meant."""
    return words(
        "In which time zone is {time}? Write it behind the time, such as {example}. "
        "Or choose yours in {me}: then I know it.",
        time=f"`{typed}`",
        example="`20:30 Europe/Berlin`",
        me=commands.mention(words, "koikoi me"),
    )


def in_zone(words: Words, meant: datetime) -> str:
    """Tell the time of day at which an arena begins, and of which zone that is."""
    return words("That is {time} ({zone}).", time=f"{meant:%H:%M}", zone=shown_in(meant)[1])


PREVIEW = mark("Only you see this. Everybody sees the arena once you open it.")


def clash(words: Words, when: datetime, channel: ChannelId) -> str:
    """Tell who opens an arena of another one that is to run at the same time, and what becomes of both."""
    return words(
        "Another arena is to run at that time: {when}, in {channel}. "
        "The later one begins when the other is over, or lapses half an hour after its start.",
        when=numbers.moment(when),
        channel=f"<#{channel}>",
    )


def begins_soon(words: Words, when: datetime, link: str) -> str:
    """Remind somebody alone of an arena that they have joined."""
    return words("The arena begins at {time}: {link}", time=numbers.time_of_day(when), link=link)


IN_CHANNELS = mark("An arena is opened in a text channel, and its tables are threads of it.")
MANAGERS_ALONE = mark("Only the host and members who may manage this server can do that.")
