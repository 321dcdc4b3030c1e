"""Fixtures for tests of the page: a browser, and pages to look at at the user's `page_url`."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)

from tests.conftest import CHROMIUM
from tests.support.waiting import MOST_SECONDS

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE_MS = MOST_SECONDS * 1000
"""The time that a look at a page waits for its condition: a machine that does much else stands still at
times.
"""
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@contextlib.contextmanager
def page_sandbox(*modules: str) -> Iterator[str]:
    """The address of a sandbox in a process of its own, with the bot of this module; else with `page_bot`."""
    command = [sys.executable, "-m", "tests.sandbox.page.page_sandbox", *modules]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            assert url, "the sandbox did not start"
            yield url
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=MOST_SECONDS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[dict[bool, BrowserContext]]:
    """A wide window's settings and, under True, a phone's; kept for a module, so that the font is cached."""
    made = {
        phone: patient(browser.new_context(viewport=size, locale="en-US", has_touch=phone, is_mobile=phone))
        for phone, size in ((False, DESK), (True, PHONE))
    }
    yield made
    for context in made.values():
        context.close()


def patient(context: BrowserContext) -> BrowserContext:
    """Let a window's clicks wait as long as looks do; the window."""
    context.set_default_timeout(PATIENCE_MS)
    return context


def load(page: Page, url: str) -> None:
    """Go to the page and wait until the bot is online and both panes have their messages."""
    page.goto(url)
    expect(page.locator(".bot-state.botOnline")).to_have_count(1)
    expect(page.locator(".messages:has(> *)")).to_have_count(2)


@pytest.fixture
def open_page(contexts: dict[bool, BrowserContext], page_url: str) -> Iterator[Callable[..., Page]]:
    """Opens the page again, as `open_page(phone=False)`; anything it complains about fails the test.

    It is loaded again in the window that the test before has left: a new window takes a second.
    """
    complaints: list[str] = []
    pages: list[Page] = []

    def complain(error: WebError) -> None:
        complaints.append(str(error.error))

    for context in contexts.values():
        context.on("weberror", complain)

    def opener(*, phone: bool = False) -> Page:
        page = (contexts[phone].pages or [contexts[phone].new_page()])[0]
        assert page not in pages, "one window of a kind"
        pages.append(page)
        load(page, page_url)
        return page

    yield opener
    for page in pages:
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
    for context in contexts.values():
        context.remove_listener("weberror", complain)
    assert not complaints


@pytest.fixture
def desk(open_page: Callable[..., Page]) -> Page:
    """The page in a wide window: さくら in English on the left, Kenta_花 in Japanese on the right."""
    return open_page()
