"""Self-play, compiled: every player moves by the network's values, and the network learns from what came.

TD(lambda) on the positions that a player leaves: after the hand step, and after the whole turn. The aim for
each is drawn from the next one of the same player, and in the end from what the deal pays.
"""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bot.opponents.train import deal
from bot.opponents.train.arrays import ASKS, HONBA_COUNTS, SEATS, Real, Whole, compiled
from bot.opponents.train.greedy import greedy_move
from bot.opponents.train.inputs import MOST, Base, improve, inputs_of, set_base, value_beside, value_of
from bot.opponents.train.scoring import count_of, hand_value

DEPTH = 64
"""Positions of one player in a deal, at most."""
STUDIED = 0.5
"""The share of positions that are learnt from: those of a deal are much alike, and learning takes longest."""


class Memory(NamedTuple):
    """The values of a deal to learn from, by player and position; and places to work in."""

    active: Whole
    counts: Whole
    values: Real
    """The value when it was chosen."""
    best: Real
    """By decision: what its best move was worth."""
    explored: Whole
    """Whether another move than the best was made."""
    sizes: Whole
    """Positions by player."""
    trial: Whole
    """A state to try moves in."""
    inputs: Whole
    hidden: Real
    base: Base


class Course(NamedTuple):
    """The settings for playing and learning deals."""

    scale: float
    """Points that the network's 1 stands for."""
    rate: float
    explore: float
    """The chance of a move at random."""
    against: float
    """The share of deals in which all seats but one are the greedy player's."""
    plain: float
    """The share of deals by the rule set as it is."""
    trace: float
    """Lambda: how much of an aim is what came in the end, not what the next positions were thought worth."""


def new_memory(net: Real) -> Memory:
    """An empty one, for a network of this size."""
    rows, units = net.shape
    base = Base(
        np.zeros(units, np.float32),
        np.zeros(rows, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(2, np.int64),
    )
    return Memory(
        np.zeros((3, DEPTH, MOST), np.int64),
        np.zeros((3, DEPTH), np.int64),
        np.zeros((3, DEPTH), np.float32),
        np.zeros((3, DEPTH), np.float32),
        np.zeros((3, DEPTH), np.int64),
        np.zeros(3, np.int64),
        deal.new_state(),
        np.zeros(MOST, np.int64),
        np.zeros(units, np.float32),
        base,
    )


@compiled
def learn(
    tables: Whole, net: Real, squares: Real, memory: Memory, course: Course, seed: int, deals: int
) -> float:
    """Play `deals` and learn from each; return the mean square error in the network's own measure."""
    np.random.seed(seed)
    state, deck = np.zeros(deal.STATE, np.int64), np.arange(deal.DECK_SIZE)
    error, learnt = 0.0, 0
    for _ in range(deals):
        table = play_deal(tables, state, deck, net, memory, course)
        for player in range(table[SEATS]):
            if memory.sizes[player]:
                paid = payoff(table, state, player) / course.scale
                error += study(net, squares, memory, player, paid, course)
                learnt += memory.sizes[player]
    return error / max(1.0, STUDIED * learnt)


@compiled
def imitate(
    tables: Whole,
    net: Real,
    squares: Real,
    memory: Memory,
    course: Course,
    teacher: Real,
    seed: int,
    deals: int,
) -> float:
    """Play `deals`, and learn what another network makes of each; return the mean square error."""
    np.random.seed(seed)
    state, deck = np.zeros(deal.STATE, np.int64), np.arange(deal.DECK_SIZE)
    hidden, error, learnt = np.zeros(teacher.shape[1], np.float32), 0.0, 0
    for _ in range(deals):
        table = play_deal(tables, state, deck, net, memory, course)
        for player in range(table[SEATS]):
            for at in range(memory.sizes[player]):
                count, active = memory.counts[player, at], memory.active[player, at]
                if count < 0:
                    continue
                aim = value_of(teacher, active, count, hidden)
                missed = aim - value_of(net, active, count, memory.hidden)
                improve(net, squares, active, count, memory.hidden, missed, course.rate)
                error += missed * missed
                learnt += 1
    return error / max(1, learnt)


@compiled
def play_deal(tables: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> Whole:
    """Play a deal by rules drawn from these, remembering the network's positions; gives the rules."""
    rules = 0 if np.random.random() < course.plain else np.random.randint(len(tables))
    table: Whole = tables[rules]
    begin(table, state, deck)
    memory.sizes[:] = 0
    learner = -1
    if np.random.random() < course.against:
        learner = np.random.randint(table[SEATS])
    while state[deal.PHASE] != deal.OVER:
        if learner in (-1, state[deal.MOVER]):
            move(table, state, deck, net, memory, course)
        else:
            greedy_move(table, state, deck)
    return table


@compiled
def begin(table: Whole, state: Whole, deck: Whole) -> None:
    """Deal a shuffled deck; who has a hand yaku to declare declares it."""
    deal_fresh(table, state, deck)
    declare(table, state)


@compiled
def deal_fresh(table: Whole, state: Whole, deck: Whole) -> None:
    """Deal a shuffled deck, with the honba and the binding that courses have."""
    np.random.shuffle(deck)
    state[deal.HONBA] = 0
    while table[HONBA_COUNTS] and state[deal.HONBA] < 8 and np.random.random() < 0.5:
        state[deal.HONBA] += 1
    state[deal.BOUND] = 1 if table[ASKS] and np.random.random() < 0.25 else 0
    deal.deal_out(table, state, deck, np.random.randint(table[SEATS]))


@compiled
def declare(table: Whole, state: Whole) -> None:
    """Have all who have a hand yaku to declare declare it."""
    if state[deal.PHASE] != deal.READY:
        return
    declared = 0
    for player in range(table[SEATS]):
        if hand_value(table, state[deal.HANDS + player]):
            declared |= 1 << player
    deal.answer_all(table, state, declared)


@compiled
def move(table: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> None:
    """The mover makes one move."""
    if state[deal.PHASE] == deal.PLAY:
        play(table, state, deck, net, memory, course)
    elif state[deal.PHASE] == deal.FLIP:
        choose(table, state, deck, net, memory, course)
    else:
        decide(table, state, deck, net, memory, course)


@compiled
def best_play(
    table: Whole, state: Whole, net: Real, memory: Memory, chosen: int, taking: bool
) -> tuple[int, float]:
    """The move (card and what it takes, as `card | takes << 6` by place) of the highest value.

    With `chosen` not below 0 the value of that one alone; with `taking` of those alone that take something.
    """
    player, trial = state[deal.MOVER], memory.trial
    best, most = -1, -1e9
    set_base(net, memory.base, memory.inputs, inputs_of(table, state, player, False, memory.inputs))
    for card in range(48):
        if not state[deal.HANDS + player] >> card & 1:
            continue
        found = deal.lying(state, card)
        if taking and found == 0:
            continue
        two = count_of(found) == 2
        for place in range(4):
            caught = found & (1 << (card // 4 * 4 + place)) if two else found
            code = card | place << 6
            if (two and not caught) or (not two and place) or (chosen >= 0 and code != chosen):
                continue
            trial[:] = state
            deal.hand_step(trial, card, caught)
            count = inputs_of(table, trial, player, False, memory.inputs)
            value = value_beside(net, memory.base, memory.inputs, count, memory.hidden)
            if value > most:
                best, most = code, value
    return best, most


@compiled
def decoded(state: Whole, code: int) -> tuple[int, int]:
    """The card of a play that `best_play` has written, and the mask of what it takes."""
    card = code & 63
    found = deal.lying(state, card)
    return card, 1 << (card // 4 * 4 + (code >> 6)) if count_of(found) == 2 else found


@compiled
def any_play(state: Whole) -> int:
    """A play at random, as `best_play` writes it."""
    player = state[deal.MOVER]
    skip = np.random.randint(count_of(state[deal.HANDS + player]))
    card = 0
    while True:
        if state[deal.HANDS + player] >> card & 1:
            if skip == 0:
                break
            skip -= 1
        card += 1
    found = deal.lying(state, card)
    place = 0
    if count_of(found) == 2:
        place = np.random.randint(4)
        while not found >> (card // 4 * 4 + place) & 1:
            place = (place + 1) % 4
    return int(card | place << 6)


@compiled
def play(table: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> None:
    """The mover plays a card; the position after the hand step is kept, and that at the turn's end."""
    player = state[deal.MOVER]
    code, most = best_play(table, state, net, memory, -1, False)
    best, explored = most, 0
    if np.random.random() < course.explore:
        other = any_play(state)
        if other != code:
            code, explored = other, 1
            most = best_play(table, state, net, memory, code, False)[1]
    card, caught = decoded(state, code)
    memory.trial[:] = state
    deal.hand_step(memory.trial, card, caught)
    keep(table, memory.trial, player, False, memory, most, best, explored)
    deal.do_play(table, state, deck, card, caught)
    if state[deal.PHASE] == deal.PLAY:
        keep_ended(table, state, player, net, memory)


@compiled
def keep_ended(table: Whole, state: Whole, player: int, net: Real, memory: Memory) -> None:
    """The position at the end of a turn that asked nothing."""
    count = inputs_of(table, state, player, True, memory.inputs)
    value = value_of(net, memory.inputs, count, memory.hidden)
    keep(table, state, player, True, memory, value, value, 0)


@compiled
def keep(
    table: Whole,
    state: Whole,
    player: int,
    ended: bool,
    memory: Memory,
    value: float,
    best: float,
    explored: int,
) -> None:
    """Remember a position of this player: its value, and the best value that there was to choose."""
    at = memory.sizes[player]
    if at < DEPTH:
        memory.counts[player, at] = inputs_of(table, state, player, ended, memory.active[player, at])
        memory.values[player, at], memory.best[player, at] = value, best
        memory.explored[player, at] = explored
        memory.sizes[player] += 1


@compiled
def payoff(table: Whole, state: Whole, player: int) -> int:
    """Return this player's payment from the deal that is over: the others' losses, or the winner's score."""
    if state[deal.WINNER] < 0:
        return 0
    won = state[deal.WINNER] == player
    return int(state[deal.PAYS] * (table[SEATS] - 1) if won else -state[deal.PAYS])


@compiled
def choose(table: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> None:
    """The mover chooses what the turned card takes."""
    found = deal.lying(state, state[deal.FLIPPED])
    low = found & -found
    one = choice_value(table, state, low, net, memory, course.scale)
    other = choice_value(table, state, found - low, net, memory, course.scale)
    caught = low if one >= other else found - low
    player = state[deal.MOVER]
    if np.random.random() < course.explore:
        caught = low if np.random.random() < 0.5 else found - low
    value = one if caught == low else other
    memory.trial[:] = state
    deal.land(memory.trial, player, state[deal.FLIPPED], caught)
    memory.trial[deal.FLIPPED] = -1
    deal.do_choose(table, state, deck, caught)
    if state[deal.PHASE] not in (deal.DECIDE, deal.OVER):
        keep(
            table,
            memory.trial,
            player,
            True,
            memory,
            value,
            max(one, other),
            1 if value < max(one, other) else 0,
        )


@compiled
def choice_value(table: Whole, state: Whole, caught: int, net: Real, memory: Memory, scale: float) -> float:
    """Return the worth of a choice for the turned card to the mover, with the decision that may follow."""
    player, trial = state[deal.MOVER], memory.trial
    trial[:] = state
    deal.land(trial, player, state[deal.FLIPPED], caught)
    trial[deal.FLIPPED] = -1
    decides = deal.ends_turn(table, trial, player)
    remain = deal.turns_remain(table, trial, player)
    if decides:
        asked = remain and deal.may_call(table, trial, player)
        return max(decision_values(table, trial, player, asked, net, memory, scale))
    if not remain:
        deal.exhaust(table, trial)
        return payoff(table, trial, player) / scale
    count = inputs_of(table, trial, player, True, memory.inputs)
    return value_of(net, memory.inputs, count, memory.hidden)


@compiled
def decision_values(
    table: Whole, trial: Whole, player: int, asked: bool, net: Real, memory: Memory, scale: float
) -> tuple[float, float]:
    """Return the worth of stopping and of going on to a player with a new yaku; `trial` is changed.

    `asked`: whether a turn remains and they may call, else going on is worth nothing.
    """
    pays = deal.stake_of(table, trial, player) * (table[SEATS] - 1) / scale
    if not asked:
        return pays, 0.0
    trial[deal.KOI + player] += 1
    trial[deal.LAST_CALLER] = player
    count = inputs_of(table, trial, player, True, memory.inputs)
    return pays, value_of(net, memory.inputs, count, memory.hidden)


@compiled
def decide(table: Whole, state: Whole, deck: Whole, net: Real, memory: Memory, course: Course) -> None:
    """The mover stops or goes on."""
    player, trial = state[deal.MOVER], memory.trial
    trial[:] = state
    remain = deal.turns_remain(table, state, player)
    stop, go = decision_values(table, trial, player, remain, net, memory, course.scale)
    stops = stop >= go
    if remain and np.random.random() < course.explore:
        stops = not stops
    if not stops:
        keep(table, trial, player, True, memory, go, max(stop, go), 1 if stop > go else 0)
    elif go > stop:
        # Stopped against the network's own judgement: what came before is not blamed for it.
        keep(table, trial, player, True, memory, go, go, 1)
        memory.counts[player, memory.sizes[player] - 1] = -1
    deal.do_decide(table, state, deck, stops)


@compiled
def study(net: Real, squares: Real, memory: Memory, player: int, paid: float, course: Course) -> float:
    """Learn from the positions of one player, the last one first; gives the sum of square errors."""
    aim, total = paid, 0.0
    for back in range(memory.sizes[player]):
        at = memory.sizes[player] - 1 - back
        count = memory.counts[player, at]
        if count >= 0 and np.random.random() < STUDIED:
            active = memory.active[player, at]
            value = value_of(net, active, count, memory.hidden)
            error = aim - value
            total += error * error
            improve(net, squares, active, count, memory.hidden, error, course.rate)
        if memory.explored[player, at]:
            aim = memory.best[player, at]
        else:
            aim = (1 - course.trace) * memory.values[player, at] + course.trace * aim
    return total
