"""The actions of users without the bot: write, delete, react, open threads and channels."""

from __future__ import annotations

from aiohttp import web

from bot.sandbox.changes import channels, messages
from bot.sandbox.checks.message import Draft, DraftContext, read_draft
from bot.sandbox.client.request import (
    UserSide,
    find_channel,
    find_guild,
    find_user,
    read_id,
    read_object,
    read_text,
)
from bot.sandbox.client.views import channel_view, message_view
from bot.sandbox.common.errors import ApiError, bad_request, forbidden, unknown
from bot.sandbox.common.types import PUBLIC_KINDS, THREAD_TYPES, JsonObject
from bot.sandbox.rest.reactions import find_reaction, react, read_reaction_emoji, unreact
from bot.sandbox.world.events import ChannelUpdated
from bot.sandbox.world.model import Channel, Message, User
from bot.sandbox.world.permissions import Permission


class Talk:
    """The handlers."""

    def __init__(self, side: UserSide) -> None:
        self._side = side
        self._world = side.world

    def routes(self) -> list[web.RouteDef]:
        """The addresses below `/client`."""
        return [
            web.get("/client/channels/{channel}/messages", self.list_messages),
            web.post("/client/messages", self.write),
            web.delete("/client/messages/{channel}/{message}", self.delete),
            web.post("/client/dismiss", self.dismiss),
            web.post("/client/reactions", self.toggle_reaction),
            web.post("/client/threads", self.start_thread),
            web.patch("/client/threads/{channel}", self.edit_channel),
            web.post("/client/channels", self.create_channel),
            web.patch("/client/channels/{channel}", self.edit_channel),
            web.delete("/client/channels/{channel}", self.delete_channel),
            web.delete("/client/guilds/{guild}", self.delete_guild),
        ]

    async def list_messages(self, request: web.Request) -> web.Response:
        """The latest messages of a channel, oldest first; never ephemeral ones."""
        user = find_user(self._world, request.query.get("user"))
        channel = find_channel(self._world, request.match_info["channel"], user)
        limit = request.query.get("limit", "50")
        before = request.query.get("before")
        found = list(channel.messages.values())
        if not self._world.can(channel, user.id, Permission.READ_MESSAGE_HISTORY):
            found = []
        if before is not None:
            found = [message for message in found if message.id < read_id(before, "before")]
        count = min(int(limit), 100) if limit.isdecimal() and int(limit) else 50
        shown = [message_view(self._world, message, user) for message in found[-count:]]
        return web.json_response({"messages": shown})

    async def write(self, request: web.Request) -> web.Response:
        """A user's own message."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        channel = find_channel(self._world, body.get("channel"), user)
        payload: JsonObject = {"content": read_text(body, "content")}
        if body.get("reply_to"):
            payload["message_reference"] = {"message_id": str(read_id(body["reply_to"], "reply_to"))}
        draft = self._read_draft(payload)
        try:
            messages.demand_sendable(self._world, channel, draft, user.id)
        except ApiError as error:
            raise forbidden(error.message) from error
        if channel.thread is not None and channel.thread.archived:
            channels.set_archived(self._world, channel, archived=False)
            self._world.publish(ChannelUpdated(channel))
        message = messages.create(self._world, channel, draft, messages.Origin(user))
        return web.json_response(message_view(self._world, message, user), status=201)

    def _read_draft(self, payload: JsonObject) -> Draft:
        try:
            draft = read_draft(payload, [], DraftContext(self._world.emojis))
        except ApiError as error:
            raise bad_request(error.message) from error
        if draft.empty:
            raise bad_request("the message is empty")
        return draft

    async def delete(self, request: web.Request) -> web.Response:
        """A user deletes a message: an own one, or any with Manage Messages."""
        user = find_user(self._world, request.query.get("user"))
        channel = find_channel(self._world, request.match_info["channel"], user)
        message = self._message(channel, request.match_info["message"])
        manages = self._world.can(channel, user.id, Permission.MANAGE_MESSAGES)
        if message.author is not user and not manages:
            raise forbidden("only the author or a moderator can delete a message")
        messages.delete(self._world, message)
        return web.Response(status=204)

    def _message(self, channel: Channel, value: str) -> Message:
        message = channel.messages.get(read_id(value, "message"))
        if message is None:
            raise unknown("message")
        return message

    async def dismiss(self, request: web.Request) -> web.Response:
        """A user dismisses an own ephemeral message; the bot is not told."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        message = self._world.ephemerals.get(read_id(body.get("message"), "message"))
        if message is None or message.audience != user.id:
            raise unknown("message")
        self._side.screens.dismiss(user, message)
        return web.Response(status=204)

    async def toggle_reaction(self, request: web.Request) -> web.Response:
        """A user reacts, or takes the reaction back."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        channel = find_channel(self._world, body.get("channel"), user)
        message = self._message(channel, str(body.get("message")))
        try:
            emoji = read_reaction_emoji(self._world, read_text(body, "emoji"))
            reaction = find_reaction(message, emoji)
            if reaction is not None and user.id in reaction.user_ids:
                unreact(self._world, message, user, emoji)
            elif reaction is None and not self._world.can(channel, user.id, Permission.ADD_REACTIONS):
                raise forbidden("no new reactions here")
            else:
                react(self._world, message, user, emoji)
        except ApiError as error:
            raise bad_request(error.message) from error
        return web.Response(status=204)

    async def start_thread(self, request: web.Request) -> web.Response:
        """A user starts a public thread."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        channel = find_channel(self._world, body.get("channel"), user, Permission.CREATE_PUBLIC_THREADS)
        if channel.type in THREAD_TYPES:
            raise bad_request("a thread cannot hold threads")
        message = self._message(channel, str(body["message"])) if body.get("message") else None
        plan = channels.ThreadPlan(
            read_text(body, "name")[:100], user, PUBLIC_KINDS[channel.type], message=message
        )
        try:
            thread = channels.start_thread(self._world, channel, plan)
        except ApiError as error:
            raise bad_request(error.message) from error
        return web.json_response(channel_view(self._world, thread, user), status=201)

    async def edit_channel(self, request: web.Request) -> web.Response:
        """A user renames a channel or thread, or archives, wakes and locks a thread."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        channel = find_channel(self._world, request.match_info["channel"], user)
        self._demand_manager(channel, user, waking=body.get("archived") is False)
        if body.get("name"):
            channel.name = str(body["name"])[:100]
        if "topic" in body:
            channel.topic = str(body["topic"])[:1024]
        if channel.thread is not None:
            channel.thread.locked = bool(body.get("locked", channel.thread.locked))
            archived = bool(body.get("archived", channel.thread.archived))
            channels.set_archived(self._world, channel, archived=archived)
        self._world.publish(ChannelUpdated(channel))
        return web.json_response(channel_view(self._world, channel, user))

    def _demand_manager(self, channel: Channel, user: User, *, waking: bool = False) -> None:
        thread = channel.thread
        if thread is None:
            needed = Permission.MANAGE_CHANNELS
        elif thread.owner_id == user.id or (waking and not thread.locked):
            return
        else:
            needed = Permission.MANAGE_THREADS
        if not self._world.can(channel, user.id, needed):
            raise forbidden("missing permissions")

    async def create_channel(self, request: web.Request) -> web.Response:
        """A user makes a channel."""
        body = await read_object(request)
        user = find_user(self._world, body.get("user"))
        guild = find_guild(self._world, body.get("guild"))
        if guild.owner_id != user.id:
            raise forbidden("missing permissions")
        channel = channels.create_channel(self._world, guild, read_text(body, "name")[:100])
        return web.json_response(channel_view(self._world, channel, user), status=201)

    async def delete_channel(self, request: web.Request) -> web.Response:
        """A user deletes a channel or a thread."""
        user = find_user(self._world, request.query.get("user"))
        channel = find_channel(self._world, request.match_info["channel"], user)
        needed = Permission.MANAGE_CHANNELS if channel.thread is None else Permission.MANAGE_THREADS
        if channel.guild_id is None or not self._world.can(channel, user.id, needed):
            raise forbidden("missing permissions")
        channels.delete_channel(self._world, channel)
        return web.Response(status=204)

    async def delete_guild(self, request: web.Request) -> web.Response:
        """A guild goes, with everything in it."""
        guild = find_guild(self._world, request.match_info["guild"])
        channels.delete_guild(self._world, guild)
        return web.Response(status=204)
