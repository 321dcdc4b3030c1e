"""The buttons with which somebody wants to be told when a table opens, or no more."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import LobbyView, View
from bot.match.vocabulary import GuildId, LobbyEnd
from bot.wording.finding import openings as wording
from cogs.pages.page_id import Page, PagePress
from cogs.presses.controls import Button, Rows

WATCH, UNWATCH = "watch", "unwatch"


def watch_button(words: Words) -> Button:
    """The button with which somebody wants to be told."""
    return Button(wording.watch_button(words), PagePress(Page.OPENINGS, WATCH))


def unwatch_button(words: Words, guild: GuildId) -> Button:
    """The button with which they want it no more, wherever it stands."""
    return Button(wording.unwatch_button(words), PagePress(Page.OPENINGS, UNWATCH, (str(guild),)))


def nobody_came(words: Words, view: View) -> Rows:
    """Under an open table of a server that closed because nobody came: somebody may come another time."""
    expired = isinstance(view, LobbyView) and view.ended is LobbyEnd.EXPIRED and not view.invited
    return ((watch_button(words),),) if expired and view.place.guild is not None else ()
