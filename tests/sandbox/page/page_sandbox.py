"""A sandbox with a test bot, as a process: `python -m tests.sandbox.page.page_sandbox [MODULE]`.

Without a module it is the page's own, `page_bot`.

Its first line of output is the address of the page.
"""

from __future__ import annotations

import asyncio
import sys

from bot.sandbox.common.settings import RateProfile, Settings
from bot.sandbox.server import run_sandbox
from tests.support.sandbox.fonts import page_fonts

ACK_SECONDS = 20.0
"""Longer than a test looks at a press without an answer, also where the machine stands still."""


async def main() -> int:
    """Runs until it is told to stop."""
    return await run_sandbox(
        port=0,
        bot_command=[sys.executable, "-m", *(sys.argv[1:] or ["tests.sandbox.page.page_bot"])],
        fonts=page_fonts(),
        settings=Settings(ack_seconds=ACK_SECONDS, identify_seconds=0, rate_profile=RateProfile.OFF),
        announce=lambda url: print(url, flush=True),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
