"""Scenes and descriptions of records: leaderboards, rating charts, replays; and that no picture has none."""

from __future__ import annotations

import inspect
import pkgutil
import random
import typing
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import product

import pytest

import images
from bot.i18n import Words
from bot.records.boards import Measure
from bot.records.profiles import RatingChart, RatingHistory, RatingPoint
from bot.replays import Moment, Replay, replay
from bot.screens import replay as replay_screen
from bot.screens import score_sheet
from bot.screens.public import screen_of
from bot.views import MatchView, UserId
from bot.wording import alt, board_notes, boards, cards, charts
from bot.wording import people as people_words
from bot.wording.limits import ALT, CONTENT
from cogs import scenes
from cogs.drawing import DRAWING, draw
from cogs.scenes import records
from engine.record import parse
from engine.rules import RuleSetId, make_rules
from images.scene import CutScene, Gain, MonthResultScene, ReplayFrame, SeatDrawScene, Text
from images.scene import Words as Forms
from tests.bot.records.board_values import board
from tests.bot.wording_views import ENGLISH, EVERY, JAPANESE, LONG_NAMES, SHORT_NAMES, matches, people
from tests.builders import play_random, random_rules


def drawn_types() -> Iterator[type]:
    """The scenes that a public `draw` function of some module of `images` takes."""
    for module in pkgutil.iter_modules(images.__path__):
        if module.name.startswith("__"):
            continue
        found = import_module(f"images.{module.name}")
        for name, function in inspect.getmembers(found, inspect.isfunction):
            hints = typing.get_type_hints(function)
            if name.startswith("draw") and hints["return"] is bytes and function.__module__ == found.__name__:
                (taken,) = set(hints) - {"return"}
                yield hints[taken]


def built_types() -> Iterator[type]:
    """The scenes that the builders of `cogs.scenes` make."""
    for name in set(scenes.__all__) - {"PublicScene"}:
        made = typing.get_type_hints(getattr(scenes, name))["return"]
        yield from typing.get_args(made) or (made,)


def test_every_picture_has_a_builder_and_a_description() -> None:
    """What `images` can draw some builder makes, and each builder's description takes the same arguments."""
    assert set(drawn_types()) == set(DRAWING) == set(built_types())
    for name in set(scenes.__all__) - {"PublicScene"}:
        builder, description = getattr(scenes, name), getattr(alt, name)
        taken = [each for each in inspect.signature(builder).parameters if each != "month_marks"]
        assert list(inspect.signature(description).parameters) == taken
        assert typing.get_type_hints(description)["return"] is str


def test_month_marks_reach_every_picture_with_cards_wide_enough() -> None:
    """Asked for, they are on tables, hands, draws, results and replays; otherwise nowhere."""
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        for view in matches(make_rules(rule_set, {"months": 3}), 3):
            pairs: list[tuple[object, object]] = [
                (screen_of(view).scene(ENGLISH), screen_of(view).scene(ENGLISH))
            ]
            for seat in view.seats:
                both = tuple(scenes.hand(ENGLISH, view, seat, month_marks=each) for each in (False, True))
                pairs.append((both[0], both[1]))
            for plain, marked in pairs:
                assert getattr(plain, "month_marks", False) is False
                assert getattr(marked, "month_marks", True) is True


def chart(count: int, matches_played: int, *, names: tuple[str, ...] = SHORT_NAMES) -> RatingChart:
    """So many histories over so many matches."""
    chance = random.Random(count)
    histories = []
    for n in range(count):
        points = [RatingPoint(0, 1500.0)]
        for match in range(1, matches_played + 1):
            points.append(RatingPoint(match, points[-1].rating + chance.uniform(-20, 24)))
        histories.append(RatingHistory(UserId(n), names[n], tuple(points)))
    return RatingChart(RuleSetId.LEAGUE, tuple(histories))


@pytest.mark.parametrize(
    ("measure", "columns", "values"),
    [
        (Measure.RATING, ("Matches", "Wins", "Rating"), ("38", "28", "1640")),
        (Measure.WINS, ("Matches", "Win rate", "Wins"), ("38", "73.7%", "28")),
        (Measure.RATE, ("Matches", "Wins", "Win rate"), ("38", "28", "73.7%")),
        (Measure.NET, ("Matches", "Months", "Net"), ("38", "118", "+600")),
        (Measure.BEST, ("Matches", "Months", "Best month"), ("38", "118", "28")),
        (Measure.YAKU, ("Matches", "Yaku", "Worth"), ("38", "Ame-shiko", "13 mon")),
    ],
)
def test_a_leaderboard_shows_what_lies_behind_its_measure(
    measure: Measure, columns: tuple[str, ...], values: tuple[str, ...]
) -> None:
    """Its own column is the last one; the asker's row is marked."""
    scene = scenes.leaderboard(ENGLISH, board(5, SHORT_NAMES, measure=measure, own=3))
    assert scene.columns == columns
    assert [one.own for one in scene.rows] == [False, False, False, True, False]
    assert scene.rows[2].values == values
    assert scene.subtitle == "Sannin · This season (November 2026) · This server"


def test_a_leaderboard_has_a_place_for_everybody() -> None:
    """Those with a rank, the provisional ones without, the asker's row of another page, the page's number."""
    shown = board(10, SHORT_NAMES, provisional=4, own=12)
    scene = scenes.leaderboard(ENGLISH, shown)
    assert [one.rank for one in scene.rows] == [1, 2, 3, 4, 5, 6]
    assert [(one.rank, one.mark) for one in scene.provisional] == [(None, "–")] * 4
    assert scene.pinned is not None and scene.pinned.own and scene.pinned.rank == 13
    assert scene.footer == "Page 1 of 2 · 15 players"
    counting = scenes.leaderboard(ENGLISH, replace(shown, backlog=(3, 90)))
    assert counting.footer == "Page 1 of 2 · 15 players · 3 of 90 older matches are counted so far."
    hidden = replace(shown, rows=(replace(shown.rows[1], hidden=True),))
    assert scenes.leaderboard(ENGLISH, hidden).rows[0].mark == "(2)"
    assert scenes.leaderboard(ENGLISH, replace(shown, rows=(), own=None)).footer is None


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, 0, [0]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 50, [0, 10, 20, 30, 40, 50]),
        (3, 61, [10, 20, 30, 40, 50, 60]),
    ],
)
def test_a_rating_chart_is_labelled_at_round_numbers(first: int, last: int, expected: list[int]) -> None:
    """At most six labels, none outside what is shown."""
    assert list(records.marks(first, last)) == expected


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
@pytest.mark.parametrize("names", [SHORT_NAMES, LONG_NAMES], ids=["short", "long"])
def test_boards_and_charts_are_described_within_the_limits(words: Words, names: tuple[str, ...]) -> None:
    """Every person shown is in text and description; the description of ten long rows drops the last ones."""
    for count, own, measure in ((0, None, Measure.WINS), (1, 0, Measure.NET), (10, 12, Measure.RATING)):
        shown = board(count, names, factor=100, own=own, measure=measure, provisional=count // 3)
        said, text = alt.leaderboard(words, shown), boards.text(words, shown)
        assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
        assert all(people_words.escaped(people_words.cleaned(one.name)) in text for one in shown.rows)
        assert board_notes.size(words, shown) in text or not count
        assert draw(scenes.leaderboard(words, shown)).startswith(b"\x89PNG")
        if names is SHORT_NAMES:
            assert all(one.name in said for one in shown.rows)
    for count in (0, 1, 4):
        lines = chart(count, 60 * count, names=names)
        said, text = alt.rating_chart(words, lines), charts.chart_text(words, lines)
        assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
        for one in lines.histories:
            assert str(round(one.points[-1].rating)) in said
        assert draw(scenes.rating_chart(words, lines)).startswith(b"\x89PNG")


@cache
def replayed(rule_set: RuleSetId, seed: int, names: tuple[str, ...] = SHORT_NAMES) -> Replay:
    """The replay of a random match of three months, with a watcher in the draw."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    match = play_random(rules, seed, participants=rules.seats + 1, koikoi=0.7)
    return replay(parse(match.record()), people(match.participants, names))


@pytest.mark.parametrize("rule_set", RuleSetId)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_every_step_of_a_replay_has_picture_and_words(rule_set: RuleSetId, words: Words) -> None:
    """Draw, cut, table and result each have their scene; descriptions and texts keep to the limits."""
    kinds = {
        Moment.DRAW: SeatDrawScene,
        Moment.CUT: CutScene,
        Moment.TABLE: ReplayFrame,
        Moment.RESULT: MonthResultScene,
    }
    for names in (SHORT_NAMES, LONG_NAMES):
        shown = replayed(rule_set, 2, names)
        for number, step in enumerate(shown.steps):
            assert type(replay_screen.scene(words, shown, number)) is kinds[step.moment]
            said, text = replay_screen.alt(words, shown, number), replay_screen.text(words, shown, number)
            assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
            assert "{" not in said + text and "  " not in said


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_frame_lays_all_hands_open_and_says_so(words: Words) -> None:
    """The picture of a step holds every card of every hand; description and message together name them."""
    for rule_set, names in product(RuleSetId, (SHORT_NAMES, LONG_NAMES)):
        shown = replayed(rule_set, 2, names)
        for number, step in enumerate(shown.steps):
            scene = replay_screen.scene(words, shown, number)
            if not isinstance(scene, ReplayFrame):
                continue
            assert [hand.cards for hand in scene.hands] == [tuple(hand) for hand in step.hands]
            assert scene.caption or not step.events
            said = replay_screen.alt(words, shown, number) + replay_screen.text(words, shown, number)
            for hand in step.hands:
                assert not hand or cards.listing(words, hand) in said


def said(text: Text | None) -> str | None:
    """The long form of a text."""
    return text.text if isinstance(text, Forms) else text


def test_places_are_shown_as_soon_as_no_draw_can_change_them() -> None:
    """Whoever does not tie sees his place while the others draw again; in the end everybody has one."""
    shown = replayed(RuleSetId.SANNIN, 2)
    draws = [n for n, step in enumerate(shown.steps) if step.moment is Moment.DRAW]
    last = replay_screen.scene(JAPANESE, shown, draws[-1])
    assert isinstance(last, SeatDrawScene)
    places = {one.name.chosen: said(one.place) for one in last.participants}
    seated = [one.name for one in shown.seats]
    assert [places[name] for name in seated] == ["胴", "胴二", "ビキ"]
    assert {place for name, place in places.items() if name not in seated} == {"観戦"}
    assert not any(one.waiting for one in last.participants)
    first = replay_screen.scene(JAPANESE, shown, 0)
    assert isinstance(first, SeatDrawScene) and not any(one.place for one in first.participants)
    assert _found_a_clear_place_in_a_tie()


def _found_a_clear_place_in_a_tie() -> bool:
    for seed in range(60):
        for view in matches(make_rules("sannin", {"months": 3}), seed, count=5):
            scene = screen_of(view).scene(ENGLISH)
            if not isinstance(scene, SeatDrawScene):
                break
            placed = [one for one in scene.participants if one.place is not None]
            if placed:
                assert view.table is not None and view.table.draw_round > 1
                return _agrees(view, seed)
    return False


def _agrees(view: MatchView, seed: int) -> bool:
    """Whether the places shown in a tie are those that the draw came to."""
    early = screen_of(view).scene(ENGLISH)
    assert isinstance(early, SeatDrawScene)
    last = next(each for each in matches(view.rules, seed, count=5) if each.seats)
    order = [seat.participant.name for seat in last.seats]
    words = ("Dealer", "Second", "Last")
    for one in early.participants:
        if one.place is not None:
            rank = order.index(one.name.chosen) if one.name.chosen in order else None
            assert said(one.place) == ("Watches" if rank is None else words[rank])
    return True


def test_a_cut_says_who_cut_and_where() -> None:
    """The deck from the side with the cut marked; a tap leaves it as it is."""
    shown = replayed(RuleSetId.ISHOKAI, 2)
    cuts = [n for n, step in enumerate(shown.steps) if step.moment is Moment.CUT]
    assert cuts
    for number in cuts:
        scene, step = replay_screen.scene(ENGLISH, shown, number), shown.steps[number]
        assert isinstance(scene, CutScene) and scene.at == step.at
        assert isinstance(scene.chip, str)
        assert scene.chip in replay_screen.alt(ENGLISH, shown, number)
        assert shown.seats[step.seen.to_move[0]].name in scene.chip


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_month_is_animated_from_its_deal_to_its_result(words: Words) -> None:
    """As many frames as steps, all of one size, the end last and longest; its description tells the end."""
    shown = replayed(RuleSetId.SANNIN, 2)
    end = next(step.end for step in shown.steps if step.end and step.end.winner is not None)
    scene = replay_screen.month_scene(words, shown, end.deal)
    assert len(scene.frames) == len(shown.of_deal(end.deal))
    assert max(frame.milliseconds for frame in scene.frames) == scene.frames[-1].milliseconds
    assert {len(frame.hands) for frame in scene.frames} == {3}
    assert all(frame.caption is not None for frame in scene.frames)
    said = replay_screen.month_alt(words, shown, end.deal)
    assert len(said) <= ALT and shown.seats[end.winner or 0].name in said
    assert len(replay_screen.month_text(words, shown, end.deal)) <= CONTENT
    with pytest.raises(ValueError, match="no deal 99"):
        replay_screen.month_scene(words, shown, 99)


@pytest.mark.parametrize(
    ("totals", "marked"),
    [((7, 3), [True, False]), ((5, 5, 2), [True, True, False]), ((0, 0), [False, False])],
)
def test_a_sheet_marks_who_has_the_most(totals: tuple[int, ...], marked: list[bool]) -> None:
    """In the last row of a match that is over; where all have as much there is nobody to mark."""
    rules, total = make_rules("classic"), score_sheet.Row(score_sheet.RowKind.TOTAL, totals=totals)
    for final in (True, False):
        cells = [
            score_sheet.cell(ENGLISH, rules, total, player, final=final) for player in range(len(totals))
        ]
        assert [cell.gain is Gain.WON for cell in cells] == (marked if final else [False] * len(totals))
