"""No text overflows on the pictures of random matches, with the catalogues' own words.

`python -m tests.gallery.overflow` looks at thousands of them.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import product

import pytest

from bot.i18n import Words
from bot.match.finished import replay
from bot.match.views import MatchView
from bot.records.boards import ROWS, Measure
from bot.records.profiles import RatingPoint
from bot.screens import hand, month_result, result, score_sheet
from bot.screens.finished import replay as replay_screen
from bot.screens.month_result import Result
from bot.screens.public import screen_of
from bot.screens.records import leaderboard, profile
from bot.wording import speech
from bot.wording.limits import ALT
from bot.wording.people import Cast
from engine.record.match_record import parse
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images.scene.names import clean_name
from tests.gallery.overflow import MOST, NAMES, all_pictures, ended, faults, some_views
from tests.support.builders import play_random, random_rules
from tests.support.records.board_values import QUARTER, board
from tests.support.records.profile_values import full
from tests.support.wording_views import EVERY, people


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_no_text_overflows_in_a_random_match(rule_set: RuleSetId) -> None:
    """With 24-letter names, five-digit numbers, full fields and all that can be captured, nothing is cut but
    names, nothing lies outside its picture, and no two texts or chips lie on each other.
    """
    scenes_seen = all_pictures(rule_set, random.Random(rule_set.value).randrange(10**6), moments=2)
    assert [fault for scene in dict.fromkeys(scenes_seen) for fault in faults(scene)] == []


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_descriptions_of_crowded_pictures_are_made_of_whole_parts(rule_set: RuleSetId) -> None:
    """However much there is to say, at most 1,024 characters, ending with a full stop, no word cut."""
    chance = random.Random(rule_set.value)
    rules = random_rules(chance, rule_set, months=12)
    cut_names = re.compile("|".join(re.escape(clean_name(each)) for each in NAMES))
    for view in some_views(rules, chance, 8):
        for words in EVERY:
            told = [screen_of(view).alt(words), score_sheet.alt(words, score_sheet.Facts.of(view))]
            told += [hand.alt(words, hand.Facts.of(view, seat)) for seat in view.seats]
            told += [month_described(words, view)] if view.ends else []
            told += [result.alt(words, result.Facts.of(ended(view)))] if view.seats else []
            for said in told:
                assert 0 < len(said) <= ALT
                assert said.endswith((".", "\N{IDEOGRAPHIC FULL STOP}"))
                assert "…" not in cut_names.sub("", said)


def month_described(words: Words, view: MatchView) -> str:
    """The description of the last month's result."""
    shown = Result.of(view.rules, Cast.of(view), view.ends[-1])
    return speech.said(words, month_result.sentences(words, shown, shown.cast.named(words, plain=True)))


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_no_text_overflows_in_replays(words: Words) -> None:
    """No step of a replay overflows; its captions have three lines."""
    chance = random.Random(5)
    for rule_set in RuleSetId:
        rules = random_rules(chance, rule_set, months=3)
        match = play_random(rules, 5, participants=rules.seats, koikoi=0.8)
        shown = replay(parse(match.record()), people(rules.seats, NAMES))
        for number in chance.sample(range(len(shown.steps)), 6):
            assert list(faults(replay_screen.scene(words, replay_screen.Facts(shown), number))) == []
        for frame in replay_screen.month_scene(words, replay_screen.Facts(shown), 1).frames[-1:]:
            assert list(faults(frame)) == []


@pytest.mark.outside
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_no_text_overflows_on_boards(words: Words) -> None:
    """Ten people with the widest names and five-digit numbers; a page with a rating over 20,000 matches."""
    # Two rule sets have all units; the others differ in their name alone.
    lists = {*product(Measure, (RuleSetId.CLASSIC, RuleSetId.SANNIN)), *product([Measure.RATING], RuleSetId)}
    for (measure, rule_set), count in product(lists, (0, 1, 10)):
        for own, provisional in ((0, 0), (11, min(count, 3))):
            if own < count or count == ROWS:
                shown = board(
                    count,
                    NAMES,
                    measure=measure,
                    rules=rule_set,
                    factor=MOST // 40,
                    provisional=provisional,
                    own=own,
                )
                assert list(faults(leaderboard.scene(words, replace(shown, period=QUARTER)))) == []
    course = (RatingPoint(0, 1500.0), RatingPoint(20000, 1501.0))
    shown_page = full(RuleSetId.SANNIN, NAMES[0], (YakuId.SANKO, YakuId.HANEKEN), own=False, amount=5)
    assert list(faults(profile.scene(words, replace(shown_page, history=course)))) == []
