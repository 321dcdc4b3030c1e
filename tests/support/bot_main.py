"""The bot as `koikoi run` runs it, but for what a test wants: `python -m tests.support.bot_main [SEED]`.

With a SEED the secrets of its matches are drawn from that number, one after another, in place of the system's
source; each start draws others, since matches of one secret have one first message. SIGUSR2 lets it say how
long its event loop has stood still at most since the last time, and how many objects a full collection leaves
out.
"""

from __future__ import annotations

import asyncio
import gc
import random
import signal
import sys

from bot.maintenance.terminal import loading

with loading():
    import sqlalchemy as sa

    from bot import log
    from bot.config import Settings
    from bot.storage import Store
    from bot.storage.database.schema import matches
    from cogs.gateway.process import Secret, of_the_system, serve

MOMENT = 0.005


class Stopwatch:
    """Sleeps for moments, and remembers by how much it overslept at most."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(MOMENT)
            self.longest = max(self.longest, loop.time() - before - MOMENT)

    def tell(self) -> None:
        """Say it, and begin again."""
        print(f"longest pause {self.longest * 1000:.0f} ms, {gc.get_freeze_count()} set aside", flush=True)
        self.longest = 0.0


async def main(seed: str | None) -> None:
    """Run until told to stop."""
    settings = Settings()
    log.configure(settings.log_level, settings.log_format)
    watch = Stopwatch()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, watch.tell)
    watching = asyncio.create_task(watch.run())

    async def seeded(store: Store) -> Secret:
        latest = await store.read(lambda tx: tx.scalar(sa.select(sa.func.max(matches.c.id))))
        return random.Random(f"{seed}.{latest}").randbytes

    try:
        await serve(settings, announce=print, secrets=of_the_system if seed is None else seeded)
    finally:
        watching.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
