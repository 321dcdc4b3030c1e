"""The gateway by the book: opcodes, close codes, sessions, intents, compression."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import aiohttp
import pytest

from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.server import Server
from tests.sandbox.gateway.gateway_client import INTENTS, RawGateway, raw_gateway
from tests.support.sandbox.client import QUICK, Sandbox, start_server
from tests.support.sandbox.user import RefusedError
from tests.support.waiting import until


@pytest.mark.parametrize("compress", [None, "zlib-stream", "zstd-stream"])
async def test_every_transport_carries_the_same(served: tuple[Server, Sandbox], compress: str | None) -> None:
    """READY and GUILD_CREATE arrive with each compression; READY lists the guild as unavailable."""
    server, _ = served
    async with raw_gateway(server, compress) as gateway:
        await gateway.identify()
        ready = await gateway.until("READY")
        assert ready["guilds"] == [{"id": str(next(iter(server.world.guilds))), "unavailable": True}]
        assert ready["resume_gateway_url"] == f"{server.gateway.url}/resume"
        guild = await gateway.until("GUILD_CREATE")
        assert guild["unavailable"] is False
        assert [member["user"]["id"] for member in guild["members"]] == [str(server.world.bot.id)]
        assert len(guild["channels"]) == 4
        await gateway.send(1, gateway.sequence)
        assert (await gateway.until_op(11))["d"] is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": 1 << 40}, 4013),
        ({"intents": "all"}, 4013),
        ({"intents": INTENTS | Intent.MESSAGE_CONTENT}, 4014),
        ({"shard": [2, 2]}, 4010),
    ],
)
async def test_a_wrong_identify_is_closed(
    served: tuple[Server, Sandbox], changes: dict[str, Any], code: int
) -> None:
    """Each mistake in IDENTIFY has its own close code."""
    async with raw_gateway(served[0]) as gateway:
        await gateway.identify(**changes)
        assert await gateway.closed() == code


async def _break(gateway: RawGateway, how: str) -> None:
    match how:
        case "opcode":
            await gateway.send(99)
        case "json":
            await gateway.socket.send_str("{")
        case "long":
            await gateway.socket.send_str('{"op":1,"d":null,"x":"' + "x" * 5000 + '"}')
        case "early":
            await gateway.send(8, {})
        case "twice":
            await gateway.begin()
            await gateway.identify()
        case "future":
            await gateway.begin()
            await gateway.send(1, 999)
        case _:
            for _ in range(121):
                await gateway.send(1)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("opcode", 4001),
        ("json", 4002),
        ("long", 4002),
        ("early", 4003),
        ("twice", 4005),
        ("future", 4007),
        ("flood", 4008),
    ],
)
async def test_a_broken_rule_is_closed(served: tuple[Server, Sandbox], how: str, code: int) -> None:
    """Each broken rule of the protocol has its own close code."""
    async with raw_gateway(served[0]) as gateway:
        await _break(gateway, how)
        assert await gateway.closed() == code


async def test_a_resume_brings_what_was_missed(served: tuple[Server, Sandbox]) -> None:
    """After a cut connection, RESUME replays every event in order and ends with RESUMED."""
    server, sandbox = served
    user = await sandbox.user(0)
    async with raw_gateway(server) as first:
        await first.begin()
        await user.say("one", channel="hanafuda")
        assert (await first.until("MESSAGE_CREATE"))["content"] == ""
        session_id, sequence = first.session_id, first.sequence
        await sandbox.control("gateway_drop")
    await user.say("two", channel="hanafuda")
    await user.say("three", channel="hanafuda")
    async with raw_gateway(server) as second:
        await second.resume(session_id, sequence)
        ids = [(await second.until("MESSAGE_CREATE"))["id"] for _ in range(2)]
        assert ids == [message["id"] for message in user.messages()[1:]]
        await second.until("RESUMED")
        await user.say("four", channel="hanafuda")
        await second.until("MESSAGE_CREATE")


def is_away(server: Server, session_id: str) -> bool:
    """Whether a session has ended, or has no connection."""
    session = server.gateway.sessions.get(session_id)
    return session is None or session.sink is None


def is_forgotten(server: Server, session_id: str) -> bool:
    """Whether a session can be resumed no more."""
    server.gateway.forget_lost()
    return session_id not in server.gateway.sessions


async def test_what_ends_a_session(served: tuple[Server, Sandbox]) -> None:
    """A goodbye with 1000 ends a session, 4000 keeps it; unknown ones and the future are refused."""
    server, _ = served
    for code, kept in ((1000, False), (4000, True)):
        async with raw_gateway(server) as gateway:
            await gateway.begin()
            session_id, sequence = gateway.session_id, gateway.sequence
            await gateway.socket.close(code=code)
        await until(partial(is_away, server, session_id))
        async with raw_gateway(server) as gateway:
            await gateway.resume(session_id, sequence)
            answer = await gateway.receive()
            assert answer["op"] == (0 if kept else 9)
            assert answer["t"] == ("RESUMED" if kept else None)
    async with raw_gateway(server) as gateway:
        await gateway.begin()
        await gateway.socket.close(code=4000)
    async with raw_gateway(server) as again:
        await again.resume(gateway.session_id, 10_000)
        assert await again.closed() == 4007
    assert gateway.session_id not in server.gateway.sessions


async def test_invalid_sessions_and_reconnects(served: tuple[Server, Sandbox]) -> None:
    """Op 9 true lets the client resume on the same socket, op 9 false does not; op 7 asks it to come back."""
    server, sandbox = served
    async with raw_gateway(server) as gateway:
        await gateway.begin()
        await sandbox.control("gateway_invalidate", resumable=True)
        assert (await gateway.until_op(9))["d"] is True
        await gateway.resume(gateway.session_id, gateway.sequence)
        await gateway.until("RESUMED")
        await sandbox.control("gateway_reconnect")
        await gateway.until_op(7)
        await sandbox.control("gateway_heartbeat")
        await gateway.until_op(1)
        await sandbox.control("gateway_invalidate", resumable=False)
        assert (await gateway.until_op(9))["d"] is False
        await gateway.resume(gateway.session_id, gateway.sequence)
        assert (await gateway.until_op(9))["d"] is False
        await gateway.begin()


async def test_the_resume_host_refuses_on_demand(served: tuple[Server, Sandbox]) -> None:
    """Nobody gets in there; the default gateway stays open, and later the lost session can be resumed."""
    server, sandbox = served
    async with raw_gateway(server) as gateway:
        await gateway.begin()
        await sandbox.control("gateway_drop")
    await sandbox.control("settings", resume_refused=True)
    with pytest.raises(aiohttp.ClientError):
        async with raw_gateway(server, url=server.gateway.resume_url):
            pass
    async with raw_gateway(server):
        pass
    await sandbox.control("settings", resume_refused=False)
    async with raw_gateway(server, url=server.gateway.resume_url) as again:
        await again.resume(gateway.session_id, gateway.sequence)
        await again.until("RESUMED")


async def test_the_gateway_is_never_ready_on_demand(served: tuple[Server, Sandbox]) -> None:
    """The gateway greets and answers heartbeats, and nothing else comes of IDENTIFY and RESUME."""
    server, sandbox = served
    async with raw_gateway(server) as gateway:
        await gateway.begin()
        await sandbox.control("gateway_drop")
    await sandbox.control("settings", never_ready=True)
    async with raw_gateway(server) as again:
        await again.identify()
        await again.resume(gateway.session_id, gateway.sequence)
        await again.send(1)
        assert (await again.receive())["op"] == 11
        await sandbox.control("settings", never_ready=False)
        await again.begin()
    with pytest.raises(RefusedError):
        await sandbox.control("settings", never_ready="no")


async def test_silence_is_closed_and_the_session_kept() -> None:
    """Without heartbeats the server closes; the session can be resumed."""
    async with start_server(replace(QUICK, heartbeat_seconds=0.2)) as (server, sandbox):
        async with raw_gateway(server) as gateway:
            await gateway.begin()
            assert await gateway.closed() == 4000
            session_id = gateway.session_id
        await sandbox.control("settings", heartbeat_seconds=QUICK.heartbeat_seconds)
        async with raw_gateway(server) as again:
            await again.resume(session_id, gateway.sequence)
            await again.until("RESUMED")


async def test_a_session_that_nobody_resumes_is_forgotten() -> None:
    """After the time for resuming a session is gone."""
    async with start_server(replace(QUICK, resume_seconds=0.05)) as (server, _):
        async with raw_gateway(server) as gateway:
            await gateway.begin()
        await until(partial(is_forgotten, server, gateway.session_id))
        async with raw_gateway(server) as again:
            await again.resume(gateway.session_id, gateway.sequence)
            assert (await again.until_op(9))["d"] is False


async def test_two_identifies_in_five_seconds_are_too_many() -> None:
    """The second IDENTIFY within the window is answered with op 9."""
    settings = replace(QUICK, identify_seconds=5.0)
    async with (
        start_server(settings) as (server, _),
        raw_gateway(server) as first,
        raw_gateway(server) as second,
    ):
        await first.begin()
        await second.identify()
        assert (await second.until_op(9))["d"] is False


async def test_intents_decide_what_arrives(served: tuple[Server, Sandbox]) -> None:
    """Without the message content intent others' texts are blank, mentions and own messages are not."""
    server, sandbox = served
    user = await sandbox.user(1)
    async with raw_gateway(server) as quiet, raw_gateway(server) as listening:
        await quiet.identify(intents=int(Intent.GUILDS))
        await quiet.until("GUILD_CREATE")
        await listening.begin()
        await user.say("plain", channel="hanafuda")
        assert (await listening.until("MESSAGE_CREATE"))["content"] == ""
        await user.say(f"hello <@{server.world.bot.id}>", channel="hanafuda")
        heard = await listening.until("MESSAGE_CREATE")
        assert heard["content"].startswith("hello")
        assert heard["member"]["roles"] == []
        await sandbox.control("guild", guild=sandbox.guild, preferred_locale="ja")
        payload = await quiet.receive()
        assert (payload["t"], payload["d"]["preferred_locale"]) == ("GUILD_UPDATE", "ja")


async def test_members_are_sent_in_chunks(served: tuple[Server, Sandbox]) -> None:
    """Op 8 answers by ids or by the beginning of a name, and echoes the nonce."""
    server, sandbox = served
    ids = [person["id"] for person in sandbox.users[:2]]
    async with raw_gateway(server) as gateway:
        await gateway.begin()
        await gateway.send(8, {"guild_id": sandbox.guild, "user_ids": [*ids, "1"], "nonce": "n"})
        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert [member["user"]["id"] for member in chunk["members"]] == ids
        assert (chunk["nonce"], chunk["not_found"], chunk["chunk_count"]) == ("n", ["1"], 1)
        await gateway.send(8, {"guild_id": sandbox.guild, "query": "MID", "limit": 5})
        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert [member["user"]["username"] for member in chunk["members"]] == ["midori"]


async def test_asking_for_all_members_twice_is_limited() -> None:
    """A second query of everybody within 30 seconds is answered with RATE_LIMITED."""
    settings = replace(QUICK, privileged_intents=int(Intent.GUILD_MEMBERS))
    async with start_server(settings) as (server, sandbox), raw_gateway(server) as gateway:
        await gateway.begin(intents=INTENTS | Intent.GUILD_MEMBERS)
        query = {"guild_id": sandbox.guild, "query": "", "limit": 0}
        await gateway.send(8, query)
        assert len((await gateway.until("GUILD_MEMBERS_CHUNK"))["members"]) == 6
        await gateway.send(8, query)
        assert (await gateway.until("RATE_LIMITED"))["opcode"] == 8
        await sandbox.control("member", guild=sandbox.guild, user=sandbox.users[4]["id"], present=False)
        assert (await gateway.until("GUILD_MEMBER_REMOVE"))["user"]["id"] == sandbox.users[4]["id"]


async def test_shards_split_the_guilds(served: tuple[Server, Sandbox]) -> None:
    """A guild is told to the shard `(id >> 22) mod n` alone."""
    server, sandbox = served
    own = (int(sandbox.guild) >> 22) % 2
    async with raw_gateway(server) as gateway:
        await gateway.identify(shard=[1 - own, 2])
        assert (await gateway.until("READY"))["guilds"] == []
    async with raw_gateway(server) as gateway:
        await gateway.begin(shard=[own, 2])
