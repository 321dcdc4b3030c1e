"""The state in the controls of a leaderboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.records.boards import Measure, Scope
from cogs.content.board_state import SELECTS, Action, BoardState, read
from cogs.content.custom_id import LONGEST, BadCustomId
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from engine.rules.rule_sets import RuleSetId

PERIODS = st.one_of(
    st.just("all"),
    st.integers(0, 10**18 - 1).map(lambda n: f"s{n}"),
    st.builds("m20{:02}-{:02}".format, st.integers(0, 99), st.integers(1, 12)),
)
STATES = st.builds(
    BoardState,
    st.sampled_from(RuleSetId),
    PERIODS,
    st.sampled_from(Measure),
    st.sampled_from(Scope),
    st.integers(1, 999_999),
)
STATE = BoardState(RuleSetId.CLASSIC, "all", Measure.WINS, Scope.SERVER, 3)


@given(STATES, st.sampled_from(Action))
def test_a_press_survives_being_written_and_read(state: BoardState, action: Action) -> None:
    """Discord takes the press's custom id, which says again what was asked of which list."""
    text = format_page(state.press(action))
    assert len(text) <= LONGEST
    assert read(parse_page(text)) == (action, state)


@pytest.mark.parametrize(
    "state",
    [
        "",
        "classic",
        "classic.all.wins.server",
        "classic.all.wins.server.1.1",
        "poker.all.wins.server.1",
        "classic.All.wins.server.1",
        "classic.m2026-00.wins.server.1",
        "classic.s007.wins.server.1",
        "classic.season.wins.server.1",
        "classic.all.luck.server.1",
        "classic.all.wins.moon.1",
        "classic.all.wins.server.x",
        "classic.all.wins.server.0",
        "classic.all.wins.server.01",
        "classic.all.wins.server.-1",
        "classic.all.wins.server.1000000",
    ],
)
def test_what_no_control_carries_is_refused(state: str) -> None:
    """Too little, too much, nonsense."""
    with pytest.raises(BadCustomId):
        read(PagePress(Page.BOARD, "next", tuple(state.split("."))))
    with pytest.raises(BadCustomId):
        read(PagePress(Page.BOARD, "steal", STATE.press(Action.NEXT).state))


@pytest.mark.parametrize(
    ("action", "chosen", "changed"),
    [
        (Action.PREVIOUS, None, {"page": 2}),
        (Action.NEXT, None, {"page": 4}),
        (Action.SCOPE, None, {"scope": Scope.ALL, "page": 1}),
        (Action.RULES, "sannin", {"rules": RuleSetId.SANNIN, "page": 1}),
        (Action.PERIOD, "s4", {"period": "s4", "page": 1}),
        (Action.MEASURE, "net", {"measure": Measure.NET, "page": 1}),
        (Action.HOW, None, {}),
        (Action.BACK, None, {}),
        (Action.LOOK, None, {}),
    ],
)
def test_where_a_press_leads(action: Action, chosen: str | None, changed: dict[str, object]) -> None:
    """One thing changes; another list is shown from its beginning."""
    after = STATE.after(action, chosen)
    told = {name: getattr(after, name) for name in BoardState.__slots__}
    assert told == {**{name: getattr(STATE, name) for name in BoardState.__slots__}, **changed}


def test_a_select_needs_a_value_that_it_offers_and_a_button_takes_none() -> None:
    """Else somebody has forged the press."""
    for action in Action:
        for chosen in ("poker", "") if action in SELECTS else ("classic",):
            with pytest.raises(BadCustomId):
                STATE.after(action, chosen)
    for action in SELECTS:
        with pytest.raises(BadCustomId):
            STATE.after(action, None)
