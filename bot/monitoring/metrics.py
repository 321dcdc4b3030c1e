"""The bot's counters and measurements about itself, as Prometheus reads them.

A label says what kind of thing was measured and never whose: no user, no server, no channel, no match. Each
measure is taken at one place; taking it costs microseconds, so it is taken whether anybody reads it or not.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.errors import StorageError, StorageErrorKind
from bot.match.vocabulary import CpuLevel, CpuPlayer
from engine.play.observation import Observation
from engine.rules.actions import Move

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Bounds, in seconds, for what happens inside the process."""
PRESS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
"""Bounds for presses, in seconds: after three Discord calls one failed."""
WAIT = (0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600)
"""Bounds for the waits that Discord demands, in seconds."""
TOO_MANY_REQUESTS = 429
ANSWER_SECONDS = 3.0
"""A press that Discord has no answer to by then is called failed."""
Think = Callable[[CpuPlayer, Observation], Awaitable[Move]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a process at the moment at which somebody reads its metrics."""

    live_tables: Mapping[str, int] = field(default_factory=dict)
    """Lobbies and matches in play, by rule set."""
    pictures_waiting: int = 0
    """Pictures that somebody waits for."""
    unshown_seconds: float = 0.0
    """For how long the table has waited that waits longest to show what has happened."""
    gateway: float | None = None
    """The last time when the gateway was there; moments are in seconds since 1970, and None where there is
    none.
    """
    reasons: Mapping[str, bool] = field(default_factory=dict)
    """By each reason for which the bot may be unwell: whether it is, for that one."""
    degraded: Mapping[str, int] = field(default_factory=dict)
    """By each kind of work that is not done, or in a worse way: how much."""
    database: int | None = None
    """Bytes of the database."""
    free: int | None = None
    """Bytes that are left for it."""
    copied: float | None = None
    """The time of the newest copy of the schedule."""
    copy_seconds: float | None = None
    """The pause between the schedule's copies."""


class Metrics:
    """The measures of one bot, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("koikoi", "The version that runs.", registry=self.registry).info({"version": version("koikoi")})
        press = self._seconds(
            "press_seconds",
            "From the arrival of a press or command until Discord has taken the step of its answer.",
            PRESS,
            "step",
        )
        self._acknowledged, self._picture = press.labels("acknowledged"), press.labels("picture")
        self._stale = self._count("stale_presses", "Presses that came too late to do anything.", "why")
        self._edits = self._count("edits", "Tables and hands brought up to date.", "kind", "result")
        self._retry_after = self._seconds(
            "retry_after_seconds", "Waits that Discord has asked for after a request too many.", WAIT
        )
        self._loop_delay = self._seconds(
            "loop_delay_seconds", "By how much the event loop comes later than asked.", QUICK
        )
        self._storage = self._seconds(
            "storage_seconds", "Transactions, with the wait for their turn.", QUICK, "kind"
        )
        self._decision = self._seconds(
            "cpu_decision_seconds", "How long CPU players think about a move.", QUICK, "level"
        )
        self._identifies = Gauge(
            "koikoi_identifies_left",
            "Sessions that Discord still lets the bot begin today, as it said last.",
            registry=self.registry,
        )
        self._identifies.set(math.nan)
        self._count_faults()

    def _count_faults(self) -> None:
        """Begin to count what goes wrong; each kind begins as 0, so that an alert sees the first one."""
        self._unanswered = self._count(
            "unanswered_presses",
            "Presses and commands that Discord has called failed: it got no answer within three seconds.",
        )
        self._incidents = self._count(
            "incidents", "Errors of the log: of a press, whose number its user reads, or of other work.", "of"
        )
        self._troubles = self._count("storage_troubles", "Transactions that were refused.", "kind")
        self._answers = self._count(
            "discord_answers",
            "Answers to requests to Discord, by their class; none: nobody answered.",
            "status",
        )
        for of in ("press", "work"):
            self._incidents.labels(of)
        for kind in StorageErrorKind:
            self._troubles.labels(kind.value)

    def press(self, now: Callable[[], float]) -> PressTimer:
        """The timer of a press that has come just now; `now` gives seconds."""
        return PressTimer(self._acknowledged, self._picture, self._unanswered, now)

    def stale(self, why: str) -> None:
        """A press came too late; `why` is one of few words."""
        self._stale.labels(why).inc()

    def missed(self) -> None:
        """A press has waited here for so long that it is not answered any more."""
        self._unanswered.inc()

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        """Count the errors that the log tells of while this lasts."""
        root, counting = logging.getLogger(), _Errors(self._incidents)
        root.addHandler(counting)
        try:
            yield
        finally:
            root.removeHandler(counting)

    def edited(self, kind: str, result: str) -> None:
        """A message of this kind (`table`, `hand`) was to be changed, with this result."""
        self._edits.labels(kind, result).inc()

    @contextmanager
    def storing(self, kind: str) -> Iterator[None]:
        """Measures a transaction that is made inside; `kind`: `read` or `write`."""
        with self._storage.labels(kind).time():
            try:
                yield
            except StorageError as trouble:
                self._troubles.labels(trouble.kind.value).inc()
                raise

    def loop_delayed(self, seconds: float) -> None:
        """Record the delay of the event loop."""
        self._loop_delay.observe(seconds)

    def identifies(self, left: int, total: int, reset_seconds: float) -> None:
        """Record the sessions that may still begin; after `reset_seconds` it is `total` again."""
        until = time.monotonic() + reset_seconds
        self._identifies.set_function(lambda: left if time.monotonic() < until else total)

    def deciding(self, level: CpuLevel) -> AbstractContextManager[object]:
        """Measures a decision of a CPU player that is made inside."""
        return self._decision.labels(level.value).time()

    def thinking(self, think: Think) -> Think:
        """Return these CPU players with their decisions measured."""

        async def timed(cpu: CpuPlayer, seen: Observation) -> Move:
            with self.deciding(cpu.level):
                return await think(cpu, seen)

        return timed

    def watch(self, snapshot: Callable[[], Snapshot]) -> None:
        """Look when somebody reads."""
        self.registry.register(_SnapshotCollector(snapshot))

    def answered(self, status: str) -> None:
        """Discord has answered a request with a status of this class."""
        self._answers.labels(status).inc()

    def requests(self) -> aiohttp.TraceConfig:
        """Listens to the requests of a session: how Discord answers, and for how long it has us wait."""

        async def failed(_: object, __: SimpleNamespace, ___: aiohttp.TraceRequestExceptionParams) -> None:
            self.answered("none")

        async def ended(_: object, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
            status = end.response.status
            too_many = status == TOO_MANY_REQUESTS
            self.answered(str(status) if too_many else f"{status // 100}xx")
            if too_many:
                # A number, unless a guard before Discord has answered in its place.
                seconds = end.response.headers.get("Retry-After", "")
                if seconds.replace(".", "", 1).isdecimal():
                    self._retry_after.observe(float(seconds))

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        trace.on_request_exception.append(failed)
        return trace

    def _seconds(self, name: str, what: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"koikoi_{name}", what, labels, buckets=bounds, registry=self.registry)

    def _count(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"koikoi_{name}", what, labels, registry=self.registry)


class PressTimer:
    """The times that a press has waited for each step of its answer; every step counts once."""

    def __init__(
        self, acknowledged: Histogram, picture: Histogram, unanswered: Counter, now: Callable[[], float]
    ) -> None:
        self._now = now
        self._began = now()
        self._left = [acknowledged, picture]
        self._unanswered = unanswered

    @property
    def answered(self) -> bool:
        """Whether Discord has taken an answer."""
        return len(self._left) < 2

    def took(self, *, picture: bool = False) -> None:
        """Discord has taken an answer, be it with a new picture or not."""
        seconds = self._now() - self._began
        if not self.answered and seconds > ANSWER_SECONDS:
            self._unanswered.inc()
        due = self._left[:] if picture else [] if self.answered else self._left[:1]
        for each in due:
            each.observe(seconds)
            self._left.remove(each)

    def ended(self) -> None:
        """Nothing more will be answered."""
        if not self.answered:
            self._unanswered.inc()


class _Errors(logging.Handler):
    """Counts the lines of the log that tell of an error."""

    def __init__(self, count: Counter) -> None:
        super().__init__(logging.ERROR)
        self._count = count

    def emit(self, record: logging.LogRecord) -> None:
        """Count one; those of presses have a number that their users read."""
        line = record.msg if isinstance(record.msg, dict) else {}
        self._count.labels("press" if "incident" in line else "work").inc()


class _SnapshotCollector(Collector):
    """The metrics that are not measured as they happen but read on request, in the event loop."""

    def __init__(self, snapshot: Callable[[], Snapshot]) -> None:
        self._snapshot = snapshot

    def describe(self) -> Iterator[Metric]:
        """Yield the metrics that there may be, without reading them."""
        return self._families(Snapshot())

    def collect(self) -> Iterator[Metric]:
        """Yield the present values."""
        return self._families(self._snapshot())

    def _families(self, snapshot: Snapshot) -> Iterator[Metric]:
        tables = GaugeMetricFamily(
            "koikoi_live_tables", "Lobbies and matches in play, by rule set.", labels=["rules"]
        )
        for rules, count in snapshot.live_tables.items():
            tables.add_metric([rules], count)
        unwell = GaugeMetricFamily(
            "koikoi_unwell", "Whether the bot is not well, by reason.", labels=["reason"]
        )
        for reason, wrong in snapshot.reasons.items():
            unwell.add_metric([reason], wrong)
        degraded = GaugeMetricFamily(
            "koikoi_degraded", "Work that a bot which is well does not do, or does worse.", labels=["what"]
        )
        for what, count in snapshot.degraded.items():
            degraded.add_metric([what], count)
        yield from (tables, unwell, degraded)
        for name, what, value in (
            ("pictures_waiting", "Pictures that somebody waits for.", snapshot.pictures_waiting),
            (
                "unshown_table_seconds",
                "For how long the oldest table waits to be shown.",
                snapshot.unshown_seconds,
            ),
            (
                "gateway_last_seen_timestamp_seconds",
                "When Discord's gateway last was connected, in seconds since 1970.",
                snapshot.gateway,
            ),
            ("database_bytes", "Size of the database.", snapshot.database),
            ("free_bytes", "Room that is left where the data folder is.", snapshot.free),
            ("last_copy_timestamp_seconds", "When the newest copy was made, since 1970.", snapshot.copied),
            ("copy_interval_seconds", "How far the bot's own copies are apart.", snapshot.copy_seconds),
        ):
            family = GaugeMetricFamily(f"koikoi_{name}", what)
            if value is not None:
                family.add_metric([], value)
            yield family
