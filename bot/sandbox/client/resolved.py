"""The users, members, roles, channels, messages and files that an interaction names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox.checks import options as kinds
from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.checks.groups import FILE_UPLOAD
from bot.sandbox.checks.interactive import STRING_SELECT
from bot.sandbox.common.errors import out_of_range
from bot.sandbox.common.types import JsonObject, Snowflake
from bot.sandbox.world.message_objects import attachment_json, message_json
from bot.sandbox.world.model import Attachment, Channel, Message, User
from bot.sandbox.world.objects import channel_json, member_json, role_json, user_json
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

_OPTION_OF_SELECT = {
    5: kinds.USER,
    6: kinds.ROLE,
    7: kinds.MENTIONABLE,
    8: kinds.CHANNEL,
    FILE_UPLOAD: kinds.ATTACHMENT,
}


class Resolved:
    """Collects `data.resolved`, as seen from one channel. `files`: those that somebody uploaded for it."""

    def __init__(
        self,
        world: World,
        channel: Channel,
        viewer: User,
        files: Mapping[Snowflake, Attachment] | None = None,
    ) -> None:
        self._world = world
        self._channel = channel
        self._viewer = viewer
        self._uploaded = files or {}
        self.files: dict[Snowflake, Attachment] = {}
        """The uploaded files that it names."""
        self.body: JsonObject = {}

    def add(self, kind: int, value: Snowflake) -> None:
        """One entity of an option's type; refuses what the client could not offer."""
        found = (
            (kind in (kinds.USER, kinds.MENTIONABLE) and self._add_user(value))
            or (kind in (kinds.ROLE, kinds.MENTIONABLE) and self._add_role(value))
            or (kind == kinds.CHANNEL and self._add_channel(value))
            or (kind == kinds.ATTACHMENT and self._add_file(value))
        )
        if not found:
            raise out_of_range(f"{value} cannot be chosen")

    def chosen(self, select: JsonObject, values: Any) -> list[str]:
        """Return the choices in a select, or the files of an upload: known, different, as many as asked."""
        if not isinstance(values, list) or len(set(map(str, values))) != len(values):
            raise out_of_range("values is a list of different values")
        low, high = select["min_values"], select["max_values"]
        if not low <= len(values) <= high:
            raise out_of_range(f"between {low} and {high} values must be chosen")
        if select["type"] == STRING_SELECT:
            known = [option["value"] for option in select["options"]]
            if any(value not in known for value in values):
                raise out_of_range("a value is no option of this select")
            return [str(value) for value in values]
        for value in values:
            number = parse_snowflake(value)
            if number is None:
                raise out_of_range("a value is no id")
            self.add(_OPTION_OF_SELECT[select["type"]], number)
        return [str(value) for value in values]

    def add_message(self, message: Message) -> None:
        """The target of a message command."""
        self.body.setdefault("messages", {})[str(message.id)] = message_json(self._world, message)

    def _add_user(self, user_id: Snowflake) -> bool:
        if user_id not in self._world.users:
            return False
        self.body.setdefault("users", {})[str(user_id)] = user_json(self._world.users[user_id])
        guild = self._world.guild_of(self._channel)
        member = None if guild is None else guild.members.get(user_id)
        if member is None:
            return True
        permissions = str(int(self._world.computed(self._channel, user_id)))
        body = member_json(member, with_user=False) | {"permissions": permissions}
        for key in ("mute", "deaf"):
            body.pop(key)
        self.body.setdefault("members", {})[str(user_id)] = body
        return True

    def _add_role(self, role_id: Snowflake) -> bool:
        guild = self._world.guild_of(self._channel)
        if guild is None or role_id not in guild.roles:
            return False
        self.body.setdefault("roles", {})[str(role_id)] = role_json(guild.roles[role_id])
        return True

    def _add_channel(self, channel_id: Snowflake) -> bool:
        channel = self._world.channels.get(channel_id)
        if channel is None or not self._world.can(channel, self._viewer.id, Permission.VIEW_CHANNEL):
            return False
        body = channel_json(self._world, channel)
        keys = ("id", "name", "type", "parent_id", "thread_metadata")
        permissions = str(int(self._world.computed(channel, self._viewer.id)))
        partial = {key: body[key] for key in keys if key in body} | {"permissions": permissions}
        self.body.setdefault("channels", {})[str(channel_id)] = partial
        return True

    def _add_file(self, attachment_id: Snowflake) -> bool:
        if attachment_id not in self._uploaded or attachment_id in self.files:
            return False
        found = self.files[attachment_id] = self._uploaded[attachment_id]
        self.body.setdefault("attachments", {})[str(attachment_id)] = attachment_json(found)
        return True
