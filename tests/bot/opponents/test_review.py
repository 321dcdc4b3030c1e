"""The review of a finished match: what decisions lost, by what their player could see; luck; the chances."""

from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from bot.match.decisions import COSTLIEST
from bot.opponents.review import Review, review
from engine.record.match_record import parse
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import Played, play_random, random_rules


def reviewed(record: dict[str, Any]) -> Review:
    """The review of a record."""
    return review(parse(record))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_random_match_gives_points_away(rule_set: RuleSetId) -> None:
    """Nobody gains by another move than the best; the costliest are told, first a lost match."""
    rules = random_rules(random.Random(2), rule_set, months=3)
    told = reviewed(play_random(rules, 5, koikoi=0.5).record())
    assert len(told.players) == rules.seats
    for player in told.players:
        assert player.decisions and player.lost > 1
        assert all(each.lost >= 0 for each in player.decisions)
        assert all(each.lost == 0 for each in player.decisions if each.made == each.best)
        losses = [(each.loses, each.lost) for each in player.costliest]
        assert losses == sorted(losses, reverse=True) and 0 < len(losses) <= COSTLIEST
        assert losses[0] == max((each.loses, each.lost) for each in player.decisions)


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_chances_end_with_the_result(rule_set: RuleSetId) -> None:
    """The chances begin about even, have a value after each month, and are one for the winner in the end."""
    rules = make_rules(rule_set, {"months": 3})
    for seed in range(4):
        played = play_random(rules, seed, koikoi=0.2)
        told, final = reviewed(played.record()), played.last
        assert final.standing is not None and final.ranking is not None
        first, *_, last = told.chances
        assert first.shares == pytest.approx([1 / rules.seats] * rules.seats, abs=0.1)
        if final.standing.months == rules.months:
            assert [each.month for each in told.chances] == list(range(rules.months + 1))
        firsts = [place == 1 for place in final.ranking]
        assert last.shares == pytest.approx([won / sum(firsts) for won in firsts])


def test_hidden_cards_are_not_held_against_anybody() -> None:
    """Two cards of the stock that nobody has seen yet change places: what was decided is judged alike."""
    rules = make_rules(RuleSetId.CLASSIC, {"months": 3})
    record = play_random(rules, 5).record()
    deck = record["decks"][0]
    other = deck[:-8] + deck[-1] + deck[-7:-1] + deck[-8]
    assert sorted(deck) == sorted(other) and deck != other
    first = {**record, "actions": record["actions"][:6], "decks": [deck]}
    told, changed = reviewed(first), reviewed({**first, "decks": [other]})
    assert any(each.decisions for each in told.players)
    assert told == changed


def test_luck_is_nothing_on_average() -> None:
    """Of many fresh deals: what they are worth beyond the usual is as often good as bad, for both seats."""
    dealt: list[list[float]] = [[], []]
    for seed in range(250):
        played = _begun(seed)
        for seat, player in enumerate(reviewed(played.record()).players):
            dealt[seat].append(player.dealt)
    for values in dealt:
        assert abs(mean(values)) < 4 * stdev(values) / sqrt(len(values))
        assert stdev(values) > 1


@pytest.mark.outside
def test_turned_cards_are_no_luck_on_average() -> None:
    """Nor for players who play otherwise than the network has learnt: over months by chance it is nothing."""
    rules = make_rules(RuleSetId.ISHOKAI, {"months": 3})
    turned = [
        player.turned
        for seed in range(15)
        for player in reviewed(play_random(rules, seed, koikoi=0.7).record()).players
    ]
    assert abs(mean(turned)) < 3 * stdev(turned) / sqrt(len(turned))
    assert stdev(turned) > 1


def _begun(seed: int) -> Played:
    """A match whose first cards are dealt, and no card played."""
    rules = make_rules(RuleSetId.CLASSIC, {"months": 1})
    for limit in (2, 4, 6, 8):
        played = play_random(rules, seed, limit=limit)
        if played.last.phase is not Phase.SEATS:
            return played
    raise AssertionError("the draw does not end")


def test_what_was_never_dealt_has_no_review() -> None:
    """A match that ended in the draw for the seats has no players yet."""
    rules = make_rules(RuleSetId.CLASSIC, {"months": 1})
    assert reviewed(play_random(rules, 1, limit=1).record()) == Review((), ())
