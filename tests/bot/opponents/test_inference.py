"""The inference from plays: players seldom hold a card with which they could have taken more."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from bot.opponents import inference
from bot.opponents.inference import ALIKE, BETTER, LEAST
from bot.opponents.train import inference as batch
from bot.opponents.train.arrays import table_of
from bot.opponents.train.playouts import state_of
from engine.cards.cardset import CardSet
from engine.cards.deck import Kind
from engine.play.imagined import guess
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, new_match
from engine.rules.actions import Action, Phase, Play, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.budgets import budgets
from tests.support.builders import SeededDecks, random_rules

Wanted = Callable[[Observation, Play], bool]


def takes_nothing(seen: Observation, move: Play) -> bool:
    """Whether a play only lays its card down."""
    return not seen.takes(move)


def leaves_a_light(seen: Observation, move: Play) -> bool:
    """Whether a play takes chaff with chaff where a light of another month lies."""
    takes = seen.takes(move)
    lights = [card for card in seen.field if card.kind is Kind.LIGHT and card.month != move.card.month]
    return bool(takes) and bool(lights) and {card.kind for card in (move.card, *takes)} == {Kind.CHAFF}


def after_a_play(seed: int, wanted: Wanted) -> tuple[MatchState, Play, Observation, Player]:
    """A match of classic before the first such play, the play, and what the other one sees after it."""
    decks, chance = SeededDecks(seed), random.Random(seed)
    state = new_match(make_rules("classic"), decks(0))
    while True:
        player = to_move(state)[0]
        if state.phase is Phase.PLAY:
            seen = observe(state, player)
            for move in seen.legal:
                if isinstance(move, Play) and wanted(seen, move):
                    after = apply(state, Action(player, move), decks).state
                    return state, move, observe(after, Player(1 - player)), Player(1 - player)
        state = apply(state, Action(player, chance.choice(legal_moves(state, player))), decks).state


def test_who_lays_a_card_down_seldom_holds_one_that_matches() -> None:
    """All months of the field then are unlikely, others are as before; of one's own hand nothing is told."""
    before, move, seen, viewer = after_a_play(3, takes_nothing)
    told = inference.odds(seen)
    field = observe(before, None).field
    assert told[viewer] == [1.0] * 48
    for card in seen.unseen:
        lay = bool(field.of_month(card.month))
        assert told[1 - viewer][card.index] == (BETTER if lay else 1.0), (card, move)


@pytest.mark.parametrize("seed", range(6))
def test_who_leaves_a_light_for_chaff_seldom_holds_what_takes_it(seed: int) -> None:
    """Other chaff of the month that was played is as good."""
    before, move, seen, viewer = after_a_play(seed, leaves_a_light)
    told = inference.odds(seen)[1 - viewer]
    field = observe(before, None).field
    lights = {card.month for card in field if card.kind is Kind.LIGHT} - {move.card.month}
    for card in seen.unseen:
        if card.month in lights:
            assert told[card.index] <= BETTER
        elif (card.month, card.kind) == (move.card.month, Kind.CHAFF):
            assert told[card.index] <= ALIKE


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", list(RuleSetId))
@pytest.mark.parametrize("matches", budgets(2, 6))
def test_the_batch_player_is_told_the_same(rule_set: RuleSetId, matches: int) -> None:
    """In months that are played by chance, by rules drawn by chance, from every seat; nothing is certain."""
    least = 1.0
    for seed in range(matches):
        chance = random.Random(f"{rule_set} {seed}")
        rules, decks = random_rules(chance, rule_set, months=3), SeededDecks(seed)
        state = new_match(rules, decks(0))
        told = np.ones((3, 48), np.float32)
        deal = state.deal_number
        while state.phase is not Phase.OVER and state.n < 150:
            player = to_move(state)[0]
            action = Action(player, chance.choice(legal_moves(state, player)))
            if state.deal_number != deal:
                deal, told[:] = state.deal_number, 1
            if state.phase is Phase.PLAY and isinstance(action.move, Play):
                assert state.in_play is not None
                before = state_of(LiveDeal.thaw(state.in_play.deal))
                table = table_of(rules.in_month(state.month))
                batch.update_odds(table, before, action.move.card.index, told)
            state = apply(state, action, decks).state
            if state.deal_number == deal and state.phase in {Phase.PLAY, Phase.FLIP, Phase.DECIDE}:
                viewer = Player(chance.randrange(rules.seats))
                seen = observe(state, viewer)
                unseen = [card.index for card in seen.unseen]
                for other, row in enumerate(inference.odds(seen)):
                    wanted = [1.0] * len(unseen) if other == viewer else told[other, unseen].tolist()
                    assert [row[card] for card in unseen] == pytest.approx(wanted, rel=1e-5)
                    least = min(least, *row)
    assert LEAST <= least < BETTER


def test_a_guess_goes_by_the_odds() -> None:
    """A card at a fifth of the odds is held about a fifth as often; everybody holds as many as they do."""
    _, _, seen, viewer = after_a_play(3, takes_nothing)
    told, chance = inference.odds(seen), random.Random(1)
    counts, rounds = [0] * 48, 1500
    for _ in range(rounds):
        deal = guess(seen, chance, told).deal
        assert len(deal.hands[1 - viewer]) == seen.hand_counts[1 - viewer]
        assert CardSet.of(seen.unseen).mask == sum(
            1 << card for card in (*deal.hands[1 - viewer], *deal.deck[deal.top :])
        )
        for card in deal.hands[1 - viewer]:
            counts[card] += 1
    unlikely = [counts[card.index] for card in seen.unseen if told[1 - viewer][card.index] == BETTER]
    others = [counts[card.index] for card in seen.unseen if told[1 - viewer][card.index] == 1]
    assert 0.15 < (sum(unlikely) / len(unlikely)) / (sum(others) / len(others)) < 0.32
