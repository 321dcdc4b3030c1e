"""Two bots with one token and different data: a press has two answers, of which Discord takes the first."""

from __future__ import annotations

from pathlib import Path

from bot.config import Settings
from bot.service.health import Reason, fault, read
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.in_process_bot import InProcessBot, MovableClock
from tests.support.waiting import until

LOUD = "another bot answers with this token"


async def test_a_second_bot_with_the_same_token_is_told_of_once_and_loudly(tmp_path: Path) -> None:
    """In the log and the health of a bot whose answers come second; no more once the other one has ended."""
    (second := tmp_path / "second").mkdir()
    async with stage(tmp_path, beat_seconds="0.05") as here:
        other = InProcessBot(here.server, second, {"beat_seconds": 0.05}, clock=(clock := MovableClock()))
        player = await here.player(0)
        await other.start()
        folders = (tmp_path, second)

        def told() -> list[Path]:
            settings = Settings(_env_file=None)
            found = {each: fault(read(each), settings, clock.now().timestamp()) for each in folders}
            return [each for each, wrong in found.items() if wrong and wrong.reason is Reason.TWIN]

        async def pressed() -> list[Path]:
            await player.user.command("koikoi help", channel=CHANNEL)
            return told()

        try:
            await until(pressed)
        finally:
            await other.stop()
        lines = [line.text for line in here.server.log.after(0) if LOUD in line.text]
        assert 1 <= len(lines) <= 2 and all("error" in line for line in lines)
