"""One interaction: its token, its life, and the one place that decides whether a callback comes in time."""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import time
from dataclasses import dataclass, field
from enum import StrEnum

from bot.sandbox.common.errors import api_error
from bot.sandbox.common.types import CallbackType, InteractionType, JsonObject, Snowflake
from bot.sandbox.world.model import Attachment, User


class InteractionState(StrEnum):
    """The states of an interaction. It leaves PENDING exactly once."""

    PENDING = "pending"
    ACKNOWLEDGED = "acknowledged"
    FAILED = "failed"


def new_token(interaction_id: Snowflake) -> str:
    """A token of the shape that Discord uses, with 512 random bits."""
    text = f"interaction:{interaction_id}:{secrets.token_urlsafe(64)}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def token_owner(token: str) -> int | None:
    """The interaction's id that a token names; None when it has another shape. Proves nothing by itself."""
    try:
        text = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
    except ValueError:
        return None
    parts = text.split(":")
    if len(parts) != 3 or parts[0] != "interaction" or not parts[1].isdecimal():
        return None
    return int(parts[1])


@dataclass(slots=True, eq=False)
class Interaction:
    """The action of a user, and the bot's answers so far."""

    id: Snowflake
    type: InteractionType
    token: str
    user: User
    locale: str
    guild_id: Snowflake | None
    channel_id: Snowflake
    metadata: JsonObject
    token_seconds: float
    created_at: float
    command_name: str | None = None
    message_id: Snowflake | None = None
    """The message whose component was used."""
    custom_id: str | None = None
    opened_from: Interaction | None = None
    """For a modal: the interaction that it answers."""
    state: InteractionState = InteractionState.PENDING
    callback: CallbackType | None = None
    original_id: Snowflake | None = None
    sent_ids: set[Snowflake] = field(default_factory=set)
    follow_ups: int = 0
    modal: JsonObject | None = None
    files: dict[Snowflake, Attachment] = field(default_factory=dict)
    """Files that its user has chosen: in the modal that it opened, or in the one that it answers."""
    choices: list[JsonObject] | None = None
    by_user_alone: bool = False
    """Whether it comes by its user's installation of the application, and no guild's."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    def owns(self, token: str) -> bool:
        """Whether that is this interaction's token; compared in constant time."""
        return hmac.compare_digest(self.token.encode(), token.encode())

    def claim(self, callback: CallbackType) -> None:
        """Acknowledge: the bot's one door out of PENDING. 40060 on a second try, 10062 after the deadline."""
        if self.state is InteractionState.ACKNOWLEDGED:
            raise api_error(40060)
        if self.state is InteractionState.FAILED:
            raise api_error(10062)
        self.state = InteractionState.ACKNOWLEDGED
        self.callback = callback

    def expire(self) -> bool:
        """The deadline has come; true when nobody had answered."""
        if self.state is not InteractionState.PENDING:
            return False
        self.state = InteractionState.FAILED
        return True

    @property
    def token_lives(self) -> bool:
        """Whether follow-ups and edits are still possible."""
        return time.time() < self.created_at + self.token_seconds

    def may_touch(self, message_id: Snowflake) -> bool:
        """Whether this token may read, edit and delete a message."""
        return message_id == self.original_id or message_id in self.sent_ids
