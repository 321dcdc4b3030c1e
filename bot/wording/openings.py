"""The texts around tables that open: for somebody who wants to be told, and for a role."""

from __future__ import annotations

from bot.i18n import Words, mark
from bot.wording import commands, limits, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from engine.rules.options import Rules

WATCH_BUTTON = mark("Tell me when a table opens")
UNWATCH_BUTTON = mark("Stop telling me")


def watching(words: Words, most: int) -> str:
    """Return the answer to a wish to be told, `most` times a day."""
    return words(
        "I will send you a direct message when a table opens on this server: at most {n} a day, "
        "and none in your quiet hours ({me}).",
        n=most,
        me=commands.mention(words, "koikoi me"),
    )


NO_MORE = mark("I will not tell you about this server's tables any more.")


def announcement(words: Words, server: str, rules: Rules, free: int, link: str) -> str:
    """Return the message to somebody alone that a table has opened."""
    return words(
        "A table of koi-koi is open on {server}: {rules}, {free}. {link}",
        server=people.server(words, server),
        rules=rule_words.called(words, rules),
        free=words.plural("{n} seat free", "{n} seats free", free),
        link=link,
    )


def to_role(words: Words, role: int, text: str) -> str:
    """A new table's text under a line that calls a role; its last lines go where it is too long."""
    call = words("{role}, a table is open.", role=f"<@&{role}>")
    lines = (Part(line, rank) for rank, line in enumerate(text.split("\n")))
    return limits.fitted([Part(call), *lines], CONTENT)


NO_ROLE = mark("No role")
"""The choice of none."""


def role(words: Words, chosen: int | str | None) -> str:
    """Return the role."""
    return words.say(NO_ROLE) if chosen is None else f"<@&{chosen}>"


def role_now(words: Words, chosen: int | None, *, gone: bool) -> str:
    """Return the role as it is now; `gone`: the one that was chosen was deleted."""
    return words("none (⚠ the chosen role was deleted)") if gone else role(words, chosen)
