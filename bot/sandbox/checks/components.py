"""Components of a message: action rows, and the layout components of version 2."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.checks.fields import Node, kind_of
from bot.sandbox.checks.interactive import BUTTON, SELECTS, Tally, read_button, read_select
from bot.sandbox.common import stand_ins
from bot.sandbox.common.types import JsonObject

ROW: Final = 1
SECTION: Final = 9
TEXT: Final = 10
THUMBNAIL: Final = 11
GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17

_TOP_V2: Final = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER: Final = _TOP_V2 - {CONTAINER}
_WIDTH: Final = ("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")

MAX_COMPONENTS: Final = 40
MAX_TEXT: Final = 4000


@dataclass(slots=True)
class Layout:
    """The components of one message, checked and completed."""

    components: list[JsonObject] = field(default_factory=list)
    text_bytes: int = 0
    """Bytes and overhead of the text displays."""


class ComponentReader:
    """Reads the `components` of one message. `file_names` are the files that `attachment://` can name."""

    def __init__(self, tally: Tally, file_names: Collection[str]) -> None:
        self._tally = tally
        self._files = file_names
        self._text_length = 0
        self._text_bytes = 0
        self._readers: dict[int, Callable[[Node], JsonObject]] = {
            ROW: self._row,
            SECTION: self._section,
            TEXT: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }

    def read(self, node: Node, *, v2: bool) -> Layout:
        """The whole list under `components`."""
        if not v2:
            rows = [self._one_of(child, {ROW}) for child in node.nodes("components", 5)]
            return Layout(_numbered(rows, self._tally.chosen_ids))
        children = node.nodes("components", MAX_COMPONENTS, counted=False)
        parts = [self._one_of(child, _TOP_V2) for child in children]
        if self._tally.count > MAX_COMPONENTS:
            node.fail(
                "components",
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"Total number of components cannot exceed {MAX_COMPONENTS}",
            )
        if self._text_length > MAX_TEXT:
            node.fail(
                "components",
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Components displayable text size exceeds maximum size of {MAX_TEXT}",
            )
        return Layout(_numbered(parts, self._tally.chosen_ids), self._text_bytes)

    def _one_of(self, node: Node, allowed: Collection[int]) -> JsonObject:
        kind = kind_of(node.data)
        if not node.required("type"):
            return {}
        if kind is None or kind not in allowed:
            shown = ", ".join(str(item) for item in sorted(allowed))
            shown += "," if len(allowed) == 1 else ""
            node.fail("type", stand_ins.WRONG_PLACE, f'Value of field "type" must be one of ({shown}).')
            return {}
        self._tally.count += 1
        if kind == BUTTON:
            return read_button(node, self._tally)
        if kind in SELECTS:
            return read_select(node, self._tally)
        return self._readers[kind](node)

    def _head(self, node: Node) -> JsonObject:
        return {"type": node.data["type"], "id": self._tally.component_id(node)}

    def _row(self, node: Node) -> JsonObject:
        body = self._head(node)
        children = list(node.nodes("components", 5, low=1))
        kinds = [kind_of(child.data) for child in children]
        if len(children) > 1 and any(kind in SELECTS for kind in kinds):
            for index, kind in enumerate(kinds):
                if index and (kind in SELECTS or kinds[0] in SELECTS):
                    children[index].fail(None, *_WIDTH)
        body["components"] = [self._one_of(child, {BUTTON, *SELECTS}) for child in children]
        return body

    def _section(self, node: Node) -> JsonObject:
        body = self._head(node)
        body["components"] = [self._one_of(child, {TEXT}) for child in node.nodes("components", 3, low=1)]
        accessory = node.child("accessory") if node.required("accessory") else None
        if accessory is not None:
            body["accessory"] = self._one_of(accessory, {BUTTON, THUMBNAIL})
        return body

    def _text(self, node: Node) -> JsonObject:
        body = self._head(node)
        content = node.string("content", MAX_TEXT, low=1, required=True) or ""
        self._text_length += len(content)
        self._text_bytes += len(content.encode()) + stand_ins.TEXT_OVERHEAD
        return body | {"content": content}

    def _media(
        self, node: Node, key: str, schemes: tuple[str, ...] = ("http", "https", "attachment")
    ) -> JsonObject:
        child = node.child(key) if node.required(key) else None
        if child is None or not child.required("url"):
            return {}
        url = child.url("url", 2048, schemes)
        if url is not None and url.startswith("attachment://") and url[13:] not in self._files:
            child.fail(
                "url",
                stand_ins.MISSING_FILE,
                "Referenced attachment was not found",
            )
        return {"url": url}

    def _described(self, node: Node) -> JsonObject:
        return {"description": node.string("description", 1024), "spoiler": node.boolean("spoiler")}

    def _thumbnail(self, node: Node) -> JsonObject:
        return self._head(node) | {"media": self._media(node, "media")} | self._described(node)

    def _gallery(self, node: Node) -> JsonObject:
        items = [
            {"media": self._media(item, "media")} | self._described(item)
            for item in node.nodes("items", 10, low=1)
        ]
        return self._head(node) | {"items": items}

    def _file(self, node: Node) -> JsonObject:
        media = self._media(node, "file", ("attachment",))
        return self._head(node) | {
            "file": media,
            "name": None,
            "size": None,
            "spoiler": node.boolean("spoiler"),
        }

    def _separator(self, node: Node) -> JsonObject:
        spacing = node.choice("spacing", (1, 2)) or 1
        return self._head(node) | {"spacing": spacing, "divider": node.boolean("divider", default=True)}

    def _container(self, node: Node) -> JsonObject:
        body = self._head(node)
        body["accent_color"] = node.integer("accent_color", 0, 0xFFFFFF)
        body["spoiler"] = node.boolean("spoiler")
        children = node.nodes("components", MAX_COMPONENTS, low=1, counted=False)
        body["components"] = [self._one_of(child, _IN_CONTAINER) for child in children]
        return body


def walk(components: list[JsonObject]) -> Iterator[JsonObject]:
    """Every component, depth first."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def media_of(components: list[JsonObject]) -> Iterator[JsonObject]:
    """Every media object inside components."""
    for component in walk(components):
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                yield component[key]
        for item in component.get("items", []):
            yield item["media"]


def _numbered(components: list[JsonObject], taken: set[int]) -> list[JsonObject]:
    """Fill in the missing component ids: sequential, depth first, skipping those that the sender chose."""
    number = 0
    for component in walk(components):
        if component.get("id") == 0:
            number += 1
            while number in taken:
                number += 1
            component["id"] = number
    return components


def number_components(components: list[JsonObject], taken: set[int]) -> list[JsonObject]:
    """Check the components of a modal."""
    return _numbered(components, taken)
