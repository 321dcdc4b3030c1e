"""Names and descriptions of the commands, in English here and in the catalogues for every other language.

Discord wants names of commands and parameters without capitals and spaces, at most 32 characters long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.i18n import Message, Words, mark, mark_within

NAME = "name of a command"
MENU = "name of a menu entry"


@dataclass(frozen=True, slots=True)
class CommandText:
    """A command's or parameter's name and description, in English."""

    name: str
    description: str


def _text(name: Message, description: Message) -> CommandText:
    return CommandText(name.text, description.text)


COMMANDS: Mapping[str, CommandText] = {
    "koikoi": _text(mark_within("name of a command", "koikoi"), mark("Play koi-koi with hanafuda cards")),
    "koikoi play": _text(mark_within("name of a command", "play"), mark("Open a table in this channel")),
    "koikoi resign": _text(
        mark_within("name of a command", "resign"), mark("Give my match up, or end it without a result")
    ),
    "koikoi yaku": _text(
        mark_within("name of a command", "yaku"), mark("All yaku, and how close I am to each this month")
    ),
    "koikoi games": _text(
        mark_within("name of a command", "games"), mark("My hand, my table, and all my matches")
    ),
    "koikoi daily": _text(
        mark_within("name of a command", "daily"), mark("The deal of the day: the same cards for everybody")
    ),
    "koikoi arena": _text(
        mark_within("name of a command", "arena"), mark("An evening of matches for everybody in this channel")
    ),
    "koikoi leaderboard": _text(
        mark_within("name of a command", "leaderboard"), mark("Show the best players")
    ),
    "koikoi profile": _text(mark_within("name of a command", "profile"), mark("Show a player's record")),
    "koikoi replay": _text(
        mark_within("name of a command", "replay"),
        mark("Finished matches, step by step; yours if you name nobody"),
    ),
    "koikoi settings": _text(mark_within("name of a command", "settings"), mark("Settings of this server")),
    "koikoi me": _text(
        mark_within("name of a command", "me"), mark("My settings, and what is stored about me")
    ),
    "koikoi problem": _text(
        mark_within("name of a command", "problem"), mark("A position to decide: which move is best?")
    ),
    "koikoi help": _text(
        mark_within("name of a command", "help"), mark("How koi-koi is played here, and a tutorial")
    ),
}
"""Commands that Discord is told about (a test compares), by their unlocalised path."""

PARAMETERS: Mapping[str, CommandText] = {
    "rules": _text(mark_within("name of a command", "rules"), mark("The rule set")),
    "opponent": _text(mark_within("name of a command", "opponent"), mark("The player you invite")),
    "opponent2": _text(mark_within("name of a command", "opponent2"), mark("The third player (sannin)")),
    "months": _text(mark_within("name of a command", "months"), mark("How many months are played")),
    "cpu": _text(
        mark_within("name of a command", "cpu"), mark("Let CPU players take the free seats at once")
    ),
    "start": _text(
        mark_within("name of a command", "start"),
        mark("In how many minutes, or at what time; now if empty"),
    ),
    "minutes": _text(mark_within("name of a command", "minutes"), mark("How long the arena lasts")),
    "repeat": _text(mark_within("name of a command", "repeat"), mark("Once, or every week at the same time")),
    "clock": _text(mark_within("name of a command", "clock"), mark("How much time a turn has")),
    "options": _text(mark_within("name of a command", "options"), mark("House rules, such as Oya-ken: 4")),
    "user": _text(mark_within("name of a command", "user"), mark("The player; you if left out")),
    "match": _text(
        mark_within("name of a command", "match"), mark("Which match: choose one, or write its number")
    ),
    "number": _text(
        mark_within("name of a command", "number"), mark("Which problem; the next one if left out")
    ),
    "mine": _text(mark_within("name of a command", "mine"), mark("A decision of my own matches instead")),
    "period": _text(mark_within("name of a command", "period"), mark("The time that counts")),
    "measure": _text(mark_within("name of a command", "measure"), mark("What players are ranked by")),
    "scope": _text(mark_within("name of a command", "scope"), mark("This server or all servers")),
    "show": _text(mark_within("name of a command", "show"), mark("Who sees it; only you if left out")),
}
"""Parameters by their unlocalised name."""

CONTEXT_MENUS: Mapping[str, str] = {
    "profile": mark_within("name of a menu entry", "Koi-Koi profile").text,
    "challenge": mark_within("name of a menu entry", "Challenge to Koi-Koi").text,
}

_NAMES = {text.name: Message(text.name, NAME) for text in (*COMMANDS.values(), *PARAMETERS.values())}
_DESCRIPTIONS = {
    text.description: Message(text.description) for text in (*COMMANDS.values(), *PARAMETERS.values())
}
_MENUS = {name: Message(name, MENU) for name in CONTEXT_MENUS.values()}


def command_name(words: Words, english: str) -> str:
    """The name of a command or parameter; a name that is not ours stays as it is."""
    return words.say(_NAMES[english]) if english in _NAMES else english


def written(words: Words, path: str) -> str:
    """A command as somebody types it: `/koikoi play`, `/koikoi 対局`; for pictures and their descriptions."""
    return "/" + " ".join(command_name(words, name) for name in path.split())


def mention(words: Words, path: str) -> str:
    """A command in a message, which Discord's clients put into the message box when it is pressed.

    The mention has the unlocalised names: those they show, in every language, and others lead nowhere. Where
    Discord's id of the command is not known, it is written.
    """
    number = words.commands.get(path)
    return written(words, path) if number is None else f"</{path}:{number}>"


def description(words: Words, english: str) -> str:
    """The description of a command or parameter; one that is not ours stays as it is."""
    return words.say(_DESCRIPTIONS[english]) if english in _DESCRIPTIONS else english


def menu_name(words: Words, english: str) -> str:
    """The name of an entry of a context menu."""
    return words.say(_MENUS[english]) if english in _MENUS else english
