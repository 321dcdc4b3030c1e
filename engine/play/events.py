"""The events that an action causes, for all to see: one class for each row of record.md's table.

The list is closed.

Every event is public; secrets live in the state alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.rules.actions import Player
from engine.rules.month_end import EndReason
from engine.rules.yaku import YakuId


def jsonable(value: object) -> Any:
    """A value of the engine as JSON: cards as letters, sets as card strings, mappings and tuples by item."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (str, Card, CardSet)):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [jsonable(each) for each in value]
    raise TypeError(type(value).__name__)


class _Event:
    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    type: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """`type` and all keys that record.md names for it."""
        told = {name: jsonable(getattr(self, name)) for name in self.__match_args__}
        return {"type": self.type, **told}


@dataclass(frozen=True, slots=True)
class Drawn(_Event):
    """A participant turned a card in the seat draw; `player` is a joining number."""

    type: ClassVar[str] = "drawn"
    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Seated(_Event):
    """The draw is over: joining numbers in table order."""

    type: ClassVar[str] = "seated"
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt(_Event):
    """Cards were dealt, also for a deal that does not stand."""

    type: ClassVar[str] = "dealt"
    month: int
    deal: int
    dealer: Player
    bound: bool


@dataclass(frozen=True, slots=True)
class Played(_Event):
    """A hand card was played; `captured` is everything it took, itself included."""

    type: ClassVar[str] = "played"
    player: Player
    card: Card
    captured: CardSet


@dataclass(frozen=True, slots=True)
class Flipped(_Event):
    """The top of the stock was turned, and the choice made where there was one."""

    type: ClassVar[str] = "flipped"
    player: Player
    card: Card
    captured: CardSet


@dataclass(frozen=True, slots=True)
class KoiKoiCalled(_Event):
    """A player goes on, holding yaku of this total."""

    type: ClassVar[str] = "koikoi"
    player: Player
    total: int


@dataclass(frozen=True, slots=True)
class MonthWon(_Event):
    """A month has a winner. `yaku` holds full values; `points` is `deltas[player]`."""

    type: ClassVar[str] = "month_won"
    player: Player
    by: EndReason
    yaku: Mapping[YakuId, int]
    deltas: tuple[int, ...]
    points: int


class _NoMonth(_Event):
    """A deal without a winner. In a record its reason stands without `void_` or `redeal_`."""

    __slots__ = ()
    reason: EndReason

    def to_json(self) -> dict[str, Any]:
        """`type` and `reason`."""
        return {"type": self.type, "reason": self.reason.partition("_")[2]}


@dataclass(frozen=True, slots=True)
class MonthVoid(_NoMonth):
    """A void month (sannin)."""

    type: ClassVar[str] = "month_void"
    reason: EndReason


@dataclass(frozen=True, slots=True)
class Redealt(_NoMonth):
    """A deal that does not stand is dealt again (two players)."""

    type: ClassVar[str] = "redealt"
    reason: EndReason


@dataclass(frozen=True, slots=True)
class Kobiki(_Event):
    """One player won all three months of a season."""

    type: ClassVar[str] = "kobiki"
    player: Player
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extended(_Event):
    """All three are equal after the last month: this many months more."""

    type: ClassVar[str] = "extended"
    months: int


@dataclass(frozen=True, slots=True)
class Ginmi(_Event):
    """The settling between the ranks at the end of a match."""

    type: ClassVar[str] = "ginmi"
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resigned(_Event):
    """A player gave the match up."""

    type: ClassVar[str] = "resigned"
    player: Player


@dataclass(frozen=True, slots=True)
class MatchOver(_Event):
    """Final scores, and each player's place (1 = first; ties share the better one)."""

    type: ClassVar[str] = "match_over"
    scores: tuple[int, ...]
    ranking: tuple[int, ...]


Event = (
    Drawn
    | Seated
    | Dealt
    | Played
    | Flipped
    | KoiKoiCalled
    | MonthWon
    | MonthVoid
    | Redealt
    | Kobiki
    | Extended
    | Ginmi
    | Resigned
    | MatchOver
)


@dataclass(frozen=True, slots=True)
class LastMove:
    """The result of the last turn, the waiting one in `flip` and `decide` included.

    `played` is None in ishokai's turns without a hand card; `flipped` is None while the flip waits for a
    choice. What was captured includes the capturing card; empty if nothing was.
    """

    player: Player
    played: Card | None
    played_captured: CardSet
    flipped: Card | None
    flipped_captured: CardSet
