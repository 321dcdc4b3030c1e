"""How problems are found: what comes with the bot is judged once more, and a course can be taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.learning import problem as rows
from bot.opponents import hard
from bot.opponents.train.playouts import Judge
from bot.opponents.train.problems import LEAST, course
from engine.play.live_deal import LiveDeal
from engine.play.observation import observe
from engine.rules.rule_sets import RULE_SETS, RuleSetId

WORLDS = 800
SAMPLE = 40
"""Every so many problems are judged again."""


@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.SANNIN])
def test_other_worlds_lead_to_the_same_answer(rule_set: RuleSetId) -> None:
    """Played on with other hidden cards the best choice is the best again, and nearly as far ahead."""
    weights = (Path(hard.__file__).parent / "weights" / f"{rule_set}.net").read_bytes()
    judge = Judge(rows.rules_of(rule_set), weights)
    for one in rows.problems(rule_set)[::SAMPLE]:
        state = rows.position(one).state
        assert state.in_play is not None
        moves, live = [each.move for each in one.choices], LiveDeal.thaw(state.in_play.deal)
        paid = judge.payoffs(observe(state, rows.solver(one)), live, moves, WORLDS, one.seed + 7)
        best, *others = sorted(paid.mean(axis=0), reverse=True)
        assert int(paid.mean(axis=0).argmax()) == one.best
        assert best - others[0] > 0.4 * LEAST[RULE_SETS[rule_set].unit]


def test_a_course_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    """In two parts the same problems are found as in one; those that were there stay as they are."""
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    list(course(RuleSetId.LEAGUE, whole, 2, 60))
    (first,) = course(RuleSetId.LEAGUE, parts, 1, 60)
    (second,) = course(RuleSetId.LEAGUE, parts, 2, 60)
    assert parts.read_bytes() == whole.read_bytes()
    assert [rows.read(RuleSetId.LEAGUE, line) for line in whole.read_text("ascii").splitlines()] == [
        first,
        second,
    ]
