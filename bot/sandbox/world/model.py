"""The objects of the world. Plain data: `world` keeps it, `objects` writes it as Discord's JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.common.types import (
    ChannelType,
    CommandType,
    JsonObject,
    MessageFlags,
    MessageType,
    Snowflake,
)
from bot.sandbox.world.permissions import NONE, Permission


@dataclass(slots=True)
class User:
    """An account. `color` is for the page, which draws a disc where Discord shows an avatar."""

    id: Snowflake
    username: str
    global_name: str | None
    color: str
    bot: bool = False
    closed_dms: bool = False
    installed: bool = False
    """Whether this user has installed the application for themself."""


@dataclass(slots=True)
class Role:
    """A role; the one with the guild's own id is @everyone."""

    id: Snowflake
    name: str
    permissions: Permission
    position: int
    color: int = 0
    managed: bool = False
    mentionable: bool = False
    bot_id: Snowflake | None = None


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    user: User
    role_ids: list[Snowflake]
    joined_at: float
    nick: str | None = None


@dataclass(slots=True)
class Overwrite:
    """The permissions that a channel allows and denies to a role or a member."""

    id: Snowflake
    is_member: bool
    allow: Permission = NONE
    deny: Permission = NONE


@dataclass(slots=True)
class ThreadState:
    """The fields of a thread that other channels have not."""

    owner_id: Snowflake
    auto_archive_minutes: int
    created_at: float
    active_at: float
    archived_at: float
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    message_count: int = 0
    total_sent: int = 0
    members: dict[Snowflake, float] = field(default_factory=dict)


@dataclass(slots=True)
class Attachment:
    """An uploaded file. `listed` is false for files that only an embed or a component shows."""

    id: Snowflake
    filename: str
    size: int
    content_type: str
    path: Path
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False
    listed: bool = True


@dataclass(slots=True)
class Reaction:
    """All reactions with one emoji."""

    emoji: JsonObject
    user_ids: list[Snowflake] = field(default_factory=list)


@dataclass(slots=True)
class Message:
    """A message. `audience` is the one user who sees an ephemeral message."""

    id: Snowflake
    channel_id: Snowflake
    guild_id: Snowflake | None
    author: User
    timestamp: float
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    flags: MessageFlags = field(default_factory=lambda: MessageFlags(0))
    embeds: list[JsonObject] = field(default_factory=list)
    components: list[JsonObject] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mention_ids: list[Snowflake] = field(default_factory=list)
    mention_role_ids: list[Snowflake] = field(default_factory=list)
    mention_everyone: bool = False
    edited_at: float | None = None
    tts: bool = False
    pinned_at: float | None = None
    nonce: str | int | None = None
    application_id: Snowflake | None = None
    interaction_metadata: JsonObject | None = None
    command_name: str | None = None
    reference: JsonObject | None = None
    reactions: list[Reaction] = field(default_factory=list)
    audience: Snowflake | None = None
    old_edits: list[float] = field(default_factory=list)

    @property
    def ephemeral(self) -> bool:
        """Whether only `audience` sees it."""
        return bool(self.flags & MessageFlags.EPHEMERAL)


@dataclass(slots=True)
class Channel:
    """A text channel, a direct message, a group or a thread. The bot is in direct messages, in no group."""

    id: Snowflake
    type: ChannelType
    name: str
    guild_id: Snowflake | None = None
    position: int = 0
    topic: str | None = None
    parent_id: Snowflake | None = None
    slowmode_seconds: int = 0
    overwrites: dict[Snowflake, Overwrite] = field(default_factory=dict)
    recipient_ids: list[Snowflake] = field(default_factory=list)
    messages: dict[Snowflake, Message] = field(default_factory=dict)
    last_message_id: Snowflake | None = None
    last_pin_at: float | None = None
    thread: ThreadState | None = None
    nsfw: bool = False


@dataclass(slots=True)
class Guild:
    """A server. `bot_present` is false after the bot was removed, `unavailable` during an outage."""

    id: Snowflake
    name: str
    owner_id: Snowflake
    preferred_locale: str
    created_at: float
    roles: dict[Snowflake, Role] = field(default_factory=dict)
    members: dict[Snowflake, Member] = field(default_factory=dict)
    channel_ids: list[Snowflake] = field(default_factory=list)
    bot_present: bool = True
    unavailable: bool = False

    @property
    def bot_role_id(self) -> Snowflake:
        """The role that comes with the bot."""
        return next(role.id for role in self.roles.values() if role.bot_id is not None)


@dataclass(slots=True)
class Emoji:
    """An emoji of the application; its picture lies on disk."""

    id: Snowflake
    name: str
    path: Path
    animated: bool = False


class ApplicationEmojis(dict[Snowflake, Emoji]):
    """The emojis of the application, by id."""

    doubted = 0
    """The number of next emojis in messages that are not found, though they are there (#7128)."""

    def find(self, emoji_id: Snowflake) -> Emoji | None:
        """Return the emoji that a message names; None where there is none, or Discord errs."""
        if self.doubted > 0:
            self.doubted -= 1
            return None
        return self.get(emoji_id)


@dataclass(slots=True)
class Command:
    """A registered application command; `data` holds the checked fields that the bot sent."""

    id: Snowflake
    version: Snowflake
    type: CommandType
    name: str
    data: JsonObject
    guild_id: Snowflake | None = None
