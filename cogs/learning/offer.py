"""The button that opens the tutorial, wherever it stands: in a lobby, on a first hand, on the first page."""

from __future__ import annotations

from bot.i18n import Words
from bot.wording.learning import lesson
from cogs.pages.page_id import Page, PagePress
from cogs.presses.controls import Button

OPEN = "open"
"""What its press asks for: a note of its own with the first step."""


def button(words: Words) -> Button:
    """How to play."""
    return Button(lesson.offer_button(words), PagePress(Page.LESSON, OPEN))


def short_button(words: Words) -> Button:
    """Return the short form for a hand and a lobby: on a phone four buttons stand in one line there."""
    return Button(lesson.help_button(words), PagePress(Page.LESSON, OPEN))
