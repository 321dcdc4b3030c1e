"""Replays: finished matches step by step, from their records."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.match.finished import Moment, Replay, ReplayStep, replay
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK
from engine.play.events import Resigned
from engine.play.observation import Observation, observe
from engine.play.state import Step
from engine.record.match_record import parse
from engine.rules.actions import Cut, Phase, Player
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.builders import Played, play_random, random_rules
from tests.support.wording_views import people

SEEDS = range(6)


@cache
def played(rule_set: RuleSetId, seed: int) -> tuple[Played, Replay]:
    """A random match of three months under random options, and its replay."""
    rules = random_rules(random.Random(seed), rule_set, months=3)
    match = play_random(rules, seed, participants=rules.seats + seed % 3, koikoi=0.6)
    return match, replay(parse(match.record()), people(match.participants))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_replay_has_a_step_for_everything_that_happened(rule_set: RuleSetId) -> None:
    """Every event stands in one step, in order; every end of a deal and every cut has its own."""
    for seed in SEEDS:
        match, shown = played(rule_set, seed)
        happened = [event for step in match.steps for event in step.events]
        assert [event for step in shown.steps for event in step.events] == happened
        ends = [end for step in match.steps for end in step.ended]
        assert [step.end for step in shown.steps if step.moment is Moment.RESULT] == ends
        cuts = [action.move.at for action in match.actions if isinstance(action.move, Cut)]
        assert [step.at for step in shown.steps if step.moment is Moment.CUT] == cuts
        assert shown.steps[0].moment is Moment.DRAW
        assert [one.number for one in shown.seats] == list(match.last.order or ())


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_waiting_table_is_shown_as_it_was_observed_with_all_hands(rule_set: RuleSetId) -> None:
    """The last step is the public observation and everybody's hand if an action leaves a deal waiting."""
    waiting = (Phase.PLAY, Phase.FLIP, Phase.DECIDE)
    for seed in SEEDS:
        match, shown = played(rule_set, seed)
        made = {step.seen.n: step for step in shown.steps if step.moment is Moment.TABLE}
        for step in match.steps:
            if step.state.phase in waiting and step.events:
                last = made[step.state.n]
                assert last.seen == observe(step.state, None)
                assert list(last.hands) == [_hand(step, player) for player in range(match.rules.seats)]


def _hand(step: Step, player: int) -> CardSet:
    return observe(step.state, Player(player)).hand


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_result_leaves_the_table_as_the_deal_ended(rule_set: RuleSetId) -> None:
    """Followed event by event, the last table of a deal has the captures, field and hands of its end."""
    for seed in SEEDS:
        _, shown = played(rule_set, seed)
        for step in shown.steps:
            if step.end is not None:
                seen, end = step.seen, step.end
                assert (seen.deal, seen.month, seen.dealer) == (end.deal, end.month, end.dealer)
                assert (seen.captured, seen.field, step.hands) == (end.captured, end.field, end.hands)
                assert (seen.scores, seen.to_move) == (end.scores, ())
                assert [len(hand) for hand in step.hands] == list(seen.hand_counts)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_no_card_is_lost_or_doubled(rule_set: RuleSetId) -> None:
    """In every step with cards on the table hands, captures, field and stock make 48."""
    for seed in SEEDS:
        for step in played(rule_set, seed)[1].steps:
            if step.moment in (Moment.TABLE, Moment.RESULT):
                known = [*step.hands, *step.seen.captured, step.seen.field, _waiting(step.seen)]
                assert sum(map(len, known)) + step.seen.stock == len(DECK)
                assert list(step.seen.totals) == [sum(each.values()) for each in step.seen.yaku]
                assert sum(map(len, known)) == len(CardSet.of(card for cards in known for card in cards))


def _waiting(seen: Observation) -> CardSet:
    return CardSet.of([seen.flipped] if seen.flipped else [])


def test_a_replay_shows_as_void_what_was_void_then() -> None:
    """Nothing as a deal begins; then what a player held when the other made a yaku, up to the deal's end."""
    rules, became = make_rules(RuleSetId.LEAGUE, {"koi_void": True, "months": 12}), 0
    start: tuple[int, ...] = (0, 0)
    for seed in SEEDS:
        match = play_random(rules, seed, koikoi=0.9)
        void = held = start
        deal = 0
        for step in replay(parse(match.record()), people(2)).steps:
            seen = step.seen
            if step.moment is not Moment.TABLE:
                assert step.end is None or step.end.void in {void, ()}
                continue
            if seen.deal != deal:
                void, held, deal = start, start, seen.deal
            before, was = void, held
            void = tuple(-each.get(YakuId.KOI_VOID, 0) for each in seen.yaku)
            held = tuple(map(sum, zip(seen.totals, void, strict=True)))
            for player in range(2):
                if void[player] != before[player]:
                    assert void[player] == was[player] and held[1 - player] > was[1 - player]
                    became += 1
    assert became > len(SEEDS)


def test_the_steps_of_a_deal_end_with_its_result() -> None:
    """The month that is animated: from the deal to its end, nothing of another deal."""
    _, shown = played(RuleSetId.SANNIN, 1)
    ends = [step.end for step in shown.steps if step.end]
    for end in ends:
        steps = shown.of_deal(end.deal)
        assert steps[-1].end is end
        assert {step.seen.deal for step in steps} == {end.deal}
    assert len({id(step) for end in ends for step in shown.of_deal(end.deal)}) == _on_table(shown.steps)


def _on_table(steps: tuple[ReplayStep, ...]) -> int:
    return sum(step.moment in (Moment.TABLE, Moment.RESULT) for step in steps)


def test_records_that_end_early_can_be_replayed() -> None:
    """A match given up, or broken off in the seat draw, has the steps that there were."""
    match = play_random(random_rules(random.Random(1), RuleSetId.CLASSIC), 4, limit=9)
    told = match.record() | {"actions": [*match.record()["actions"], "0 resign"]}
    last = replay(parse(told), people(2)).steps[-1]
    assert last.moment is Moment.TABLE
    assert isinstance(last.events[0], Resigned)
    begun = replay(parse(told | {"actions": ["1 draw"]}), people(2))
    assert [step.moment for step in begun.steps] == [Moment.DRAW, Moment.DRAW]
    assert begun.seats == ()
