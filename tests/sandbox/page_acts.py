"""What a person does on the page, and where it is seen."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def pane(page: Page, side: str = "left") -> Locator:
    """One of the two panes."""
    return page.locator(f".pane.{side}")


def use(page: Page, command: str, side: str = "left") -> None:
    """Types a command without options and sends it."""
    pane(page, side).locator(".composer-text").click()
    page.keyboard.type(f"/{command}")
    expect(pane(page, side).locator(".suggestions .listbox-row").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(pane(page, side).locator(".command-name")).to_have_text(f"/{command}")
    page.keyboard.press("Enter")


def show(page: Page, side: str = "left") -> Locator:
    """A fresh demonstration message in a pane."""
    before = pane(page, side).locator("[data-custom-id=count]").count()
    use(page, "demo show", side)
    expect(pane(page, side).locator("[data-custom-id=count]")).to_have_count(before + 1)
    return pane(page, side).locator(".message", has=page.locator("[data-custom-id=count]")).last
