"""One deal of 48 cards as a frozen value of plain integers, and what can be asked of a deal, frozen or live.

Cards are their indices 0..47, sets of cards 48-bit masks, moves small integers (`engine.play.codes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import getitem
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.play.codes import ANSWERS, CHOICES, CUTS, DECISIONS, LYING, PLAYED, PLAYS, Code, mask_of
from engine.rules.actions import Phase
from engine.rules.hand_yaku import gathers, hand_yaku_of
from engine.rules.sheet import with_void
from engine.rules.yaku import YakuId

if TYPE_CHECKING:
    from engine.play.tables import Tables

CUT, READY, PLAY, FLIP, DECIDE, OVER = (
    Phase.CUT,
    Phase.READY,
    Phase.PLAY,
    Phase.FLIP,
    Phase.DECIDE,
    Phase.OVER,
)
NOBODY = -1
"""The number for a place where no player or card stands."""


Landed = tuple[int, int, int, bool]
"""A card that came to the field: the player of the turn, the card, its captures of its month, and whether it
came from the hand. The captures are four bits (0 if the card stayed on the field).
"""


class _Laid(Protocol):
    """The fields that a frozen and a live deal have in common."""

    @property
    def tables(self) -> Tables: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def mover(self) -> int: ...
    @property
    def hands(self) -> Sequence[Sequence[int]]: ...
    @property
    def field(self) -> Sequence[int]: ...
    @property
    def flipped(self) -> int: ...
    @property
    def answers(self) -> Sequence[bool | None]: ...
    @property
    def deck(self) -> Sequence[int]: ...
    @property
    def top(self) -> int: ...
    @property
    def captured(self) -> Sequence[int]: ...
    @property
    def void(self) -> Sequence[int]: ...
    def to_move(self) -> tuple[int, ...]: ...
    def legal(self) -> Sequence[Code]: ...
    def legal_answers(self, player: int) -> Sequence[Code]: ...


class Asked:
    """The questions: who may act and how, and how much is left."""

    __slots__ = ()

    def to_move(self: _Laid) -> tuple[int, ...]:
        """Return who may act:

        the mover; in the secret round everybody who has not answered; at the end nobody.
        """
        if self.phase is READY:
            return tuple([player for player, answer in enumerate(self.answers) if answer is None])
        return () if self.phase is OVER else (self.mover,)

    def waits_for(self: _Laid, player: int) -> bool:
        """Whether this player may act."""
        return player == self.mover if self.phase is not READY else player in self.to_move()

    def legal(self: _Laid) -> Sequence[Code]:
        """The mover's moves, in the order of record.md."""
        phase = self.phase
        if phase is PLAY:
            field = self.field
            moves: list[Code] = []
            for card in self.hands[self.mover]:
                month, plays = PLAYS[card]
                moves += plays[field[month]]
            return moves
        if phase is DECIDE:
            return DECISIONS
        if phase is FLIP:
            month = self.flipped // 4
            return CHOICES[month][self.field[month]]
        if phase is READY:
            return self.legal_answers(self.mover)
        return CUTS if phase is CUT else ()

    def allows(self: _Laid, player: int, move: Code) -> bool:
        """Whether this is a legal move of this player now."""
        phase = self.phase
        if phase is PLAY and move < len(PLAYED) and player == self.mover:
            card = PLAYED[move][0]
            month, plays = PLAYS[card]
            return card in self.hands[player] and move in plays[self.field[month]]
        if phase is READY:
            return player in self.to_move() and move in self.legal_answers(player)
        return player == self.mover and move in self.legal()

    def legal_answers(self: _Laid, player: int) -> Sequence[Code]:
        """Return the answers open to this player in the secret round: `declare` only with a hand yaku."""
        hand = self.hands[player]
        return ANSWERS[gathers(hand) and bool(hand_yaku_of(self.tables.rules, mask_of(hand)))]

    def yaku_of(self: _Laid, player: int) -> dict[YakuId, int]:
        """Value by yaku for this player's captures, and what of it is void as a negative entry."""
        return with_void(self.tables.sheet.score(self.captured[player]), self.void[player])

    @property
    def field_mask(self: _Laid) -> int:
        """The field as a mask."""
        return sum(map(getitem, LYING, self.field))

    @property
    def stock(self: _Laid) -> int:
        """Cards left in the stock; a flipped card that waits is not among them."""
        return len(self.deck) - self.top

    @property
    def turns_left(self: _Laid) -> int:
        """Turns whose flip step has not begun."""
        if self.tables.plays_out_stock:
            return len(self.deck) - self.top
        return sum(map(len, self.hands))


class _Fields(NamedTuple):
    tables: Tables
    phase: Phase
    dealer: int
    honba: int
    bound: bool
    deck: Sequence[int]
    """Cards, never changed; those from `top` on are the stock."""
    top: int
    hands: tuple[tuple[int, ...], ...]
    """Cards in index order."""
    captured: tuple[int, ...]
    """Masks."""
    field: tuple[int, ...]
    """By month from 0: which of its four cards lie there, as four bits."""
    mover: int
    flipped: int
    """The card that waits for a choice; only in phase `flip`."""
    koi: tuple[int, ...]
    last_caller: int
    """The last player who called koi-koi."""
    lights: int
    """With `field_lights`, lights among the cards dealt to the field; else 0."""
    before: int
    """The mover's captures before this turn."""
    after_hand: int
    """The mover's captures after the hand step of this turn."""
    made: tuple[int, ...]
    """`Tables.growth` of each player at the end of their last turn."""
    answers: tuple[bool | None, ...]
    """In the secret round: who declares, None for who has not answered."""
    shown: tuple[int, ...]
    """The players whose hand a claimed or declared hand yaku laid open."""
    void: tuple[int, ...]
    """With `koi_void`, what of each player's yaku counts no more in this deal; 0 where nothing is void."""
    trace: tuple[Landed, ...]
    """Every card that came to the field since the deal, in order."""
    laid: tuple[int, ...]
    """The field as it was dealt; NOBODY where the dealer took the card at once."""


class Deal(_Fields, Asked):
    """The places of a deal's cards. Tuples go by player unless said otherwise; NOBODY stands for none.

    Before the deck is dealt (phase `cut`) all 48 cards are stock.
    """

    __slots__ = ()
