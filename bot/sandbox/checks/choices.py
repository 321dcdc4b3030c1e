"""Autocomplete answers."""

from __future__ import annotations

from bot.sandbox.checks.fields import Node
from bot.sandbox.checks.localizations import read_localizations
from bot.sandbox.errors import FieldErrors
from bot.sandbox.types import JsonObject


def read_choices(data: JsonObject) -> list[JsonObject]:
    """At most 25 choices with names of 1-100 characters; text values of at most 100."""
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
