"""The turn with which a deal ended is kept until its end has been shown, also over a restart."""

from __future__ import annotations

import pytest

from bot.match.progress import Progress, begin, replay
from bot.match.vocabulary import MadeBy
from engine.cards.cardset import CardSet
from engine.play.events import Flipped, KoiKoiCalled, MonthVoid, MonthWon, Played, Redealt
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.version import Version
from tests.support.wording_views import course

PLAYED_OUT = {EndReason.OYAKEN, EndReason.VOID_EXHAUSTED}


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_the_last_turn_of_every_deal_is_kept(rule_set: RuleSetId) -> None:
    """The player who stopped has made it; there is none if cards alone ended the deal."""
    for seed in range(8):
        final = _final(rule_set, seed)
        assert len(final.last_turns) == len(final.ends)
        for end, turn in zip(final.ends, final.last_turns, strict=True):
            assert turn or not (end.reason.by_yaku or end.reason in PLAYED_OUT)
            assert all(isinstance(step, Played | Flipped | KoiKoiCalled) for step in turn)
            assert len({step.player for step in turn if isinstance(step, Played | Flipped)}) <= 1
            if end.reason is EndReason.SHOBU:
                step = turn[-1]
                assert isinstance(step, Played | Flipped) and step.player == end.winner
                assert step.captured - end.captured[step.player] == CardSet()


def test_the_last_turns_are_rebuilt_from_the_stored_actions() -> None:
    """One action after another, as a start of the bot reads them."""
    final = _final(RuleSetId.SANNIN, 3)
    rules = make_rules(RuleSetId.SANNIN, {"months": 3})
    anew = replay(
        begin(rules, rules.seats, (3).to_bytes(32, "big"), Version.CHOICES),
        ((MadeBy.USER, (action,)) for action in final.actions),
    )
    assert anew.last_turns == final.last_turns


@pytest.mark.parametrize("rule_set", [RuleSetId.ISHOKAI, RuleSetId.SANNIN])
def test_nothing_of_a_month_is_told_while_the_next_one_is_cut(rule_set: RuleSetId) -> None:
    """The story of the cards in play begins with their deal."""
    for progress in course(make_rules(rule_set, {"months": 3}), 5):
        assert not any(isinstance(event, (MonthWon, MonthVoid, Redealt)) for event in progress.told)


def _final(rule_set: RuleSetId, seed: int) -> Progress:
    """The end of a random match."""
    *_, final = course(make_rules(rule_set, {"months": 3}), seed)
    return final
