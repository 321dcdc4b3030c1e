"""The mentions of a message, and the people whom `allowed_mentions` lets it ping."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.checks.fields import Node, parse_snowflake
from bot.sandbox.common.types import Snowflake

_USER: Final = re.compile(r"<@!?(\d{15,20})>")
_ROLE: Final = re.compile(r"<@&(\d{15,20})>")
_EVERYONE: Final = re.compile(r"@(?:everyone|here)\b")
_CODE: Final = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_KINDS: Final = ("users", "roles", "everyone")


@dataclass(frozen=True, slots=True)
class AllowedMentions:
    """The mentions that may ping. `users` and `roles` are None where all of that kind may."""

    users: frozenset[Snowflake] | None = frozenset()
    roles: frozenset[Snowflake] | None = frozenset()
    everyone: bool = False
    replied_user: bool = False


DEFAULT_CHANNEL: Final = AllowedMentions(None, None, everyone=True, replied_user=True)
"""Without the field a channel message may ping everything."""
DEFAULT_WEBHOOK: Final = AllowedMentions(None, frozenset())
"""Interaction responses and webhooks ping users only."""


@dataclass(slots=True)
class Mentions:
    """Ids that a text names, in order of appearance."""

    users: list[Snowflake] = field(default_factory=list)
    roles: list[Snowflake] = field(default_factory=list)
    everyone: bool = False


def find_mentions(text: str) -> Mentions:
    """All mentions in a text, code left out."""
    plain = _CODE.sub("", text)
    return Mentions(
        list(dict.fromkeys(Snowflake(int(found)) for found in _USER.findall(plain))),
        list(dict.fromkeys(Snowflake(int(found)) for found in _ROLE.findall(plain))),
        bool(_EVERYONE.search(plain)),
    )


def read_allowed_mentions(node: Node, default: AllowedMentions) -> AllowedMentions:
    """The `allowed_mentions` of a request."""
    child = node.child("allowed_mentions")
    if child is None:
        return default
    parse = [kind for kind in child.items("parse", 3) if _known_kind(child, kind)]
    named = {kind: _read_ids(child, kind) for kind in ("users", "roles")}
    for kind, ids in named.items():
        if ids and kind in parse:
            child.fail(
                None,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    return AllowedMentions(
        None if "users" in parse else named["users"],
        None if "roles" in parse else named["roles"],
        "everyone" in parse,
        child.boolean("replied_user"),
    )


def _known_kind(node: Node, kind: object) -> bool:
    if kind in _KINDS:
        return True
    node.fail("parse", "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'roles', 'users').")
    return False


def _read_ids(node: Node, key: str) -> frozenset[Snowflake]:
    seen: set[Snowflake] = set()
    for index, value in enumerate(node.items(key, 100)):
        number = parse_snowflake(value)
        place = (*node.path, key, index)
        if number is None:
            node.errors.add(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        elif number in seen:
            node.errors.add(
                (*node.path, key), "SET_TYPE_ALREADY_CONTAINS_VALUE", f'The set already contains "{value}".'
            )
        else:
            seen.add(number)
    return frozenset(seen)
