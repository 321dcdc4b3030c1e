"""Simulation from what somebody sees: an observation, and cards for all that it hides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import Phase, Player
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.codes import LANDINGS
from engine.play.deal import NOBODY
from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveDecks, LiveMatch
from engine.play.observation import Observation
from engine.play.standing import Standing
from engine.play.tables import tables_of


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
    deck = [card.index for card in stock]
    deal = LiveDeal(tables, seen.dealer, deck, honba=seen.honba, bound=seen.bound)
    if seen.phase is Phase.CUT:
        return deal
    deal.phase, deal.mover = seen.phase, seen.to_move[0]
    deal.hands = [tuple([card.index for card in hand]) for hand in hands]
    deal.captured = [cards.mask for cards in seen.captured]
    deal.field = [0] * 12
    for card in seen.field:
        month, own, _ = LANDINGS[card.index]
        deal.field[month] |= own
    deal.flipped = seen.flipped.index if seen.flipped else NOBODY
    deal.koi = seen.koi
    deal.last_caller = NOBODY if seen.last_caller is None else seen.last_caller
    deal.answers = tuple(answers) or deal.answers
    if seen.phase is not Phase.READY:
        _take_up_turn(deal, seen)
    return deal


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
    """What the turn under way has captured so far, and what each player had made before it."""
    player, growth = deal.mover, deal.tables.growth
    before = after_hand = deal.captured[player]
    if seen.last and seen.phase is not Phase.PLAY:
        after_hand &= ~seen.last.flipped_captured.mask
        before = after_hand & ~seen.last.played_captured.mask
    if len(deal.hands[player]) + (seen.phase is not Phase.PLAY) == seen.rules.rule_set.hand_size:
        # What the dealer took from the field counts as made in his first turn.
        before = 0
        after_hand = 0 if seen.phase is Phase.PLAY else after_hand
    deal.before, deal.after_hand = before, after_hand
    deal.made = [growth(cards) for cards in deal.captured]
    if seen.phase is not Phase.DECIDE:
        deal.made[player] = growth(before)
