"""The settings that a person makes for themself, and the export of all that is stored about them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from bot.match.vocabulary import UserId
from bot.storage import Store, people
from bot.storage.people import PersonRow
from bot.storage.privacy import export


class Persons:
    """The settings of people. `reread` has the ended matches of one of them read from the rows again."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], *, reread: Callable[[UserId], Awaitable[None]]
    ) -> None:
        self._store = store
        self._now = now
        self._reread = reread

    async def look(self, user: UserId) -> PersonRow | None:
        """A person's settings; None where nothing is stored about them."""
        return await self._store.read(people.get, user)

    async def set_zone(self, user: UserId, name: str, zone: str | None) -> None:
        """Set a person's time zone (an IANA name); None: by their language. `name`: their name now."""
        await self._store.write(people.change, user, name, self._now(), time_zone=zone)

    async def hide(self, user: UserId, name: str, *, hidden: bool) -> None:
        """Keep a person out of what others see of lists, profiles, histories and replays, or show them."""
        await self._store.write(people.change, user, name, self._now(), hidden=hidden)
        await self._reread(user)

    async def export(self, user: UserId) -> dict[str, Any]:
        """All that is stored about a person, as `bot/legal/export.schema.json` says; of nobody else."""
        return await self._store.read(export.about, user, self._now())
