"""Radio groups, checkbox groups, checkboxes of modals: checked as Discord's document has them, and sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.sandbox.clients.raw_bot import RawBot, raw_bot
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import RefusedError


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


LINES = [{"label": letter, "value": letter} for letter in "abc"]
RADIO: Json = {"type": 21, "custom_id": "radio", "options": LINES}
BOXES: Json = {"type": 22, "custom_id": "boxes", "options": LINES}
BOX: Json = {"type": 23, "custom_id": "box"}


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
    row = {"title": "T", "custom_id": "m", "components": [{"type": 1, "components": [RADIO]}]}
    assert (await bot.callback(interaction, 9, row)).status == 400
    content = {"content": "c", "components": [{"type": 1, "components": [BOXES]}]}
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
