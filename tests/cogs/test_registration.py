"""The bot's commands are told to Discord where Discord has others, and at no other start."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from cogs.gateway.registration import differing
from tests.support.e2e.e2e_stage import LoopStage, stage
from tests.support.e2e.in_process_bot import InProcessBot, MovableClock
from tests.support.sandbox.client import put_commands, start_server
from tests.support.waiting import until

ROUTE = "/applications/{application_id}/commands"
OURS: list[dict[str, Any]] = [
    {
        "type": 1,
        "name": "koikoi",
        "description": "Play",
        "name_localizations": {"ja": "koikoi"},
        "description_localizations": {"ja": "遊ぶ"},
        "nsfw": False,
        "dm_permission": False,
        "default_member_permissions": 32,
        "contexts": [0, 1],
        "integration_types": [0],
        "options": [
            {
                "type": 1,
                "name": "play",
                "description": "Open a table",
                "options": [
                    {
                        "type": 4,
                        "name": "months",
                        "description": "How many",
                        "required": False,
                        "min_value": 0,
                        "choices": [{"name": "3", "value": 3, "name_localizations": {}}],
                    }
                ],
            }
        ],
    },
    {"type": 2, "name": "Profile", "nsfw": False},
]


def theirs() -> list[dict[str, Any]]:
    """Our commands as Discord gives them back: with its own fields, in its own order."""
    given = copy.deepcopy(OURS)
    for number, each in enumerate(given):
        each |= {"id": str(number), "version": "5", "application_id": "7", "handler": 1}
        each.pop("nsfw")
    group, menu = given
    menu |= {"description": "", "description_localizations": None, "contexts": None}
    group |= {"default_member_permissions": "32", "contexts": [1, 0]}
    group["options"][0]["options"][0].pop("required")
    group["options"][0]["options"][0]["choices"][0]["name_localizations"] = None
    return [menu, group]


def test_what_discord_adds_or_leaves_out_is_no_difference() -> None:
    """Ids, versions, unknown fields, empty ones; numbers as texts; the order of commands and contexts."""
    assert differing(OURS, theirs()) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda group: group["description_localizations"].update(ja="打つ"),
        lambda group: group["description_localizations"].pop("ja"),
        lambda group: group.update(contexts=[0]),
        lambda group: group.update(default_member_permissions=None),
        lambda group: group["options"].append({"type": 1, "name": "hand", "description": "My hand"}),
        lambda group: group["options"][0]["options"][0].update(required=True),
        lambda group: group["options"][0]["options"][0].update(autocomplete=True),
        lambda group: group["options"][0]["options"][0].pop("min_value"),
        lambda group: group["options"][0]["options"][0]["choices"].clear(),
        lambda group: group["options"][0]["options"][0]["choices"][0].update(value=6),
    ],
)
def test_whatever_people_see_or_may_do_is_a_difference(change: Any) -> None:
    """A translation, a context, a permission, a subcommand, an option, a bound, a choice."""
    there = theirs()
    change(there[1])
    assert differing(OURS, there) == ["koikoi"]


def test_a_command_more_or_less_is_a_difference() -> None:
    """Another application has none of ours; one of a former version may be left."""
    assert differing(OURS, []) == ["Profile", "koikoi"]
    assert differing(OURS, theirs()[:1]) == ["koikoi"]
    assert differing(OURS, [*theirs(), {"type": 3, "name": "Old"}]) == ["Old"]


async def told(here: LoopStage) -> int:
    """Return the number of times that commands were told since the traffic was last counted."""
    return int((await here.sandbox.traffic())["counts"].get(f"PUT {ROUTE}", 0))


async def test_commands_are_told_once_and_again_where_others_stand(tmp_path: Path) -> None:
    """A first start tells them; a second one, with nothing noted anywhere, does not; a third one repairs."""
    async with stage(tmp_path) as here:
        assert await told(here) == 1
        before = {each.name: (each.id, each.version) for each in here.server.world.commands.values()}
        await here.sandbox.reset_traffic()
        await here.restart()
        assert await told(here) == 0
        assert {each.name: (each.id, each.version) for each in here.server.world.commands.values()} == before
        await put_commands(here.server, [{"type": 1, "name": "koikoi", "description": "An older version"}])
        await here.sandbox.reset_traffic()
        await here.restart()
        assert await told(here) == 1
        assert {each.name for each in here.server.world.commands.values()} == set(before)
        await here.sandbox.reset_traffic()
        await here.restart()
        assert await told(here) == 0
        await here.must_be_clean()


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_commands_that_discord_has_no_time_for_are_told_later(tmp_path: Path, method: str) -> None:
    """Not only by the next start: a limit that is reached once is no reason to go without."""
    async with start_server() as (server, sandbox):
        fault = {"method": method, "route": ROUTE, "status": 429, "retry_after": 3600, "count": 2}
        await sandbox.control("fault", **fault)
        clock = MovableClock()
        bot = InProcessBot(server, tmp_path, {}, clock=clock)
        with clock.running():
            await bot.start()
            try:
                assert server.world.commands == {}
                await until(lambda: any("commands wait" in line.text for line in server.log.after(0)))
                clock.move(3600)
                await until(lambda: server.world.commands)
            finally:
                await bot.stop()
