"""`python -m bot.opponents.train.duels RULES`: months between two levels, compiled, with the same decks.

An hour of `koikoi ladder` is played here in seconds: single months by a rule set or a preset, with month
cards each of the twelve in turn. Each deck is played once with the first player in every seat against the
second one in all others. It is for people who try another course or another search; what the bot's own code
reaches, the ladder says.
"""
# ruff: noqa: PLR0913, PLR0917 - compiled functions take plain arrays

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from bot.opponents import master
from bot.opponents.train import deal
from bot.opponents.train.__main__ import HERE
from bot.opponents.train.arrays import SEATS, Real, Whole, compiled, tables_by_month
from bot.opponents.train.greedy import greedy_move
from bot.opponents.train.inference import deal_likely, update_odds
from bot.opponents.train.inputs import inputs_of, set_base, value_beside
from bot.opponents.train.learner import (
    Course,
    Memory,
    begin,
    best_play,
    choice_value,
    decision_values,
    decoded,
    move,
    new_memory,
    payoff,
)
from bot.opponents.train.playouts import load, make
from bot.opponents.train.scoring import count_of
from engine.cards.deck import ALL_CARDS
from engine.rules.presets import NAMES, named_rules, rules_name
from engine.rules.rule_sets import RULE_SETS, RuleSetId

NORMAL, HARD, MASTER = range(3)
LEVELS = {"normal": NORMAL, "hard": HARD, "master": MASTER}


class Search(NamedTuple):
    """The search of *master*; see `bot.opponents.master`."""

    candidates: int
    within: float
    """In the network's own measure."""
    positions: int
    at_once: float


class Player(NamedTuple):
    """The player: a level, the network that it judges by, places for it to work in."""

    level: int
    net: Real
    memory: Memory
    course: Course
    search: Search
    world: Whole
    """A state to imagine."""
    trial: Whole
    deck: Whole


def player_of(level: int, weights: bytes, rule_set: RuleSetId) -> Player:
    """Return a player of this level by a file of weights of a rule set."""
    net, scale = load(weights, rule_set)
    positions = master.POSITIONS[RULE_SETS[rule_set].seats]
    search = Search(master.CANDIDATES, master.WITHIN / scale, positions, master.AT_ONCE)
    return Player(
        level,
        net,
        new_memory(net),
        Course(scale, 0.0, 0.0, 0.0, 0.0, 0.0),
        search,
        deal.new_state(),
        deal.new_state(),
        np.zeros(deal.DECK_SIZE, np.int64),
    )


@compiled
def duel(tables: Whole, first: Player, second: Player, seed: int, decks: int) -> Whole:
    """Return the first player's payment of a month, by deck and seat; decks take turns with the tables."""
    paid = np.zeros((decks, tables[0, SEATS]), np.int64)
    state, deck = np.zeros(deal.STATE, np.int64), np.arange(deal.DECK_SIZE)
    before, odds = np.zeros(deal.STATE, np.int64), np.ones((3, deal.DECK_SIZE), np.float32)
    for each in range(decks):
        table = tables[each % len(tables)]
        for seat in range(table[SEATS]):
            np.random.seed(seed + each)
            deck[:] = np.arange(deal.DECK_SIZE)
            odds[:] = 1
            begin(table, state, deck)
            while state[deal.PHASE] != deal.OVER:
                before[:] = state
                make_move(table, state, deck, first if state[deal.MOVER] == seat else second, odds)
                if before[deal.PHASE] == deal.PLAY:
                    update_odds(table, before, played_card(before, state), odds)
            paid[each, seat] = payoff(table, state, seat)
    return paid


@compiled
def played_card(before: Whole, after: Whole) -> int:
    """The card that the mover has played from the hand."""
    hand = deal.HANDS + before[deal.MOVER]
    return count_of((before[hand] & ~after[hand]) - 1)


@compiled
def make_move(table: Whole, state: Whole, deck: Whole, player: Player, odds: Real) -> None:
    """The mover moves as this player; `odds`: by player and card, how likely they hold it."""
    if player.level == NORMAL:
        greedy_move(table, state, deck)
        return
    player.memory.sizes[:] = 0
    if player.level == HARD:
        move(table, state, deck, player.net, player.memory, player.course)
    else:
        look_ahead(table, state, deck, player, odds)


@compiled
def look_ahead(table: Whole, state: Whole, deck: Whole, player: Player, odds: Real) -> None:
    """The mover moves as *master*, for points."""
    moves, values = np.full((64, 2), -1, np.int64), np.zeros(64, np.float32)
    count = judged(table, state, player, moves, values)
    best = values[:count].max()
    order = np.argsort(-values[:count])
    kept = 0
    while kept < min(count, player.search.candidates) and best - values[order[kept]] <= player.search.within:
        kept += 1
    chosen = order[0]
    if kept > 1:
        chosen = played_out(table, state, player, moves, values, order[:kept], odds)
    make(table, state, deck, moves[chosen, 0], moves[chosen, 1])


@compiled
def judged(table: Whole, state: Whole, player: Player, moves: Whole, values: Real) -> int:
    """Write the mover's moves, as `make` takes them, and what the network thinks of each; gives how many."""
    memory, mover, scale = player.memory, state[deal.MOVER], player.course.scale
    if state[deal.PHASE] == deal.DECIDE:
        player.trial[:] = state
        remain = deal.turns_remain(table, state, mover)
        stop, go = decision_values(table, player.trial, mover, remain, player.net, memory, scale)
        moves[0, 1], moves[1, 1], values[0], values[1] = 1, 0, stop, go
        return 2
    if state[deal.PHASE] == deal.FLIP:
        found = deal.lying(state, state[deal.FLIPPED])
        low = found & -found
        for each in range(2):
            caught = found - low if each else low
            moves[each, 1] = caught
            values[each] = choice_value(table, state, caught, player.net, memory, scale)
        return 2
    count = 0
    set_base(player.net, memory.base, memory.inputs, inputs_of(table, state, mover, False, memory.inputs))
    for card in range(48):
        if not state[deal.HANDS + mover] >> card & 1:
            continue
        found = deal.lying(state, card)
        two = count_of(found) == 2
        for place in range(4 if two else 1):
            caught = found & (1 << (card // 4 * 4 + place)) if two else found
            if two and not caught:
                continue
            player.trial[:] = state
            deal.hand_step(player.trial, card, caught)
            active = inputs_of(table, player.trial, mover, False, memory.inputs)
            moves[count, 0], moves[count, 1] = card, caught
            values[count] = value_beside(player.net, memory.base, memory.inputs, active, memory.hidden)
            count += 1
    return count


@compiled
def played_out(
    table: Whole, state: Whole, player: Player, moves: Whole, first: Real, order: Whole, odds: Real
) -> int:
    """The best of the moves in `order`, by what they come to in worlds and by the first judgement."""
    hidden, worth, left = unseen(table, state), np.zeros(len(first), np.float32), len(order)
    worlds, judged = 0, 0
    while judged < player.search.positions:
        deal_likely(table, state, hidden, state[deal.MOVER], odds, player.world, player.deck)
        for each in order[:left]:
            player.trial[:] = player.world
            make(table, player.trial, player.deck, moves[each, 0], moves[each, 1])
            value, looks = until_next(table, player, state[deal.MOVER])
            worth[each] += value
            judged += looks
        worlds += 1
        judged += master.WORLD
        # Best first.
        blended = player.search.at_once * first + (1 - player.search.at_once) * worth / worlds
        order[:left] = order[:left][np.argsort(-blended[order[:left]])]
        if left > 2 and judged >= player.search.positions * master.PART:
            left -= 1
    return int(order[0])


@compiled
def unseen(table: Whole, state: Whole) -> Whole:
    """The cards that the mover does not see."""
    known = state[deal.FIELD] | state[deal.HANDS + state[deal.MOVER]]
    for player in range(table[SEATS]):
        known |= state[deal.CAPTURED + player]
    if state[deal.FLIPPED] >= 0:
        known |= 1 << state[deal.FLIPPED]
    return np.array([card for card in range(48) if ALL_CARDS >> card & 1 and not known >> card & 1])


@compiled
def until_next(table: Whole, player: Player, me: int) -> tuple[float, int]:
    """Return the worth of a world once it is this player's turn again, and the number of judged positions.

    All move as *hard* until then, and take something where they can.
    """
    state, judged = player.trial, 0
    while state[deal.PHASE] != deal.OVER and not (state[deal.PHASE] == deal.PLAY and state[deal.MOVER] == me):
        judged += looked_at(state)
        player.memory.sizes[:] = 0
        if state[deal.PHASE] == deal.PLAY:
            code = best_play(table, state, player.net, player.memory, -1, deal.can_take(state))[0]
            card, caught = decoded(state, code)
            deal.do_play(table, state, player.deck, card, caught)
        else:
            move(table, state, player.deck, player.net, player.memory, player.course)
    if state[deal.PHASE] == deal.OVER:
        return payoff(table, state, me) / player.course.scale, judged
    judged += moves_of(state)
    return best_play(table, state, player.net, player.memory, -1, deal.can_take(state))[1], judged


@compiled
def looked_at(state: Whole) -> int:
    """Return the number of positions that are judged for a move: none for one that is the only one."""
    count = moves_of(state)
    return count if count > 1 else 0


@compiled
def moves_of(state: Whole) -> int:
    """Return the number of the mover's moves that are judged."""
    if state[deal.PHASE] != deal.PLAY:
        return 2
    count, taking = 0, deal.can_take(state)
    for card in range(48):
        found = deal.lying(state, card)
        if state[deal.HANDS + state[deal.MOVER]] >> card & 1 and (found or not taking):
            count += 2 if count_of(found) == 2 else 1
    return count


def line_of(paid: Whole) -> str:
    """Return the result of a duel, as a line: points or mon a month of the first player, with a 95 %
    interval.
    """
    means = paid.mean(axis=1)
    half = 1.96 * means.std(ddof=1) / sqrt(len(means))
    return f"{means.mean():+.3f} ± {half:.3f} a month ({paid.size} months)"


@click.command()
@click.argument("rules", type=click.Choice([each.value for each in NAMES]))
@click.option("--player", type=click.Choice(list(LEVELS)), default="hard", show_default=True)
@click.option("--against", type=click.Choice(list(LEVELS)), default="normal", show_default=True)
@click.option("--decks", type=click.IntRange(2), default=20_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The first player's file of weights; without it the bot's own.",
)
def main(rules: str, player: str, against: str, decks: int, seed: int, weights: Path | None) -> None:
    """Play months between two levels, and tell what the first one gains."""
    played = named_rules(rules_name(rules))
    own = (HERE / f"{played.id}.net").read_bytes()
    first = player_of(LEVELS[player], weights.read_bytes() if weights else own, played.id)
    second = player_of(LEVELS[against], own, played.id)
    click.echo(line_of(duel(tables_by_month(played), first, second, seed * 1_000_003, decks)))


if __name__ == "__main__":
    main()
