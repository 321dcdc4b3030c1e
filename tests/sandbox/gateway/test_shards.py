"""Servers on several shards: whose events come where, and who may identify when."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.server import Server
from bot.shards import number_of
from tests.sandbox.gateway.gateway_client import INTENTS, RawGateway, raw_gateway
from tests.support.sandbox.client import QUICK, Sandbox, by_bot, put_commands, start_server


async def ready_with(gateway: RawGateway, shard: int, count: int) -> set[int]:
    """Identify as a shard; the servers that READY names."""
    await gateway.identify(shard=[shard, count], intents=INTENTS | int(Intent.DIRECT_MESSAGES))
    ready = await gateway.until("READY")
    assert ready["shard"] == [shard, count]
    return {int(guild["id"]) for guild in ready["guilds"]}


async def three_more(server: Server, sandbox: Sandbox) -> list[int]:
    """The ids of four servers, the first one and three that are added."""
    for name in ("north", "east", "south"):
        await sandbox.add_server(name)
    return list(map(int, server.world.guilds))


async def test_servers_that_are_added_lie_on_one_shard_after_the_other() -> None:
    """Of two shards and of four, each has its share, and knows no others."""
    async with start_server() as (server, sandbox):
        ids = await three_more(server, sandbox)
        assert sorted(number_of(each, 4) for each in ids) == [0, 1, 2, 3]
        for count in (2, 4):
            found = []
            async with AsyncExitStack() as stack:
                for shard in range(count):
                    gateway = await stack.enter_async_context(raw_gateway(server))
                    found.append(await ready_with(gateway, shard, count))
                    assert server.gateway.online == (shard + 1, count)  # which the page shows
            expected = [{each for each in ids if number_of(each, count) == shard} for shard in range(count)]
            assert found == expected


async def test_servers_have_nothing_in_common_but_their_people() -> None:
    """No role or channel of one is another's, and a member's role is one of the server."""
    async with start_server() as (server, sandbox):
        await three_more(server, sandbox)
        guilds = server.world.guilds.values()
        channels = [each for guild in guilds for each in guild.channel_ids]
        roles = [each for guild in guilds for each in guild.roles]
        assert len({*channels, *roles}) == len(channels) + len(roles) == 4 * 3 + 4 + 3
        for guild in guilds:
            assert guild.roles[guild.id].name == "@everyone"
            held = {each for member in guild.members.values() for each in member.role_ids}
            assert held == {guild.bot_role_id}
            assert guild.roles[guild.bot_role_id].bot_id == server.world.application_id


async def test_each_shard_hears_of_its_own_servers_and_the_first_of_private_messages() -> None:
    """A user's words are told where their server is."""
    async with start_server() as (server, sandbox):
        await sandbox.add_server("north")
        heard: dict[int, list[str]] = {0: [], 1: []}
        user = await sandbox.user(0)
        async with raw_gateway(server) as first, raw_gateway(server) as second:
            for shard, gateway in enumerate((first, second)):
                await ready_with(gateway, shard, 2)
                await gateway.until("GUILD_CREATE")
            private = str(server.world.private_channel(server.world.people[0].id).id)
            for channel in ("hanafuda", "north", private, "north", "hanafuda"):
                await user.say("Hello", channel=channel)
            for shard, gateway in enumerate((first, first, first, second, second)):
                told = await gateway.until("MESSAGE_CREATE")
                heard[shard // 3].append(told["channel_id"])
        hall, north = sandbox.channel("hanafuda"), sandbox.channel("north")
        assert heard == {0: [hall, private, hall], 1: [north, north]}


async def test_a_press_fails_while_its_own_shard_is_away_whoever_else_is_there() -> None:
    """An interaction goes to one shard."""
    async with start_server(replace(QUICK, ack_seconds=0.1)) as (server, sandbox):
        await sandbox.add_server("north")
        user = await sandbox.user(0)
        async with raw_gateway(server) as first:
            await ready_with(first, 0, 2)
            await first.until("GUILD_CREATE")
            await put_commands(server, [{"name": "look", "description": "Look", "type": 1}])
            assert (await user.command("look", channel="north")).failed
            elsewhere = asyncio.create_task(user.command("look", channel="hanafuda"))
            told = await first.until("INTERACTION_CREATE")
            assert told["guild_id"] == sandbox.guild
            await elsewhere


async def test_shards_of_one_bucket_identify_one_after_the_other() -> None:
    """Of two buckets the even shards have one, the odd ones the other; too early is refused, and counted."""
    settings = replace(QUICK, identify_seconds=1000.0, max_concurrency=2)
    async with (
        start_server(settings) as (server, sandbox),
        raw_gateway(server) as zero,
        raw_gateway(server) as one,
        raw_gateway(server) as two,
    ):
        await ready_with(zero, 0, 4)
        await ready_with(one, 1, 4)
        assert (await sandbox.traffic())["identifies_refused"] == 0
        await two.identify(shard=[2, 4])
        assert (await two.until_op(9))["d"] is False
        assert (await sandbox.traffic())["identifies_refused"] == 1


async def test_a_day_has_so_many_sessions_and_no_more() -> None:
    """The rest is told, and without a rest nobody begins a session."""
    async with start_server(replace(QUICK, sessions_a_day=2, advised_shards=3)) as (server, _):

        async def told() -> tuple[int, int, int]:
            found = await by_bot(server, "GET", "/gateway/bot")
            limit = found["session_start_limit"]
            return found["shards"], limit["total"], limit["remaining"]

        assert await told() == (3, 2, 2)
        for left in (1, 0):
            async with raw_gateway(server) as gateway:
                await gateway.begin()
                assert await told() == (3, 2, left)
        async with raw_gateway(server) as gateway:
            await gateway.identify()
            assert (await gateway.until_op(9))["d"] is False
