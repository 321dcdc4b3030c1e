"""The last line of a table at which nothing can happen any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.match.hosted_match import Wish
from bot.match.vocabulary import LobbyEnd, NoResult, Status, WishKind
from bot.screens.public import last_line
from bot.wording import buttons
from bot.wording.finished import review
from bot.wording.limits import CONTENT
from cogs.content.controls import Button
from cogs.content.message import MessageContent
from cogs.messages import table_rows
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from tests.support import wording_views
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, lobby, matches

CLASSIC = make_rules("classic", {"months": 3})
RESULT = "https://discord.com/channels/1/2/3"


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_closed_lobby_is_one_line_that_says_why(words: Words) -> None:
    """Each end by its own sentence, with rule set and people, as far as there are any; without a picture.

    Where nobody came somebody may want to be told of the next table.
    """
    waiting, told = lobby(CLASSIC, wording_views.people(1)), set()
    for ended in (*LobbyEnd, None):
        shown = table_rows.table_content(words, replace(waiting, status=Status.CLOSED, ended=ended))
        assert replace(shown, rows=()) == MessageContent(shown.content)
        assert bool(shown.rows) is (ended is LobbyEnd.EXPIRED)
        assert shown.content.startswith("-# ") and "\n" not in shown.content
        assert ("Sakura" in shown.content) == (ended is not LobbyEnd.LEFT)
        told.add(shown.content)
    assert len(told) == len(LobbyEnd) + 1
    assert last_line(words, waiting) is None


def test_a_declined_invitation_is_told_with_who_declined() -> None:
    """Mentioned, which calls nobody in an edit; who has deleted themself since has no name."""
    invited = replace(lobby(CLASSIC, wording_views.people(1)), invited=(UserId(5),))
    closed = replace(invited, status=Status.CLOSED, ended=LobbyEnd.DECLINED)
    assert last_line(ENGLISH, closed) == (
        "-# This lobby closed: <@5> declined the invitation · Classic · 3 months · Sakura"
    )
    assert "<@5>が招待を断った" in (last_line(JAPANESE, closed) or "")
    assert "somebody who left declined" in (last_line(ENGLISH, replace(closed, invited=())) or "")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_match_without_a_result_is_one_line_that_says_why(words: Words) -> None:
    """The line names the players, the rules and the end; it has no picture. *Rematch* where one gave it up.

    As no message tells a result, *Replay* and *Log* stand there once cards were dealt, and *Review* where no
    *Rematch* takes its place.
    """
    start, *_, view = matches(CLASSIC, 1)
    assert not start.ends and start.public is not None and start.public.phase is Phase.SEATS
    first, *others = view.seats
    wish = Wish(WishKind.ABORT, first.participant.number, 0, datetime.now(UTC))
    view = replace(view, seats=(replace(first, away=True), *others), wishes=(wish,))
    told = set[str]()
    for why in (*NoResult, None):
        aborted = replace(view, status=Status.ABORTED, no_result=why)
        shown = table_rows.table_content(words, aborted)
        assert replace(shown, rows=()) == MessageContent(shown.content)
        given_up = why is NoResult.UNMOVED
        rematch = words.say(buttons.REMATCH)
        looked = words.say(buttons.REPLAY), words.say(buttons.LOG)
        look = looked if given_up else (*looked, words.say(review.BUTTON))
        assert _labels(shown) == (*((rematch,) if given_up else ()), *look)
        undealt = replace(start, status=Status.ABORTED, no_result=why)
        assert _labels(table_rows.table_content(words, undealt)) == ((rematch,) if given_up else ())
        assert "\n" not in shown.content
        assert "Sakura" in shown.content and "Kenta" in shown.content
        told.add(shown.content)
    assert len(told) == len(NoResult) + 1


def _labels(shown: MessageContent) -> tuple[str, ...]:
    """Return the labels of a message's buttons, which are one row."""
    assert len(shown.rows) <= 1
    return tuple(control.label for row in shown.rows for control in row if isinstance(control, Button))


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_finished_match_is_one_line_once_there_is_a_result_to_lead_to(words: Words) -> None:
    """Before that its table keeps text and picture, and has nothing to press."""
    *_, last = matches(CLASSIC, 1)
    untold = table_rows.table_content(words, last)
    assert untold.scene is not None and untold.alt and not untold.rows
    told = table_rows.table_content(words, last, result=RESULT)
    assert told == MessageContent(told.content)
    assert f"]({RESULT})" in told.content and "\n" not in told.content
    *_, longest = matches(CLASSIC, 1, names=LONG_NAMES)
    assert len(table_rows.table_content(words, longest, result=RESULT).content) <= CONTENT
