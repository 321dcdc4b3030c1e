"""The bot as `koikoi run` runs it, but for what a test wants: `python -m tests.support.bot_main [SEED]`.

With a SEED the secrets of its matches are drawn from that number, one after another, in place of the system's
source; each start draws others, since matches of one secret have one first message. Its work in the
background is quick then (`served_bot.hurry`). SIGUSR2 lets it say how long its event loop has stood still at
most since the last time, and how many objects a full collection leaves out.
"""

from __future__ import annotations

import asyncio
import sys

from bot.maintenance.terminal import loading

if __name__ == "__main__":  # its processes for work in the background import this module again
    with loading():
        from tests.support import served_bot
    asyncio.run(served_bot.main(sys.argv[1] if len(sys.argv) > 1 else None))
