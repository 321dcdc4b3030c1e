"""People and servers whose names cannot be drawn, read or stored as they are: everybody still plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.world.seed import GUILD_ID, USER_IDS
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage, table_of

HOSTILE = (
    ("\ufdfd", "Kenta \ufdfd"),
    ("🌸🎴", "Z" + "\u0316\u0300" * 15),
    ("\u202eabc\x85\u2029 \u05d0\u05d1", "க" + "ா" * 31),
)
"""The names at which FreeType fails, emoji alone, a pile of marks, controls, very wide letters."""


@pytest.mark.outside
@pytest.mark.parametrize("names", HOSTILE, ids=ascii)
async def test_everybody_has_pictures_whatever_people_are_called(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    """Lobby, table and hands are drawn, moves are made, lists tell of it, and nothing fails."""
    async with stage(tmp_path) as here:
        for user, name in zip(USER_IDS, names, strict=False):
            here.server.world.users[user].global_name = name
        here.server.world.guilds[GUILD_ID].name = names[0]
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        assert table_of(players[0])["attachments"]
        for player in players:
            assert (await player.hand_without(Verb.NEXT))["attachments"]
        assert not (await players[0].user.command("koikoi games", channel=CHANNEL)).failed
        await here.rest()
        await here.must_be_clean()
