"""The limits of messages, embeds and components, with Discord's own nested errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.sandbox.clients.raw_bot import RawBot, button, form, raw_bot, row
from tests.sandbox.clients.test_discord_py import picture

V2 = 1 << 15


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


def select(**changes: Any) -> dict[str, Any]:
    """A string select with two options."""
    options = [{"label": letter, "value": letter} for letter in "ab"]
    return {"type": 3, "custom_id": "pick", "options": options} | changes


def text(content: str = "x", **changes: Any) -> dict[str, Any]:
    """A text display."""
    return {"type": 10, "content": content} | changes


LIMITS: list[tuple[dict[str, Any], str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": ["x"]}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "nonce": "n" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
    ({"content": "x", "tts": "yes"}, "tts", "BOOLEAN_TYPE_CONVERT"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    (
        {"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}] * 26}]},
        "embeds.0.fields",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"embeds": [{"title": "t", "fields": [{"name": "n" * 257, "value": "v"}]}]},
        "embeds.0.fields.0.name",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v" * 1025}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"embeds": [{"title": "t", "fields": [{"name": " ", "value": "v"}]}]},
        "embeds.0.fields.0.name",
        "BASE_TYPE_REQUIRED",
    ),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "t", "url": "ftp://x"}]}, "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    ({"embeds": [{"title": "t", "image": {"url": "x"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_URL"),
    ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"components": [row(button())] * 6}, "components", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(*(button(str(n)) for n in range(6)))]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select(), button())]},
        "components.0.components.1",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        {"components": [row(button("c" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(button("a")), row(button("a", disabled=True))]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    (
        {"components": [row(button(url="https://example.com"))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    (
        {"components": [row(button(style=5, url="https://example.com"))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    (
        {"components": [row({"type": 2, "style": 6, "sku_id": "123456789012345678"})]},
        "components.0.components.0.sku_id",
        "BUTTON_COMPONENT_INVALID_APPLICATION",
    ),
    (
        {"components": [row({"type": 2, "style": 6})]},
        "components.0.components.0.sku_id",
        "BASE_TYPE_REQUIRED",
    ),
    ({"components": [row(button(style=9))]}, "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (
        {"components": [row(button(emoji={"name": "no emoji"}))]},
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        {"components": [row(button(emoji={"id": "123456789012345678"}))]},
        "components.0.components.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        {
            "components": [
                row(select(options=[{"label": "x", "value": "y", "emoji": {"id": "1234567890123456"}}]))
            ]
        },
        "components.0.components.0.options.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        {"components": [row(select(options=[]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select(options=[{"label": "a", "value": "a"}] * 2))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"components": [row(select(options=[{"label": n, "value": n, "default": True} for n in "ab"]))]},
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        {"components": [row(select(options=[{"label": "x" * 101, "value": "a"}]))]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    ({"components": [row(select(max_values=26))]}, "components.0.components.0.max_values", "NUMBER_TYPE_MAX"),
    ({"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    (
        {"flags": V2, "components": [text()], "content": "x"},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        {"flags": V2, "components": [text() for _ in range(41)]},
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        {"flags": V2, "components": [{"type": 17, "components": [text() for _ in range(41)]}]},
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        {"flags": V2, "components": [{"type": 17, "components": []}]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"flags": V2, "components": [{"type": 17, "components": [text() for _ in range(40)]}]},
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        {"flags": V2, "components": [text("x" * 2001), text("x" * 2000)]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]},
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        {"flags": V2, "components": [{"type": 12, "items": []}]},
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"flags": V2, "components": [{"type": 9, "components": [text()]}]},
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    (
        {"flags": V2, "components": [{"type": 17, "components": [text()], "accent_color": 1 << 24}]},
        "components.0.accent_color",
        "NUMBER_TYPE_MAX",
    ),
    (
        {"flags": V2, "components": [text(id=7), text(id=7)]},
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "allowed_mentions": {"users": ["1", "1"]}},
        "allowed_mentions.users",
        "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "REPLIES_UNKNOWN_MESSAGE",
    ),
    ({"content": "x", "attachments": [{"id": 5}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
]


async def test_every_limit_of_a_message_has_its_field_error(bot: RawBot) -> None:
    """Each overstepped limit gives 50035 with Discord's code at the right place, and no message."""
    for body, place, code in LIMITS:
        answer = await bot.send(**body)
        assert answer.status == 400, body
        assert answer.code == 50035
        assert code in answer.field_codes().get(place, []), (body, answer.body)
    channel = bot.server.world.channels[int(bot.sandbox.channel("hanafuda"))]  # type: ignore[index]
    assert channel.messages == {}


async def test_all_errors_are_reported_together(bot: RawBot) -> None:
    """One answer names every field that is wrong; inside callbacks the paths begin with `data`."""
    answer = await bot.send(content="x" * 2001, embeds=[{"title": "x" * 257}], nonce="n" * 26)
    assert set(answer.field_codes()) == {"content", "embeds.0.title", "nonce"}
    user = await bot.sandbox.user(0)
    interaction, waiting = await bot.started(user)
    refused = await bot.callback(interaction, 4, {"content": "x" * 2001})
    assert refused.field_codes() == {"data.content": ["BASE_TYPE_MAX_LENGTH"]}
    assert refused.body["errors"]["data"]["content"]["_errors"][0]["message"] == (
        "Must be 2000 or fewer in length."
    )
    assert (await bot.callback(interaction, 4, {"content": "x" * 2000})).status == 200
    assert (await waiting).callback == 4


async def test_what_a_message_may_be_at_most(bot: RawBot) -> None:
    """Exactly at its limits everything is accepted."""
    rows = [row(*(button(f"{line}-{n}", label="x" * 80) for n in range(5))) for line in range(5)]
    assert (await bot.send(content="x" * 2000, components=rows)).status == 200
    options = [{"label": "l" * 100, "value": f"{n:0100}", "description": "d" * 100} for n in range(25)]
    answer = await bot.send(components=[row(select(options=options, max_values=25, min_values=0))])
    assert answer.status == 200
    assert answer.body["components"][0]["components"][0]["id"] == 2
    container = {"type": 17, "components": [text("x" * 100) for _ in range(39)]}
    assert (await bot.send(flags=V2, components=[container])).status == 200
    embed = {"description": "x" * 4096, "title": "t" * 256, "footer": {"text": "f" * 1648}}
    assert (await bot.send(embeds=[embed])).status == 200


async def test_bodies_that_cannot_be_read(bot: RawBot) -> None:
    """Broken JSON, a wrong content type, an empty message."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    broken = await bot.call("POST", path, data="{", headers={"Content-Type": "application/json"})
    assert (broken.status, broken.code) == (400, 50109)
    plain = await bot.call("POST", path, data="x", headers={"Content-Type": "text/plain"})
    assert (plain.status, plain.code) == (400, 50035)
    empty = await bot.send(content="   ")
    assert (empty.status, empty.code) == (400, 50006)
    encoded = await bot.call("POST", path, data={"payload_json": '{"content": "form"}'})
    assert encoded.body["content"] == "form"


async def test_files_have_limits(bot: RawBot) -> None:
    """A file beyond its limit, too many files, and a refused message leave nothing behind."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    big = await bot.call("POST", path, form=form({}, ("big.bin", b"x" * (10 * 1024 * 1024 + 1))))
    assert (big.status, big.code) == (413, 40005)
    many = await bot.call("POST", path, form=form({}, *((f"{n}.txt", b"x") for n in range(11))))
    assert (many.status, many.code) == (400, 30015)
    bad = await bot.call("POST", path, form=form({"content": "x" * 2001}, ("a.txt", b"x")))
    assert bad.status == 400
    assert list(bot.server.world.files.folder.iterdir()) == []


async def test_attachments_of_edits(bot: RawBot) -> None:
    """Absent keeps all, a list keeps exactly what it names; an embed's picture is not listed but stays."""
    path = f"/channels/{bot.sandbox.channel('hanafuda')}/messages"
    first = await bot.call("POST", path, form=form({}, ("söme näme.png", picture()), ("b.txt", b"text")))
    names = [item["filename"] for item in first.body["attachments"]]
    assert names == ["some_name.png", "b.txt"]
    message = f"{path}/{first.body['id']}"
    kept = await bot.call("PATCH", message, {"content": "x"})
    assert len(kept.body["attachments"]) == 2
    keep = [{"id": int(first.body["attachments"][0]["id"]), "description": "alt"}]
    one = await bot.call("PATCH", message, {"attachments": keep})
    assert [item["description"] for item in one.body["attachments"]] == ["alt"]
    embed = {"embeds": [{"image": {"url": "attachment://c.png"}}], "attachments": [{"id": 0}]}
    shown = await bot.call("PATCH", message, form=form(embed, ("c.png", picture())))
    assert shown.body["attachments"] == []
    url = shown.body["embeds"][0]["image"]["url"]
    assert await bot.sandbox.fetch(url) == picture()
    again = await bot.call("PATCH", message, {"embeds": [{"image": {"url": url}}], "attachments": []})
    assert again.body["embeds"][0]["image"]["url"] == url
    assert len(list(bot.server.world.files.folder.iterdir())) == 1
    await bot.call("DELETE", message)
    assert list(bot.server.world.files.folder.iterdir()) == []


async def test_version_two_cannot_be_taken_back(bot: RawBot) -> None:
    """The flag of components v2 can be set by an edit and never removed; such messages have no content."""
    sent = (await bot.send(content="old")).body
    path = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
    refused = await bot.call("PATCH", path, {"flags": V2, "components": [text()]})
    assert "content" in refused.field_codes()
    set_ = await bot.call("PATCH", path, {"flags": V2, "components": [text()], "content": None})
    assert (set_.body["flags"], set_.body["content"]) == (V2, "")
    back = await bot.call("PATCH", path, {"flags": 0, "components": [text()]})
    assert back.field_codes() == {"flags": ["MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"]}


async def test_mentions_follow_what_is_allowed(bot: RawBot) -> None:
    """Channel messages ping everything by default, answers to interactions users only."""
    user = await bot.sandbox.user(0)
    moderators = next(role for role in user.guilds[0]["roles"] if role["name"] == "Moderator")["id"]
    content = f"<@{user.id}> <@&{moderators}> `<@{bot.sandbox.users[1]['id']}>` @everyone"
    everything = (await bot.send(content=content)).body
    assert [mention["id"] for mention in everything["mentions"]] == [user.id]
    assert everything["mention_roles"] == [moderators]
    assert everything["mention_everyone"] is False  # the bot lacks the permission
    nobody = (await bot.send(content=content, allowed_mentions={"parse": []})).body
    assert (nobody["mentions"], nobody["mention_roles"]) == ([], [])
    interaction, _ = await bot.started(user)
    answered = (await bot.callback(interaction, 4, {"content": content})).body["resource"]["message"]
    assert [mention["id"] for mention in answered["mentions"]] == [user.id]
    assert answered["mention_roles"] == []


async def test_a_nonce_sends_once(bot: RawBot) -> None:
    """With `enforce_nonce` a repeated request gives the same message."""
    body: dict[str, Any] = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    first, second = await bot.send(**body), await bot.send(**body)
    assert first.body["id"] == second.body["id"]
    assert first.body["nonce"] == "n1"
