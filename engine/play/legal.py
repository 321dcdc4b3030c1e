"""The players who may act, and their legal moves (record.md, *Actions*)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards.deck import Card, Kind
from engine.play.codes import CUTS, MOVES
from engine.play.deal import CUT, OVER, READY
from engine.play.state import MatchState
from engine.rules.actions import Choose, Draw, Move, Play, Player
from engine.version import Version

_DRAWS: tuple[Move, ...] = tuple(map(Draw, range(max(each.row for each in Version))))
_MOVE_OF = MOVES.__getitem__
_CUTS = tuple(map(_MOVE_OF, CUTS))


def to_move(state: MatchState) -> tuple[Player, ...]:
    """Return who may act, ascending: joining numbers in `seats`, table numbers afterwards."""
    if state.in_play is None:
        return state.draw.waiting
    if state.phase is OVER:
        return ()
    return state.in_play.deal.to_move()  # type: ignore[return-value]  # plain integers are not marked as players


def legal_moves(state: MatchState, player: Player) -> tuple[Move, ...]:
    """The moves of this player now, sorted as in record.md; `resign` is not listed."""
    if state.in_play is None:
        if player not in state.draw.waiting:
            return ()
        return _DRAWS[: max(1, state.draw.row)]  # with no card left, the draw that fails (record.md)
    deal, phase = state.in_play.deal, state.phase
    if phase is OVER or not deal.waits_for(player):
        return ()
    if phase is CUT:
        return _CUTS
    return tuple(map(_MOVE_OF, deal.legal_answers(player) if phase is READY else deal.legal()))


def asked_at(state: MatchState, player: Player) -> int | None:
    """Actions in the log when this player was last asked; None when not to move."""
    return state.asked if player in to_move(state) else None


def target_of(move: Move) -> Card | None:
    """The field card that a move names, or None."""
    if isinstance(move, Choose):
        return move.card
    return move.capture if isinstance(move, Play) else None


def real_choice(moves: Iterable[Move]) -> bool:
    """Whether these captures differ for the player: two plain chaff of a month are as good as one another."""
    targets = [each for move in moves if (each := target_of(move)) is not None]
    return len(targets) > 1 and not all(each.kind is Kind.CHAFF for each in targets)
