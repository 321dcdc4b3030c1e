"""A whole hand on one screen of a phone: text, picture and buttons, measured in Chromium at 390 px."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from images.drawing.theme import Size
from images.layouts import hand as layout
from tests.sandbox.page.page_acts import pane, use
from tests.support.hand_bot import QUESTIONS, SIZES
from tests.support.page_fixtures import PHONE, page_sandbox, patient

pytestmark = pytest.mark.browser

ROOM = {8: 690, 7: 690, 4: 600}
"""The height of a hand by its number of cards, in CSS pixels: a phone of 844 shows 692 of a channel."""
LEAST_TYPE = 9
HANDS = 4
"""The number of each size that is measured."""
LOCALES = ("en-US", "ja")


@pytest.fixture(scope="module")
def hands_url() -> Iterator[str]:
    """The address of a sandbox whose bot sends hands."""
    with page_sandbox("tests.support.hand_bot") as url:
        yield url


@pytest.fixture(scope="module", params=LOCALES)
def phone(browser: Browser, hands_url: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone that speaks one of the languages, the same for all tests: a new one loads fonts again."""
    with browser.new_context(
        viewport=PHONE, locale=request.param, has_touch=True, is_mobile=True, device_scale_factor=2
    ) as context:
        patient(context)
        page = context.new_page()
        page.goto(hands_url)
        expect(page.locator(".bot-state.botOnline")).to_have_count(1)
        yield page


_TOPS = "all => all.slice(-2).map((each) => Math.round(each.getBoundingClientRect().top))"
"""The tops of the last two buttons, all measured at once: a page may move between two looks."""


@pytest.mark.parametrize(("rule_set", "cards"), SIZES)
def test_a_hand_fits_on_a_phone(phone: Page, rule_set: str, cards: int) -> None:
    """With a beginner's tip eight and seven cards fit 690 px, four 600; no letter is smaller than nine.

    The two buttons below the cards stand in one line.
    """
    for hand in _fit(phone, f"{rule_set}-{cards}", ROOM[cards]):
        assert re.search("^(Tip: |ヒント：)", hand.locator(".message-content").inner_text(), re.MULTILINE)
        buttons = hand.locator(".components button")
        assert len(set(buttons.evaluate_all(_TOPS))) == 1


@pytest.mark.parametrize(("rule_set", "phase"), QUESTIONS)
def test_a_choice_and_a_decision_fit_on_a_phone(phone: Page, rule_set: str, phase: str) -> None:
    """With the rest of the hand they take no more than a hand of eight."""
    assert list(_fit(phone, f"{rule_set}-{phase}", ROOM[8]))


def _fit(phone: Page, command: str, room: int) -> Iterator[Locator]:
    """Measure some hands, and give each."""
    for _ in range(HANDS):
        hands = pane(phone).locator(".message.ephemeral")
        before = hands.count()
        use(phone, command)
        expect(hands).to_have_count(before + 1)
        hand = hands.last
        hand.locator(".picture img").evaluate("image => image.decode()")
        said = hand.locator(".message-content").inner_text()
        tall = _height(hand.locator(".message-content"), hand.locator(".components"))
        assert tall <= room, (tall, said)
        width = hand.locator(".picture img").evaluate("image => image.getBoundingClientRect().width")
        assert Size.SMALL * width / layout.WIDTH >= LEAST_TYPE
        yield hand


def _height(first: Locator, last: Locator) -> float:
    """From the top of one part of a message to the bottom of another."""
    top, bottom = first.bounding_box(), last.bounding_box()
    assert top is not None and bottom is not None
    return bottom["y"] + bottom["height"] - top["y"]
