"""The page's direct messages and groups, also at the width of a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_direct_messages_stand_in_the_list_of_channels(open_page: Callable[..., Page]) -> None:
    """On a phone: one tap leads there, the head and the box name the bot, and its commands are offered."""
    phone = open_page(phone=True)
    here = phone.locator(".pane:visible")
    here.locator(".menu-button").tap()
    expect(phone.locator(".channels h2")).to_have_text(["Channels", "Direct messages"])
    phone.locator(".side .channel", has_text="koikoi").tap()
    expect(here.locator(".pane-title")).to_have_text("koikoi")
    expect(here.locator(".composer-text")).to_have_attribute("placeholder", "Message @koikoi")
    here.locator(".composer-text").tap()
    phone.keyboard.type("/demo show")
    expect(here.locator(".suggestions .listbox-row").first).to_be_visible()
    phone.keyboard.press("Enter")
    expect(here.locator(".command-name")).to_have_text("/demo show")
    phone.keyboard.press("Enter")
    expect(here.locator("[data-custom-id=count]")).to_have_count(1)


def test_an_app_is_installed_and_a_group_started_from_the_list(desk: Page) -> None:
    """The menu names what is the case; the group appears for everybody, without commands of the server's."""
    menu = desk.locator(".app-menu")
    menu.click()
    desk.get_by_role("menuitem", name="Add the app to my account").click()
    menu.click()
    expect(desk.get_by_role("menuitem", name="Remove the app from my account")).to_be_visible()
    desk.get_by_role("menuitem", name="Start a group with everybody").click()
    row = desk.locator(".side .channel", has_text="Tea circle")
    row.first.click()
    expect(desk.locator(".pane.left .pane-title")).to_have_text("Tea circle")
    expect(desk.locator(".pane.left .welcome h2")).to_have_text("Welcome to Tea circle!")
    desk.locator(".pane.left .composer-text").click()
    desk.keyboard.type("/demo")
    expect(desk.locator(".pane.left .suggestions")).to_contain_text("No command matches")
