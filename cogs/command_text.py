"""Names and descriptions of commands and their parameters, as discord.py is told them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.wording.commands import COMMANDS, PARAMETERS
from engine.rules.rule_sets import RULE_SETS

RULES = [
    Choice(name=locale_str(each.value.capitalize(), rule_set=each), value=each.value) for each in RULE_SETS
]
"""The rule sets, for a parameter of a command."""


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
