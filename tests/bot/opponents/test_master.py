"""*Master*: nothing of what is hidden has a part in its moves, and it sees what one move ahead does not."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from random import Random

import pytest

from bot.opponents import hard, master
from engine.play.codes import Code
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, new_match
from engine.rules.actions import Action, Phase, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.observations import walk
from tests.support.builders import SeededDecks


@pytest.mark.outside
@pytest.mark.parametrize("rules", list(RuleSetId))
def test_a_match_is_played_to_its_end(rules: RuleSetId) -> None:
    """Against *hard*: every choice is legal, and where one move alone is left it is made."""
    decks = SeededDecks(11)
    state = new_match(make_rules(rules, {"months": 3}), decks(0))
    searched = 0
    while state.phase is not Phase.OVER:
        player = to_move(state)[0]
        seen = observe(state, player)
        move = legal_moves(state, player)[0]
        if state.phase is not Phase.SEATS:
            player_of = master if player == 0 else hard
            move = player_of.choose(seen)
            searched += player == 0 and hard.without_judging(seen) is None
        assert move in seen.legal
        state = apply(state, Action(player, move), decks).state
    assert searched > 2


def test_what_is_hidden_changes_no_move() -> None:
    """The move is one for all hands of the others and all stocks that look alike to the viewer."""
    for seen in walk(RuleSetId.CLASSIC)[:8]:
        assert hard.without_judging(seen) or master.choose(seen) == master.choose(seen)
    state, twin = two_alike()
    assert observe(state, Player(0)) == observe(twin, Player(0))
    assert state != twin
    assert master.choose(observe(state, Player(0))) == master.choose(observe(twin, Player(0)))


def test_it_looks_further_than_hard() -> None:
    """In some positions of a few matches it makes another move, whose value the network thinks lower."""
    differ = [seen for seen in judged() if master.choose(seen) != hard.choose(seen)]
    assert differ
    for seen in differ:
        values = hard.values(seen)
        assert values[master.choose(seen)] >= max(values.values()) - master.WITHIN


@pytest.mark.parametrize("rules", [RuleSetId.CLASSIC, RuleSetId.SANNIN])
def test_every_decision_takes_as_long(rules: RuleSetId, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many positions are judged for each: what it may take, and no more than one world above."""
    searches: list[CountedSearch] = []
    allowed = master.POSITIONS[make_rules(rules).seats]

    class CountedSearch(master._Search):
        def __init__(
            self, seen: Observation, first: Mapping[Code, float], leanings: Mapping[Code, float]
        ) -> None:
            super().__init__(seen, first, leanings)
            self.rounds: list[tuple[int, int]] = []
            searches.append(self)

        def _play_out(self, moves: list[Code], world: LiveDeal) -> None:
            before = self.judged
            super()._play_out(moves, world)
            self.rounds.append((len(moves), self.judged - before))

    monkeypatch.setattr(master, "_Search", CountedSearch)
    for seen in walk(rules)[:20]:
        master.choose(seen)
    assert {search.rounds[0][0] for search in searches} == {2, 3}
    for search in searches:
        assert allowed <= search.judged < allowed + max(judged for _, judged in search.rounds)
        assert search.rounds[-1][0] == 2, "the last of three is given up"


@pytest.mark.outside
def test_a_search_leaves_nothing_to_be_collected() -> None:
    """The process of the search does not look for garbage to collect."""
    seen = judged()[:4]
    for each in seen:
        master.choose(each)
    gc.collect()
    gc.disable()
    try:
        for each in seen:
            master.choose(each)
        assert gc.collect() == 0
    finally:
        gc.enable()


def judged() -> list[Observation]:
    """Positions in which there is something to judge."""
    found = walk(RuleSetId.CLASSIC)
    return [each for each in found if hard.without_judging(each) is None][:40:2]


def two_alike() -> tuple[MatchState, MatchState]:
    """Two matches whose first deals differ in what is hidden from the first player alone."""
    decks = SeededDecks(3)
    first = new_match(make_rules("classic", {"months": 1}), decks(0))
    while first.phase is Phase.SEATS:
        player = to_move(first)[0]
        first = apply(first, Action(player, legal_moves(first, player)[0]), decks).state
        if to_move(first) == ():
            break
    assert first.in_play is not None
    before = new_match(make_rules("classic", {"months": 1}), decks(0))
    seen = observe(first, Player(0))
    deck = list(decks(1))
    hidden = [n for n, card in enumerate(deck) if card in seen.unseen]
    moved = Random(1).sample([deck[n] for n in hidden], len(hidden))
    for n, card in zip(hidden, moved, strict=True):
        deck[n] = card
    while before.phase is Phase.SEATS:
        player = to_move(before)[0]
        before = apply(
            before, Action(player, legal_moves(before, player)[0]), lambda number: tuple(deck)
        ).state
    return first, before
