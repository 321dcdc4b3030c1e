"""The actions of a person on the page, and the place where each is seen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from bot.sandbox.world.seed import CHANNEL_IDS, USER_IDS

POST = """([path, body]) => fetch(path, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)
}).then((answer) => answer.ok)"""


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


def speak(page: Page, content: str = "hello") -> None:
    """A message of the second user, sent without a mouse; the bot goes on with what waits for one."""
    body = {"user": str(USER_IDS[1]), "channel": str(CHANNEL_IDS["hanafuda"]), "content": content}
    assert page.evaluate(POST, ["/client/messages", body])


def control(page: Page, **values: Any) -> None:
    """Change settings of the sandbox, as the bar does."""
    assert page.evaluate(POST, ["/client/control", {"action": "settings", **values}])
