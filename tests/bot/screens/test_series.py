"""The lines about a series: in the lobby, at the table, with the result of each of its matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.i18n import Words
from bot.ids import MatchId
from bot.match.series import FIRST, Standing
from bot.match.vocabulary import JoinNumber, Status
from bot.screens import lobby as lobby_screen
from bot.screens import result
from bot.screens.public import screen_of
from bot.wording import buttons, series
from bot.wording.limits import CONTENT
from bot.wording.people import Cast
from cogs.content.controls import Button
from cogs.messages import table_rows
from engine.rules.options import make_rules
from tests.support import wording_views
from tests.support.manager_fixture import BEN
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES, SHORT_NAMES, lobby, matches

CLASSIC, SANNIN = make_rules("classic"), make_rules("sannin", {"months": 3})
UNTIL = datetime(2026, 11, 27, 3, tzinfo=UTC)
TWO = ("Sakura", "Kenta")
ENDED = Standing(
    best_of=3, first=MatchId(1), number=2, wins=(1, 1), won_by=JoinNumber(1), over=True, until=UNTIL
)


def told(standing: Standing, names: tuple[str, ...] = TWO) -> list[str]:
    """Return the lines of a result about its series."""
    return list(series.result(ENGLISH, standing, names))


def test_an_open_series_is_told_from_its_second_match_on() -> None:
    """The leader stands first, not the first who joined."""
    assert told(FIRST) == []
    behind = replace(ENDED, best_of=None, wins=(2, 3))
    assert told(behind) == ["Series: Kenta 3 : 2 Sakura"]
    three = replace(behind, wins=(0, 2, 1))
    assert told(three, (*TWO, "Mio")) == ["Series: Kenta 2 · Mio 1 · Sakura 0"]


def test_a_series_of_a_chosen_length_says_how_it_goes_on() -> None:
    """And until when it may."""
    until = "Press Next match before <t:1795748400:t>, or the series ends as it stands."
    assert told(ENDED) == ["Best of 3: Sakura 1 : 1 Kenta", until]
    drawn = replace(ENDED, wins=(1, 0), won_by=None)
    assert told(drawn) == ["Best of 3: Sakura 1 : 0 Kenta", "A draw: match 2 is played again.", until]
    assert series.line(ENGLISH, replace(drawn, over=False, replay=True), TWO) == (
        "Best of 3, match 2 again: Sakura 1 : 0 Kenta"
    )


def test_the_end_of_a_series_names_its_winner() -> None:
    """In bold, with the score; of a level one that it is level."""
    won = replace(ENDED, wins=(0, 2))
    assert told(won) == ["**Kenta wins the series 2 : 0!**"]
    level = replace(ENDED, number=3, replay=True, won_by=None)
    assert told(level) == ["**The series ends level, 1 : 1.**"]
    three = replace(ENDED, number=3, wins=(0, 2, 1))
    told_of_three = ["**Kenta wins the series 2 : 1 : 0!**", "Best of 3: Kenta 2 · Mio 1 · Sakura 0"]
    assert told(three, (*TWO, "Mio")) == told_of_three


@pytest.mark.parametrize(
    ("standing", "label"),
    [
        (FIRST, ENGLISH.say(buttons.REMATCH)),
        (ENDED, ENGLISH.say(buttons.NEXT_MATCH)),
        (replace(ENDED, wins=(0, 2)), ENGLISH.say(buttons.NEW_SERIES)),
    ],
)
def test_the_button_says_what_it_begins(standing: Standing, label: str) -> None:
    """Another match, the next one of the series, or another series."""
    ended = next(view for view in matches(CLASSIC, 1) if view.status is Status.OVER)
    facts = result.Facts.of(replace(ended, series=standing))
    again = table_rows.result_rows(ENGLISH, facts)[0][1]
    assert isinstance(again, Button)
    assert again.label == label


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("names", [SHORT_NAMES, LONG_NAMES], ids=["short", "long"])
def test_a_table_says_how_the_series_stands(words: Words, names: tuple[str, ...]) -> None:
    """In each of its messages, the lobby included; however long the names are."""
    standing = replace(ENDED, over=False, won_by=None, wins=(1, 0))
    for view in matches(CLASSIC, 1, names=names):
        if view.status is Status.PLAYING:
            text = screen_of(replace(view, series=standing)).text(words)
            assert series.line(words, standing, Cast.of(view).named(words).names) in text
            assert len(text) <= CONTENT
    waiting = replace(lobby(CLASSIC, wording_views.people(2, names)), series=standing)
    facts = lobby_screen.Facts.of(waiting)
    assert "1 : 0" in lobby_screen.text(words, facts)
    assert series.length(words, 3) in lobby_screen.alt(words, facts)
    assert series.length(words, 3) in lobby_screen.scene(words, facts).chips


def test_a_lobby_names_the_awaited_in_the_series() -> None:
    """The awaited people have won matches of it, too."""
    opened = lobby(CLASSIC, wording_views.people(1))
    standing = replace(ENDED, over=False, won_by=None, wins=(1, 2))
    waiting = replace(opened, series=standing, invited=(BEN.user,), invited_names={BEN.user: "Ben"})
    assert "match 2: Ben 2 : 1 Sakura" in lobby_screen.text(ENGLISH, lobby_screen.Facts.of(waiting))
