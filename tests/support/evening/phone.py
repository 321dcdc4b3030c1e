"""A phone on which two of the guests watch: Chromium at 390 px, its time moved as the bot's is."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Page, async_playwright

from tests.conftest import CHROMIUM
from tests.support.e2e.e2e_stage import LoopStage
from tests.support.evening.guests import Guest
from tests.support.page_fixtures import FLAGS, PHONE
from tests.support.sandbox.messages import Json

TIME = "const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead * 1000;"
MEMORY = "sandbox-panes"
DRAWN = "() => [...document.images].every((each) => each.complete)"
COUNTED_MS = 700
"""The time in which the page brings all its relative times up to date."""
SIDES = ("left", "right")


class Phone:
    """The page; each of its two sides is a guest's."""

    def __init__(self, here: LoopStage, page: Page, folder: Path) -> None:
        self._here, self._page, self._folder = here, page, folder
        self._taken = 0

    async def take(
        self, name: str, *, side: int = 0, channel: str | None = None, message: Json | None = None
    ) -> Path:
        """Take a picture of the end of the channel, or of a place that is named; `side`: whose."""
        page, clock = self._page, self._here.clock
        await page.evaluate(
            "seconds => { window.ahead = seconds }", clock.machine().timestamp() - _true_time()
        )
        await page.locator(".pane-tab").nth(side).click()
        pane = page.locator(f".pane.{SIDES[side]}")
        if channel is not None:
            await pane.locator(".menu-button").click()
            await page.locator(f'.side .channel[data-channel="{channel}"]').click()
        await pane.locator(".scroller").evaluate("each => each.scrollTo(0, each.scrollHeight)")
        if message is not None:
            await pane.locator(f'.message[data-id="{message["id"]}"]').evaluate(
                "each => each.scrollIntoView()"
            )
        await page.wait_for_function(DRAWN)
        await page.wait_for_timeout(COUNTED_MS)
        self._taken += 1
        file = self._folder / f"{self._taken:02}-{name}.png"
        await page.screenshot(path=file)
        return file


def _true_time() -> float:
    """Return the time of day as the browser has it, whatever a clock of this process says."""
    return datetime.now(UTC).timestamp()


@contextlib.asynccontextmanager
async def phone(here: LoopStage, folder: Path, owners: Sequence[Guest]) -> AsyncIterator[Phone]:
    """Yield a phone; on its two sides these guests watch, each in their language."""
    panes = {
        side: {"user": guest.user.id, "locale": guest.user.locale}
        for side, guest in zip(SIDES, owners, strict=True)
    }
    memory = f"localStorage.setItem({MEMORY!r}, {json.dumps(json.dumps(panes))});"
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await chromium.new_context(
            viewport=PHONE, locale="en-US", has_touch=True, is_mobile=True, device_scale_factor=2
        )
        await context.add_init_script(TIME + memory)
        page = await context.new_page()
        await page.goto(here.sandbox.url)
        await page.locator(".bot-state.botOnline").wait_for(state="attached")
        yield Phone(here, page, folder)
        await chromium.close()
