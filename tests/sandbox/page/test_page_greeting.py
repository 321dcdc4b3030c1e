"""The page's own hint in an empty channel, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bot.sandbox.static import PAGE
from bot.sandbox.world.seed import CHANNEL_IDS
from tests.sandbox.page.page_acts import pane, use

pytestmark = pytest.mark.browser


def enter(page: Page, channel: str) -> None:
    """Open a channel in the left pane by the list of channels, which a wide window shows."""
    page.locator(f".channels [data-channel='{CHANNEL_IDS[channel]}']").click()
    expect(pane(page).locator(".pane-title .name")).to_have_text(channel)


def test_an_empty_channel_says_what_to_type_and_types_it(desk: Page) -> None:
    """The greeting names the bot's first command, its button types it, and the first message ends it."""
    enter(desk, "tea-room")
    greeting = pane(desk).locator(".greeting")
    expect(greeting).to_contain_text("From this page, not from the bot")
    expect(greeting.locator("kbd").first).to_have_text("/demo show")
    greeting.get_by_role("button", name="Type /demo show for me").click()
    expect(pane(desk).locator(".command-name")).to_have_text("/demo show")
    desk.keyboard.press("Enter")
    expect(pane(desk).locator(".message")).not_to_have_count(0)
    expect(greeting).to_have_count(0)


def test_the_greeting_offers_a_newcomer_what_teaches(desk: Page) -> None:
    """Beside the first command it names the bot's tutorial, and types that as well."""
    enter(desk, "quiet")
    greeting = pane(desk).locator(".greeting")
    expect(greeting.locator("kbd")).to_have_text(["/demo show", "/demo tutorial"])
    expect(greeting).to_contain_text("Never played?")
    greeting.get_by_role("button", name="Type /demo tutorial for me").click()
    expect(pane(desk).locator(".command-name")).to_have_text("/demo tutorial")


def test_the_greeting_is_no_message(open_page: Callable[..., Page]) -> None:
    """The greeting is outside of every message, in the pane's language, and gone once people write."""
    page = open_page()
    enter(page, "quiet")
    pane(page).locator(".picker.language").click()
    page.get_by_role("option", name="日本語").click()
    greeting = pane(page).locator(".greeting")
    expect(greeting).to_contain_text("このページの案内")
    expect(greeting.get_by_role("button", name="を入力する").first).to_be_visible()
    assert greeting.evaluate("node => node.closest('.message')") is None
    enter(page, "hanafuda")
    use(page, "demo show")
    expect(pane(page).locator(".message")).not_to_have_count(0)
    expect(greeting).to_have_count(0)


def test_the_page_speaks_every_language_that_it_has_a_file_of_words_for(desk: Page) -> None:
    """Each has the same keys, and stands at the top of the languages; what a pane says is in its own."""
    files = {path.stem.removeprefix("words_"): path for path in PAGE.glob("js/words_*.js")}
    assert files.keys() >= {"en", "ja", "ko"}
    keys = {name: re.findall(r"^  (\w+): ", path.read_text("utf-8"), re.M) for name, path in files.items()}
    assert all(each == keys["en"] for each in keys.values())
    filled = {
        name: [sorted(re.findall(r"{\w+}", line)) for line in path.read_text("utf-8").split("\n")[2:]]
        for name, path in files.items()
    }
    assert all(each == filled["en"] for each in filled.values())
    enter(desk, "quiet")
    pane(desk).locator(".picker.language").click()
    offered = desk.get_by_role("option").locator(".listbox-aside").all_inner_texts()
    assert {each.split("-")[0] for each in offered[: len(files)]} <= files.keys()
    desk.get_by_role("option", name="한국어").click()
    expect(pane(desk).locator(".greeting")).to_contain_text("아직 조용합니다")
