"""The first sentence of a review: true of matches by chance, and between CPU players who err now and then."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from bot import opponents
from bot.match.decisions import PlayersReview
from bot.match.saying import Kind, Result, Saying, result, saying
from bot.match.vocabulary import CpuPlayer
from bot.opponents.review import review
from engine.cards.deck import Deck
from engine.play.legal import legal_moves, to_move
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.state import Step, new_match
from engine.record.match_record import parse
from engine.rules.actions import Action, Phase
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.budgets import budgets
from tests.support.builders import Played, SeededDecks

ERRORS = (1.0, 0.2, 0.05, 0.0)
"""The share of moves by chance of a player, in each fourth match."""


class Case(NamedTuple):
    """A player at the end of a match, and what is said of them."""

    months: int
    ahead: float
    """Points before the best of the others, by the ends of the months alone."""
    won: bool
    lost: bool
    """By the places of the match."""
    one: PlayersReview
    best: PlayersReview
    """Of the others, by the same points."""
    said: Saying


@cache
def _cases(matches: int) -> tuple[Case, ...]:
    return tuple(case for seed in range(matches) for case in _match(seed))


def _match(seed: int) -> Iterator[Case]:
    rules = make_rules(list(RuleSetId)[seed // 4 % len(RuleSetId)], {"months": 3})
    played = _played(rules, seed, ERRORS[seed % len(ERRORS)])
    looked, places = review(parse(played.record())), played.last.ranking
    ends = [end for step in played.steps for end in step.ended]
    assert places is not None
    won = [sum(end.deltas[each] for end in ends) for each in range(rules.seats)]
    months = sum(not end.dealt_again for end in ends)
    for player, one in enumerate(looked.players):
        end = result(rules, looked.outcomes[player].months, played.last.scores, places, player)
        said = saying(looked.players, player, end)
        assert said is not None
        best = max((seat for seat in range(rules.seats) if seat != player), key=won.__getitem__)
        ahead = (won[player] - won[best]) / (2 if rules.losers_pay and rules.seats == 2 else 1)
        alone = places[player] < min(place for seat, place in enumerate(places) if seat != player)
        yield Case(months, ahead, alone, places[player] > 1, one, looked.players[best], said)


def _played(rules: Rules, seed: int, errors: float) -> Played:
    """A match by *hard*, who moves by chance as often as `errors`."""
    chance, source = random.Random(seed), SeededDecks(seed)
    state = new_match(rules, source(0))
    played = Played(rules, source(0), state.participants, [Step(state, (), ())], [])

    def deck(number: int) -> Deck:
        found = source(number)
        played.decks.append(found)
        return found

    while state.phase is not Phase.OVER:
        player = to_move(state)[0]
        if state.in_play is not None and state.phase is not Phase.CUT and chance.random() >= errors:
            move = opponents.choose(CpuPlayer.HARD, observe(state, player))
        else:
            move = chance.choice(legal_moves(state, player))
        step = apply(state, Action(player, move), deck)
        state = step.state
        played.steps.append(step)
        played.actions.append(Action(player, move))
    return played


def _holds(case: Case) -> bool:  # noqa: PLR0911 - a claim each
    """Whether what is said holds, worked out from the figures once more."""
    one, best, named = case.one, case.best, case.said.decisions
    lost = sum(each.lost for each in one.decisions)
    lead = one.turned - best.turned + (one.dealt - best.dealt) / 2
    bad = case.lost and -lead > max(lost, case.months)
    deals = (one.dealt - best.dealt) / 2 < one.turned - best.turned
    match case.said.kind:
        case Kind.ONE:
            return not bad and case.lost and len(named) == 1 and case.ahead + named[0].lost > 0
        case Kind.SOME:
            parts = [each.lost for each in named]
            most = sorted((each.lost for each in one.decisions), reverse=True)[: len(parts)]
            enough = case.ahead + sum(parts) > 0 >= case.ahead + sum(parts[:-1])
            return not bad and case.lost and len(parts) in {2, 3} and parts == most and enough
        case Kind.DEALS:
            return bad and lost <= case.months and deals
        case Kind.STOCK:
            return bad and lost <= case.months and not deals
        case Kind.CARDS:
            return bad
        case Kind.LUCKY:
            return case.won and lead >= max(case.ahead, case.months)
        case Kind.IN_SPITE:
            return case.won and lead <= -case.months
        case Kind.WELL:
            return lost <= case.months
        case Kind.ENOUGH:
            return case.won and lost > case.months
        case Kind.COSTLY:
            return not case.won and lost > case.months


@pytest.mark.parametrize("matches", budgets(16, 120))
def test_every_sentence_holds_by_the_figures(matches: int) -> None:
    """Of each player of each match; no loser is told that they won."""
    wrong = [case for case in _cases(matches) if not _holds(case)]
    assert not wrong


@pytest.mark.long
def test_every_sentence_occurs() -> None:
    """No sentence is dead text."""
    assert {case.said.kind for case in _cases(120)} == set(Kind)


def test_nothing_is_said_of_who_decided_nothing() -> None:
    """A CPU player made all moves for them: they played neither well nor badly."""
    idle = (PlayersReview((), -9.0, 0.0), PlayersReview((), 9.0, 0.0))
    assert saying(idle, 0, Result(3, -9.0, 1, won=False, lost=True)) is None
