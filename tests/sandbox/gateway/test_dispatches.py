"""The gateway's events about the bot's own actions: which dispatch, for which intents, with which data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.world.permissions import Permission
from tests.sandbox.clients.raw_bot import RawBot, raw_bot
from tests.sandbox.clients.test_other_clients import grant
from tests.sandbox.gateway.gateway_client import RawGateway, raw_gateway

EVERYTHING = int(
    Intent.GUILDS
    | Intent.GUILD_MESSAGES
    | Intent.GUILD_MESSAGE_REACTIONS
    | Intent.DIRECT_MESSAGES
    | Intent.DIRECT_MESSAGE_REACTIONS
)
PINE = "%F0%9F%8E%B4"
MAPLE = "%F0%9F%8D%81"


@pytest.fixture
async def heard() -> AsyncIterator[tuple[RawBot, RawGateway]]:
    """A bot that may do anything, and a second session that hears all of it."""
    async with raw_bot() as bot, raw_gateway(bot.server) as gateway:
        grant(bot, Permission.ADMINISTRATOR)
        await gateway.begin(intents=EVERYTHING)
        yield bot, gateway


async def private(bot: RawBot) -> str:
    """A direct message channel."""
    opened = await bot.call("POST", "/users/@me/channels", {"recipient_id": bot.sandbox.users[1]["id"]})
    channel: str = opened.body["id"]
    return channel


async def until_any(gateway: RawGateway, *names: str) -> tuple[str, Any]:
    """The first dispatch that has one of these names."""
    while True:
        payload = await gateway.receive()
        if payload["t"] in names:
            return payload["t"], payload["d"]


async def test_cleared_reactions_are_one_dispatch(heard: tuple[RawBot, RawGateway]) -> None:
    """MESSAGE_REACTION_REMOVE_EMOJI for one emoji, MESSAGE_REACTION_REMOVE_ALL for all of them."""
    bot, gateway = heard
    sent = (await bot.send(content="x")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/reactions"
    for emoji in (PINE, MAPLE):
        assert (await bot.call("PUT", f"{path}/{emoji}/@me")).status == 204
    about = {"channel_id": sent["channel_id"], "message_id": sent["id"], "guild_id": bot.sandbox.guild}
    assert (await bot.call("DELETE", f"{path}/{PINE}")).status == 204
    removals = [f"MESSAGE_REACTION_REMOVE{end}" for end in ("", "_ALL", "_EMOJI")]
    name, data = await until_any(gateway, *removals)
    assert name == "MESSAGE_REACTION_REMOVE_EMOJI"
    assert data == about | {"emoji": {"id": None, "name": "\U0001f3b4"}}
    assert (await bot.call("DELETE", path)).status == 204
    assert await until_any(gateway, *removals) == ("MESSAGE_REACTION_REMOVE_ALL", about)
    assert "reactions" not in (await bot.call("GET", path.removesuffix("/reactions"))).body


async def test_a_pin_says_when_and_its_notice_of_what(heard: tuple[RawBot, RawGateway]) -> None:
    """CHANNEL_PINS_UPDATE has the time of the pin; the notice refers to the message from the start."""
    bot, gateway = heard
    sent = (await bot.send(content="x")).body
    await gateway.until("MESSAGE_CREATE")
    channel = f"/channels/{sent['channel_id']}"
    assert (await bot.call("PUT", f"{channel}/messages/pins/{sent['id']}")).status == 204
    pinned = await gateway.until("CHANNEL_PINS_UPDATE")
    (item,) = (await bot.call("GET", f"{channel}/messages/pins")).body["items"]
    assert (pinned["guild_id"], pinned["last_pin_timestamp"]) == (bot.sandbox.guild, item["pinned_at"])
    notice = await gateway.until("MESSAGE_CREATE")
    assert (notice["type"], notice["message_reference"]["message_id"]) == (6, sent["id"])


async def test_pins_of_direct_messages_have_their_own_intent(heard: tuple[RawBot, RawGateway]) -> None:
    """Direct messages are told under DIRECT_MESSAGES, never under GUILDS."""
    bot, gateway = heard
    channel = await private(bot)
    sent = (await bot.call("POST", f"/channels/{channel}/messages", {"content": "x"})).body
    assert (await bot.call("PUT", f"/channels/{channel}/messages/pins/{sent['id']}")).status == 204
    assert "guild_id" not in await gateway.until("CHANNEL_PINS_UPDATE")
    await bot.send(content="last")
    assert (await gateway.until("MESSAGE_CREATE"))["channel_id"] == channel
    while not any((event["d"] or {}).get("content") == "last" for event in bot.events):
        await gateway.until("MESSAGE_CREATE")
    assert "CHANNEL_PINS_UPDATE" not in [event["t"] for event in bot.events]


async def test_pins_are_read_page_by_page(heard: tuple[RawBot, RawGateway]) -> None:
    """`before` goes on where a page ended; no pin comes twice, none is left out."""
    bot, _ = heard
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    sent = [(await bot.send(content=str(number))).body["id"] for number in range(5)]
    for message_id in sent:
        await bot.call("PUT", f"{path}/pins/{message_id}")
    found: list[str] = []
    query: dict[str, str] = {"limit": "2"}
    for more in (True, True, False):
        page = (await bot.call("GET", f"{path}/pins", params=query)).body
        assert page["has_more"] is more
        found += [item["message"]["id"] for item in page["items"]]
        query["before"] = page["items"][-1]["pinned_at"]
    assert found == sent[::-1]
    wrong = await bot.call("GET", f"{path}/pins", params={"before": "yesterday"})
    assert wrong.field_codes() == {"before": ["DATE_TIME_TYPE_PARSE"]}


async def test_a_thread_is_told_to_a_bot_that_comes_into_it(heard: tuple[RawBot, RawGateway]) -> None:
    """Joining gives a THREAD_CREATE with the bot's place in it and without `newly_created`."""
    bot, gateway = heard
    sent = (await bot.send(content="x")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/threads"
    thread = (await bot.call("POST", path, {"name": "match"})).body
    assert (await gateway.until("THREAD_CREATE"))["newly_created"] is True
    own = f"/channels/{thread['id']}/thread-members/@me"
    await bot.call("DELETE", own)
    await gateway.until("THREAD_MEMBERS_UPDATE")
    await bot.call("PUT", own)
    told = await gateway.until("THREAD_CREATE")
    assert "newly_created" not in told
    assert told["member"]["user_id"] == str(bot.server.world.bot.id)
    assert (await gateway.until("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == []


async def test_nothing_is_told_of_a_guild_that_the_bot_left(heard: tuple[RawBot, RawGateway]) -> None:
    """After GUILD_DELETE neither its name nor its roles reach the bot; after the return it hears again."""
    bot, gateway = heard
    guild = bot.sandbox.guild
    await bot.sandbox.control("bot_guild", guild=guild, present=False)
    assert await gateway.until("GUILD_DELETE") == {"id": guild}
    await bot.sandbox.control("guild", guild=guild, name="unheard")
    await bot.sandbox.control("role", permissions="0")
    await bot.sandbox.control("bot_guild", guild=guild, present=True)
    payload = await gateway.receive()
    assert (payload["t"], payload["d"]["name"]) == ("GUILD_CREATE", "unheard")


@pytest.mark.parametrize("frame", ['{"op": true, "d": null}', '{"op": 1.0, "d": null}', '{"op": "1"}'])
async def test_an_opcode_is_a_whole_number(heard: tuple[RawBot, RawGateway], frame: str) -> None:
    """Anything else is an unknown opcode."""
    _, gateway = heard
    await gateway.socket.send_str(frame)
    assert await gateway.closed() == 4001


async def test_writing_in_a_thread_is_coming_into_it(heard: tuple[RawBot, RawGateway]) -> None:
    """A message makes its author a member, and the bot is told so before it hears the message."""
    bot, gateway = heard
    sent = (await bot.send(content="x")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/threads"
    thread = (await bot.call("POST", path, {"name": "match"})).body["id"]
    await bot.call("DELETE", f"/channels/{thread}/thread-members/@me")
    await gateway.until("THREAD_MEMBERS_UPDATE")
    await bot.send(thread, content="back")
    joined = await gateway.until("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in joined["added_members"]] == [str(bot.server.world.bot.id)]
    assert (await gateway.until("MESSAGE_CREATE"))["content"] == "back"


async def test_a_huge_frame_is_a_decode_error(heard: tuple[RawBot, RawGateway]) -> None:
    """However long a frame is, the client learns what was wrong with it."""
    _, gateway = heard
    await gateway.socket.send_str("x" * 100_000)
    assert await gateway.closed() == 4002


async def test_starts_are_counted(heard: tuple[RawBot, RawGateway]) -> None:
    """`session_start_limit` falls by one with every IDENTIFY; it is whole again after a day."""
    bot, gateway = heard
    limit = (await bot.call("GET", "/gateway/bot")).body["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 998, 16)
    assert 86_000_000 < limit["reset_after"] <= 86_400_000
    await gateway.socket.close(code=4000)
    async with raw_gateway(bot.server) as again:
        await again.resume(gateway.session_id, gateway.sequence)
        await again.until("RESUMED")
    limit = (await bot.call("GET", "/gateway/bot")).body["session_start_limit"]
    assert limit["remaining"] == 998
