"""The events of the world. Gateway and page each write an event in their own words, at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.sandbox.common.types import JsonObject, Snowflake
from bot.sandbox.world.interaction import Interaction
from bot.sandbox.world.model import Channel, Guild, Member, Message, Role, User


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A new message, ephemeral ones included."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageUpdated:
    """A message changed."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone. `silent` ones vanish from a user's screen without the bot being told."""

    message: Message
    silent: bool = False


@dataclass(frozen=True, slots=True)
class MessagesDeleted:
    """Several messages of one channel went together."""

    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ReactionChanged:
    """Somebody reacted, or took the reaction back."""

    message: Message
    user: User
    emoji: JsonObject
    added: bool


@dataclass(frozen=True, slots=True)
class ReactionsCleared:
    """A moderator took all reactions of a message away, or all with one emoji."""

    message: Message
    emoji: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A new channel or thread."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """A channel, a thread or its overwrites changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread is gone."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    """Users joined or left a thread."""

    thread: Channel
    added: tuple[Snowflake, ...] = ()
    removed: tuple[Snowflake, ...] = ()


@dataclass(frozen=True, slots=True)
class PinsChanged:
    """A message was pinned or unpinned."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class Typing:
    """Somebody types."""

    channel: Channel
    user: User


@dataclass(frozen=True, slots=True)
class GuildUpdated:
    """A guild's own fields changed."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildPresence:
    """The bot joined or left a guild, or an outage began or ended; the guild says which."""

    guild: Guild
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class RoleUpdated:
    """A role changed."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A member joined (`present`), left, or has other roles (`updated`)."""

    guild: Guild
    member: Member
    present: bool
    updated: bool = False


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The application's commands changed."""


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    """A user did something that the bot must answer; `data` is the whole payload."""

    interaction: Interaction
    payload: JsonObject


@dataclass(frozen=True, slots=True)
class InteractionChanged:
    """An interaction was acknowledged or failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class ModalOpened:
    """The bot opened a modal for the user of an interaction."""

    interaction: Interaction
    modal: JsonObject


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Somebody changed the sandbox's settings."""


@dataclass(frozen=True, slots=True)
class BotChanged:
    """The bot's process or its gateway connection came or went."""


Event: TypeAlias = (
    MessageCreated
    | MessageUpdated
    | MessageDeleted
    | MessagesDeleted
    | ReactionChanged
    | ReactionsCleared
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | ThreadMembersChanged
    | PinsChanged
    | Typing
    | GuildUpdated
    | GuildPresence
    | RoleUpdated
    | MemberChanged
    | CommandsChanged
    | InteractionCreated
    | InteractionChanged
    | ModalOpened
    | SettingsChanged
    | BotChanged
)
