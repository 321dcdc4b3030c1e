"""The open screens: each is one user's live view of the world, filtered by what that user may see."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.sandbox.client.bot_process import BotProcess, LogLine, LogRing
from bot.sandbox.client.views import channel_view, guild_view, message_view, user_view, visible_channels
from bot.sandbox.common.types import THREAD_TYPES, InteractionType, JsonObject, Snowflake
from bot.sandbox.world import events
from bot.sandbox.world.interaction import Interaction, InteractionState
from bot.sandbox.world.model import Channel, Guild, Message, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

_MAX_QUEUED: Final = 4000
_KINDS: Final = {
    InteractionType.COMMAND: "command",
    InteractionType.COMPONENT: "component",
    InteractionType.MODAL: "modal",
    InteractionType.AUTOCOMPLETE: "autocomplete",
}


def interaction_view(interaction: Interaction) -> JsonObject:
    """Return the state of an interaction; never its token."""
    context = interaction.type is InteractionType.COMMAND and any(
        key in interaction.metadata for key in ("target_user", "target_message_id")
    )
    failed = interaction.state is InteractionState.FAILED
    return {
        "id": str(interaction.id),
        "kind": "context" if context else _KINDS[interaction.type],
        "state": str(interaction.state),
        "channel_id": str(interaction.channel_id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
        "custom_id": interaction.custom_id,
        "callback": None if failed or interaction.callback is None else int(interaction.callback),
        "original_id": None if interaction.original_id is None else str(interaction.original_id),
        "command_name": interaction.command_name,
    }


class Screen:
    """One WebSocket of the page or of a test."""

    def __init__(self, world: World, user: User, locale: str, *, with_log: bool) -> None:
        self._world = world
        self.user = user
        self.locale = locale
        self.with_log = with_log
        self.seen: set[Snowflake] = set()
        """The ephemeral messages on this screen; a new one begins without any, like a reloaded client."""
        self.channels: set[Snowflake] = set()
        self.socket = web.WebSocketResponse(heartbeat=20, max_msg_size=4096)
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def push(self, kind: str, data: Any) -> None:
        """Queue one event; a screen that does not read loses its connection."""
        if self._queue.qsize() < _MAX_QUEUED:
            self._queue.put_nowait(json.dumps({"type": kind, "data": data}, ensure_ascii=False))
        else:
            asyncio.get_running_loop().create_task(self.socket.close(code=1008))

    async def write(self) -> None:
        """Send what is queued, in order."""
        while True:
            frame = await self._queue.get()
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                return


class Screens:
    """All open screens."""

    def __init__(self, world: World, bot: BotProcess, log: LogRing) -> None:
        self._world = world
        self._bot = bot
        self._open: set[Screen] = set()
        world.subscribe(self.on_event)
        log.subscribe(self.on_log)

    async def serve(self, request: web.Request, user: User, locale: str) -> web.WebSocketResponse:
        """One screen from its opening to its end."""
        screen = Screen(self._world, user, locale, with_log=request.query.get("log") == "1")
        await screen.socket.prepare(request)
        screen.push("hello", self._hello(screen))
        self._open.add(screen)
        writer = asyncio.create_task(screen.write())
        try:
            async for message in screen.socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            writer.cancel()
            self._open.discard(screen)
            for message_id in screen.seen:
                self._unsee(message_id)
        return screen.socket

    async def close(self) -> None:
        """Close every screen."""
        for screen in list(self._open):
            await screen.socket.close(code=1001)

    def _hello(self, screen: Screen) -> JsonObject:
        world, user = self._world, screen.user
        world.private_channel(user.id)  # Discord opens it with a press on the bot's name; here it is open
        guilds = [guild for guild in world.guilds.values() if user.id in guild.members]
        screen.channels = {channel.id for guild in guilds for channel in visible_channels(world, guild, user)}
        private = [
            channel
            for channel in world.channels.values()
            if channel.guild_id is None and user.id in channel.recipient_ids
        ]
        screen.channels |= {channel.id for channel in private}
        return {
            "user": user_view(user),
            "locale": screen.locale,
            "guilds": [guild_view(world, guild, user) for guild in guilds],
            "private_channels": [channel_view(world, channel, user) for channel in private],
            "users": [user_view(person) for person in world.people],
            "bot_user": user_view(world.bot),
            "bot": self._bot.view(),
            "settings": world.settings.as_json(),
            "interactions": [],
        }

    def sees_ephemeral(self, user: User, message: Message) -> bool:
        """Whether a message is on any screen of a user."""
        return any(screen.user is user and message.id in screen.seen for screen in self._open)

    def dismiss(self, user: User, message: Message) -> None:
        """Take an ephemeral message off a user's screens. Its token still edits it, unseen, as in Discord."""
        for screen in self._open:
            if screen.user is user:
                self._tell_deleted(screen, message)

    def on_log(self, line: LogLine) -> None:
        """Show a line of the bot's log where it is wanted."""
        for screen in self._open:
            if screen.with_log:
                screen.push("log", {"lines": [line.view()]})

    def on_event(self, event: events.Event) -> None:
        """Tell every screen what its user may know of an event."""
        for screen in list(self._open):
            self._tell(screen, event)

    def _tell(self, screen: Screen, event: events.Event) -> None:
        match event:
            case events.MessageCreated(message):
                self._tell_message(screen, "message_create", message)
            case (
                events.MessageUpdated(message)
                | events.ReactionChanged(message)
                | events.ReactionsCleared(message)
            ):
                self._tell_message(screen, "message_update", message)
            case events.MessageDeleted(message):
                self._tell_deleted(screen, message)
            case events.MessagesDeleted(_, messages):
                for message in messages:
                    self._tell_deleted(screen, message)
            case events.Typing(channel, user):
                if self._world.can(channel, screen.user.id, Permission.VIEW_CHANNEL):
                    screen.push("typing", {"channel_id": str(channel.id), "user_id": str(user.id)})
            case events.InteractionCreated(interaction, _) | events.InteractionChanged(interaction):
                if interaction.user is screen.user and interaction.type is not InteractionType.AUTOCOMPLETE:
                    screen.push("interaction", interaction_view(interaction))
            case events.ModalOpened(interaction, modal):
                if interaction.user is screen.user:
                    about = {
                        "interaction": str(interaction.id),
                        "channel_id": str(interaction.channel_id),
                    }
                    screen.push("modal", modal | about)
            case _:
                self._tell_structure(screen, event)

    def _tell_message(self, screen: Screen, kind: str, message: Message) -> None:
        if not self._world.sees(screen.user.id, message):
            return
        if message.audience is not None:
            if kind == "message_create":
                screen.seen.add(message.id)
                self._world.seen_by[message.id] = self._world.seen_by.get(message.id, 0) + 1
            elif message.id not in screen.seen:
                return
        screen.push(kind, message_view(self._world, message, screen.user))

    def _tell_deleted(self, screen: Screen, message: Message) -> None:
        if message.audience is not None:
            if message.id not in screen.seen:
                return
            screen.seen.discard(message.id)
            self._unsee(message.id)
        elif not self._world.sees(screen.user.id, message):
            return
        screen.push("message_delete", {"id": str(message.id), "channel_id": str(message.channel_id)})

    def _unsee(self, message_id: Snowflake) -> None:
        left = self._world.seen_by.get(message_id, 0) - 1
        if left > 0:
            self._world.seen_by[message_id] = left
        else:
            self._world.seen_by.pop(message_id, None)

    def _tell_structure(self, screen: Screen, event: events.Event) -> None:
        match event:
            case events.ChannelCreated(channel) | events.ChannelUpdated(channel):
                self._tell_channel(screen, channel)
            case events.ChannelDeleted(channel):
                if channel.id in screen.channels:
                    self._hide(screen, channel)
            case events.ThreadMembersChanged(thread):
                self._tell_channel(screen, thread)
            case events.GuildUpdated(guild) | events.GuildPresence(guild, False):
                self._tell_guild(screen, guild)
            case events.GuildPresence(guild, True):
                if screen.user.id in guild.members:
                    screen.push("guild_delete", {"id": str(guild.id)})
            case events.RoleUpdated(guild, _) | events.MemberChanged(guild):
                self._tell_guild(screen, guild)
                screen.push("commands", {})
            case events.CommandsChanged():
                screen.push("commands", {})
            case events.SettingsChanged():
                screen.push("settings", self._world.settings.as_json())
            case events.BotChanged():
                screen.push("bot", self._bot.view())
            case _:
                return

    def _tell_guild(self, screen: Screen, guild: Guild) -> None:
        if screen.user.id not in guild.members:
            screen.push("guild_delete", {"id": str(guild.id)})
            return
        visible = visible_channels(self._world, guild, screen.user)
        screen.channels |= {channel.id for channel in visible}
        screen.push("guild_update", guild_view(self._world, guild, screen.user))

    def _tell_channel(self, screen: Screen, channel: Channel) -> None:
        word = "thread" if channel.type in THREAD_TYPES else "channel"
        if not self._world.can(channel, screen.user.id, Permission.VIEW_CHANNEL):
            if channel.id in screen.channels:
                self._hide(screen, channel)
            return
        known = channel.id in screen.channels
        screen.channels.add(channel.id)
        kind = f"{word}_{'update' if known else 'create'}"
        screen.push(kind, channel_view(self._world, channel, screen.user))

    def _hide(self, screen: Screen, channel: Channel) -> None:
        screen.channels.discard(channel.id)
        word = "thread" if channel.type in THREAD_TYPES else "channel"
        body = {"id": str(channel.id), "guild_id": str(channel.guild_id)}
        if channel.type in THREAD_TYPES:
            body["parent_id"] = str(channel.parent_id)
        screen.push(f"{word}_delete", body)
