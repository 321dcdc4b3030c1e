"""Buttons on the page: pressed, disabled, waiting, failed, held down, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sandbox.page_acts import pane, show

pytestmark = pytest.mark.browser

SAY = """body => fetch("/client/messages", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
})"""
"""A message of somebody, sent without a mouse."""


def test_press_button(desk: Page) -> None:
    """A press updates the message in place, and the focus stays on the button that was pressed."""
    message = show(desk)
    message.get_by_role("button", name="Count 0").click()
    expect(message.locator(".message-content")).to_contain_text("Pressed 1")
    expect(message.get_by_role("button", name="Count 1")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(message.locator(".message-content")).to_contain_text("Pressed 2")
    expect(message.locator(".edited")).to_be_visible()


def test_the_focus_waits_for_a_button_that_cannot_be_pressed(desk: Page) -> None:
    """A button that is disabled once it was pressed has the focus again as soon as it can be pressed."""
    message = show(desk)
    wait = message.get_by_role("button", name="Wait")
    wait.focus()
    desk.keyboard.press("Enter")
    expect(wait).to_be_disabled()
    expect(message).to_be_focused()
    expect(wait).to_be_enabled()
    expect(wait).to_be_focused()


def test_the_list_holds_still_while_a_button_is_held_down(desk: Page) -> None:
    """What comes meanwhile comes when it is let go, and the press counts; who holds on stops nothing."""
    counted = show(desk).get_by_role("button", name="Count 0")
    with desk.expect_request("**/client/messages") as sent:
        pane(desk, "right").locator(".composer-text").click()
        desk.keyboard.type("held still")
        desk.keyboard.press("Enter")
    here, there = [pane(desk, side).get_by_text("held still", exact=True) for side in ("left", "right")]
    expect(here).to_have_count(1)
    counted.hover()
    before = counted.bounding_box()
    desk.mouse.down()
    desk.evaluate(SAY, sent.value.post_data_json)
    expect(there).to_have_count(2)
    after = counted.bounding_box()
    assert here.count() == 1
    assert before and after and abs(after["y"] - before["y"]) < 3  # it yields a little to the finger
    desk.mouse.up()
    expect(pane(desk).locator(".message-content", has_text="Pressed 1")).to_be_visible()
    expect(here).to_have_count(2)
    pane(desk).get_by_role("button", name="Count 1").hover()
    desk.mouse.down()
    desk.evaluate(SAY, sent.value.post_data_json)
    expect(here).to_have_count(3)
    desk.mouse.up()


def test_disabled_button(desk: Page) -> None:
    """A disabled button cannot be pressed."""
    expect(show(desk).get_by_role("button", name="Off")).to_be_disabled()


def test_spinner_until_acknowledged(desk: Page) -> None:
    """A pressed button spins until the bot has acknowledged it, and no longer."""
    slow = show(desk).locator("[data-custom-id=slow]")
    slow.click()
    expect(slow).to_have_class(re.compile("pending"))
    expect(slow.locator(".spinner")).to_be_visible()
    expect(slow).not_to_have_class(re.compile("pending"))


def test_interaction_failed(desk: Page) -> None:
    """A press that the bot never answers says so, to the one who pressed; the next press clears it."""
    message = show(desk)
    message.get_by_role("button", name="Broken").click()
    expect(message.locator(".trouble")).to_have_text("This interaction failed")
    expect(pane(desk, "right").locator(".trouble:visible")).to_have_count(0)
    message.get_by_role("button", name="Count 0").click()
    expect(message.locator(".trouble")).to_be_hidden()
