"""The shard that a manager serves, and how it tells the other managers of its changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.shards import WHOLE, Shard
from bot.storage.owners.notices import LocalNotices, Notice, Notices, Subject


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ShardContext:
    """The shard of a manager, its notices from the others, and whether it is the leader now.

    The leader does what must happen once for all managers. One manager leads, in one of the processes.
    """

    shard: Shard = WHOLE
    notices: Notices = field(default_factory=LocalNotices)
    is_leader: Callable[[], bool] = _always

    @property
    def alone(self) -> bool:
        """Whether there is no other manager."""
        return self.shard.count == 1


class Peers:
    """The other managers, as one of them tells them and hears them; it never hears itself."""

    def __init__(self, context: ShardContext) -> None:
        self._context = context
        self._handler: Callable[[Notice], None] | None = None

    def subscribe(self, handler: Callable[[Notice], None]) -> None:
        """Have `handler` called with what they tell. Called once."""
        self._handler = handler
        self._context.notices.subscribe(handler)

    async def publish(self, subject: Subject, number: int) -> None:
        """Tell them that the rows of something have changed. Raises nothing."""
        if not self._context.alone:
            await self._context.notices.publish(Notice(subject, number), by=self._handler)
