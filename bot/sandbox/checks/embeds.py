"""Embeds of a message and their limits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.common.types import JsonObject
from bot.sandbox.world.snowflakes import iso

MAX_TOTAL: Final = 6000
_VISIBLE: Final = ("title", "description", "fields", "image", "thumbnail", "author", "footer")
_PICTURE: Final = ("http", "https", "attachment")


def read_embeds(node: Node) -> list[JsonObject]:
    """The `embeds` of a message as Discord answers them; `attachment://` stays until files have addresses.

    The space around a text is dropped and does not count towards its limit.
    """
    total = 0
    embeds: list[JsonObject] = []
    for child in node.nodes("embeds", 10):
        embed, size = _read_embed(child)
        embeds.append(embed)
        total += size
    if total > MAX_TOTAL:
        node.fail("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_TOTAL}")
    return embeds


def _read_embed(node: Node) -> tuple[JsonObject, int]:
    body: JsonObject = {"type": "rich"}
    size = 0
    for key, high in (("title", 256), ("description", 4096)):
        text = node.string(key, high, trim=True)
        if text:
            body[key] = text
            size += len(text)
    if node.given("url"):
        body["url"] = node.url("url", 2048)
    color = node.integer("color", 0, 0xFFFFFF)
    if color is not None:
        body["color"] = color
    timestamp = _read_timestamp(node)
    if timestamp is not None:
        body["timestamp"] = timestamp
    for part, extra in (_read_footer(node), _read_author(node), _read_fields(node)):
        body |= part
        size += extra
    for key in ("image", "thumbnail"):
        child = node.child(key)
        if child is not None and child.required("url"):
            body[key] = {"url": child.url("url", 2048, _PICTURE)}
    if not any(_shows(node.data.get(key)) for key in _VISIBLE):
        node.fail("description", "BASE_TYPE_REQUIRED", "This field is required")
    return body, size


def _shows(value: object) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)


def _read_timestamp(node: Node) -> str | None:
    text = node.string("timestamp", 64)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        # Without an offset a time is UTC, wherever the sandbox runs.
        return iso((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        node.fail("timestamp", "DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return None


def _read_footer(node: Node) -> tuple[JsonObject, int]:
    child = node.child("footer")
    if child is None:
        return {}, 0
    text = child.string("text", 2048, required=True, trim=True) or ""
    footer: JsonObject = {"text": text}
    if child.given("icon_url"):
        footer["icon_url"] = child.url("icon_url", 2048, _PICTURE)
    return {"footer": footer}, len(text)


def _read_author(node: Node) -> tuple[JsonObject, int]:
    child = node.child("author")
    if child is None:
        return {}, 0
    name = child.string("name", 256, required=True, trim=True) or ""
    author: JsonObject = {"name": name}
    if child.given("url"):
        author["url"] = child.url("url", 2048)
    if child.given("icon_url"):
        author["icon_url"] = child.url("icon_url", 2048, _PICTURE)
    return {"author": author}, len(name)


def _read_fields(node: Node) -> tuple[JsonObject, int]:
    fields: list[JsonObject] = []
    size = 0
    for child in node.nodes("fields", 25):
        name = child.filled("name", 256)
        value = child.filled("value", 1024)
        fields.append({"name": name, "value": value, "inline": child.boolean("inline")})
        size += len(name) + len(value)
    return ({"fields": fields} if fields else {}), size
