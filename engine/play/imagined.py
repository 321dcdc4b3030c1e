"""A deal taken up from what somebody sees: an observation, and cards for all that it hides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Protocol

from engine.cards.cardset import EMPTY, FULL, CardSet
from engine.cards.deck import DECK, Card
from engine.play.codes import LANDINGS, indices_of, mask_of
from engine.play.deal import NOBODY
from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveDecks, LiveMatch
from engine.play.observation import Observation
from engine.play.standing import Standing
from engine.play.tables import tables_of
from engine.rules.actions import Phase, Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import Rules
from engine.rules.yaku import YakuId


def deal_at(
    seen: Observation,
    hands: Iterable[CardSet],
    stock: Iterable[Card],
    answers: Sequence[bool | None] = (),
) -> LiveDeal:
    """The deal that was seen, with these hands (by player) and this stock (top first; in `cut` the deck).

    `answers` tells in the secret round who declares, None for who has not answered. That all of it fits what
    was seen is the caller's affair. Raises ValueError where there is no deal to play on.
    """
    if seen.dealer is None or seen.phase is Phase.OVER:
        raise ValueError(f"no deal in phase {seen.phase}")
    tables = tables_of(seen.rules)
    deck = indices_of(stock)
    deal = LiveDeal(tables, seen.dealer, deck, honba=seen.honba, bound=seen.bound)
    if seen.phase is Phase.CUT:
        return deal
    deal.phase, deal.mover = seen.phase, seen.to_move[0]
    deal.hands = [indices_of(hand) for hand in hands]
    deal.captured = [cards.mask for cards in seen.captured]
    deal.field = [0] * 12
    for card in seen.field:
        month, own, _ = LANDINGS[card.index]
        deal.field[month] |= own
    deal.flipped = seen.flipped.index if seen.flipped else NOBODY
    deal.koi, deal.lights = seen.koi, seen.field_lights
    deal.void = tuple([-yaku.get(YakuId.KOI_VOID, 0) for yaku in seen.yaku])
    deal.last_caller = NOBODY if seen.last_caller is None else seen.last_caller
    deal.answers = list(answers) or deal.answers
    if seen.phase is not Phase.READY:
        _take_up_turn(deal, seen)
    return deal


def guess(seen: Observation, chance: Chance, odds: Sequence[Sequence[float]] = ()) -> LiveMatch:
    """A match that looks to the viewer as what was seen: all that it hides is dealt by chance.

    Own cards, field, captures, counts and calls are those that were seen; other hands and the stock are the
    remaining cards in random order, and so are the decks of further deals. `odds` tells by player and card
    how likely they hold it, beside others; without it all cards are alike. Where hand yaku are claimed by
    themselves, who has all cards in hand has none. In the secret round players who have answered declare if
    they can. Raises ValueError where there is no deal to play on.
    """
    rules, hidden = seen.rules, indices_of(FULL - _known(seen))
    while True:
        deck = chance.sample(hidden, len(hidden))
        hands = [
            _drawn(seen, player, deck, chance, odds[player] if odds else None)
            for player in range(len(seen.hand_counts))
        ]
        if not any(_would_have_claimed(rules, hand) for hand in hands):
            break
    stock = [DECK[index] for index in deck]
    answers = [
        bool(hand_yaku_of(rules, hand.mask)) if player in seen.answered else None
        for player, hand in enumerate(hands)
    ]
    deal = deal_at(seen, hands, stock, answers if seen.phase is Phase.READY else ())
    return match_at(seen, deal, lambda number: chance.sample(ALL, len(ALL)))


ALL = range(len(DECK))
"""All cards, as plain integers."""


class Chance(Protocol):
    """The source of chance that `guess` needs; `random.Random` is one."""

    def sample(self, population: Sequence[int], k: int) -> list[int]:
        """`k` of these in random order."""

    def expovariate(self, lambd: float, /) -> float:
        """A time that is waited for something that comes so often, on average, in a unit of time."""


def _known(seen: Observation) -> CardSet:
    """The cards that the viewer sees; nothing before the deck is dealt."""
    if seen.phase is Phase.CUT:
        return EMPTY
    known = reduce(or_, seen.captured, seen.hand | seen.field)
    return known | CardSet.of([seen.flipped]) if seen.flipped else known


def _drawn(
    seen: Observation, player: int, deck: list[int], chance: Chance, odds: Sequence[float] | None
) -> CardSet:
    """The viewer's own hand, or as many cards as the player holds, taken from `deck`."""
    if player == seen.viewer:
        return seen.hand
    count = seen.hand_counts[player]
    if odds is None:
        taken = deck[len(deck) - count :]
        del deck[len(deck) - count :]
    else:
        # Each card waits for a time of its own, a likely one less: those whose time comes first are held.
        waits = [chance.expovariate(odds[card]) for card in deck]
        latest = sorted(waits)[count - 1] if count else -1.0
        taken = [card for card, wait in zip(deck, waits, strict=True) if wait <= latest]
        deck[:] = [card for card, wait in zip(deck, waits, strict=True) if wait > latest]
    return CardSet(mask_of(taken))


def _would_have_claimed(rules: Rules, hand: CardSet) -> bool:
    """Whether this hand, all cards in it, would have ended the deal."""
    rule_set = rules.rule_set
    dealt = len(hand) == rule_set.hand_size and not rule_set.secret_round
    return dealt and bool(hand_yaku_of(rules, hand.mask))


def match_at(seen: Observation, deal: LiveDeal, decks: LiveDecks) -> LiveMatch:
    """The match that was seen, going on with this deal of it; `decks` has those of further deals."""
    standing = Standing(
        seen.month,
        seen.months,
        seen.deal,
        Player(deal.dealer),
        seen.scores,
        seen.honba,
        seen.bound,
        seen.season_wins,
    )
    return LiveMatch(seen.rules, decks, standing=standing, deal=deal)


def _take_up_turn(deal: LiveDeal, seen: Observation) -> None:
    """Restore the captures of the current turn, and the yaku that each player had made before it."""
    player, growth = deal.mover, deal.tables.growth
    before = after_hand = deal.captured[player]
    if seen.last and seen.phase is not Phase.PLAY:
        after_hand &= ~seen.last.flipped_captured.mask
        before = after_hand & ~seen.last.played_captured.mask
    if len(deal.hands[player]) + (seen.phase is not Phase.PLAY) == seen.rules.rule_set.hand_size:
        # What the dealer took from the field counts as made in their first turn.
        before = 0
        after_hand = 0 if seen.phase is Phase.PLAY else after_hand
    deal.before, deal.after_hand = before, after_hand
    deal.made = [growth(cards) for cards in deal.captured]
    if seen.phase is not Phase.DECIDE:
        deal.made[player] = growth(before)
