"""What the bot counts and measures about itself, as Prometheus reads it.

A label says what kind of thing was measured and never whose: no user, no server, no channel, no match. Each
measure is taken at one place; taking it costs microseconds, so it is taken whether anybody reads it or not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from importlib.metadata import version
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.match.vocabulary import CpuLevel, CpuPlayer
from engine.actions import Move
from engine.play.observation import Observation

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Bounds, in seconds, for what happens inside the process."""
PRESS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
"""The same for presses: after three seconds Discord calls one failed."""
WAIT = (0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600)
"""The same for what Discord has us wait for."""
TOO_MANY_REQUESTS = 429
Think = Callable[[CpuPlayer, Observation], Awaitable[Move]]


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

    def press(self, now: Callable[[], float]) -> PressTimer:
        """The timer of a press that has come just now; `now` gives seconds."""
        return PressTimer(self._acknowledged, self._picture, now)

    def stale(self, why: str) -> None:
        """A press came too late; `why` is one of few words."""
        self._stale.labels(why).inc()

    def edited(self, kind: str, result: str) -> None:
        """A message of this kind (`table`, `hand`) was to be changed, with this result."""
        self._edits.labels(kind, result).inc()

    def storing(self, kind: str) -> AbstractContextManager[object]:
        """Measures a transaction that is made inside; `kind`: `read` or `write`."""
        return self._storage.labels(kind).time()

    def loop_delayed(self, seconds: float) -> None:
        """The event loop came so much later than asked."""
        self._loop_delay.observe(seconds)

    def identifies(self, left: int, total: int, reset_seconds: float) -> None:
        """So many sessions may still begin; after `reset_seconds` the `total` may again."""
        until = time.monotonic() + reset_seconds
        self._identifies.set_function(lambda: left if time.monotonic() < until else total)

    def deciding(self, level: CpuLevel) -> AbstractContextManager[object]:
        """Measures a decision of a CPU player that is made inside."""
        return self._decision.labels(level.value).time()

    def thinking(self, think: Think) -> Think:
        """The same CPU players, their decisions measured."""

        async def timed(cpu: CpuPlayer, seen: Observation) -> Move:
            with self.deciding(cpu.level):
                return await think(cpu, seen)

        return timed

    def watch(
        self, live_tables: Callable[[], Mapping[str, int]], last_seen: Callable[[], float | None]
    ) -> None:
        """Look when somebody reads: live tables by rule set; when the gateway was last there, since 1970."""
        self.registry.register(_Looked(live_tables, last_seen))

    def requests(self) -> aiohttp.TraceConfig:
        """Listens to the requests of a session for those that Discord has wait."""

        async def ended(_: object, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
            if end.response.status == TOO_MANY_REQUESTS:
                # A number, unless whoever guards Discord has answered in its place.
                seconds = end.response.headers.get("Retry-After", "")
                if seconds.replace(".", "", 1).isdecimal():
                    self._retry_after.observe(float(seconds))

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        return trace

    def _seconds(self, name: str, what: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"koikoi_{name}", what, labels, buckets=bounds, registry=self.registry)

    def _count(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"koikoi_{name}", what, labels, registry=self.registry)


class PressTimer:
    """How long a press has waited for each step of its answer; every step counts once."""

    def __init__(self, acknowledged: Histogram, picture: Histogram, now: Callable[[], float]) -> None:
        self._now = now
        self._began = now()
        self._left = [acknowledged, picture]

    def took(self, *, picture: bool = False) -> None:
        """Discord has taken an answer, be it with a new picture or not."""
        due = self._left[:] if picture else self._left[:1] if len(self._left) == 2 else []
        for each in due:
            each.observe(self._now() - self._began)
            self._left.remove(each)


class _Looked(Collector):
    """What is not measured as it happens but looked at when it is asked for, in the event loop."""

    def __init__(
        self, live_tables: Callable[[], Mapping[str, int]], last_seen: Callable[[], float | None]
    ) -> None:
        self._live_tables, self._last_seen = live_tables, last_seen

    def describe(self) -> Iterator[Metric]:
        """What there is, without a look."""
        yield self._tables()
        yield self._gateway()

    def collect(self) -> Iterator[Metric]:
        """What there is now."""
        tables, gateway = self._tables(), self._gateway()
        for rules, count in self._live_tables().items():
            tables.add_metric([rules], count)
        if (moment := self._last_seen()) is not None:
            gateway.add_metric([], moment)
        yield tables
        yield gateway

    def _tables(self) -> GaugeMetricFamily:
        return GaugeMetricFamily(
            "koikoi_live_tables", "Lobbies and matches in play, by rule set.", labels=["rules"]
        )

    def _gateway(self) -> GaugeMetricFamily:
        return GaugeMetricFamily(
            "koikoi_gateway_last_seen_timestamp_seconds",
            "When Discord's gateway last was connected, in seconds since 1970.",
        )
