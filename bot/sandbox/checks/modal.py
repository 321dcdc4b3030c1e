"""Modals: a title, and one to five inputs, each in a label (or, the old way, in an action row)."""

from __future__ import annotations

from typing import Final

from bot.sandbox.checks.components import ROW, TEXT, number_components
from bot.sandbox.checks.fields import Node, kind_of
from bot.sandbox.checks.groups import GROUPS, read_group
from bot.sandbox.checks.interactive import SELECTS, TEXT_INPUT, Tally, read_select
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import FieldErrors
from bot.sandbox.common.types import JsonObject
from bot.sandbox.world.model import ApplicationEmojis

LABEL: Final = 18


def read_modal(data: JsonObject, emojis: ApplicationEmojis) -> JsonObject:
    """The modal of a callback, checked and completed."""
    errors = FieldErrors()
    node = Node(data, errors, ("data",))
    tally = Tally(emojis)
    body: JsonObject = {
        "title": node.string("title", 45, low=1, required=True),
        "custom_id": node.string("custom_id", 100, low=1, required=True),
    }
    components = [_read_top(child, tally) for child in node.nodes("components", 5, low=1)]
    body["components"] = number_components(components, tally.chosen_ids)
    errors.raise_if_any()
    return body


def _read_top(node: Node, tally: Tally) -> JsonObject:
    kind = kind_of(node.data)
    head: JsonObject = {"type": kind, "id": tally.component_id(node)}
    if kind == TEXT:
        return head | {"content": node.string("content", 4000, low=1, required=True)}
    if kind == ROW:
        inner = [_read_input(child, tally, {TEXT_INPUT}) for child in node.nodes("components", 1, low=1)]
        return head | {"components": inner}
    if kind == LABEL:
        head["label"] = node.string("label", 45, low=1, required=True)
        head["description"] = node.string("description", 100)
        child = node.child("component") if node.required("component") else None
        if child is not None:
            head["component"] = _read_input(child, tally, {TEXT_INPUT, *SELECTS, *GROUPS})
        return head
    node.fail("type", stand_ins.WRONG_PLACE, 'Value of field "type" must be one of (1, 10, 18).')
    return head


def _read_input(node: Node, tally: Tally, allowed: set[int]) -> JsonObject:
    kind = kind_of(node.data)
    if kind not in allowed:
        shown = ", ".join(str(item) for item in sorted(allowed))
        node.fail("type", stand_ins.WRONG_PLACE, f'Value of field "type" must be one of ({shown}).')
        return {}
    if kind in GROUPS:
        return read_group(node, tally)
    if kind != TEXT_INPUT:
        return read_select(node, tally, modal=True)
    body: JsonObject = {"type": TEXT_INPUT, "id": tally.component_id(node)}
    if node.required("custom_id"):
        body["custom_id"] = tally.custom_id(node)
    body["style"] = node.choice("style", (1, 2), required=True)
    if node.given("label"):
        body["label"] = node.string("label", 45, low=1)
    body["min_length"] = node.integer("min_length", 0, 4000) or 0
    body["max_length"] = node.integer("max_length", 1, 4000) or 4000
    body["required"] = node.boolean("required", default=True)
    body["value"] = node.string("value", 4000) or ""
    body["placeholder"] = node.string("placeholder", 100) or ""
    return body
