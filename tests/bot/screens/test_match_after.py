"""The effects of a stop on the match: scores by name, the outcome of the last month, the button's colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.match.views import MatchView, SeatView
from bot.screens import hand
from bot.screens.hand.match_after import MatchAfter, Outcome
from bot.screens.hand.questions import Decide
from cogs.content.controls import Button, Style
from cogs.messages.hand_rows import rows
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from tests.support.wording_views import ENGLISH, matches


def decisions(rule_set: RuleSetId, months: int) -> Iterator[tuple[MatchView, SeatView, hand.Facts, Decide]]:
    """Decisions of seeded matches, as the player who decides sees them."""
    for seed in range(6):
        for view in matches(make_rules(rule_set, {"months": months}), seed):
            for seat in view.seats:
                seen = seat.observation
                if seen is None or seen.phase is not Phase.DECIDE or seat.player not in seen.to_move:
                    continue
                facts = hand.Facts.of(view, seat)
                if facts.held is not None and isinstance(facts.held.question, Decide):
                    yield view, seat, facts, facts.held.question


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_hand_says_the_scores_and_in_the_last_month_the_outcome(rule_set: RuleSetId) -> None:
    """By name; where a stop loses it says what would win, and its button has no colour."""
    outcomes = set()
    months = 1 if rule_set is not RuleSetId.SANNIN else 3
    for _, seat, facts, asked in decisions(rule_set, months):
        told, after = hand.alt(ENGLISH, facts), asked.after
        seen = seat.observation
        assert seen is not None
        assert f"you\u00a0{after.scores[seat.player]}".replace("-", "−") in told
        assert (after.outcome is None) == (seen.month < seen.months)
        outcomes.add(after.outcome)
        said = {Outcome.WON: "you win the match", Outcome.DRAWN: "drawn", Outcome.LOST: "the match is lost"}
        assert after.outcome is None or said[after.outcome] in told
    assert outcomes


def test_a_stop_that_loses_the_match_is_not_the_coloured_button() -> None:
    """Six behind after it in the last month: the match is lost, and seven more would win it."""
    for view, seat, _, asked in decisions(RuleSetId.LEAGUE, 1):
        seen = seat.observation
        assert seen is not None
        scores = tuple(0 if n == seat.player else asked.stake + 6 for n in range(2))
        behind = replace(seat, observation=replace(seen, scores=scores))
        facts = hand.Facts.of(view, behind)
        assert facts.held is not None and isinstance(facts.held.question, Decide)
        after = facts.held.question.after
        assert (after.scores[seat.player], after.outcome, after.needed) == (asked.stake, Outcome.LOST, 7)
        stop, *_ = rows(ENGLISH, facts)[0]
        assert isinstance(stop, Button) and stop.label.startswith("Stop") and stop.style is Style.PLAIN
        assert "7 more win the match." in hand.text(ENGLISH, facts)
        winning = rows(ENGLISH, hand.Facts.of(view, seat))[0][0]
        assert isinstance(winning, Button) and winning.style is Style.GO
        return
    raise AssertionError("nobody decided")


def test_where_losers_pay_both_scores_move() -> None:
    """Ishokai: ten behind, four paid: eight of the ten are made up, and two more are needed to win."""
    for _, seat, _, asked in decisions(RuleSetId.ISHOKAI, 1):
        seen = seat.observation
        assert seen is not None
        scores = tuple(-5 if n == seat.player else 5 for n in range(2))
        after = MatchAfter.of(replace(seen, scores=scores), seat.player, 4)
        assert (after.scores[seat.player], sum(after.scores), after.outcome) == (-1, 0, Outcome.LOST)
        assert (after.needed, asked.after.player) == (2, seat.player)
        return
    raise AssertionError("nobody decided")
