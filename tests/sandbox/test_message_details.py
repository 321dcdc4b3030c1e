"""Small print of messages: hidden embeds, trimmed texts, plain forms, flags of others, bulk deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.sandbox.world.permissions import Permission
from tests.sandbox.clients.raw_bot import RawBot, raw_bot
from tests.sandbox.clients.test_other_clients import grant

SUPPRESS_EMBEDS = 4


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as started:
        yield started


def messages(bot: RawBot, channel: str = "hanafuda") -> str:
    """The path of a channel's messages."""
    return f"/channels/{bot.sandbox.channel(channel)}/messages"


async def test_suppressed_embeds_are_not_shown(bot: RawBot) -> None:
    """With SUPPRESS_EMBEDS no answer holds them; without it they are back, and that is no edit."""
    sent = (await bot.send(embeds=[{"title": "t"}], flags=SUPPRESS_EMBEDS)).body
    assert (sent["flags"], sent["embeds"]) == (SUPPRESS_EMBEDS, [])
    path = f"{messages(bot)}/{sent['id']}"
    shown = (await bot.call("PATCH", path, {"flags": 0})).body
    assert [embed["title"] for embed in shown["embeds"]] == ["t"]
    assert shown["edited_timestamp"] is None
    assert (await bot.call("PATCH", path, {"content": "x"})).body["edited_timestamp"]


async def test_the_flags_of_others_are_for_moderators(bot: RawBot) -> None:
    """Only flags, only with MANAGE_MESSAGES, and the answer still shows no foreign content."""
    user = await bot.sandbox.user(1)
    said = await user.say("https://example.invalid", channel="hanafuda")
    path = f"{messages(bot)}/{said['id']}"
    assert (await bot.call("PATCH", path, {"flags": SUPPRESS_EMBEDS})).code == 50013
    grant(bot, Permission.MANAGE_MESSAGES)
    bodies: list[dict[str, Any]] = [{}, {"flags": 4, "content": "x"}, {"embeds": []}]
    for body in bodies:
        assert (await bot.call("PATCH", path, body)).code == 50005
    changed = (await bot.call("PATCH", path, {"flags": SUPPRESS_EMBEDS})).body
    assert (changed["flags"], changed["content"], changed["edited_timestamp"]) == (SUPPRESS_EMBEDS, "", None)


@pytest.mark.parametrize(
    ("embed", "wanted"),
    [
        ({"title": f"  {'t' * 256}\n"}, {"title": "t" * 256}),
        ({"description": f" {'d' * 4096} "}, {"description": "d" * 4096}),
        ({"footer": {"text": f" {'f' * 2048} "}}, {"footer": {"text": "f" * 2048}}),
        ({"author": {"name": f" {'a' * 256} "}}, {"author": {"name": "a" * 256}}),
        (
            {"fields": [{"name": f" {'n' * 256} ", "value": f" {'v' * 1024} "}]},
            {"fields": [{"name": "n" * 256, "value": "v" * 1024, "inline": False}]},
        ),
    ],
)
async def test_space_around_an_embeds_text_does_not_count(bot: RawBot, embed: Any, wanted: Any) -> None:
    """Texts are trimmed first and measured then."""
    assert (await bot.send(embeds=[embed])).body["embeds"] == [{"type": "rich"} | wanted]


async def test_an_embed_of_nothing_but_space_is_none(bot: RawBot) -> None:
    """Blank texts are missing texts; a zero-width space is a text."""
    field = {"name": "\u200b", "value": " "}
    refused = await bot.send(embeds=[{"title": " \n"}, {"fields": [field]}])
    assert refused.field_codes() == {
        "embeds.0.description": ["BASE_TYPE_REQUIRED"],
        "embeds.1.fields.0.value": ["BASE_TYPE_REQUIRED"],
    }
    assert (await bot.send(embeds=[{"fields": [field | {"value": "\u200b"}]}])).status == 200


async def test_plain_form_fields(bot: RawBot) -> None:
    """Without `payload_json` the fields of a form are read one by one; with it they do not count."""
    data = aiohttp.FormData()
    data.add_field("content", "\u82b1\u672d")
    data.add_field("tts", "false")
    data.add_field("file", b"text", filename="a.txt")
    sent = (await bot.call("POST", messages(bot), form=data)).body
    assert (sent["content"], [item["filename"] for item in sent["attachments"]]) == (
        "\u82b1\u672d",
        ["a.txt"],
    )
    encoded = await bot.call("POST", messages(bot), data={"content": "a&b \u82b1", "tts": "false"})
    assert (encoded.body["content"], encoded.body["tts"]) == ("a&b \u82b1", False)
    both = await bot.call("POST", messages(bot), data={"content": "x", "payload_json": '{"content": "y"}'})
    assert both.body["content"] == "y"
    alone = aiohttp.FormData()
    alone.add_field("files[0]", b"text", filename="b.txt")
    assert (await bot.call("POST", messages(bot), form=alone)).status == 200
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await bot.call("POST", messages(bot), data=b"content=%ff", headers=headers)).code == 50109


async def test_bulk_deletion_by_the_book(bot: RawBot) -> None:
    """Not in direct messages, not in the archive, by ids alone, and at least two different ones."""
    grant(bot, Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS)
    opened = await bot.call("POST", "/users/@me/channels", {"recipient_id": bot.sandbox.users[1]["id"]})
    private = f"/channels/{opened.body['id']}/messages/bulk-delete"
    assert (await bot.call("POST", private, {"messages": ["1", "2"]})).code == 50003
    sent = [(await bot.send(content=str(number))).body["id"] for number in range(2)]
    path = f"{messages(bot)}/bulk-delete"
    wrong = await bot.call("POST", path, {"messages": [sent[0], "x", None]})
    assert wrong.field_codes() == {f"messages.{n}": ["NUMBER_TYPE_COERCE"] for n in (1, 2)}
    assert (await bot.call("POST", path, {"messages": [sent[0]] * 2})).code == 50016
    start = f"{messages(bot)}/{sent[0]}/threads"
    thread = (await bot.call("POST", start, {"name": "match"})).body["id"]
    inside = [(await bot.send(thread, content=str(number))).body["id"] for number in range(2)]
    await bot.call("PATCH", f"/channels/{thread}", {"archived": True})
    closed = await bot.call("POST", f"/channels/{thread}/messages/bulk-delete", {"messages": inside})
    assert closed.code == 50083
    assert (await bot.call("POST", path, {"messages": sent})).status == 204


async def test_answers_to_commands_name_them_the_old_way_too(bot: RawBot) -> None:
    """`interaction` is deprecated, but sent: for commands, never for components."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    answered = (await bot.callback(interaction, 4, {"content": "x"})).body["resource"]["message"]
    about = answered["interaction"]
    assert (about["id"], about["type"], about["name"]) == (interaction["id"], 2, "go")
    assert about["user"]["id"] == user.id
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}
    rows = [{"type": 1, "components": [button]}]
    shown = (await bot.call("POST", bot.webhook(interaction), {"content": "y", "components": rows})).body
    await user.wait_for(lambda message: message["content"] == "y")
    pressed, waiting = await bot.pressed(user, shown)
    reply = (await bot.callback(pressed, 4, {"content": "z"})).body["resource"]["message"]
    assert "interaction" not in reply
    await waiting


async def test_nobody_replies_to_a_notice(bot: RawBot) -> None:
    """A reply to a message of the system is a field error, whatever `fail_if_not_exists` says."""
    grant(bot, Permission.PIN_MESSAGES)
    sent = (await bot.send(content="x")).body
    assert (await bot.call("PUT", f"{messages(bot)}/pins/{sent['id']}")).status == 204
    (notice, *_) = (await bot.call("GET", messages(bot))).body
    for reference in ({}, {"fail_if_not_exists": False}):
        refused = await bot.send(content="y", message_reference={"message_id": notice["id"]} | reference)
        assert refused.field_codes() == {"message_reference": ["REPLIES_CANNOT_REFERENCE_SYSTEM_MESSAGE"]}
        assert refused.body["errors"]["message_reference"]["_errors"][0]["message"].startswith("Cannot")


async def test_a_select_has_as_many_options_as_can_be_chosen(bot: RawBot) -> None:
    """`max_values` beyond the number of options is refused at the options."""
    options = [{"label": letter, "value": letter} for letter in "ab"]
    select = {"type": 3, "custom_id": "pick", "options": options}
    for most, status in ((2, 200), (3, 400)):
        rows = [{"type": 1, "components": [select | {"max_values": most}]}]
        answer = await bot.send(content="x", components=rows)
        assert answer.status == status
    assert answer.field_codes() == {"components.0.components.0.options": ["BASE_TYPE_BAD_LENGTH"]}


@pytest.mark.parametrize(
    "name", ["\u2139\ufe0f", "1\ufe0f\u20e3", "\U0001f1ef\U0001f1f5", "\u24c2\ufe0f", "\u203c"]
)
async def test_odd_emojis_are_emojis(bot: RawBot, name: str) -> None:
    """Some standard emojis are letters, digits or punctuation by their category."""
    button = {"type": 2, "style": 1, "custom_id": "press", "emoji": {"id": None, "name": name}}
    sent = await bot.send(content="x", components=[{"type": 1, "components": [button]}])
    assert sent.body["components"][0]["components"][0]["emoji"] == {"name": name}


async def test_a_nonce_is_the_same_as_number_and_as_text(bot: RawBot) -> None:
    """`enforce_nonce` compares what is written."""
    first = await bot.send(content="x", nonce=77, enforce_nonce=True)
    assert (await bot.send(content="x", nonce="77", enforce_nonce=True)).body["id"] == first.body["id"]
