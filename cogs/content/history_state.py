"""The state in the controls of a history: its player, and the page that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import MatchId, UserId
from cogs.content.custom_id import MOST_PAGES, BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of

FIELDS = 2


class Action(StrEnum):
    """The actions of controls of a history."""

    SHOW = "show"
    """The page that its state has."""
    OLDER = "older"
    NEWER = "newer"
    REPLAY = "replay"
    """A select: the replay of the match whose number is its value."""


@dataclass(frozen=True, slots=True)
class HistoryState:
    """A page of somebody's history, from 0, the newest first."""

    user: UserId
    page: int = 0

    def press(self, action: Action = Action.SHOW) -> PagePress:
        """The press of a control under this page."""
        return PagePress(Page.HISTORY, action.value, (str(self.user), str(self.page)))

    def after(self, action: Action) -> int:
        """The page that a press asks for; storage knows where the last one is."""
        match action:
            case Action.OLDER:
                return self.page + 1
            case Action.NEWER:
                return max(0, self.page - 1)
        return self.page


def read(press: PagePress) -> tuple[Action, HistoryState]:
    """Read a press on a history. Raises BadCustomId on anything forged."""
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    user = number(press.state[0], least=1)
    return one_of(Action, press.action), HistoryState(UserId(user), number(press.state[1], MOST_PAGES))


def chosen_match(press: PagePress, chosen: str | None) -> MatchId | None:
    """Return the match that the select of replays was set to; None for other controls. Raises BadCustomId."""
    return MatchId(number(chosen or "")) if press.action == Action.REPLAY else None
