"""One person among CPU players: the bot draws and cuts, and the cards are there at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, MadeBy, Status
from bot.screens.public import screen_of
from bot.storage import actions
from engine.record import match_record, verify
from engine.rules.actions import Cut, Draw
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, PLACE, as_after_a_kill, quick, running_service
from tests.support.wording_views import ENGLISH


@pytest.mark.parametrize("rules", ["classic", "league", "ishokai", "sannin"])
async def test_nobody_draws_or_cuts_against_cpu_players(tmp_path: Path, rules: str) -> None:
    """Neither is ever asked, and the record of the match is proved whole."""
    async with running_service(tmp_path) as service:
        opened = await service.manager.open_lobby(
            PLACE, ANN, make_rules(rules, {"months": 3}), cpu=CpuPlayer.EASY
        )
        assert isinstance(opened, MatchView) and (opened.rest is not None or opened.seats[0].observation)
        view = await service.play(opened.match)
        assert view.status is Status.OVER
        seen = [each for each, _ in service.recorder.published if isinstance(each, MatchView) and each.public]
        assert not {each.public.phase for each in seen if each.public} & {"seats", "cut"}
        with service.store.reading() as tx:
            made = actions.of_match(tx, opened.match)
        for_all = [one for one in made if isinstance(one.action.move, Draw | Cut)]
        assert {one.made_by for one in for_all} == {MadeBy.DEFAULT}
        assert {one.action.move for one in for_all} <= {Draw(), Cut(0)}
        assert verify.verdict(match_record.parse(await service.manager.record(opened.match))).whole


@pytest.mark.parametrize("rules", ["classic", "league"])
async def test_one_line_says_who_deals_after_a_kill_too(tmp_path: Path, rules: str) -> None:
    """The cards drawn are not told; the next process shows the same, draws nothing again and plays on."""
    settings = quick(cpu_pause_min=1000, cpu_pause_max=1000, drawn_seconds=4)
    async with running_service(tmp_path, settings) as service:
        match = (
            await service.manager.open_lobby(PLACE, ANN, make_rules(rules, {"months": 3}), cpu=CpuPlayer.EASY)
        ).match
        before = screen_of(await service.seen(match)).text(ENGLISH)
        assert before.count("the dealer is") == 1 and "The draw:" not in before
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await service.play(match, until=lambda view: view.all_have_played and view.n > 8)
        with service.store.reading() as tx:
            made = actions.of_match(tx, match)
        assert [one.n for one in made] == list(range(len(made)))
    async with running_service(as_after_a_kill(tmp_path, "again"), settings) as service:
        assert screen_of(await service.seen(match)).text(ENGLISH) == before
