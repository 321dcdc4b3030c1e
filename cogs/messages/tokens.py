"""The one place where a stored interaction token becomes something that sends and edits again."""

from __future__ import annotations

from typing import cast

import discord

from cogs.messages.answer import ORIGINAL
from cogs.messages.content import RenderedMessage

DEAD = {10003, 10004, 10008, 10015, 50027}
"""Unknown channel, server, message or webhook, invalid token: what the token was for is gone."""


class Token:
    """An interaction's token: sends follow-ups, edits and removes the messages that belong to it."""

    def __init__(self, client: discord.Client, token: str) -> None:
        data = {"id": client.application_id, "type": 3, "token": token}
        # Webhook.partial has no state and cannot send what only one user sees.
        self._webhook = discord.Webhook.from_state(data, state=client._connection)  # type: ignore[arg-type]

    async def follow_up(self, message: RenderedMessage) -> discord.WebhookMessage:
        """Send a private message beside the interaction's answer."""
        return await self._webhook.send(ephemeral=True, wait=True, **message.to_send())

    async def fetch(self, target: str) -> discord.WebhookMessage:
        """`@original` or a message of this token, named by its id, as it is now."""
        return await self._webhook.fetch_message(_id(target))

    async def edit(self, target: str, message: RenderedMessage) -> discord.WebhookMessage:
        """Edit `@original` or a message of this token, named by its id. Gives it as Discord sent it back."""
        return await self._webhook.edit_message(_id(target), **message.to_edit())

    async def delete(self, target: str) -> None:
        """Remove `@original` or a message of this token, named by its id."""
        await self._webhook.delete_message(_id(target))


def is_dead(error: discord.HTTPException) -> bool:
    """Whether a request failed because what its token was for is gone: repeating it is useless."""
    return error.code in DEAD


def _id(target: str) -> int:
    # The library puts it into the path as it is, where `@original` is as good as a number.
    return cast("int", ORIGINAL) if target == ORIGINAL else int(target)
