"""The controls under a leaderboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.records.boards import Leaderboard, Scope
from bot.wording import limits
from bot.wording.records import boards
from cogs.content.board_state import Action, BoardState, read
from cogs.content.controls import Button, Select
from cogs.content.message import MessageContent
from cogs.content.page_id import PagePress, format_page
from cogs.records import board_content
from tests.support.records.board_values import MONTH, board
from tests.support.wording_views import ENGLISH, EVERY, SHORT_NAMES


def controls(face: MessageContent) -> dict[Action, Button | Select]:
    """Every control by what it asks for."""
    found = {}
    for row in face.rows:
        for control in row:
            assert isinstance(control.press, PagePress)
            found[read(control.press)[0]] = control
    return found


def enabled(shown: Leaderboard) -> set[Action]:
    """Return the enabled actions under a list."""
    found = controls(board_content.private(ENGLISH, shown))
    return {action for action, control in found.items() if not control.disabled}


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("text_mode", [False, True])
def test_discord_takes_every_control(words: Words, text_mode: bool) -> None:
    """Five rows, four buttons a row, ids of their own, labels (or emoji) and options of its size."""
    for count, own, scope in ((0, None, Scope.SERVER), (10, 3, Scope.ALL), (10, 12, Scope.SERVER)):
        shown = replace(board(count, SHORT_NAMES, own=own), scope=scope, others_share=True)
        private = board_content.private(words, shown, text_mode=text_mode)
        for face in (private, board_content.public(words, shown)):
            assert len(face.rows) <= 5 and all(1 <= len(row) <= 4 for row in face.rows)
            found = controls(face)
            assert len({format_page(each.press) for each in found.values()}) == sum(map(len, face.rows))  # type: ignore[arg-type]
            for control in found.values():
                if isinstance(control, Button):
                    assert len(control.label) <= limits.LABEL and (control.label or control.emoji)
                else:
                    assert 1 <= len(control.options) <= 25
                    assert sum(option.chosen for option in control.options) == 1
                    assert all(1 <= len(option.label) <= limits.OPTION for option in control.options)
        assert (private.scene is None) is text_mode


def test_what_leads_nowhere_cannot_be_pressed() -> None:
    """No page before the first or after the last; a list of one page has no way to others."""
    first = board(10, SHORT_NAMES, own=12)
    assert Action.NEXT in enabled(first) and Action.PREVIOUS not in enabled(first)
    last = replace(first, page=2)
    assert Action.PREVIOUS in enabled(last) and Action.NEXT not in enabled(last)
    assert enabled(board(10, SHORT_NAMES)) == {Action.RULES, Action.PERIOD, Action.MEASURE, Action.HOW}


def test_all_servers_are_offered_where_any_other_shares() -> None:
    """And from there the way back always is."""
    shown = board(3, SHORT_NAMES)
    assert Action.SCOPE not in enabled(shown)
    assert Action.SCOPE in enabled(replace(shown, others_share=True))
    overall = replace(shown, scope=Scope.ALL)
    button = controls(board_content.private(ENGLISH, overall))[Action.SCOPE]
    assert isinstance(button, Button) and button.label == ENGLISH.say(boards.SCOPES[Scope.SERVER])


def test_a_list_for_everybody_has_one_button_which_opens_the_same_list() -> None:
    """With its own period, whatever is this month when somebody presses it."""
    shown = replace(board(3, SHORT_NAMES), period=MONTH)
    (button,) = controls(board_content.public(ENGLISH, shown)).values()
    assert isinstance(button.press, PagePress)
    assert read(button.press) == (Action.LOOK, BoardState.of(shown))
