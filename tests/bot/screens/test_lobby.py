"""The lobby: seats, invitations, and why it closed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.vocabulary import LobbyEnd, Status, UserId
from bot.screens import lobby as lobby_screen
from bot.screens.public import screen_of
from bot.wording.limits import ALT, CONTENT
from engine.rules.options import make_rules
from images.scene.common import Label, Name
from images.scene.opening import LobbyScene
from tests.support import wording_views
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES, lobby, people

CLASSIC = make_rules("classic")
ISHOKAI = make_rules("ishokai", {"months": 3})


def test_lobbies_show_seats_taken_and_free() -> None:
    """Names with their words, free seats, and what was changed."""
    rules = make_rules("sannin", {"months": 6, "goko_bonus": 5})
    scene = screen_of(wording_views.lobby(rules, wording_views.people(2, cpus=1))).scene(ENGLISH)
    assert isinstance(scene, LobbyScene)
    assert [seat.word for seat in scene.seats] == ["Host", "CPU", "Free seat"]
    assert [seat.name for seat in scene.seats][2] is None
    assert scene.seats[1].name == Name("CPU (normal)", "Player 2")
    assert scene.chips == ("6 months", Label("Live (2 min a turn, 5 min bank)", "Live"), "Goko bonus: 5")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_closed_lobbies_show_why_and_no_free_seat(words: Words) -> None:
    """Each end has its own chip; a seat that nobody took is not free any more, and who left has none."""
    waiting = wording_views.lobby(make_rules("classic"), wording_views.people(1))
    opened = screen_of(waiting).scene(words)
    assert isinstance(opened, LobbyScene) and opened.closed is None
    chips = set()
    for ended in (*LobbyEnd, None):
        scene = screen_of(replace(waiting, status=Status.CLOSED, ended=ended)).scene(words)
        assert isinstance(scene, LobbyScene) and scene.closed is not None
        assert len(scene.seats) == 2
        assert (scene.seats[0].name is None) == (ended is LobbyEnd.LEFT)
        assert scene.seats[1].word != opened.seats[1].word
        chips.add(scene.closed)
    assert len(chips) == len(LobbyEnd) + 1


def test_a_lobby_says_seats_options_commitment_and_time_left() -> None:
    """Whoever reads it knows what is played, who is there, what is free, until when, and the commitment."""
    rules = make_rules("league", {"months": 3, "oyaken": 4})
    waiting = lobby(rules, wording_views.people(1))
    text = screen_of(waiting).text(ENGLISH)
    for part in (
        "League",
        "3 months",
        "Oya-ken: 4",
        "Sakura",
        "1 seat is free",
        "<t:",
        waiting.secret_commitment,
    ):
        assert part in text
    full = lobby(rules, wording_views.people(2))
    assert "Sakura may start" in screen_of(full).text(ENGLISH)
    more = lobby(rules, wording_views.people(4))
    assert "the others watch" in screen_of(more).text(ENGLISH)
    assert f"<@{full.host}>" in lobby_screen.nudge(ENGLISH, lobby_screen.Facts.of(full))
    invited = replace(waiting, invited=(UserId(5),))
    assert "<@5>" in screen_of(invited).text(ENGLISH)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_closed_lobbies_say_why_and_offer_no_seat(words: Words) -> None:
    """Message and alt text tell each end by its own sentence; neither speaks of a seat to take."""
    waiting = lobby(CLASSIC, wording_views.people(1))
    open_seats = {words.plural("{n} free seat", "{n} free seats", 1)}
    open_seats.add(words.plural("{n} seat is free: press Join.", "{n} seats are free: press Join.", 1))
    told = set()
    for ended in (*LobbyEnd, None):
        closed = replace(waiting, status=Status.CLOSED, ended=ended)
        why = lobby_screen.why(words, ended)
        assert why in screen_of(closed).text(words)
        described = screen_of(closed).alt(words)
        assert why.rstrip(".。") in described
        assert not any(each in described + screen_of(closed).text(words) for each in open_seats)
        assert ("Sakura" in described) == (ended is not LobbyEnd.LEFT)
        told.add(why)
    assert len(told) == len(LobbyEnd) + 1


def test_lobbies_with_the_longest_names_fit() -> None:
    """Eight people with names full of markdown fit into message and alt text."""
    for words in EVERY:
        crowded = lobby(CLASSIC, wording_views.people(8, LONG_NAMES))
        assert len(lobby_screen.nudge(words, lobby_screen.Facts.of(crowded))) <= CONTENT
        assert len(screen_of(crowded).alt(words)) <= ALT


def test_someone_who_left_has_a_name_too() -> None:
    """A host who is no longer there is named all the same."""
    full = lobby(CLASSIC, wording_views.people(2))
    assert "somebody who left may start" in screen_of(replace(full, host=UserId(777))).text(ENGLISH)


def test_an_invitation_names_the_button_that_it_has() -> None:
    """There is no *Join* under a table that is kept for somebody."""
    opened = lobby(ISHOKAI, people(1))
    kept = screen_of(replace(opened, invited=(UserId(101),))).text(ENGLISH)
    assert "press Join" in screen_of(opened).text(ENGLISH)
    assert "Press Accept" in kept
    assert "Join" not in kept
