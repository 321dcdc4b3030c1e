"""The fields of observations: slots, questions, the last move, the secret round, stakes."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest

from engine.cards.deck import DECK, Card, Deck, card
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import MatchState, Step, new_match
from engine.record.notation import format_move, parse_action
from engine.rules.actions import Phase, Player
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from engine.rules.yaku import YakuId
from tests.support.builders import deck_source, play_random, random_rules, rigged, seat

CLASSIC, SANNIN = make_rules("classic"), make_rules("sannin")
A, B, C = Player(0), Player(1), Player(2)


def played(rules: Rules, deck: Deck, *actions: str) -> list[Step]:
    """The steps of these actions after the seat draw."""
    state = seat(rules, deck)
    steps = []
    for text in actions:
        steps.append(apply(state, parse_action(text), deck_source([deck, DECK])))
        state = steps[-1].state
    return steps


def slots(state: MatchState) -> str:
    """The field by slot, `.` for a free one."""
    return "".join("." if each is None else each.letter for each in observe(state, None).slots)


def test_cards_keep_their_slots() -> None:
    """Deal order first; a captured card frees its slot, and the next card takes the lowest free one."""
    deck = rigged(CLASSIC, hands={0: "BMQU", 1: "FHVv"}, field="IAEYcgks", stock="ZdNG")
    start = seat(CLASSIC, deck)
    assert slots(start) == "IAEYcgks"
    states = [step.state for step in played(CLASSIC, deck, "0 B", "1 V", "0 M", "1 F")]
    assert [slots(state) for state in states] == ["I.E.cgks", "IVE..gks", "IVE..gks", "IVG..gks"]


def test_a_place_is_cleared_for_one_turn() -> None:
    """A place that the last turn cleared, without a card since; the hand step of a waiting turn counts."""
    deck = rigged(CLASSIC, hands={0: "BMQU", 1: "FHVv"}, field="IAEYcgks", stock="ZdNG")
    states = [step.state for step in played(CLASSIC, deck, "0 B", "1 V", "0 M", "1 F")]
    assert [observe(state, None).cleared for state in states] == [(1, 3), (4,), (3,), ()]
    deck = rigged(CLASSIC, hands={0: "aMNO", 1: "Qghi"}, field="ABIEcYks", stock="CV")
    waiting = played(CLASSIC, deck, "0 a")[-1].state
    assert (observe(waiting, A).phase, observe(waiting, A).cleared) == (Phase.FLIP, (5,))


def test_a_waiting_flip_is_beside_the_field() -> None:
    """While a flipped card waits, it is in no slot; the last move shows the hand step alone."""
    deck = rigged(CLASSIC, hands={0: "MNOP", 1: "Qghi"}, field="ABIEcYks", stock="CV")
    waiting = played(CLASSIC, deck, "0 M")[-1].state
    seen = observe(waiting, A)
    assert (seen.phase, str(seen.flipped), seen.stock) == (Phase.FLIP, "C", 23)
    assert [format_move(move) for move in seen.legal] == [">A", ">B"]
    assert slots(waiting) == "ABIEcYksM"
    assert seen.last is not None
    assert (seen.last.player, str(seen.last.played), seen.last.flipped) == (A, "M", None)
    done = played(CLASSIC, deck, "0 M", "0 >A")[-1].state
    last = observe(done, None).last
    assert last is not None
    assert (str(last.flipped), str(last.flipped_captured)) == ("C", "AC")
    assert slots(done) == ".BIEcYksM"


def test_questions_of_a_turn() -> None:
    """A seat's question is the number of actions when it was asked; the other seat has none."""
    deck = rigged(CLASSIC, hands={0: "MNOP", 1: "Qghi"}, field="ABIEcYks", stock="CV")
    steps = played(CLASSIC, deck, "0 M", "0 >A")
    assert [observe(step.state, A).question for step in steps] == [3, None]
    assert [observe(step.state, B).question for step in steps] == [None, 4]


def test_questions_of_a_round_stand() -> None:
    """Answers of other seats in the same secret round, or draw, do not change a seat's question."""
    deck = rigged(SANNIN)
    states = [step.state for step in played(SANNIN, deck, "1 cut:0", "1 ready", "0 ready")]
    assert [observe(state, C).question for state in states] == [4, 4, 4]
    assert [observe(state, C).answered for state in states] == [(), (B,), (A, B)]
    assert [observe(state, B).question for state in states] == [4, None, None]
    drawing = play_random(SANNIN, 5, participants=6, limit=5)
    for step in drawing.steps:
        assert {observe(step.state, Player(each)).question for each in range(6)} <= {0, None}


def test_a_second_round_of_the_draw_asks_again() -> None:
    """A player with a tie is asked again, with the number of actions at the start of that round."""
    front = [card(letter) for letter in "CDEA"]
    state = new_match(CLASSIC, (*front, *(each for each in DECK if each not in front)), 3)
    for text in ("0 draw", "1 draw", "2 draw"):
        state = apply(state, parse_action(text), deck_source([])).state
    seen = observe(state, A)
    assert (seen.draw_round, seen.question, seen.to_move) == (2, 3, (A, B))
    assert [len(cards) for cards in seen.drawn] == [1, 1, 1]
    state = apply(state, parse_action("1 draw"), deck_source([])).state
    assert (observe(state, A).question, observe(state, B).question) == (3, None)
    state = apply(state, parse_action("0 draw"), deck_source([rigged(CLASSIC)])).state
    assert state.order == (1, 0)


def test_stakes_and_multipliers() -> None:
    """The payment for a shobu now: ishokai's formula, and `opponent` for the side whose opponent called."""
    for seed in range(20):
        match = play_random(random_rules(random.Random(seed)), seed, limit=80, koikoi=1.0)
        for step in match.steps:
            seen = observe(step.state, None)
            for player, total in enumerate(seen.totals):
                honba = seen.honba if total else 0
                bonus = match.rules.options.goko_bonus if "goko" in seen.yaku[player] else 0
                assert seen.stakes[player] == (total + honba + bonus) * seen.multipliers[player] * bool(total)


def test_everybody_sees_what_a_stop_would_bring() -> None:
    """Only the player who decides has moves; totals and stakes are everybody's."""
    deck = rigged(CLASSIC, hands={0: "J"}, field="Ig", stock="hBDF")
    steps = played(CLASSIC, deck, "0 J")
    seen = [observe(steps[-1].state, viewer) for viewer in (A, B, None)]
    assert [[format_move(move) for move in each.legal] for each in seen] == [["shobu", "koikoi"], [], []]
    assert (seen[1].totals, seen[1].yaku[0], seen[1].stakes) == ((5, 0), {YakuId.HANAMI: 5}, (5, 0))


def test_viewers_are_checked() -> None:
    """A viewer is a participant in the draw, a seated player afterwards."""
    state = seat(CLASSIC, rigged(CLASSIC))
    with pytest.raises(ValueError, match="no viewer 2"):
        observe(state, C)
    start = play_random(CLASSIC, 1, participants=3, limit=0).last
    assert observe(start, C).legal
    with pytest.raises(ValueError, match="no viewer"):
        observe(start, Player(-1))


def test_the_last_turn_is_told() -> None:
    """A month that is played out was told to be in its last turn before it ended, and at no earlier turn."""
    for name in RULE_SETS:
        match = play_random(make_rules(name, {"months": 3}), 4, koikoi=1.0, limit=150)
        for before, step in pairwise(match.steps):
            if before.state.phase is not Phase.PLAY:
                continue
            seen = observe(before.state, None)
            turns = seen.stock if name is RuleSetId.ISHOKAI else sum(seen.hand_counts)
            assert seen.last_turn == (turns == 1)
            assert step.state.phase is not Phase.PLAY or not seen.last_turn or step.ended


def test_observations_travel() -> None:
    """An observation survives pickling, so that a search in another process can have it."""
    for seed in range(6):
        state = play_random(random_rules(random.Random(seed)), seed, limit=30).last
        seen = observe(state, None)
        again: Observation = pickle.loads(pickle.dumps(seen))
        assert again == seen
        assert all(each is None or isinstance(each, Card) for each in again.slots)


@pytest.mark.outside
def test_yaku_that_are_begun_come_in_the_order_of_their_nearness() -> None:
    """Yaku with a card, not made, still possible, the fewest missing first; matches are of the field."""
    for seed in range(6):
        for step in play_random(random_rules(random.Random(seed)), seed).steps:
            seen = observe(step.state, None)
            for player in range(len(seen.captured)):
                begun = seen.begun(player)
                assert [need - have for _, have, need in begun] == sorted(
                    need - have for _, have, need in begun
                )
                assert all(0 < have < need for _, have, need in begun)
                assert not {yaku for yaku, _, _ in begun} & set(seen.yaku[player])
            for each in DECK:
                assert all(one.month == each.month and one in seen.slots for one in seen.matches(each))
