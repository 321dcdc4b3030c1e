"""The state in the controls of a review: the match, and the player whose moves are listed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import MatchId
from cogs.content.custom_id import BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of

READER = "-"
FIELDS = 2


class Action(StrEnum):
    """The actions of controls."""

    OPEN = "open"
    """A review of one's own, beside the message that was pressed on."""
    SHOW = "show"
    """A review in place of the message."""
    MOVES = "moves"
    """The costliest moves of a player."""
    PLAYER = "player"
    """A select: its value is the table number of the player whose moves these are."""
    FIGURES = "figures"
    """The cost of everybody's decisions."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """A review as it is shown. `player` None: the reader."""

    match: MatchId
    player: int | None = None

    def press(self, action: Action) -> PagePress:
        """The press of a control under it."""
        player = READER if self.player is None else str(self.player)
        return PagePress(Page.REVIEW, action.value, (str(self.match), player))


def read(press: PagePress, chosen: str | None) -> tuple[Action, ReviewState]:
    """Read a press: the action, and the state with the value of a select (`chosen`).

    Raises BadCustomId on anything forged; a player who is none is the reader.
    """
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    match, player = press.state
    action = one_of(Action, press.action)
    if action is Action.PLAYER:
        player = chosen or ""
    return action, ReviewState(MatchId(number(match)), None if player == READER else number(player))
