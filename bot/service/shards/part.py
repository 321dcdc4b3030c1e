"""Which part of the bot a manager serves, and how it tells the other managers what it has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.shards import WHOLE, Shard
from bot.storage.owners.notices import LocalNotices, Notice, Notices, Subject


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Part:
    """A manager's part: its shard, how it hears of the others, and whether it leads now.

    Who leads does what must happen once for all; of several managers one does, in whichever process.
    """

    shard: Shard = WHOLE
    notices: Notices = field(default_factory=LocalNotices)
    leads: Callable[[], bool] = _always

    @property
    def alone(self) -> bool:
        """Whether there is no other manager."""
        return self.shard.count == 1


class Peers:
    """The other managers, as one of them tells them and hears them; it never hears itself."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._heed: Callable[[Notice], None] | None = None

    def listen(self, heed: Callable[[Notice], None]) -> None:
        """Have `heed` called with what they tell. Called once."""
        self._heed = heed
        self._part.notices.listen(heed)

    async def tell(self, subject: Subject, number: int) -> None:
        """Tell them that the rows of something have changed. Raises nothing."""
        if not self._part.alone:
            await self._part.notices.tell(Notice(subject, number), by=self._heed)
