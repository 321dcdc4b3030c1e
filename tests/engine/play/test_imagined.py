"""Deals taken up from what somebody sees."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.cards.cardset import CardSet
from engine.play.codes import MOVES, cards_of, indices_of
from engine.play.deal import Deal
from engine.play.imagined import deal_at, guess, match_at
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveMatch
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import MatchState
from engine.record.match_record import parse, replay
from engine.rules.actions import Action, Phase, Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.engine.golden import RECORDS
from tests.engine.play.test_live import do, plain, told_by_apply, told_by_match
from tests.support import strategies
from tests.support.builders import SeededDecks, held, laid, play_random, random_rules


def seen_by(state: MatchState, viewer: Player | None) -> LiveDeal:
    """The deal from what a viewer sees, with the hidden cards as they truly are."""
    deal = laid(state)
    hands, stock = map(CardSet, held(deal)), cards_of(deal.deck[deal.top :])
    return deal_at(observe(state, viewer), hands, stock, deal.answers)


def without_shown(deal: Deal) -> Deal:
    """Return the comparable rest of a deal in which hands were laid open and that went on."""
    return plain(deal)._replace(top=0, shown=())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_deal_taken_up_is_the_one_that_was_played(path: Path) -> None:
    """At every step of the rare paths, from any seat or none."""
    for number, step in enumerate(replay(parse(json.loads(path.read_text("ascii"))))):
        state = step.state
        if state.phase not in (Phase.SEATS, Phase.CUT, Phase.OVER):
            viewer = (None, *map(Player, range(state.rules.seats)))[number % (state.rules.seats + 1)]
            again = seen_by(state, viewer).freeze(laid(state).laid)
            assert without_shown(again) == without_shown(laid(state))


@given(strategies.seeds)
@settings(max_examples=30, deadline=None)
def test_a_deal_can_be_taken_up_anywhere(seed: int) -> None:
    """From any seat's observation and the hidden cards, play goes on as it does in the match."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    played = play_random(rules, seed, limit=chance.randrange(90), koikoi=0.8)
    state = played.last
    if state.phase in (Phase.SEATS, Phase.OVER):
        return
    viewer = chance.choice([None, *map(Player, range(rules.seats))])
    decks = SeededDecks(seed)
    match = match_at(observe(state, viewer), seen_by(state, viewer), lambda number: indices_of(decks(number)))
    while state.deal_number == played.last.deal_number and to_move(state):
        told, by_apply = told_by_match(match), told_by_apply(state)
        assert told["legal"] == by_apply["legal"]
        player = chance.choice(to_move(state))
        action = Action(player, chance.choice(legal_moves(state, player)))
        state = apply(state, action, decks).state
        do(match, action)
    assert told_by_match(match)["standing"] == told_by_apply(state)["standing"]


def as_guessed(state: MatchState, match: LiveMatch) -> MatchState:
    """The match with the cards of a guess; what was told on the way stays."""
    assert state.in_play is not None
    deal = match.deal.freeze(laid(state).laid)._replace(trace=laid(state).trace)
    return state._replace(in_play=state.in_play._replace(standing=match.standing, deal=deal))


@given(strategies.seeds)
@settings(max_examples=60, deadline=None)
def test_a_guess_looks_as_what_was_seen(seed: int) -> None:
    """Observed from the same seat it is the same, legal moves too, and it can be played to its end."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    state = play_random(rules, seed, limit=chance.randrange(rules.seats, 90), koikoi=0.8).last
    if state.phase in (Phase.SEATS, Phase.OVER):
        return
    for viewer in map(Player, range(rules.seats)):
        seen = observe(state, viewer)
        match = guess(seen, chance)
        assert observe(as_guessed(state, match), viewer) == seen
        if viewer == match.deal.mover:
            assert tuple([MOVES[code] for code in match.deal.legal()]) == seen.legal
        copied = match.copy()
        while copied.deal.phase is not Phase.OVER:
            copied.deal.do(chance.choice(copied.deal.legal()))
        copied.settle()
        assert copied.standing.deals > state.deal_number or copied.standing.ranking


def test_guesses_differ() -> None:
    """The hidden cards are dealt again each time, all ways in about equal numbers."""
    chance = random.Random(1)
    state = play_random(make_rules("classic"), 5, limit=9).last
    (viewer,) = to_move(state)
    seen = observe(state, viewer)
    held_by_other = [held(guess(seen, chance).deal.freeze(()))[1 - viewer] for _ in range(400)]
    hidden = [card for card in range(48) if any(hand >> card & 1 for hand in held_by_other)]
    share = sum(seen.hand_counts[1 - viewer] for _ in held_by_other) / len(hidden)
    for card in hidden:
        assert 0.5 * share < sum(hand >> card & 1 for hand in held_by_other) < 1.5 * share


def test_a_guess_gives_nobody_a_hand_that_would_have_ended_the_deal() -> None:
    """League: who has all cards in hand has no hand yaku."""
    rules = make_rules("league", {"hand_yaku": True})
    chance = random.Random(2)
    state = play_random(rules, 4, limit=2).last
    seen = observe(state, to_move(state)[0])
    for _ in range(300):
        deal = guess(seen, chance).deal.freeze(())
        assert not any(hand_yaku_of(rules, hand) for hand in held(deal))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_dealt_deck_is_guessed_before_its_cut(rule_set: RuleSetId) -> None:
    """All cards are hidden while the deck waits for its cut."""
    rules = make_rules(rule_set)
    state = play_random(rules, 1, limit=rules.seats).last
    if state.phase is Phase.CUT:
        match = guess(observe(state, None), random.Random(1))
        assert sorted(match.deal.deck) == list(range(48))


def test_nothing_to_take_up() -> None:
    """Before the seats are drawn and after the match there is no deal."""
    for limit in (1, None):
        state = play_random(make_rules("classic", {"months": 1}), 1, limit=limit).last
        with pytest.raises(ValueError, match="no deal"):
            deal_at(observe(state, None), [], [])
        with pytest.raises(ValueError, match="no deal"):
            guess(observe(state, None), random.Random(1))
