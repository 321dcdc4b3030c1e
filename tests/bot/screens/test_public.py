"""The public message: every screen has four readings of one value, chosen in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Status
from bot.screens import cut, lobby, month_result, seat_draw, table
from bot.screens.public import screen_of
from bot.wording import numbers
from cogs.content.custom_id import Press, Verb
from cogs.messages import table_rows
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Label
from images.scene.lobby import CutScene, LobbyScene, SeatDrawScene
from images.scene.result import MonthResultScene
from images.scene.table import TableScene
from tests.support import wording_views
from tests.support.wording_views import ENGLISH, EVERY, blindfolded, matches

RULE_SETS = tuple(RuleSetId)


def public(words: Words, view: MatchView) -> str:
    """Everything that everybody reads."""
    return f"{screen_of(view).text(words)}\n{screen_of(view).alt(words)}"


def presses(view: View) -> list[Press]:
    """Return the presses of the controls under the message, those left out that are disabled."""
    rows = table_rows.rows(ENGLISH, screen_of(view))
    found = [control.press for row in rows for control in row if not control.disabled]
    return [press for press in found if isinstance(press, Press)]


def lobbies() -> Iterator[LobbyView]:
    """Lobbies of all sizes, with and without an invitation."""
    for rule_set in RULE_SETS:
        for count in range(1, 9):
            opened = wording_views.lobby(make_rules(rule_set), wording_views.people(count))
            yield opened
            yield replace(opened, invited=(UserId(101), UserId(777)))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_moment_has_its_screen_and_its_first_button(rule_set: RuleSetId) -> None:
    """Facts, picture and button belong together; presses name the round or month that is shown."""
    found = set()
    for view in matches(make_rules(rule_set, {"months": 3}), 6, count=RULE_SETS.index(rule_set) + 4):
        screen = screen_of(view)
        facts, scene, first = screen.facts, screen.scene(ENGLISH), next(iter(presses(view)), None)
        match facts:
            case seat_draw.Facts():
                assert isinstance(scene, SeatDrawScene)
                free = facts.draw.free or (0,)
                assert first == Press(view.match, Verb.DRAW, facts.draw.round, place=free[0])
            case month_result.Facts():
                assert isinstance(scene, MonthResultScene)
                press = Press(view.match, Verb.NEXT, facts.rest.number) if facts.rest else None
                assert first == press and (press is None) == (view.status is Status.OVER)
            case cut.Facts() | table.Facts():
                assert isinstance(scene, CutScene if isinstance(facts, cut.Facts) else TableScene)
                assert first == Press(view.match, Verb.HAND)
            case lobby.Facts():
                pytest.fail("a match in play is no lobby")
        found.add(type(facts))
    assert found >= {seat_draw.Facts, month_result.Facts, table.Facts}


def test_a_match_that_was_aborted_says_so_and_offers_only_to_be_looked_at() -> None:
    """The picture stays what it was, but for the mark of the player who was to move."""
    played = (each for each in matches(make_rules("classic"), 2) if each.seats)
    view = next(each for each in played if isinstance(screen_of(each).scene(ENGLISH), TableScene))
    aborted = replace(view, status=Status.ABORTED)
    assert screen_of(aborted).text(ENGLISH) == "This match was ended without a result."
    before, after = screen_of(view).scene(ENGLISH), screen_of(aborted).scene(ENGLISH)
    assert isinstance(before, TableScene) and isinstance(after, TableScene)
    assert after.slots == before.slots
    assert [any(band.active for band in each.bands) for each in (before, after)] == [True, False]
    assert screen_of(aborted).alt(ENGLISH).startswith("The match is over")
    assert presses(view) and presses(aborted) == [Press(view.match, Verb.LOG)]


def test_a_lobby_counts_its_seats_alike_everywhere() -> None:
    """Text, description, picture and buttons agree on how many are free and whether the host may start."""
    for view in lobbies():
        screen = screen_of(view)
        assert isinstance(screen.facts, lobby.Facts)
        free, scene = screen.facts.free, screen.scene(ENGLISH)
        assert isinstance(scene, LobbyScene)
        left = free - len(screen.facts.reserved)
        assert sum(not seat.taken for seat in scene.seats) == free
        assert sum(seat.name is None for seat in scene.seats) == left
        some = f"{free} seat{'s are' if free > 1 else ' is'} free"
        assert (some in screen.text(ENGLISH)) == (free > 0 and not screen.facts.awaited)
        said = f"{left} free seat{'s' if left > 1 else ''}" if left else "No free seat"
        assert said in screen.alt(ENGLISH)
        verbs = {press.verb for press in presses(view)}
        offered = Verb.PLAY_CPU in verbs
        assert (Verb.START in verbs, offered) == (not free, bool(screen.facts.cpu_seats or screen.facts.cpus))
        assert (Verb.ACCEPT in verbs) == bool(screen.facts.awaited)


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_table_says_the_same_numbers_in_picture_and_description(rule_set: RuleSetId, words: Words) -> None:
    """Scores, finished yaku, hands' sizes, the stock, and what the month is worth."""
    for view in matches(make_rules(rule_set, {"months": 3}), 17, koikoi=0.8):
        screen = screen_of(view)
        scene = screen.scene(words)
        if not isinstance(scene, TableScene):
            continue
        assert isinstance(screen.facts, table.Facts)
        told, text = screen.alt(words), screen.text(words)
        assert words("Stock {n}", n=scene.stock.count) in told
        for band, one in zip(scene.bands, screen.facts.table.players, strict=True):
            assert words("score {points}", points=band.score) in told + text
            assert words("hand {n}", n=one.hand_count) in told and one.hand_count == band.hand_count
            finished = [chip for chip in band.yaku if chip.finished]
            assert len(finished) == len(one.held)
            points = [numbers.short_points(words, view.rules, n) for n in one.held.values()]
            assert all(any(str(chip.word).count(each) for chip in finished) for each in points)
        for said in screen.facts.table.month.terms.said(words):
            assert said in told and said in text
        assert len(scene.month.chips) == len(screen.facts.table.month.terms.said(words))


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_month_result_says_the_same_numbers_everywhere(rule_set: RuleSetId, words: Words) -> None:
    """The title; described, what was paid, how that came about, how far everybody came, every score.

    The button names the end that is shown.
    """
    calculated = 0
    for view in matches(make_rules(rule_set, {"months": 6}), 31, koikoi=0.8):
        screen = screen_of(view)
        scene = screen.scene(words)
        if not isinstance(scene, MonthResultScene):
            continue
        text, told = screen.text(words), screen.alt(words)
        assert isinstance(scene.title, str) and scene.title in told
        assert scene.title in text.replace("\\", "")
        for line in scene.lines:
            for amount in line.amounts:
                said = amount.words.text if isinstance(amount.words, Label) else amount.words
                # A sum between two others, and a dash, are the picture's own way.
                assert said in told or not line.total
        for row in scene.rows:
            assert row.points in told
        for one in scene.reached:
            for chip in one.yaku:
                assert chip.word[:2] in told
        if scene.calculation is not None:
            assert isinstance(scene.calculation, str)
            assert scene.calculation in told
            calculated += 1
        if view.rest is not None:
            assert presses(view)[0].number == view.rest.number
        else:
            assert view.status is Status.OVER and not presses(view)
    assert calculated or rule_set is not RuleSetId.ISHOKAI


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_draw_waits_for_the_same_people_everywhere(words: Words) -> None:
    """Text, description and picture name those who are still to draw."""
    for seed in range(3):
        for view in matches(make_rules("sannin", {"months": 3}), seed, count=6):
            screen = screen_of(view)
            scene = screen.scene(words)
            if not isinstance(scene, SeatDrawScene):
                break
            waiting = [one.name.chosen for one in scene.participants if one.waiting]
            assert waiting
            names = numbers.listing(words, [f"**{name}**" for name in waiting])
            assert names in screen.text(words)
            assert words.within("between the parts of a sentence", "; ").join(waiting) in screen.alt(words)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_public_pictures_use_nothing_that_a_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """The scene of the table stays the same when the seats' observations are taken away."""
    for view in matches(make_rules(rule_set, {"months": 3}), 9):
        assert screen_of(view).scene(ENGLISH) == screen_of(blindfolded(view)).scene(ENGLISH)


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_public_texts_use_nothing_that_a_seat_alone_may_see(rule_set: RuleSetId) -> None:
    """Public text and alt text stay the same when the seats' observations are taken away."""
    rules = make_rules(rule_set, {"months": 3})
    for view in matches(rules, 7):
        for words in EVERY:
            assert public(words, view) == public(words, blindfolded(view))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_month_marks_reach_every_picture_with_cards_wide_enough(rule_set: RuleSetId) -> None:
    """Asked for, they are on tables, draws and results; otherwise nowhere."""
    for view in matches(make_rules(rule_set, {"months": 3}), 3):
        plain, marked = (screen_of(view, month_marks=each).scene(ENGLISH) for each in (False, True))
        assert getattr(plain, "month_marks", False) is False
        assert getattr(marked, "month_marks", True) is True
