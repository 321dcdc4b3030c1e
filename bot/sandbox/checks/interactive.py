"""Buttons and selects: what a user can press, in messages and in modals (components reference)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.checks.emoji import read_emoji
from bot.sandbox.checks.fields import Node
from bot.sandbox.common import stand_ins
from bot.sandbox.common.types import KNOWN_CHANNEL_TYPES, JsonObject
from bot.sandbox.world.model import ApplicationEmojis

BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
ENTITY_SELECTS: Final = {5: "user", 6: "role", 7: None, 8: "channel"}
SELECTS: Final = frozenset({STRING_SELECT, *ENTITY_SELECTS})
_LINK: Final = 5
_PREMIUM: Final = 6
_INT32: Final = (1 << 31) - 1


@dataclass(slots=True)
class Tally:
    """The ids that one message or modal has used so far: they must be unique in all of it, not in one row."""

    emojis: ApplicationEmojis = field(default_factory=ApplicationEmojis)
    custom_ids: set[str] = field(default_factory=set)
    chosen_ids: set[int] = field(default_factory=set)
    count: int = 0

    def component_id(self, node: Node) -> int:
        """The number that the sender chose for a component; 0 where the server will fill one in."""
        number = node.integer("id", 0, _INT32) or 0
        if number and number in self.chosen_ids:
            node.fail("id", stand_ins.SAME_COMPONENT_ID, "Component id cannot be duplicated")
        self.chosen_ids.add(number)
        return number

    def custom_id(self, node: Node) -> str | None:
        """A custom id: 1-100 characters, unique, disabled components included."""
        value = node.string("custom_id", 100, low=1)
        if value is None:
            return None
        if value in self.custom_ids:
            node.fail("custom_id", stand_ins.SAME_CUSTOM_ID, "Component custom id cannot be duplicated")
        self.custom_ids.add(value)
        return value


def read_button(node: Node, tally: Tally) -> JsonObject:
    """A button as Discord answers it."""
    body: JsonObject = {"type": BUTTON, "id": tally.component_id(node)}
    style = node.choice("style", range(1, 7), required=True) or 1
    body["style"] = style
    label = node.string("label", 80)
    if label:
        body["label"] = label
    emoji = read_emoji(node, "emoji", tally.emojis)
    if emoji is not None:
        body["emoji"] = emoji
    if node.boolean("disabled"):
        body["disabled"] = True
    if style == _PREMIUM:
        _refuse_sku(node)
        return body
    if not label and not node.given("emoji"):
        node.fail(None, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
    return body | (_link_target(node) if style == _LINK else _press_target(node, tally))


def _refuse_sku(node: Node) -> None:
    """A premium button sells what its own application offers, and the one here offers nothing."""
    if node.snowflake("sku_id", required=True) is not None:
        node.fail(
            "sku_id",
            stand_ins.PREMIUM_BUTTON,
            "The application for this SKU does not exist or does not match the message author",
        )


def _link_target(node: Node) -> JsonObject:
    if node.given("custom_id"):
        node.fail(
            None,
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            "A custom id and url cannot both be specified",
        )
    if not node.required("url"):
        return {}
    return {"url": node.url("url", 512, ("http", "https", "discord"))}


def _press_target(node: Node, tally: Tally) -> JsonObject:
    if node.given("url"):
        node.fail(
            None,
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            "A custom id and url cannot both be specified",
        )
    if not node.given("custom_id"):
        node.fail("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
        return {}
    return {"custom_id": tally.custom_id(node)}


def read_select(node: Node, tally: Tally, *, modal: bool = False) -> JsonObject:
    """A select of any kind as Discord answers it. Modals add `required` and forbid `disabled`."""
    kind = int(node.data["type"])
    body: JsonObject = {"type": kind, "id": tally.component_id(node)}
    if node.required("custom_id"):
        body["custom_id"] = tally.custom_id(node)
    placeholder = node.string("placeholder", 150)
    if placeholder:
        body["placeholder"] = placeholder
    low = node.integer("min_values", 0, 25)
    high = node.integer("max_values", 1, 25)
    body |= {"min_values": 1 if low is None else low, "max_values": 1 if high is None else high}
    if body["min_values"] > body["max_values"]:
        node.fail(
            None, "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", "min_values must not exceed max_values"
        )
    if node.boolean("disabled"):
        if modal:
            node.fail("disabled", "MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
        body["disabled"] = True
    if modal:
        body["required"] = node.boolean("required", default=True)
    if kind == STRING_SELECT:
        body["options"] = _read_options(node, tally, body["max_values"])
    else:
        body |= _read_entity_fields(node, kind, body["max_values"])
    return body


def _read_options(node: Node, tally: Tally, most: int) -> list[JsonObject]:
    options: list[JsonObject] = []
    values: set[str] = set()
    defaults = 0
    for option in node.nodes("options", 25, low=most):
        label = option.string("label", 100, low=1, required=True)
        value = option.string("value", 100, low=1, required=True)
        if value is not None and value in values:
            option.fail(
                "value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(value or "")
        body: JsonObject = {"label": label, "value": value}
        description = option.string("description", 100)
        if description:
            body["description"] = description
        emoji = read_emoji(option, "emoji", tally.emojis)
        if emoji is not None:
            body["emoji"] = emoji
        if option.boolean("default"):
            body["default"] = True
            defaults += 1
        options.append(body)
    if defaults > most:
        node.fail(
            "options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values were specified"
        )
    return options


def _read_entity_fields(node: Node, kind: int, most: int) -> JsonObject:
    body: JsonObject = {}
    if node.given("options"):
        node.fail("options", "SELECT_COMPONENT_OPTIONS_NOT_ALLOWED", "Only string selects have options")
    defaults: list[JsonObject] = []
    for default in node.nodes("default_values", 25):
        wanted = ENTITY_SELECTS[kind]
        given = default.data.get("type")
        if given not in (("user", "role") if wanted is None else (wanted,)):
            default.fail("type", "BASE_TYPE_CHOICES", f"Value must be one of ('{wanted or 'user, role'}').")
        defaults.append({"id": str(default.snowflake("id", required=True)), "type": given})
    if len(defaults) > most:
        node.fail(
            "default_values",
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "Too many default values were specified",
        )
    if defaults:
        body["default_values"] = defaults
    if kind == 8:
        types = node.numbers("channel_types", KNOWN_CHANNEL_TYPES)
        if types:
            body["channel_types"] = types
    return body
