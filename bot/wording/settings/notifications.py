"""The choices of notifications: rows of people's panel."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import Pings, QuietHours

CHOICES: Mapping[Pings, tuple[Message, Message]] = {
    Pings.SMART: (
        mark_within("notifications", "Smart"),
        mark("A mention at your turn, unless you pressed something in that match in the last minute"),
    ),
    Pings.ALWAYS: (mark_within("notifications", "Always"), mark("A mention at every turn of yours")),
    Pings.NEVER: (mark_within("notifications", "Never"), mark("No message mentions you")),
    Pings.DM: (
        mark_within("notifications", "Direct message"),
        mark("Like Smart, but as a direct message with a link to the table"),
    ),
}
"""The names of the choices, and their meanings."""


def choice(words: Words, pings: Pings) -> tuple[str, str]:
    """A choice: its name, and what it means."""
    name, told = CHOICES[pings]
    return words.say(name), words.say(told)


TITLE = mark_within("setting", "Notifications")
ABOUT = mark("Whether the bot mentions you when a match waits for you.")


def standing(words: Words, pings: Pings) -> str:
    """Return somebody's choice of calls."""
    return choice(words, pings)[0]


PLACEHOLDER = mark("Choose when the bot mentions you")
QUIET_TITLE = mark_within("setting", "Quiet hours")
QUIET_ABOUT = mark("The bot does not notify you in these hours. They follow your time zone.")


def quiet(words: Words, hours: QuietHours | None, zone: str) -> str:
    """Return the hours in which somebody is not called, and their time zone."""
    if hours is None:
        return words.say(NO_QUIET_BUTTON)
    return words("{start} to {end} ({zone})", start=of_day(hours.start), end=of_day(hours.end), zone=zone)


def quiet_from(words: Words, minutes: int) -> str:
    """A beginning that may be chosen."""
    return words("From {time}", time=of_day(minutes))


def quiet_to(words: Words, minutes: int) -> str:
    """An end that may be chosen."""
    return words("Until {time}", time=of_day(minutes))


QUIET_FROM_PLACEHOLDER = mark("Choose when your quiet hours begin")
QUIET_TO_PLACEHOLDER = mark("Choose when your quiet hours end")
NO_QUIET_BUTTON = mark_within("button", "No quiet hours")


def of_day(minutes: int) -> str:
    """A time of the day, as 22:00."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
