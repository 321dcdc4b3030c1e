"""One player's place in one match: which message his hand is, and what it shows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.screens.hand import Notice
from bot.storage.hands import HandRow
from bot.views import MatchId, MatchView, SeatView, Status, UserId, Version
from cogs.face import Face
from engine.cards import Card
from engine.phase import Phase

Key = tuple[MatchId, UserId]


@dataclass(frozen=True, slots=True)
class Wish:
    """How a player wants to see his hand. `listed` None: as before."""

    listed: bool | None = None
    choosing: Card | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """A hand that is on somebody's screen. `message` is its id where it is known."""

    row: HandRow
    message: int | None = None


@dataclass(slots=True, eq=False)
class Desk:
    """What is known about a hand, and the lock of its only writer."""

    key: Key
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    view: MatchView | None = None
    live: Live | None = None
    shown: Face | None = None
    """What the live hand shows for certain; None while it is unknown."""
    loaded: bool = False
    """Whether storage was asked for a hand that an earlier run left open."""
    listed: bool = False
    dealt: int | None = None
    """The deal for which a hand was put before the player, or was tried to be."""
    moved: Version | None = None
    """The version at which the clock has moved for the player; his hand says so as long as it lasts."""
    task: asyncio.Task[None] | None = None
    closing: asyncio.TimerHandle | None = None

    def offer(self, view: MatchView) -> None:
        """Remember a view unless a newer one is known: a picture of an older state is never sent after it."""
        if self.view is None or view.version >= self.view.version:
            self.view = view

    @property
    def asked(self) -> bool:
        """Whether the player is to move."""
        seat = self.seat
        return not self.over and seat is not None and bool(seat.observation and seat.observation.legal)

    @property
    def notice(self) -> Notice | None:
        """What a hand has to say that no press has asked for."""
        now = None if self.view is None or self.over else self.view.version
        return None if now is None or now != self.moved else Notice.MOVED_BY_CLOCK

    @property
    def seat(self) -> SeatView | None:
        """The seat that this hand belongs to."""
        return None if self.view is None else self.view.seat_of(self.key[1])

    @property
    def over(self) -> bool:
        """Whether the match has ended, and with it the hand's life."""
        return self.view is not None and self.view.status is not Status.PLAYING

    @property
    def deal(self) -> int | None:
        """The deal whose cards (or cut) wait to be put before the player; None where there are none."""
        seat = self.seat
        if self.over or seat is None or (seen := seat.observation) is None:
            return None
        if seen.phase is Phase.SEATS or (seen.phase is Phase.CUT and not seen.legal):
            return None
        return seen.deal
