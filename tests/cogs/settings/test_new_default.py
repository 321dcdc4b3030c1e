"""A server from before Standard was the default is told once in its settings and once under a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.panels import choose, opened
from tests.support.e2e.scripted_player import Player, presses
from tests.support.processes import databases
from tests.support.sandbox.messages import Json

pytestmark = pytest.mark.databases
NEWS = "Tables on this server now play **Standard**"
OTHER_CHANNEL = "tea-room"


def from_before(data: Path, rules: str | None = None) -> None:
    """Leave the server's row as the migration does for a server that was there."""
    databases.change(data, "UPDATE guilds SET untold = 'settings,table', rules = ?", rules)


async def lobby_of(player: Player, channel: str) -> Json:
    """Open a table and return its message."""
    known = {message["id"] for message in player.user.messages()}
    await player.user.command("koikoi play", channel=channel)
    return await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)) and m["id"] not in known)


def told(player: Player) -> list[str]:
    """Return every message of the news that a player sees, private ones too."""
    return [message["content"] for message in player.user.messages() if NEWS in message["content"]]


async def test_the_panel_says_it_once_with_the_way_back(tmp_path: Path) -> None:
    """The panel names the row that changes it back; a second panel and a chosen row say nothing of it."""
    async with stage(tmp_path) as here:
        from_before(tmp_path)
        owner = await here.player(0)
        first = await opened(owner)
        assert NEWS in first["content"]
        assert "they played **Classic**, in which four captured cards of a month score 6" in first["content"]
        assert "**Rule set**" in first["content"].split(NEWS)[1]
        assert NEWS not in (await choose(owner, first, "pick", "rules"))["content"]
        assert NEWS not in (await opened(owner))["content"]
        await here.must_be_clean()


async def test_the_first_table_says_it_to_everybody(tmp_path: Path) -> None:
    """One line in small type under the first table, which plays Standard; the second table says nothing."""
    async with stage(tmp_path) as here:
        from_before(tmp_path)
        host, other = await here.player(0), await here.player(1)
        lobby = await lobby_of(host, CHANNEL)
        assert "**Standard · 3 months**" in lobby["content"]
        line = await other.user.wait_for(lambda m: NEWS in m["content"])
        assert line["content"].startswith("-# ")
        await lobby_of(other, OTHER_CHANNEL)
        await here.rest()
        assert len(told(other)) == 1
        assert databases.rows(tmp_path, "SELECT untold FROM guilds") == [("settings",)]
        await here.must_be_clean()


async def test_a_server_that_has_chosen_meanwhile_is_told_nothing(tmp_path: Path) -> None:
    """The server's tables and its rules page are of what it chose."""
    async with stage(tmp_path) as here:
        from_before(tmp_path, "classic")
        owner = await here.player(0)
        assert NEWS not in (await opened(owner))["content"]
        assert "**Classic · 3 months**" in (await lobby_of(owner, CHANNEL))["content"]
        other = await here.player(1)
        page = await other.user.answer(await other.user.command("koikoi help", channel=CHANNEL))
        assert "**Classic**" in page["content"]
        await here.rest()
        assert told(owner) == []
        await here.must_be_clean()
