"""The options that a user fills in, checked as the real client checks them."""

from __future__ import annotations

from typing import Any

from bot.sandbox.checks import options as kinds
from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.client.resolved import Resolved
from bot.sandbox.common.errors import bad_request, out_of_range, unknown
from bot.sandbox.common.types import JsonObject
from bot.sandbox.world.model import Command


def find_leaf(command: Command, path: list[str]) -> tuple[list[JsonObject], list[JsonObject]]:
    """The nested subcommands of a path below the command, and the options of the last one."""
    steps: list[JsonObject] = []
    options: list[JsonObject] = command.data.get("options", [])
    for name in path:
        nested = (kinds.SUBCOMMAND, kinds.SUBCOMMAND_GROUP)
        found = next((item for item in options if item["name"] == name and item["type"] in nested), None)
        if found is None:
            raise unknown("command")
        steps.append(found)
        options = found.get("options", [])
    if any(item["type"] in (kinds.SUBCOMMAND, kinds.SUBCOMMAND_GROUP) for item in options):
        raise bad_request("a subcommand is missing")
    return steps, options


def nest(steps: list[JsonObject], values: list[JsonObject]) -> list[JsonObject]:
    """Values inside their subcommands, as the payload has them."""
    nested = values
    for step in reversed(steps):
        nested = [{"type": step["type"], "name": step["name"], "options": nested}]
    return nested


def check_values(options: list[JsonObject], given: JsonObject, resolved: Resolved) -> list[JsonObject]:
    """Every option that was filled in; refuses unknown, missing and impossible ones."""
    names = {option["name"] for option in options}
    extra = set(given) - names
    if extra:
        raise out_of_range(f"no option {sorted(extra)[0]!r}")
    values: list[JsonObject] = []
    for option in options:
        name = option["name"]
        if given.get(name) is None:
            if option.get("required"):
                raise out_of_range(f"option {name!r} is required")
            continue
        value = _check_value(option, given[name], resolved)
        values.append({"type": option["type"], "name": name, "value": value})
    return values


def partial_values(options: list[JsonObject], given: JsonObject, focused: str) -> list[JsonObject]:
    """Return the values that autocomplete sends: values as typed so far, one of them focused."""
    option = next((item for item in options if item["name"] == focused), None)
    if option is None or not option.get("autocomplete"):
        raise bad_request(f"option {focused!r} has no autocomplete")
    values: list[JsonObject] = []
    for item in options:
        name = item["name"]
        if name == focused:
            typed = str(given.get(name) or "")
            values.append({"type": item["type"], "name": name, "value": typed, "focused": True})
        elif given.get(name) is not None:
            values.append({"type": item["type"], "name": name, "value": given[name]})
    return values


def _check_value(option: JsonObject, value: Any, resolved: Resolved) -> Any:
    kind, name = option["type"], option["name"]
    choices = option.get("choices")
    if choices:
        if isinstance(value, bool) or value not in [choice["value"] for choice in choices]:
            raise out_of_range(f"{value!r} is no choice of {name!r}")
        return value
    if kind == kinds.STRING:
        return _check_text(option, value)
    if kind in (kinds.INTEGER, kinds.NUMBER):
        return _check_number(option, value)
    if kind == kinds.BOOLEAN:
        if not isinstance(value, bool):
            raise out_of_range(f"{name!r} is true or false")
        return value
    if kind == kinds.ATTACHMENT:
        raise out_of_range("files cannot be given here")
    number = parse_snowflake(value)
    if number is None:
        raise out_of_range(f"{name!r} needs an id")
    resolved.add(kind, number)
    return str(number)


def _check_text(option: JsonObject, value: Any) -> str:
    if not isinstance(value, str):
        raise out_of_range(f"{option['name']!r} is a text")
    if not option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000) or not value:
        raise out_of_range(f"{option['name']!r} has a wrong length")
    return value


def _check_number(option: JsonObject, value: Any) -> int | float:
    whole = option["type"] == kinds.INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise out_of_range(f"{option['name']!r} is a number")
    low, high = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
    if not low <= value <= high:
        raise out_of_range(f"{option['name']!r} is not between {low} and {high}")
    return int(value) if whole else value
