"""Which message is a player's live hand: adopted, stored, found again after a restart, closed in time.

A hand is remembered as (token, expires, target). The target is a follow-up's id, or `@original` only where
that token's response is itself private: `@original` of a press on a public message *is* that public message
(ux.md, *Where a hand lives*).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import structlog

from bot.config import Settings
from bot.errors import BotError
from bot.service.background import Background
from bot.storage import Store
from bot.storage.hands import HandRow
from cogs.messages.answer import ORIGINAL
from cogs.messages.hand_message import HandMessage, Live
from cogs.messages.tokens import Token

log = structlog.stdlib.get_logger(__name__)

EDIT_TIMEOUT = 8.0
"""Seconds for a request through a stored token: it would wait without end where Discord slows it down."""
YOUNG = timedelta(seconds=60)
"""Tokens that differ by less are as good as one another."""
GRACE = timedelta(seconds=50)
"""So long after its time a hand's token may still be good for closing it."""


Closing = Callable[[HandMessage], Coroutine[Any, Any, None]]


class HandKeeper:
    """Changes which hand of a desk is live; the desk's lock is held by whoever calls.

    `close` is what happens to a hand whose time is up.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        settings: Settings,
        background: Background,
        *,
        close: Closing,
    ) -> None:
        self._client = client
        self._store = store
        self._life = timedelta(seconds=settings.hand_seconds)
        self._background = background
        self._close = close

    def expiry(self) -> datetime:
        """Until when the token of a press made now is used."""
        return datetime.now(UTC) + self._life

    async def load(self, desk: HandMessage) -> None:
        """Find the hand that an earlier run of the bot left open."""
        if desk.loaded:
            return
        row = await self._store.hands.get(*desk.key)
        desk.loaded = True
        if row is not None and row.token is not None:
            self._set(desk, Live(row, None if row.target == ORIGINAL else int(row.target)))

    async def adopt(self, desk: HandMessage, live: Live) -> None:
        """Make a message the live hand, in memory and in storage. The message carries the ephemeral flag."""
        row = live.row
        self._set(desk, live)
        if desk.over:
            await self.drop(desk)
            return
        try:
            await self._store.hands.put(row)
        except BotError as error:
            # The hand is on the screen and works; only a restart would not find it.
            log.warning("hand not stored", match=row.match, user=row.user, error=error.code)

    def good_still(self, old: Live | None, now: Live) -> bool:
        """Whether the token remembered for this very message is nearly as young: then nothing is stored."""
        return (
            old is not None
            and old.message is not None
            and old.message == now.message
            and old.row.locale == now.row.locale
            and old.row.expires_at + YOUNG > now.row.expires_at
        )

    async def drop(self, desk: HandMessage) -> None:
        """Forget the live hand, here and in storage."""
        if desk.closing is not None:
            desk.closing.cancel()
        desk.closing = desk.live = desk.shown = None
        try:
            await self._store.hands.drop(*desk.key)
        except BotError as error:
            # Its token dies by itself; a start before that edits it once more.
            log.warning("hand not forgotten", match=desk.key[0], user=desk.key[1], error=error.code)

    def remove(self, old: Live | None, now: Live, *, new: bool) -> None:
        """Take an older copy off the screen, if its token lives and it is certain to be another message.

        `new`: the hand that took over has just been sent, so that it is no other's.
        """
        if old is None or not (new or _differ(old, now)):
            return
        if old.row.token is not None and old.row.expires_at > datetime.now(UTC):
            self._background.start(self._delete(old.row, old.row.token), name="remove old hand")

    async def _delete(self, row: HandRow, token: str) -> None:
        try:
            async with asyncio.timeout(EDIT_TIMEOUT):
                await Token(self._client, token).delete(row.target)
        except (discord.HTTPException, TimeoutError) as error:
            log.debug("old hand not removed", match=row.match, user=row.user, error=repr(error))

    def _set(self, desk: HandMessage, live: Live) -> None:
        desk.live = live
        desk.loaded = True
        if desk.closing is not None:
            desk.closing.cancel()
        left = max(0.0, (live.row.expires_at - datetime.now(UTC)).total_seconds())
        loop = asyncio.get_running_loop()
        desk.closing = loop.call_later(left, self._close_soon, desk)

    def _close_soon(self, desk: HandMessage) -> None:
        self._background.start(self._close(desk), name="close hand")


def _differ(one: Live, other: Live) -> bool:
    """Whether two hands are known to be two messages."""
    return one.message is not None and other.message is not None and one.message != other.message
