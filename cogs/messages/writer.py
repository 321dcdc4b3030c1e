"""One message of Discord, brought up to the newest view of a match or an arena by a single writer.

Views may come faster than Discord takes edits. A writer remembers the newest only, sends one request at a
time, and knows what the message shows for certain, so that nothing is sent twice. What is not shown it tries
again, with growing pauses, until it is shown, until something newer takes its place, or until Discord says
that it cannot be. What a message is, where it stands and what is on it is said by its subclasses:
`HandMessage`, `TableMessage` and `ArenaMessage`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import discord
import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import BotError
from bot.heavy_work import HeavyWork
from bot.i18n import Languages
from bot.ids import GuildId
from bot.match.vocabulary import Version
from bot.monitoring.metrics import Metrics
from bot.storage import Store
from cogs.content.animations import Animations
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.pictures import Pictures, Urgency
from cogs.content.renderer import Renderer
from cogs.platform.clock import Clock
from cogs.platform.discord_errors import DISCORD_ERRORS, backoff_delays, is_refused
from cogs.platform.load import PressLoad


class Versioned(Protocol):
    """A view of something that changes; a later view has a greater version."""

    @property
    def version(self) -> Version:
        """Return the number of changes before it."""


V = TypeVar("V", bound=Versioned)
"""The views that a message shows."""
K = TypeVar("K", bound=Hashable)
W = TypeVar("W", bound="MessageWriter[Any]")
log = structlog.stdlib.get_logger(__name__)

BURIED = 6
"""Messages below a message that put it out of sight."""


@dataclass(frozen=True, slots=True)
class MessageServices:
    """The services of all writers of a kind."""

    client: discord.Client
    store: Store
    languages: Languages
    pictures: Pictures
    animations: Animations
    clock: Clock
    background: BackgroundTasks
    metrics: Metrics
    load: PressLoad
    """The presses that messages give way to."""
    heavy: HeavyWork
    """The threads for what takes long."""

    @property
    def renderer(self) -> Renderer:
        """Return the renderer of the messages' pictures."""
        return Renderer(self.pictures, self.animations, self.clock)


class MessageWriter(ABC, Generic[V]):
    """One message: its newest view, what it shows for certain, the lock of its only writer."""

    def __init__(self, services: MessageServices, name: str, **about: int) -> None:
        self.services = services
        self.name = name
        """The name in the log: `table`; `about` says which one."""
        self.about = about
        self.lock = asyncio.Lock()
        self.view: V | None = None
        """The newest view; None until there is one."""
        self.shown: MessageContent | None = None
        """The content that the message shows for certain; None while that is unknown."""
        self.loaded = False
        """Whether storage was asked for the message of an earlier run."""
        self.task: asyncio.Task[None] | None = None
        """The background task that writes it."""
        self.written_version: Version | None = None
        """The version that the message shows, or can never show; None where it is to be looked at again."""
        self.forbidden = False
        """Whether the bot may not show what it would, as the last attempt found."""
        self._news = asyncio.Event()
        """Set when something came for which a pause ends."""
        self._retry_requested = False
        """Whether Discord is back since the last attempt."""
        self._free_at = 0.0
        """The time, by the clock's seconds, when Discord takes requests for this message again."""
        self._failures = 0
        """Attempts that have failed since the message last was as it should be."""
        self._behind_since = 0.0
        """Since when, by the clock's seconds, its newest view is to be shown."""

    @property
    def busy(self) -> bool:
        """Whether the background task that writes the message is at work."""
        return self.task is not None and not self.task.done()

    def update_view(self, view: V) -> None:
        """Remember a view unless a newer one is known: nothing older is ever sent after it."""
        if self.view is None or view.version >= self.view.version:
            if self.view is None or view.version > self.view.version:
                self._news.set()
                self._mark_behind()
            self.view = view

    def invalidate(self) -> None:
        """Show the newest view even where it was shown before: it may be gone."""
        self._mark_behind()
        self.written_version = None

    def _mark_behind(self) -> None:
        if not self.behind:
            self._behind_since = self.services.clock.monotonic()

    @property
    def behind(self) -> bool:
        """Whether the message is to be brought up to its newest view."""
        return self._pending_view() is not None

    @property
    def unshown_seconds(self) -> float:
        """Return the seconds for which its newest view has been waiting to be shown."""
        waits = self.busy and self.behind
        return self.services.clock.monotonic() - self._behind_since if waits else 0.0

    def retry_now(self) -> None:
        """Discord is back: where an attempt waits it is made now, and pauses begin again."""
        self._retry_requested = True
        self._news.set()

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nothing can happen to the message any more once its newest view is shown."""

    @property
    def guild(self) -> GuildId | None:
        """Return the server that may allow later what is forbidden; None: nobody does."""
        return None

    async def write_until_current(self) -> None:
        """Write until the newest view is shown, or cannot be. Raises nothing that Discord or storage say."""
        pauses = self.retry_delays()
        while (view := self._pending_view()) is not None:
            await self._turn(view)
            async with self.lock:
                if (newest := self._pending_view()) is None:  # a press was answered with it meanwhile
                    break
                self._news.clear()
                written = await self._attempt(newest)
                if written:
                    self.written_version = newest.version
            if not written and await self._pause(pauses):
                pauses = self.retry_delays()

    def retry_delays(self) -> Iterator[float]:
        """Seconds before each further attempt, without end.

        The one place that decides how long a message that does not show its newest view is tried again.
        """
        return backoff_delays()

    async def load(self) -> None:
        """Find the message that an earlier run of the bot has left, once. Raises StorageError."""
        if not self.loaded:
            await self._find()
            self.loaded = True

    async def show(
        self,
        content: MessageContent,
        urgency: Urgency,
        put: Callable[[RenderedMessage], Awaitable[object]],
    ) -> None:
        """Change the message with `put`, unless it shows this already. Raises what `put` raises."""
        if content == self.shown:
            return
        picture = await self.services.renderer.render(content, urgency, over=self.shown)
        self.shown = None  # until Discord has said that it took the edit
        try:
            await put(picture)
        except Exception as error:
            self.services.metrics.edited(self.name, "refused" if is_refused(error) else "failed")
            raise
        self.services.metrics.edited(self.name, "done")
        self.shown = picture.content

    def _pending_view(self) -> V | None:
        """The newest view, unless the message shows it or never can."""
        return None if self.view is None or self.view.version == self.written_version else self.view

    async def _attempt(self, view: V) -> bool:
        """Whether a view is shown, or cannot be for good."""
        try:
            await self.load()
            await self._write(view)
        except discord.RateLimited as error:
            self._free_at = self.services.clock.monotonic() + error.retry_after
            return await self._failed(view, error)
        except (*DISCORD_ERRORS, BotError) as error:
            return await self._failed(view, error)
        except Exception:
            log.exception(f"{self.name} not shown", **self.about)
        else:
            self._succeeded()
        return True

    async def _failed(self, view: V, error: Exception) -> bool:
        """Take note that Discord or storage refused. Gives whether trying again is useless."""
        self.forbidden = isinstance(error, discord.Forbidden)
        if is_refused(error):
            log.warning(f"{self.name} cannot be shown", **self.about, error=repr(error))
            self._failures = 0
            return True
        if not self._failures:  # one line, however often it is tried
            log.info(f"{self.name} not shown", **self.about, error=repr(error))
        self._failures += 1
        return False

    def _succeeded(self) -> None:
        if self._failures:
            log.info(f"{self.name} shown after all", **self.about, failures=self._failures)
        self._failures, self.forbidden = 0, False

    async def _pause(self, pauses: Iterator[float]) -> bool:
        """Wait before the next attempt; whether Discord is back, so that pauses begin again.

        The wait ends with the first news. Only where Discord has named a time it is waited for.
        """
        clock = self.services.clock
        if (left := self._free_at - clock.monotonic()) > 0:
            await clock.sleep(left)
        else:
            with suppress(TimeoutError):
                async with clock.timeout(next(pauses)):
                    await self._news.wait()
        hurried, self._retry_requested = self._retry_requested, False
        return hurried

    async def _turn(self, view: V) -> None:
        """Wait until the message may be written."""

    @abstractmethod
    async def _find(self) -> None:
        """Ask storage where the message stands. Raises StorageError."""

    @abstractmethod
    async def _write(self, view: V) -> None:
        """Bring the message up to a view; the lock is held. Raises what Discord and storage say."""


class MessageWriters(ABC, Generic[K, W]):
    """The messages of one kind, by what each is of, and the tasks that write them."""

    def __init__(self, services: MessageServices) -> None:
        self.services = services
        self._writers: dict[K, W] = {}
        self._closed = False

    def __len__(self) -> int:
        """Return the number of remembered messages."""
        return len(self._writers)

    def all(self) -> tuple[W, ...]:
        """Every message that is remembered."""
        return tuple(self._writers.values())

    def known(self, key: K) -> W | None:
        """The message with this key; None where none is remembered."""
        return self._writers.get(key)

    def of(self, key: K) -> W:
        """The message with this key; a new one where none is remembered."""
        if key not in self._writers:
            self._writers[key] = self._make(key)
        return self._writers[key]

    def wake(self, key: K) -> None:
        """Bring a message up to its newest view in the background, unless that is under way."""
        writer = self.of(key)
        if not writer.busy and not self._closed:
            writer.invalidate()
            writer.task = self.services.background.start(self._work(key, writer), name=writer.name)

    def retry_now(self) -> None:
        """Discord is back: bring everything that is behind up to its newest view at once."""
        for writer in self._writers.values():
            writer.retry_now()

    def unshown_seconds(self) -> float:
        """Return the seconds that the message has waited that waits longest to be shown."""
        return max((each.unshown_seconds for each in self._writers.values()), default=0.0)

    def forget(self, key: K, writer: W) -> None:
        """Forget a message if it is over; not where its end may not be shown: that may be allowed later."""
        place = writer.guild if writer.forbidden else None
        waits = place is not None and self.services.client.get_guild(place) is not None
        if writer.over and not waits and self._writers.get(key) is writer:
            del self._writers[key]

    async def close(self) -> None:
        """Stop writing; what is on the screens stays there."""
        self._closed = True
        await self.services.background.close()

    async def _work(self, key: K, writer: W) -> None:
        await writer.write_until_current()
        await self._ended(key, writer)
        self.forget(key, writer)

    async def _ended(self, key: K, writer: W) -> None:
        """Called when a message shows its newest view, or cannot."""

    @abstractmethod
    def _make(self, key: K) -> W:
        """A message of whose place nothing is known yet."""
