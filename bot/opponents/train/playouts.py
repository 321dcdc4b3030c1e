"""The average results of choices when a month is played to its end many times, compiled: the second judge of
problems.

All that the viewer does not see is dealt again for each playout; every choice meets the same worlds.
"""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.opponents.features import names_of
from bot.opponents.network import fitted, unpack
from bot.opponents.train import deal
from bot.opponents.train.arrays import SEATS, Real, Whole, compiled, table_of
from bot.opponents.train.learner import Course, Memory, move, new_memory, payoff
from bot.opponents.train.scoring import count_of
from engine.play.codes import mask_of
from engine.play.live_deal import LiveDeal
from engine.play.observation import Observation
from engine.rules.actions import Choose, Move, Phase, Play, Shobu
from engine.rules.options import Rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId

PHASES = {Phase.PLAY: deal.PLAY, Phase.FLIP: deal.FLIP, Phase.DECIDE: deal.DECIDE}
"""The phases in which a choice may be judged."""


def load(weights: bytes, rule_set: RuleSetId) -> tuple[Real, float]:
    """The network of a file of weights for today's inputs, and the points that its 1 stands for."""
    told = fitted(unpack(weights), rule_set, names_of(rule_set, RULE_SETS[rule_set].seats))
    start = np.full(len(told.second), told.start / told.one)
    return (np.vstack([*told.first, told.second, start]) / told.one).astype(np.float32), float(told.scale)


class Judge:
    """Plays months by one set of rules to their end, every player by the weights of *hard*."""

    def __init__(self, rules: Rules, weights: bytes) -> None:
        """`weights`: the file of the rule set's network."""
        self._net, scale = load(weights, rules.id)
        self._table = table_of(rules)
        self._course = Course(scale, 0.0, 0.0, 0.0, 0.0, 0.0)
        self._memory = new_memory(self._net)

    def payoffs(
        self, seen: Observation, live: LiveDeal, moves: Sequence[Move], worlds: int, seed: int
    ) -> Real:
        """Return the viewer's payment of the month, by world and move; the viewer is to move in this deal."""
        assert seen.viewer is not None
        return play_out(
            self._table,
            state_of(live),
            np.array([card.index for card in seen.unseen], np.int64),
            int(seen.viewer),
            np.array([_choice(seen, each) for each in moves], np.int64),
            self._net,
            self._memory,
            self._course,
            seed,
            worlds,
        )


def _choice(seen: Observation, chosen: Move) -> tuple[int, int]:
    """A move as two numbers: the card that is played and what it takes; of others the second alone."""
    if isinstance(chosen, Play):
        return chosen.card.index, seen.takes(chosen).mask
    if isinstance(chosen, Choose):
        return -1, chosen.card.bit
    return -1, int(isinstance(chosen, Shobu))


def state_of(live: LiveDeal) -> Whole:
    """A deal in play as the compiled one has it."""
    state = deal.new_state()
    state[deal.PHASE] = PHASES[live.phase]
    numbers = {
        deal.MOVER: live.mover,
        deal.DEALER: live.dealer,
        deal.FIELD: live.field_mask,
        deal.TOP: live.top,
        deal.FLIPPED: live.flipped,
        deal.BEFORE: live.before,
        deal.AFTER_HAND: live.after_hand,
        deal.LAST_CALLER: live.last_caller,
        deal.HONBA: live.honba,
        deal.BOUND: live.bound,
        deal.LIT: live.lights,
        deal.WINNER: -1,
    }
    for place, number in numbers.items():
        state[place] = number
    groups = {
        deal.HANDS: [mask_of(hand) for hand in live.hands],
        deal.CAPTURED: live.captured,
        deal.MADE: live.made,
        deal.KOI: live.koi,
        deal.VOIDED: live.void,
    }
    for start, values in groups.items():
        state[start : start + len(values)] = values
    return state


@compiled
def play_out(
    table: Whole,
    begun: Whole,
    hidden: Whole,
    viewer: int,
    choices: Whole,
    net: Real,
    memory: Memory,
    course: Course,
    seed: int,
    worlds: int,
) -> Real:
    """Return the payment of each choice in each world; `hidden` are the cards unseen by the viewer."""
    np.random.seed(seed)
    paid = np.zeros((worlds, len(choices)), np.float32)
    world, state, deck = np.zeros_like(begun), np.zeros_like(begun), np.zeros(deal.DECK_SIZE, np.int64)
    for number in range(worlds):
        np.random.shuffle(hidden)
        deal_hidden(table, begun, hidden, viewer, world, deck)
        for each in range(len(choices)):
            state[:] = world
            make(table, state, deck, choices[each, 0], choices[each, 1])
            while state[deal.PHASE] != deal.OVER:
                memory.sizes[:] = 0
                move(table, state, deck, net, memory, course)
            paid[number, each] = payoff(table, state, viewer)
    return paid


@compiled
def deal_hidden(table: Whole, begun: Whole, hidden: Whole, viewer: int, world: Whole, deck: Whole) -> None:
    """A world: the others hold as many of the hidden cards as they do, the rest is the stock."""
    world[:] = begun
    given = 0
    for player in range(table[SEATS]):
        if player != viewer:
            hand = 0
            for _ in range(count_of(begun[deal.HANDS + player])):
                hand |= 1 << hidden[given]
                given += 1
            world[deal.HANDS + player] = hand
    for place in range(begun[deal.TOP], deal.DECK_SIZE):
        deck[place] = hidden[given]
        given += 1


@compiled
def make(table: Whole, state: Whole, deck: Whole, card: int, rest: int) -> None:
    """The mover makes a choice, as `_choice` writes it."""
    if state[deal.PHASE] == deal.PLAY:
        deal.do_play(table, state, deck, card, rest)
    elif state[deal.PHASE] == deal.FLIP:
        deal.do_choose(table, state, deck, rest)
    else:
        deal.do_decide(table, state, deck, rest == 1)
