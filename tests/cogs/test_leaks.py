"""The memory for a channel, a table or a hand goes when its time is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.config import Settings
from bot.errors import NoSuchMatch
from bot.storage import Store
from cogs.content.custom_id import Verb
from cogs.gateway.client import Client
from tests.support.e2e.e2e_stage import CHANNEL, stage, targets
from tests.support.e2e.scripted_player import presses
from tests.support.manager_fixture import ANN, running_service


async def test_a_table_that_has_ended_is_not_brought_back(tmp_path: Path) -> None:
    """Nothing is posted, and nothing is kept."""
    (tmp_path / "house").mkdir()
    async with running_service(tmp_path / "house") as service:
        match = await service.lobby(ANN)
        ended = await service.manager.abort(match)
    store = await Store.open(tmp_path / "koikoi.db")
    presenter = Client(Settings(_env_file=None, data=tmp_path), store).presenter
    with pytest.raises(NoSuchMatch):
        await presenter.tables.repost(ended)
    assert len(presenter.tables) == 0
    await presenter.close()
    await store.close()


async def test_a_hand_goes_though_the_last_press_was_not_answered(tmp_path: Path) -> None:
    """Discord refuses the answer to a resignation: the hand shows the end all the same, and is forgotten."""
    async with stage(tmp_path, ack_seconds="1") as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        hand = await player.hand_without(Verb.NEXT)
        await player.user.command("koikoi resign", channel=CHANNEL)
        question = await player.user.wait_for(lambda m: bool(presses(m, Verb.RESIGN)))
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        await here.sandbox.control("fault", method="POST", route=callback, status=400, count=2)
        await here.sandbox.control("settings", ack_seconds=1)
        tap = asyncio.create_task(player.tap(question, Verb.RESIGN))
        await here.pass_time(1)
        await tap
        await here.pass_time(30)
        await player.user.wait_update(hand["id"], lambda m: not presses(m, Verb.MOVE, Verb.PICK))
        await targets(here, player, [])
