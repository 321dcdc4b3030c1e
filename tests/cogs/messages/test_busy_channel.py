"""The bot's messages in a channel in which much is said, or much happens: counted at the sandbox."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from bot.match.views import MatchView
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.events import Event, MessageCreated, MessageUpdated
from bot.sandbox.world.model import Message
from cogs.content.custom_id import Verb
from cogs.messages.tables import REPOST_SECONDS
from tests.support.clocked_bot import CHANNEL, ClockedBot, clocked_bot
from tests.support.e2e.clocked_match import asked, chat, passing, table, turn_over, two, until_idle
from tests.support.e2e.scripted_player import MOVES, presses

EDIT_SECONDS = 1.2
TALK_SECONDS = 2.0
"""Between two messages of a channel with thirty of them a minute."""
ROUNDED = 0.01
"""A clock that is moved by sums of fractions is off by less."""
MOVE_SECONDS = 10
MINUTES = 1


@dataclass
class Channel:
    """The times when the bot posted tables in a channel and edited them, by its own clock."""

    bot: ClockedBot
    posts: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bot.server.world.subscribe(self._on_event)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, MessageCreated | MessageUpdated) and self._is_table(event.message):
            times = self.posts if isinstance(event, MessageCreated) else self.edits
            times.append(self.bot.clock.monotonic())

    def _is_table(self, message: Message) -> bool:
        here = message.channel_id == Snowflake(int(self.bot.sandbox.channel(CHANNEL)))
        return here and not message.ephemeral and message.author.bot and bool(message.components)


def gaps(times: list[float]) -> list[float]:
    """Return the seconds between two of these, in order."""
    return [after - before for before, after in pairwise(times)]


@pytest.mark.outside
async def test_a_channel_with_thirty_messages_a_minute_has_a_table_in_sight_and_no_more(
    tmp_path: Path,
) -> None:
    """A move each ten seconds: no two posts within twenty, no two edits within 1.2; the table comes down."""
    async with clocked_bot(tmp_path, edit_seconds=EDIT_SECONDS) as bot:
        mover, other = await two(bot, months=12)
        talker = await bot.player(2)
        await until_idle(bot, seconds=REPOST_SECONDS)
        seen, buried = Channel(bot), 0
        for _ in range(MINUTES * 60 // MOVE_SECONDS):
            for _ in range(round(MOVE_SECONDS / TALK_SECONDS)):
                await chat(bot, talker, 1)
                await until_idle(bot, seconds=TALK_SECONDS)
            for player in (mover, other):
                if asked(player):
                    await turn_over(bot, player)
                elif presses(player.hand, Verb.NEXT):
                    await player.tap(player.hand, Verb.NEXT)
            await until_idle(bot)
            below = [
                each for each in talker.user.public(CHANNEL) if int(each["id"]) > int(table(mover)["id"])
            ]
            buried = max(buried, len(below))
        assert min(gaps(seen.posts)) >= REPOST_SECONDS - ROUNDED
        assert 2 * MINUTES <= len(seen.posts) <= MINUTES * 60 / REPOST_SECONDS
        assert min(gaps(seen.edits)) >= EDIT_SECONDS - ROUNDED
        # Six bury it, at the next move it may be posted again, at the latest at the one after.
        assert buried <= 20


@pytest.mark.outside
async def test_a_burst_of_cpu_moves_is_an_edit_in_a_while(tmp_path: Path) -> None:
    """Three tables of a channel at which CPU players move at once: each 1.2 seconds one edit among them."""
    async with clocked_bot(tmp_path, edit_seconds=EDIT_SECONDS, tables_per_channel=3) as bot:
        players = [await bot.player(index) for index in range(3)]
        async with passing(bot):
            for player in players:
                options = {"rules": "sannin", "months": 12, "cpu": "normal"}
                await player.user.command("koikoi play", channel=CHANNEL, options=options)
            for player in players:
                await player.hand_with(*MOVES)
        await until_idle(bot, seconds=3 * EDIT_SECONDS)
        seen, began = Channel(bot), bot.clock.monotonic()
        before = await actions(bot)
        for _ in range(4):
            for player in players:
                if asked(player):
                    await turn_over(bot, player)
            await until_idle(bot, seconds=0.4)
        await until_idle(bot, seconds=3 * EDIT_SECONDS)
        passed = bot.clock.monotonic() - began
        made = await actions(bot) - before
        assert made > 2 * len(seen.edits)
        assert len(seen.edits) <= passed / EDIT_SECONDS + 1
        assert not seen.posts


async def actions(bot: ClockedBot) -> int:
    """Return the number of the matches' actions."""
    views = await bot.client.manager.live_matches()
    return sum(view.n for view in views if isinstance(view, MatchView))
