"""The state of the sandbox and the ways to look things up in it. One event loop owns it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from bot.sandbox.common.errors import api_error
from bot.sandbox.common.settings import Settings
from bot.sandbox.common.types import THREAD_TYPES, ChannelType, JsonObject, Snowflake
from bot.sandbox.world import seed
from bot.sandbox.world.access import channel_permissions, effective, thread_visible
from bot.sandbox.world.events import ChannelCreated, Event
from bot.sandbox.world.files import FileStore
from bot.sandbox.world.interaction import Interaction
from bot.sandbox.world.model import ApplicationEmojis, Channel, Command, Guild, Member, Message, User
from bot.sandbox.world.permissions import ALL, Permission
from bot.sandbox.world.snowflakes import Snowflakes

log = logging.getLogger(__name__)

DM_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.ADD_REACTIONS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.PIN_MESSAGES
)
"""The permissions of both sides of a direct message."""


class World:
    """Everything that exists, and who is told when it changes."""

    def __init__(self, settings: Settings, files: FileStore, token: str) -> None:
        parts = seed.new_world()
        self.settings = settings
        self.files = files
        self.token = token
        self.ids = Snowflakes()
        self.bot = parts.bot
        self.people = parts.users
        self.users: dict[Snowflake, User] = {user.id: user for user in (*parts.users, parts.bot)}
        self.guilds: dict[Snowflake, Guild] = {parts.guild.id: parts.guild}
        self.channels: dict[Snowflake, Channel] = {channel.id: channel for channel in parts.channels}
        self.ephemerals: dict[Snowflake, Message] = {}
        self.interactions: dict[Snowflake, Interaction] = {}
        self.commands: dict[Snowflake, Command] = {}
        self.command_creations: dict[Snowflake | None, list[float]] = {}
        self.emojis = ApplicationEmojis()
        self.application: JsonObject = {}
        """The fields of the application that its owner has set, over those of a new one."""
        self.seen_by: dict[Snowflake, int] = {}
        """The number of open screens that show an ephemeral message."""
        self._subscribers: list[Callable[[Event], None]] = []

    @property
    def application_id(self) -> Snowflake:
        """The application's id; its bot user has the same."""
        return self.bot.id

    def subscribe(self, listener: Callable[[Event], None]) -> None:
        """Be told of every event, in order; a listener serialises at once and must not wait."""
        self._subscribers.append(listener)

    def publish(self, event: Event) -> None:
        """Tell every subscriber."""
        for listener in self._subscribers:
            listener(event)

    def guild(self, guild_id: Snowflake) -> Guild:
        """A guild that the bot is in; 10004 otherwise."""
        guild = self.guilds.get(guild_id)
        if guild is None or not guild.bot_present:
            raise api_error(10004)
        return guild

    def channel(self, channel_id: Snowflake) -> Channel:
        """A channel that the bot could know of; 10003 otherwise."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise api_error(10003)
        if channel.guild_id is not None and not self.guilds[channel.guild_id].bot_present:
            raise api_error(50001)
        return channel

    def user(self, user_id: Snowflake) -> User:
        """A user; 10013 otherwise."""
        user = self.users.get(user_id)
        if user is None:
            raise api_error(10013)
        return user

    def member(self, guild: Guild, user_id: Snowflake) -> Member:
        """A member; 10007 when the user exists but is not in the guild, 10013 when there is no such user."""
        self.user(user_id)
        member = guild.members.get(user_id)
        if member is None:
            raise api_error(10007)
        return member

    def message(self, channel: Channel, message_id: Snowflake) -> Message:
        """A message of a channel; ephemeral ones are not there (10008)."""
        message = channel.messages.get(message_id)
        if message is None:
            raise api_error(10008)
        return message

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild of a channel; None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def parent(self, channel: Channel) -> Channel:
        """The channel whose overwrites hold: a thread's parent, any other channel itself."""
        return (
            self.channels[channel.parent_id]
            if channel.type in THREAD_TYPES and channel.parent_id
            else channel
        )

    def computed(self, channel: Channel, user_id: Snowflake) -> Permission:
        """The permission bits of a user in a channel, before the implicit denials."""
        guild = self.guild_of(channel)
        if guild is None:
            there = user_id in channel.recipient_ids
            there = there or (channel.type is ChannelType.DM and user_id == self.bot.id)
            return DM_PERMISSIONS if there else Permission(0)
        member = guild.members.get(user_id)
        if member is None:
            return Permission(0)
        return channel_permissions(guild, self.parent(channel), member)

    def permissions(self, channel: Channel, user_id: Snowflake) -> Permission:
        """Return a user's real permissions in a channel: computed bits after the implicit denials."""
        bits = self.computed(channel, user_id)
        if channel.type in THREAD_TYPES and not thread_visible(bits, channel, user_id):
            return Permission(0)
        return bits if bits == ALL else effective(bits, channel.type)

    def can(self, channel: Channel, user_id: Snowflake, *needed: Permission) -> bool:
        """Whether a user has all of these in a channel."""
        bits = self.permissions(channel, user_id)
        return all(bits & permission for permission in needed)

    def demand(self, channel: Channel, *needed: Permission) -> None:
        """Raise 50001 when the bot cannot see the channel, 50013 when it lacks something else."""
        if not self.can(channel, self.bot.id, Permission.VIEW_CHANNEL):
            raise api_error(50001)
        if not self.can(channel, self.bot.id, *needed):
            raise api_error(50013)

    def sees(self, user_id: Snowflake, message: Message) -> bool:
        """Whether a user may see a message at all: ephemeral ones only their audience."""
        if message.audience is not None:
            return message.audience == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.can(channel, user_id, Permission.VIEW_CHANNEL)

    def threads_of(self, guild: Guild) -> Iterable[Channel]:
        """All threads of a guild, archived ones too."""
        return (
            channel
            for channel in self.channels.values()
            if channel.guild_id == guild.id and channel.type in THREAD_TYPES
        )

    def guild_channels(self, guild: Guild) -> list[Channel]:
        """The channels of a guild by position, without threads."""
        channels = [
            self.channels[channel_id] for channel_id in guild.channel_ids if channel_id in self.channels
        ]
        return sorted(channels, key=lambda channel: (channel.position, channel.id))

    def private_channel(self, user_id: Snowflake) -> Channel:
        """The direct messages between the bot and a user; made when there are none."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and channel.recipient_ids == [user_id]:
                return channel
        channel = Channel(self.ids.next(), ChannelType.DM, "", recipient_ids=[user_id])
        self.channels[channel.id] = channel
        self.publish(ChannelCreated(channel))
        return channel

    def start_group(self, name: str, people: list[User]) -> Channel:
        """A new group of some people, who see one another's messages; no bot can be in one."""
        ids = [user.id for user in people]
        channel = Channel(self.ids.next(), ChannelType.GROUP_DM, name, recipient_ids=ids)
        self.channels[channel.id] = channel
        self.publish(ChannelCreated(channel))
        return channel

    def commands_in(self, guild_id: Snowflake | None) -> list[Command]:
        """The commands of one scope: a guild's own, or the global ones for None."""
        return [command for command in self.commands.values() if command.guild_id == guild_id]
