"""Words that the panels of a server and of a person share: their rows, and the time zone."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.wording import limits

CHOOSE = mark("Choose what you want to change")
EVERYTHING = mark("All settings")
"""The way back from one setting to all of them."""


def standing(words: Words, title: str, told: str) -> str:
    """A row's line: `- **Seasons:** monthly`."""
    return words("- **{setting}:** {value}", setting=title, value=told)


ZONE_TITLE = mark_within("setting", "Time zone")


def zone(words: Words, name: str, *, by_language: bool) -> str:
    """A time zone, and whether anybody has chosen it."""
    return words("{zone} (by language)", zone=name) if by_language else name


def zone_by_language(words: Words, name: str) -> tuple[str, str]:
    """The choice to choose none."""
    return words("By language"), name


ZONE_PLACEHOLDER = mark("Choose a time zone")
ZONE_OTHER = mark_within("button", "Another time zone …")
"""Button for a time zone that the select does not offer."""


def zone_form(words: Words) -> tuple[str, str, str]:
    """The form in which a time zone is named: title, label, example."""
    return words.within("setting", "Time zone"), words("City or region"), "Europe/Berlin"


def zone_unknown(words: Words, typed: str, *, found: bool) -> str:
    """Return the note on a text that is no time zone; `found`: the select offers those that it may mean."""
    name = limits.shortened(typed.replace("`", ""), limits.LABEL)
    if found:
        return words("Time zones for {name}: choose one.", name=f"`{name}`")
    return words(
        "There is no time zone {name}. Write one like {example}, or a city.",
        name=f"`{name}`",
        example="`Europe/Berlin`",
    )
