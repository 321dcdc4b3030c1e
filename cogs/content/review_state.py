"""The state in the controls of a review: the match, the player whose moves are listed, how it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ids import MatchId
from cogs.content.board_state import Look
from cogs.content.custom_id import BadCustomId
from cogs.content.page_id import Page, PagePress, number, one_of

READER, USUAL = "-", "u"
FIELDS = 3


class Action(StrEnum):
    """The actions of controls."""

    OPEN = "open"
    """A review of one's own, beside the message that was pressed on."""
    SHOW = "show"
    """A review in place of the message."""
    PLAYER = "player"
    """A select: its value is the table number of the player whose moves are named."""
    TEXT = "text"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class ReviewState:
    """A review as it is shown. `player` None: the reader; `look` None: as they like it."""

    match: MatchId
    player: int | None = None
    look: Look | None = None

    def press(self, action: Action) -> PagePress:
        """The press of a control under it."""
        player = READER if self.player is None else str(self.player)
        look = USUAL if self.look is None else self.look.value
        return PagePress(Page.REVIEW, action.value, (str(self.match), player, look))


def read(press: PagePress, chosen: str | None) -> tuple[Action, ReviewState]:
    """Read a press: the action, and the state with the value of a select (`chosen`).

    Raises BadCustomId on anything forged; a player who is none is the reader.
    """
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    match, player, look = press.state
    action, shown = one_of(Action, press.action), None if look == USUAL else one_of(Look, look)
    if action is Action.PLAYER:
        player = chosen or ""
    elif action in {Action.TEXT, Action.PICTURE}:
        shown = Look.TEXT if action is Action.TEXT else Look.PICTURE
    return action, ReviewState(MatchId(number(match)), None if player == READER else number(player), shown)
