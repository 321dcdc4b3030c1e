"""The calm decks of `ordinary_deals`: what they leave out, and that they end with it."""

from __future__ import annotations

import random

import pytest

from bot.opponents import greedy
from engine.cards.deck import Deck, format_cards, parse_deck
from engine.errors import TooFewDecks
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import new_match
from engine.record import shuffle
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import deck_source
from tests.support.dealing import (
    BEGINNING,
    CALM,
    CALM_TURNS,
    RULES,
    calm_deck,
    deals_by_chance,
    is_ordinary,
    ordinary_deals,
)

pytestmark = pytest.mark.dealt_by_chance  # the calm decks are held against those of chance

SECRET = bytes(32)
DECKS = tuple(calm_deck(k) for k in range(1, len(CALM) + 1))


def test_the_same_calm_decks_are_dealt_whatever_the_seed_until_the_end() -> None:
    """Afterwards chance deals again."""
    chance = shuffle.deck(shuffle.seed_of_message(SECRET, 1), 0)
    with ordinary_deals():
        for message in range(3):
            seed = shuffle.seed_of_message(SECRET, message)
            later = shuffle.key_of_later_decks(seed, "")
            assert [shuffle.deck(later, each) for each in (1, len(CALM) + 2)] == [*DECKS[:2]]
        with deals_by_chance():
            assert shuffle.deck(shuffle.seed_of_message(SECRET, 4), 0) != calm_deck(0)
    assert shuffle.deck(shuffle.seed_of_message(SECRET, 1), 0) == chance != calm_deck(0)


def test_a_seed_that_no_match_has_made_is_dealt_as_it_is() -> None:
    """Problems, lessons and records bring their own."""
    chance = shuffle.deck(SECRET, 1)
    with ordinary_deals():
        assert shuffle.deck(SECRET, 1) == chance


def test_nobody_draws_twice_for_a_seat() -> None:
    """The first eight cards are of eight months."""
    assert len({card.month for card in calm_deck(0)[:8]}) == 8


def turns_without_yaku(rules: Rules, deck: Deck, chance: random.Random) -> int:
    """Return the number of cards played from hands until somebody has a yaku, by chance and as a CPU player
    plays.
    """
    state, turns, decks = new_match(rules, deck, rules.seats), 0, deck_source([deck])
    try:
        while state.phase is not Phase.DECIDE:
            player = to_move(state)[0]
            turns += state.phase is Phase.PLAY
            move = BEGINNING.get(state.phase)
            if move is None and chance.random() < 0.5:
                move = greedy.choose(observe(state, player))
            action = Action(player, move or chance.choice(legal_moves(state, player)))
            state = apply(state, action, decks).state
    except TooFewDecks:  # the month has ended
        pass
    return turns


@pytest.mark.parametrize("rules", RULES, ids=[each.value for each in RuleSetId])
@pytest.mark.parametrize("deck", DECKS, ids=map(str, CALM))
def test_calm_decks_are_calm(rules: Rules, deck: Deck) -> None:
    """Ordinary whatever is played first, and for some turns more in each of thirty courses."""
    assert is_ordinary(rules, deck)
    for seed in range(30):
        assert turns_without_yaku(rules, deck, random.Random(seed)) >= CALM_TURNS


def with_cards(letters: dict[int, str]) -> Deck:
    """A calm deck in which these cards have changed their places."""
    cards = list(format_cards(DECKS[0]))
    for place, letter in letters.items():
        other = cards.index(letter)
        cards[place], cards[other] = cards[other], cards[place]
    return parse_deck("".join(cards))


@pytest.mark.parametrize(
    ("rules", "letters"),
    [
        pytest.param("classic", {4: "A", 5: "B", 6: "C", 7: "D"}, id="four of a month on the field"),
        pytest.param("classic", {4: "A", 5: "B", 6: "C", 8: "D"}, id="three, and the fourth in a hand"),
        pytest.param("league", {0: "A", 1: "B", 2: "C", 3: "D"}, id="four of a month in a hand"),
        pytest.param("sannin", {0: "A", 1: "B", 2: "C", 3: "D"}, id="something to declare"),
    ],
)
def test_what_is_not_ordinary(rules: str, letters: dict[int, str]) -> None:
    """Each kind of deal that the fixture leaves out is told from the others."""
    assert is_ordinary(make_rules(rules), with_cards({}))
    assert not is_ordinary(make_rules(rules), with_cards(letters))
