"""Interactions as the gateway sends them, read by discord.py: real objects that nobody has answered yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord

if TYPE_CHECKING:  # the library's own modules of types import one another in a circle
    from discord.types.interactions import Interaction as Payload

USER = 101


def interaction(client: discord.Client, user: int = USER) -> discord.Interaction[Any]:
    """A command that somebody has given in a direct message."""
    person = {"id": str(user), "username": "ann", "discriminator": "0", "avatar": None, "global_name": "Ann"}
    payload = {
        "id": "9001",
        "application_id": "7",
        "type": 2,
        "token": "token",
        "version": 1,
        "user": person,
        "app_permissions": "0",
        "entitlements": [],
        "attachment_size_limit": 10485760,
        "locale": "en-US",
        "data": {"id": "5", "name": "koikoi", "type": 1},
    }
    return discord.Interaction(data=cast("Payload", payload), state=client._connection)
