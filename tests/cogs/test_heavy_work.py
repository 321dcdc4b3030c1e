"""The requests that go through the gate for heavy work, and those that pass it by."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.heavy_work import IN_ALL, HeavyWork
from bot.ids import UserId
from cogs.content import replay_state, review_state
from cogs.content.custom_id import Verb
from cogs.content.page_id import Page, PagePress, format_page
from cogs.content.replay_state import ReplayState
from cogs.content.review_state import ReviewState
from cogs.content.shared_buttons import OPEN_TUTORIAL
from cogs.daily.rows import Action as DailyAction
from cogs.daily.rows import State
from cogs.finished import kept_id
from cogs.lessons.sheets import Sheet, SheetPage
from cogs.settings import panel
from cogs.settings.person import me
from tests.support.e2e import elsewhere, forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, copied, stage
from tests.support.e2e.past_matches import Past, past
from tests.support.e2e.scripted_player import Player

LIGHT = ("help", "games", "resign")
"""Commands that are no heavy work."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def before(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Finished matches in a folder; tests play on copies."""
    return await past(tmp_path_factory.mktemp("past"))


@asynccontextmanager
async def full(heavy: HeavyWork) -> AsyncIterator[None]:
    """Inside, others have all turns for heavy work."""
    async with AsyncExitStack() as stack:
        for number in range(IN_ALL):
            await stack.enter_async_context(heavy.turn(UserId(number)))
        yield


def gate(here: LoopStage) -> HeavyWork:
    """The gate of the stage's bot."""
    assert here.bot.client is not None
    return here.bot.client.shared.heavy


async def waits(here: LoopStage, players: list[Player], asked: list[str], **commands: dict[str, str]) -> None:
    """Each of these presses and commands waits for its turn, and is answered after that."""
    heavy, message = gate(here), elsewhere.told_in(here, forged_presses.channel_of(here, CHANNEL))
    answers = []
    async with full(heavy):
        for number, custom_id in enumerate(asked):
            user = forged_presses.user_of(here, players[number % len(players)].user.id)
            await forged_presses.put(here, forged_presses.pressed(here, user, message, custom_id))
            assert heavy.waiting == number + 1, custom_id
        for number, (command, options) in enumerate(commands.items()):
            player = players[number % len(players)]
            told = await player.user.command(f"koikoi {command}", channel=CHANNEL, options=options)
            answers.append((player, told))
            assert heavy.waiting == len(asked) + number + 1, command
    for player, told in answers:
        await player.user.answer(told)
    await here.rest()
    assert not heavy.running and not heavy.waiting


@pytest.mark.outside
async def test_what_takes_long_waits_for_its_turn(tmp_path: Path, before: Past) -> None:
    """Replays, animations, files, proofs, reviews, lists, sheets, panels, exports, by every way in."""
    match = before.played
    asked = [
        ReplayState(match).press(replay_state.Action.OPEN),
        ReviewState(match).press(review_state.Action.OPEN),
        *(kept_id.files(match), kept_id.verify(match)),
        *(PagePress(Page.ME, action) for action in (me.EXPORT, me.BACK)),
        PagePress(Page.ME, panel.SET, ("hidden",)),
        PagePress(Page.LESSON, OPEN_TUTORIAL),
        *(State("2026-11-01").press(each) for each in (DailyAction.STANDINGS, DailyAction.REVIEW)),
    ]
    asked += [SheetPage(sheet, match).press() for sheet in (Sheet.CARDS, Sheet.YAKU)]
    of_match = [f"kk{match}:{verb}" for verb in (Verb.LOG, Verb.SHUFFLES, Verb.YAKU, Verb.SCORES)]
    number = {"match": str(match)}
    async with stage(copied(before.folder, tmp_path), ack_seconds="0.05") as here:
        players = [await here.player(index) for index in range(2)]
        commands: dict[str, dict[str, str]] = {
            "replay": number,
            **{each: {} for each in ("leaderboard", "profile", "yaku", "me")},
        }
        await waits(here, players, [*map(format_page, asked), *of_match], **commands)
        await here.must_be_clean()


async def test_what_is_quick_passes_heavy_work_by(tmp_path: Path, before: Past) -> None:
    """One's own matches, hands and settings."""
    async with stage(copied(before.folder, tmp_path), ack_seconds="0.05") as here:
        player = await here.player(0)
        async with full(gate(here)):
            for command in LIGHT:
                told = await player.user.command(f"koikoi {command}", channel=CHANNEL)
                await player.user.answer(told)
            assert not gate(here).waiting
        await here.must_be_clean()


async def test_problems_wait_for_their_turn(tmp_path: Path) -> None:
    """By the command; each is dealt and played up to its question."""
    async with stage(tmp_path, ack_seconds="0.05") as here:
        await waits(here, [await here.player(0)], [], problem={})
        await here.must_be_clean()
