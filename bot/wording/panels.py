"""Panels of settings: what their rows are called, what they decide, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import Deck
from bot.records.periods import SeasonKind
from bot.service.servers import Server
from bot.wording import limits, notes, numbers, rules
from engine.errors import OptionError
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId

SEASONS: Mapping[SeasonKind, tuple[Message, Message]] = {
    SeasonKind.MONTHLY: (
        mark_within("season", "Monthly"),
        mark("A new season begins on the first of each month"),
    ),
    SeasonKind.QUARTERLY: (
        mark_within("season", "Quarterly"),
        mark("A new season begins in January, April, July and October"),
    ),
    SeasonKind.OFF: (mark_within("season", "Off"), mark("There are no seasons")),
}
"""The names of the kinds of season, and their meanings."""


CHOOSE = mark("Choose what you want to change")
EVERYTHING = mark("All settings")
"""The way back from one setting to all of them."""


def standing(words: Words, title: str, told: str) -> str:
    """A row's line: `- **Seasons:** monthly`."""
    return words("- **{setting}:** {value}", setting=title, value=told)


def date(moment: datetime) -> str:
    """A day as Discord shows it to each reader."""
    return f"<t:{round(moment.timestamp())}:D>"


SERVER_TITLE = mark("Settings of this server")


def may_not_manage(words: Words) -> str:
    """To somebody who lacks the permission."""
    permission = words.say(notes.PERMISSIONS["manage_guild"])
    return words("Only members with the permission {permission} may do this.", permission=f"*{permission}*")


SEASON_TITLE = mark_within("setting", "Seasons")
SEASON_ABOUT = mark("A change takes effect when the current season ends, or at once if there is none.")


def season_kind(words: Words, kind: SeasonKind) -> tuple[str, str]:
    """A kind of season: its name, and what it is."""
    name, told = SEASONS[kind]
    return words.say(name), words.say(told)


def season(words: Words, server: Server) -> str:
    """Which seasons there are, and until when the running one goes on."""
    kind = words.say(SEASONS[server.row.season][0])
    if server.ends_at is None:
        return kind
    ends = date(server.ends_at)
    if server.row.season is server.running:
        return words("{kind}; the current season ends on {date}", kind=kind, date=ends)
    return words("{kind} from {date}; the current season runs until then", kind=kind, date=ends)


ZONE_TITLE = mark_within("setting", "Time zone")
SERVER_ZONE_ABOUT = mark("When days, months and seasons begin in this server's lists.")


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


SHARES_TITLE = mark_within("setting", "Lists of all servers")
SHARES_ABOUT = mark("Whether this server's results count in the lists of all servers.")


def shares(words: Words, *, on: bool) -> str:
    """Whether a server's results are in them."""
    if on:
        return words("counted there")
    return words("not counted there")


def shares_button(words: Words, *, on: bool) -> str:
    """To begin, or to end it."""
    if on:
        return words.within("button", "Share results")
    return words.within("button", "Stop sharing")


DEFAULTS_TITLE = mark_within("setting", "Default rules")
DEFAULTS_ABOUT = mark(
    "The options that new tables begin with. Set them in an open table: Rules, then Server default."
)


def defaults(words: Words, marked: Mapping[RuleSetId, Mapping[str, Any]]) -> str:
    """The options that are marked, by rule set."""
    if not marked:
        return words("the rule sets' own")
    told = (
        words(
            "{rules} ({options})", rules=rules.name(words, rule_set), options=options_of(words, rule_set, one)
        )
        for rule_set, one in marked.items()
    )
    return numbers.listing(words, told)


def options_of(words: Words, rule_set: RuleSetId, options: Mapping[str, Any]) -> str:
    """Options as a list, their length first; those that this version does not offer are left out."""
    months = options.get("months")
    length = () if months is None else (words.plural("{n} month", "{n} months", int(months)),)
    return numbers.listing(words, (*length, *rules.changed(words, _rules(rule_set, options))))


def _rules(rule_set: RuleSetId, options: Mapping[str, Any]) -> Rules:
    try:
        return make_rules(rule_set, options)
    except OptionError:
        return make_rules(rule_set)


CLOCK_TITLE = mark_within("setting", "Clock")
CLOCK_ABOUT = mark("The time for a turn that new tables begin with. Their host may choose another clock.")


def clear_button(words: Words, rule_set: RuleSetId) -> str:
    """To go back to a rule set's own options."""
    return words.within("button", "Clear: {rules}", rules=rules.name(words, rule_set))


MARK_BUTTON = mark_within("button", "Server default")
"""Makes the options of an open table the server's default."""


def marked(words: Words, now: Rules) -> str:
    """After that."""
    name = rules.name(words, now.id)
    length = words.plural("{n} month", "{n} months", now.months)
    return words(
        "New tables of {rules} begin with: {options}",
        rules=name,
        options=numbers.listing(words, (length, *rules.changed(words, now))),
    )


OWN_TITLE = mark("My settings and data")
OWN_ZONE_ABOUT = mark(
    "Used for quiet hours and for times in your export. Dates in messages follow your device."
)
HIDDEN_TITLE = mark_within("setting", "Seen by others")
HIDDEN_ABOUT = mark("Whether others find you in lists, profiles, histories and replays.")


def hidden(words: Words, *, on: bool) -> str:
    """Whether somebody is hidden."""
    if on:
        return words("no: hidden in lists, profiles and histories, without a name in replays")
    return words("yes: shown in lists, profiles and histories")


def hidden_button(words: Words, *, on: bool) -> str:
    """To be hidden, or to be seen again."""
    if on:
        return words.within("button", "Hide me")
    return words.within("button", "Show me")


MARKS_TITLE = mark_within("setting", "Month numbers")
MARKS_ABOUT = mark("Whether the cards in your hand show the number of their month. Tables always show it.")


def marks(words: Words, *, on: bool) -> str:
    """Whether they wear it."""
    return words("shown") if on else words("hidden")


def marks_button(words: Words, *, on: bool) -> str:
    """With the numbers, or without."""
    return words.within("button", "Show numbers") if on else words.within("button", "Hide numbers")


DECK_TITLE = mark_within("setting", "Deck")
DECK_ABOUT = mark("The deck of your own hand. Tables and buttons keep the traditional one.")


def deck(words: Words, which: Deck) -> str:
    """Which deck it is."""
    if which is Deck.CLEAR:
        return words("clear: large shapes, with the month's number and the kind on each card")
    return words("traditional: drawn after the old cards")


def deck_button(words: Words, which: Deck) -> str:
    """To have a deck."""
    if which is Deck.CLEAR:
        return words.within("button", "Clear deck")
    return words.within("button", "Traditional deck")


EXPORT_BUTTON = mark_within("button", "Export my data")
DELETE_BUTTON = mark_within("button", "Delete my data …")
"""Asks before it deletes anything."""

PRIVACY_BUTTON = mark_within("button", "Privacy")
CONFIRM_BUTTON = mark_within("button", "Yes, delete everything")
EXPORTED = mark("This file holds everything that is stored about you. Only you can see it.")
"""Beside the file."""


def delete_question(words: Words, playing: int, lobbies: int) -> str:
    """Before a deletion: what happens, also to matches that go on."""
    parts = [
        words("**Delete everything that is stored about you?**"),
        words(
            "Your Discord id, name, settings, ratings and places in lists are deleted at once. Your "
            "opponents keep your matches, as played against somebody unknown. This cannot be undone. "
            "If you play again, you start anew."
        ),
    ]
    if playing:
        parts.append(
            words.plural(
                "⚠ You are playing {n} match: you resign in it.",
                "⚠ You are playing {n} matches: you resign in all of them.",
                playing,
            )
        )
    if lobbies:
        parts.append(
            words.plural(
                "You leave {n} table that has not begun.",
                "You leave {n} tables that have not begun.",
                lobbies,
            )
        )
    return "\n".join(parts)


DELETED = mark(
    "Everything that was stored about you is deleted. Messages that the bot wrote in "
    "channels stay there until somebody deletes them."
)
