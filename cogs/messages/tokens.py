"""The one place where a stored interaction token becomes something that sends and edits again.

With it, what is done to copies of a hand: to look whether one is there, to take one off the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import cast

import discord
import structlog

from bot.errors import BotError
from bot.ids import ArenaId, MatchId, UserId
from bot.storage.hands import HandRow
from cogs.content.message import RenderedMessage
from cogs.messages.answer import ORIGINAL
from cogs.messages.writer import MessageServices
from cogs.platform.discord_errors import DISCORD_ERRORS, is_refused

log = structlog.stdlib.get_logger(__name__)

EDIT_TIMEOUT = 8.0
"""Seconds for a request through a stored token: it would wait without end where Discord slows it down."""
YOUNG = timedelta(seconds=60)
"""Tokens whose ends differ by less are as good as one another."""

DEAD = {10003, 10004, 10008, 10015, 50027}
"""Unknown channel, server, message or webhook, invalid token: what the token was for is gone."""


class Token:
    """An interaction's token: sends follow-ups, edits and removes the messages that belong to it."""

    def __init__(self, client: discord.Client, token: str) -> None:
        self._client = client
        data = {"id": client.application_id, "type": 3, "token": token}
        # Webhook.partial has no state and cannot send what only one user sees.
        self._webhook = discord.Webhook.from_state(data, state=client._connection)  # type: ignore[arg-type]

    async def follow_up(self, message: RenderedMessage) -> discord.WebhookMessage:
        """Send a private message beside the interaction's answer."""
        return await message.send(self._client, self._webhook.send, ephemeral=True, wait=True)

    async def fetch(self, target: str) -> discord.WebhookMessage:
        """`@original` or a message of this token, named by its id, as it is now."""
        return await self._webhook.fetch_message(_id(target))

    async def edit(self, target: str, message: RenderedMessage) -> discord.WebhookMessage:
        """Edit `@original` or a message of this token, named by its id. Gives it as Discord sent it back."""
        return await message.edit(self._client, partial(self._webhook.edit_message, _id(target)))

    async def delete(self, target: str) -> None:
        """Remove `@original` or a message of this token, named by its id."""
        await self._webhook.delete_message(_id(target))


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A hand that is on somebody's screen. `message` is its id where it is known."""

    row: HandRow
    message: int | None = None

    @classmethod
    def of(cls, row: HandRow) -> LiveHand:
        """Return the hand of a row that was stored when it was there."""
        return cls(row, None if row.target == ORIGINAL else int(row.target))

    def serves_for(self, other: LiveHand) -> bool:
        """Whether this token reaches the same message nearly as long: the other need not be stored."""
        return (
            self.message is not None
            and self.message == other.message
            and self.row.locale == other.row.locale
            and self.row.expires_at + YOUNG > other.row.expires_at
        )


class HandCopies:
    """Copies of one player's hand, which their own tokens reach."""

    def __init__(self, services: MessageServices) -> None:
        self._services = services

    async def find(self, row: HandRow) -> discord.WebhookMessage | None:
        """The `@original` that was announced as a hand, if it is there and its player's alone.

        Raises what Discord says.
        """
        if row.token is None or row.found().target != ORIGINAL:
            return None
        try:
            async with self._services.clock.timeout(EDIT_TIMEOUT):
                message = await Token(self._services.client, row.token).fetch(ORIGINAL)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            return None
        return message if message.flags.ephemeral else None

    def remove(self, old: LiveHand, *, keep: int | None = None) -> None:
        """Take an older copy off the screen, if its token lives, unless it is the message `keep`."""
        if old.row.token is not None and old.row.expires_at > self._services.clock.passing():
            self._services.background.start(self._delete(old, old.row.token, keep), name="remove old hand")

    def remove_ended(self, arena: ArenaId, key: tuple[MatchId, UserId]) -> None:
        """Take the hands of an arena's other matches off a player's screen, whose tokens live."""
        self._services.background.start(self._remove_ended(arena, key), name="remove ended hands")

    async def _remove_ended(self, arena: ArenaId, key: tuple[MatchId, UserId]) -> None:
        try:
            ended = await self._services.store.hands.take_others(arena, *key)
        except BotError as error:
            log.warning("ended hands not removed", match=key[0], user=key[1], trouble=str(error))
            return
        for row in ended:
            self.remove(LiveHand.of(row))

    async def _delete(self, old: LiveHand, token: str, keep: int | None) -> None:
        try:
            if old.message is None:  # `@original`, which may be the message to keep, or not be a hand
                message = await self.find(old.row)
                if message is None or message.id == keep:
                    return
            async with self._services.clock.timeout(EDIT_TIMEOUT):
                await Token(self._services.client, token).delete(old.row.found().target)
        except DISCORD_ERRORS as error:
            log.debug("old hand not removed", match=old.row.match, user=old.row.user, error=repr(error))


def is_dead(error: discord.HTTPException) -> bool:
    """Whether a request failed because what its token was for is gone: repeating it is useless."""
    return error.code in DEAD


def _id(target: str) -> int:
    # The library takes a text too, and quotes it; what sends it may write `@original` again.
    return cast("int", ORIGINAL) if target == ORIGINAL else int(target)
