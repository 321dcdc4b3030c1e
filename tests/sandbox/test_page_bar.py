"""The bar over the page: the bot's state, kill and start, its log, the rate limits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

START_MS = 40_000


def test_kill_and_start(desk: Page) -> None:
    """The bot is killed and started again from the page; while it is away a press fails in words."""
    state = desk.locator(".bot-state")
    expect(state).to_contain_text("online")
    before = re.search(r"\d+", state.inner_text())
    desk.get_by_role("button", name="Kill −9").click()
    expect(state).to_contain_text("stopped")
    expect(state).to_contain_text("exit code -9")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(state).to_contain_text("online", timeout=START_MS)
    after = re.search(r"\d+", state.inner_text())
    assert before and after and before[0] != after[0]


def test_restart(desk: Page) -> None:
    """Restart ends the bot in order and brings a new process online."""
    state = desk.locator(".bot-state")
    before = re.search(r"\d+", state.inner_text())
    desk.get_by_role("button", name="Restart").click()
    assert before
    expect(state).not_to_contain_text(before[0], timeout=START_MS)
    expect(state).to_contain_text("online", timeout=START_MS)


def test_log(desk: Page) -> None:
    """The log shows the bot's lines and can be searched."""
    desk.get_by_role("button", name="Log", exact=True).click()
    lines = desk.locator(".log-line")
    expect(lines.first).to_be_visible()
    desk.locator(".log-filter").fill("nothing says this")
    expect(desk.locator(".log-line:visible")).to_have_count(0)
    desk.locator(".log-filter").fill("")
    expect(lines.first).to_be_visible()
    desk.get_by_role("button", name="Log", exact=True).click()
    expect(desk.locator(".log")).to_be_hidden()


def test_rate_limits(desk: Page) -> None:
    """The profile of the rate limits is switched, and stays after a reload."""
    rate = desk.get_by_label("Rate limits")
    expect(rate).to_have_value("off")
    for profile in ("realistic", "off"):
        with desk.expect_response("**/client/control"):
            rate.select_option(profile)
        desk.reload()
        expect(rate).to_have_value(profile)


def test_gateway_trouble_heals(desk: Page) -> None:
    """The gateway's connection is cut from the page, and the bot comes back by itself."""
    desk.get_by_role("button", name="Gateway").click()
    desk.get_by_role("menuitem", name="Cut the connection").click()
    expect(desk.locator(".bot-state")).to_contain_text("online", timeout=START_MS)
