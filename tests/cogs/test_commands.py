"""The commands as Discord is told about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.storage import Store
from bot.wording.commands import COMMANDS, CONTEXT_MENUS, PARAMETERS
from cogs.gateway.client import Client
from cogs.platform.places import ON_SERVERS

MOST_COMMANDS = 13
"""The most lines that somebody who types `/koikoi` has to read."""
TYPED = 1
"""The type of commands that are typed; the others are entries of menus."""


@pytest.fixture
async def payload(tmp_path: Path) -> list[dict[str, Any]]:
    """Return the data to send: every command in every language."""
    store = await Store.open(tmp_path / "koikoi.db")
    client = Client(Settings.model_validate({"data": tmp_path}), store)
    await client.add_cogs()
    translator = client.tree.translator
    assert translator is not None
    told = [await each.get_translated_payload(client.tree, translator) for each in client.tree.get_commands()]
    await store.close()
    return told


def options(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Commands, their subcommands and parameters."""
    for each in commands:
        yield each
        yield from options(each.get("options", []))


async def test_there_is_one_group_for_every_place(payload: list[dict[str, Any]]) -> None:
    """Everything that is typed is under `/koikoi`, on servers and off; the bot says where it plays."""
    (group,) = [each for each in payload if each["type"] == TYPED]
    assert group["name"] == "koikoi"
    assert group["contexts"] == [0, 1, 2]
    assert group["integration_types"] == [0, 1]
    assert {f"koikoi {each['name']}" for each in group["options"]} >= ON_SERVERS
    assert len(group["options"]) <= MOST_COMMANDS


async def test_every_command_that_has_a_name_is_told_to_discord(payload: list[dict[str, Any]]) -> None:
    """The table of names has the commands, parameters and menu entries that there are, and no other."""
    (group,) = [each for each in payload if each["type"] == TYPED]
    assert set(COMMANDS) == {"koikoi", *(f"koikoi {each['name']}" for each in group["options"])}
    parameters = {each["name"] for command in group["options"] for each in command.get("options", [])}
    assert {each.name for each in PARAMETERS.values()} == parameters
    assert set(CONTEXT_MENUS.values()) == {each["name"] for each in payload if each["type"] != TYPED}


async def test_names_and_descriptions_are_discords_size_in_every_language(
    payload: list[dict[str, Any]],
) -> None:
    """Names are 1-32 characters without capitals or spaces, descriptions 1-100, in every language."""
    for each in options([each for each in payload if each["type"] == TYPED]):
        for name in (each["name"], *each["name_localizations"].values()):
            assert re.fullmatch(r"[-_'\w]{1,32}", name)
            assert name == name.lower()
        for text in (each["description"], *each["description_localizations"].values()):
            assert 1 <= len(text) <= 100
        assert {"ja", "ko", "en-GB", "en-US"} <= set(each["description_localizations"])


async def test_the_choices_are_named_in_every_language(payload: list[dict[str, Any]]) -> None:
    """All of them have names of 1-100 characters; the Japanese ones differ from the English ones."""
    parameters = {each["name"]: each for each in options(payload)}
    for name in ("rules", "cpu", "period", "measure", "scope", "show"):
        for choice in parameters[name]["choices"]:
            localised = choice["name_localizations"]
            assert all(1 <= len(text) <= 100 for text in localised.values())
            assert localised["ja"] != localised["en-GB"]
    for choice in parameters["rules"]["choices"]:
        for text in (choice["name"], *choice["name_localizations"].values()):
            assert re.search(r"[:：](?: )?[23](?: players|人|인)", text), "it says how many play, and by what"
    problem = {each["name"]: each for each in options(payload) if each["name"] == "problem"}["problem"]
    (sets,) = (each["choices"] for each in problem["options"] if each["name"] == "rules")
    assert [each["value"] for each in sets] == [
        "league",
        "classic",
        "ishokai",
        "sannin",
    ]
