"""The greedy player (`bot.opponents.greedy`, an even one), compiled: whom courses learn against, too.

Courses and duels play months alone, so it judges by points, as the bot's does before the last months.

A property test holds its moves equal to those of the bot's.
"""

from __future__ import annotations

from bot.opponents import greedy, worth
from bot.opponents.train import deal
from bot.opponents.train.arrays import (
    FEW,
    LINE,
    LINE_COUNT,
    LINES,
    MOST_LINES,
    NEED,
    POINTS,
    RAINED,
    READINGS,
    SEATS,
    SIZE,
    VOIDS,
    WHOLE,
    Whole,
    compiled,
)
from bot.opponents.train.scoring import CRANE, CUP, NOVEMBER, count_of, sum_of, total_of
from engine.cards.cardset import KIND_MASKS
from engine.cards.deck import ALL_CARDS, Kind

LIGHTS, ANIMALS = KIND_MASKS[Kind.LIGHT], KIND_MASKS[Kind.ANIMAL]
RIBBONS, CHAFF = KIND_MASKS[Kind.RIBBON], KIND_MASKS[Kind.CHAFF]
HOPE, BLOCK, GIVE, KEPT = worth.HOPE, greedy.BLOCK, greedy.GIVE, greedy.KEPT
KEEP_CARDS, NEAR = greedy.KEEP_CARDS, greedy.NEAR
ENOUGH, ENOUGH_AT_RISK = greedy.ENOUGH, greedy.ENOUGH_AT_RISK


@compiled
def greedy_move(table: Whole, state: Whole, deck: Whole) -> None:
    """The mover makes the greedy player's move."""
    if state[deal.PHASE] == deal.PLAY:
        card, caught = greedy_play(table, state)
        deal.do_play(table, state, deck, card, caught)
    elif state[deal.PHASE] == deal.FLIP:
        deal.do_choose(table, state, deck, greedy_choice(table, state))
    else:
        deal.do_decide(table, state, deck, not greedy_goes_on(table, state))


@compiled
def greedy_play(table: Whole, state: Whole) -> tuple[int, int]:
    """The card that the mover plays, and the mask of what it takes."""
    player = state[deal.MOVER]
    best, caught, most = -1, 0, -1e9
    for card in range(48):
        if not state[deal.HANDS + player] >> card & 1:
            continue
        found = deal.lying(state, card)
        if found == 0:
            value = round(-_gift(table, state, player, card) * 1e6)
            if value > most:
                best, caught, most = card, 0, value
            continue
        two = count_of(found) == 2
        for place in range(4 if two else 1):
            taken = found & (1 << (card // 4 * 4 + place)) if two else found
            if taken:
                value = round(_gain(table, state, player, taken | 1 << card) * 1e6)
                if value > most:
                    best, caught, most = card, taken, value
    return best, caught


@compiled
def greedy_choice(table: Whole, state: Whole) -> int:
    """The mask of the card that the turned card takes, of two."""
    player, card = state[deal.MOVER], state[deal.FLIPPED]
    found = deal.lying(state, card)
    low = found & -found
    one = round(_gain(table, state, player, low | 1 << card) * 1e6)
    other = round(_gain(table, state, player, found - low | 1 << card) * 1e6)
    return int(low if one >= other else found - low)


@compiled
def greedy_goes_on(table: Whole, state: Whole) -> bool:
    """Whether the mover says koi-koi."""
    player = state[deal.MOVER]
    if not deal.turns_remain(table, state, player) or count_of(state[deal.HANDS + player]) < KEEP_CARDS:
        return False
    if deal.stake_of(table, state, player) >= (ENOUGH_AT_RISK if table[VOIDS] else ENOUGH):
        return False
    for other in range(table[SEATS]):
        own = state[deal.CAPTURED + other]
        if other != player and (
            total_of(table, own)[0] != state[deal.VOIDED + other]
            or _missing(table, own, _gone(table, state, other)) <= NEAR
        ):
            return False
    return _missing(table, state[deal.CAPTURED + player], _gone(table, state, player)) <= NEAR


@compiled
def _gone(table: Whole, state: Whole, player: int) -> int:
    """Return the captures of all other players."""
    taken = 0
    for other in range(table[SEATS]):
        if other != player:
            taken |= state[deal.CAPTURED + other]
    return taken


@compiled
def _reading(table: Whole, own: int) -> int:
    """The reading of the sheet by which captures are scored."""
    if table[READINGS] < 2 or not own & CUP:
        return 0
    return 1 if sum_of(table, 1, own, False)[0] > sum_of(table, 0, own, False)[0] else 0


@compiled
def _had(table: Whole, line: int, own: int, gone: int) -> int:
    """The cards of a line that a player has; -1 where it can never be made."""
    need = table[line + NEED]
    if table[line + WHOLE] & gone or (need and count_of(table[line + FEW] & ~gone) < need):
        return -1
    if table[line + RAINED] and own & NOVEMBER and gone & CRANE:
        return -1
    return int(count_of(table[line + WHOLE] & own) + min(need, count_of(table[line + FEW] & own)))


@compiled
def _missing(table: Whole, own: int, gone: int) -> int:
    """Return the missing cards, as `worth.missing` does."""
    reading, least = _reading(table, own), 48
    for each in range(table[LINE_COUNT + reading]):
        line = LINES + (reading * MOST_LINES + each) * LINE
        had = _had(table, line, own, gone)
        if 0 <= had < table[line + SIZE]:
            least = min(least, table[line + SIZE] - had)
    return least


@compiled
def _worth(table: Whole, own: int, gone: int) -> float:
    """Return the worth, as `worth.worth` does."""
    value, reading = float(total_of(table, own)[0]), _reading(table, own)
    for each in range(table[LINE_COUNT + reading]):
        line = LINES + (reading * MOST_LINES + each) * LINE
        had, size = _had(table, line, own, gone), table[line + SIZE]
        if 0 < had < size:
            value += HOPE * table[line + POINTS] * (had / size) ** 2
    cards = 1.0 * count_of(LIGHTS & own) + 0.4 * count_of(ANIMALS & own) + 0.35 * count_of(RIBBONS & own)
    return value + (cards + 0.1 * count_of(CHAFF & own) + 0.6 * count_of(CUP & own))


@compiled
def _gain(table: Whole, state: Whole, player: int, cards: int) -> float:
    """Return the gain of these cards for a player, and the loss of the others' hopes and hands."""
    own, held = state[deal.CAPTURED + player], 0
    for other in range(table[SEATS]):
        if other != player:
            held += total_of(table, state[deal.CAPTURED + other])[0] - state[deal.VOIDED + other]
    gain = gain_of(table, state, player, cards)
    if table[VOIDS] and total_of(table, own | cards)[0] > total_of(table, own)[0]:
        gain += BLOCK * held
    return gain


@compiled
def gain_of(table: Whole, state: Whole, player: int, cards: int) -> float:
    """Return the gain of these cards for a player, and the loss of the others' hopes."""
    own, gone = state[deal.CAPTURED + player], _gone(table, state, player)
    gain, denied = _worth(table, own | cards, gone) - _worth(table, own, gone), 0.0
    for other in range(table[SEATS]):
        if other != player:
            theirs, lost = state[deal.CAPTURED + other], _gone(table, state, other)
            denied += _worth(table, theirs, lost) - _worth(table, theirs, lost | cards)
    return gain + BLOCK * denied


@compiled
def _gift(table: Whole, state: Whole, player: int, card: int) -> float:
    """Return the gift to others of a card that is laid down, and its possible worth to its player."""
    own, laid = state[deal.CAPTURED + player], 1 << card
    gone = _gone(table, state, player)
    kept = _worth(table, own | laid, gone) - _worth(table, own, gone)
    known, most = own | gone | state[deal.FIELD] | state[deal.HANDS + player], -1e9
    if state[deal.FLIPPED] >= 0:
        known |= 1 << state[deal.FLIPPED]
    for other in range(table[SEATS]):
        if other != player:
            theirs, lost = state[deal.CAPTURED + other], _gone(table, state, other)
            most = max(most, _worth(table, theirs | laid, lost) - _worth(table, theirs, lost))
    others = count_of(ALL_CARDS & ~known & (0b1111 << (card // 4 * 4)))
    return GIVE * (others / 3 * most) + KEPT * kept
