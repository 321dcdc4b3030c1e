"""A phone on which two people watch: Chromium at 390 px, its time moved as the bot's is."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Page, async_playwright

from tests.conftest import CHROMIUM
from tests.support.e2e.e2e_stage import LoopStage
from tests.support.page_fixtures import FLAGS, PHONE
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import SandboxUser

TIME = """const TrueDate = Date;
window.Date = class extends TrueDate {
  constructor(...parts) {
    super(...(parts.length ? parts : [Date.now()]));
  }
  static now() {
    return TrueDate.now() + window.ahead * 1000;
  }
};
"""
"""The page's time of day, `window.ahead` seconds after the true one."""
MEMORY = "sandbox-panes"
DRAWN = "() => [...document.images].every((each) => each.complete)"
COUNTED_MS = 700
"""The time in which the page brings all its relative times up to date."""
SIDES = ("left", "right")


class Phone:
    """The page; each of its two sides is a person's."""

    def __init__(self, here: LoopStage, page: Page, folder: Path) -> None:
        self._here, self.page, self._folder = here, page, folder
        self._taken = 0

    async def take(
        self, name: str, *, side: int = 0, channel: str | None = None, message: Json | None = None
    ) -> Path:
        """Take a picture of the end of the channel, or of a place that is named; `side`: whose."""
        page = self.page
        await page.evaluate("seconds => { window.ahead = seconds }", _ahead(self._here))
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


def _ahead(here: LoopStage) -> float:
    """Return the seconds from the time of day as the browser has it to that of the bot."""
    return here.clock.machine().timestamp() - datetime.now(UTC).timestamp()


@contextlib.asynccontextmanager
async def phone(here: LoopStage, folder: Path, owners: Sequence[SandboxUser]) -> AsyncIterator[Phone]:
    """Yield a phone; on its two sides these people watch, each in their language."""
    panes = {
        side: {"user": owner.id, "locale": owner.locale} for side, owner in zip(SIDES, owners, strict=True)
    }
    memory = f"localStorage.setItem({MEMORY!r}, {json.dumps(json.dumps(panes))});"
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = await chromium.new_context(
            viewport=PHONE, locale="en-US", has_touch=True, is_mobile=True, device_scale_factor=2
        )
        await context.add_init_script(f"window.ahead = {_ahead(here)}; {TIME} {memory}")
        page = await context.new_page()
        await page.goto(here.sandbox.url)
        await page.locator(".bot-state.botOnline").wait_for(state="attached")
        yield Phone(here, page, folder)
        await chromium.close()
