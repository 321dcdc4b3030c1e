"""Application commands: names, options, sizes (reference, "Application Commands")."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.checks.options import SUBCOMMAND, SUBCOMMAND_GROUP, read_localizations, read_value_fields
from bot.sandbox.common import stand_ins
from bot.sandbox.common.types import CommandType, JsonObject

MAX_SIZE: Final = 8000
_ALLOWED_SIGNS: Final = "-_'"


def is_command_name(name: str) -> bool:
    r"""`^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, in lower case where the script has cases."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(map(_is_name_letter, name))


def _is_name_letter(letter: str) -> bool:
    if letter in _ALLOWED_SIGNS or unicodedata.category(letter)[0] in "LN":
        return True
    return "\u0900" <= letter <= "\u097f" or "\u0e00" <= letter <= "\u0e7f"


def read_command(node: Node) -> JsonObject:
    """One command as Discord answers it, without its ids."""
    kind = CommandType(node.choice("type", (1, 2, 3)) or CommandType.SLASH)
    slash = kind is CommandType.SLASH
    body: JsonObject = {"type": int(kind), "name": _read_name(node, slash=slash)}
    body["name_localizations"] = read_localizations(
        node, "name_localizations", 32, is_command_name if slash else lambda _: True
    )
    body["description"] = _read_description(node, slash=slash)
    body["description_localizations"] = read_localizations(node, "description_localizations", 100)
    body["default_member_permissions"] = _read_permissions(node)
    body["dm_permission"] = node.boolean("dm_permission", default=True)
    body["contexts"] = node.numbers("contexts", (0, 1, 2)) if node.given("contexts") else None
    body["integration_types"] = node.numbers("integration_types", (0, 1)) or [0]
    body["nsfw"] = node.boolean("nsfw")
    if not slash and node.data.get("options"):
        node.fail(
            "options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Only chat input commands have options"
        )
    options = read_options(node, level=0) if slash else []
    if options:
        body["options"] = options
    if _size(body) > MAX_SIZE:
        node.fail(
            None, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_SIZE} characters)"
        )
    return body


def _read_name(node: Node, *, slash: bool) -> str:
    name = node.string("name", 32, low=1, required=True) or ""
    if slash and name and not is_command_name(name):
        node.fail("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _read_description(node: Node, *, slash: bool) -> str:
    if slash:
        return node.string("description", 100, low=1, required=True) or ""
    if node.data.get("description"):
        node.fail("description", "BASE_TYPE_MAX_LENGTH", "Must be 0 or fewer in length.")
    return ""


def _read_permissions(node: Node) -> str | None:
    value = node.data.get("default_member_permissions")
    if value is None:
        return None
    if not str(value).isdecimal():
        node.fail("default_member_permissions", "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    return str(value)


def read_options(node: Node, *, level: int) -> list[JsonObject]:
    """The options at one level: 0 of the command, 1 of a group, 2 of a subcommand."""
    options = [_read_option(child, level) for child in node.nodes("options", 25)]
    names = [option["name"] for option in options]
    for index, name in enumerate(names):
        if name in names[:index]:
            node.errors.add(
                (*node.path, "options", index, "name"),
                stand_ins.SAME_OPTION,
                "Option names must be unique",
            )
    nested = {option["type"] in (SUBCOMMAND, SUBCOMMAND_GROUP) for option in options}
    if len(nested) > 1:
        node.fail(
            "options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    _check_order(node, options)
    return options


def _check_order(node: Node, options: list[JsonObject]) -> None:
    optional_seen = False
    for index, option in enumerate(options):
        if option.get("required") and optional_seen:
            node.errors.add(
                (*node.path, "options", index),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")


def _read_option(node: Node, level: int) -> JsonObject:
    allowed = {0: range(1, 12), 1: (SUBCOMMAND,), 2: range(3, 12)}[level]
    kind = node.choice("type", allowed, required=True) or 0
    body: JsonObject = {
        "type": kind,
        "name": _read_name(node, slash=True),
        "name_localizations": read_localizations(node, "name_localizations", 32, is_command_name),
        "description": _read_description(node, slash=True),
        "description_localizations": read_localizations(node, "description_localizations", 100),
    }
    if kind in (SUBCOMMAND, SUBCOMMAND_GROUP):
        inner = read_options(node, level=1 if kind == SUBCOMMAND_GROUP else 2)
        if inner:
            body["options"] = inner
        return body
    body["required"] = node.boolean("required")
    return body | read_value_fields(node, kind)


def _longest(body: JsonObject, key: str) -> int:
    localized = (body.get(f"{key}_localizations") or {}).values()
    texts: list[Any] = [body.get(key) or "", *localized]
    return max(len(text) for text in texts if isinstance(text, str))


def _size(body: JsonObject) -> int:
    """Characters that count: names, descriptions and choice values, each in its longest language."""
    total = _longest(body, "name") + _longest(body, "description")
    for choice in body.get("choices", []):
        value = choice["value"]
        total += _longest(choice, "name") + (len(value) if isinstance(value, str) else 0)
    return total + sum(_size(option) for option in body.get("options", []))
