"""Texts in several languages: the `..._localizations` of commands, options and choices."""

from __future__ import annotations

from collections.abc import Callable

from bot.sandbox.checks.fields import Node
from bot.sandbox.types import LOCALES, JsonObject


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
