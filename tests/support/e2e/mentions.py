"""Languages that mention commands as a bot does to which the sandbox has given their ids."""

from __future__ import annotations

from bot.i18n import Languages, Words
from bot.sandbox.server import Server

SUBCOMMAND = 1


def mentioning(server: Server, locale: str = "en") -> Words:
    """A language with the ids of the commands that are registered there."""
    languages, found = Languages.load(), dict[str, int]()
    for command in server.world.commands.values():
        found[command.name] = int(command.id)
        nested = (each for each in command.data.get("options", ()) if each["type"] == SUBCOMMAND)
        found.update({f"{command.name} {each['name']}": int(command.id) for each in nested})
    languages.register(found)
    return languages.pick(locale)
