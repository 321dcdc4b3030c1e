"""The requests of clients other than discord.py, and the limits that no client should be able to break."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.sandbox.common.settings import RateProfile
from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.rest import ratelimits
from bot.sandbox.world.permissions import Permission
from tests.sandbox.clients.raw_bot import RawBot, button, form, raw_bot, row
from tests.sandbox.clients.test_discord_py import picture
from tests.sandbox.gateway.gateway_client import raw_gateway
from tests.support.sandbox.client import QUICK, start_server
from tests.support.sandbox.user import RefusedError

EPHEMERAL = 64
V2 = 1 << 15


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as started:
        yield started


def grant(bot: RawBot, permission: Permission) -> None:
    """Give the bot's role a permission."""
    world = bot.server.world
    guild = next(iter(world.guilds.values()))
    role_id = guild.members[world.bot.id].role_ids[0]
    guild.roles[role_id].permissions |= permission


@pytest.mark.parametrize(
    "text",
    [
        '{"content": "\\ud83c"}',
        '{"content": "x", "embeds": [{"title": "\\udf00"}]}',
        '{"\\ud800": 1, "content": "x"}',
        '{"content": "x", "flags": NaN}',
        '{"content": "x", "flags": 1e999}',
        '{"content": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
)
async def test_text_that_is_no_json_is_refused(bot: RawBot, text: str) -> None:
    """Halves of surrogate pairs, NaN, endless numbers and nesting are 50109, and the gateway goes on."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    answer = await bot.call("POST", path, data=text, headers={"Content-Type": "application/json"})
    assert (answer.status, answer.code) == (400, 50109)
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    assert (await bot.callback(interaction, 4, {"content": "\U0001f3b4"})).status == 200
    assert [found["content"] for found in (await bot.call("GET", path)).body] == ["\U0001f3b4"]


async def test_users_cannot_write_half_characters(bot: RawBot) -> None:
    """The user side refuses what could be sent to nobody."""
    user = await bot.sandbox.user(0)
    with pytest.raises(RefusedError):
        await user.say("\ud83c", channel="hanafuda")


HUGE = "9" * 5000


@pytest.mark.parametrize(
    "body",
    [
        {"flags": int("9" * 400)},
        {"message_reference": {"message_id": HUGE}},
        {"components": [row({"type": []}, {"type": {}})]},
        {"components": [{"type": True, "components": [button()]}]},
        {"components": [row(button(style={}))]},
    ],
)
async def test_values_of_a_wrong_kind_are_form_errors(bot: RawBot, body: Any) -> None:
    """Whatever stands in a field, the answer is 50035 and never a failure of the server."""
    answer = await bot.send(content="x", **body)
    assert (answer.status, answer.code) == (400, 50035)


async def test_wrong_kinds_in_commands_and_callbacks(bot: RawBot) -> None:
    """Command lists, callback types and modals of a wrong kind are refused."""
    command = {"name": "go", "description": "d"}
    wrong: list[Any] = [[[]], ["a", 1], [True]]
    for contexts in wrong:
        refused = await bot.register(command | {"contexts": contexts})
        assert refused.field_codes() == {"0.contexts": ["BASE_TYPE_CHOICES"]}
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await bot.call("POST", path, {"type": []})).field_codes() == {"type": ["BASE_TYPE_CHOICES"]}
    label = {"type": 18, "label": "l", "component": {"type": []}}
    modal = await bot.callback(interaction, 9, {"title": "t", "custom_id": "c", "components": [label]})
    assert modal.field_codes() == {"data.components.0.component.type": ["UNION_TYPE_CHOICES"]}
    assert (await bot.callback(interaction, 4, {"content": "x"})).status == 200


async def test_a_form_may_be_larger_than_a_mebibyte(bot: RawBot) -> None:
    """A url-encoded edit has the limit of every request, and its text arrives as it was."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    payload = json.dumps({"content": "\u82b1 a+b&c=d %", "junk": "y" * 1_500_000}, ensure_ascii=False)
    sent = await bot.call("POST", path, data={"payload_json": payload})
    assert sent.body["content"] == "\u82b1 a+b&c=d %"


async def test_a_follow_up_is_always_answered_with_its_message(bot: RawBot) -> None:
    """For interactions `wait` is always true, whatever the query says."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    await bot.callback(interaction, 4, {"content": "x"})
    for query in ("", "?wait=false", "?wait=true"):
        sent = await bot.call("POST", bot.webhook(interaction, query), {"content": f"x{query}"})
        assert (sent.status, sent.body["content"]) == (200, f"x{query}")


async def test_joining_and_leaving_a_thread(bot: RawBot) -> None:
    """The bot leaves and joins by `thread-members/@me`; nobody joins an archived thread."""
    message = (await bot.send(content="table")).body
    start = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    thread = (await bot.call("POST", start, {"name": "match"})).body["id"]
    own = f"/channels/{thread}/thread-members/@me"
    assert (await bot.call("DELETE", own)).status == 204
    assert (await bot.call("GET", own)).code == 10007
    assert (await bot.call("PUT", own)).status == 204
    member = await bot.call("GET", own)
    assert member.body["user_id"] == str(bot.server.world.bot.id)
    await bot.call("PATCH", f"/channels/{thread}", {"archived": True})
    assert (await bot.call("PUT", own)).code == 50083
    assert (await bot.sandbox.traffic())["unimplemented"] == []


async def test_pins_the_old_way(bot: RawBot) -> None:
    """The deprecated list of pins holds bare messages, the latest pin first."""
    grant(bot, Permission.PIN_MESSAGES)
    channel = f"/channels/{bot.sandbox.channel('hanafuda')}"
    sent = [(await bot.send(content=str(n))).body["id"] for n in range(3)]
    for message_id in (sent[2], sent[0]):
        assert (await bot.call("PUT", f"{channel}/pins/{message_id}")).status == 204
    listed = await bot.call("GET", f"{channel}/pins")
    assert [found["id"] for found in listed.body] == [sent[0], sent[2]]
    assert all(found["pinned"] for found in listed.body)


async def test_retry_after_is_never_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The header holds whole seconds that are no less than `retry_after`; obeying it is enough."""
    async with raw_bot() as bot:
        sent = [(await bot.send(content=str(number))).body for number in range(7)]
        paths = [f"/channels/{message['channel_id']}/messages/{message['id']}" for message in sent]
        now = time.monotonic()
        monkeypatch.setattr(ratelimits, "time", SimpleNamespace(monotonic=lambda: now, time=time.time))
        await bot.sandbox.control("settings", rate_profile=RateProfile.REALISTIC)
        for path in paths[:5]:
            assert (await bot.call("DELETE", path)).status == 204
        now += 0.1
        refused = await bot.call("DELETE", paths[5])
        assert refused.status == 429
        wait = refused.body["retry_after"]
        assert 0 < wait < 0.95
        assert int(refused.headers["Retry-After"]) == math.ceil(wait)
        now += wait
        assert (await bot.call("DELETE", paths[6])).status == 204


async def test_the_limit_of_old_messages_says_when_to_come_back() -> None:
    """30046 is a 429 like any other: with `retry_after`, `global` and the header."""
    async with raw_bot(replace(QUICK, edit_age_seconds=0.0, old_edit_limit=1)) as bot:
        sent = (await bot.send(content="x")).body
        path = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
        bot.server.world.channels[int(sent["channel_id"])].messages[int(sent["id"])].timestamp -= 40.0  # type: ignore[index]
        bot.server.world.settings = replace(bot.server.world.settings, edit_age_seconds=30.0)
        assert (await bot.call("PATCH", path, {"content": "1"})).status == 200
        refused = await bot.call("PATCH", path, {"content": "2"})
        assert (refused.status, refused.code, refused.body["global"]) == (429, 30046, False)
        assert 25 < refused.body["retry_after"] <= 30
        assert int(refused.headers["Retry-After"]) >= refused.body["retry_after"]


async def test_rest_blanks_what_the_gateway_blanks(bot: RawBot) -> None:
    """Without the message content intent others' texts are empty in every list, and inside replies."""
    user = await bot.sandbox.user(0)
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    plain = await user.say("plain", channel="hanafuda")
    named = await user.say(f"<@{bot.server.world.bot.id}> named", channel="hanafuda")
    reply = await bot.send(content="own", message_reference={"message_id": plain["id"]})
    assert reply.body["referenced_message"]["content"] == ""
    listed = (await bot.call("GET", path)).body
    assert [found["content"] for found in listed] == ["own", named["content"], ""]
    assert listed[0]["referenced_message"]["content"] == ""
    one = f"{path}/{plain['id']}"
    assert (await bot.call("GET", one)).body["content"] == ""
    heard = [event["d"] for event in bot.events if event["t"] == "MESSAGE_CREATE"]
    assert heard[-1]["referenced_message"]["content"] == ""
    await bot.sandbox.control("settings", privileged_intents=int(Intent.MESSAGE_CONTENT))
    assert (await bot.call("GET", one)).body["content"] == "plain"


async def test_a_public_follow_up_keeps_an_ephemeral_original_secret(bot: RawBot) -> None:
    """A public message never quotes one that only one user may see; that user's own messages do."""
    user, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    interaction, _ = await bot.started(user)
    await bot.callback(interaction, 4, {"content": "secret hand", "flags": EPHEMERAL})
    public = await bot.call("POST", bot.webhook(interaction), {"content": "public"})
    assert public.body["referenced_message"] is None
    seen = await other.wait_for(lambda message: message["content"] == "public")
    assert "secret" not in json.dumps(seen)
    assert "secret" not in json.dumps(
        (await bot.call("GET", f"/channels/{seen['channel_id']}/messages")).body
    )
    again = await bot.call("POST", bot.webhook(interaction), {"content": "more", "flags": EPHEMERAL})
    assert again.body["referenced_message"]["content"] == "secret hand"


async def test_a_reference_must_use_the_cleaned_name(bot: RawBot) -> None:
    """`a b.png` is kept as `a_b.png`, and only that name finds it, in embeds as in components."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    for name, found in (("a b.png", False), ("a_b.png", True)):
        embed = {"title": "t", "image": {"url": f"attachment://{name}"}}
        sent = await bot.call("POST", path, form=form({"embeds": [embed]}, ("a b.png", picture())))
        assert ("image" in sent.body["embeds"][0]) is found
        gallery = {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}
        payload = {"flags": V2, "components": [gallery]}
        sent = await bot.call("POST", path, form=form(payload, ("a b.png", picture())))
        assert (sent.status == 200) is found


async def test_polls_and_stickers_have_no_place_in_components_v2(bot: RawBot) -> None:
    """The field errors come before the sandbox's own 501."""
    text = {"type": 10, "content": "x"}
    poll = {"question": {"text": "q"}, "answers": []}
    answer = await bot.send(flags=V2, components=[text], poll=poll, sticker_ids=["1"])
    wanted = ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    assert answer.field_codes() == {"poll": wanted, "sticker_ids": wanted}
    assert (await bot.send(content="x", poll=poll)).status == 501


async def test_reading_aloud_needs_its_permission(bot: RawBot) -> None:
    """A channel message is refused without SEND_TTS_MESSAGES, an answer is not, but stays silent."""
    assert (await bot.send(content="x", tts=True)).code == 50013
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    answered = await bot.callback(interaction, 4, {"content": "x", "tts": True})
    assert answered.body["resource"]["message"]["tts"] is False
    grant(bot, Permission.SEND_TTS_MESSAGES)
    assert (await bot.send(content="x", tts=True)).body["tts"] is True


async def test_a_time_without_an_offset_is_utc(bot: RawBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the sandbox runs."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        sent = await bot.send(embeds=[{"title": "t", "timestamp": "2026-01-02T03:04:05"}])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert sent.body["embeds"][0]["timestamp"].startswith("2026-01-02T03:04:05")


async def test_members_are_not_given_away_by_an_empty_query() -> None:
    """Everybody is for the members intent alone, with an empty query or none; long nonces are ignored."""
    async with start_server() as (server, sandbox), raw_gateway(server) as gateway:
        await gateway.begin()
        for everybody in ({"limit": 0}, {"query": "", "limit": 0}, {}):
            await gateway.send(8, {"guild_id": sandbox.guild, "nonce": "all"} | everybody)
        await gateway.send(8, {"guild_id": sandbox.guild, "query": "mid", "limit": 1, "nonce": "n" * 33})
        chunk = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert "nonce" not in chunk
        assert [member["user"]["username"] for member in chunk["members"]] == ["midori"]
        await gateway.socket.send_str('{"op": 8, "d": {"nonce": "\\ud800"}}')
        assert await gateway.closed() == 4002


async def test_a_shared_refusal_names_its_bucket() -> None:
    """A 429 of a shared limit carries the headers of its route, one of the global limit does not."""
    async with raw_bot(replace(QUICK, rate_profile=RateProfile.HOSTILE)) as bot:
        seen = {}
        for number in range(90):
            answer = await bot.call("GET", f"/users/{bot.sandbox.users[number % 5]['id']}")
            seen[answer.headers.get("X-RateLimit-Scope")] = answer.headers
        assert seen["shared"]["X-RateLimit-Bucket"] == seen[None]["X-RateLimit-Bucket"]
        assert int(seen["shared"]["X-RateLimit-Remaining"]) <= int(seen["shared"]["X-RateLimit-Limit"])
        assert "X-RateLimit-Bucket" not in seen["global"]


async def test_choices_hold_texts_and_numbers(bot: RawBot) -> None:
    """An autocomplete value is a text or a number, localised names are texts of known languages."""
    await bot.register(
        {
            "name": "go",
            "description": "d",
            "options": [{"type": 3, "name": "what", "description": "w", "autocomplete": True}],
        }
    )
    user = await bot.sandbox.user(0, "ja")
    waiting = asyncio.create_task(user.autocomplete("go", "what", channel="hanafuda", options={"what": ""}))
    interaction = await bot.next_interaction()
    names: list[Any] = [{"xx": "a"}, {"ja": []}, {"ja": "x" * 101}]
    values: list[Any] = [[], True]
    wrong = [{"name": "n", "value": value} for value in values]
    wrong += [{"name": "n", "value": "v", "name_localizations": each} for each in names]
    refused = await bot.callback(interaction, 8, {"choices": wrong})
    assert refused.field_codes() == {
        "data.choices.0.value": ["STRING_TYPE_CONVERT"],
        "data.choices.1.value": ["STRING_TYPE_CONVERT"],
        "data.choices.2.name_localizations.xx": ["ENUM_TYPE_COERCE"],
        "data.choices.3.name_localizations.ja": ["STRING_TYPE_CONVERT"],
        "data.choices.4.name_localizations.ja": ["BASE_TYPE_BAD_LENGTH"],
    }
    right = {"name": "n", "value": "v", "name_localizations": {"ja": "\u540d"}}
    assert (await bot.callback(interaction, 8, {"choices": [right]})).status == 200
    assert await waiting == [{"name": "\u540d", "value": "v"}]


async def test_localised_names_come_back_as_texts(bot: RawBot) -> None:
    """A number in place of a name is answered as the text that it became."""
    command = {"name": "go", "description": "d", "description_localizations": {"ja": 5, "de": None}}
    (registered,) = (await bot.register(command)).body
    assert registered["description_localizations"] == {"ja": "5", "de": None}


async def archived_thread(bot: RawBot, *, locked: bool) -> tuple[str, Any]:
    """A thread in the archive, and a message with a button that lies in it."""
    message = (await bot.send(content="table")).body
    start = f"/channels/{message['channel_id']}/messages/{message['id']}/threads"
    thread: str = (await bot.call("POST", start, {"name": "match"})).body["id"]
    inside = (await bot.send(thread, content="inside", components=[row(button())])).body
    grant(bot, Permission.MANAGE_THREADS)
    changed = await bot.call("PATCH", f"/channels/{thread}", {"archived": True, "locked": locked})
    assert changed.status == 200
    return thread, inside


async def test_an_archived_thread_is_not_changed_by_a_token(bot: RawBot) -> None:
    """Update, edit and deletion of its messages are 50083 for interactions too; ephemeral ones are free."""
    user = await bot.sandbox.user(0)
    thread, inside = await archived_thread(bot, locked=False)
    await user.wait_for(lambda message: message["content"] == "inside")
    interaction, _ = await bot.pressed(user, inside)
    assert (await bot.callback(interaction, 7, {"content": "x"})).code == 50083
    assert (await bot.callback(interaction, 6)).status == 200
    original = bot.webhook(interaction, "/messages/@original")
    assert (await bot.call("PATCH", original, {"content": "x"})).code == 50083
    assert (await bot.call("DELETE", original)).code == 50083
    react = f"/channels/{thread}/messages/{inside['id']}/reactions/%F0%9F%8E%B4/@me"
    assert (await bot.call("PUT", react)).code == 50083
    quiet = await bot.call("POST", bot.webhook(interaction), {"content": "own", "flags": EPHEMERAL})
    path = bot.webhook(interaction, f"/messages/{quiet.body['id']}")
    assert (await bot.call("PATCH", path, {"content": "own"})).status == 200
    metadata = (await bot.call("GET", f"/channels/{thread}")).body["thread_metadata"]
    assert metadata["archived"] is True
    assert (await bot.call("POST", bot.webhook(interaction), {"content": "wakes"})).status == 200
    assert (await bot.call("PATCH", original, {"content": "x"})).status == 200


async def test_a_locked_archived_thread_takes_no_answer(bot: RawBot) -> None:
    """A press there can be acknowledged, but no message answers it, and nothing wakes the thread."""
    user = await bot.sandbox.user(0)
    thread, inside = await archived_thread(bot, locked=True)
    await user.wait_for(lambda message: message["content"] == "inside")
    interaction, _ = await bot.pressed(user, inside)
    for kind in (4, 5):
        assert (await bot.callback(interaction, kind, {"content": "x"})).code == 50083
    assert (await bot.callback(interaction, 6)).status == 200
    assert (await bot.call("POST", bot.webhook(interaction), {"content": "x"})).code == 50083
    wrong = await bot.call("PATCH", f"/channels/{thread}", {"archived": "no", "locked": 0})
    assert set(wrong.field_codes()) == {"archived", "locked"}
