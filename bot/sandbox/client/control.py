"""The bar of the page: the bot's process, the gateway, settings, permissions, faults."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.sandbox.client.request import UserSide, find_guild, find_user, read_id, read_object, read_text
from bot.sandbox.common.errors import bad_request, unknown
from bot.sandbox.common.settings import SettingsError
from bot.sandbox.common.types import LOCALES, JsonObject
from bot.sandbox.gateway.sessions import Session, Sink
from bot.sandbox.rest.faults import Fault
from bot.sandbox.world.events import (
    ChannelUpdated,
    CommandsChanged,
    GuildPresence,
    GuildUpdated,
    MemberChanged,
    RoleUpdated,
    SettingsChanged,
)
from bot.sandbox.world.model import Member, Overwrite
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.seed import BOT_ROLE_ID, another_server
from bot.sandbox.world.snowflakes import created_at

MOST_IN_GROUP = 10
OWNERS = {
    *("bot_public", "bot_require_code_grant", "custom_install_url", "install_params"),
    *("integration_types_config", "interactions_endpoint_url"),
}
"""The fields of the application that its owner sets."""


class Control:
    """`POST /client/control {action, ...}`."""

    def __init__(self, side: UserSide) -> None:
        self._side = side
        self._world = side.world
        self._actions: dict[str, Callable[[JsonObject], Awaitable[None] | None]] = {
            "bot_start": lambda _: side.bot.start(),
            "bot_stop": lambda _: side.bot.stop(),
            "bot_kill": lambda _: side.bot.kill(),
            "bot_restart": self._restart,
            "bot_kill_restart": self._kill_restart,
            "gateway_drop": self._drop,
            "gateway_reconnect": lambda _: self._each(lambda sink: sink.send_op(7)),
            "gateway_heartbeat": lambda _: self._each(lambda sink: sink.send_op(1)),
            "gateway_invalidate": self._invalidate,
            "settings": self._settings,
            "application": self._application,
            "guild": self._guild,
            "overwrite": self._overwrite,
            "role": self._role,
            "member": self._member,
            "install": self._install,
            "group": self._group,
            "bot_guild": self._bot_guild,
            "server_add": self._server_add,
            "unavailable": self._unavailable,
            "fault": self._fault,
            "emoji_doubt": self._emoji_doubt,
        }

    async def handle(self, request: web.Request) -> web.Response:
        """Do one action and tell how things stand after it."""
        body = await read_object(request)
        action = self._actions.get(read_text(body, "action"))
        if action is None:
            raise bad_request("no such action")
        result = action(body)
        if result is not None:
            await result
        return web.json_response(
            {"ok": True, "bot": self._side.bot.view(), "settings": self._world.settings.as_json()}
        )

    async def _restart(self, body: JsonObject) -> None:
        await self._side.bot.stop()
        await self._side.bot.start()

    async def _kill_restart(self, body: JsonObject) -> None:
        await self._side.bot.kill()
        await self._side.bot.start()

    def _connected(self) -> list[tuple[Session, Sink]]:
        sessions = self._side.services.gateway.sessions.values()
        return [(session, session.sink) for session in sessions if session.sink is not None]

    def _each(self, act: Callable[[Sink], None]) -> None:
        for _, sink in self._connected():
            act(sink)

    def _drop(self, body: JsonObject) -> None:
        code = body.get("code")
        for _, sink in self._connected():
            if isinstance(code, int):
                sink.close(code)
            else:
                sink.cut()

    def _invalidate(self, body: JsonObject) -> None:
        resumable = bool(body.get("resumable"))
        self._each(lambda sink: sink.invalidate(resumable=resumable))

    def _settings(self, body: JsonObject) -> None:
        values = {key: value for key, value in body.items() if key != "action"}
        try:
            self._world.settings = self._world.settings.changed(values)
        except SettingsError as error:
            raise bad_request(str(error)) from error
        self._world.publish(SettingsChanged())

    def _application(self, body: JsonObject) -> None:
        """The owner of the application sets it up in another way."""
        values = {key: value for key, value in body.items() if key != "action"}
        if not values.keys() <= OWNERS:
            raise bad_request(f"the owner sets {', '.join(sorted(OWNERS))}")
        self._world.application = values

    def _guild(self, body: JsonObject) -> None:
        guild = find_guild(self._world, body.get("guild"))
        if body.get("preferred_locale"):
            if body["preferred_locale"] not in LOCALES:
                raise bad_request("no such locale")
            guild.preferred_locale = str(body["preferred_locale"])
        guild.name = str(body.get("name") or guild.name)
        self._world.publish(GuildUpdated(guild))

    def _overwrite(self, body: JsonObject) -> None:
        channel = self._world.channels.get(read_id(body.get("channel"), "channel"))
        guild = None if channel is None else self._world.guild_of(channel)
        if channel is None or guild is None:
            raise unknown("channel")
        named = {"everyone": guild.id, "bot": self._world.bot.id}
        wanted = str(body.get("target"))
        target = named.get(wanted) or read_id(wanted, "target")
        allow, deny = _bits(body, "allow"), _bits(body, "deny")
        channel.overwrites.pop(target, None)
        if allow or deny:
            channel.overwrites[target] = Overwrite(target, target in self._world.users, allow, deny)
        self._world.publish(ChannelUpdated(channel))

    def _role(self, body: JsonObject) -> None:
        role_id = read_id(body.get("role", str(BOT_ROLE_ID)), "role")
        for guild in self._world.guilds.values():
            role = guild.roles.get(role_id)
            if role is not None:
                role.permissions = _bits(body, "permissions")
                self._world.publish(RoleUpdated(guild, role))
                return
        raise unknown("role")

    def _member(self, body: JsonObject) -> None:
        guild = find_guild(self._world, body.get("guild"))
        user = self._world.users.get(read_id(body.get("user"), "user"))
        if user is None or user is self._world.bot:
            raise unknown("user")
        if "closed_dms" in body:
            user.closed_dms = bool(body["closed_dms"])
        present = bool(body.get("present", user.id in guild.members))
        member = guild.members.get(user.id)
        if present and member is None:
            member = Member(user, [], created_at(self._world.ids.next()))
            guild.members[user.id] = member
            self._world.publish(MemberChanged(guild, member, present=True))
        elif not present and member is not None:
            del guild.members[user.id]
            self._world.publish(MemberChanged(guild, member, present=False))

    def _install(self, body: JsonObject) -> None:
        """A user installs the application for themself, or takes it out again."""
        user = find_user(self._world, body.get("user"))
        user.installed = bool(body.get("installed", True))
        self._world.publish(CommandsChanged())

    def _group(self, body: JsonObject) -> None:
        """Some people begin a group."""
        people = [find_user(self._world, each) for each in body.get("users") or []]
        if not 2 <= len(people) <= MOST_IN_GROUP:
            raise bad_request(f"a group has 2 to {MOST_IN_GROUP} people")
        self._world.start_group(read_text(body, "name")[:100], people)

    def _bot_guild(self, body: JsonObject) -> None:
        guild = find_guild(self._world, body.get("guild"))
        guild.bot_present = bool(body.get("present"))
        bot = self._world.bot
        if guild.bot_present:
            guild.members[bot.id] = Member(bot, [guild.bot_role_id], created_at(self._world.ids.next()))
        else:
            guild.members.pop(bot.id, None)
            for command in self._world.commands_in(guild.id):
                del self._world.commands[command.id]
        self._world.publish(GuildPresence(guild))

    def _server_add(self, body: JsonObject) -> None:
        """The people of the first server have another one, into which they invite the bot."""
        first, *others = self._world.guilds.values()
        guild, channel = another_server(
            len(others) + 1, read_text(body, "name")[:100], read_text(body, "channel")[:100], first
        )
        bot = self._world.bot
        guild.members[bot.id] = Member(bot, [guild.bot_role_id], guild.created_at)
        self._world.guilds[guild.id] = guild
        self._world.channels[channel.id] = channel
        self._world.publish(GuildPresence(guild))

    def _unavailable(self, body: JsonObject) -> None:
        guild = find_guild(self._world, body.get("guild"))
        guild.unavailable = bool(body.get("unavailable"))
        self._world.publish(GuildPresence(guild))

    def _fault(self, body: JsonObject) -> None:
        fault = Fault(
            read_text(body, "method"),
            read_text(body, "route"),
            int(_number(body, "status", 0)),
            int(_number(body, "count", 1)),
            float(_number(body, "delay", 0.0)),
            int(_number(body, "code", 0)),
            str(body.get("message") or "Internal Server Error"),
            float(_number(body, "retry_after", 0.5)),
            str(body.get("message_id") or ""),
        )
        self._side.faults.waiting.append(fault)

    def _emoji_doubt(self, body: JsonObject) -> None:
        self._world.emojis.doubted = int(_number(body, "count", 1))


def _number(body: JsonObject, key: str, default: float) -> float:
    value: Any = body.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise bad_request(f"{key} is a number")
    return value


def _bits(body: JsonObject, key: str) -> Permission:
    text = str(body.get(key, "0"))
    if not text.isdecimal():
        raise bad_request(f"{key} needs permission bits")
    return Permission(int(text))
