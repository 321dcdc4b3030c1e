"""The observations of a match's players, to be judged: for tests of several players."""

from __future__ import annotations

from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import new_match
from engine.rules.actions import Action, Phase
from engine.rules.options import make_rules
from tests.support.builders import SeededDecks


def walk(rules_name: str) -> list[Observation]:
    """Return the observations of players with a choice: the first legal moves, a few months."""
    rules, decks = make_rules(rules_name, {"months": 3}), SeededDecks(4)
    state, seen = new_match(rules, decks(0)), []
    for _ in range(60):
        if state.phase is Phase.OVER:
            break
        player = to_move(state)[0]
        seen += [observe(state, player)] if len(legal_moves(state, player)) > 1 else []
        state = apply(state, Action(player, legal_moves(state, player)[-1]), decks).state
    return [each for each in seen if each.phase is not Phase.SEATS]
