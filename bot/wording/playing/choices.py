"""The rows of `/koikoi me` about how somebody plays, in words."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within

TEXT_TITLE = mark_within("setting", "Text mode")
TEXT_ABOUT = mark(
    "Your hand describes the whole table in words, without a picture. Screen readers can read it."
)


def text(words: Words, *, on: bool) -> str:
    """Whether hands are texts."""
    return words("on: words only") if on else words("off: with pictures")


def text_button(words: Words, *, on: bool) -> str:
    """Texts alone, or with a picture."""
    return words.within("button", "Words only") if on else words.within("button", "With pictures")


CONFIRM_TITLE = mark_within("setting", "Confirm my plays")
CONFIRM_ABOUT = mark("Whether the bot asks with Play and Back before it plays a card that you press.")


def confirm(words: Words, *, on: bool) -> str:
    """Whether there is such a question."""
    return words("on: the bot asks first") if on else words("off: a card is played at once")


def confirm_button(words: Words, *, on: bool) -> str:
    """Ask, or play at once."""
    return words.within("button", "Ask me first") if on else words.within("button", "Play at once")
