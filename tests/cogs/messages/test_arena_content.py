"""The controls of an arena for its host and for managers, and the line above the hands of its matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ids import ArenaId
from bot.match.arenas.facts import ArenaStatus
from bot.match.vocabulary import CpuPlayer
from cogs.content.arena_state import Action, ArenaState
from cogs.content.controls import Button, Rows
from cogs.messages import arena_content, hand_rows
from engine.rules.actions import KoiKoi
from engine.rules.options import make_rules
from tests.support.arenas import arena_of, facts, user, view
from tests.support.wording_views import ENGLISH, matches

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
    offered = pressed(arena_content.words_content(ENGLISH, seen, 0, allowed).rows)
    assert (STATE.press(Action.MANAGE) in offered) is bool(may)
    *shown, back = pressed(arena_content.managing(ENGLISH, seen, allowed).rows)
    assert shown == [STATE.press(each) for each in (Action.ASK_END, Action.ASK_REMOVE) if each in may]
    assert back == STATE.press(Action.WORDS)


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
    assert told in content.content and pressed(content.rows) == [
        STATE.press(action),
        STATE.press(Action.MANAGE),
    ]


@pytest.mark.parametrize("months", [1, 3])
def test_a_decision_says_what_courage_brings_where_a_match_is_one_month(months: int) -> None:
    """At other moments, in longer matches and against a CPU player the line leads to the table."""
    decisions = 0
    for seen in matches(make_rules("league", {"months": months}), seed=1):
        view = replace(seen, arena=ArenaId(1))
        for seat in view.seats:
            if seat.observation is None or seat.participant.user is None:
                continue
            line = hand_rows.arena_line(ENGLISH, view, seat.participant.user, None)
            cpu = replace(seat, participant=replace(seat.participant, user=None, cpu=CpuPlayer.NORMAL))
            odd = replace(view, seats=tuple(each if each is seat else cpu for each in view.seats))
            assert "1 point more" not in hand_rows.arena_line(ENGLISH, odd, seat.participant.user, None)
            decides = KoiKoi() in seat.observation.legal
            decisions += decides
            assert ("1 point more" in line) is (decides and months == 1)
    assert decisions
