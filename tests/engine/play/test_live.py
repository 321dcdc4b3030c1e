"""A deal in play: thawed and frozen for every action by `apply`, or played on without a stop by a search."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from engine.cards.cardset import KIND_MASKS, CardSet
from engine.cards.deck import DECK, Kind, parse_deck
from engine.play.codes import CODES, MOVES, indices_of, mask_of
from engine.play.deal import NOBODY, Deal
from engine.play.events import Event, MonthWon
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveMatch
from engine.play.match import apply
from engine.play.standing import Advance, Standing
from engine.play.state import MatchState, Step
from engine.play.tables import tables_of
from engine.play.telling import rewound
from engine.record.match_record import parse, replay
from engine.rules.actions import Action, Phase, Resign
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules, make_rules
from engine.rules.points import Counted, shobu_calculation
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import score, sheet_of
from engine.rules.yaku import CUP, YakuId
from tests.engine.golden import RECORDS as RARE_PATHS
from tests.support import strategies
from tests.support.builders import Played, all_rules, deck_source, play_random, random_rules


def told_by_apply(state: MatchState) -> dict[str, Any]:
    """All that a match in play knows too, from the frozen state."""
    assert state.in_play is not None
    deal = state.in_play.deal
    return {
        "standing": state.in_play.standing,
        "to_move": to_move(state),
        "legal": [legal_moves(state, player) for player in to_move(state)],
        "deal": None if deal.phase in (Phase.CUT, Phase.OVER) else plain(deal),
    }


def plain(deal: Deal) -> Deal:
    """The deal without what a search does not ask for: its trace, and the cards that were dealt."""
    return deal._replace(trace=(), laid=(), deck=tuple(deal.deck[deal.top :]))


def told_by_match(match: LiveMatch) -> dict[str, Any]:
    """Return what a match in play tells, in the shape of the function above."""
    live = match.deal
    asked = live.phase is Phase.READY
    codes = [live.legal_answers(each) if asked else live.legal() for each in live.to_move()]
    deal = live.freeze(())
    return {
        "standing": match.standing,
        "to_move": live.to_move(),
        "legal": [tuple([MOVES[code] for code in each]) for each in codes],
        "deal": None if live.phase in (Phase.CUT, Phase.OVER) else plain(deal),
    }


class Watch:
    """Keeps every deal as it ended."""

    def __init__(self) -> None:
        self.ends: list[tuple[LiveDeal, Advance]] = []

    def ended(self, standing: Standing, deal: LiveDeal, after: Advance) -> None:
        """A deal has ended."""
        self.ends.append((deal, after))


def check_end(end: MonthEnd, deal: LiveDeal, after: Advance) -> None:
    """A deal ended in the same way."""
    winner = None if deal.winner == NOBODY else deal.winner
    assert (deal.reason, winner, after.deltas) == (end.reason, end.winner, end.deltas)
    assert (deal.dealer, deal.bound, deal.field_mask) == (end.dealer, end.bound, end.field.mask)
    assert deal.captured == [cards.mask for cards in end.captured]
    assert list(map(mask_of, deal.hands)) == [hand.mask for hand in end.hands]
    assert deal.points == end.calculation.points


def everything(deal: LiveDeal) -> dict[str, Any]:
    """All that a deal in play holds."""
    return {name: deepcopy(getattr(deal, name)) for name in LiveDeal.__slots__ if name != "tables"}


def check_equal(played: Played) -> None:
    """The match as `apply` played it, played on without a stop or a trace: equal after every action."""
    steps: list[Step] = [step for step in played.steps if step.state.in_play is not None]
    actions = played.actions[len(played.actions) - len(steps) + 1 :]
    decks, watch = [indices_of(deck) for deck in played.decks], Watch()
    match = LiveMatch(played.rules, lambda number: decks[number - 1], listener=watch)
    ends = list(steps[0].ended)
    assert told_by_match(match) == told_by_apply(steps[0].state)
    for action, step in zip(actions, steps[1:], strict=True):
        do(match, action)
        assert told_by_match(match) == told_by_apply(step.state)
        ends += step.ended
    assert match.settled == len(ends)
    for end, (deal, after) in zip(ends, watch.ends, strict=True):
        check_end(end, deal, after)
        assert deal.trace is None


def do(match: LiveMatch, action: Action) -> None:
    """One action of a match in play."""
    deal, code = match.deal, CODES[action.move]
    if deal.phase is Phase.READY:
        deal.answer(action.player, code)
    else:
        deal.do(code)
    if deal.phase is Phase.OVER:
        match.settle()


@pytest.mark.parametrize("rules", list(all_rules()), ids=lambda rules: f"{rules.id}-{rules.changed()}")
def test_every_option_plays_alike(rules: Rules) -> None:
    """With every value of every option: equal states, legal moves and ends, at every step."""
    check_equal(play_random(rules, 0, limit=150))


@given(strategies.seeds)
@settings(max_examples=10, deadline=None)
def test_any_options_play_alike(seed: int) -> None:
    """Options in any combination, more or less of koi-koi: the same holds."""
    chance = random.Random(seed)
    check_equal(play_random(random_rules(chance), seed, koikoi=chance.random(), limit=250))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_months_that_nobody_stops_play_alike(rule_set: RuleSetId) -> None:
    """Everybody goes on: exhausted months, in ishokai won by the last caller."""
    check_equal(play_random(make_rules(rule_set), 0, koikoi=1.0, limit=300))


RECORDS = sorted(Path(__file__).parents[2].glob("vectors/replays/*.json")) + RARE_PATHS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_rare_paths_play_alike(path: Path) -> None:
    """The matches of the vectors and of the golden playthroughs, up to where somebody resigns."""
    record = parse(json.loads(path.read_text("ascii")))
    actions = list(takewhile(lambda action: not isinstance(action.move, Resign), record.actions))
    steps = list(replay(replace(record, actions=tuple(actions))))
    decks = [parse_deck(deck) for deck in record.decks]
    check_equal(
        Played(record.rules, parse_deck(record.seat_deck), record.participants, steps, actions, decks)
    )


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_copy_is_a_deal_of_its_own(rule_set: RuleSetId) -> None:
    """A play on one of two copies leaves the other as it was."""
    chance = random.Random(3)
    match = LiveMatch(make_rules(rule_set), lambda number: indices_of(chance.sample(DECK, 48)))
    for _ in range(80):
        copied, before = match.copy(), everything(match.deal)
        match.deal.do(chance.choice(match.deal.legal()))
        assert everything(copied.deal) == before
        if match.deal.phase is Phase.OVER:
            match.settle()


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_events_may_be_asked_late(rule_set: RuleSetId) -> None:
    """Asked when the match is over they are those that were told at once, ends of months included."""
    played = play_random(make_rules(rule_set), 5)
    late = [step.events for step in played.steps]
    state, decks, at_once = played.steps[0].state, deck_source(played.decks), list[tuple[Event, ...]]()
    for action in played.actions:
        step = apply(state, action, decks)
        at_once.append(step.events)
        state = step.state
    assert at_once == late[1:]
    assert sum(isinstance(event, MonthWon) for events in late for event in events) >= 12


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_deal_can_be_rewound(rule_set: RuleSetId) -> None:
    """From its end, to every moment that it went through."""
    played = play_random(make_rules(rule_set, {"months": 3}), 2)
    left = {at.standing.deals: at.deal for step in played.steps for at in step.left}
    assert len(left) == played.last.deal_number
    for step in played.steps:
        deal = step.state.deal
        if deal is not None and deal.phase in (Phase.PLAY, Phase.DECIDE):
            again = rewound(left[step.state.deal_number], len(deal.trace))
            for name in ("hands", "captured", "field", "top", "trace", "laid"):
                assert getattr(again, name) == getattr(deal, name)


@given(strategies.seeds)
@settings(max_examples=30, deadline=None)
def test_a_frozen_deal_thaws_as_it_was(seed: int) -> None:
    """Thawed and frozen again a deal is equal, and playing the thawed one leaves the frozen one alone."""
    chance = random.Random(seed)
    deal = play_random(random_rules(chance), seed, limit=chance.randrange(3, 90)).last.deal
    if deal is None or deal.phase is Phase.OVER:
        return
    live, before = LiveDeal.thaw(deal), deepcopy(tuple(deal)[1:])
    assert live.freeze(deal.laid) == deal
    live.do(chance.choice(live.legal()))
    assert tuple(deal)[1:] == before


@given(strategies.rules, strategies.card_sets, strategies.card_sets, strategies.card_sets)
def test_totals_are_those_of_the_sheet(rules: Rules, one: CardSet, two: CardSet, three: CardSet) -> None:
    """Totals by table equal the sheet's for few and for many cards."""
    for captured in (one.mask, one.mask & two.mask, one.mask | two.mask, one.mask & two.mask & three.mask):
        assert tables_of(rules).total(captured) == sheet_of(rules).total(captured)


@given(strategies.seeds)
@settings(max_examples=300, deadline=None)
def test_growth_shows_in_one_number(seed: int) -> None:
    """In sannin the number that shows growth rises if and only if a yaku triggers that is no cup yaku."""
    chance = random.Random(seed)
    rules = make_rules("sannin")
    sheet, growth = sheet_of(rules), tables_of(rules).growth
    cards = chance.sample(DECK, chance.randrange(4, 30))
    before = sum(card.bit for card in cards[: chance.randrange(len(cards))])
    after = before | sum(card.bit for card in cards)
    had, has = sheet.score(before), sheet.score(after)
    cup_yaku = {line.id for line in sheet.readings[0] if line.rained_off}
    grown = {yaku for yaku in has if has[yaku] > had.get(yaku, 0)} - cup_yaku
    if after & CUP and (after & KIND_MASKS[Kind.CHAFF]).bit_count() == 9:
        grown -= {YakuId.KASU}
    assert (growth(after) > growth(before)) == bool(grown)


def test_codes_name_moves() -> None:
    """Codes and moves say the same, and codes ascend in the order of record.md."""
    for rules in map(make_rules, RuleSetId):
        for step in play_random(rules, 3, limit=60).steps:
            for player in to_move(step.state):
                if step.state.phase is not Phase.SEATS:
                    moves = legal_moves(step.state, player)
                    codes = [CODES[move] for move in moves]
                    assert [MOVES[code] for code in codes] == list(moves)
                    assert codes == sorted(codes)
    assert Resign() not in CODES


@given(strategies.seeds)
@settings(max_examples=200, deadline=None)
def test_points_are_those_of_a_shobu(seed: int) -> None:
    """The payment for captures, with honba, calls and the bonus for five lights."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    lights = CardSet.parse("AIcos") if chance.random() < 0.5 else CardSet()
    captured = CardSet.of(chance.sample(DECK, chance.randrange(20))) | lights
    honba, calls = chance.randrange(4), chance.randrange(4)
    boost = Counted(calls, chance.randrange(3), chance.randrange(6))
    told = shobu_calculation(rules, score(rules, captured), honba=honba, counted=boost)
    assert tables_of(rules).calculation(captured.mask, honba, boost) == told
