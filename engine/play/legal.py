"""Who may act, and how (record.md, *Actions*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.actions import Choose, Cut, Declare, Draw, KoiKoi, Move, Phase, Play, Player, Ready, Shobu
from engine.cards.cardset import cards_in
from engine.cards.deck import DECK, Card
from engine.play.deal import matching, player_at
from engine.play.state import MatchState
from engine.rules.hand_yaku import hand_yaku_of

_TURN = frozenset({Phase.PLAY, Phase.FLIP, Phase.DECIDE})
"""The phases of a turn, which waits for its player alone."""


def to_move(state: MatchState) -> tuple[Player, ...]:
    """Who may act, ascending: joining numbers in `seats`, table numbers afterwards."""
    if state.phase in _TURN:
        return (state.laid.mover,)
    if state.phase is Phase.SEATS:
        return state.draw.waiting
    if state.phase is Phase.OVER:
        return ()
    table = state.laid
    if state.phase is Phase.READY:
        return tuple(Player(each) for each, answer in enumerate(table.answers) if answer is None)
    cutter = state.rules.rule_set.cutter
    assert cutter is not None
    return (player_at(state.rules, table.dealer, cutter),)


def legal_moves(state: MatchState, player: Player) -> tuple[Move, ...]:
    """The moves of this player now, sorted as in record.md; `resign` is not listed."""
    if player not in to_move(state):
        return ()
    return _LEGAL[state.phase](state, player)


def _draws(state: MatchState, player: Player) -> tuple[Move, ...]:
    return (Draw(),)


_CUTS = tuple(Cut(at) for at in range(len(DECK)))


def _cuts(state: MatchState, player: Player) -> tuple[Move, ...]:
    return _CUTS


def answers(state: MatchState, player: Player) -> tuple[Move, ...]:
    """What this player may answer in the secret round; declare only with a hand yaku."""
    has_yaku = hand_yaku_of(state.rules, state.laid.hands[player])
    return (Ready(), Declare()) if has_yaku else (Ready(),)


def plays(card: Card, found: int) -> tuple[Move, ...]:
    """How a hand card can be played where these field cards (a mask) match it."""
    # Two matches are named, also where they are equal chaff (record.md, Actions).
    if found.bit_count() == 2:
        return tuple(Play(card, each) for each in cards_in(found))
    return (Play(card),)


def choices(found: int) -> tuple[Move, ...]:
    """What can be chosen for a flipped card where these field cards (a mask) match it."""
    return tuple(Choose(card) for card in cards_in(found))


def _subsets(mask: int) -> Iterator[int]:
    yield mask
    subset = mask
    while subset:
        subset = (subset - 1) & mask
        yield subset


_PLAYS = tuple(
    (card.month_mask, {found: plays(card, found) for found in _subsets(card.month_mask & ~card.bit)})
    for card in DECK
)
"""By card: the mask of its month, and by what lies there of it the moves that play the card."""


def _plays(state: MatchState, player: Player) -> tuple[Move, ...]:
    table = state.laid
    field, hand = table.field, table.hands[player]
    moves: list[Move] = []
    while hand:
        low = hand & -hand
        month, by_found = _PLAYS[low.bit_length() - 1]
        moves += by_found[field & month]
        hand ^= low
    return tuple(moves)


def _choices(state: MatchState, player: Player) -> tuple[Move, ...]:
    table = state.laid
    assert table.flipped is not None
    return choices(matching(table.field, table.flipped))


def _decisions(state: MatchState, player: Player) -> tuple[Move, ...]:
    return (Shobu(), KoiKoi())


_LEGAL: dict[Phase, Callable[[MatchState, Player], tuple[Move, ...]]] = {
    Phase.SEATS: _draws,
    Phase.CUT: _cuts,
    Phase.READY: answers,
    Phase.PLAY: _plays,
    Phase.FLIP: _choices,
    Phase.DECIDE: _decisions,
}
