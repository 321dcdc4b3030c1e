"""Direct messages, groups and users' own installations: what is offered, told and refused there."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.sandbox.clients.raw_bot import RawBot, button, raw_bot, row
from tests.support.sandbox.client import SandboxUser
from tests.support.sandbox.user import RefusedError

GO = {"name": "go", "description": "Goes", "contexts": [0, 1, 2], "integration_types": [0, 1]}
BY_GUILD = GO | {"name": "old", "integration_types": [0]}
ON_GUILDS = GO | {"name": "rank", "contexts": [0]}
IN_PRIVATE = (1 << 14) | (1 << 15) | (1 << 17)
EXTERNAL_EMOJIS = 1 << 18
SECRET = 64


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot with three commands."""
    async with raw_bot() as connected:
        assert (await connected.register(GO, BY_GUILD, ON_GUILDS)).status == 200
        yield connected


async def group_of(bot: RawBot, *people: SandboxUser) -> str:
    """A new group, as the last of its people sees it come."""
    await bot.sandbox.control("group", name="Tea circle", users=[one.id for one in people])
    seen = await people[-1].wait_event("channel_create", lambda channel: channel["type"] == 3)
    channel: str = seen["id"]
    return channel


async def offered(user: SandboxUser, channel: str) -> set[str]:
    """The names of the commands that somebody is offered."""
    return {each["name"] for each in await user.commands(channel)}


async def test_everybody_has_direct_messages_with_the_bot(bot: RawBot) -> None:
    """Each one's own, a channel of type 1 without a server, which the bot finds under the same id."""
    one, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    assert one.direct != other.direct
    (channel,) = one.private
    assert "guild_id" not in channel and [each["id"] for each in channel["recipients"]] == [one.id]
    made = await bot.call("POST", "/users/@me/channels", {"recipient_id": one.id})
    assert (made.body["id"], made.body["type"]) == (one.direct, 1)
    sent = await bot.send(one.direct, content="hello")
    assert (await one.wait_for(lambda m: m["id"] == sent.body["id"]))["content"] == "hello"
    assert other.messages(one.direct) == []
    with pytest.raises(RefusedError):
        await other.command("go", channel=one.direct)


async def test_an_interaction_in_direct_messages_names_a_user_and_no_server(bot: RawBot) -> None:
    """Context 1, no member, no guild; the bot may do there what the documents name; ephemeral stays so."""
    user = await bot.sandbox.user(0)
    interaction, waiting = await bot.started(user, user.direct)
    assert interaction["context"] == 1 and interaction["user"]["id"] == user.id
    assert not {"guild_id", "guild", "guild_locale", "member"} & set(interaction)
    assert interaction["authorizing_integration_owners"] == {"0": "0"}
    assert int(interaction["app_permissions"]) == IN_PRIVATE | EXTERNAL_EMOJIS
    await bot.callback(interaction, 4, {"content": "yours", "flags": SECRET})
    answer = await user.answer(await waiting)
    assert answer["flags"] & SECRET and answer["channel_id"] == user.direct
    assert all(event["t"] != "MESSAGE_CREATE" for event in bot.events)  # without that intent


async def test_a_users_own_installation_is_named_beside_the_servers(bot: RawBot) -> None:
    """In the direct messages both are told; who shares no server with the bot has their own alone."""
    user = await bot.sandbox.user(1)
    await bot.sandbox.control("install", user=user.id)
    interaction, _ = await bot.started(user, user.direct)
    assert interaction["authorizing_integration_owners"] == {"0": "0", "1": user.id}
    await bot.sandbox.control("bot_guild", guild=bot.sandbox.guild, present=False)
    interaction, _ = await bot.started(user, user.direct)
    assert interaction["authorizing_integration_owners"] == {"1": user.id}
    assert await offered(user, user.direct) == {"go"}


async def test_in_a_group_only_what_its_user_has_installed_can_be_used(bot: RawBot) -> None:
    """A command for users in a private context; the bot is not there and hears of nothing else."""
    one, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    group = await group_of(bot, one, other)
    assert await offered(one, group) == set()
    await bot.sandbox.control("install", user=one.id)
    assert await offered(one, group) == {"go"} and await offered(other, group) == set()
    assert await offered(one, one.direct) == {"go", "old"}
    interaction, waiting = await bot.started(one, group)
    assert (interaction["context"], interaction["channel"]["type"]) == (2, 3)
    assert interaction["authorizing_integration_owners"] == {"1": one.id}
    assert int(interaction["app_permissions"]) == IN_PRIVATE
    await bot.callback(interaction, 4, {"content": "for all", "components": [row(button())]})
    shown = await other.answer(await waiting)
    # A press on it acts by the installation of the person who used the command.
    interaction, _ = await bot.pressed(other, shown)
    assert interaction["authorizing_integration_owners"] == {"1": one.id}
    assert (await bot.send(group, content="x")).code == 50001
    assert (await bot.call("GET", f"/channels/{group}")).code == 50001


async def test_on_a_server_without_the_bot_an_installation_brings_interactions_alone(bot: RawBot) -> None:
    """The members' commands come with the server and the member; a fifth answer more is refused."""
    user, other = await bot.sandbox.user(2), await bot.sandbox.user(3)
    await bot.sandbox.control("install", user=user.id)
    await bot.sandbox.control("bot_guild", guild=bot.sandbox.guild, present=False)
    assert await offered(user, "hanafuda") == {"go", "rank"} and await offered(other, "hanafuda") == set()
    heard = len(bot.events)
    await other.say("nobody hears this", channel="hanafuda")
    interaction, waiting = await bot.started(user)
    assert [event["t"] for event in bot.events[heard:]] == ["INTERACTION_CREATE"]
    assert (interaction["context"], interaction["guild_id"]) == (0, bot.sandbox.guild)
    assert interaction["member"]["user"]["id"] == user.id
    assert interaction["authorizing_integration_owners"] == {"1": user.id}
    assert not int(interaction["app_permissions"]) & ~(IN_PRIVATE | EXTERNAL_EMOJIS)
    answer = await bot.callback(interaction, 4, {"content": "one", "flags": SECRET})
    assert answer.status == 200, answer
    assert (await user.answer(await waiting))["content"] == "one"
    path = bot.webhook(interaction, "?wait=1")
    sent = [await bot.call("POST", path, {"content": str(n), "flags": SECRET}) for n in range(6)]
    assert [each.status for each in sent[:5]] == [200] * 5 and sent[5].code == 40094


async def test_whoever_closes_their_direct_messages_gets_none(bot: RawBot) -> None:
    """50007; what is an answer to their own press comes nevertheless."""
    user = await bot.sandbox.user(4)
    await bot.sandbox.control("member", guild=bot.sandbox.guild, user=user.id, closed_dms=True)
    assert (await bot.send(user.direct, content="x")).code == 50007
    interaction, waiting = await bot.started(user, user.direct)
    await bot.callback(interaction, 4, {"content": "yours", "flags": SECRET})
    assert (await user.answer(await waiting))["content"] == "yours"
