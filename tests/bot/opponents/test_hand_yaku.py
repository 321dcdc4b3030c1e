"""The reason why hand yaku are always declared: the payment by the rules, and that of the best such hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from statistics import mean

import pytest

from bot.opponents import hard
from bot.opponents.judge import Judge, paid
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Deck
from engine.play.deal import OVER
from engine.play.dealt import after_answers
from engine.play.imagined import guess
from engine.play.legal import to_move
from engine.play.match import apply
from engine.play.observation import Observation, observe
from engine.play.state import new_match
from engine.rules.actions import Action, Cut, Draw, Move, Phase, Player, Ready
from engine.rules.hand_yaku import HAND_YAKU, hand_yaku_of
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.points import hand_yaku_result
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import SeededDecks

RULES = make_rules(RuleSetId.SANNIN)
ME = Player(0)
MONTHS = [DECK[first : first + 4] for first in range(0, len(DECK), 4)]

FIRST: Mapping[Phase, Move] = {Phase.SEATS: Draw(0), Phase.CUT: Cut(0), Phase.READY: Ready()}
"""The moves of everybody until the first card is played; nobody declares."""


def hand(shape: tuple[int, ...]) -> int:
    """A hand that is split so by month; which months they are makes no difference."""
    return CardSet.of(
        card for month, count in zip(MONTHS, shape, strict=False) for card in month[:count]
    ).mask


WORTH = {
    sum(hand_yaku_of(RULES, hand(row.shape)).values()): hand(row.shape)
    for row in HAND_YAKU
    if row.stands(RULES)
}
"""A hand for each value of a hand yaku."""


def brings(values: tuple[int, ...]) -> int | None:
    """Return the first player's points where hands of these values are declared, 0 for none; None: cards
    decide.
    """
    hands = [WORTH.get(value, 0) for value in values]
    declared = [Player(seat) for seat, value in enumerate(values) if value]
    outcome = after_answers(RULES, hands, declared, field=0)
    if outcome is Phase.PLAY:
        return None
    if outcome is EndReason.VOID_HAND_YAKU:
        return 0
    assert outcome is EndReason.HAND_YAKU
    result = hand_yaku_result(RULES, hands, declared)
    return paid(RULES.seats, result.winner, ME, result.calculation.points)


def test_whoever_declares_gets_no_less_than_by_keeping_silent() -> None:
    """Whatever the other two declare; where they declare nothing it is twice the value, 16 at the least."""
    assert min(WORTH) == 8 and len(WORTH) == 5
    for own, *others in product(WORTH, (0, *WORTH), (0, *WORTH)):
        told, silent = brings((own, *others)), brings((0, *others))
        assert told is not None
        if silent is None:
            assert told == 2 * own >= 16
        else:
            assert told >= silent, (own, others)


def begun(deck: Deck) -> Observation:
    """Return the dealer's view of a month that is dealt from this deck, cards about to be played."""
    state = new_match(RULES, SeededDecks(1)(0))
    while state.phase is not Phase.PLAY:
        player = to_move(state)[0]
        state = apply(state, Action(player, FIRST[state.phase]), lambda _: deck).state
    assert state.deal_number == 1 and state.dealer is not None
    return observe(state, state.dealer)


def dealt(own: str, seed: int) -> Observation:
    """Return what the dealer sees of a month in which they hold the cards of `own`."""
    deck = SeededDecks(seed)(1)
    had, wanted = begun(deck).hand, CardSet.of(card for card in DECK if str(card) in own)
    there, back = [*(had - wanted)], [*(wanted - had)]
    swapped = {**dict(zip(there, back, strict=True)), **dict(zip(back, there, strict=True))}
    return begun(tuple(swapped.get(card, card) for card in deck))


def played_out(seen: Observation, times: int) -> list[int]:
    """Return the viewer's points of the month where all three play as *hard*, the hidden cards dealt by
    chance.
    """
    chance, found = Random(1), []
    assert seen.viewer is not None
    for _ in range(times):
        deal = guess(seen, chance).deal
        while deal.phase is not OVER:
            legal = deal.legal()
            deal.do(legal[0] if len(legal) == 1 else max(legal, key=Judge(deal, deal.mover).value))
        winner = deal.winner if deal.winner >= 0 else None
        found.append(paid(RULES.seats, winner, seen.viewer, deal.points))
    return found


@pytest.mark.parametrize("own", ["ABCDIsc", "IJKLAsc", "cdefAIs", "stuvAIc"])
def test_the_best_hands_with_a_hand_yaku_are_thought_worth_less_than_it_pays(own: str) -> None:
    """Four lights and all of a month: of such hands *hard* has never learnt, and would declare them."""
    seen = [dealt(own, seed) for seed in range(6)]
    assert all("".join(sorted(map(str, each.hand))) == "".join(sorted(own)) for each in seen)
    assert all(sum(hand_yaku_of(RULES, each.hand.mask).values()) == 8 for each in seen)
    assert mean(hard.worth(each) for each in seen) < 16


def test_hands_with_a_hand_yaku_bring_less_when_they_are_played() -> None:
    """All four of a month and any three cards, a dozen times."""
    chance, brought = Random(3), list[int]()
    for seed in range(12):
        month = list(DECK[4 * chance.randrange(12) :][:4])
        others = chance.sample([card for card in DECK if card not in month], 3)
        brought += played_out(dealt("".join(map(str, (*month, *others))), seed), 8)
    assert mean(brought) < 8
