"""The main job as a person does it: `koikoi sandbox`, a page in Chromium, a month played with the mouse."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from tests.support.page_fixtures import DESK, patient
from tests.support.waiting import MOST_SECONDS, until_in_thread

T = TypeVar("T")
pytestmark = pytest.mark.browser

QUICK = {
    "KOIKOI_CPU_PAUSE_MIN": "0",
    "KOIKOI_CPU_PAUSE_MAX": "0",
    "KOIKOI_CPU_STOP_PAUSE": "0",
    "KOIKOI_EDIT_SECONDS": "0.1",
    # People press everything here: no clock acts for them where the machine is slow.
    "KOIKOI_DRAW_SECONDS": "120",
    "KOIKOI_CUT_SECONDS": "120",
    "KOIKOI_REST_SECONDS": "120",
}
CARD = re.compile(r"^\s*[1-8](◎| )")
STOP = re.compile(r"^\s*(Stop|勝負)")
NEXT = re.compile(r"^\s*(Next month|次の月|Deal again|配り直す)")
"""One deal in two hundred has four of a month on the field, and is dealt again."""
RESULT = re.compile(r"(wins the match|ends in a draw|勝ち|引き分け)")
DRAW, LAST = "1", "8"
"""Cards of the row. In one seat draw of ninety both have equal cards, and draw again."""
CLICK_AGAIN_SECONDS = 6.0
"""Seconds after which a click that nothing has answered is taken for lost."""
MOST_PRESSES = 60
"""More than a month can ask of two people: eight cards each, choices, decisions, the seat draw."""


@pytest.fixture(scope="module")
def game_url() -> Iterator[str]:
    """The address of a sandbox with the real bot in it, started as the README says."""
    command = [sys.executable, "-m", "bot", "sandbox", "--port", "0", "--no-open"]
    environment = {**os.environ, **QUICK}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert address, "the sandbox did not start"
            yield address[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=MOST_SECONDS)


@pytest.fixture
def page(browser: Browser, game_url: str) -> Iterator[Page]:
    """The page, once the bot is online; anything it complains about fails the test."""
    complaints: list[str] = []
    context = patient(browser.new_context(viewport=DESK, locale="en-US"))
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(game_url)
    # How soon a press must be answered is tested elsewhere; here the machine may stand still.
    settings = {"action": "settings", "ack_seconds": 12}
    assert page.request.post(f"{game_url}/client/control", data=settings).ok
    expect(page.locator(".bot-state.botOnline")).to_have_count(1)
    yield page
    context.close()
    assert not complaints


def send(page: Page, *typed: str) -> None:
    """Write a slash command into the left composer, each part finished with Enter, and send it."""
    composer = page.locator(".pane.left .composer")
    composer.locator(".composer-text").click()
    for part in typed:
        page.keyboard.type(part)
        expect(composer.locator(".listbox-row").first).to_be_visible()
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def press(page: Page, side: str, name: str) -> None:
    """Click a button by its name, as soon as the pane of that side offers it."""
    page.locator(f".pane.{side} .message").get_by_role("button", name=name, exact=True).last.click()


def draw_seats(page: Page) -> None:
    """Both draw, again where their cards are of one month, until somebody has something to press."""
    button = page.locator(".pane.left .message").get_by_role("button", name=DRAW, exact=True)
    drawn = dict[str, float]()

    def dealt() -> bool:
        if open_choice(page) is not None:
            return True
        for round_id in button.evaluate_all("all => all.map(each => each.dataset.customId)"):
            # A click is lost where the table is drawn again under the pointer: then both click again.
            if time.monotonic() - drawn.get(round_id, 0.0) > CLICK_AGAIN_SECONDS:
                # Not the same card: the button of one that is taken goes.
                press(page, "left", DRAW)
                press(page, "right", LAST)
                drawn[round_id] = time.monotonic()
        return False

    wait(page, dealt, "nobody has a hand")


def wait(page: Page, holds: Callable[[], T], why: str) -> T:
    """Wait for something while the page goes on."""
    return until_in_thread(holds, why=why, pause=lambda seconds: page.wait_for_timeout(seconds * 1000))


def open_choice(page: Page) -> Locator | None:
    """Return the next control for a player, in any pane: stop, a card, a target, a new deal."""
    for side in ("left", "right"):
        hand = page.locator(f".pane.{side} .message.ephemeral").last
        for label in (STOP, CARD, NEXT):
            offered = hand.locator("button[data-custom-id]:enabled").filter(has_text=label)
            if offered.count():
                return offered.first
    return None


def click_until_answered(page: Page, choice: Locator) -> None:
    """Click as a person does, who clicks again where the page moved under the pointer.

    An answered question's buttons are gone for good: their ids name the question.
    """
    pressed = choice.get_attribute("data-custom-id")
    waiting = page.locator(f'button[data-custom-id="{pressed}"]:enabled')
    clicked = 0.0

    def answered() -> bool:
        nonlocal clicked
        if not waiting.count():
            return True
        if time.monotonic() - clicked > CLICK_AGAIN_SECONDS:
            with suppress(TimeoutError):  # it went between the look and the click
                waiting.first.click(timeout=CLICK_AGAIN_SECONDS * 1000)
            clicked = time.monotonic()
        return False

    wait(page, answered, f"{pressed} is not answered")


def is_over(page: Page) -> bool:
    """Whether the result stands."""
    return page.locator(".pane.left .message").get_by_role("button", name="Rematch").count() > 0


def press_next(page: Page) -> bool:
    """Press what waits; False once the result stands and nothing waits."""
    wait(page, lambda: is_over(page) or open_choice(page), "nobody can press anything")
    if is_over(page) or (choice := open_choice(page)) is None:
        return not is_over(page)
    click_until_answered(page, choice)
    return True


def test_two_people_play_a_month_with_the_mouse(page: Page) -> None:
    """From /koikoi play to the result: lobby, seat draw, hands, choices, stop; no press fails."""
    # Without hand yaku somebody has to play a card, whatever is dealt.
    send(page, "/koikoi play", "rules:Standard", "months:1", "options:hand yaku=off")
    press(page, "right", "Join")
    expect(page.locator(".pane.left .messages")).to_contain_text("Hand yaku: off")
    press(page, "left", "Start")
    draw_seats(page)
    presses = 0
    while press_next(page):
        presses += 1
        assert presses < MOST_PRESSES
    assert presses >= 2
    expect(page.locator(".trouble:visible")).to_have_count(0)
    assert RESULT.search(page.locator(".pane.left .messages").inner_text())


_FOCUS = """() => {
  const here = document.activeElement;
  return [here.closest(".message") !== null, here.dataset.customId ?? "", here.textContent];
}"""
MOST_TABS = 40
"""To the hand, once; and from one card of it to the next."""


def focus(page: Page) -> tuple[bool, str, str]:
    """Whether the focus is in a message; the id and the text of what has it."""
    inside, custom_id, text = page.evaluate(_FOCUS)
    return inside, custom_id, text


def tab_to(page: Page, wanted: re.Pattern[str], key: str = "Tab") -> str:
    """Go on by keyboard to a button of such a text, and give its id."""
    for _ in range(MOST_TABS):
        inside, custom_id, text = focus(page)
        if inside and custom_id and wanted.search(text):
            return custom_id
        page.keyboard.press(key)
    raise AssertionError(f"{MOST_TABS} times {key}, and no {wanted.pattern}")


@pytest.mark.long
def test_a_keyboard_plays_a_month(page: Page) -> None:
    """From the command to the result with Tab and Enter: the focus never falls back to the page."""
    page.locator(".side .channel", has_text="tea-room").click()
    expect(page.locator(".pane.left .pane-title")).to_contain_text("tea-room")
    send(page, "/koikoi play", "rules:Standard", "cpu:Easy", "months:1", "options:hand yaku=off")
    wait(page, lambda: open_choice(page), "nobody has a hand")
    asked = re.compile("|".join(each.pattern for each in (STOP, CARD, NEXT)))
    tab_to(page, asked, "Shift+Tab")
    presses = 0
    while press_by_keyboard(page, asked):
        presses += 1
        assert presses < MOST_PRESSES
    assert presses >= 1  # the CPU player may stop after its second card
    expect(page.locator(".trouble:visible")).to_have_count(0)


def press_by_keyboard(page: Page, asked: re.Pattern[str]) -> bool:
    """Press with Enter what waits; False once the result stands and nothing waits."""

    def offered() -> bool:
        if is_over(page) or open_choice(page) is not None:
            return True
        assert focus(page)[0], "the focus is on no message"
        return False

    wait(page, offered, "nobody can press anything")
    if is_over(page):
        return False
    pressed = tab_to(page, asked)
    page.keyboard.press("Enter")
    expect(page.locator(f'button[data-custom-id="{pressed}"]:enabled')).to_have_count(0)
    return True
