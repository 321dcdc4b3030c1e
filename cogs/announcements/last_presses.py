"""The last press of each person in an arena: what they are to see of it comes beside that, while it can."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import discord
import structlog

from bot.ids import ArenaId, MatchId, UserId
from bot.match.views import MatchView
from bot.storage import Store
from bot.storage.hands import PressRow
from cogs.content.message import RenderedMessage
from cogs.messages.answer import Answer
from cogs.messages.tokens import Token
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS
from cogs.platform.throttle import OncePerKey

log = structlog.stdlib.get_logger(__name__)

TELL_TIMEOUT = 70.0
"""Seconds for a note to one person: Discord takes 30 a minute in a channel, and lets the others wait."""
MOST_MATCHES = 5000
"""Matches of arenas that are remembered as seen."""


class LastPresses:
    """The last presses in arenas, as rows: they outlive a restart."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, life: timedelta) -> None:
        """`life`: how long after a press its token is used."""
        self._client, self._store, self._clock, self._life = client, store, clock, life
        self._seen = OncePerKey[MatchId](MOST_MATCHES)

    def is_new(self, view: MatchView) -> bool:
        """Whether a match is seen for the first time."""
        return self._seen.acquire(view.match)

    async def remember(self, arena: ArenaId, answer: Answer) -> None:
        """Keep a press that has been acknowledged. Raises StorageError."""
        expires_at = self._clock.passing() + self._life
        row = PressRow(None, answer.user, answer.interaction.token, expires_at, answer.locale)
        await self._store.presses.save_in(arena, row)

    async def latest(self, arena: ArenaId, user: UserId) -> PressRow | None:
        """Return somebody's last press in an arena whose token lives. Raises StorageError."""
        row = await self._store.presses.get_in(arena, user)
        return row if row is not None and row.expires_at > self._clock.passing() else None

    async def move(self, arena: ArenaId, match: MatchId, user: UserId) -> bool:
        """Keep somebody's last press in an arena as one in a match that has none; whether there is one.

        Raises StorageError.
        """
        if await self._store.presses.get(match, user) is not None:
            return True
        row = await self.latest(arena, user)
        if row is not None:
            await self._store.presses.save(replace(row, match=match))
        return row is not None

    async def tell(self, press: PressRow, message: RenderedMessage) -> None:
        """Send somebody a private message beside their press. Raises nothing that Discord says."""
        token = Token(self._client, press.token)
        try:
            async with self._clock.timeout(TELL_TIMEOUT):
                sent = await token.follow_up(message)
            if not sent.flags.ephemeral:
                await token.delete(str(sent.id))
        except DISCORD_ERRORS as error:
            log.info("note of an arena not sent", user=press.user, error=repr(error))
