"""The life of an interaction: one answer, in time, and what its token may touch afterwards."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.sandbox.clients.raw_bot import RawBot, button, raw_bot, row
from tests.support.sandbox.client import QUICK
from tests.support.sandbox.user import RefusedError

EPHEMERAL = 64


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


async def test_the_payload_is_complete(bot: RawBot) -> None:
    """An interaction brings its member, permissions, languages, context; its token looks real."""
    user = await bot.sandbox.user(1, locale="ja")
    interaction, _ = await bot.started(user)
    assert interaction["member"]["user"]["id"] == user.id
    assert int(interaction["member"]["permissions"]) & 1 << 11
    assert int(interaction["app_permissions"]) & 1 << 15
    assert (interaction["locale"], interaction["guild_locale"]) == ("ja", "en-US")
    assert (interaction["version"], interaction["context"]) == (1, 0)
    assert interaction["authorizing_integration_owners"] == {"0": bot.sandbox.guild}
    assert interaction["attachment_size_limit"] == 10 * 1024 * 1024
    padded = interaction["token"] + "=" * (-len(interaction["token"]) % 4)
    assert base64.urlsafe_b64decode(padded).decode().startswith(f"interaction:{interaction['id']}:")


async def test_the_second_answer_is_refused(bot: RawBot) -> None:
    """Of eight callbacks at once exactly one counts; the others are told 40060 and send nothing."""
    user = await bot.sandbox.user(0)
    interaction, waiting = await bot.started(user)
    answers = await asyncio.gather(*(bot.callback(interaction, 4, {"content": str(n)}) for n in range(8)))
    assert sorted(answer.status for answer in answers) == [200] + [400] * 7
    assert {answer.code for answer in answers if answer.status == 400} == {40060}
    await waiting
    assert len(user.messages()) == 1


async def test_a_late_answer_is_refused_and_shows_nothing() -> None:
    """After the deadline the page shows a failure, the callback gets 10062, and no message appears."""
    async with raw_bot(replace(QUICK, ack_seconds=0.1)) as bot:
        user = await bot.sandbox.user(0)
        interaction, waiting = await bot.started(user)
        assert (await waiting).failed
        late = await bot.callback(interaction, 4, {"content": "late"})
        assert (late.status, late.code, late.body["message"]) == (404, 10062, "Unknown interaction")
        assert user.messages() == []
        follow = await bot.call("POST", bot.webhook(interaction), {"content": "x"})
        assert (follow.status, follow.code) == (404, 10015)
        assert (await bot.sandbox.traffic())["failed_interactions"] == 1


async def test_forged_tokens_and_ids(bot: RawBot) -> None:
    """A wrong token is an unknown interaction for callbacks, an invalid token for webhooks."""
    user = await bot.sandbox.user(0)
    first, _ = await bot.started(user)
    second, _ = await bot.started(user)
    mixed = await bot.callback({"id": first["id"], "token": second["token"]}, 4, {"content": "x"})
    assert (mixed.status, mixed.code) == (404, 10062)
    forged = first | {"token": first["token"][:-2] + "xx"}
    assert (await bot.callback(forged, 5)).code == 10062
    early = await bot.call("POST", bot.webhook(first), {"content": "x"})
    assert (early.status, early.code) == (404, 10015)
    await bot.callback(first, 4, {"content": "x"})
    wrong = await bot.call("POST", bot.webhook(forged), {"content": "x"})
    assert (wrong.status, wrong.code) == (401, 50027)
    other_app = await bot.call("POST", f"/webhooks/{user.id}/{first['token']}", {"content": "x"})
    assert (other_app.status, other_app.code) == (404, 10015)


async def test_a_token_dies_after_its_time(bot: RawBot) -> None:
    """After fifteen minutes every use of the token is answered with 50027."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    sent = await bot.callback(interaction, 4, {"content": "x", "flags": EPHEMERAL})
    message = sent.body["resource"]["message"]["id"]
    original = bot.webhook(interaction, "/messages/@original")
    held = bot.server.world.interactions[int(interaction["id"])]  # type: ignore[index]
    held.created_at -= 14 * 60
    assert (await bot.call("GET", original)).status == 200
    held.created_at -= 60
    for method, rest in (("GET", "@original"), ("PATCH", "@original"), ("DELETE", message)):
        answer = await bot.call(method, bot.webhook(interaction, f"/messages/{rest}"), {"content": "y"})
        assert (answer.status, answer.code) == (401, 50027)


async def test_which_answers_are_allowed_where(bot: RawBot) -> None:
    """A command cannot update a message, unknown types are form errors, and neither acknowledges."""
    user = await bot.sandbox.user(0)
    interaction, waiting = await bot.started(user)
    for kind in (1, 6, 7, 8, 99):
        answer = await bot.callback(interaction, kind, {"content": "x"})
        assert answer.field_codes() == {"type": ["BASE_TYPE_CHOICES"]}
    empty = await bot.callback(interaction, 4, {})
    assert (empty.status, empty.code) == (400, 50006)
    assert (await bot.callback(interaction, 4, {"content": "x"})).status == 200
    assert (await waiting).callback == 4


async def test_the_callback_response_tells_what_happened(bot: RawBot) -> None:
    """With `with_response` the answer names the message; without it there is none."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    body = (await bot.callback(interaction, 5, {"flags": EPHEMERAL})).body
    assert "resource" not in body
    assert body["interaction"]["response_message_loading"] is True
    assert body["interaction"]["response_message_ephemeral"] is True
    other, _ = await bot.started(user)
    path = f"/interactions/{other['id']}/{other['token']}/callback"
    assert (await bot.call("POST", path, {"type": 4, "data": {"content": "x"}})).status == 204


async def test_a_follow_up_fills_the_loading_message(bot: RawBot) -> None:
    """The first follow-up after a deferral edits the loading message, whose visibility is fixed."""
    user, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    interaction, _ = await bot.started(user)
    deferred = await bot.callback(interaction, 5, {"flags": EPHEMERAL})
    original = deferred.body["interaction"]["response_message_id"]
    first = await bot.call("POST", bot.webhook(interaction, "?wait=1"), {"content": "first"})
    assert (first.body["id"], first.body["flags"]) == (original, EPHEMERAL)
    second = await bot.call("POST", bot.webhook(interaction, "?wait=true"), {"content": "second"})
    assert second.body["id"] != original
    assert second.body["type"] == 19
    assert second.body["message_reference"]["message_id"] == original
    assert second.body["webhook_id"] == second.body["application_id"] == str(bot.server.world.bot.id)
    await other.wait_for(lambda shown: shown["content"] == "second")
    assert len(other.messages()) == 1


async def test_what_a_token_may_touch(bot: RawBot) -> None:
    """A token reaches its original and its own follow-ups; every other message is unknown to it."""
    user = await bot.sandbox.user(0)
    plain = (await bot.send(content="plain")).body["id"]
    first, _ = await bot.started(user)
    await bot.callback(first, 4, {"content": "first"})
    second, _ = await bot.started(user)
    own = (await bot.callback(second, 4, {"content": "second"})).body["resource"]["message"]["id"]
    for method in ("GET", "PATCH", "DELETE"):
        for message in (plain, own):
            answer = await bot.call(method, bot.webhook(first, f"/messages/{message}"), {"content": "x"})
            assert (answer.status, answer.code) == (404, 10008)
    edited = await bot.call("PATCH", bot.webhook(second, f"/messages/{own}"), {"content": "edited"})
    assert edited.body["edited_timestamp"] is not None
    assert (await bot.call("DELETE", bot.webhook(second, "/messages/@original"))).status == 204
    gone = await bot.call("GET", bot.webhook(second, "/messages/@original"))
    assert (gone.status, gone.code) == (404, 10008)


async def test_the_original_of_a_press_is_the_message_pressed_on(bot: RawBot) -> None:
    """After types 6 and 7 `@original` is the public message under the button."""
    user = await bot.sandbox.user(0)
    sent = (await bot.send(content="table", components=[row(button())])).body
    shown = await user.wait_for(lambda message: message["id"] == sent["id"])
    press, waiting = await bot.pressed(user, shown)
    assert press["message"]["id"] == sent["id"]
    answer = await bot.callback(press, 6)
    assert answer.body["interaction"]["response_message_id"] == sent["id"]
    edited = await bot.call("PATCH", bot.webhook(press, "/messages/@original"), {"content": "new"})
    assert edited.body["id"] == sent["id"]
    assert (await waiting).message_id == sent["id"]
    secret = await bot.call("POST", bot.webhook(press, "?wait=1"), {"content": "s", "flags": EPHEMERAL})
    assert secret.body["flags"] & EPHEMERAL
    assert secret.body["message_reference"]["message_id"] == sent["id"]


async def test_ephemeral_messages_are_out_of_reach_of_the_channel(bot: RawBot) -> None:
    """The channel cannot read, edit or delete ephemeral messages; only their user can press on them."""
    user, other = await bot.sandbox.user(0), await bot.sandbox.user(1)
    interaction, _ = await bot.started(user)
    data = {"content": "mine", "flags": EPHEMERAL, "components": [row(button())]}
    message = (await bot.callback(interaction, 4, data)).body["resource"]["message"]
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    for method in ("GET", "PATCH", "DELETE"):
        answer = await bot.call(method, path, {"content": "x"})
        assert (answer.status, answer.code) == (404, 10008)
    shown = await user.wait_for(lambda found: found["content"] == "mine")
    press, _ = await bot.pressed(user, shown)
    updated = await bot.callback(press, 7, {"content": "still mine"})
    assert updated.body["resource"]["message"]["flags"] == EPHEMERAL
    forged = {
        "user": other.id,
        "channel": message["channel_id"],
        "message": message["id"],
        "custom_id": "press",
    }
    with pytest.raises(RefusedError) as refused:
        await bot.sandbox.post("/client/components", forged)
    assert refused.value.error == "unseen"
    await user.reload()
    with pytest.raises(RefusedError):
        await bot.sandbox.post("/client/components", forged | {"user": user.id})


async def test_a_modal_is_submitted_once(bot: RawBot) -> None:
    """A modal is checked like the real client does, sent once, and cannot be answered with a modal."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    field = {"type": 4, "custom_id": "text", "style": 1, "min_length": 2, "max_length": 4}
    data = {"title": "T", "custom_id": "m", "components": [{"type": 18, "label": "L", "component": field}]}
    too_long = await bot.callback(interaction, 9, data | {"title": "t" * 46, "components": []})
    assert set(too_long.field_codes()) == {"data.title", "data.components"}
    assert (await bot.callback(interaction, 9, data)).status == 200
    await user.wait_until(lambda: user.modals)
    with pytest.raises(RefusedError, match="out_of_range"):
        await user.submit(user.modals[0], {"text": "x"})
    waiting = asyncio.create_task(user.submit(user.modals[0], {"text": "good"}))
    submitted = await bot.next_interaction()
    assert submitted["type"] == 5
    assert submitted["data"]["components"][0]["component"]["value"] == "good"
    assert (await bot.callback(submitted, 9, data)).field_codes() == {"type": ["BASE_TYPE_CHOICES"]}
    await bot.callback(submitted, 4, {"content": "thanks"})
    assert (await waiting).callback == 4
    with pytest.raises(RefusedError, match="already_submitted"):
        await user.submit(user.modals[0], {"text": "good"})


async def test_a_select_of_a_modal_is_checked_as_one_of_a_message(bot: RawBot) -> None:
    """No value counts twice, in either place."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    options = [{"label": letter, "value": letter} for letter in "ab"]
    pick = {"type": 3, "custom_id": "pick", "options": options, "max_values": 2}
    data = {"title": "T", "custom_id": "m", "components": [{"type": 18, "label": "L", "component": pick}]}
    assert (await bot.callback(interaction, 9, data)).status == 200
    await user.wait_until(lambda: user.modals)
    for chosen in ([], ["a", "a"], ["c"], "a"):
        with pytest.raises(RefusedError, match="out_of_range"):
            await user.submit(user.modals[0], {"pick": chosen})
    waiting = asyncio.create_task(user.submit(user.modals[0], {"pick": ["b", "a"]}))
    submitted = await bot.next_interaction()
    assert submitted["data"]["components"][0]["component"]["values"] == ["b", "a"]
    await bot.callback(submitted, 4, {"content": "thanks"})
    await waiting


async def test_autocomplete_has_limits(bot: RawBot) -> None:
    """At most 25 choices; the focused option comes as typed."""
    option = {"type": 4, "name": "n", "description": "d", "autocomplete": True, "required": True}
    await bot.register({"name": "go", "description": "d", "options": [option]})
    user = await bot.sandbox.user(0)
    asking = asyncio.create_task(user.autocomplete("go", "n", channel="hanafuda", options={"n": "1x"}))
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"] == [{"type": 4, "name": "n", "value": "1x", "focused": True}]
    many = [{"name": str(n), "value": n} for n in range(26)]
    refused = await bot.callback(interaction, 8, {"choices": many})
    assert refused.field_codes() == {"data.choices": ["BASE_TYPE_MAX_LENGTH"]}
    await bot.callback(interaction, 8, {"choices": many[:25]})
    assert len(await asking) == 25
