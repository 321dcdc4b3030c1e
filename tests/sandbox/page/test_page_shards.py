"""The page about a bot with several shards, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.sandbox.page.page_acts import speak
from tests.support.page_fixtures import page_sandbox, patient

pytestmark = pytest.mark.browser


def test_a_bot_is_online_once_all_its_shards_are(browser: Browser) -> None:
    """Until then the page says how many are."""
    with page_sandbox("tests.sandbox.page.split_bot") as url, browser.new_context(locale="en-US") as context:
        patient(context)
        page = context.new_page()
        page.goto(url)
        state = page.locator(".bot-state b")
        expect(state).to_have_text("1 of 2 shards online")
        speak(page)
        expect(state).to_have_text("online")
