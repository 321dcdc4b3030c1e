"""Looks into a message as the API describes it: buttons, selects, everything that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
PUBLIC_FILES = {"table.png", "table.gif", "result.png", "rare-yaku.png"}
"""Names of all files that a match shows to everybody."""


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message, depth first."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def buttons(message: Json) -> list[Json]:
    """All buttons of a message."""
    return [component for component in walk(message["components"]) if component["type"] == 2]


def selects(message: Json) -> list[Json]:
    """All selects of a message."""
    return [component for component in walk(message["components"]) if component["type"] in (3, 5, 6, 7, 8)]


def find_button(message: Json, wanted: str) -> Json:
    """The button with that label, emoji name or custom id; a unique beginning of the label will do."""
    found = [
        button
        for button in buttons(message)
        if wanted in (button.get("label"), button.get("custom_id"), emoji_of(button))
    ]
    found = found or [button for button in buttons(message) if button.get("label", "").startswith(wanted)]
    if len(found) != 1:
        raise AssertionError(f"{len(found)} buttons are {wanted!r}; there are {labels(message)}")
    return found[0]


def emoji_of(button: Json) -> str:
    """The name of a button's emoji, without the sign that asks for the coloured picture; empty for none."""
    return str(button.get("emoji", {}).get("name", "")).removesuffix("\N{VARIATION SELECTOR-16}")


def labels(message: Json) -> list[str]:
    """Return the labels of a message's buttons; of those without one, their emoji."""
    return [button.get("label") or emoji_of(button) for button in buttons(message)]


def text_of(message: Json) -> str:
    """Everything in a message that can be read: content, embeds, text displays, alt texts."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        parts += [embed.get("title", ""), embed.get("description", "")]
        parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields", [])]
        parts.append(embed.get("footer", {}).get("text", ""))
    for component in walk(message["components"]):
        if component["type"] == 10:
            parts.append(component["content"])
        parts += [item.get("description") or "" for item in component.get("items", [])]
    parts += [attachment.get("description") or "" for attachment in message["attachments"]]
    return "\n".join(part for part in parts if part)
