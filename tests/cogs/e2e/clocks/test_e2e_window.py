"""Sannin's check for hand yaku on the screen: nobody need press, and nothing tells who might have."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.secret_round import SHOWN_SECONDS
from cogs.content.custom_id import Verb
from engine.rules.actions import Cut, Declare, Play, Ready
from tests.support.e2e.e2e_stage import LoopStage, begin, one_hand, stage, table_of
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import buttons

WINDOW = 6
LABELS = {"en-US": ["Declare", "Nothing"], "ja": ["宣言", "宣言しない"]}


async def checked(here: LoopStage, locale: str = "en-US") -> list[Player]:
    """Three people, the deck cut and the cards dealt."""
    players = [await here.player(index, locale) for index in range(3)]
    await begin(*players, rules="sannin", months=3)
    await here.rest()
    (cutter,) = [player for player in players if player.hands and presses(player.hand, Verb.CUT)]
    await cutter.move(lambda found: next(each for each in found if each.move == Cut(0)))
    await here.rest()
    for player in players:
        await one_hand(here, player)
    await here.rest()
    return players


@pytest.mark.outside
@pytest.mark.parametrize("locale", list(LABELS))
async def test_cards_are_asked_for_six_seconds_after_the_deal(tmp_path: Path, locale: str) -> None:
    """Both buttons are on every hand; who presses nothing comes to their first turn all the same."""
    async with stage(tmp_path, ready_seconds=str(WINDOW)) as here:
        players = await checked(here, locale)
        for player in players:
            assert [str(each["label"]) for each in buttons(player.hand)][:2] == LABELS[locale]
            assert buttons(player.hand)[0]["disabled"]
        taps = sum(player.taps for player in players)
        await here.pass_time(WINDOW + SHOWN_SECONDS)
        dealer = [player for player in players if presses(player.hand, Verb.MOVE, Verb.PICK)]
        assert len(dealer) == 1
        assert any(isinstance(each.move, Play) for each in presses(dealer[0].hand, Verb.MOVE))
        assert sum(player.taps for player in players) == taps
        assert not any("Time ran out" in player.hand["content"] for player in players)
        await here.must_be_clean()


async def test_an_answer_is_seen_by_nobody_else(tmp_path: Path) -> None:
    """Neither the table nor another's hand changes; when all have answered play begins at once."""
    async with stage(tmp_path, ready_seconds=str(WINDOW)) as here:
        players = await checked(here)
        table, others = table_of(players[0]), [player.hand for player in players[1:]]
        assert "Still to answer" not in table["content"]
        ready = next(each for each in presses(players[0].hand, Verb.MOVE) if isinstance(each.move, Ready))
        assert not any(isinstance(each.move, Declare) for each in presses(players[0].hand, Verb.MOVE))
        await players[0].move(lambda _: ready)
        await here.rest()
        assert "You have answered." in players[0].hand["content"]
        assert table_of(players[0])["content"] == table["content"]
        assert [player.hand for player in players[1:]] == others
        for player in players[1:]:
            await player.move(lambda found: found[0])
        await here.rest()
        assert sum(bool(presses(player.hand, Verb.MOVE, Verb.PICK)) for player in players) == 1
        await here.must_be_clean()
