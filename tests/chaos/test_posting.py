"""The bot posts for nobody who may not write there themself, and not without a pause."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.sandbox.world.permissions import Permission
from bot.wording import buttons, notes
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, copied, stage
from tests.support.e2e.panels import my_table
from tests.support.e2e.past_matches import past
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import find_button
from tests.support.sandbox.user import Outcome

pytestmark = pytest.mark.outside

PAUSE = 15
Way = Callable[[Player, str], Awaitable[Outcome]]
"""The ways of somebody in a channel to have the bot post there."""


async def play(player: Player, channel: str) -> Outcome:
    """Open a table."""
    return await player.user.command("koikoi play", channel=channel)


async def leaderboard(player: Player, channel: str) -> Outcome:
    """Show a list to everybody."""
    return await player.user.command("koikoi leaderboard", channel=channel, show="everybody", period="all")


async def share(player: Player, channel: str) -> Outcome:
    """Share a problem."""
    shown = await player.user.answer(await player.user.command("koikoi problem", channel=channel))
    words = Languages.load().pick(player.user.locale)
    label = find_button(shown, words.say(buttons.SHARE))
    return await player.user.press(shown, custom_id=label["custom_id"])


WAYS = {"play": play, "leaderboard": leaderboard, "share": share}


async def forbid(here: LoopStage, player: Player, denied: Permission, channel: str = CHANNEL) -> None:
    """Take permissions from somebody in a channel."""
    where, bits = here.sandbox.channel(channel), str(int(denied))
    await here.sandbox.control("overwrite", channel=where, target=player.user.id, deny=bits)


def posts(player: Player) -> int:
    """Return the number of messages for everybody that somebody sees."""
    return len(player.user.public())


async def said(player: Player, outcome: Outcome) -> str:
    """Return the private text for somebody."""
    note = await player.user.answer(outcome)
    assert note["flags"] & 64
    return str(note["content"])


@pytest.mark.parametrize("locale", ["en-US", "ja", "ko"])
@pytest.mark.parametrize("way", WAYS)
async def test_who_may_not_write_is_refused_alone(tmp_path: Path, way: str, locale: str) -> None:
    """Nothing is posted; with the permission the same comes at once."""
    words = Languages.load().pick(locale)
    async with stage(tmp_path) as here:
        player = await here.player(1, locale)
        await forbid(here, player, Permission.SEND_MESSAGES)
        before = posts(player)
        assert await said(player, await WAYS[way](player, CHANNEL)) == words.say(
            notes.ERRORS["may_not_write"]
        )
        await here.rest()
        assert posts(player) == before
        await forbid(here, player, Permission(0))
        await WAYS[way](player, CHANNEL)
        await here.rest()
        assert posts(player) > before
        await here.must_be_clean()


@pytest.mark.parametrize("way", WAYS)
async def test_nobody_has_the_bot_post_without_a_pause(tmp_path: Path, way: str) -> None:
    """For each person and channel; the refusal says when it can be done again."""
    async with stage(tmp_path, post_seconds=str(PAUSE)) as here:
        player, other = await here.player(1), await here.player(2)
        await leaderboard(player, CHANNEL)
        await here.rest()
        before = posts(player)
        told = await said(player, await WAYS[way](player, CHANNEL))
        assert told.startswith("The bot has just posted there for you. It can do so again <t:")
        await here.rest()
        assert posts(player) == before
        await leaderboard(other, CHANNEL)
        await leaderboard(player, "tea-room")
        await here.rest()
        assert posts(player) == before + 2
        await here.pass_time(PAUSE)
        await WAYS[way](player, CHANNEL)
        await here.rest()
        assert posts(player) > before + 2
        await here.must_be_clean()


async def test_threads_have_a_permission_of_their_own(tmp_path: Path) -> None:
    """To write in the channel is not to write in its threads, and the other way round."""
    async with stage(tmp_path) as here:
        player = await here.player(1)
        body = {"user": player.user.id, "channel": here.sandbox.channel(CHANNEL), "name": "a thread"}
        thread = (await here.sandbox.post("/client/threads", body))["id"]
        for denied, refused in (
            (Permission.SEND_MESSAGES_IN_THREADS, thread),
            (Permission.SEND_MESSAGES, here.sandbox.channel(CHANNEL)),
        ):
            await forbid(here, player, denied)
            for where in (thread, here.sandbox.channel(CHANNEL)):
                before = posts(player)
                await leaderboard(player, where)
                await here.rest()
                assert (posts(player) == before) is (where == refused)
        await here.must_be_clean()


async def test_a_table_is_brought_down_by_those_alone_who_may_write_where_it_stands(tmp_path: Path) -> None:
    """Wherever they ask, and after a pause."""
    async with stage(tmp_path, post_seconds=str(PAUSE)) as here:
        player = await here.player(1)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        await here.pass_time(PAUSE)
        await forbid(here, player, Permission.SEND_MESSAGES)
        for where in (CHANNEL, "tea-room"):
            assert await my_table(player, where) == notes.ERRORS["may_not_write"].text
        assert player.user.message(table["id"]) is not None
        await forbid(here, player, Permission(0))
        await my_table(player, "tea-room")
        await player.user.wait_gone(table["id"])
        again = await my_table(player)
        assert again.startswith("The bot has just posted there for you.")
        await here.must_be_clean()


async def test_a_step_is_shown_by_those_alone_who_may_write(tmp_path: Path) -> None:
    """The press is refused alone; the same step can be shown later."""
    before = await past(tmp_path / "past")
    async with stage(copied(before.folder, tmp_path / "copy")) as here:
        player = await here.player(1)
        shown = await player.user.answer(
            await player.user.command("koikoi replay", channel=CHANNEL, match=str(before.played))
        )
        await forbid(here, player, Permission.SEND_MESSAGES)
        await here.rest()
        known = posts(player)
        label = Languages.load().pick("en").say(buttons.SHOW_EVERYBODY)
        assert await said(player, await player.user.press(shown, label)) == notes.ERRORS["may_not_write"].text
        await forbid(here, player, Permission(0))
        await player.user.press(shown, label)
        await here.rest()
        assert posts(player) == known + 1
        await here.must_be_clean()
