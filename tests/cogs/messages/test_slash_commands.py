"""Slash commands: a handler's parameters become the command's."""

from __future__ import annotations

from typing import Any, cast

import discord
import pytest
from discord import app_commands

from cogs.messages.answer import Answer, Answers
from cogs.messages.slash_commands import RULE_SET, SlashCommands
from engine.rules.rule_sets import RULE_SETS, RuleSetId

NOWHERE = cast("discord.Interaction[Any]", None)


async def solve(answer: Answer, rules: RuleSetId | None = None, number: int = 1) -> None:
    """A handler with parameters."""


def test_a_handlers_parameters_are_those_of_its_command() -> None:
    """The answer is none of them; a type of our own is what the table of parameters says."""
    tree = app_commands.CommandTree[Any](discord.Client(intents=discord.Intents.none()))
    command = SlashCommands(tree, cast("Answers", None)).add("koikoi problem", solve, {"rules": RULE_SET})
    rules, number = command.parameters
    assert (rules.name, rules.required, [each.value for each in rules.choices]) == (
        "rules",
        False,
        [*RULE_SETS],
    )
    assert (number.name, number.required, number.type) == (
        "number",
        False,
        discord.AppCommandOptionType.integer,
    )
    (group,) = tree.get_commands()
    assert isinstance(group, app_commands.Group) and group.commands == [command]


async def test_a_choice_is_what_its_value_names() -> None:
    """A value that no client offers is none."""
    assert await RULE_SET.transform(NOWHERE, "sannin") is RuleSetId.SANNIN
    with pytest.raises(KeyError):
        await RULE_SET.transform(NOWHERE, "chess")
