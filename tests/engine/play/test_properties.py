"""The invariants of every state of every match."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine.cards.deck import ALL_CARDS
from engine.errors import IllegalAction
from engine.play.codes import mask_of
from engine.play.deal import NOBODY
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.state import MatchState
from engine.play.telling import places as field_places
from engine.record.match_record import parse, replay
from engine.record.notation import format_move, parse_action
from engine.record.projection import line
from engine.rules.actions import Action, Choose, Cut, Phase, Play, Player, Resign
from engine.rules.options import Rules
from tests.support import strategies
from tests.support.builders import Played, all_rules, deck_source, held, laid, play_random, random_rules


def cards_on(state: MatchState) -> list[int]:
    """The masks of all places of a deal where cards lie."""
    deal = laid(state)
    flipped = [deal.flipped] if deal.flipped != NOBODY else []
    return [*held(deal), *deal.captured, deal.field_mask, mask_of(deal.deck[deal.top :]), mask_of(flipped)]


def check_conserved(state: MatchState) -> None:
    if state.deal is not None:
        places = cards_on(state)
        assert sum(places) == ALL_CARDS
        assert sum(mask.bit_count() for mask in places) == 48
        lying, _ = field_places(state.deal)
        assert sum(card.bit for card in lying if card is not None) == state.deal.field_mask


def sort_key(move: object) -> tuple[int, ...]:
    match move:
        case Cut(at=at):
            return (at,)
        case Play(card=card, capture=capture):
            return (card.index, -1 if capture is None else capture.index)
        case Choose(card=card):
            return (card.index,)
        case _:
            return (["draw", "ready", "declare", "shobu", "koikoi"].index(format_move(move)),)


def check_legal(state: MatchState) -> None:
    movers = to_move(state)
    assert (movers == ()) == (state.phase is Phase.OVER)
    assert sorted(movers) == list(movers)
    for player in movers:
        moves = legal_moves(state, player)
        assert moves
        assert sorted(moves, key=sort_key) == list(moves)
        assert len(set(moves)) == len(moves)
        assert Resign() not in moves


def check_scores(played: Played) -> None:
    zero_sum = played.rules.losers_pay
    for before, after in pairwise(step.state for step in played.steps):
        assert after.n == before.n + 1
        assert not zero_sum or sum(after.scores) == 0


@pytest.mark.outside
@pytest.mark.parametrize("rules", list(all_rules()), ids=lambda rules: f"{rules.id}-{rules.changed()}")
def test_every_option_plays_to_the_end(rules: Rules) -> None:
    """With every value of every option: 48 cards stay 48, legal actions are sorted and never run out."""
    played = play_random(rules, 1)
    for step in played.steps:
        check_conserved(step.state)
        check_legal(step.state)
    check_scores(played)
    assert played.last.phase is Phase.OVER


@given(strategies.seeds)
@settings(max_examples=20, deadline=None)
def test_any_options_and_any_number_of_participants(seed: int) -> None:
    """Options in any combination, two to eight participants: the same holds."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    played = play_random(rules, seed, participants=chance.randint(rules.seats, 8), koikoi=chance.random())
    for step in played.steps:
        check_conserved(step.state)
        check_legal(step.state)
    assert sorted(set(played.last.order or ())) == sorted(played.last.order or ())
    check_scores(played)


@given(strategies.seeds)
@settings(max_examples=12, deadline=None)
def test_a_record_rebuilds_the_match(seed: int) -> None:
    """The record of a match, read back and replayed, gives the same lines."""
    played = play_random(random_rules(random.Random(seed)), seed, limit=120)
    again = [line(step) for step in replay(parse(played.record()))]
    assert again == [line(step) for step in played.steps]


@given(strategies.seeds, strategies.actions)
@settings(max_examples=100, deadline=None)
def test_only_legal_actions_are_taken(seed: int, action: Action) -> None:
    """Any action that is neither legal nor a resignation is refused, and leaves nothing behind."""
    chance = random.Random(seed)
    played = play_random(random_rules(chance), seed, limit=chance.randrange(60))
    state = played.last
    player = Player(action.player % 4)
    if action.move in legal_moves(state, player):
        return
    seated = state.phase not in (Phase.SEATS, Phase.OVER) and player < state.rules.seats
    if isinstance(action.move, Resign) and seated:
        assert apply(state, Action(player, Resign()), deck_source([])).state.phase is Phase.OVER
        return
    with pytest.raises(IllegalAction):
        apply(state, Action(player, action.move), deck_source([]))


def test_months_add_up() -> None:
    """`ended` tells every deal of a match once, and its deltas add up to the scores."""
    for rules in all_rules():
        played = play_random(rules, seed=11)
        ends = [end for step in played.steps for end in step.ended]
        assert [end.deal for end in ends] == list(range(1, played.last.deal_number + 1))
        totals = [0] * rules.seats
        for end in ends:
            for deltas in (end.deltas, end.kobiki[1] if end.kobiki else None, end.ginmi):
                totals = [a + b for a, b in zip(totals, deltas or (0,) * rules.seats, strict=True)]
        assert tuple(totals) == played.last.scores


def test_pressing_twice_is_refused() -> None:
    """A player who has drawn a card waits for the others."""
    played = play_random(random_rules(random.Random(0)), 1, limit=1)
    with pytest.raises(IllegalAction):
        apply(played.last, played.actions[0], deck_source([]))
    with pytest.raises(IllegalAction):
        apply(played.last, parse_action("9 draw"), deck_source([]))
