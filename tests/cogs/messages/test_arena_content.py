"""The controls of an arena for its host and for managers: what each is offered, and what they are asked."""

from __future__ import annotations

import pytest

from bot.match.arenas.facts import ArenaStatus
from cogs.content.arena_state import Action, ArenaState
from cogs.content.controls import Button, Rows
from cogs.messages import arena_content
from tests.support.arenas import arena_of, facts, user, view
from tests.support.wording_views import ENGLISH

STATE = ArenaState(arena_of().id)
BOTH = {Action.ASK_END, Action.ASK_REMOVE}


def pressed(rows: Rows) -> list[object]:
    """Return what the buttons of some rows press."""
    return [each.press for row in rows for each in row if isinstance(each, Button)]


@pytest.mark.parametrize(
    ("n", "manager", "may"),
    [(5, True, BOTH), (0, True, BOTH), (0, False, {Action.ASK_END}), (5, False, set())],
)
def test_a_host_is_offered_the_end_alone(n: int, manager: bool, may: set[Action]) -> None:
    """To remove somebody is refused to a host who is no manager, so it is no button of theirs."""
    seen = facts(view(6))
    assert seen.arena.host != user(5)
    reader = seen.arena.host if n == 0 else user(n)
    allowed = arena_content.allowed(seen.arena, reader, manager=manager)
    assert allowed == may
    shown = pressed(arena_content.who_content(ENGLISH, seen, allowed).rows)
    assert shown == [STATE.press(each) for each in (Action.ASK_END, Action.ASK_REMOVE) if each in may]


@pytest.mark.parametrize(
    ("status", "told", "action"),
    [
        (ArenaStatus.ANNOUNCED, "It will not begin.", Action.END),
        (ArenaStatus.RUNNING, "count if they end in time", Action.END),
        (ArenaStatus.CLOSING, "will not count", Action.END_NOW),
    ],
)
def test_an_end_does_what_was_asked(status: ArenaStatus, told: str, action: Action) -> None:
    """Matches in play are given up by a button that says so, not by one that time has overtaken."""
    content = arena_content.end_question(ENGLISH, facts(view(6, status)))
    assert told in content.content and pressed(content.rows) == [STATE.press(action)]
