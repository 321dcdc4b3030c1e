"""What the controls of a profile carry: whose it is, and what of it is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.match.vocabulary import UserId
from cogs.content.board_state import Look
from cogs.content.custom_id import BadCustomId
from cogs.content.page_id import Page, PagePress
from engine.rules.rule_sets import RuleSetId

_USER = re.compile(r"[1-9]\d{0,18}", re.ASCII)
_MOST = 2**63
"""Ids are smaller than that."""
USUAL = "usual"
HERE, EVERYWHERE = "s", "a"


class Action(StrEnum):
    """What a control under a profile asks for."""

    SHOW = "show"
    """The profile as the control's state has it."""
    RULES = "rules"
    """A select: the same for another rule set."""
    ACHIEVEMENTS = "feats"
    """The sheet of achievements."""
    POST = "post"
    """Show one's own profile to everybody."""


@dataclass(frozen=True, slots=True)
class ProfileState:
    """A profile as it is shown. `rules` None: the rule set that is played most."""

    user: UserId
    rules: RuleSetId | None = None
    everywhere: bool = False
    look: Look = Look.PICTURE

    def press(self, action: Action = Action.SHOW) -> PagePress:
        """The press of a control that leads to this state."""
        rules = USUAL if self.rules is None else self.rules.value
        scope = EVERYWHERE if self.everywhere else HERE
        return PagePress(Page.PROFILE, action.value, (str(self.user), rules, scope, self.look.value))


def read(press: PagePress) -> tuple[Action, ProfileState]:
    """What a press on a profile asks for. Raises BadCustomId on anything forged."""
    try:
        user, rules, scope, look = press.state
        chosen = None if rules == USUAL else RuleSetId(rules)
        action, shown = Action(press.action), Look(look)
    except ValueError as error:
        raise BadCustomId(press) from error
    if scope not in {HERE, EVERYWHERE} or _USER.fullmatch(user) is None or int(user) >= _MOST:
        raise BadCustomId(press)
    return action, ProfileState(UserId(int(user)), chosen, scope == EVERYWHERE, shown)
