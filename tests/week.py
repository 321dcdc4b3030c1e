"""A week of a scripted person, looked back at on their phone: `python -m tests.week DIR`.

The person plays in the local Discord with the real bot, whose time is moved. DIR gets what the phone shows.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.support.e2e.phone import phone
from tests.support.week.days import DAYS, week
from tests.support.week.looks import Looks, look_back


async def main(data: Path, pictures: Path) -> None:
    """Live a week, and look back at it on its last day."""
    async with week(data) as it:
        while it.day < DAYS:
            await it.live()
        async with phone(it.here, pictures, (it.person.user, it.rival.user)) as seen:
            await look_back(Looks(it, seen.page, pictures))
        assert it.offers_follow_matches(), (it.offers, it.won)
        # The mistake of the first day: answered wrongly on the second, rightly when it had come back.
        assert ["Right!" in each for each in it.answers] == [False, True], it.answers


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.week", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder) / "koikoi", given.folder))
