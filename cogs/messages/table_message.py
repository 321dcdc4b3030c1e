"""The public message of one match: where it stands, what it shows, and when it is posted again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.match.views import View
from bot.match.vocabulary import Cause, MatchId, Occasion, Status
from cogs.messages.content import MessageContent

BURIED = 6
"""So many later messages bury a table."""
OLD = timedelta(minutes=50)
"""Discord grows slow with edits of messages that are older than an hour."""

QUIET = {Occasion.RESTORED, Occasion.AGREED, Occasion.BROUGHT}
"""What happens at a table without being an event of the game."""


@dataclass(slots=True, eq=False)
class TableMessage:
    """What is known about a table's message, and the lock of its only writer."""

    match: MatchId
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    view: View | None = None
    message: int | None = None
    posted_at: datetime | None = None
    """When there was a message first; with `message` None it was deleted, and is not forced back."""
    stored: bool = True
    """Whether storage knows where it stands."""
    loaded: bool = False
    """Whether storage was asked for the message of an earlier run."""
    shown: MessageContent | None = None
    """What the message shows for certain; None while it is unknown."""
    burying: int = 0
    """Messages that came after it."""
    eventful: bool = False
    """Whether something of the game happened since it was posted or edited."""
    nudge: bool = False
    """Whether the host is to be reminded to start."""
    task: asyncio.Task[None] | None = None
    stands: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once there is, or was, a message."""

    def offer(self, view: View, cause: Cause | None = None) -> None:
        """Remember a view unless a newer one is known."""
        if cause is not None:
            self.eventful = self.eventful or cause.occasion not in QUIET
            self.nudge = cause.occasion is Occasion.NUDGED
        if self.view is None or view.version >= self.view.version:
            self.view = view

    @property
    def over(self) -> bool:
        """Whether nothing can happen at it any more."""
        return self.view is not None and self.view.status not in {Status.LOBBY, Status.PLAYING}

    @property
    def lost(self) -> bool:
        """Whether it is time to post it again: buried or old, and something happened."""
        if self.message is None or self.posted_at is None:
            return False
        old = datetime.now(UTC) - self.posted_at > OLD
        return self.eventful and (self.burying >= BURIED or old)

    def placed(self, message: int | None, at: datetime) -> None:
        """It stands here now (None: it was deleted)."""
        self.message, self.posted_at = message, at
        self.stands.set()
        self.loaded, self.burying, self.nudge = True, 0, False
