"""The state in the controls of a leaderboard: the list under which they stand, and the wish."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.ids import GuildId
from bot.records.boards import Leaderboard, Measure, Query, Scope
from cogs.content.custom_id import MOST_PAGES, BadCustomId, number
from cogs.content.page_id import Page, PagePress, one_of
from engine.rules.rule_sets import RuleSetId

_PERIOD = re.compile(r"all|m20\d\d-(?:0[1-9]|1[0-2])|s(?:0|[1-9]\d{0,17})", re.ASCII)
FIELDS = 5


class Action(StrEnum):
    """The actions of controls under a leaderboard."""

    PREVIOUS = "previous"
    NEXT = "next"
    SCOPE = "scope"
    """The other scope."""
    HOW = "how"
    BACK = "back"
    LOOK = "look"
    """An own copy of a list that everybody sees."""
    RULES = "rules"
    """A select, as are the next two."""
    PERIOD = "period"
    MEASURE = "measure"


SELECTS = {Action.RULES, Action.PERIOD, Action.MEASURE}


@dataclass(frozen=True, slots=True)
class BoardState:
    """The list that a control stands under."""

    rules: RuleSetId
    period: str
    measure: Measure
    scope: Scope
    page: int

    @classmethod
    def of(cls, board: Leaderboard) -> BoardState:
        """The state of a list as it is shown."""
        return cls(board.rules, board.period.key, board.measure, board.scope, board.page)

    def press(self, action: Action) -> PagePress:
        """The press of a control under this list."""
        state = (self.rules, self.period, self.measure, self.scope, str(self.page))
        return PagePress(Page.BOARD, action.value, tuple(str(each) for each in state))

    def query(self, guild: GuildId) -> Query:
        """Return the query for storage."""
        return Query(guild, self.rules, self.period, self.measure, self.scope, self.page)

    def after(self, action: Action, chosen: str | None) -> BoardState:
        """The list that a press asks for; `chosen` is a select's value. Raises BadCustomId."""
        if (action in SELECTS) != (chosen is not None):
            raise BadCustomId(action)
        if chosen is not None:
            return self._with(action, chosen)
        match action:
            case Action.PREVIOUS:
                return replace(self, page=max(1, self.page - 1))
            case Action.NEXT:
                return replace(self, page=self.page + 1)
            case Action.SCOPE:
                other = Scope.ALL if self.scope is Scope.SERVER else Scope.SERVER
                return replace(self, scope=other, page=1)
        return self

    def _with(self, action: Action, chosen: str) -> BoardState:
        if action is Action.RULES:
            return replace(self, rules=one_of(RuleSetId, chosen), page=1)
        if action is Action.PERIOD:
            return replace(self, period=_period(chosen), page=1)
        return replace(self, measure=one_of(Measure, chosen), page=1)


def read(press: PagePress) -> tuple[Action, BoardState]:
    """Read a press on a leaderboard: the action, and the list. Raises BadCustomId on anything forged."""
    action = one_of(Action, press.action)
    if len(press.state) != FIELDS:
        raise BadCustomId(press.state)
    rules, period, measure, scope, page = press.state
    state = BoardState(
        one_of(RuleSetId, rules),
        _period(period),
        one_of(Measure, measure),
        one_of(Scope, scope),
        number(page, MOST_PAGES, least=1),
    )
    return action, state


def _period(text: str) -> str:
    if _PERIOD.fullmatch(text) is None:
        raise BadCustomId(text)
    return text
