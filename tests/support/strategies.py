"""Hypothesis strategies for values of the engine."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine.cards.cardset import CardSet
from engine.cards.deck import ALL_CARDS, DECK, Deck
from engine.rules.actions import (
    Action,
    Choose,
    Cut,
    Declare,
    Draw,
    KoiKoi,
    Move,
    Play,
    Player,
    Ready,
    Resign,
    Shobu,
)
from engine.rules.options import Rules
from tests.support.builders import random_rules

seeds = st.integers(0, 2**32 - 1)
cards = st.sampled_from(DECK)
card_sets = st.integers(0, ALL_CARDS).map(CardSet)
decks: st.SearchStrategy[Deck] = st.permutations(DECK).map(tuple)
rules: st.SearchStrategy[Rules] = seeds.map(lambda seed: random_rules(random.Random(seed)))

moves: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from([Draw(), Ready(), Declare(), Shobu(), KoiKoi(), Resign()]),
    st.integers(0, 7).map(Draw),
    st.integers(0, 47).map(Cut),
    st.builds(Play, cards, st.none() | cards),
    cards.map(Choose),
)
actions = st.builds(Action, st.integers(0, 999).map(Player), moves)
