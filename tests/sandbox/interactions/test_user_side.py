"""The user side beside commands and presses: talking, threads, reactions, direct messages, what is seen."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest

from bot.sandbox.redirection import RedirectRefusedError, redirect
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.seed import make_token
from tests.sandbox.clients.raw_bot import RawBot, form, raw_bot, row
from tests.support.sandbox.messages import buttons, find_button, text_of
from tests.support.sandbox.user import RefusedError


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


async def test_users_talk_to_each_other(bot: RawBot) -> None:
    """Messages, replies and deletions reach all who see the channel; history is there after a reload."""
    first, second = await bot.sandbox.user(1), await bot.sandbox.user(2, locale="ja")
    said = await first.say("こんにちは", channel="tea-room")
    shown = await second.wait_for(lambda message: message["content"] == "こんにちは")
    assert shown["author"]["global_name"] == "Kenta_花"
    answer = await second.say("hello", channel="tea-room", reply_to=said["id"])
    assert answer["referenced_message"]["id"] == said["id"]
    assert [mention["id"] for mention in answer["mentions"]] == [first.id]
    with pytest.raises(RefusedError, match="forbidden"):
        await second.delete(said["id"])
    await first.wait_for(lambda message: message["id"] == answer["id"])
    await first.delete(said["id"])
    await second.wait_gone(said["id"])
    await second.reload()
    assert [message["content"] for message in second.public()] == ["hello"]


async def test_channels_appear_and_vanish_with_permissions(bot: RawBot) -> None:
    """The channel comes to or leaves the screens that it concerns when a permission changes."""
    user = await bot.sandbox.user(1)
    tea, view = bot.sandbox.channel("tea-room"), str(int(Permission.VIEW_CHANNEL))
    await bot.sandbox.control("overwrite", channel=tea, target=user.id, allow="0", deny=view)
    await user.wait_event("channel_delete", lambda data: data["id"] == tea)
    with pytest.raises(RefusedError, match="unknown_channel"):
        await user.say("x", channel="tea-room")
    await bot.sandbox.control("overwrite", channel=tea, target=user.id, allow="0", deny="0")
    shown = await user.wait_event("channel_create", lambda data: data["id"] == tea)
    assert shown["can_send"] is True
    staff = bot.sandbox.channel("staff")
    owner = await bot.sandbox.user(0)
    await owner.say("secret", channel="staff")
    await bot.sandbox.control("overwrite", channel=staff, target="everyone", allow="0", deny="0")
    await user.wait_event("channel_create", lambda data: data["id"] == staff)


async def test_users_open_threads_and_react(bot: RawBot) -> None:
    """A user's thread and reaction are told to the bot and to the other screens."""
    first, second = await bot.sandbox.user(1), await bot.sandbox.user(2)
    said = await first.say("x", channel="hanafuda")
    body = {"user": first.id, "channel": said["channel_id"], "name": "aside", "message": said["id"]}
    thread = await bot.sandbox.post("/client/threads", body)
    assert (thread["id"], thread["parent_id"]) == (said["id"], said["channel_id"])
    await second.wait_event("thread_create", lambda data: data["id"] == thread["id"])
    with pytest.raises(RefusedError, match="forbidden"):
        await bot.sandbox.request(
            "PATCH", f"/client/threads/{thread['id']}", {"user": second.id, "name": "y"}
        )
    archived = {"user": first.id, "archived": True}
    await bot.sandbox.request("PATCH", f"/client/threads/{thread['id']}", archived)
    await second.say("wakes it", channel=thread["id"])
    woken = await first.wait_event(
        "thread_update",
        lambda data: not data["thread_metadata"]["archived"] and data["total_message_sent"] == 0,
    )
    assert woken["id"] == thread["id"]
    reaction = {"user": second.id, "channel": said["channel_id"], "message": said["id"], "emoji": "🎴"}
    await bot.sandbox.request("POST", "/client/reactions", reaction)
    shown = await first.wait_update(said["id"], lambda message: bool(message.get("reactions")))
    assert shown["reactions"][0]["count"] == 1
    await bot.sandbox.request("POST", "/client/reactions", reaction)
    await first.wait_update(said["id"], lambda message: not message.get("reactions"))


async def test_direct_messages_reach_their_user(bot: RawBot) -> None:
    """The bot writes to one user; who closed direct messages cannot be written to (50007)."""
    user, other = await bot.sandbox.user(1), await bot.sandbox.user(2)
    channel = (await bot.call("POST", "/users/@me/channels", {"recipient_id": user.id})).body
    assert (channel["type"], channel["recipients"][0]["id"]) == (1, user.id)
    assert channel["id"] == user.direct
    assert (await bot.send(channel["id"], content="only you")).status == 200
    await user.wait_for(lambda message: message["content"] == "only you")
    assert other.messages() == []
    await bot.sandbox.control("member", guild=bot.sandbox.guild, user=user.id, closed_dms=True)
    closed = await bot.send(channel["id"], content="x")
    assert (closed.status, closed.code) == (403, 50007)


async def test_a_dismissed_message_leaves_the_screen_alone(bot: RawBot) -> None:
    """Dismissing is the user's own: the bot is not told, and its token still edits the message, unseen."""
    user = await bot.sandbox.user(1)
    interaction, _ = await bot.started(user)
    await bot.callback(interaction, 4, {"content": "note", "flags": 64})
    shown = await user.wait_for(lambda message: message["content"] == "note")
    await user.dismiss(shown)
    await user.wait_gone(shown)
    edit = await bot.call("PATCH", bot.webhook(interaction, "/messages/@original"), {"content": "again"})
    assert edit.status == 200
    await bot.send(content="later")
    await user.wait_for(lambda message: message["content"] == "later")
    assert user.ephemerals() == []
    assert "MESSAGE_DELETE" not in [event["t"] for event in bot.events]


async def test_ephemeral_files_go_when_nobody_can_reach_them(bot: RawBot) -> None:
    """Once a token is dead and no screen shows a message, its file is removed."""
    user = await bot.sandbox.user(1)
    interaction, _ = await bot.started(user)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    payload = {"type": 4, "data": {"flags": 64}}
    await bot.call("POST", path, form=form(payload, ("a.txt", b"x")))
    await user.wait_until(user.ephemerals)
    held = bot.server.world.interactions[int(interaction["id"])]  # type: ignore[index]
    held.created_at -= 1000
    bot.server.interactions.sweep()
    assert len(list(bot.server.world.files.folder.iterdir())) == 1
    await user.reload()
    bot.server.interactions.sweep()
    assert list(bot.server.world.files.folder.iterdir()) == []
    assert bot.server.world.interactions == {}


async def test_the_driver_finds_buttons_and_reads_everything(bot: RawBot) -> None:
    """Buttons are found by label, emoji or custom id; text includes embeds, text displays and alt texts."""
    user = await bot.sandbox.user(1)
    wave = {"type": 2, "style": 1, "custom_id": "w", "emoji": {"name": "👋"}}
    press = {"type": 2, "style": 1, "custom_id": "p", "label": "Press me"}
    sent = await bot.send(embeds=[{"title": "title"}], components=[row(wave, press)])
    shown = await user.wait_for(lambda message: message["id"] == sent.body["id"])
    assert [find_button(shown, wanted)["custom_id"] for wanted in ("👋", "p", "Press")] == ["w", "p", "p"]
    assert len(buttons(shown)) == 2
    assert text_of(shown) == "title"
    with pytest.raises(AssertionError, match="0 buttons"):
        find_button(shown, "none")


@pytest.mark.usefixtures("discord_unchanged")
def test_the_redirect_refuses_what_could_leak() -> None:
    """Only loopback and only a sandbox's token: no real token goes in, no sandbox token goes out."""
    before = discord.http.Route.BASE
    real = ".".join(("application", "time", "signature"))
    for base, token in (
        ("http://example.com", make_token()),
        ("https://127.0.0.1:1", make_token()),
        ("http://127.0.0.1.example.com", make_token()),
        ("http://127.0.0.1:1/path", make_token()),
        ("http://127.0.0.1:1", real),
        ("http://127.0.0.1:1", "sandbox"),
    ):
        with pytest.raises(RedirectRefusedError):
            redirect(base, token)
    assert before == discord.http.Route.BASE
    redirect("http://127.0.0.1:1", make_token())
    assert discord.http.Route.BASE == "http://127.0.0.1:1/api/v10"
