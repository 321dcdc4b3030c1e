"""The values of a modal, checked as the real client checks them."""

from __future__ import annotations

from typing import Any

from bot.sandbox.checks import groups
from bot.sandbox.checks import interactive as kinds
from bot.sandbox.checks.components import ROW, TEXT
from bot.sandbox.checks.modal import LABEL
from bot.sandbox.client.resolved import Resolved
from bot.sandbox.common.errors import out_of_range
from bot.sandbox.common.types import JsonObject


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
    # Question: modal-texts, modal-groups, modal-file.
    match component["type"]:
        case kinds.TEXT_INPUT:
            return body | {"value": _check_text(component, given)}
        case groups.RADIO_GROUP:
            return body | {"value": _check_radio(component, given)}
        case groups.CHECKBOX_GROUP:
            return body | {"values": _check_boxes(component, given)}
        case groups.CHECKBOX:
            return body | {"value": _check_box(component, given)}
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


def _untouched(component: JsonObject) -> list[str]:
    """Return the choice before anybody has touched the select."""
    return [option["value"] for option in component["options"] if option.get("default")]


def _check_radio(component: JsonObject, given: Any) -> str | None:
    chosen = next(iter(_untouched(component)), None) if given is None else given
    if chosen is None and not component["required"]:
        return None
    if chosen not in [option["value"] for option in component["options"]]:
        raise out_of_range(f"one line of {component['custom_id']!r} must be chosen")
    return str(chosen)


def _check_boxes(component: JsonObject, given: Any) -> list[str]:
    chosen = _untouched(component) if given is None else given
    known = [option["value"] for option in component["options"]]
    if not isinstance(chosen, list) or any(value not in known for value in chosen):
        raise out_of_range(f"{component['custom_id']!r} takes a list of its values")
    if not chosen and not component["required"]:
        return []
    if len(set(chosen)) != len(chosen):
        raise out_of_range("no box is ticked twice")
    if not component["min_values"] <= len(chosen) <= component["max_values"]:
        raise out_of_range(f"{component['custom_id']!r} has too few or too many ticks")
    return [value for value in known if value in chosen]


def _check_box(component: JsonObject, given: Any) -> bool:
    ticked = component["default"] if given is None else given
    if not isinstance(ticked, bool):
        raise out_of_range("a box is ticked or not")
    return ticked


def _check_choice(component: JsonObject, given: Any, resolved: Resolved) -> list[str]:
    if given is None and "options" in component:
        given = _untouched(component)
    if not given and not component["required"]:
        return []
    return resolved.chosen(component, given)
