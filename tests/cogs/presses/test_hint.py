"""A hint by its button: the first one of a process reads a network, and the event loop goes on."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from bot.opponents import judge, network
from bot.opponents.network import Weights, read_once, unpack
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, stage


async def test_the_first_hint_reads_its_network_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint comes when the network has been read."""
    readers: list[threading.Thread] = []

    def noted(data: bytes) -> Weights:
        readers.append(threading.current_thread())
        return unpack(data)

    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=3, cpu="normal")
        hand = await player.hand_with(Verb.MOVE, Verb.PICK)
        more = await player.user.answer(await player.tap(hand, Verb.MORE))
        monkeypatch.setattr(network, "unpack", noted)
        read_once.cache_clear()
        judge._tools.cache_clear()
        await player.tap(more, Verb.HINT)
        await player.user.wait_for(lambda m: m["content"].startswith("**Hint:** "))
        assert len(readers) == 1
        assert readers[0] is not threading.current_thread()
        await here.must_be_clean()
