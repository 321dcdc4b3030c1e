"""Fixtures for tests of the page: a browser, a sandbox with the page's test bot, and pages to look at."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.conftest import CHROMIUM

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
START_SECONDS = 40
PATIENCE_MS = 20_000
"""How long a look at a page waits for what it wants: a machine that does much else stands still at times."""
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def page_url() -> Iterator[str]:
    """The address of a sandbox whose bot is `page_bot`."""
    command = [sys.executable, "-m", "tests.sandbox.page_sandbox"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            assert url, "the sandbox did not start"
            yield url
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[dict[bool, BrowserContext]]:
    """A wide window's settings and, under True, a phone's; kept for a module, so that the font is cached."""
    made = {
        phone: browser.new_context(viewport=size, locale="en-US", has_touch=phone, is_mobile=phone)
        for phone, size in ((False, DESK), (True, PHONE))
    }
    yield made
    for context in made.values():
        context.close()


@pytest.fixture
def open_page(contexts: dict[bool, BrowserContext], page_url: str) -> Iterator[Callable[..., Page]]:
    """Opens the page anew, as `open_page(phone=False)`; anything it complains about fails the test."""
    complaints: list[str] = []
    pages: list[Page] = []

    def opener(*, phone: bool = False) -> Page:
        page = contexts[phone].new_page()
        pages.append(page)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(page_url)
        expect(page.locator(".bot-state.botOnline")).to_have_count(1, timeout=START_SECONDS * 1000)
        expect(page.locator(".messages:has(> *)")).to_have_count(2)
        return page

    yield opener
    for page in pages:
        page.evaluate("localStorage.clear()")
        page.close()
    assert not complaints


@pytest.fixture
def desk(open_page: Callable[..., Page]) -> Page:
    """The page in a wide window: さくら in English on the left, Kenta_花 in Japanese on the right."""
    return open_page()
