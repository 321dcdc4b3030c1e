"""The hands of an arena's matches: those of ended ones are found until they were taken away."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.ids import MatchId
from bot.storage import hands
from bot.storage.hands import HandRow
from tests.support.arena_fixture import Evening, crowd
from tests.support.manager_fixture import RunningService

pytestmark = pytest.mark.databases

ANN, BEN = crowd(2)


async def test_hands_of_an_arenas_other_matches_are_taken_once(service: RunningService) -> None:
    """Of the same player alone; until then the key of one is that of their last press."""
    evening = await Evening.open(service, ANN, BEN, cpu=None)
    (bout,) = await evening.playing(1)
    await evening.win(bout, ANN.user)
    service.turn(200)
    view = await evening.wait(lambda it: any(each.match != bout.match for each in it.playing))
    later, store = view.playing[0].match, service.store

    def hand(match: MatchId, token: str, *, minutes: int) -> HandRow:
        return HandRow(match, ANN.user, token, "77", service.now() + timedelta(minutes=minutes), "en")

    ended, live = hand(bout.match, "ended", minutes=9), hand(later, "live", minutes=3)
    others = HandRow(bout.match, BEN.user, "t", "78", ended.expires_at, "en")
    for row in (ended, live, others):
        await store.hands.save(row)
    pressed = await store.read(hands.last_press, evening.id, ANN.user)
    assert pressed is not None and pressed.token == "ended"
    assert await store.hands.take_others(evening.id, later, ANN.user) == (ended,)
    assert await store.hands.take_others(evening.id, later, ANN.user) == ()
    assert await store.hands.get(later, ANN.user) == live
    assert await store.hands.get(bout.match, BEN.user) == others
