"""The world at the start: one guild, four channels, five users and the bot. Ids never change."""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass, replace
from typing import Final

from bot.sandbox.common.types import ChannelType, Snowflake
from bot.sandbox.world.model import Channel, Guild, Member, Overwrite, Role, User
from bot.sandbox.world.permissions import EVERYONE, Permission
from bot.sandbox.world.snowflakes import at_time

_BIRTH: Final = 1_672_531_200.0  # 2023-01-01: everything here was made in the first minutes of that year


def _old_id(number: int) -> Snowflake:
    return Snowflake(at_time(_BIRTH + number) + number)


APPLICATION_ID: Final = _old_id(1)
GUILD_ID: Final = _old_id(2)
BOT_ROLE_ID: Final = _old_id(3)
MODERATOR_ROLE_ID: Final = _old_id(4)
CHANNEL_IDS: Final = {
    name: _old_id(10 + n) for n, name in enumerate(("hanafuda", "tea-room", "quiet", "staff"))
}
USER_IDS: Final = tuple(_old_id(20 + n) for n in range(5))

_USERS: Final = (
    ("sakura", "さくら", "#c04d6d"),
    ("kenta", "Kenta_花", "#2f6fb2"),
    ("midori", "Midori", "#3a8352"),
    ("haruka", "遥 Haruka", "#8a5bb5"),
    ("zoe", "Zoë たろう", "#a16822"),
)

BOT_PERMISSIONS: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.READ_MESSAGE_HISTORY
)
"""The permissions of the bot's own role: those of its invite link."""

SANDBOX_MARK: Final = "sandbox"


def make_token() -> str:
    """A new bot token: `base64(application id).sandbox.<random>`; the middle tells it from a real one."""
    head = base64.urlsafe_b64encode(str(APPLICATION_ID).encode()).decode().rstrip("=")
    return f"{head}.{SANDBOX_MARK}.{secrets.token_urlsafe(32)}"


@dataclass(frozen=True, slots=True)
class Seed:
    """The parts of a new world."""

    users: tuple[User, ...]
    bot: User
    guild: Guild
    channels: tuple[Channel, ...]


def new_world(locale: str = "en-US") -> Seed:
    """Fresh objects; nothing is shared between two worlds."""
    users = tuple(
        User(user_id, username, shown, color)
        for user_id, (username, shown, color) in zip(USER_IDS, _USERS, strict=True)
    )
    bot = User(APPLICATION_ID, "koikoi", None, "#a5262f", bot=True)
    guild = Guild(GUILD_ID, "花札の間 Hanafuda Hall", users[0].id, locale, _BIRTH)
    for role in _roles():
        guild.roles[role.id] = role
    for user in users:
        guild.members[user.id] = Member(user, [], _BIRTH + 60)
    guild.members[bot.id] = Member(bot, [BOT_ROLE_ID], _BIRTH + 90)
    channels = _channels()
    guild.channel_ids = [channel.id for channel in channels]
    return Seed(users, bot, guild, channels)


def another_server(number: int, name: str, channel: str, like: Guild) -> tuple[Guild, Channel]:
    """A further server with the people of a first one, roles like its, and a channel, on the next shard.

    `number` is 1 for the first of them: servers are split by the milliseconds of their ids.
    """
    born = _BIRTH + 100
    guild = Guild(
        Snowflake(at_time(born + (number + 0.5) / 1000)), name, like.owner_id, like.preferred_locale, born
    )
    made = Channel(Snowflake(guild.id + 1), ChannelType.TEXT, channel, guild.id)
    others = (each for each in like.roles if each != like.id)
    own = {like.id: guild.id} | {each: Snowflake(made.id + n) for n, each in enumerate(others, 1)}
    guild.roles |= {own[role.id]: replace(role, id=own[role.id]) for role in like.roles.values()}
    guild.members |= {
        user: replace(member, role_ids=[own[each] for each in member.role_ids])
        for user, member in like.members.items()
    }
    guild.channel_ids = [made.id]
    return guild, made


def _roles() -> tuple[Role, ...]:
    return (
        Role(GUILD_ID, "@everyone", EVERYONE, 0),
        Role(BOT_ROLE_ID, "Koi-Koi", BOT_PERMISSIONS, 1, managed=True, bot_id=APPLICATION_ID),
        Role(
            MODERATOR_ROLE_ID,
            "Moderator",
            Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD | Permission.MANAGE_THREADS,
            2,
            color=0xD4A72C,
            mentionable=True,
        ),
    )


def _channels() -> tuple[Channel, ...]:
    topics = {
        "hanafuda": "Koi-koi tables are played here. こいこいの卓",
        "tea-room": "Talk, and a second table. 雑談",
        "quiet": "The bot can see this channel, but not send, attach or embed in it.",
        "staff": "Only the owner sees this channel.",
    }
    channels = tuple(
        Channel(channel_id, ChannelType.TEXT, name, GUILD_ID, position, topics[name])
        for position, (name, channel_id) in enumerate(CHANNEL_IDS.items())
    )
    sending = Permission.SEND_MESSAGES | Permission.ATTACH_FILES | Permission.EMBED_LINKS
    sending |= Permission.SEND_MESSAGES_IN_THREADS | Permission.CREATE_PUBLIC_THREADS
    channels[2].overwrites[BOT_ROLE_ID] = Overwrite(BOT_ROLE_ID, is_member=False, deny=sending)
    # An allow of the bot's own role would win over a denial to everyone (roles come after @everyone).
    for target in (GUILD_ID, BOT_ROLE_ID):
        channels[3].overwrites[target] = Overwrite(target, is_member=False, deny=Permission.VIEW_CHANNEL)
    return channels
