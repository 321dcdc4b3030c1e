"""Radio groups, checkbox groups, checkboxes, file uploads of modals: checked as Discord's document has them,
and sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.trial.samples import GIF
from tests.sandbox.clients.raw_bot import RawBot, raw_bot
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import RefusedError, SandboxUser


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


LINES = [{"label": letter, "value": letter} for letter in "abc"]
RADIO: Json = {"type": 21, "custom_id": "radio", "options": LINES}
BOXES: Json = {"type": 22, "custom_id": "boxes", "options": LINES}
BOX: Json = {"type": 23, "custom_id": "box"}
FILES: Json = {"type": 19, "custom_id": "files"}


def modal(*inputs: Json) -> Json:
    """A modal with these inputs."""
    labelled = [{"type": 18, "label": "L", "component": each} for each in inputs]
    return {"title": "T", "custom_id": "m", "components": labelled}


def many(count: int) -> list[Json]:
    """Return a number of lines."""
    return [{"label": str(n), "value": str(n)} for n in range(count)]


AT = "data.components.0.component"
WRONG: list[tuple[Json, dict[str, list[str]]]] = [
    (RADIO | {"options": many(1)}, {f"{AT}.options": ["BASE_TYPE_BAD_LENGTH"]}),
    (RADIO | {"options": many(11)}, {f"{AT}.options": ["BASE_TYPE_BAD_LENGTH"]}),
    ({"type": 21, "options": LINES}, {f"{AT}.custom_id": ["BASE_TYPE_REQUIRED"]}),
    (RADIO | {"disabled": True}, {f"{AT}.disabled": ["MODAL_COMPONENT_DISABLED"]}),
    (
        RADIO | {"options": [*LINES, LINES[0]]},
        {f"{AT}.options.3.value": ["SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"]},
    ),
    (
        RADIO | {"options": [each | {"default": True} for each in LINES]},
        {f"{AT}.options": ["SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"]},
    ),
    (
        RADIO | {"options": [{"label": "l" * 101, "value": "v", "description": "d" * 101}, *LINES]},
        {
            f"{AT}.options.0.label": ["BASE_TYPE_BAD_LENGTH"],
            f"{AT}.options.0.description": ["BASE_TYPE_MAX_LENGTH"],
        },
    ),
    (BOXES | {"options": []}, {f"{AT}.options": ["BASE_TYPE_BAD_LENGTH"]}),
    (BOXES | {"max_values": 11}, {f"{AT}.max_values": ["NUMBER_TYPE_MAX"]}),
    (BOXES | {"max_values": 4}, {f"{AT}.max_values": ["BASE_TYPE_BAD_LENGTH"]}),
    (BOXES | {"min_values": 0}, {f"{AT}.min_values": ["SELECT_COMPONENT_MIN_VALUES_REQUIRED"]}),
    (
        BOXES | {"min_values": 3, "max_values": 2},
        {AT: ["SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX"]},
    ),
    (BOX | {"default": "yes"}, {f"{AT}.default": ["BOOLEAN_TYPE_CONVERT"]}),
    ({"type": 19}, {f"{AT}.custom_id": ["BASE_TYPE_REQUIRED"]}),
    (FILES | {"custom_id": "c" * 101}, {f"{AT}.custom_id": ["BASE_TYPE_BAD_LENGTH"]}),
    (FILES | {"disabled": True}, {f"{AT}.disabled": ["MODAL_COMPONENT_DISABLED"]}),
    (FILES | {"required": "yes"}, {f"{AT}.required": ["BOOLEAN_TYPE_CONVERT"]}),
    (FILES | {"min_values": -1}, {f"{AT}.min_values": ["NUMBER_TYPE_MIN"]}),
    (
        FILES | {"min_values": 11, "max_values": 11},
        {f"{AT}.min_values": ["NUMBER_TYPE_MAX"], f"{AT}.max_values": ["NUMBER_TYPE_MAX"]},
    ),
    (FILES | {"max_values": 0}, {f"{AT}.max_values": ["NUMBER_TYPE_MIN"]}),
    (FILES | {"min_values": 0}, {f"{AT}.min_values": ["SELECT_COMPONENT_MIN_VALUES_REQUIRED"]}),
    (FILES | {"min_values": 2}, {AT: ["SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX"]}),
]


@pytest.mark.parametrize(("wrong", "codes"), WRONG)
async def test_a_group_that_discord_refuses_is_refused(
    bot: RawBot, wrong: Json, codes: dict[str, list[str]]
) -> None:
    """With the field's place, as in every other request."""
    interaction, _ = await bot.started(await bot.sandbox.user(0))
    refused = await bot.callback(interaction, 9, modal(wrong))
    assert refused.status == 400 and refused.field_codes() == codes


async def test_groups_stand_in_modals_and_in_labels_alone(bot: RawBot) -> None:
    """Neither in a row nor in a message."""
    interaction, _ = await bot.started(await bot.sandbox.user(0))
    for each in (RADIO, BOXES, BOX, FILES):
        rows = [{"type": 1, "components": [each]}]
        for components in (rows, [each]):
            form = {"title": "T", "custom_id": "m", "components": components}
            assert (await bot.callback(interaction, 9, form)).status == 400
            content = {"content": "c", "components": components}
            assert (await bot.callback(interaction, 4, content)).status == 400


async def submitted(bot: RawBot, values: dict[str, Any], *inputs: Json) -> list[Json]:
    """Return the inputs that the bot is sent when a user submits some values."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    assert (await bot.callback(interaction, 9, modal(*inputs))).status == 200
    await user.wait_until(lambda: user.modals)
    waiting = asyncio.create_task(user.submit(user.modals[0], values))
    sent = await bot.next_interaction()
    await bot.callback(sent, 4, {"content": "thanks"})
    await waiting
    return [each["component"] for each in sent["data"]["components"]]


async def test_what_was_chosen_is_sent(bot: RawBot) -> None:
    """One value, several in their order, true or false; each with the type and the id of its component."""
    radio, boxes, box = await submitted(
        bot, {"radio": "b", "boxes": ["c", "a"], "box": True}, RADIO, BOXES, BOX
    )
    assert (radio["type"], radio["value"]) == (21, "b")
    assert (boxes["type"], boxes["values"]) == (22, ["a", "c"])
    assert (box["type"], box["value"]) == (23, True)
    assert len({radio["id"], boxes["id"], box["id"]}) == 3


async def test_what_nobody_touched_is_sent_as_it_was_shown(bot: RawBot) -> None:
    """The lines that were chosen from the start; none of what need not be filled in."""
    chosen = [LINES[0], LINES[1] | {"default": True}, LINES[2]]
    radio, empty, boxes, none, box = await submitted(
        bot,
        {},
        RADIO | {"options": chosen},
        RADIO | {"custom_id": "empty", "required": False},
        BOXES | {"options": chosen},
        BOXES | {"custom_id": "none", "required": False, "min_values": 0},
        BOX | {"default": True},
    )
    assert (radio["value"], empty["value"], box["value"]) == ("b", None, True)
    assert (boxes["values"], none["values"]) == (["b"], [])


@pytest.mark.parametrize(
    "values",
    [
        {"radio": "d"},
        {"radio": None},
        {"radio": ["a"]},
        {"radio": "a", "boxes": []},
        {"radio": "a", "boxes": ["a", "b", "c"]},
        {"radio": "a", "boxes": ["a", "a"]},
        {"radio": "a", "boxes": ["d"]},
        {"radio": "a", "boxes": ["a"], "box": "yes"},
    ],
)
async def test_a_client_would_not_send_that(bot: RawBot, values: dict[str, Any]) -> None:
    """Lines that are not there, too few, too many, one twice."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    await bot.callback(interaction, 9, modal(RADIO, BOXES | {"max_values": 2}, BOX))
    await user.wait_until(lambda: user.modals)
    with pytest.raises(RefusedError, match="out_of_range"):
        await user.submit(user.modals[0], values)


async def form(bot: RawBot, *inputs: Json) -> tuple[SandboxUser, Json]:
    """Return a user with an open modal, and the modal."""
    user = await bot.sandbox.user(0)
    interaction, _ = await bot.started(user)
    assert (await bot.callback(interaction, 9, modal(*inputs))).status == 200
    await user.wait_until(lambda: user.modals)
    return user, user.modals[0]


async def test_a_file_is_sent_by_its_id(bot: RawBot) -> None:
    """The field names the attachments; `resolved` has them, and their addresses give the files."""
    user, opened = await form(bot, FILES | {"max_values": 2}, BOX)
    picture, text = await user.upload(opened, "a b.gif", GIF), await user.upload(opened, "c.txt", b"words")
    waiting = asyncio.create_task(user.submit(opened, {"files": [text, picture], "box": True}))
    sent = await bot.next_interaction()
    await bot.callback(sent, 4, {"content": "thanks"})
    await waiting
    field = sent["data"]["components"][0]["component"]
    assert field == {"type": 19, "id": field["id"], "custom_id": "files", "values": [text, picture]}
    told = sent["data"]["resolved"]["attachments"]
    assert set(told) == {text, picture}
    shown = {key: told[picture][key] for key in ("id", "filename", "size", "content_type", "ephemeral")}
    assert shown == {
        **{"id": picture, "filename": "a_b.gif", "size": len(GIF), "content_type": "image/gif"},
        "ephemeral": True,
    }
    assert await fetched(bot, told[picture]["url"]) == GIF
    assert await fetched(bot, told[text]["url"]) == b"words"


async def fetched(bot: RawBot, url: str) -> bytes | None:
    """Return what an address gives, or None for nothing."""
    async with bot.sandbox.session.get(url) as response:
        return await response.read() if response.status == 200 else None


def stored(bot: RawBot) -> int:
    """Return the number of files on disk."""
    return len(list(bot.server.world.files.folder.iterdir()))


async def test_only_files_that_were_sent_are_kept_and_not_for_ever(bot: RawBot) -> None:
    """A file that the user took back, or of a closed modal, is gone; the others live as long as the token."""
    user, opened = await form(bot, FILES)
    sent, _ = [await user.upload(opened, name, b"x") for name in "ab"]
    assert stored(bot) == 2
    waiting = asyncio.create_task(user.submit(opened, {"files": [sent]}))
    answered = await bot.next_interaction()
    await bot.callback(answered, 4, {"content": "thanks"})
    await waiting
    assert stored(bot) == 1
    interactions = bot.server.world.interactions
    for each in interactions.values():
        each.token_seconds, each.created_at = 0, each.created_at - 3600
    bot.server.interactions.sweep()
    assert (stored(bot), len(interactions)) == (0, 0)


async def test_a_closed_modal_takes_its_files_along(bot: RawBot) -> None:
    """And takes no more."""
    user, opened = await form(bot, FILES)
    await user.upload(opened, "a", b"x")
    body = {"user": user.id, "interaction": opened["interaction"], "cancel": True}
    await bot.sandbox.post("/client/modals", body)
    assert stored(bot) == 0
    with pytest.raises(RefusedError, match="already_submitted"):
        await user.upload(opened, "a", b"x")
    assert stored(bot) == 0


async def test_a_file_need_not_be_chosen(bot: RawBot) -> None:
    """The bot does not ask for one."""
    (field,) = await submitted(bot, {}, FILES | {"required": False, "min_values": 0})
    assert field["values"] == []


async def test_a_client_would_not_send_those_files(bot: RawBot) -> None:
    """None, too many, one twice, one of nobody, too large ones, or any where the modal asks for none."""
    user, opened = await form(bot, FILES, FILES | {"custom_id": "more"})
    one, other = [await user.upload(opened, name, b"x") for name in "ab"]
    wrong: list[Json] = [{"files": each, "more": [other]} for each in ([], [one, other], [one, one], ["1"])]
    wrong += [{"files": [one]}, {"files": [one], "more": [one]}, {"files": one, "more": [other]}]
    for values in wrong:
        with pytest.raises(RefusedError, match="out_of_range"):
            await user.submit(opened, values)
    await bot.sandbox.control("settings", attachment_bytes=3)
    with pytest.raises(RefusedError, match="too_large"):
        await user.upload(opened, "c", b"four")
    assert stored(bot) == 2
    someone = await bot.sandbox.user(1)
    with pytest.raises(RefusedError, match="unknown_interaction"):
        await someone.upload(opened, "c", b"x")


async def test_a_modal_without_the_field_takes_no_files(bot: RawBot) -> None:
    """As no client offers that."""
    user, opened = await form(bot, BOX)
    with pytest.raises(RefusedError, match="takes no files"):
        await user.upload(opened, "c", b"x")


async def test_other_sites_can_upload_nothing(bot: RawBot) -> None:
    """The type is one that a form of theirs cannot send."""
    user, opened = await form(bot, FILES)
    url = f"{bot.sandbox.url}/client/uploads?user={user.id}&interaction={opened['interaction']}"
    async with bot.sandbox.session.post(url, data=b"x", headers={"Content-Type": "text/plain"}) as response:
        assert response.status == 400


async def test_the_kinds_of_files_are_not_served(bot: RawBot) -> None:
    """Newer than the document of these tests: told, and not passed over."""
    interaction, _ = await bot.started(await bot.sandbox.user(0))
    refused = await bot.callback(interaction, 9, modal(FILES | {"file_types": ["image"]}))
    assert refused.status == 501
