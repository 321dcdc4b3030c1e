"""The bot as `koikoi run` runs it, in a process into which a test can reach with signals.

SIGUSR1 lets it read the file `pragma` in its data folder, set that on the one connection that writes (a limit
of SQLite is a connection's own, not the file's), and say so on standard output. SIGUSR2 lets it say how long
its event loop has stood still at most since the last time, and how much a full collection leaves out.
"""

from __future__ import annotations

import asyncio
import gc
import signal

from bot import log
from bot.config import Settings
from bot.storage import Store
from bot.storage.database.lock import DataLock
from cogs.client import serve

REQUEST = "pragma"
MOMENT = 0.005


async def set_pragma(settings: Settings, store: Store) -> None:
    """Outside any transaction, on the connection that all transactions use."""
    text = (settings.data / REQUEST).read_text(encoding="utf-8")
    async with store._writer.connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        await raw.execute(f"PRAGMA {text}")
    print(f"pragma {text} is set", flush=True)


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
        """Say it, and begin anew."""
        print(f"longest pause {self.longest * 1000:.0f} ms, {gc.get_freeze_count()} set aside", flush=True)
        self.longest = 0.0


async def main() -> None:
    """Run until told to stop."""
    settings = Settings()
    log.set_up(settings.log_level, settings.log_format)
    with DataLock(settings.data):
        store = await Store.open(settings.database)
        requests, watch = asyncio.TaskGroup(), Stopwatch()

        def on_request() -> None:
            requests.create_task(set_pragma(settings, store))

        try:
            async with requests:
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(signal.SIGUSR1, on_request)
                loop.add_signal_handler(signal.SIGUSR2, watch.tell)
                watching = requests.create_task(watch.run())
                await serve(settings, store, announce=print)
                watching.cancel()
        finally:
            await store.close()


if __name__ == "__main__":
    asyncio.run(main())
