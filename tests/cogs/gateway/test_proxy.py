"""A proxy of REST before Discord: every request of the bot goes by it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from pydantic import ValidationError

from bot.config import Settings
from tests.support.command_process import of, running
from tests.support.sandbox.client import start_server

KEPT = {"authorization", "content-type", "user-agent", "x-audit-log-reason"}


class Proxy:
    """Carries requests on, and counts them."""

    def __init__(self, there: str) -> None:
        self._there = there
        self.count = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Inside, its address."""
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", "/{path:.*}", self._carry)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}"
        finally:
            await runner.cleanup()

    async def _carry(self, request: web.Request) -> web.Response:
        self.count += 1
        headers = {name: value for name, value in request.headers.items() if name.lower() in KEPT}
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                request.method, self._there + request.path_qs, headers=headers, data=await request.read()
            ) as answer,
        ):
            passed = {
                name: value for name, value in answer.headers.items() if name.lower().startswith("x-rate")
            }
            body = await answer.read()
            return web.Response(
                status=answer.status, body=body, headers=passed, content_type=answer.content_type
            )


async def test_every_request_goes_by_the_proxy(tmp_path: Path) -> None:
    """Also what answers a command, with its picture."""
    async with start_server() as (server, sandbox):
        proxy = Proxy(server.url)
        async with proxy.open() as address, running(of(server, tmp_path, api=f"{address}/")):
            await sandbox.bot_ready()
            user = await sandbox.user(0)
            assert not (await user.command("koikoi yaku", channel="hanafuda")).failed
            await user.wait_for(lambda message: bool(message["attachments"]))
            traffic = await sandbox.traffic()
            assert sum(traffic["counts"].values()) <= proxy.count
            assert proxy.count > 3
            assert not [status for status in traffic["statuses"] if int(status) >= 400]


@pytest.mark.parametrize("address", ["proxy:3000", "ftp://proxy", "http://", "http://proxy/?key=1"])
def test_what_is_no_address_is_refused(address: str) -> None:
    """The sentence says how it is written."""
    with pytest.raises(ValidationError, match="write it as http://host:port"):
        Settings(_env_file=None, api=address)
