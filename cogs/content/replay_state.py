"""The state in the controls of a replay: the match, the step, the way it is shown, its origin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.ids import MatchId, UserId
from bot.match.finished import Replay
from cogs.content.board_state import Look
from cogs.content.custom_id import BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of

NOWHERE, USUAL, REVIEW = "-", "u", "r"
FIELDS = 5


class Action(StrEnum):
    """The actions of controls of a replay."""

    OPEN = "open"
    """On a public message: a private copy, from the step that its state has."""
    SHOW = "show"
    """On a private one: the step that its state has."""
    BACK = "back"
    """One step back, as the next one is one step on."""
    NEXT = "next"
    BEFORE = "before"
    """To where the month begins or, from there, the one before it."""
    AFTER = "after"
    """To where the next month begins; in the last one to its end."""
    MONTH = "month"
    """A select: its value is the step with which a month begins."""
    TEXT = "text"
    PICTURE = "picture"
    POST = "post"
    """Show the step to everybody."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The page of somebody's history that a replay was opened from."""

    user: UserId
    page: int


@dataclass(frozen=True, slots=True)
class FromReview:
    """The review of the match that a replay was opened from, and whose moves it named, by table number."""

    player: int


@dataclass(frozen=True, slots=True)
class ReplayState:
    """A replay as it is shown. `look` None: as its reader likes it; `step` counts from 0."""

    match: MatchId
    step: int = 0
    look: Look | None = None
    origin: Origin | FromReview | None = None

    def press(self, action: Action) -> PagePress:
        """The press of a control under this step."""
        look = USUAL if self.look is None else self.look.value
        return PagePress(
            Page.REPLAY, action.value, (str(self.match), str(self.step), look, *_written(self.origin))
        )

    def after(self, action: Action, chosen: str | None, replay: Replay) -> ReplayState:
        """Return the state after a press; `chosen` is a select's value. Raises BadCustomId.

        A step that the match has not, as only a forger names one, is its last.
        """
        last = len(replay.steps) - 1
        step = min(self.step, last)
        if action is Action.MONTH:
            if chosen is None:
                raise BadCustomId(chosen)
            return replace(self, step=min(number(chosen), last))
        match action:
            case Action.BACK:
                step = max(0, step - 1)
            case Action.NEXT:
                step = min(last, step + 1)
            case Action.BEFORE:
                step = max((each for each in replay.starts if each < step), default=0)
            case Action.AFTER:
                step = min((each for each in replay.starts if each > step), default=last)
            case Action.TEXT | Action.PICTURE:
                look = Look.TEXT if action is Action.TEXT else Look.PICTURE
                return replace(self, step=step, look=look)
        return replace(self, step=step)


def read(press: PagePress) -> tuple[Action, ReplayState]:
    """Read a press on a replay: the action, and the step. Raises BadCustomId on anything forged."""
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    match, step, look, user, page = press.state
    action, shown = one_of(Action, press.action), None if look == USUAL else one_of(Look, look)
    return action, ReplayState(MatchId(number(match)), number(step), shown, _origin(user, page))


def _written(origin: Origin | FromReview | None) -> tuple[str, str]:
    match origin:
        case None:
            return NOWHERE, "0"
        case FromReview(player):
            return REVIEW, str(player)
        case Origin(user, page):
            return str(user), str(page)


def _origin(user: str, page: str) -> Origin | FromReview | None:
    """Return the place from which a replay was opened. Raises BadCustomId."""
    if user == NOWHERE:
        return None
    return FromReview(number(page)) if user == REVIEW else Origin(UserId(number(user)), number(page))
