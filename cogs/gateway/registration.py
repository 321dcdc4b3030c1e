"""The bot's commands as Discord has them: asked for at every start, told again only where they differ.

What Discord has is the one truth: nothing is noted between two starts. So it does not matter whether another
process, a former version or somebody by hand has told Discord other commands, or whether this is another
application. The process that was started last is obeyed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from discord.app_commands import AppCommand, CommandTree
from discord.http import Route

from bot.i18n import Languages
from cogs.platform import command_text

log = structlog.stdlib.get_logger(__name__)

Told = Mapping[str, Any]
"""A command, an option or a choice, in the form in which it is told to Discord and given back."""
UNORDERED = {"contexts", "integration_types", "channel_types"}
"""Lists whose order means nothing."""
COMPARED = {
    *("type", "name", "name_localizations", "description", "description_localizations"),
    *("default_member_permissions", "nsfw", "contexts", "integration_types"),
    *("options", "required", "choices", "value", "autocomplete"),
    *("min_value", "max_value", "min_length", "max_length", "channel_types"),
}
"""The compared fields of a command; the rest is Discord's own (`id`, `version`), or follows from it."""


class Registration:
    """Our commands at Discord: which there are, and the way to change them."""

    def __init__(self, tree: CommandTree[Any], languages: Languages) -> None:
        self._tree = tree
        self._languages = languages

    async def fetch(self) -> Sequence[Told]:
        """Our commands as Discord has them, which texts mention from now on. Raises what Discord says."""
        client = self._tree.client
        route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
        # The library's own way to ask leaves the translations out.
        there: list[Any] = await client.http.request(route, params={"with_localizations": "true"})
        state = client._connection
        self._languages.register(command_text.ids(AppCommand(data=each, state=state) for each in there))
        return there

    async def sync(self, there: Sequence[Told]) -> bool:
        """Tell Discord our commands, unless they are what is `there`; whether that was done.

        Raises what Discord says.
        """
        wanted = await self.wanted()
        if not differing(wanted, there):
            return False
        client = self._tree.client
        assert client.application_id is not None
        # The library's own way to tell them would translate them all again.
        sent = await client.http.bulk_upsert_global_commands(client.application_id, payload=wanted)
        state = client._connection
        self._languages.register(command_text.ids(AppCommand(data=each, state=state) for each in sent))
        log.info("commands synced", commands=len(sent))
        return True

    async def wanted(self) -> list[Any]:
        """Our commands as they would be told, translations included."""
        translator = self._tree.translator
        assert translator is not None
        tree = self._tree
        return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]


def differing(wanted: Sequence[Told], there: Sequence[Told]) -> list[str]:
    """Return the names of the commands that Discord has in another form, lacks, or has too many.

    Their order means nothing.
    """
    ours, theirs = _by_name(wanted), _by_name(there)
    return sorted(key[1] for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))


def _by_name(commands: Sequence[Told]) -> dict[tuple[Any, Any], dict[str, Any]]:
    return {(each["type"], each["name"]): _plain(each) for each in commands}


def _plain(told: Told) -> dict[str, Any]:
    """Return the compared part of a command.

    What is left out, None, False or empty is the same to Discord.
    """
    found = {name: _value(name, value) for name, value in told.items() if name in COMPARED}
    return {name: value for name, value in found.items() if value not in (None, {}, [], "")}


def _value(name: str, value: Any) -> Any:
    if value is False:
        return None
    if name == "default_member_permissions" and value is not None:
        return str(value)  # a number is told, a text comes back
    if name in UNORDERED and value is not None:
        return sorted(value)
    if name in {"options", "choices"}:
        return [_plain(each) for each in value or ()]
    return value
