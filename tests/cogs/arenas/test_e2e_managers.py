"""Managers in an arena: they end it, and remove any of its people, however many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import ArenaId, UserId
from bot.match.vocabulary import Person
from tests.support.arena_fixture import crowd
from tests.support.e2e.arena_stage import announced, end_arena, labels, open_arena, passing, shown, told
from tests.support.e2e.e2e_stage import stage
from tests.support.e2e.panels import press
from tests.support.sandbox.messages import selects


@pytest.mark.outside
async def test_a_manager_removes_any_of_many_people(tmp_path: Path) -> None:
    """A select has 25 lines: the others are on its further pages."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        plan = await announced(ann, start="60")
        assert here.bot.client is not None
        arenas, people = here.bot.client.manager.arenas, crowd(60)
        for person in people:
            await arenas.join(ArenaId(1), person)
        asked = await told(ann, plan, "More", "Manage", "Remove player")
        offered = list[str]()
        for page in range(3):
            (select,) = selects(asked)
            offered += [line["value"] for line in select["options"]]
            asked = asked if page == 2 else await press(ann, asked, "▶")
        assert offered == [ann.user.id, *(str(person.user) for person in people)]
        last = people[-1]
        await ann.user.select(asked, [str(last.user)])
        await ann.user.wait_update(asked, lambda m: "was removed" in m["content"])
        left = {row.user for row in (await arenas.view(ArenaId(1))).people}
        assert len(left) == len(people) and last.user not in left
        await here.must_be_clean()


async def test_who_ends_an_arena_is_told_what_has_become_of_it(tmp_path: Path) -> None:
    """An announced one is called off; one that runs awaits its match, then ends without it."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)

        plan = await announced(ann, start="60")
        assert "The arena was called off." in (await end_arena(ann, plan))["content"]
        running = await open_arena(ann, rules="classic")
        await ben.user.press(running, "Join")
        await passing(here, lambda: ann.hands and ben.hands)
        assert "The end of 1 match is awaited" in (await end_arena(ann, running))["content"]
        assert (await end_arena(ann, running))["content"].endswith("over")
        await here.must_be_clean()


async def test_the_buttons_of_an_arena_that_is_over_go_with_the_first_press(tmp_path: Path) -> None:
    """An old note asks no more whether to end it; its reader is not led round and round."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        running = await open_arena(ann, rules="classic")
        asked = await told(ann, running, "More", "Manage", "End arena")
        assert here.bot.client is not None
        for waits in (True, False):
            host = Person(UserId(int(ann.user.id)), "Ann", "en", join_id=1)
            await here.bot.client.manager.arenas.end(ArenaId(1), host, waits=waits)
        await passing(here, lambda: shown(ann, "podium.png"))
        left = await press(ann, asked, "End arena")
        assert labels(left) == [] and "over" in left["content"]
        await here.must_be_clean()
