"""The questions to a player, with the facts for the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.screens.hand.match_after import MatchAfter
from bot.screens.hand.prospects import Near, RunOut, Step
from bot.screens.players import Made
from engine.cards.deck import Card
from engine.play.stopping import NoStop
from engine.rules.actions import Move, Play, Player
from engine.rules.month_end import Calculation
from engine.rules.yaku import YakuId


@dataclass(frozen=True, slots=True)
class Target:
    """A field card that may be captured, with its number (from 1) and the move that captures it."""

    number: int
    card: Card
    move: Move
    brings: tuple[Step, ...]
    """The gain of its capture, the nearest yaku first."""


@dataclass(frozen=True, slots=True)
class CutDeck:
    """The player is asked to cut the deck: tapped, at one of `depths`, or anywhere."""

    depths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The secret round asks for hand yaku; `held` is what may be declared, empty where there is nothing."""

    held: Mapping[YakuId, int]
    waits: bool
    """Whether it waits for everybody; among people with a live clock play begins in a moment by itself."""
    opens: bool
    """Whether the player's first card says as much as `Nothing`: they deal, and all others have answered."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The player is asked for a card of the hand."""

    last_turn: bool
    """Whether nobody has a turn of this month after it."""
    may_call: bool
    """Whether a yaku made now leaves the choice of koi-koi (`koi_limit`)."""


@dataclass(frozen=True, slots=True)
class ChooseTarget:
    """The question which of two field cards `card` captures: one from the stock (`flipped`), or one that was
    picked.
    """

    card: Card
    flipped: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class ConfirmPlay:
    """Whether a card that was picked is to be played; `captured` are the field cards that it takes."""

    number: int
    card: Card
    captured: tuple[Card, ...]
    brings: tuple[Step, ...]
    """The gain of the capture, the nearest yaku first."""
    move: Play


@dataclass(frozen=True, slots=True)
class Decide:
    """Koi-koi or stop: the yaku, what stopping is worth and how that comes about, what going on risks."""

    made: tuple[Made, ...]
    stake: int
    """The payment of each payer, or the score of the winner."""
    calculation: Calculation | None
    """The calculation of `stake`; None where it is the sum of the yaku."""
    next_factor: int
    """The factor of the month after a koi-koi call, where every call counts."""
    near: tuple[Near, ...]
    """The yaku that the player may still make, those that lack the fewest cards first."""
    run_out: RunOut
    """The outcome if nobody stops after a koi-koi call."""
    after: MatchAfter
    """The match after a stop."""
    deals: bool
    """Whether the player is the dealer."""
    last_turn: bool
    others: tuple[Player, ...]
    moves: tuple[Move, ...]
    """The answers in the order of their buttons."""


Question = CutDeck | Answer | PlayCard | ChooseTarget | ConfirmPlay | Decide


@dataclass(frozen=True, slots=True)
class Blocked:
    """Yaku that the player holds and that did not let them stop (sannin)."""

    held: Mapping[YakuId, int]
    why: NoStop
