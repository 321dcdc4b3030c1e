"""The sandbox as a process of its own: light, and without the libraries of the bot."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.world.seed import CHANNEL_IDS
from tests.sandbox.clients.raw_bot import AGENT, form
from tests.support.sandbox.client import ROOT, Sandbox

SCRIPT = """
import asyncio, sys
from bot.sandbox.server import Launch, Server
from bot.sandbox.common.settings import RateProfile, Settings

async def main():
    async with Server(Launch(port=0, settings=Settings(rate_profile=RateProfile.OFF))) as server:
        print(server.url, server.token, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def resident(pid: int) -> float:
    """Resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


@pytest.mark.outside
async def test_it_stays_light_after_many_pictures() -> None:
    """After 120 edits of 1 MB pictures the process has less than 60 MB, and one file is left."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SCRIPT, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        url, token = (await process.stdout.readline()).decode().split()
        headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
        path = f"{url}/api/v10/channels/{CHANNEL_IDS['hanafuda']}/messages"
        async with Sandbox.connect(url) as sandbox, aiohttp.ClientSession(headers=headers) as session:
            await sandbox.user(0)
            async with session.post(path, json={"content": "x"}) as response:
                message = (await response.json())["id"]
            for number in range(120):
                body = form({"attachments": [{"id": 0}]}, (f"{number}.png", bytes(1_000_000)))
                async with session.patch(f"{path}/{message}", data=body) as response:
                    assert response.status == 200
            assert resident(process.pid) < 60
    finally:
        process.kill()
        await process.wait()


def test_it_imports_neither_library_nor_database() -> None:
    """The server's process loads no discord, PIL or sqlalchemy."""
    code = "import sys, bot.sandbox.server; print({'discord', 'PIL', 'sqlalchemy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
