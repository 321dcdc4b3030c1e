"""The values that somebody has chosen or written, read from an interaction's data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.ids import UserId
from cogs.content.custom_id import number

Data = Mapping[str, Any]
"""The field `data` of an interaction, or a component within it."""


def values(data: Data) -> tuple[str, ...]:
    """The values that a select was set to; none for a button."""
    return tuple(map(str, data.get("values") or ()))


def people(data: Data) -> dict[UserId, str | None]:
    """The people to whom a select was set, with their names as far as they are told; bots left out.

    Raises BadCustomId.
    """
    resolved = data.get("resolved") or {}
    users, members = resolved.get("users") or {}, resolved.get("members") or {}
    found = {}
    for value in values(data):
        user = users.get(value) or {}
        if not user.get("bot"):
            nick = (members.get(value) or {}).get("nick")
            found[UserId(number(value))] = nick or user.get("global_name") or user.get("username")
    return found


def typed(data: Data) -> str | None:
    """The text of a form's one field; None where there is no such field."""
    found = [*_written(data)]
    return found[0] if len(found) == 1 else None


def fields(data: Data) -> dict[str, tuple[str, ...]]:
    """Return the values of a form's fields, by their custom ids."""
    found: dict[str, tuple[str, ...]] = {}
    for name, values in _chosen(data):
        found[name] = found.get(name, ()) + values  # a forger's form may have a field twice
    return found


def _written(component: Data) -> Iterator[str]:
    """The texts of a form's fields, however they are wrapped."""
    if isinstance(component.get("value"), str):
        yield component["value"]
    inner = component.get("components") or [component.get("component")]
    for each in inner:
        if isinstance(each, Mapping):
            yield from _written(each)


def _chosen(component: Data) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the values of a form's fields; a text is one value."""
    one, several = component.get("value"), component.get("values")
    found = several if isinstance(several, list) else [one] if one is not None else []
    if "custom_id" in component and ("value" in component or "values" in component):
        yield str(component["custom_id"]), tuple(map(str, found))
    for each in component.get("components") or [component.get("component")]:
        if isinstance(each, Mapping):
            yield from _chosen(each)
