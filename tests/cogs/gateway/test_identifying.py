"""The times when a session is begun: in turn among processes, and never once the day's are nearly used up."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.gateway.identify_limiter import FEW
from tests.support.command_process import ended, of, running, started
from tests.support.processes import databases
from tests.support.sandbox.client import QUICK, start_server
from tests.support.waiting import until


@pytest.mark.postgresql
async def test_two_processes_that_start_together_identify_one_after_the_other(tmp_path: Path) -> None:
    """In a Discord that takes one IDENTIFY in five seconds none is refused; commands are told once."""
    strict = replace(QUICK, max_concurrency=1, identify_seconds=5.0)
    split = {"shards": "2", "processes": "2", **databases.setting(tmp_path)}
    async with start_server(strict) as (server, sandbox), AsyncExitStack() as stack:
        for number in "01":
            own = of(server, tmp_path / number, process=number, **split)
            await stack.enter_async_context(running(own))
        wanted = {(0, 2), (1, 2)}
        await until(lambda: {each.shard for each in server.gateway.sessions.values()} == wanted)
        traffic = await sandbox.traffic()
    assert traffic["identifies_refused"] == 0
    assert traffic["counts"]["PUT /applications/{application_id}/commands"] == 1


async def test_before_a_days_sessions_are_used_up_the_process_ends_and_says_until_when(
    tmp_path: Path,
) -> None:
    """Discord would reset the token: some are left for the person who repairs the cause."""
    async with start_server(replace(QUICK, sessions_a_day=FEW + 1)) as (server, sandbox):
        async with running(of(server, tmp_path)) as process:
            await sandbox.bot_ready()
            await sandbox.control("gateway_invalidate", resumable=False)
            said = [await ended(process)]
        said.append(await ended(await started("run", **of(server, tmp_path))))
        limit = server.gateway.start_limit()
    assert limit["remaining"] == FEW
    for each in said:
        assert each.status == 1
        assert "Traceback" not in each.err
        last = each.err.splitlines()[-1]
        assert last.startswith(f"Discord lets this bot begin only {FEW} more sessions before ")
