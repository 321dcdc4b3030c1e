"""The training's batch player plays as the engine does, sees what the bot sees, and learns the same again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.opponents import features
from bot.opponents.network import Network
from bot.opponents.train import course, inputs, learner
from bot.opponents.train import deal as batch
from bot.opponents.train.arrays import Whole, table_of
from bot.opponents.train.course import Training, train
from engine.actions import Choose, Phase, Play, Shobu
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK
from engine.play.codes import DECLARE, MOVES, Code, mask_of
from engine.play.live_deal import LiveDeal
from engine.play.tables import tables_of
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules

PHASES = {
    Phase.PLAY: batch.PLAY,
    Phase.FLIP: batch.FLIP,
    Phase.DECIDE: batch.DECIDE,
    Phase.OVER: batch.OVER,
    Phase.READY: batch.READY,
}
Played = tuple[Rules, Whole, LiveDeal, Whole]


def both(rule_set: RuleSetId, seed: int) -> Iterator[Played]:
    """A deal by random rules, played at random by the engine and by the batch player: after every move."""
    chance = random.Random(seed)
    rules = random_rules(chance, rule_set, months=3)
    # Some decks come in months, so that hand yaku and four of a month on the field are met.
    spread = chance.choice((2, 40, 40))
    deck = sorted(range(48), key=lambda card: card // 4 + chance.random() * spread)
    dealer, bound = chance.randrange(rules.seats), rules.rule_set.secret_round and chance.random() < 0.5
    honba = chance.randrange(9) if rules.rule_set.honba else 0
    live = LiveDeal(tables_of(rules), dealer, deck, honba=honba, bound=bound)
    live.deal_out()
    table, state, cards = table_of(rules), batch.new_state(), np.array(deck)
    state[batch.HONBA], state[batch.BOUND] = honba, bound
    batch.deal_out(table, state, cards, dealer)
    yield rules, table, live, state
    if live.phase is Phase.READY:
        answers = [chance.choice(live.legal_answers(player)) for player in range(rules.seats)]
        for player, answer in enumerate(answers):
            live.answer(player, answer)
        declared = sum(1 << player for player, answer in enumerate(answers) if answer == DECLARE)
        batch.answer_all(table, state, declared)
        yield rules, table, live, state
    while live.phase is not Phase.OVER:
        code = chance.choice(live.legal())
        follow(table, live, state, cards, code)
        live.do(code)
        yield rules, table, live, state


def follow(table: Whole, live: LiveDeal, state: Whole, deck: Whole, code: Code) -> None:
    """The batch player makes the move that the engine is about to make."""
    move = MOVES[code]
    if isinstance(move, Play):
        matching = CardSet(live.field_mask).of_month(move.card.month).mask
        batch.do_play(table, state, deck, move.card.index, move.capture.bit if move.capture else matching)
    elif isinstance(move, Choose):
        batch.do_choose(table, state, deck, move.card.bit)
    else:
        batch.do_decide(table, state, deck, isinstance(move, Shobu))


@pytest.mark.parametrize("rule_set", list(RuleSetId))
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_batch_player_plays_by_the_engines_rules(rule_set: RuleSetId, seed: int) -> None:
    """Cards, captures, calls, what is void, who is asked what, and how the deal ends are the same."""
    for rules, _, live, state in both(rule_set, seed):
        assert state[batch.PHASE] == PHASES[live.phase]
        players = range(rules.seats)
        groups = [(batch.CAPTURED, live.captured), (batch.KOI, live.koi), (batch.VOIDED, live.void)]
        if live.phase is Phase.OVER:
            assert (state[batch.WINNER], state[batch.PAYS]) == (live.winner, live.points)
        else:
            groups += [(batch.HANDS, list(map(mask_of, live.hands))), (batch.MADE, live.made)]
            assert state[batch.MOVER] == live.mover
        for start, theirs in groups:
            assert [state[start + each] for each in players] == list(theirs)
        assert (state[batch.FIELD], state[batch.TOP]) == (live.field_mask, live.top)


def position(rules: Rules, live: LiveDeal, viewer: int, *, ended: bool) -> features.Position:
    """What the bot would tell its network of this deal."""
    seats = rules.seats
    players = [(viewer + each) % seats for each in range(seats)]
    return features.Position(
        hand=mask_of(live.hands[viewer]),
        field=live.field_mask,
        flipped=0 if live.flipped < 0 else DECK[live.flipped].bit,
        captured=tuple([live.captured[each] for each in players]),
        made=live.made[viewer],
        koi=tuple([live.koi[each] for each in players]),
        void=tuple([live.void[each] for each in players]),
        stock=live.stock,
        dealer=(live.dealer - viewer) % seats,
        caller=-1 if live.last_caller < 0 else (live.last_caller - viewer) % seats,
        honba=live.honba,
        bound=live.bound,
        ended=ended,
    )


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_the_batch_player_sees_what_the_bot_sees(rule_set: RuleSetId) -> None:
    """The inputs of the network are the same, for every viewer, in mid-turn and after it; none is doubled."""
    active = np.zeros(inputs.MOST, np.int64)
    for seed in range(3):
        for number, (rules, table, live, state) in enumerate(both(rule_set, seed)):
            viewer, ended = number % rules.seats, number % 4 < 2
            if live.phase is not Phase.OVER:
                count = inputs.inputs_of(table, state, viewer, ended, active)
                at = position(rules, live, viewer, ended=ended)
                told = features.option_inputs(rules) + features.inputs(tables_of(rules), at)
                assert sorted(active[:count].tolist()) == sorted(told)
                assert len(set(told)) == len(told)


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network of few hidden units, and few sets of options."""
    for module in (inputs, learner, course):
        monkeypatch.setattr(module, "HIDDEN", 4)
    monkeypatch.setattr(course, "POOL", 3)


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("rule_set", [RuleSetId.ISHOKAI, RuleSetId.SANNIN])
def test_a_resumed_training_equals_an_unbroken_one(rule_set: RuleSetId, tmp_path: Path) -> None:
    """Stopped after a chunk and taken up from its file, a course ends with the same weights and log."""
    told: list[str] = []
    train(Training(rule_set, 3, 5, chunk=1), tmp_path / "whole.npz", tmp_path / "whole", told.append)
    broken = Training(rule_set, 3, 5, chunk=1)
    broken.step()
    broken.save(tmp_path / "broken.npz")
    train(Training(rule_set, 3, 5, chunk=1), tmp_path / "broken.npz", tmp_path / "broken", told.append)
    assert "resumed at 1 months" in told
    name = f"{rule_set}.net"
    weights = (tmp_path / "whole" / name).read_bytes()
    assert weights == (tmp_path / "broken" / name).read_bytes()
    assert not broken.resume(tmp_path / "whole.npz") or broken.done == 3
    assert not Training(rule_set, 4, 5, chunk=1).resume(tmp_path / "whole.npz")


@pytest.mark.usefixtures("_small")
def test_whole_numbers_lose_next_to_nothing() -> None:
    """A position's value in whole numbers is the network's, to a hundredth of a point."""
    training = Training(RuleSetId.CLASSIC, 10, 3)
    network = Network(training.weights())
    chance, hidden = random.Random(1), np.zeros(4, np.float32)
    for _ in range(20):
        active = sorted(chance.sample(range(len(training.net) - 3), 60))
        exact = inputs.value_of(training.net, np.array(active), len(active), hidden) * training.scale
        value = network.value(network.begin(active[:20]), active[20:]) / network.worth(1)
        assert value == pytest.approx(exact, abs=0.01)
