"""Permissions, deletions, threads and pins: what the bot may do, and which error it gets when it may not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.permissions import Permission
from tests.sandbox.clients.raw_bot import RawBot, button, form, raw_bot, row
from tests.support.sandbox.client import QUICK
from tests.support.sandbox.user import RefusedError

HOUR = 3600.0


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


async def deny(bot: RawBot, channel: str, *denied: Permission) -> None:
    """Deny the bot something in a channel."""
    bits = sum(int(permission) for permission in denied)
    await bot.sandbox.control(
        "overwrite", channel=bot.sandbox.channel(channel), target="bot", allow="0", deny=str(bits)
    )


async def test_what_the_bot_may_not_see_or_do(bot: RawBot) -> None:
    """A hidden channel is 50001, a missing permission 50013, a missing thing has its own code."""
    staff = bot.sandbox.channel("staff")
    hidden = await bot.call("GET", f"/channels/{staff}")
    assert (hidden.status, hidden.code, hidden.body["message"]) == (403, 50001, "Missing Access")
    assert (await bot.send("staff", content="x")).code == 50001
    quiet = await bot.send("quiet", content="x")
    assert (quiet.status, quiet.code) == (403, 50013)
    for path, code in (
        ("/channels/123456789012345678", 10003),
        ("/guilds/123456789012345678", 10004),
        ("/users/123456789012345678", 10013),
        (f"/guilds/{bot.sandbox.guild}/members/123456789012345678", 10013),
        (f"/guilds/{bot.sandbox.guild}/roles/123456789012345678", 10011),
        (f"/channels/{bot.sandbox.channel('hanafuda')}/messages/123456789012345678", 10008),
        (f"/applications/{bot.server.world.application_id}/commands/123456789012345678", 10063),
        (f"/applications/{bot.server.world.application_id}/emojis/123456789012345678", 10014),
    ):
        answer = await bot.call("GET", path)
        assert (answer.status, answer.code) == (404, code), path
    user = bot.sandbox.users[4]["id"]
    await bot.sandbox.control("member", guild=bot.sandbox.guild, user=user, present=False)
    assert (await bot.call("GET", f"/guilds/{bot.sandbox.guild}/members/{user}")).code == 10007
    unparsable = await bot.call("GET", "/channels/x")
    assert unparsable.field_codes() == {"channel_id": ["NUMBER_TYPE_COERCE"]}


async def test_single_permissions_count(bot: RawBot) -> None:
    """Without ATTACH_FILES, EMBED_LINKS or history exactly that is refused."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    sent = (await bot.send(content="x")).body["id"]
    await deny(bot, "hanafuda", Permission.ATTACH_FILES)
    assert (await bot.call("POST", path, form=form({}, ("a.txt", b"x")))).code == 50013
    assert (await bot.send(content="x")).status == 200
    await deny(bot, "hanafuda", Permission.EMBED_LINKS)
    assert (await bot.send(embeds=[{"title": "x"}])).code == 50013
    await deny(bot, "hanafuda", Permission.READ_MESSAGE_HISTORY)
    assert (await bot.call("GET", path)).body == []
    assert (await bot.call("GET", f"{path}/{sent}")).code == 50013
    reply = await bot.send(content="x", message_reference={"message_id": sent})
    assert (reply.status, reply.code) == (403, 160002)


async def test_answers_to_interactions_need_no_permission(bot: RawBot) -> None:
    """In a channel where the bot may not send, it still answers commands, files included."""
    user = await bot.sandbox.user(0)
    interaction, waiting = await bot.started(user, "quiet")
    assert not int(interaction["app_permissions"]) & int(Permission.SEND_MESSAGES)
    payload = {"type": 4, "data": {"content": "here"}}
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    assert (await bot.call("POST", path, form=form(payload, ("a.txt", b"x")))).status == 200
    assert (await waiting).callback == 4


async def test_other_peoples_messages(bot: RawBot) -> None:
    """Another's message is not edited (50005), and deleted only with MANAGE_MESSAGES (50013)."""
    user = await bot.sandbox.user(1)
    said = await user.say("mine", channel="hanafuda")
    path = f"/channels/{said['channel_id']}/messages/{said['id']}"
    assert (await bot.call("PATCH", path, {"content": "x"})).code == 50005
    assert (await bot.call("DELETE", path)).code == 50013
    await bot.sandbox.control(
        "overwrite",
        channel=said["channel_id"],
        target="bot",
        allow=str(int(Permission.MANAGE_MESSAGES)),
        deny="0",
    )
    assert (await bot.call("DELETE", path)).status == 204
    await user.wait_gone(said["id"])


async def test_old_messages_take_few_edits() -> None:
    """Beyond the limit of edits to an old message the answer is 30046."""
    async with raw_bot(replace(QUICK, edit_age_seconds=HOUR, old_edit_limit=2)) as bot:
        sent = (await bot.send(content="x")).body
        path = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
        channel = bot.server.world.channels[Snowflake(int(sent["channel_id"]))]
        channel.messages[Snowflake(int(sent["id"]))].timestamp -= HOUR
        answers = [await bot.call("PATCH", path, {"content": str(n)}) for n in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert answers[2].code == 30046


async def test_threads_open_archive_and_wake(bot: RawBot) -> None:
    """A thread has its message's id; archived it refuses edits (50083) and wakes by a message or by hand."""
    user = await bot.sandbox.user(0)
    sent = (await bot.send(content="table")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}/threads"
    assert (await bot.call("POST", path, {"name": ""})).field_codes() == {"name": ["BASE_TYPE_REQUIRED"]}
    thread = (await bot.call("POST", path, {"name": "match", "auto_archive_duration": 60})).body
    assert (thread["id"], thread["type"], thread["owner_id"]) == (
        sent["id"],
        11,
        str(bot.server.world.bot.id),
    )
    again = await bot.call("POST", path, {"name": "match"})
    assert (again.status, again.code) == (400, 160004)
    await user.wait_event("thread_create", lambda data: data["id"] == thread["id"])
    inside = (await bot.send(thread["id"], content="inside")).body
    edit = f"/channels/{thread['id']}/messages/{inside['id']}"
    assert (await bot.call("PATCH", f"/channels/{thread['id']}", {"archived": True})).status == 200
    archived = await bot.call("PATCH", edit, {"content": "x"})
    assert (archived.status, archived.code) == (400, 50083)
    await bot.call("PATCH", f"/channels/{thread['id']}", {"archived": False})
    assert (await bot.call("PATCH", edit, {"content": "x"})).status == 200
    await bot.call("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert (await bot.send(thread["id"], content="wakes")).status == 200
    listed = (await bot.call("GET", f"/guilds/{bot.sandbox.guild}/threads/active")).body
    assert [found["id"] for found in listed["threads"]] == [thread["id"]]
    bad = await bot.call("PATCH", f"/channels/{thread['id']}", {"auto_archive_duration": 61})
    assert bad.field_codes() == {"auto_archive_duration": ["BASE_TYPE_CHOICES"]}


async def test_an_idle_thread_archives_itself() -> None:
    """Threads archive after their time; edits are no activity."""
    async with raw_bot(replace(QUICK, thread_minute_seconds=0.001)) as bot:
        user = await bot.sandbox.user(0)
        body = {"name": "t", "type": 11, "auto_archive_duration": 60}
        thread = (await bot.call("POST", f"/channels/{bot.sandbox.channel('hanafuda')}/threads", body)).body
        await user.wait_event("thread_update", lambda data: data["thread_metadata"]["archived"])
        found = await bot.call("GET", f"/channels/{thread['id']}")
        assert found.body["thread_metadata"]["archived"] is True


async def test_deleted_channels_and_guilds(bot: RawBot) -> None:
    """The objects that users delete are gone for the bot, with the events that tell it."""
    owner, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    channel = bot.sandbox.channel("tea-room")
    with pytest.raises(RefusedError, match="forbidden"):
        await bot.sandbox.request("DELETE", f"/client/channels/{channel}?user={other.id}")
    await bot.sandbox.request("DELETE", f"/client/channels/{channel}?user={owner.id}")
    assert (await bot.send("tea-room", content="x")).code == 10003
    await other.wait_event("channel_delete", lambda data: data["id"] == channel)
    interaction, _ = await bot.started(owner)
    await bot.callback(interaction, 5)
    await bot.sandbox.request("DELETE", f"/client/guilds/{bot.sandbox.guild}")
    assert (await bot.call("GET", f"/guilds/{bot.sandbox.guild}")).code == 10004
    follow = await bot.call("POST", bot.webhook(interaction), {"content": "x"})
    assert follow.status == 404
    names = [event["t"] for event in bot.events]
    assert {"CHANNEL_DELETE", "GUILD_DELETE"} <= set(names)


async def test_a_removed_bot_has_no_access(bot: RawBot) -> None:
    """After the bot was removed its guild is unknown; an outage is told as unavailable."""
    guild = bot.sandbox.guild
    await bot.sandbox.control("unavailable", guild=guild, unavailable=True)
    await bot.sandbox.control("unavailable", guild=guild, unavailable=False)
    await bot.sandbox.control("bot_guild", guild=guild, present=False)
    assert (await bot.call("GET", f"/guilds/{guild}")).code == 10004
    assert (await bot.send(content="x")).code == 50001
    await bot.sandbox.control("bot_guild", guild=guild, present=True)
    assert (await bot.send(content="x")).status == 200
    told = [event["d"] for event in bot.events if event["t"] == "GUILD_DELETE"]
    assert told == [{"id": guild, "unavailable": True}, {"id": guild}]


async def test_pins_and_bulk_deletes(bot: RawBot) -> None:
    """Pinning needs its own permission; bulk deletes take 2-100 messages."""
    channel = bot.sandbox.channel("hanafuda")
    ids = [(await bot.send(content=str(n))).body["id"] for n in range(3)]
    pin = f"/channels/{channel}/messages/pins/{ids[0]}"
    assert (await bot.call("PUT", pin)).code == 50013
    extra = int(Permission.PIN_MESSAGES | Permission.MANAGE_MESSAGES)
    await bot.sandbox.control("overwrite", channel=channel, target="bot", allow=str(extra), deny="0")
    assert (await bot.call("PUT", pin)).status == 204
    listed = (await bot.call("GET", f"/channels/{channel}/messages/pins")).body
    assert [item["message"]["id"] for item in listed["items"]] == [ids[0]]
    bulk = f"/channels/{channel}/messages/bulk-delete"
    assert (await bot.call("POST", bulk, {"messages": ids[:1]})).code == 50016
    assert (await bot.call("POST", bulk, {"messages": [ids[0], "1"]})).code == 50034
    assert (await bot.call("POST", bulk, {"messages": ids})).status == 204


async def test_users_are_held_to_their_permissions(bot: RawBot) -> None:
    """Users see, write and use commands only where they may; components they cannot use are refused."""
    user = await bot.sandbox.user(1)
    names = [channel["name"] for channel in user.guilds[0]["channels"]]
    assert names == ["hanafuda", "tea-room", "quiet"]
    with pytest.raises(RefusedError, match="unknown_channel"):
        await user.say("x", channel=bot.sandbox.channel("staff"))
    no_commands = str(int(Permission.USE_APPLICATION_COMMANDS))
    tea = bot.sandbox.channel("tea-room")
    await bot.sandbox.control("overwrite", channel=tea, target=user.id, allow="0", deny=no_commands)
    with pytest.raises(RefusedError, match="unknown_command"):
        await user.command("go", channel="tea-room")
    await bot.register({"name": "go", "description": "d", "default_member_permissions": "32"})
    assert await user.commands("hanafuda") == []
    owner = await bot.sandbox.user(0)
    assert [command["name"] for command in await owner.commands("hanafuda")] == ["go"]
    sent = await bot.send(components=[row(button(disabled=True), button("other"))])
    shown = await user.wait_for(lambda message: message["id"] == sent.body["id"])
    for custom_id, error in (("press", "disabled"), ("nowhere", "unseen")):
        with pytest.raises(RefusedError, match=error):
            await user.press(shown, custom_id=custom_id)
