"""The seat draw where players choose (record.md, *Version 2*): the row, and who may take what of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards.deck import DECK, Card
from engine.errors import IllegalAction
from engine.play.events import Drawn
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import MatchState, new_match
from engine.rules.actions import Action, Draw, Phase, Player
from engine.rules.options import make_rules
from engine.version import Version
from tests.support.builders import deck_source

MONTHS_IN_TURN = tuple([DECK[4 * month + position] for position in range(4) for month in range(12)])
"""Twelve cards of twelve months, then the next twelve."""
CLASSIC = make_rules("classic")


def drawn(state: MatchState, player: int, place: int) -> tuple[MatchState, Card]:
    """The state after this player took the card at this place, and that card."""
    step = apply(state, Action(Player(player), Draw(place)), deck_source([MONTHS_IN_TURN]))
    event = step.events[0]
    assert isinstance(event, Drawn)
    return step.state, event.card


def test_the_row_moves_up() -> None:
    """A taken card leaves the row, those behind it move up and the next of the deck comes last."""
    state = new_match(CLASSIC, MONTHS_IN_TURN, 4, Version.CHOICES)
    left = list(MONTHS_IN_TURN)
    for player, place in ((2, 7), (0, 0), (3, 7)):
        state, card = drawn(state, player, place)
        assert card == left.pop(place)
    assert to_move(state) == (1,)


def test_everybody_has_the_same_choice() -> None:
    """A player may draw each card of the row; one who has drawn waits; version 1 has no choice."""
    state, _ = drawn(new_match(CLASSIC, MONTHS_IN_TURN, 3, Version.CHOICES), 1, 3)
    assert [legal_moves(state, Player(each)) for each in range(3)] == [
        tuple(map(Draw, range(8))),
        (),
        tuple(map(Draw, range(8))),
    ]
    assert observe(state, None).row == 8
    assert legal_moves(new_match(CLASSIC, MONTHS_IN_TURN), Player(0)) == (Draw(),)


@pytest.mark.parametrize("version", Version)
def test_a_place_beyond_the_row_is_refused(version: Version) -> None:
    """`draw:1` is no move of version 1; in version 2 the row ends where the deck does."""
    state = new_match(CLASSIC, MONTHS_IN_TURN, 8, version)
    state = state._replace(draw=replace(state.draw, deck=MONTHS_IN_TURN[:1]))
    with pytest.raises(IllegalAction, match="beyond the row"):
        apply(state, Action(Player(0), Draw(1)), deck_source([]))


def test_the_row_of_a_deck_that_ends() -> None:
    """Fewer than eight cards lie there when fewer are left; then one draw stays, which fails."""
    rules = make_rules("sannin")
    state = new_match(rules, DECK, 4, Version.CHOICES)
    for turn in range(48):
        assert state.phase is Phase.SEATS
        player = Player(turn % 4)
        assert legal_moves(state, player) == tuple(map(Draw, range(min(8, 48 - turn))))
        state = apply(state, Action(player, Draw()), deck_source([])).state
    assert legal_moves(state, Player(0)) == (Draw(),)
    assert observe(state, None).row == 0
    with pytest.raises(IllegalAction, match="49th"):
        apply(state, Action(Player(0), Draw()), deck_source([]))
