"""Rare yaku in the local Discord: one picture in the channel, once, when the table shows it no more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.i18n import Languages
from bot.ids import ChannelId
from bot.match.views import MatchView, Rest
from bot.match.vocabulary import Cause, Occasion
from bot.sandbox.world.permissions import Permission
from bot.screens import rare_yaku as screen
from bot.wording.settings import server as wording
from cogs.announcements.rare_yaku import RareYaku
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import choose, opened, press, without
from tests.support.e2e.prepared_match import prepare
from tests.support.e2e.scripted_player import Player
from tests.support.rare_months import won
from tests.support.sandbox.messages import Json

pytestmark = pytest.mark.databases

WORDS = Languages.load().pick("en")
RULES = make_rules("league", {"months": 3})
OTHER = "tea-room"


async def played(folder: Path) -> MatchView:
    """A match of two in a folder's database, whose first player is a person."""
    return (await prepare(folder, RULES, 2)).view


def after(view: MatchView, deal: int = 1) -> MatchView:
    """Return the match in its next month, after one that was won by five lights."""
    return replace(view, ends=(won("goko", deal),))


def resting(view: MatchView, deal: int = 1) -> MatchView:
    """Return the match while it still rests at the month."""
    end = won("goko", deal)
    return replace(view, ends=(end,), rest=Rest(end, 0, 0, frozenset(), (), datetime.now(UTC)))


def tells(here: LoopStage) -> RareYaku:
    """Return the bot's teller of rare yaku, as it is after another start: it remembers nothing."""
    client = here.bot.client
    assert client is not None
    return RareYaku(client.presenter.rare_yaku._services)


def told(player: Player, channel: str = CHANNEL) -> list[Json]:
    """The messages in a channel that tell of five lights."""
    return [each for each in player.user.public(channel) if "Goko (five lights)" in each["content"]]


async def test_it_is_told_once_when_the_table_shows_it_no_more(tmp_path: Path) -> None:
    """Silent, with a description, in the channel; neither the same bot nor another start tells it again."""
    view = await played(tmp_path)
    async with stage(tmp_path) as here:
        player = await here.player(2)
        one, other = tells(here), tells(here)
        one.happened(resting(view))
        await here.rest()
        assert told(player) == []
        for each in (one, one, other):
            each.happened(after(view))
            await here.rest()
        (message,) = told(player)
        (picture,) = message["attachments"]
        day = message["timestamp"][:10]
        facts = screen.Facts.of(after(view), won("goko"), day)
        assert message["content"] == screen.text(WORDS, facts)
        assert picture["description"] == screen.alt(WORDS, facts)
        assert message["mentions"] == [] and message["flags"] & 1 << 12
        await one.close()
        await here.must_be_clean()


async def test_a_month_of_a_match_that_is_shown_is_told(tmp_path: Path) -> None:
    """The bot itself takes note of what it shows, and of the same view once."""
    view = await played(tmp_path)
    async with stage(tmp_path) as here:
        player, client = await here.player(2), here.bot.client
        assert client is not None
        for seen in (resting(view), after(view), after(view)):
            client.presenter.publish(seen, Cause(Occasion.RESTORED))
            await here.rest()
        assert len(told(player)) == 1
        await here.must_be_clean()


async def test_a_match_in_a_thread_is_told_to_its_channel_at_once(tmp_path: Path) -> None:
    """The match's table is not there; of four on a day three are told."""
    view = await played(tmp_path)
    async with stage(tmp_path) as here:
        player, teller = await here.player(2), tells(here)
        home = ChannelId(int(here.sandbox.channel(OTHER)))
        view = replace(view, place=replace(view.place, parent=home))
        for deal in range(1, 5):
            teller.happened(replace(resting(view, deal), match=view.match))
            teller = tells(here)
            await here.rest()
        assert len(told(player, OTHER)) == 3
        assert told(player) == []
        await here.must_be_clean()


async def test_without_a_picture_where_none_is_allowed_and_dropped_where_nothing_is(tmp_path: Path) -> None:
    """Nothing of it reaches the match."""
    view = await played(tmp_path)
    async with stage(tmp_path) as here:
        player = await here.player(2)
        await without(here, here.sandbox.channel(CHANNEL), Permission.ATTACH_FILES)
        tells(here).happened(after(view))
        await here.rest()
        (message,) = told(player)
        assert message["attachments"] == []
        await without(here, here.sandbox.channel(CHANNEL), Permission.SEND_MESSAGES)
        tells(here).happened(after(view, 2))
        await here.rest()
        assert len(told(player)) == 1
        assert "rare yaku not announced" in await here.log()
        await here.must_be_clean()


async def test_neither_of_cpu_players_nor_in_direct_messages_nor_where_it_is_switched_off(
    tmp_path: Path,
) -> None:
    """The switch stands in the server's settings."""
    view = await played(tmp_path)
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        first, *others = view.seats
        cpu = replace(first, participant=replace(first.participant, user=None))
        alone = replace(view.place, guild=None)
        panel = await choose(owner, await opened(owner), "pick", "call_role")
        assert wording.rare_yaku(WORDS, on=True) in panel["content"]
        for unseen in (replace(after(view), seats=(cpu, *others)), replace(after(view), place=alone)):
            tells(here).happened(unseen)
        panel = await press(owner, panel, wording.rare_yaku(WORDS, on=False))
        assert wording.rare_yaku(WORDS, on=False) in panel["content"]
        tells(here).happened(after(view))
        await here.rest()
        assert told(owner) == []
        await press(owner, panel, wording.rare_yaku(WORDS, on=True))
        tells(here).happened(after(view))
        await here.rest()
        assert len(told(owner)) == 1
        await here.must_be_clean()
