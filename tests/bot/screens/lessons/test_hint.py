"""The hint, over matches of every rule set: the move of *hard*, true in what it says, of what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import MatchClock
from bot.opponents import hard
from bot.screens.hand.tip import Laying, Taking
from bot.screens.lessons import hint
from bot.screens.lessons.hint import No
from bot.wording import cards, numbers
from bot.wording.lessons import hint as wording
from bot.wording.limits import CONTENT
from engine.rules.actions import Choose, KoiKoi, Phase, Play, Shobu
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.wording_views import EVERY, matches

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
JUDGED = {Phase.PLAY, Phase.FLIP, Phase.DECIDE}


def asked(rule_set: RuleSetId, seeds: range = range(2)) -> Iterator[tuple[MatchView, SeatView]]:
    """Every moment in which somebody is asked, in matches in which nothing is at stake."""
    for seed in seeds:
        for view in matches(make_rules(rule_set, {"months": 3}), seed):
            practice = replace(view, at_stake=False)
            for seat in practice.seats:
                if seat.observation is not None and seat.observation.legal:
                    yield practice, seat


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_the_best_move_is_the_one_that_hard_would_make(rule_set: RuleSetId) -> None:
    """And what is said of its card is so; a move is almost as good only where it is."""
    kinds = set()
    for view, seat in asked(rule_set):
        told, seen = hint.Facts.of(view, seat, wanted=True), seat.observation
        assert seen is not None
        if seen.phase not in JUDGED:
            assert told is No.UNASKED
            continue
        assert isinstance(told, hint.Facts) and told.best in seen.legal
        assert told.worth[told.best] == told.worth[hard.choose(seen)] == max(told.worth.values())
        kinds.add(type(told.best))
        if told.second is not None:
            assert 0 <= told.worth[told.best] - told.worth[told.second] <= hint.SMALL
        if isinstance(told.best, Play):
            assert told.told is not None and told.told.card is told.best.card
            assert isinstance(told.told, Taking if seen.takes(told.best) else Laying)
            assert list(seen.dealt)[told.told.number - 1] is told.best.card
        elif isinstance(told.best, Choose):
            assert isinstance(told.told, Taking) and told.told.takes is told.best.card
            assert seen.legal[told.told.number - 1] == told.best
    assert {Play, Choose} <= kinds


@WORDS
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_it_is_a_line_or_two(words: Words, rule_set: RuleSetId) -> None:
    """And who judges; in every language."""
    for view, seat in asked(rule_set, range(1)):
        told = hint.Facts.of(view, seat, wanted=True)
        said = hint.text(words, told)
        assert len(said) <= CONTENT
        if isinstance(told, No):
            continue
        assert said.count("\n") == 1 + (told.second is not None and told.told is not None)
        if isinstance(told.best, Choose):
            assert cards.name(words, told.best.card) in said


@WORDS
def test_a_stop_that_loses_the_match_is_not_advised(words: Words) -> None:
    """Six behind after it in the last month: koi-koi, with the chances of both."""
    for view, seat in asked(RuleSetId.LEAGUE):
        seen = seat.observation
        if seen is None or not {Shobu(), KoiKoi()} <= set(seen.legal):
            continue
        behind = tuple(0 if each == seat.player else seen.stakes[seat.player] + 6 for each in range(2))
        told = hint.Facts.of(
            view, replace(seat, observation=replace(seen, month=3, scores=behind)), wanted=True
        )
        assert isinstance(told, hint.Facts) and told.best == KoiKoi()
        stop, on = (numbers.percent(words, told.chances[each]) for each in (Shobu(), KoiKoi()))
        assert wording.for_the_match(words, stops=False, stop=0, on=told.chances[KoiKoi()]) in hint.text(
            words, told
        )
        assert stop == numbers.percent(words, 0) != on and on in hint.text(words, told)
        return
    raise AssertionError("nobody decided")


def test_what_is_hidden_changes_nothing() -> None:
    """The hint is the same in equal observations, whatever the others hold: their hands are not there."""
    for view, seat in asked(RuleSetId.CLASSIC, range(1)):
        blind = replace(
            view,
            seats=tuple(each if each is seat else replace(each, observation=None) for each in view.seats),
            public=None,
        )
        assert hint.Facts.of(blind, seat, wanted=True) == hint.Facts.of(view, seat, wanted=True)


def test_none_where_the_server_forbids_it_or_something_is_at_stake() -> None:
    """So it is wherever people play each other; whether that may move ratings says nothing."""
    played = next(iter(matches(make_rules(RuleSetId.CLASSIC, {"months": 1}), 0)))
    assert played.at_stake
    view, seat = next(
        (view, seat)
        for view, seat in asked(RuleSetId.CLASSIC)
        if seat.observation is not None and seat.observation.phase is Phase.PLAY
    )
    assert hint.Facts.of(view, seat, wanted=False) is No.SERVER
    assert isinstance(hint.Facts.of(view, seat, wanted=True), hint.Facts)
    staked = replace(view, at_stake=True)
    for each in (staked, replace(staked, rated=False), replace(staked, clock=MatchClock.OFF)):
        assert hint.Facts.of(each, seat, wanted=True) is No.AT_STAKE
