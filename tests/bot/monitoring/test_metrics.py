"""The measurements for which no match is needed."""

from __future__ import annotations

import asyncio
import math

import aiohttp
import pytest
from aiohttp import web
from prometheus_client import CollectorRegistry

from bot.monitoring.endpoint import LOOK_SECONDS, CannotListenError, Endpoint
from bot.monitoring.metrics import Metrics
from tests.support.waiting import until


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    """A sample, by its whole name."""
    registry: CollectorRegistry = metrics.registry
    return registry.get_sample_value(f"koikoi_{name}", labels)


def test_each_step_of_a_press_counts_once() -> None:
    """The first answer acknowledges it, the first with a picture shows it; more answers change nothing."""
    metrics, seconds = Metrics(), [0.0]
    timer = metrics.press(lambda: seconds[0])
    for at, picture in ((0.5, False), (0.75, False), (2.0, True), (9.0, True)):
        seconds[0] = at
        timer.took(picture=picture)
    metrics.press(lambda: seconds[0]).took(picture=True)
    for step, total in (("acknowledged", 0.5), ("picture", 2.0)):
        assert value(metrics, "press_seconds_count", step=step) == 2
        assert value(metrics, "press_seconds_sum", step=step) == total


def test_sessions_are_there_again_when_their_day_is_over() -> None:
    """Before Discord has told anything nothing is known; then what it told holds until its day is over."""
    metrics = Metrics()
    assert math.isnan(value(metrics, "identifies_left") or 0)
    metrics.identifies(3, 1000, 60)
    assert value(metrics, "identifies_left") == 3
    metrics.identifies(3, 1000, 0)
    assert value(metrics, "identifies_left") == 1000


async def test_what_discord_has_us_wait_for_is_measured() -> None:
    """A 429 with its seconds is; a guard's page, which names none, and other answers are not.

    All of them are counted by their class, and so is a request that nobody answers.
    """
    limited: list[tuple[int, dict[str, str]]] = [
        (429, {"Retry-After": "7"}),
        (429, {"Retry-After": "soon"}),
        (429, {}),
    ]
    answers = iter([(200, {}), *limited, (204, {}), (404, {}), (503, {})])

    async def serve(_: web.Request) -> web.Response:
        status, headers = next(answers)
        return web.Response(status=status, headers=headers)

    application = web.Application()
    application.router.add_get("/", serve)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    metrics, port = Metrics(), runner.addresses[0][1]
    async with aiohttp.ClientSession(trace_configs=[metrics.requests()]) as session:
        for _ in range(7):
            async with session.get(f"http://127.0.0.1:{port}/"):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"http://127.0.0.1:{port}/")
    assert value(metrics, "retry_after_seconds_count") == 1
    assert value(metrics, "retry_after_seconds_sum") == 7
    counts = {"2xx": 2, "4xx": 1, "429": 3, "5xx": 1, "none": 1}
    assert {status: value(metrics, "discord_answers_total", status=status) for status in counts} == counts


async def test_a_loop_that_stands_still_is_measured() -> None:
    """The next look comes late by about as long as the loop was blocked."""
    metrics = Metrics()
    endpoint = Endpoint("127.0.0.1", 0, metrics, lambda: (True, []))
    await endpoint.open()
    loop = asyncio.get_running_loop()
    busy_until = loop.time() + 2 * LOOK_SECONDS
    await asyncio.sleep(0)  # the first look is waited for now
    while loop.time() < busy_until:
        pass
    await until(lambda: bool(value(metrics, "loop_delay_seconds_count")))
    assert (value(metrics, "loop_delay_seconds_sum") or 0) > 0.9 * LOOK_SECONDS
    await endpoint.close()


async def test_a_port_that_is_taken_is_a_sentence() -> None:
    """The sentence names the port; the program that has it keeps it."""
    first = Endpoint("127.0.0.1", 0, Metrics(), lambda: (True, []))
    await first.open()
    second = Endpoint("127.0.0.1", first.port, Metrics(), lambda: (True, []))
    with pytest.raises(CannotListenError, match=rf"^port {first.port} of 127\.0\.0\.1 is in use$"):
        await second.open()
    await first.close()
