"""What plays tell of hands: a card with which a player could have taken more they seldom hold."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bot.opponents import inference
from bot.opponents.inference import ALIKE, BETTER, LEAST
from bot.opponents.train import inference as batch
from bot.opponents.train.arrays import table_of
from bot.opponents.train.playouts import state_of
from engine.actions import Action, Phase, Play, Player
from engine.cards.cardset import CardSet
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, new_match
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.search.position import guess
from tests.support.builders import SeededDecks, random_rules


def after_a_play(seed: int, *, takes: bool) -> tuple[MatchState, Play, Observation, Player]:
    """A match of classic after a play by a hand card that took something or nothing, for whom it did not."""
    decks, chance = SeededDecks(seed), random.Random(seed)
    state = new_match(make_rules("classic"), decks(0))
    while True:
        player = to_move(state)[0]
        if state.phase is Phase.PLAY:
            seen = observe(state, player)
            for move in seen.legal:
                if isinstance(move, Play) and bool(seen.takes(move)) == takes:
                    after = apply(state, Action(player, move), decks).state
                    return state, move, observe(after, Player(1 - player)), Player(1 - player)
        state = apply(state, Action(player, chance.choice(legal_moves(state, player))), decks).state


def test_who_lays_a_card_down_seldom_holds_one_that_matches() -> None:
    """All months of the field then are unlikely, others are as before; of one's own hand nothing is told."""
    before, move, seen, viewer = after_a_play(3, takes=False)
    told = inference.odds(seen)
    field = observe(before, None).field
    assert told[viewer] == [1.0] * 48
    for card in seen.unseen:
        lay = bool(field.of_month(card.month))
        assert told[1 - viewer][card.index] == (BETTER if lay else 1.0), (card, move)


@pytest.mark.parametrize("seed", range(6))
def test_who_takes_little_seldom_holds_what_takes_more(seed: int) -> None:
    """A light on the field that is left for chaff is not held; what takes less is as likely as before."""
    before, move, seen, viewer = after_a_play(seed, takes=True)
    told = inference.odds(seen)[1 - viewer]
    field = observe(before, None).field
    assert all(told[card.index] == 1 for card in seen.unseen if not field.of_month(card.month))
    alike = [card for card in seen.unseen if card.month == move.card.month and card.kind is move.card.kind]
    assert all(told[card.index] in {ALIKE, BETTER} for card in alike)
    assert {each for each in told if each != 1} <= {ALIKE, BETTER}


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_batch_player_is_told_the_same(rule_set: RuleSetId) -> None:
    """In months that are played by chance, by rules drawn by chance, from every seat; nothing is certain."""
    least = 1.0
    for seed in range(6):
        chance = random.Random(f"{rule_set} {seed}")
        rules, decks = random_rules(chance, rule_set, months=3), SeededDecks(seed)
        table, state = table_of(rules), new_match(rules, decks(0))
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
                batch.told(table, before, action.move.card.index, told)
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
    _, _, seen, viewer = after_a_play(3, takes=False)
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
