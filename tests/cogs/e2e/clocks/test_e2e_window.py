"""Sannin's check for hand yaku on the screen: it runs by itself, and nothing tells who might declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.progress import Progress
from bot.match.secret_round import SHOWN_SECONDS
from bot.match.vocabulary import MatchClock
from cogs.content.custom_id import Verb
from engine.play.legal import legal_moves, to_move
from engine.rules.actions import Cut, Declare, Phase, Play, Ready
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import LoopStage, begin, one_hand, stage
from tests.support.e2e.prepared_match import open_hand, prepare
from tests.support.e2e.scripted_player import Player, presses
from tests.support.manager_fixture import quick
from tests.support.sandbox.messages import buttons

WINDOW, SEATS = 6, 3
LABELS = {"en-US": ["Declare", "Nothing"], "ja": ["宣言", "宣言しない"]}


async def checked(
    here: LoopStage, locale: str = "en-US", clock: MatchClock = MatchClock.LIVE
) -> list[Player]:
    """Three people, the deck cut and the cards dealt."""
    players = [await here.player(index, locale) for index in range(3)]
    await begin(*players, rules="sannin", months=3, clock=clock.value)
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
    """A hand without a hand yaku has no button for it; all come to their first turn without a press."""
    async with stage(tmp_path, ready_seconds=str(WINDOW)) as here:
        players = await checked(here, locale)
        assert not any(presses(player.hand, Verb.MOVE, Verb.PICK) for player in players)
        taps = sum(player.taps for player in players)
        await here.pass_time(WINDOW + SHOWN_SECONDS)
        dealer = [player for player in players if presses(player.hand, Verb.MOVE, Verb.PICK)]
        assert len(dealer) == 1
        assert any(isinstance(each.move, Play) for each in presses(dealer[0].hand, Verb.MOVE))
        assert sum(player.taps for player in players) == taps
        assert not any("Time ran out" in player.hand["content"] for player in players)
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("locale", list(LABELS))
async def test_a_slow_match_waits_for_each_answer(tmp_path: Path, locale: str) -> None:
    """Both buttons are on every hand; an answer is no button on another's; after the last one play begins."""
    async with stage(tmp_path) as here:
        players = await checked(here, locale, MatchClock.SLOW)
        for player in players:
            assert [str(each["label"]) for each in buttons(player.hand)][:2] == LABELS[locale]
            assert buttons(player.hand)[0]["disabled"]
        for player in players:
            await player.move(lambda found: next(each for each in found if each.move == Ready()))
        await here.rest()
        assert sum(bool(presses(player.hand, Verb.MOVE, Verb.PICK)) for player in players) == 1
        await here.must_be_clean()


def one_holds(before: Progress, after: Progress) -> bool:
    """The first press of a first window in which one of three holds a hand yaku."""
    state = before.state
    if state.phase is not Phase.READY or before.ends or len(to_move(state)) < SEATS:
        return False
    return sum(Declare() in legal_moves(state, each) for each in to_move(state)) == 1


@pytest.mark.outside
@pytest.mark.parametrize("declares", [False, True])
async def test_no_screen_tells_who_holds_or_declares(tmp_path: Path, *, declares: bool) -> None:
    """While the window is open nobody but the holder gets a message or an edit, declared or not."""
    window = 500
    await prepare(
        tmp_path, make_rules("sannin", {"months": 3}), SEATS, one_holds, quick(ready_seconds=window)
    )
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(SEATS)]
        for player in players:
            await open_hand(player)
        await here.rest()
        (holder,) = [player for player in players if presses(player.hand, Verb.MOVE, Verb.PICK)]
        assert [each.move for each in presses(holder.hand, Verb.MOVE)] == [Declare()]
        others = [player for player in players if player is not holder]
        before = [len(player.user.events) for player in others]
        if declares:
            await holder.move()
            await here.rest()
            assert "You have answered." in holder.hand["content"]
        assert [len(player.user.events) for player in others] == before
        await here.pass_time(window + SHOWN_SECONDS)
        assert any(presses(player.hand, Verb.NEXT) for player in players) is declares
        await here.must_be_clean()
