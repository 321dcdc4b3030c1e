"""The sealing line on a phone: two lines at most and nothing cut off, whatever the player is called."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from playwright.sync_api import Page

from bot.i18n import LOCALES, Languages
from bot.ids import UserId
from bot.sandbox.world.seed import USER_IDS
from bot.wording import sealing
from tests.sandbox.page.page_acts import pane, speak

pytestmark = pytest.mark.browser

LETTERS = ("W", "m", "i", "あ", "각", "Щ", "_")
LINES = """(line, name) => {
  const mention = line.querySelector(".mention");
  if (mention) mention.textContent = `@${name}`;
  const height = parseFloat(getComputedStyle(line).lineHeight);
  const column = line.parentElement.getBoundingClientRect().right;
  const inside = [line, ...line.children].every((each) => each.getBoundingClientRect().right <= column + 1);
  return [Math.round(line.getBoundingClientRect().height / height), inside];
}"""
"""In how many lines the text stands where the player is called so, and whether all of it is to be seen."""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_seal_takes_two_lines_at_most(open_page: Callable[..., Page], locale: str) -> None:
    """At 390 px, with names of one letter up to 32, narrow and wide ones."""
    page, words = open_page(phone=True), Languages.load().pick(locale)
    wrong = []
    for name in (letter * count for letter in LETTERS for count in (1, 12, 16, 24, 32)):
        commitment = sha256(name.encode()).hexdigest()
        speak(page, sealing.line(words, UserId(USER_IDS[0]), name, commitment))
        line = pane(page).locator(".message .md-small", has_text=sealing.short(commitment)).last
        lines, inside = line.evaluate(LINES, name)
        if lines > 2 or not inside:
            wrong.append((name, lines, inside))
    assert not wrong
