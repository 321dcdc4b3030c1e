"""Elsewhere than in the sandbox's server: a second server with the same people, and direct messages."""

from __future__ import annotations

from dataclasses import replace

from bot.sandbox.common.types import ChannelType
from bot.sandbox.world.model import Channel, Guild, Message, User
from bot.sandbox.world.seed import GUILD_ID
from tests.support.e2e.e2e_stage import Stage

NAME = "second-hall"
"""The channel of the second server."""


def second_server(here: Stage) -> Channel:
    """A channel of a second server, with the same people, and with the bot in it."""
    world, first = here.server.world, here.server.world.guilds[GUILD_ID]
    guild = Guild(world.ids.next(), "Another hall", first.owner_id, "en-US", first.created_at)
    for number, role in first.roles.items():
        everyone = number == GUILD_ID
        guild.roles[guild.id if everyone else number] = replace(role, id=guild.id if everyone else number)
    guild.members |= {user: replace(member) for user, member in first.members.items()}
    channel = Channel(world.ids.next(), ChannelType.TEXT, NAME, guild.id)
    guild.channel_ids = [channel.id]
    world.guilds[guild.id] = guild
    world.channels[channel.id] = channel
    return channel


def direct_messages(here: Stage, user: User) -> Channel:
    """The channel in which a user and the bot are alone."""
    return here.server.world.private_channel(user.id)


def told_in(here: Stage, channel: Channel) -> Message:
    """A message of the bot in a channel."""
    world = here.server.world
    message = Message(world.ids.next(), channel.id, channel.guild_id, world.bot, 0.0, content="once a table")
    channel.messages[message.id] = message
    return message
