"""The lobby: seats and invitations."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.match import lobby as open_lobby
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.screens import lobby as lobby_screen
from bot.screens.notes import rules_in_force
from bot.screens.public import screen_of
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.limits import ALT, CONTENT
from cogs.content.controls import Select, Style
from cogs.content.custom_id import Press, Verb
from cogs.messages import table_rows
from engine.rules.options import make_rules
from images.scene.common import Label, Name
from images.scene.lobby import LobbyScene
from tests.support import wording_views
from tests.support.clocked_match import TIMES, ClockedMatch, clocked_match
from tests.support.manager_fixture import ANN, BEN, PLACE, opened
from tests.support.manual_clock import START
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, lobby, people

CLASSIC = make_rules("classic")
ISHOKAI = make_rules("ishokai", {"months": 3})


def test_lobbies_show_seats_taken_and_free() -> None:
    """Names with their words, free seats, and what was changed."""
    rules = make_rules("sannin", {"months": 6, "goko_bonus": 5})
    scene = screen_of(wording_views.lobby(rules, wording_views.people(2, cpus=1))).scene(ENGLISH)
    assert isinstance(scene, LobbyScene)
    assert [seat.word for seat in scene.seats] == ["Host", "CPU", "Free seat"]
    assert [seat.name for seat in scene.seats][2] is None
    assert scene.seats[1].name == Name("CPU Hato (normal)", "Player 2", "CPU Hato", "Hato")
    assert scene.chips == ("6 months", Label("Live (2 min a turn, 5 min to spare)", "Live"), "Goko bonus: 5")


def test_a_lobby_says_seats_options_host_and_time_left() -> None:
    """A person who reads it knows what is played, by whom, what is free and until when."""
    rules = make_rules("league", {"months": 3, "oyaken": 4})
    waiting = lobby(rules, wording_views.people(1))
    text = screen_of(waiting).text(ENGLISH)
    for part in (
        "Standard",
        "3 months",
        "Oya-ken: 4",
        "Sakura",
        "1 seat is free",
        "<t:",
        "host: Sakura",
        "Live",
    ):
        assert part in text
    full = lobby(rules, wording_views.people(2))
    assert "Sakura may start" in screen_of(full).text(ENGLISH)
    more = lobby(rules, wording_views.people(4))
    assert "the others watch" in screen_of(more).text(ENGLISH)
    nudge = lobby_screen.nudge(ENGLISH, lobby_screen.Facts.of(full), JAPANESE)
    call, rest = nudge.split("\n", 1)
    assert call == JAPANESE("{host}, all seats are taken: press Start.", host=f"<@{full.host}>")
    assert rest == screen_of(full).text(ENGLISH)
    invited = replace(waiting, invited=(UserId(5),))
    assert "<@5>" in screen_of(invited).text(ENGLISH)


def test_lobbies_with_the_longest_names_fit() -> None:
    """Eight people with names full of markdown fit into message and alt text."""
    for words in EVERY:
        crowded = lobby(CLASSIC, wording_views.people(8, LONG_NAMES))
        assert len(lobby_screen.nudge(words, lobby_screen.Facts.of(crowded), words)) <= CONTENT
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


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_lobby_is_told_in_few_lines(words: Words) -> None:
    """The lines tell the rules and the next action; they repeat nothing of the picture."""
    told = screen_of(lobby(CLASSIC, people(2))).text(words).splitlines()
    assert len(told) == 2
    assert rule_words.description(words, CLASSIC.id) not in "\n".join(told)
    assert "Kenta" not in "\n".join(told)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_lobby_shows_no_digits(words: Words) -> None:
    """The commitment stands in the sealing line, not in the lobby's text, its picture or *Rules*."""
    waiting = lobby(CLASSIC, people(8, LONG_NAMES))
    facts = rules_in_force.Facts.of(waiting, UserId(5), manages=False)
    screen = screen_of(waiting)
    shown = screen.text(words) + screen.alt(words) + rules_in_force.text(words, facts)
    assert waiting.secret_commitment[:8] not in shown


def test_a_kept_seat_names_the_guest_and_who_invites() -> None:
    """Text, description and picture: for whom it is, and by whom; it is not free."""
    kept = replace(lobby(ISHOKAI, people(1)), invited=(UserId(101),), invited_names={UserId(101): "Kenta"})
    screen = screen_of(kept)
    assert "<@101>: Sakura invites you." in screen.text(ENGLISH)
    assert "free" not in screen.text(ENGLISH)
    assert "Seats are reserved for: Kenta. No free seat." in screen.alt(ENGLISH)
    scene = screen.scene(ENGLISH)
    assert isinstance(scene, LobbyScene)
    host, guest = scene.seats
    assert host.taken and host.hosts and guest.name == Name("Kenta", "Reserved")
    assert not guest.taken and guest.word == Label("Invited by Sakura", "Invited")
    unknown = screen_of(replace(kept, invited_names={})).scene(ENGLISH)
    assert isinstance(unknown, LobbyScene) and unknown.seats[1].name == Name("", "Reserved")


def styles(count: int, **changes: Any) -> dict[Verb, tuple[Style, bool]]:
    """Return the buttons of a lobby with `count` people: how they look, and whether they can be pressed."""
    view = replace(lobby(CLASSIC, people(count)), **changes)
    found: dict[Verb, tuple[Style, bool]] = {}
    for each in chain.from_iterable(table_rows.rows(ENGLISH, screen_of(view))):
        if isinstance(each, Select):
            continue
        if isinstance(each.press, Press):  # that of the tutorial is a page's
            found[each.press.verb] = each.style, not each.disabled
    return found


def test_the_one_coloured_button_is_the_next_to_press() -> None:
    """To join while a seat is free, then to start; a latecomer at a full table draws, up to eight people."""
    open_seat, full, eight = styles(2, rules=make_rules("sannin")), styles(2), styles(8)
    assert open_seat[Verb.JOIN] == (Style.MAIN, True)
    assert Verb.START not in open_seat
    assert full[Verb.JOIN] == (Style.PLAIN, True)
    assert full[Verb.START] == (Style.GO, True)
    assert eight[Verb.JOIN] == (Style.PLAIN, False)
    kept = styles(1, invited=(UserId(101),))
    assert kept[Verb.ACCEPT] == (Style.GO, True) and Verb.JOIN not in kept
    come = styles(2, invited=(UserId(101),))
    assert Verb.ACCEPT not in come and come[Verb.START] == (Style.GO, True)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_host_alone_is_told_first_what_they_can_do_themselves(words: Words) -> None:
    """The host has a seat, so *Join* is not coloured; text and select name the level that starts it."""
    alone = screen_of(lobby(CLASSIC, people(1)))
    told = alone.text(words)
    assert told.index(f"**{words.say(buttons.PLAY_CPU)}**") < told.index(words.say(buttons.JOIN))
    assert styles(1)[Verb.JOIN] == (Style.PLAIN, True)
    (select,) = table_rows.rows(words, alone)[1]
    assert isinstance(select, Select) and select.placeholder == words.say(buttons.CHOOSE_CPU)
    assert select.placeholder.startswith(words.say(buttons.PLAY_CPU))


@pytest.mark.parametrize("seats", ["classic", "sannin"])
@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("invited", [(), (UserId(100), UserId(101)), (UserId(999),)])
def test_a_lobby_has_two_rows_at_most(seats: str, count: int, invited: tuple[UserId, ...]) -> None:
    """One of buttons, four at most, and one select of CPU players with a line a level that can come."""
    rules = make_rules(seats)
    for cpus in range(min(count, rules.seats)):
        view = replace(lobby(rules, people(count, cpus=cpus)), invited=invited)
        rows = table_rows.rows(ENGLISH, screen_of(view))
        assert 1 <= len(rows) <= 2 and len(rows[0]) <= 4
        if len(rows) == 2:
            (select,) = rows[1]
            assert isinstance(select, Select)
            coming = [each for each in select.options if not each.value.startswith(table_rows.AWAY)]
            going = len(select.options) - len(coming)
            assert len(coming) in {0, len(CpuLevel) + 1} and bool(going) is bool(cpus)
            assert coming or going


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_table_against_the_cpu_says_who_sees_it(words: Words) -> None:
    """In its first message, small, in one line; in direct messages there is nobody else. People know it."""
    channel = "-# Everybody in this channel sees this table. Only you see your hand."
    for place, line in ((PLACE, channel), (replace(PLACE, guild=None), "-# Only you see this table.")):
        alone = ClockedMatch(opened(place, ANN, CLASSIC, secret=b"1" * 32, now=START).after, TIMES)
        alone.do(lambda it, now: open_lobby.play_cpu(it, ANN.user, CpuPlayer.NORMAL, now))
        assert words(line) in screen_of(alone.view()).text(words).splitlines()
    two = clocked_match(TIMES, "classic", ANN, BEN, drawn=False)
    assert words(channel) not in screen_of(two.view()).text(words)
