"""The README's screenshot: `python -m tests.screenshot FILE` plays into a match on the real page."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.conftest import CHROMIUM
from tests.support.page_fixtures import FLAGS, PATIENCE_MS
from tests.test_browser_month import CARD, draw_seats, press, send

SIZE: ViewportSize = {"width": 1440, "height": 1380}
PRESSES = 7
"""The number of presses that lead into the middle of a month."""
GO_ON = re.compile(r"^\s*(Koi-Koi|こいこい)")


@contextmanager
def sandbox() -> Iterator[str]:
    """The address of a sandbox with the bot in it."""
    command = [sys.executable, "-m", "bot", "sandbox", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.terminate()


def play(page: Page) -> None:
    """Two people in their own languages, some turns into January."""
    expect(page.locator(".bot-state.botOnline")).to_have_count(1, timeout=PATIENCE_MS)
    page.wait_for_timeout(4000)  # the cards' emoji are being uploaded
    send(page, "/koikoi play", "months:12")
    press(page, "right", "Join")
    press(page, "left", "Start")
    draw_seats(page)
    for _ in range(PRESSES):
        page.wait_for_timeout(1800)
        press_a_choice(page)
    page.wait_for_timeout(2500)
    page.locator(".pane.left .composer-text").click()


def press_a_choice(page: Page) -> None:
    """Go on rather than stop, and play the first card that can be played."""
    for label in (GO_ON, CARD):
        for side in ("left", "right"):
            hand = page.locator(f".pane.{side} .message.ephemeral").last
            offered = hand.locator("button[data-custom-id]:enabled").filter(has_text=label)
            if offered.count():
                offered.first.click()
                return


def main(file: Path) -> None:
    """Take the picture."""
    with sandbox() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport=SIZE, locale="en-US")
        page.goto(url)
        play(page)
        page.mouse.move(5, 600)
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.screenshot", description=__doc__)
    parser.add_argument("file", type=Path, help="a PNG file")
    main(parser.parse_args().file)
