"""The search for problems: the best of the bot's own are judged again, and a course can be taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match import problems as rows
from bot.match.problems import Problem
from bot.opponents import hard
from bot.opponents.train import problems
from bot.opponents.train.playouts import Judge
from bot.opponents.train.problems import course
from engine.play.live_deal import LiveDeal
from engine.play.observation import observe
from engine.rules.actions import Shobu
from engine.rules.rule_sets import RuleSetId

pytestmark = pytest.mark.dealt_by_chance  # problems are searched for among many deals

WORLDS = 12
"""Few, since nothing is compiled here: enough where the best choice is far ahead."""
LONG = 3_600.0
"""Seconds that no machine needs here: the number of problems ends a course."""


def lead(one: Problem) -> float:
    """Return the lead of the best choice; the longer the month goes on, the less."""
    best, second, *_ = sorted((each.worth for each in one.choices), reverse=True)
    return (best - second) * len(one.moves)


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_other_worlds_lead_to_the_same_answer(rule_set: RuleSetId) -> None:
    """Played on with other hidden cards the best choice is the best again; who stops has what they have."""
    weights = (Path(hard.__file__).parent / "weights" / f"{rule_set}.net").read_bytes()
    judge = Judge(rows.rules_of(rule_set), weights)
    had = sorted(rows.problems(rule_set), key=lead)
    for one in (had[-1], next(each for each in reversed(had) if isinstance(each.choices[0].move, Shobu))):
        state, me = rows.position(one).state, rows.solver(one)
        assert state.in_play is not None
        seen, moves = observe(state, me), [each.move for each in one.choices]
        paid = judge.payoffs(seen, LiveDeal.thaw(state.in_play.deal), moves, WORLDS, one.seed + 7)
        assert int(paid.mean(axis=0).argmax()) == one.best
        if isinstance(moves[0], Shobu):
            stake = seen.stakes[me] * (seen.rules.seats - 1)
            assert set(paid[:, 0].tolist()) == {stake}
            assert one.choices[0].worth == stake


@pytest.mark.outside
def test_a_course_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two parts the same problems are found as in one; those that were there stay as they are."""
    monkeypatch.setattr(problems, "LOOKS", ((4, 0.0), (6, 1.0)))
    monkeypatch.setattr(problems, "SURE", 0.0)
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    # In sannin the second problem comes after three months without one.
    found = list(course(RuleSetId.SANNIN, whole, 2, LONG))
    (first,) = course(RuleSetId.SANNIN, parts, 1, LONG)
    (second,) = course(RuleSetId.SANNIN, parts, 2, LONG)
    assert [first, second] == found
    assert parts.read_bytes() == whole.read_bytes()
    assert [rows.dumps(each) for each in found] == whole.read_text("ascii").splitlines()
