"""Registering commands: limits and errors; using them: what a client would not let a user enter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.sandbox.clients.raw_bot import RawBot, raw_bot
from tests.support.sandbox.user import RefusedError


@pytest.fixture
async def bot() -> AsyncIterator[RawBot]:
    """A raw bot."""
    async with raw_bot() as connected:
        yield connected


def command(name: str = "c", **changes: Any) -> dict[str, Any]:
    """A slash command."""
    return {"name": name, "description": "d"} | changes


def option(name: str = "o", kind: int = 3, **changes: Any) -> dict[str, Any]:
    """An option."""
    return {"type": kind, "name": name, "description": "d"} | changes


LIMITS: list[tuple[dict[str, Any], str, str]] = [
    (command("Upper"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    (command("with space"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    (command("x" * 33), "0.name", "BASE_TYPE_BAD_LENGTH"),
    (command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    (command(description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
    (command(name_localizations={"xx": "a"}), "0.name_localizations.xx", "ENUM_TYPE_COERCE"),
    (
        command(name_localizations={"ja": "A a"}),
        "0.name_localizations.ja",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    (command(options=[option(str(n)) for n in range(26)]), "0.options", "BASE_TYPE_MAX_LENGTH"),
    (
        command(options=[option(), option()]),
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    (
        command(options=[option("a"), option("b", required=True)]),
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        command(options=[option("a", 1), option("b", 3)]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        command(options=[option("a", 2, options=[option("b", 2)])]),
        "0.options.0.options.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "0.options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        command(options=[option(choices=[{"name": "n", "value": "v" * 101}])]),
        "0.options.0.choices.0.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        command(options=[option(kind=4, choices=[{"name": "n", "value": "v"}])]),
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    (
        command(options=[option(f"o{n}", description="x" * 100, choices=_choices) for n in range(25)])
        if (_choices := [{"name": f"{n}" * 50, "value": f"{n}" * 50} for n in range(5)])
        else {},
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


async def test_every_limit_of_a_command(bot: RawBot) -> None:
    """Each overstepped limit has its field error, with the command's index in front."""
    for body, place, code in LIMITS:
        answer = await bot.register(body)
        assert (answer.status, answer.code) == (400, 50035), body
        assert code in answer.field_codes().get(place, []), (body, answer.body)
    twins = await bot.register(command(), command())
    assert twins.field_codes() == {"1.name": ["APPLICATION_COMMANDS_DUPLICATE_NAME"]}
    many = await bot.register(*(command(f"c{n}") for n in range(101)))
    assert (many.status, many.code) == (400, 30032)


async def test_names_of_all_scripts(bot: RawBot) -> None:
    """Letters of any script are fine, in lower case where there is one."""
    answer = await bot.register(command("花札"), command("हिन्दी"), command("ไทย"), command("it's-me_2"))
    assert answer.status == 200


async def test_a_bulk_put_keeps_ids(bot: RawBot) -> None:
    """A known name keeps its id, a change gives a new version, what is not named goes."""
    first = (await bot.register(command("a"), command("b"))).body
    second = (await bot.register(command("b", description="new"), command("a"))).body
    assert [second[1]["id"], second[0]["id"]] == [first[0]["id"], first[1]["id"]]
    assert second[0]["version"] != first[1]["version"]
    assert second[1]["version"] == first[0]["version"]
    await bot.register(command("a"))
    path = f"/applications/{bot.server.world.application_id}/commands"
    assert [item["name"] for item in (await bot.call("GET", path)).body] == ["a"]


async def test_single_commands(bot: RawBot) -> None:
    """POST answers 201 for a new command and 200 for a known one; PATCH and DELETE work by id."""
    path = f"/applications/{bot.server.world.application_id}/commands"
    assert (await bot.call("POST", path, command("new"))).status == 201
    again = await bot.call("POST", path, command("new", description="changed"))
    assert (again.status, again.body["description"]) == (200, "changed")
    one = f"{path}/{again.body['id']}"
    assert (await bot.call("PATCH", one, {"description": "patched"})).body["description"] == "patched"
    assert (await bot.call("PATCH", one, {"name": "go"})).field_codes() == {
        "name": ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    }
    assert (await bot.call("DELETE", one)).status == 204
    assert (await bot.call("GET", one)).code == 10063
    other = await bot.call("GET", f"/applications/{bot.sandbox.guild}/commands")
    assert (other.status, other.code) == (403, 20012)


async def test_creations_are_counted_by_day(bot: RawBot) -> None:
    """More than 200 new commands a day are refused; overwriting is free."""
    for start in range(0, 190, 95):
        await bot.register(*(command(f"c{start + n}") for n in range(95)))
    answer = await bot.register(*(command(f"d{n}") for n in range(20)))
    assert (answer.status, answer.code) == (400, 30034)
    kept = await bot.register(*(command(f"c{95 + n}", description="changed") for n in range(95)))
    assert kept.status == 200


async def test_options_arrive_as_filled_in(bot: RawBot) -> None:
    """Nested options, resolved users with permissions, and the user's localised view of the command."""
    play = option(
        "play",
        1,
        name_localizations={"ja": "あそぶ"},
        options=[
            option("rules", choices=[{"name": "Classic", "value": "classic"}], required=True),
            option("months", 4, min_value=1, max_value=12),
            option("opponent", 6),
            option("open", 5),
        ],
    )
    await bot.register(command("koikoi", options=[play]))
    user = await bot.sandbox.user(1, locale="ja")
    (shown,) = await user.commands("hanafuda")
    assert shown["options"][0]["localized_name"] == "あそぶ"
    other = bot.sandbox.users[2]["id"]
    asking = asyncio.create_task(
        user.command("koikoi play", channel="hanafuda", rules="classic", months=3, opponent=other, open=True)
    )
    interaction = await bot.next_interaction()
    assert interaction["data"]["options"] == [
        {
            "type": 1,
            "name": "play",
            "options": [
                {"type": 3, "name": "rules", "value": "classic"},
                {"type": 4, "name": "months", "value": 3},
                {"type": 6, "name": "opponent", "value": other},
                {"type": 5, "name": "open", "value": True},
            ],
        }
    ]
    assert interaction["data"]["resolved"]["users"][other]["username"] == "midori"
    assert "permissions" in interaction["data"]["resolved"]["members"][other]
    await bot.callback(interaction, 4, {"content": "x"})
    assert (await asking).callback == 4
    message = await user.wait_for(lambda found: found["content"] == "x")
    assert message["interaction_metadata"]["name"] == "koikoi play"


async def test_what_a_client_does_not_let_through(bot: RawBot) -> None:
    """Unknown, missing, out of range and foreign values are refused before the bot hears of them."""
    play = option(
        "play",
        1,
        options=[
            option("rules", required=True, choices=[{"name": "Classic", "value": "classic"}]),
            option("months", 4, min_value=1, max_value=12),
            option("opponent", 6),
        ],
    )
    await bot.register(command("koikoi", options=[play]))
    user = await bot.sandbox.user(1)
    for name, options in (
        ("koikoi play", {}),
        ("koikoi play", {"rules": "other"}),
        ("koikoi play", {"rules": "classic", "months": 13}),
        ("koikoi play", {"rules": "classic", "months": "1"}),
        ("koikoi play", {"rules": "classic", "opponent": "123456789012345678"}),
        ("koikoi play", {"rules": "classic", "more": 1}),
    ):
        with pytest.raises(RefusedError) as refused:
            await user.command(name, channel="hanafuda", options=options)
        assert refused.value.error == "out_of_range"
    for name in ("koikoi", "koikoi stop", "nothing"):
        with pytest.raises(RefusedError):
            await user.command(name, channel="hanafuda")
    assert bot.interactions.empty()
