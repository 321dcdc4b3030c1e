"""What a seat may know: the only picture of a match that leaves the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from engine.actions import Move, Player
from engine.cards import Card
from engine.cardset import CardSet
from engine.deal import Deal
from engine.hand_yaku import hand_yaku_of
from engine.last_move import LastMove
from engine.match import MatchState, legal_moves, to_move
from engine.phase import Phase
from engine.rules import Rules
from engine.settle import counted_calls, multipliers, shobu_calculation
from engine.yaku import sheet_of
from engine.yaku_ids import YakuId

__all__ = ["LastMove", "Observation", "observe"]


@dataclass(frozen=True, slots=True)
class Observation:
    """One seat's view. Tuples by player unless said otherwise.

    `viewer` is a joining number in `seats`, a table number afterwards, None for the public.
    """

    rules: Rules
    viewer: Player | None
    n: int
    phase: Phase
    question: int | None
    """Actions in the log when this viewer was last asked; None when not to move."""
    to_move: tuple[Player, ...]
    legal: tuple[Move, ...]
    """The viewer's legal moves, sorted as in record.md."""
    month: int
    months: int
    """Months planned, extensions included."""
    deal: int
    dealer: Player | None
    order: tuple[int, ...] | None
    participants: int
    drawn: tuple[tuple[Card, ...], ...]
    """By joining number: the cards turned in the seat draw, one for each round."""
    draw_round: int
    """The round of the seat draw, from 1; the last one afterwards."""
    hand: CardSet
    """The viewer's; empty for the public, in `seats` and in `cut`."""
    hand_counts: tuple[int, ...]
    shown_hands: tuple[CardSet | None, ...]
    """Hands that a hand yaku laid open when the last deal of the match ended by it; else None each."""
    captured: tuple[CardSet, ...]
    slots: tuple[Card | None, ...]
    """The field by place on screen; a flipped card that waits is not in it."""
    flipped: Card | None
    stock: int
    koi: tuple[int, ...]
    last_caller: Player | None
    """Who called koi-koi last in this deal."""
    honba: int
    bound: bool
    yaku: tuple[Mapping[YakuId, int], ...]
    totals: tuple[int, ...]
    scores: tuple[int, ...]
    last: LastMove | None
    answered: tuple[Player, ...]
    """In the secret round: who has answered, not what."""
    hand_yaku: Mapping[YakuId, int]
    """The yaku of the viewer's dealt hand in the secret round, declared or not; else empty."""
    deciding_total: int | None
    """In `decide`, for the viewer who decides: the total."""
    multipliers: tuple[int, ...]
    """What a shobu by each player would be multiplied by now."""
    stakes: tuple[int, ...]
    """What one payer would pay (or the winner score) if each player could call shobu now; 0 without yaku."""
    last_turn: bool
    """Whether the turn under way (or next) is the last of the month."""
    season_wins: tuple[Player, ...]
    """Winners of the months of this season so far (sannin)."""
    ranking: tuple[int, ...] | None
    """Places by player when over; 1 = first."""

    @property
    def multiplier(self) -> int:
        """What a shobu by the viewer (for the public: by the player to move) would be multiplied by now."""
        player = self.viewer if self.viewer is not None else (self.to_move[0] if self.to_move else None)
        return self.multipliers[player] if player is not None and player < len(self.multipliers) else 1

    @property
    def field(self) -> CardSet:
        """The field as a set."""
        return CardSet.of(each for each in self.slots if each is not None)


def observe(state: MatchState, viewer: Player | None) -> Observation:
    """What `viewer` may know of this state; None is the public.

    In `seats` the viewer is a joining number, afterwards a table number. Raises ValueError for any other.
    """
    seats = state.participants if state.table is None else state.rules.seats
    if viewer is not None and not 0 <= viewer < seats:
        raise ValueError(f"no viewer {viewer} in phase {state.phase}")
    movers = to_move(state)
    standing, draw = state.standing, state.draw
    return Observation(
        rules=state.rules,
        viewer=viewer,
        n=state.n,
        phase=state.phase,
        question=state.asked if viewer in movers else None,
        to_move=movers,
        legal=legal_moves(state, viewer) if viewer is not None else (),
        month=state.month,
        months=standing.months if standing else state.rules.months,
        deal=state.deal,
        dealer=state.dealer,
        order=state.order,
        participants=state.participants,
        drawn=draw.drawn,
        draw_round=draw.round,
        honba=standing.honba if standing else 0,
        bound=standing.bound if standing else False,
        scores=state.scores,
        season_wins=standing.season_wins if standing else (),
        ranking=standing.ranking if standing else None,
        **(_table_of(state, state.table, viewer) if state.table else _NO_TABLE),
    )


_NO_TABLE: dict[str, Any] = {
    "hand": CardSet(),
    "hand_counts": (),
    "shown_hands": (),
    "captured": (),
    "slots": (),
    "flipped": None,
    "stock": 0,
    "koi": (),
    "last_caller": None,
    "yaku": (),
    "totals": (),
    "last": None,
    "answered": (),
    "hand_yaku": {},
    "deciding_total": None,
    "multipliers": (),
    "stakes": (),
    "last_turn": False,
}


def _table_of(state: MatchState, table: Deal, viewer: Player | None) -> dict[str, Any]:
    """What lies on the table, the viewer's own hand, and what follows from both."""
    rules, phase = state.rules, state.phase
    players = [Player(each) for each in range(rules.seats)]
    hand = table.hands[viewer] if viewer is not None else 0
    yaku = tuple(sheet_of(rules).score(cards) for cards in table.captured)
    totals = tuple(sum(each.values()) for each in yaku)
    honba = state.standing.honba if state.standing else 0
    calls = [counted_calls(rules, table.koi, each) for each in players]
    factors = [multipliers(rules, totals[each], calls[each]) for each in players]
    shobu = [shobu_calculation(rules, yaku[each], honba=honba, calls=calls[each]) for each in players]
    asked = phase is Phase.READY
    decides = phase is Phase.DECIDE and viewer == table.mover
    return {
        "hand": CardSet(hand),
        "hand_counts": tuple(each.bit_count() for each in table.hands),
        # One not declared stays hidden (section 3).
        "shown_hands": tuple(CardSet(table.hands[each]) if each in table.shown else None for each in players),
        "captured": tuple(CardSet(cards) for cards in table.captured),
        "slots": table.slots,
        "flipped": table.flipped,
        "stock": table.stock,
        "koi": table.koi,
        "last_caller": table.last_caller,
        "yaku": yaku,
        "totals": totals,
        "last": table.last,
        "answered": tuple(each for each in players if asked and table.answers[each] is not None),
        "hand_yaku": hand_yaku_of(rules, hand) if asked else {},
        "deciding_total": totals[viewer] if decides and viewer is not None else None,
        "multipliers": tuple(prod(factor for _, factor in each) for each in factors),
        "stakes": tuple(each.points for each in shobu),
        "last_turn": phase in _TURN_PHASES and table.turns_left(rules) == (phase is Phase.PLAY),
    }


_TURN_PHASES = (Phase.PLAY, Phase.FLIP, Phase.DECIDE)
