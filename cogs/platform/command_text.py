"""Names and descriptions of commands and their parameters: as declared, and in the catalogues' languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import AppCommand, AppCommandGroup, locale_str
from discord.app_commands import TranslationContextLocation as Where

from bot.i18n import Languages, Words, base
from bot.wording import commands, people
from bot.wording.commands import COMMANDS, PARAMETERS


def name(path: str) -> locale_str:
    """The name of the command with this path: `koikoi play`."""
    return locale_str(COMMANDS[path].name)


def description(path: str) -> locale_str:
    """The description of the command with this path."""
    return locale_str(COMMANDS[path].description)


def described(*names: str) -> Callable[[Any], Any]:
    """Decorates a command: its parameters with these names have the descriptions of `PARAMETERS`."""
    return app_commands.describe(**{each: locale_str(PARAMETERS[each].description) for each in names})


def renamed(*names: str) -> Callable[[Any], Any]:
    """Decorates a command: its parameters with these names are called as `PARAMETERS` says."""
    return app_commands.rename(**{each: locale_str(PARAMETERS[each].name) for each in names})


def ids(registered: Iterable[AppCommand]) -> dict[str, int]:
    """Discord's ids by the unlocalised paths of commands and subcommands, as mentions need them."""
    found = dict[str, int]()
    for command in registered:
        found[command.name] = command.id
        nested = (each for each in command.options if isinstance(each, AppCommandGroup))
        found.update({f"{command.name} {each.name}": command.id for each in nested})
    return found


_NAMES = {Where.command_name, Where.group_name, Where.parameter_name}
_DESCRIPTIONS = {Where.command_description, Where.group_description, Where.parameter_description}


class Translator(app_commands.Translator):
    """Translates what the commands were declared with; what it leaves alone stays English."""

    def __init__(self, languages: Languages) -> None:
        picked = {locale: languages.pick(locale.value) for locale in Locale}
        self._words = {
            locale: words for locale, words in picked.items() if base(words.locale) == base(locale.value)
        }
        """By the languages that Discord has; those without a catalogue are left out."""

    def speaks(self, locale: Locale) -> bool:
        """Whether there is a catalogue for this language of Discord's."""
        return locale in self._words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """The text in a language that there is a catalogue for; None in any other."""
        words = self._words.get(locale)
        if words is None:
            return None
        if context.location is Where.choice_name:
            return _choice(words, string.extras)
        if context.location in _DESCRIPTIONS:
            return commands.description(words, string.message)
        if context.location in _NAMES and isinstance(context.data, app_commands.ContextMenu):
            return commands.menu_name(words, string.message)
        return commands.command_name(words, string.message)


def _choice(words: Words, about: Mapping[str, Any]) -> str | None:
    """A choice by what it was declared with: a message, or a level of CPU players."""
    match about:
        case {"said": said}:
            return words.say(said)
        case {"level": level}:
            return people.level_choice(words, level)
    return None
