"""The row of face-down cards from which people choose in the draw for the seats."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import combinations

import pytest

from bot.ids import MatchId
from bot.match.vocabulary import CpuPlayer, Status
from bot.screens.public import screen_of
from bot.storage import matches
from cogs.content.controls import Button
from cogs.content.custom_id import Press, Verb
from cogs.messages import table_rows
from engine.cards.deck import Card
from engine.record import match_record, verify
from engine.rules.actions import Draw
from images.scene.lobby import SeatDrawScene
from tests.support.manager_fixture import ANN, BEN, RunningService
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.dealt_by_chance  # secrets are searched for a draw

ROW = 8


async def to_be_drawn(service: RunningService) -> MatchId:
    """A match of two people whose seats are to be drawn."""
    match = await service.lobby(ANN, BEN, months=1)
    await service.manager.start_match(match, ANN.user)
    return match


def seat_deck(service: RunningService, match: MatchId) -> tuple[Card, ...]:
    """The cards that nobody has taken, the row first."""
    with service.store.reading() as tx:
        stored = matches.load(tx, match)
    assert stored is not None
    return stored.begun.state.draw.deck


async def test_a_press_takes_the_card_that_it_names(service: RunningService) -> None:
    """The card leaves a gap; a second press on it takes the next one to its right."""
    match = await to_be_drawn(service)
    deck = seat_deck(service, match)
    view = (await service.manager.draw(match, BEN.user, 1, 6)).view
    assert view.public is not None
    assert (view.public.drawn, view.taken, view.row) == (((), (deck[6],)), ((), (6,)), ROW)
    left = deck[:6] + deck[7:]
    assert seat_deck(service, match) == left
    view = (await service.manager.draw(match, ANN.user, 1, 6)).view
    assert view.public is not None
    assert view.public.drawn[0][0] == left[6] == deck[7]


async def test_equal_cards_draw_again_from_the_same_row(service: RunningService) -> None:
    """The row closes up, new cards come at its end, and both choices of both rounds are told."""
    while True:
        match = await to_be_drawn(service)
        deck = seat_deck(service, match)
        alike = [
            (a, b)
            for a, b in combinations(range(ROW), 2)
            if (deck[a].month, deck[a].points) == (deck[b].month, deck[b].points)
        ]
        if alike:
            break
        await service.draw(match)
        await service.manager.resign(match, ANN.user)
    first, second = alike[0]
    await service.manager.draw(match, ANN.user, 1, first)
    view = (await service.manager.draw(match, BEN.user, 1, second)).view
    left = tuple(card for at, card in enumerate(deck) if at not in {first, second})
    assert view.public is not None
    assert (view.public.draw_round, view.public.to_move, view.row) == (2, (0, 1), ROW)
    assert seat_deck(service, match) == left
    view = (await service.manager.draw(match, ANN.user, 2, 7)).view
    assert view.taken == ((first, 7), (second,))
    told = screen_of(view).alt(ENGLISH)
    assert f"Ann: no. {first + 1}, " in told and ", no. 8, " in told


async def test_everybody_sees_the_row_and_who_took_which(service: RunningService) -> None:
    """Eight numbered backs; a card wears the number that it had."""
    match = await to_be_drawn(service)
    view = (await service.manager.draw(match, ANN.user, 1, 4)).view
    scene = screen_of(view).scene(ENGLISH)
    assert isinstance(scene, SeatDrawScene)
    assert scene.free == (0, 1, 2, 3, 5, 6, 7)
    assert "Cards to choose from: 1; 2; 3; 4; 6; 7; 8." in screen_of(view).alt(ENGLISH)
    labels = [
        each.label
        for row in table_rows.rows(ENGLISH, screen_of(view))
        for each in row
        if isinstance(each, Button)
    ]
    assert labels[:7] == ["1", "2", "3", "4", "6", "7", "8"]
    assert [one.number for one in scene.participants] == ["5", ""]
    seated = (await service.manager.draw(match, BEN.user, 1, 0)).view
    assert seated.row == 0 and seated.taken == ((4,), (0,))


async def test_each_card_of_the_row_has_a_button(service: RunningService) -> None:
    """Four beside each other; none where nobody can press one: set aside, or only CPU players are to draw."""
    match = await service.lobby(ANN, BEN, rules="sannin")
    await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
    await service.manager.start_match(match, ANN.user)
    view = await service.seen(match)
    rows = table_rows.rows(ENGLISH, screen_of(view))
    named = [[each.label for each in row if isinstance(each, Button)] for row in rows]
    assert named == [["1", "2", "3", "4"], ["5", "6", "7", "8"], ["Fair?", "More"]]
    presses = [each.press for row in rows[:2] for each in row]
    assert presses == [Press(view.match, Verb.DRAW, 1, place=place) for place in range(ROW)]
    assert view.public is not None
    machine = replace(view, public=replace(view.public, to_move=view.public.to_move[2:]))
    aside = replace(view, set_aside=True)
    for other in (machine, aside):
        verbs = {
            each.press.verb
            for row in table_rows.rows(ENGLISH, screen_of(other))
            for each in row
            if isinstance(each.press, Press)
        }
        assert Verb.HAND in verbs and Verb.DRAW not in verbs


async def test_a_match_of_version_1_has_one_card_to_draw(service: RunningService) -> None:
    """An old match ends as it began: no row, no choice, and a place that somebody forges is the first."""
    match = await service.old_lobby(ANN, BEN, months=1)
    await service.manager.start_match(match, ANN.user)
    view = await service.seen(match)
    (first, *_), *_ = table_rows.rows(ENGLISH, screen_of(view))
    assert isinstance(first, Button)
    assert (first.label, first.press) == ("Draw a card", Press(match, Verb.DRAW, 1))
    assert "choice" not in screen_of(view).text(ENGLISH)
    deck = seat_deck(service, match)
    drawn = (await service.manager.draw(match, ANN.user, 1, 5)).view
    assert drawn.public is not None
    assert drawn.public.drawn[0] == deck[:1] and drawn.taken == ()


async def test_choices_of_both_go_into_the_decks_and_are_checked(service: RunningService) -> None:
    """A whole match with a choice of each: its record is accepted without anything left unchecked."""
    match = await to_be_drawn(service)
    await asyncio.gather(
        service.manager.draw(match, ANN.user, 1, 3), service.manager.draw(match, BEN.user, 1, 3)
    )
    await service.play(match)
    assert (await service.seen(match)).status is Status.OVER
    record = match_record.parse(await service.manager.record(match))
    assert [action.move for action in record.actions[:2]] == [Draw(3), Draw(3)]
    assert verify.verdict(record).whole
    other = record.actions[0]._replace(move=Draw(2))
    forged = verify.verdict(replace(record, actions=(other, *record.actions[1:])))
    assert forged.wrong is not None and forged.wrong.deck == 1
