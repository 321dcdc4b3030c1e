"""A trial needs the bot's place: it does not begin while one runs on the folder or the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.storage.owners.exclusive import exclusive_database
from tests.support.command_process import koikoi, of
from tests.support.processes.databases import setting
from tests.support.trial import CHANNEL, stage

pytestmark = pytest.mark.databases


async def test_a_running_bot_is_to_be_stopped_first(tmp_path: Path) -> None:
    """The command says so, whichever folder it has beside a database on a server, and sends nothing."""
    given: dict[str, Any] = setting(tmp_path)
    async with stage(tmp_path) as here:
        await here.sandbox.reset_traffic()
        own = tmp_path / "own" if given else tmp_path
        with exclusive_database(Settings(_env_file=None, data=tmp_path, **given)):
            command = ("doctor", "--live", here.sandbox.channel(CHANNEL), "--yes")
            said = await koikoi(*command, **of(here.server, own, **given))
        assert said.status == 1
        assert "Another process" in said.err and "stop it first" in said.err
        assert (await here.sandbox.traffic())["counts"] == {}
