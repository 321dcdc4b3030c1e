"""What is kept for a channel, a table or a hand goes when its time is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.client import Client
from bot.config import Settings
from bot.errors import NoSuchMatch
from bot.storage import Store
from bot.views import ChannelId
from cogs.custom_id import Verb
from cogs.pace import Pace
from cogs.presenter import CogPresenter
from tests.support.e2e.e2e_stage import CHANNEL, stage, targets
from tests.support.e2e.scripted_player import presses
from tests.support.manager_fixture import ANN, running_service

pytestmark = pytest.mark.usefixtures("ordinary_deals")

ONE, OTHER, THIRD = (ChannelId(number) for number in (1, 2, 3))


async def test_turns_of_a_channel_are_apart_and_then_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn is a while after the last; a channel that waits for nothing leaves no trace."""
    now = 100.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    pace = Pace(4)
    assert (pace.queue(ONE), pace.queue(ONE)) == (0, 4)
    assert pace.take(OTHER)
    assert not pace.take(OTHER)
    assert len(pace) == 2
    now += 6
    assert pace.take(OTHER)
    assert pace.queue(ONE) == 2
    assert len(pace) == 2
    now += 12
    assert pace.queue(THIRD) == 0
    assert len(pace) == 1


async def test_a_table_that_has_ended_is_not_brought_back(tmp_path: Path) -> None:
    """Nothing is posted, and nothing is kept."""
    (tmp_path / "house").mkdir()
    async with running_service(tmp_path / "house") as service:
        match = await service.lobby(ANN)
        ended = await service.manager.abort(match)
    store = await Store.open(tmp_path / "koikoi.db")
    presenter = Client(Settings(_env_file=None, data=tmp_path), store).presenter
    assert isinstance(presenter, CogPresenter)
    with pytest.raises(NoSuchMatch):
        await presenter.tables.bring_down(ended)
    assert presenter.tables._tables == {}
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
