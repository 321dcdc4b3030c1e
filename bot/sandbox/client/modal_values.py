"""What a user wrote into a modal, checked as the real client checks it."""

from __future__ import annotations

from typing import Any

from bot.sandbox.checks.components import ROW, TEXT
from bot.sandbox.checks.interactive import TEXT_INPUT
from bot.sandbox.checks.modal import LABEL
from bot.sandbox.client.errors import out_of_range
from bot.sandbox.client.resolved import Resolved
from bot.sandbox.types import JsonObject


def fill_modal(modal: JsonObject, values: JsonObject, resolved: Resolved) -> list[JsonObject]:
    """The components of a modal's submission."""
    return [_fill_top(component, values, resolved) for component in modal["components"]]


def _fill_top(component: JsonObject, values: JsonObject, resolved: Resolved) -> JsonObject:
    head = {"type": component["type"], "id": component["id"]}
    if component["type"] == TEXT:
        return head
    if component["type"] == ROW:
        return head | {"components": [_fill(item, values, resolved) for item in component["components"]]}
    assert component["type"] == LABEL
    return head | {"component": _fill(component["component"], values, resolved)}


def _fill(component: JsonObject, values: JsonObject, resolved: Resolved) -> JsonObject:
    custom_id = component["custom_id"]
    given = values.get(custom_id)
    body = {"type": component["type"], "id": component["id"], "custom_id": custom_id}
    if component["type"] == TEXT_INPUT:
        return body | {"value": _check_text(component, given)}
    return body | {"values": _check_choice(component, given, resolved)}


def _check_text(component: JsonObject, given: Any) -> str:
    text = component["value"] if given is None else given
    if not isinstance(text, str):
        raise out_of_range("a text is needed")
    if not text and not component["required"]:
        return ""
    if not max(1, component["min_length"]) <= len(text) <= component["max_length"]:
        raise out_of_range(f"{component['custom_id']!r} has a wrong length")
    return text


def _check_choice(component: JsonObject, given: Any, resolved: Resolved) -> list[str]:
    if not given and not component["required"]:
        return []
    return resolved.chosen(component, given)
