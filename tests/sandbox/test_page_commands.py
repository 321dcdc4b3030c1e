"""Slash commands in the page's composer, written with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def start(page: Page, typed: str) -> Locator:
    """The left pane's composer with `typed` in it, once it suggests something."""
    composer = page.locator(".pane.left .composer")
    composer.locator(".composer-text").click()
    page.keyboard.type(typed)
    expect(composer.locator(".listbox-row").first).to_be_visible()
    return composer


def last_message(page: Page) -> Locator:
    """The newest message of the left pane."""
    return page.locator(".pane.left .messages .message").last


def test_picker(desk: Page) -> None:
    """A slash lists the commands with their options; arrows choose, Escape closes the list."""
    composer = start(desk, "/")
    rows = composer.locator(".listbox-row")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("/demo options")
    expect(rows.last).to_contain_text("Repeats its options")
    expect(rows.last).to_contain_text("colour")
    desk.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_have_class("listbox-row highlighted")
    desk.keyboard.press("Escape")
    expect(composer.locator(".suggestions")).to_be_hidden()


def test_options_by_keyboard(desk: Page) -> None:
    """Text, choice, user and number are filled in with Tab, Enter and arrows, and sent with Enter."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    expect(composer.locator("[data-option=word]")).to_be_focused()
    desk.keyboard.type("hello")
    desk.keyboard.press("Tab")
    desk.keyboard.type("col")
    desk.keyboard.press("Tab")
    expect(composer.locator("[data-option=colour]")).to_be_focused()
    expect(composer.locator(".listbox-row")).to_have_text(["Red", "Green", "Blue"])
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    desk.keyboard.type("who:")
    expect(composer.locator("[data-option=who]")).to_be_focused()
    desk.keyboard.type("mid")
    expect(composer.locator(".listbox-row")).to_have_count(1)
    desk.keyboard.press("Enter")
    desk.keyboard.type("amount:7")
    desk.keyboard.press("Enter")
    expect(last_message(desk)).to_contain_text("Given: ('hello', 'green', 'midori', 7, None)")
    expect(composer.locator(".composer-text")).to_be_focused()


def test_autocomplete(desk: Page) -> None:
    """An option with autocomplete asks the bot and sends the value of what was chosen."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.type("word")
    desk.keyboard.press("Tab")
    desk.keyboard.type("near:ab")
    rows = composer.locator(".listbox-row")
    expect(rows).to_have_text(["ab-one", "ab-two", "ab-three"])
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(last_message(desk)).to_contain_text("Given: ('word', None, None, None, 'abtwo')")


def test_wrong_values_are_not_sent(desk: Page) -> None:
    """A missing or impossible value is marked where it stands; nothing is sent."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(composer.locator(".command-problem")).to_contain_text("required")
    desk.keyboard.type("x")
    desk.keyboard.press("Tab")
    desk.keyboard.type("amount:12")
    desk.keyboard.press("Enter")
    expect(composer.locator(".command-problem")).to_contain_text("Give a number from 1 to 9.")
    expect(composer.locator(".option-chip.wrong .option-name")).to_have_text("amount")


def test_leaving_a_command(desk: Page) -> None:
    """Backspace takes an empty option away; Escape closes the list and then leaves the command."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.type("x")
    desk.keyboard.press("Tab")
    desk.keyboard.type("amount:")
    expect(composer.locator("[data-option=amount]")).to_be_focused()
    desk.keyboard.press("Backspace")
    expect(composer.locator("[data-option=amount]")).to_have_count(0)
    desk.keyboard.press("Escape")
    expect(composer.locator(".suggestions")).to_be_hidden()
    desk.keyboard.press("Escape")
    expect(composer.locator(".composer-text")).to_have_value("")


def test_plain_messages(desk: Page) -> None:
    """Enter sends a plain message, Shift+Enter makes a new line, and the other pane sees both lines."""
    desk.locator(".pane.left .composer-text").click()
    desk.keyboard.type("one")
    desk.keyboard.press("Shift+Enter")
    desk.keyboard.type("**two**")
    desk.keyboard.press("Enter")
    said = desk.locator(".pane.right .messages .message").last
    expect(said.locator(".message-content")).to_have_text("one\ntwo")
    expect(said.locator("strong")).to_have_text("two")
