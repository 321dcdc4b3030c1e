"""Replays of finished matches, step by step and as an animation."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from bot.i18n import Words
from bot.match.finished import Moment
from bot.screens.finished import replay as replay_screen
from bot.screens.finished.replay import Facts
from bot.wording import cards
from bot.wording.limits import ALT, CONTENT
from engine.play.events import KoiKoiCalled
from engine.rules.actions import Phase
from engine.rules.rule_sets import RuleSetId
from images.scene.lobby import CutScene, SeatDrawScene
from images.scene.result import MonthResultScene
from images.scene.table import ReplayFrame, TableScene
from tests.support.wording_views import ENGLISH, EVERY, LONG_NAMES, SHORT_NAMES, replayed


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
            assert type(replay_screen.scene(words, Facts(shown), number)) is kinds[step.moment]
            said, text = (
                replay_screen.alt(words, Facts(shown), number),
                replay_screen.text(words, Facts(shown), number),
            )
            assert 0 < len(said) <= ALT and 0 < len(text) <= CONTENT
            assert "{" not in said + text and "  " not in said


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_frame_lays_all_hands_open_and_says_so(words: Words) -> None:
    """The picture of a step holds every card of every hand; description and message together name them."""
    for rule_set, names in product(RuleSetId, (SHORT_NAMES, LONG_NAMES)):
        shown = replayed(rule_set, 2, names)
        for number, step in enumerate(shown.steps):
            scene = replay_screen.scene(words, Facts(shown), number)
            if not isinstance(scene, ReplayFrame):
                continue
            assert [hand.cards for hand in scene.hands] == [tuple(hand) for hand in step.hands]
            assert scene.caption or not step.events
            said = replay_screen.alt(words, Facts(shown), number) + replay_screen.text(
                words, Facts(shown), number
            )
            for hand in step.hands:
                assert not hand or cards.listing(words, hand) in said


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_turn_is_told_once(words: Words) -> None:
    """In the picture and its description; in the message only for people who want no picture."""
    shown = replayed(RuleSetId.LEAGUE, 2)
    people = replay_screen.cast_of(shown).named(words)
    for number, step in enumerate(shown.steps):
        told = replay_screen.caption(words, shown, step, people)
        if step.moment is Moment.TABLE and told:
            assert told not in replay_screen.text(words, Facts(shown), number)
            assert told.split(".")[0].split("。")[0] in replay_screen.in_words(words, Facts(shown), number)


def test_a_cut_says_who_cut_and_where() -> None:
    """The deck from the side with the cut marked; a tap leaves it as it is."""
    shown = replayed(RuleSetId.ISHOKAI, 2)
    cuts = [n for n, step in enumerate(shown.steps) if step.moment is Moment.CUT]
    assert cuts
    for number in cuts:
        scene, step = replay_screen.scene(ENGLISH, Facts(shown), number), shown.steps[number]
        assert isinstance(scene, CutScene) and scene.at == step.at
        assert isinstance(scene.chip, str)
        assert scene.chip in replay_screen.alt(ENGLISH, Facts(shown), number)
        assert shown.seats[step.seen.to_move[0]].name in scene.chip


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_month_is_animated_from_its_deal_to_its_result(words: Words) -> None:
    """As many frames as steps, all of one size, the end last and longest; its description tells the end."""
    shown = replayed(RuleSetId.SANNIN, 2)
    end = next(step.end for step in shown.steps if step.end and step.end.winner is not None)
    scene = replay_screen.month_scene(words, Facts(shown), end.deal)
    assert len(scene.frames) == len(shown.of_deal(end.deal))
    assert max(frame.milliseconds for frame in scene.frames) == scene.frames[-1].milliseconds
    assert {len(frame.hands) for frame in scene.frames} == {3}
    assert all(frame.caption is not None for frame in scene.frames)
    said = replay_screen.month_alt(words, Facts(shown), end.deal)
    assert len(said) <= ALT and shown.seats[end.winner or 0].name in said
    assert len(replay_screen.month_text(words, Facts(shown), end.deal)) <= CONTENT
    with pytest.raises(ValueError, match="no deal 99"):
        replay_screen.month_scene(words, Facts(shown), 99)


def test_an_animation_pauses_at_a_yaku_and_at_koi_koi() -> None:
    """The frames with a decision or a call hold more to read than any other turn."""
    shown = replayed(RuleSetId.SANNIN, 2)
    found = set()
    for deal in {step.seen.deal for step in shown.steps if step.moment is Moment.TABLE}:
        frames = replay_screen.month_scene(ENGLISH, Facts(shown), deal).frames
        for step, frame in zip(shown.of_deal(deal), frames, strict=True):
            called = any(isinstance(event, KoiKoiCalled) for event in step.events)
            if step.moment is Moment.TABLE and (called or step.seen.phase is Phase.DECIDE):
                found.add((called, frame.milliseconds))
    assert found == {(True, replay_screen.YAKU_MS), (False, replay_screen.YAKU_MS)}


def test_month_marks_reach_every_picture_of_a_replay_with_cards_wide_enough() -> None:
    """Asked for, they are on draw, tables, results and in the animation; otherwise nowhere."""
    shown = replayed(RuleSetId.SANNIN, 2)
    found: set[type] = set()
    for number in range(len(shown.steps)):
        plain = _with_cards(replay_screen.scene(ENGLISH, Facts(shown), number))
        marked = _with_cards(replay_screen.scene(ENGLISH, Facts(shown, True), number))
        if plain is not None and marked is not None:
            assert not plain.month_marks and marked == replace(plain, month_marks=True)
            found.add(type(marked))
    assert found == {SeatDrawScene, TableScene, MonthResultScene}
    assert all(
        frame.table.month_marks is each
        for each in (False, True)
        for frame in replay_screen.month_scene(ENGLISH, Facts(shown, each), 1).frames
    )


def _with_cards(scene: replay_screen.StepScene) -> SeatDrawScene | TableScene | MonthResultScene | None:
    """The picture, or the part of it, on which cards may wear their months; None for a cut."""
    if isinstance(scene, CutScene):
        return None
    return scene.table if isinstance(scene, ReplayFrame) else scene


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_mode_names_all_that_the_picture_shows(words: Words) -> None:
    """Every open hand and what happened, in a message that keeps to its limit, without an empty part."""
    for rule_set, names in product(RuleSetId, (SHORT_NAMES, LONG_NAMES)):
        shown = replayed(rule_set, 2, names)
        for number, step in enumerate(shown.steps):
            text = replay_screen.in_words(words, Facts(shown), number)
            assert len(text) <= CONTENT
            assert not [line for line in text.splitlines() if not line.strip(" .。;；")]
            assert "; ;" not in text
            for hand in step.hands:
                assert step.moment is not Moment.TABLE or not hand or cards.listing(words, hand) in text


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_every_part_of_a_match_has_a_name_and_tells_how_it_ended(rule_set: RuleSetId) -> None:
    """The draw for the seats first, then each deal from its cut on: what the select of months offers."""
    shown = replayed(rule_set, 2)
    starts = shown.starts
    assert starts[0] == 0
    assert list(starts) == sorted(set(starts))
    deals = {step.seen.deal for step in shown.steps if step.moment is Moment.TABLE}
    assert len(starts) == 1 + len(deals)
    assert replay_screen.part_name(ENGLISH, shown, 0) == "Seat draw"
    for start in starts[1:]:
        assert shown.steps[start].moment in {Moment.CUT, Moment.TABLE}
        assert replay_screen.part_name(ENGLISH, shown, start) != "Seat draw"
        assert replay_screen.part_end(ENGLISH, shown, start)
