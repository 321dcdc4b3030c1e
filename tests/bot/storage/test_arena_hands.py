"""The hands of an arena's matches: those of ended ones are found until they were taken away."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.ids import MatchId
from bot.storage import hands
from bot.storage.hands import HandRow, PressRow
from tests.support.arena_fixture import Evening, crowd
from tests.support.manager_fixture import RunningService

pytestmark = pytest.mark.databases

ANN, BEN = crowd(2)


async def test_hands_of_an_arenas_other_matches_are_taken_once(service: RunningService) -> None:
    """Of the same player alone."""
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
    assert await store.hands.take_others(evening.id, later, ANN.user) == (ended,)
    assert await store.hands.take_others(evening.id, later, ANN.user) == ()
    assert await store.hands.get(later, ANN.user) == live
    assert await store.hands.get(bout.match, BEN.user) == others


async def test_the_last_press_in_an_arena_is_remembered_until_its_key_is_dead(
    service: RunningService,
) -> None:
    """With its language; not of somebody who never joined."""
    evening = await Evening.open(service, ANN)
    store, now = service.store, service.now()
    for minutes in (2, 14):
        press = PressRow(None, ANN.user, f"key {minutes}", now + timedelta(minutes=minutes), "ja")
        await store.presses.save_in(evening.id, press)
        await store.presses.save_in(evening.id, replace(press, user=BEN.user))
        assert await store.presses.get_in(evening.id, ANN.user) == press
    assert await store.presses.get_in(evening.id, BEN.user) is None
    (told,) = (await service.manager.persons.export(ANN.user))["arenas"]
    assert (told["token_stored"], told["my_language"]) == (True, "ja") and "key 14" not in str(told)
    for minutes, dead in ((14, 0), (60, 1)):
        assert await store.write(hands.remove_dead_keys, now + timedelta(minutes=minutes)) == dead
    assert await store.presses.get_in(evening.id, ANN.user) is None


async def test_the_newest_hand_of_an_ended_match_becomes_the_next_ones(
    service: RunningService,
) -> None:
    """Once, unless its token expires too early or nobody knows whether it was on the screen."""
    evening, store, now = await Evening.open(service, ANN, BEN, cpu=None), service.store, service.now()
    (bout,) = await evening.playing(1)
    await evening.win(bout, ANN.user)
    service.turn(200)
    view = await evening.wait(lambda it: any(each.match != bout.match for each in it.playing))
    later = view.playing[0].match
    ended = HandRow(bout.match, ANN.user, "ended", "77", now + timedelta(minutes=9), "en")
    await store.hands.save(ended.announced())
    assert await store.hands.take_over(evening.id, later, ANN.user, now) is None
    await store.hands.save(ended)
    assert await store.hands.take_over(evening.id, later, ANN.user, ended.expires_at) is None
    taken = await store.hands.take_over(evening.id, later, ANN.user, now)
    assert taken == replace(ended, match=later) == await store.hands.get(later, ANN.user)
    assert await store.hands.get(bout.match, ANN.user) is None
    assert await store.hands.take_over(evening.id, later, ANN.user, now) is None
