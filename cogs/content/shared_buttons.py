"""The button that opens the tutorial, wherever it stands: in a lobby, on a first hand, on the first page."""

from __future__ import annotations

from bot.i18n import Words
from bot.ids import GuildId
from bot.match.views import LobbyView, View
from bot.match.vocabulary import LobbyEnd
from bot.wording import openings as wording
from bot.wording.lessons import lesson
from cogs.content.controls import Button, Rows
from cogs.content.page_id import Page, PagePress

OPEN_TUTORIAL = "open"
"""The action of its press: a note of its own with the first step."""


def tutorial_button(words: Words) -> Button:
    """Return the button that opens the tutorial."""
    return Button(words.say(lesson.OFFER_BUTTON), PagePress(Page.LESSON, OPEN_TUTORIAL))


def short_tutorial_button(words: Words) -> Button:
    """Return the short form for a hand and a lobby: on a phone four buttons stand in one line there."""
    return Button(words.say(lesson.HELP_BUTTON), PagePress(Page.LESSON, OPEN_TUTORIAL))


WATCH, UNWATCH = "watch", "unwatch"


def watch_button(words: Words) -> Button:
    """The button with which somebody wants to be told."""
    return Button(words.say(wording.WATCH_BUTTON), PagePress(Page.OPENINGS, WATCH))


def unwatch_button(words: Words, guild: GuildId) -> Button:
    """The button with which they want it no more, wherever it stands."""
    return Button(words.say(wording.UNWATCH_BUTTON), PagePress(Page.OPENINGS, UNWATCH, (str(guild),)))


def nobody_came(words: Words, view: View) -> Rows:
    """Return the rows under an open table that closed because nobody came: somebody may come another time."""
    expired = isinstance(view, LobbyView) and view.ended is LobbyEnd.EXPIRED and not view.invited
    return ((watch_button(words),),) if expired and view.place.guild is not None else ()
