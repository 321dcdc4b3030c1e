"""The controls under a hand of the deal of the day, and the values of forgers."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from bot import opponents
from bot.i18n import Languages
from bot.ids import GuildId, UserId
from bot.match import daily as deals
from bot.match.daily import OPPONENT, Deal, Today
from bot.match.vocabulary import Refusal
from bot.screens.hand import Look
from cogs.content.controls import Select
from cogs.content.custom_id import BadCustomId, playable
from cogs.content.page_id import Page, PagePress, format_page, parse_page
from cogs.daily import rows
from cogs.daily.rows import Action, State
from cogs.messages.hand_rows import hand_content
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RULE_SETS
from tests.support.manager_fixture import quick

ENGLISH = Languages.load().pick("en")
DAY, BEFORE = "2026-11-24", "2026-11-23"
USER = UserId(5)


def today(rules: Rules) -> Today:
    """A deal by these rules, with one on the day before."""
    return Today(
        DAY, datetime(2026, 11, 25, tzinfo=UTC), rules, OPPONENT, "", False, "", 1, 0, BEFORE, None, None
    )


@pytest.mark.dealt_by_chance  # all kinds of presses are searched for
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("listed", [False, True])
def test_every_button_of_a_hand_carries_what_is_played(rule_set: str, *, listed: bool) -> None:
    """In every position of some deals: no control leads to a match, and the moves are the legal ones.

    A row has five buttons at most, as Discord allows, and *Fair?* is one of each hand.
    """
    chance, kinds, fullest = random.Random(7), set[str](), 0
    for number in range(8):
        rules = deals.rules_of(make_rules(rule_set, {"months": 3}))
        deal = Deal(GuildId(1), DAY, number.to_bytes(32, "big"), rules, OPPONENT, announced=True)
        hosted = deals.answered(deals.begun(deal), opponents.choose)
        while deals.points(hosted) is None:
            view = deals.view(hosted, USER, "Ann", quick())
            seat = view.seat_of(USER)
            assert seat is not None and view.at_stake, "its list is decided: nobody gets tips"
            seen = seat.observation
            assert seen is not None
            assert seen.question is not None
            content = hand_content(ENGLISH, view, seat, Look(listed=listed, text_mode=listed), None)
            shown = rows.hand(ENGLISH, today(rules), content.rows, listed=listed)
            fullest, offered = max(fullest, *map(len, shown)), set()
            for control in (each for row in shown for each in row):
                assert isinstance(control.press, PagePress)
                press = parse_page(format_page(control.press))
                if press.page is not Page.DAILY:
                    continue
                state, kind = State.read(press), Action(press.action)
                kinds.add(kind)
                assert state.day == (BEFORE if kind is Action.REVIEW else DAY)
                if kind in {Action.MOVE, Action.PICK, Action.CHOOSE}:
                    assert state.number == seen.question
                if kind is Action.MOVE:
                    offered.add(playable(state.argument))
                if isinstance(control, Select):
                    offered |= {playable(option.value) for option in control.options}
            assert offered <= set(seen.legal)
            acted = deals.act(hosted, seen.question, chance.choice(seen.legal))
            assert not isinstance(acted, Refusal)
            hosted = deals.answered(acted, opponents.choose)
    assert fullest == 4
    assert kinds >= {
        Action.MOVE,
        Action.YAKU,
        Action.FAIR,
        *([Action.CHOOSE, Action.HAND] if listed else [Action.PICK]),
    }


@pytest.mark.parametrize(
    "state",
    [(), ("",), ("today",), ("20261124",), ("2026-02-30",), (DAY, "x"), (DAY, "-1"), (DAY, "1", "A", "B")],
)
def test_what_no_button_carries_is_refused(state: tuple[str, ...]) -> None:
    """A day that is none, a number that is none, more than there is."""
    with pytest.raises(BadCustomId):
        State.read(PagePress(Page.DAILY, "move", state))
