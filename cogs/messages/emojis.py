"""The cards' emoji: 48 small pictures that the bot uploads once to its own application.

Each is named with a hash of what it shows: a new drawing is a new emoji beside the old one, and two versions
of the bot do not see each other's. Old ones go a day after the newest one of all has come. When that was is
in the ids that Discord gave them; nothing is noted, so that a bot which starts often removes them as well.
One process of the bot uploads and removes, the others look for what it has uploaded.
Until a card has its emoji, and from when a later process has brought others, its button has words alone.
So it has after Discord has refused one, until the next look: it was deleted, or Discord has erred.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta

import discord
import structlog

from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS, backoff_delays, is_refused
from engine.cards.deck import DECK, Card
from images.drawing.sprites import emoji_digest, emoji_png

log = structlog.stdlib.get_logger(__name__)

MOST = 2000
"""Emoji that an application may have."""
KEPT = timedelta(days=1)
"""The time that old emoji stay: a process of a former version, which shows them, has ended by then."""
LOOK_SOON = timedelta(seconds=20)
"""The pause before the bot looks again while another process is uploading them."""
LOOK_AGAIN = timedelta(hours=1)
"""The pause before the bot sees that a later process has brought others: well before its own are removed."""
OURS = re.compile(r"koikoi_\d\d_\w+")
"""The pattern of the names of the cards' emoji, of every version."""


def emoji_name(card: Card) -> str:
    """The card's id and a hash of what is shown: letters, digits and underscores, as Discord wants it."""
    return f"koikoi_{card.id.replace('-', '_')}_{emoji_digest(card)}"


class Emojis:
    """The emoji that exist by now, by card; a button whose card has none yet shows words alone."""

    def __init__(
        self, client: discord.Client, clock: Clock, leads: Callable[[], bool] = lambda: True
    ) -> None:
        """`leads` tells whether it is this one that uploads and removes."""
        self._client = client
        self._clock = clock
        self._leads = leads
        self._began = clock.now()
        self._refused = asyncio.Event()
        self._refused_at: datetime | None = None
        self._doubts = backoff_delays()
        self.faces: dict[Card, str] = {}

    def refused(self) -> None:
        """Discord refused one of them: name none until they have been looked up again, soon.

        The first look comes within a second, those after further refusals with growing pauses.
        """
        now = self._clock.now()
        if self._refused_at is None or now > self._refused_at + LOOK_AGAIN:
            self._doubts = backoff_delays()
        if self.faces:
            log.warning("emoji refused", ready=len(self.faces))
        self._refused_at = now
        self.faces.clear()
        self._refused.set()

    async def keep(self) -> None:
        """Upload what is missing, remove what is old, and go on looking. Without them everything works."""
        pauses = backoff_delays()
        while True:
            try:
                wait = (await self._sync()).total_seconds()
                pauses = backoff_delays()
            except DISCORD_ERRORS as error:
                log.warning("emoji not ready", ready=len(self.faces), error=repr(error))
                wait = LOOK_AGAIN.total_seconds() if is_refused(error) else next(pauses)
            await self._rest(wait)

    async def _rest(self, seconds: float) -> None:
        """Wait until the next look, which a refusal brings forward."""
        with suppress(TimeoutError):
            async with self._clock.timeout(seconds):
                await self._refused.wait()
            await self._clock.sleep(next(self._doubts))
        self._refused.clear()

    async def _sync(self) -> timedelta:
        """See that all is as it should be; how long that is so. Raises what Discord says."""
        there = await self._client.fetch_application_emojis()
        wanted = {emoji_name(card): card for card in DECK}
        old = [each for each in there if OURS.fullmatch(each.name) and each.name not in wanted]
        if any(each.created_at > self._began for each in old):
            # A later process has other drawings, and removes ours: what is sent from now on names none.
            self.faces.clear()
            return LOOK_AGAIN
        if not self._leads():
            return self._looked(wanted, there)
        mine = await self._completed(wanted, there, old)
        if not old:
            return LOOK_AGAIN
        left = self._left([*mine, *old])
        if left > timedelta():
            return min(left, LOOK_AGAIN)
        await _remove(old)
        return LOOK_AGAIN

    def _looked(self, wanted: dict[str, Card], there: list[discord.Emoji]) -> timedelta:
        """Take those that another process has uploaded; how long that is good for."""
        self.faces.update({wanted[each.name]: str(each) for each in there if each.name in wanted})
        return LOOK_AGAIN if len(self.faces) == len(wanted) else LOOK_SOON

    async def _completed(
        self, wanted: dict[str, Card], there: list[discord.Emoji], old: list[discord.Emoji]
    ) -> list[discord.Emoji]:
        """All emoji of this version, of which those that are not `there` are uploaded.

        Where an application has no room for them, as many of the oldest old ones go at once.
        """
        found, ready = {each.name: each for each in there if each.name in wanted}, len(self.faces)
        self.faces.update({wanted[name]: str(each) for name, each in found.items()})
        missing = len(wanted) - len(found)
        if (excess := len(there) + missing - MOST) > 0:
            oldest = sorted(old, key=lambda each: each.id)[:excess]
            await _remove(oldest)
            old[:] = [each for each in old if each not in oldest]
        for name, card in wanted.items():
            if name not in found:
                found[name] = await self._upload(name, card)
                self.faces[card] = str(found[name])
        if missing or ready < len(wanted):
            log.info("emoji ready", uploaded=missing)
        return [*found.values()]

    async def _upload(self, name: str, card: Card) -> discord.Emoji:
        image = await asyncio.to_thread(emoji_png, card)
        return await self._client.create_application_emoji(name=name, image=image)

    def _left(self, ours: Iterable[discord.Emoji]) -> timedelta:
        """Return the time that old ones are to stay still."""
        newest: datetime = max(each.created_at for each in ours)
        return newest + KEPT - self._clock.now()


async def _remove(old: Iterable[discord.Emoji]) -> None:
    """Delete these; another process may have been faster."""
    removed = 0
    for each in old:
        try:
            await each.delete()
        except discord.NotFound:
            continue
        removed += 1
    log.info("old emoji removed", removed=removed)
