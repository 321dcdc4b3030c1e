"""A table that Discord does not let the bot post, or whose command's answer it does not take away."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.errors import NotSealed
from bot.i18n import Languages
from bot.ids import MatchId, UserId
from bot.wording import notes
from cogs.content.custom_id import Verb
from cogs.hosting.start_table import LOBBY_FIRST
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json

POST = {"method": "POST", "route": "/channels/{channel_id}/messages"}
DELETE = {"method": "DELETE", "route": "/webhooks/{webhook_id}/{webhook_token}/messages/@original"}
NOT_SEALED = notes.error(Languages.load().pick("en"), NotSealed())
TO_COME = Languages.load().pick("en").say(notes.TABLE_TO_COME)


def notes_to(player: Player) -> list[str]:
    """Return the notes that a player alone reads."""
    return [message["content"] for message in player.user.ephemerals()]


def joins(message: Json) -> bool:
    """Whether it is a lobby on everybody's screen."""
    return bool(presses(message, Verb.JOIN))


def pressed(here: LoopStage, match: int) -> list[str]:
    """Return the players with a press on which a hand of a match may be dealt."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        query = "SELECT discord FROM presses JOIN people ON people.id = person WHERE match = ?"
        return [str(row[0]) for row in database.execute(query, (match,))]


@pytest.mark.outside
async def test_whoever_opens_a_table_that_is_not_shown_is_told_so(tmp_path: Path) -> None:
    """The table comes when Discord takes it; a person who opened it need not open another one."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        await here.sandbox.control("fault", **POST, status=503, count=6)
        await host.user.command("koikoi play", channel=CHANNEL)
        await here.pass_time(LOBBY_FIRST)
        assert notes_to(host) == [TO_COME]
        assert pressed(here, 1) == [host.user.id]
        while not [message for message in host.user.public() if joins(message)]:
            await here.pass_time(5)


async def test_whoever_opens_a_table_that_cannot_be_sealed_is_told_so(tmp_path: Path) -> None:
    """By `Rematch`, too."""
    await prepare(tmp_path, make_rules("classic", {"months": 1}), 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        assert here.bot.client is not None
        await here.bot.client.manager.resign(MatchId(1), UserId(int(player.user.id)))
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        await here.rest()
        await here.sandbox.control("fault", **POST, status=403, code=50013, count=1)
        await player.tap(result, Verb.REMATCH)
        await player.user.wait_until(lambda: NOT_SEALED in notes_to(player))


@pytest.mark.outside
async def test_an_answer_that_is_not_taken_away_is_no_trouble(tmp_path: Path) -> None:
    """The lobby stands: nobody is told that Discord is in trouble, and the press is kept for the hand."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        await here.sandbox.control("fault", **DELETE, status=500, count=30)
        await host.user.command("koikoi play", channel=CHANNEL)
        await host.user.wait_for(joins)
        for _ in range(12):  # longer than the library tries the same request
            await here.pass_time(5)
        assert "answer not removed" in await here.log()
        assert [text for text in notes_to(host) if text] == []
        assert pressed(here, 1) == [host.user.id]
