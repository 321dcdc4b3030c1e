"""The state in the controls of an arena: which arena, and what is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import ArenaId
from cogs.content.custom_id import MOST_PAGES, BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of


class Action(StrEnum):
    """The actions of controls of an arena."""

    JOIN = "join"
    LEAVE = "leave"
    TABLE = "table"
    """Show the presser's hand, or why they have none."""
    PAUSE = "pause"
    BACK = "back"
    """Come back after a pause or an absence."""
    WHO = "who"
    WORDS = "words"
    """Show the standing as text, one page of it, and what else the presser may do."""
    MANAGE = "manage"
    """Show its host and managers what they may do."""
    PAST = "past"
    """Show the server's arenas that are over: one page of them."""
    ASK_END = "end"
    END = "ended"
    END_NOW = "now"
    """End it without waiting for its matches in play."""
    ASK_REMOVE = "remove"
    """Show the select of people: one page of them."""
    REMOVE = "removed"
    """A select: the person whose id is its value goes."""


PAGED = {Action.WORDS, Action.PAST, Action.ASK_REMOVE}
NO_ARENA = ArenaId(0)
"""In place of an arena where a control asks for none."""


@dataclass(frozen=True, slots=True)
class ArenaState:
    """An arena, and the page of what is shown of it, from 0."""

    arena: ArenaId
    page: int = 0

    def press(self, action: Action) -> PagePress:
        """Return the press of a control of this arena."""
        state = (str(self.arena), str(self.page)) if action in PAGED else (str(self.arena),)
        return PagePress(Page.ARENA, action.value, state)


def past(page: int = 0) -> PagePress:
    """Return the press of a control that shows a page of the server's arenas that are over."""
    return ArenaState(NO_ARENA, page).press(Action.PAST)


def read(press: PagePress) -> tuple[Action, ArenaState]:
    """Read a press on an arena. Raises BadCustomId on anything forged."""
    action = one_of(Action, press.action)
    if len(press.state) != (2 if action in PAGED else 1):
        raise BadCustomId(press)
    page = number(press.state[1], MOST_PAGES) if action in PAGED else 0
    return action, ArenaState(ArenaId(number(press.state[0])), page)
