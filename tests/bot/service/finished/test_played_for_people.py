"""The review of a match in which moves were made for somebody: they are not that player's decisions."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.ids import MatchId, UserId
from bot.match.views import MatchView
from bot.match.vocabulary import MadeBy, Occasion, Status
from bot.opponents.review import review
from bot.records.finished import Viewer
from bot.service.finished import FinishedMatches
from bot.storage import actions
from tests.support.manager_fixture import ANN, BEN, RunningService, fixed_secret, quick, running_service
from tests.support.waiting import until

LIVE = quick(live_turn_seconds=120, live_bank_seconds=300, rest_seconds=30)
TURN = 421
"""Seconds after which a turn and its bank are over."""


def asked(view: MatchView) -> UserId | None:
    """Return the user who is asked to play, or a CPU player for them; None while cards are looked at."""
    if view.public is None or view.rest is not None or not view.public.to_move:
        return None
    return view.seats[view.public.to_move[0]].participant.user


async def time_runs_out(service: RunningService, match: MatchId, occasion: Occasion) -> None:
    """Let the turn's time and the bank be over, and wait until that has led to something."""
    service.turn(TURN)
    await until(lambda: occasion in service.recorder.occasions(match))


async def test_a_review_leaves_out_what_was_played_for_somebody(tmp_path: Path) -> None:
    """By the clock or a stand-in; of every decision of their own, and of luck, the review tells the same."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await service.match(ANN, BEN, months=3)
        absent = asked(await service.seen(match))
        there = BEN.user if absent == ANN.user else ANN.user
        await service.play(match, until=lambda it: asked(it) == there)
        await service.play(match, until=lambda it: asked(it) == absent)
        await time_runs_out(service, match, Occasion.TIMED_OUT)
        await service.wait(match, holds=lambda it: asked(it) == there)
        await service.play(match, until=lambda it: asked(it) == absent)
        await time_runs_out(service, match, Occasion.AWAY)
        await service.manager.seat_stand_in(match, there)
        while (view := await service.seen(match)).status is Status.PLAYING:
            if view.rest is not None:
                await service.agree(match)
            elif asked(view) == there:
                await service.move(match)
            else:
                await asyncio.sleep(0)
        found, _, told = await FinishedMatches(service.store).review(match, Viewer(there, None))
        with service.store.reading() as tx:
            makers = {one.n: one.made_by for one in actions.of_match(tx, match)}
        whole = review(found.record)
        for seat, had, has in zip(view.seats, whole.players, told.players, strict=True):
            by = {makers[each.action] for each in had.decisions}
            gone = {MadeBy.CLOCK, MadeBy.CPU} if seat.participant.user == absent else set()
            assert by == {MadeBy.USER, *gone}
            own = [each for each in had.decisions if makers[each.action] is MadeBy.USER]
            assert list(has.decisions) == own
            assert (has.dealt, has.turned) == (had.dealt, had.turned)
