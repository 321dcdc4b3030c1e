"""The checks of options and choices of commands, and texts in several languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import FieldErrors
from bot.sandbox.common.types import KNOWN_CHANNEL_TYPES, LOCALES, JsonObject

SUBCOMMAND: Final = 1
SUBCOMMAND_GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8
MENTIONABLE: Final = 9
NUMBER: Final = 10
ATTACHMENT: Final = 11
_CHOOSABLE: Final = frozenset({STRING, INTEGER, NUMBER})
_SAFE: Final = 2**53


def read_value_fields(node: Node, kind: int) -> JsonObject:
    """The fields of an option that takes a value, by its type."""
    body: JsonObject = {}
    choices = _read_choices(node, kind)
    if choices:
        body["choices"] = choices
    if node.boolean("autocomplete"):
        body["autocomplete"] = True
        if choices or kind not in _CHOOSABLE:
            node.fail(
                "autocomplete",
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
                "Autocomplete needs a string, integer or number option without choices",
            )
    if kind in (INTEGER, NUMBER):
        for key in ("min_value", "max_value"):
            if node.given(key):
                body[key] = _read_bound(node, key, kind)
    if kind == STRING:
        for key, low in (("min_length", 0), ("max_length", 1)):
            value = node.integer(key, low, 6000)
            if value is not None:
                body[key] = value
    if kind == CHANNEL and node.given("channel_types"):
        body["channel_types"] = node.numbers("channel_types", KNOWN_CHANNEL_TYPES)
    return body


def _read_bound(node: Node, key: str, kind: int) -> float | int | None:
    value = node.data[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not -_SAFE <= value <= _SAFE:
        node.fail(
            key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not {"int" if kind == INTEGER else "float"}.'
        )
        return None
    return int(value) if kind == INTEGER else value


def _read_choices(node: Node, kind: int) -> list[JsonObject]:
    choices: list[JsonObject] = []
    for child in node.nodes("choices", 25):
        name = child.string("name", 100, low=1, required=True)
        if any(choice["name"] == name for choice in choices):
            child.fail(
                "name",
                stand_ins.SAME_CHOICE,
                "Option choice names must be unique",
            )
        choice: JsonObject = {"name": name, "value": _read_choice_value(child, kind)}
        choice["name_localizations"] = read_localizations(child, "name_localizations", 100)
        choices.append(choice)
    if choices and kind not in _CHOOSABLE:
        node.fail(
            "choices",
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Only string, integer and number options have choices",
        )
    return choices


def _read_choice_value(node: Node, kind: int) -> str | int | float | None:
    if not node.required("value"):
        return None
    value = node.data["value"]
    if kind == STRING:
        return node.string("value", 100)
    wanted: type[int] | tuple[type[int], type[float]] = int if kind == INTEGER else (int, float)
    if isinstance(value, bool) or not isinstance(value, wanted):
        node.fail(
            "value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not {"int" if kind == INTEGER else "float"}.'
        )
        return None
    return value


def read_choices(data: JsonObject) -> list[JsonObject]:
    """Read at most 25 choices with names of 1-100 characters; text values of at most 100."""
    errors = FieldErrors()
    node = Node(data, errors, ("data",))
    choices: list[JsonObject] = []
    if not node.has("choices"):
        node.required("choices")
    for child in node.nodes("choices", 25):
        name = child.string("name", 100, low=1, required=True)
        value = child.data.get("value")
        if child.required("value") and (isinstance(value, bool) or not isinstance(value, int | float)):
            value = child.string("value", 100)
        localized = read_localizations(child, "name_localizations", 100)
        choices.append({"name": name, "value": value, "name_localizations": localized})
    errors.raise_if_any()
    return choices


def read_localizations(
    node: Node, key: str, high: int, accepts: Callable[[str], bool] = lambda _: True
) -> JsonObject | None:
    """Texts by language; None where none were sent. `accepts` is the rule for the names of commands."""
    child = node.child(key)
    if child is None:
        return None
    body: JsonObject = {}
    for locale in child.data:
        if locale not in LOCALES:
            child.fail(locale, "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
            continue
        text = body[locale] = child.string(locale, high, low=1)
        if text is not None and not accepts(text):
            child.fail(locale, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return body
