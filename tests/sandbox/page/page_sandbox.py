"""A sandbox with a test bot, as a process: `python -m tests.sandbox.page.page_sandbox [MODULE]`.

Without a module it is the page's own, `page_bot`.

Its first line of output is the address of the page.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.resources import files
from pathlib import Path

from bot.sandbox.common.settings import RateProfile, Settings
from bot.sandbox.server import run_sandbox

ACK_SECONDS = 20.0
"""Longer than a test looks at a press without an answer, also where the machine stands still."""


def japanese_font() -> Path:
    """The face that the package brings."""
    return next(Path(str(files("noto_cjk_sans_jp_bold"))).rglob("*.otf"))


def latin_font() -> Path:
    """The face whose letters are as wide as Discord's."""
    return Path(str(files("fontpkg_noto_sans") / "files/NotoSans[wdth,wght].ttf"))


async def main() -> int:
    """Runs until it is told to stop."""
    return await run_sandbox(
        port=0,
        bot_command=[sys.executable, "-m", *(sys.argv[1:] or ["tests.sandbox.page.page_bot"])],
        fonts={"japanese": japanese_font(), "latin": latin_font()},
        settings=Settings(ack_seconds=ACK_SECONDS, identify_seconds=0, rate_profile=RateProfile.OFF),
        announce=lambda url: print(url, flush=True),
    )


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
