"""No leak: worlds that differ only in what a seat may not know look the same to it."""

from __future__ import annotations

import random

from hypothesis import example, given, settings

from engine.cards.deck import Deck
from engine.play.codes import cards_of, indices_of
from engine.play.events import Dealt
from engine.play.events import Played as PlayedEvent
from engine.play.legal import legal_moves
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import MatchState, Step, new_match
from engine.record.notation import parse_action
from engine.rules.actions import Action, Cut, Declare, Phase, Player, Ready
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.version import Version
from tests.support import strategies
from tests.support.builders import (
    Played,
    deck_source,
    held,
    laid,
    play_random,
    random_rules,
    rigged,
    seat,
    shuffled,
    swapped,
)


def hidden(state: MatchState, viewer: Player | None) -> list[int]:
    """The cards of the deal that `viewer` cannot see: other hands and the stock."""
    deal = laid(state)
    hands = [card for player, hand in enumerate(deal.hands) if player != viewer for card in hand]
    return [*hands, *deal.deck[deal.top :]]


def another_deck(played: Played, viewer: Player | None, chance: random.Random) -> Deck | None:
    """The last deck with its hidden cards in other places; None if a hand yaku would have told of it."""
    state = played.last
    cards = hidden(state, viewer)
    swap = dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    if not state.rules.rule_set.secret_round:
        # Hand yaku are claimed automatically, so that nobody has one is known to all.
        hands = held(swapped(laid(state), swap))
        dealt = [hand | sum(played_cards(played, player)) for player, hand in enumerate(hands)]
        if any(hand_yaku_of(state.rules, hand) for hand in dealt):
            return None
    return cards_of([swap.get(card.index, card.index) for card in played.decks[-1]])


def played_cards(played: Played, player: int) -> list[int]:
    """Return the cards that this player has played in the last deal, as bits."""
    cards: list[int] = []
    for event in [event for step in played.steps for event in step.events]:
        if isinstance(event, Dealt):
            cards = []  # the step that ends a deal deals the next one, too
        elif isinstance(event, PlayedEvent) and event.player == player:
            cards.append(event.card.bit)
    return cards


def same_actions(played: Played, decks: list[Deck], viewer: Player | None, seat_deck: Deck) -> list[Step]:
    """The match again with other decks; secret answers of the others are changed where they can be."""
    source = deck_source(decks)
    state = new_match(played.rules, seat_deck, played.participants, played.last.version)
    steps = [Step(state)]
    for action, was in zip(played.actions, played.steps, strict=False):
        move = action.move
        if isinstance(move, Ready | Declare) and action.player != viewer:
            same = was.state.deal_number == played.last.deal_number
            if same and played.last.phase is Phase.READY:
                move = legal_moves(state, action.player)[-1]
        step = apply(state, Action(action.player, move), source)
        state = step.state
        steps.append(step)
    return steps


@given(strategies.seeds)
@example(1237)
@settings(max_examples=60, deadline=None)
def test_hidden_cards_do_not_show(seed: int) -> None:
    """Other hands and the stock exchanged: observations and events are equal, in every phase."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    version = chance.choice(list(Version))
    played = play_random(rules, seed, limit=chance.randint(0, 90), koikoi=0.8, version=version)
    state = played.last
    if state.phase is Phase.OVER:
        return
    viewer = chance.choice([None, *(Player(each) for each in range(rules.seats))])
    seat_deck, decks = played.seat_deck, list(played.decks)
    if state.phase is Phase.SEATS:
        hidden = iter(chance.sample(state.draw.deck, len(state.draw.deck)))
        left = set(state.draw.deck)
        seat_deck = tuple([next(hidden) if card in left else card for card in seat_deck])
    else:
        other = another_deck(played, viewer, chance)
        if other is None:
            return
        decks[-1] = other
    for was, now in zip(played.steps, same_actions(played, decks, viewer, seat_deck), strict=True):
        assert observe(was.state, viewer) == observe(now.state, viewer)
        assert was.events == now.events


@given(strategies.seeds)
@settings(max_examples=40, deadline=None)
def test_future_decks_do_not_show(seed: int) -> None:
    """Before a deal is dealt, its deck is nowhere in an observation: another one changes nothing."""
    chance = random.Random(seed)
    rules = random_rules(chance, chance.choice([RuleSetId.ISHOKAI, RuleSetId.SANNIN]))
    played = play_random(rules, seed, limit=chance.randint(3, 90))
    state = played.last
    if state.phase is not Phase.CUT:
        return
    assert state.in_play is not None
    deck = indices_of(shuffled(chance))
    other = state._replace(in_play=state.in_play._replace(deal=state.in_play.deal._replace(deck=deck)))
    for viewer in (None, *(Player(each) for each in range(rules.seats))):
        assert observe(state, viewer) == observe(other, viewer)
    assert Cut(0) in observe(state, observe(state, None).to_move[0]).legal


def test_the_secret_round_gives_nothing_away() -> None:
    """Whether another seat holds a hand yaku, or declared it, does not show before all have answered."""
    rules = make_rules("sannin")
    field, own = "ABEFIJ", "MNQRUVY"
    worlds = (("ghijlmn", "declare"), ("ghijlmn", "ready"), ("gklmnot", "ready"))
    seen = []
    for hand, answer in worlds:
        deck = rigged(rules, hands={1: hand, 2: own}, field=field)
        state = seat(rules, deck)
        events = []
        for text in ("1 cut:0", f"1 {answer}"):
            step = apply(state, parse_action(text), deck_source([deck]))
            state = step.state
            events.append(step.events)
        assert state.phase is Phase.READY
        seen.append((events, [observe(state, viewer) for viewer in (None, Player(2))]))
    assert seen[0] == seen[1] == seen[2]


def test_the_public_sees_no_hand() -> None:
    """The public's observation holds no hand and no legal move; a seat's holds no other hand."""
    for seed in range(8):
        played = play_random(random_rules(random.Random(seed)), seed, limit=40)
        state = played.last
        if state.deal is None or state.phase is Phase.OVER:
            continue
        public = observe(state, None)
        assert (str(public.hand), public.legal, public.question) == ("", (), None)
        for player, hand in enumerate(held(state.deal)):
            assert observe(state, Player(player)).hand.mask == hand
