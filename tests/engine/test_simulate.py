"""Two paths, one truth: simulated play equals `apply`, action by action."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from engine.actions import Action, Declare, Phase, Player, Resign
from engine.cards.cardset import CardSet, cards_in
from engine.cards.deck import DECK, parse_deck
from engine.month_end import MonthEnd
from engine.play.codes import decode, encode, mask_of
from engine.play.legal import legal_moves, to_move
from engine.play.live_deal import NOBODY, LiveDeal
from engine.play.live_match import LiveMatch
from engine.play.match import apply
from engine.play.observation import observe
from engine.play.settle import shobu_calculation
from engine.play.state import MatchState, Step
from engine.play.tables import tables_of
from engine.record.match_record import parse, replay
from engine.rules.options import Rules, make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import score, sheet_of
from engine.rules.triggers import is_nine_and_cup
from engine.rules.yaku import YakuId
from engine.search.position import deal_at, match_at
from tests.engine.golden import RECORDS as RARE_PATHS
from tests.support import strategies
from tests.support.builders import Played, SeededDecks, all_rules, play_random, random_rules


def indices(mask: int) -> list[int]:
    return [card.index for card in cards_in(mask)]


def told_by_apply(state: MatchState) -> dict[str, Any]:
    """All that simulation knows too, from the frozen state."""
    table, standing = state.laid, state.seated
    told: dict[str, Any] = {
        "phase": state.phase,
        "standing": standing,
        "to_move": to_move(state),
        "legal": [legal_moves(state, player) for player in to_move(state)],
    }
    if state.phase in (Phase.CUT, Phase.OVER):
        return told
    sheet = sheet_of(state.rules)
    return told | {
        "dealer": table.dealer,
        "hands": [indices(hand) for hand in table.hands],
        "captured": list(table.captured),
        "field": table.field,
        "stock": [card.index for card in table.deck[table.top :]],
        "flipped": table.flipped.index if table.flipped else NOBODY,
        "koi": list(table.koi),
        "last_caller": NOBODY if table.last_caller is None else table.last_caller,
        "turn": (table.before, table.after_hand),
        "totals": [sheet.total(cards) for cards in table.captured],
        "answered": [answer is not None for answer in table.answers],
    }


def told_by_simulation(match: LiveMatch) -> dict[str, Any]:
    """The same from the simulated match."""
    phase = match.deal.phase
    told: dict[str, Any] = {
        "phase": phase,
        "standing": match.standing,
        "to_move": match.deal.to_move(),
        "legal": [tuple(map(decode, moves)) for moves in all_legal(match)],
    }
    if phase in (Phase.CUT, Phase.OVER):
        return told
    deal = match.deal
    assert phase is not Phase.READY or deal.mover == deal.to_move()[0]
    return told | {
        "dealer": deal.dealer,
        "hands": [hand[:] for hand in deal.hands],
        "captured": deal.captured[:],
        "field": deal.field_mask,
        "stock": list(deal.deck[deal.top :]),
        "flipped": deal.flipped,
        "koi": deal.koi[:],
        "last_caller": deal.last_caller,
        "turn": (deal.before, deal.after_hand),
        "totals": [deal.tables.total(cards) for cards in deal.captured],
        "answered": [answer is not None for answer in deal.answers],
    }


def all_legal(match: LiveMatch) -> list[Sequence[Any]]:
    """The moves of everybody who is to move."""
    if match.deal.phase is Phase.READY:
        return [match.deal.legal_answers(player) for player in match.deal.to_move()]
    return [match.deal.legal() for _ in match.deal.to_move()]


class Watched(LiveMatch):
    """A simulated match that keeps every deal that it settles, as it ended."""

    __slots__ = ("ends",)

    def __init__(self, played: Played) -> None:
        self.ends: list[LiveDeal] = []
        decks = [[card.index for card in deck] for deck in played.decks]
        super().__init__(played.rules, lambda number: decks[number - 1])

    def settle(self) -> None:
        self.ends.append(self.deal)
        super().settle()


def check_end(end: MonthEnd, deal: LiveDeal) -> None:
    """A deal ended in the same way."""
    winner = None if deal.winner == NOBODY else deal.winner
    assert (deal.reason, winner, deal.deltas) == (end.reason, end.winner, end.deltas)
    assert (deal.dealer, deal.bound, deal.field_mask) == (end.dealer, end.bound, end.field.mask)
    assert deal.captured == [cards.mask for cards in end.captured]
    assert list(map(mask_of, deal.hands)) == [hand.mask for hand in end.hands]


def everything(deal: LiveDeal) -> dict[str, Any]:
    """All that a simulated deal holds; of the deck only what is still stock."""
    names = set(LiveDeal.__slots__) - {"tables", "deck", "top"}
    return {name: deepcopy(getattr(deal, name)) for name in names} | {"stock": list(deal.deck[deal.top :])}


def seen_by_somebody(state: MatchState, viewer: Player | None) -> LiveDeal:
    """The deal from what a viewer sees, with the hidden cards as they truly are."""
    table = state.laid
    stock, hands = table.deck[table.top :], map(CardSet, table.hands)
    answers = [None if answer is None else answer == Declare() for answer in table.answers]
    return deal_at(observe(state, viewer), hands, stock, answers)


def check_equal(played: Played) -> None:
    """The match as `apply` played it, simulated: equal after every action and at every end of a deal.

    A copy stays as it was, and a deal taken up from an observation is the one that was played so far.
    """
    steps: list[Step] = [step for step in played.steps if step.state.order is not None]
    actions = played.actions[len(played.actions) - len(steps) + 1 :]
    match = Watched(played)
    ends = list(steps[0].ended)
    assert told_by_simulation(match) == told_by_apply(steps[0].state)
    for action, step in zip(actions, steps[1:], strict=True):
        copied, before = match.copy(), everything(match.deal)
        do(match, action)
        assert everything(copied.deal) == before
        assert told_by_simulation(match) == told_by_apply(step.state)
        if step.state.phase is not Phase.OVER:
            viewer = Player(len(ends) % played.rules.seats)
            assert everything(seen_by_somebody(step.state, viewer)) == everything(match.deal)
        ends += step.ended
    assert match.settled == len(ends)
    for end, deal in zip(ends, match.ends, strict=True):
        check_end(end, deal)


def do(match: LiveMatch, action: Action) -> None:
    """One action of a match, simulated."""
    deal, code = match.deal, encode(action.move)
    if deal.phase is Phase.READY:
        deal.answer(action.player, code)
    else:
        deal.do(code)
    if deal.phase is Phase.OVER:
        match.settle()


@pytest.mark.parametrize("rules", list(all_rules()), ids=lambda rules: f"{rules.id}-{rules.changed()}")
def test_every_option_is_simulated_alike(rules: Rules) -> None:
    """With every value of every option: equal states, legal moves and ends, at every step."""
    for seed in range(2):
        check_equal(play_random(rules, seed))


@given(strategies.seeds)
@settings(max_examples=20, deadline=None)
def test_any_options_are_simulated_alike(seed: int) -> None:
    """Options in any combination, more or less of koi-koi: the same holds."""
    chance = random.Random(seed)
    check_equal(play_random(random_rules(chance), seed, koikoi=chance.random()))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_months_that_nobody_stops_are_simulated_alike(rule_set: RuleSetId) -> None:
    """Everybody goes on: exhausted months, in ishokai won by whoever called last."""
    for seed in range(3):
        check_equal(play_random(make_rules(rule_set), seed, koikoi=1.0, limit=300))


RECORDS = sorted(Path(__file__).parents[1].glob("vectors/replays/*.json")) + RARE_PATHS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_rare_paths_are_simulated_alike(path: Path) -> None:
    """The matches of the vectors and of the golden playthroughs, up to where somebody resigns."""
    record = parse(json.loads(path.read_text("ascii")))
    actions = list(takewhile(lambda action: not isinstance(action.move, Resign), record.actions))
    steps = list(replay(replace(record, actions=tuple(actions))))
    decks = [parse_deck(deck) for deck in record.decks]
    check_equal(
        Played(record.rules, parse_deck(record.seat_deck), record.participants, steps, actions, decks)
    )


@given(strategies.seeds)
@settings(max_examples=100, deadline=None)
def test_a_deal_can_be_taken_up_anywhere(seed: int) -> None:
    """From any seat's observation and the hidden cards, play goes on as it does in the match."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    played = play_random(rules, seed, limit=chance.randrange(120), koikoi=0.8)
    state = played.last
    if state.phase in (Phase.SEATS, Phase.OVER):
        return
    viewer = chance.choice([None, *map(Player, range(rules.seats))])
    decks = SeededDecks(seed)

    def indexed(number: int) -> list[int]:
        return [card.index for card in decks(number)]

    match = match_at(observe(state, viewer), seen_by_somebody(state, viewer), indexed)
    assert told_by_simulation(match) == told_by_apply(state)
    while state.deal == played.last.deal and to_move(state):
        assert told_by_simulation(match) == told_by_apply(state)
        player = chance.choice(to_move(state))
        action = Action(player, chance.choice(legal_moves(state, player)))
        state = apply(state, action, decks).state
        do(match, action)
    assert told_by_simulation(match) == told_by_apply(state)


def test_nothing_to_take_up() -> None:
    """Before the seats are drawn and after the match there is no deal."""
    for limit in (1, None):
        state = play_random(make_rules("classic", {"months": 1}), 1, limit=limit).last
        with pytest.raises(ValueError, match="no deal"):
            deal_at(observe(state, None), [], [])


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
    grown = {yaku for yaku in has if has[yaku] > had.get(yaku, 0) and not sheet.is_rained_off(yaku)}
    if is_nine_and_cup(after):
        grown -= {YakuId.KASU}
    assert (growth(after) > growth(before)) == bool(grown)


def test_codes_name_moves() -> None:
    """Codes and moves say the same, and codes ascend in the order of record.md."""
    for rules in all_rules():
        for step in play_random(rules, 3, limit=60).steps:
            for player in to_move(step.state):
                if step.state.phase is not Phase.SEATS:
                    moves = legal_moves(step.state, player)
                    codes = [encode(move) for move in moves]
                    assert [decode(code) for code in codes] == list(moves)
                    assert codes == sorted(codes)
    with pytest.raises(ValueError, match="Resign"):
        encode(Resign())


@given(strategies.seeds)
@settings(max_examples=200, deadline=None)
def test_points_are_those_of_a_shobu(seed: int) -> None:
    """What captures pay, with honba, calls and the bonus for five lights."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    lights = CardSet.parse("AIcos") if chance.random() < 0.5 else CardSet()
    captured = CardSet.of(chance.sample(DECK, chance.randrange(20))) | lights
    honba, calls = chance.randrange(4), chance.randrange(4)
    told = shobu_calculation(rules, score(rules, captured), honba=honba, calls=calls)
    assert tables_of(rules).points(captured.mask, honba, calls) == told.points
