"""The components of modals alone: file uploads, radio groups, checkbox groups and checkboxes (components
reference, OpenAPI).
"""

from __future__ import annotations

from typing import Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.checks.interactive import Tally
from bot.sandbox.common.errors import NotServedError
from bot.sandbox.common.types import JsonObject

FILE_UPLOAD: Final = 19
RADIO_GROUP: Final = 21
CHECKBOX_GROUP: Final = 22
CHECKBOX: Final = 23
GROUPS: Final = frozenset({FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})
_MOST: Final = 10


def read_group(node: Node, tally: Tally) -> JsonObject:
    """One of these as Discord answers it."""
    kind = int(node.data["type"])
    body: JsonObject = {"type": kind, "id": tally.component_id(node)}
    if node.required("custom_id"):
        body["custom_id"] = tally.custom_id(node)
    if node.boolean("disabled"):
        node.fail("disabled", "MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
    if kind == CHECKBOX:
        return body | {"default": node.boolean("default")}
    body["required"] = node.boolean("required", default=True)
    if kind == FILE_UPLOAD:
        return body | _files(node, body["required"])
    if kind == RADIO_GROUP:
        return body | {"options": _options(node, low=2, most=1)}
    return body | _amounts(node, body["required"])


def _files(node: Node, required: bool) -> JsonObject:
    """Return the least and the greatest number of files: one, unless said otherwise."""
    if node.given("file_types"):
        raise NotServedError("the file types of a modal's file upload")
    low, high = _bounds(node, required)
    least, most = 1 if low is None else low, 1 if high is None else high
    _refuse_disorder(node, least, most)
    return {"min_values": least, "max_values": most}


def _amounts(node: Node, required: bool) -> JsonObject:
    """Return the number of ticked boxes, and the boxes: one to all of them, unless said otherwise."""
    low, high = _bounds(node, required)
    options = _options(node, low=1, most=_MOST if high is None else high)
    least, most = 1 if low is None else low, len(options) if high is None else high
    if options and most > len(options):
        node.fail("max_values", "BASE_TYPE_BAD_LENGTH", "max_values must not exceed the number of options")
    elif options:
        _refuse_disorder(node, least, most)
    return {"min_values": least, "max_values": most, "options": options}


# No document names the codes of these refusals: they are those of selects, where the same is wrong.
def _bounds(node: Node, required: bool) -> tuple[int | None, int | None]:
    low, high = node.integer("min_values", 0, _MOST), node.integer("max_values", 1, _MOST)
    if low == 0 and required:
        node.fail("min_values", "SELECT_COMPONENT_MIN_VALUES_REQUIRED", "A required field takes one value")
    return low, high


def _refuse_disorder(node: Node, least: int, most: int) -> None:
    if least > most:
        node.fail(
            None, "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", "min_values must not exceed max_values"
        )


def _options(node: Node, *, low: int, most: int) -> list[JsonObject]:
    """The lines, `low` to ten; at most `most` are chosen from the start, no value is there twice."""
    options: list[JsonObject] = []
    values: set[str] = set()
    for option in node.nodes("options", _MOST, low=low):
        value = option.string("value", 100, low=1, required=True)
        if value is not None and value in values:
            option.fail(
                "value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(value or "")
        body: JsonObject = {"label": option.string("label", 100, low=1, required=True), "value": value}
        if description := option.string("description", 100):
            body["description"] = description
        if option.boolean("default"):
            body["default"] = True
        options.append(body)
    if sum("default" in each for each in options) > most:
        node.fail(
            "options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values were specified"
        )
    return options
