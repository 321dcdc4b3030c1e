"""The state in the controls of a replay: the match, the step, the way it is shown, its origin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.ids import MatchId, UserId
from bot.match.finished import Replay
from cogs.content.custom_id import BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of

NOWHERE, REVIEW = "-", "r"
FIELDS = 4


class Action(StrEnum):
    """The actions of controls of a replay."""

    OPEN = "open"
    """On a public message: a private copy, from the step that its state has."""
    SHOW = "show"
    """On a private one: the step that its state has."""
    BACK = "back"
    """One step back, as the next one is one step on."""
    NEXT = "next"
    MONTH = "month"
    """A select: its value is the step with which a month begins."""
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
    """A replay as it is shown. `step` counts from 0."""

    match: MatchId
    step: int = 0
    origin: Origin | FromReview | None = None

    def press(self, action: Action) -> PagePress:
        """The press of a control under this step."""
        state = (str(self.match), str(self.step), *_written(self.origin))
        return PagePress(Page.REPLAY, action.value, state)

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
        return replace(self, step=step)


def read(press: PagePress) -> tuple[Action, ReplayState]:
    """Read a press on a replay: the action, and the step. Raises BadCustomId on anything forged."""
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    match, step, user, page = press.state
    action = one_of(Action, press.action)
    return action, ReplayState(MatchId(number(match)), number(step), _origin(user, page))


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
