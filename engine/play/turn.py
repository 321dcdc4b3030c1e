"""Turns: hand step, flip step, end of turn (rules.md section 2, Play)."""

from __future__ import annotations

from engine.actions import Phase, Player
from engine.cards.cardset import EMPTY, CardSet
from engine.cards.deck import Card
from engine.events import Event, Flipped, KoiKoiCalled, LastMove, Played
from engine.month_end import EndReason
from engine.play.deal import Deal, catch, matching
from engine.rules.options import Rules
from engine.rules.rule_sets import Exhausted
from engine.rules.sheet import sheet_of
from engine.rules.triggers import may_decide

EXHAUSTED_AS = {
    Exhausted.OYAKEN: EndReason.OYAKEN,
    Exhausted.LAST_MAKER: EndReason.EXHAUSTED,
    Exhausted.VOID: EndReason.VOID_EXHAUSTED,
}
"""How a deal ends that nobody stopped."""


class Turn:
    """A deal taken up to be played on within one action; `deal` is the frozen value again.

    Its moves are checked by the caller. Each returns the phase that the deal waits in, or how it ended.
    """

    def __init__(self, rules: Rules, deal: Deal, *, bound: bool) -> None:
        self._rules = rules
        self._bound = bound
        self._start = deal
        self._top = deal.top
        self._hands = list(deal.hands)
        self._captured = list(deal.captured)
        self._field = deal.field
        self._slots = list(deal.slots)
        self._mover = deal.mover
        self._flipped = deal.flipped
        self._koi = deal.koi
        self._before = deal.before
        self._after_hand = deal.after_hand
        self._last_caller = deal.last_caller
        self._last = last = deal.last
        self._played, self._played_captured = (last.played, last.played_captured) if last else (None, EMPTY)
        self.events: list[Event] = []

    def play(self, card: Card, choice: Card | None) -> Phase | EndReason:
        """The hand step with this card, then the flip step. Any hand card may be played (Ruling)."""
        player = self._mover
        self._hands[player] &= ~card.bit
        captured = self._land(card, choice)
        self.events.append(Played(player, card, captured))
        self._after_hand = self._captured[player]
        self._played, self._played_captured = card, captured
        return self._flip()

    def choose(self, choice: Card) -> Phase | EndReason:
        """The choice that the flipped card waited for."""
        card = self._flipped
        assert card is not None
        self._flipped = None
        return self._finish_flip(card, choice)

    def koikoi(self) -> Phase | EndReason:
        """The mover goes on. Calling never cancels yaku (section 2; Ruling for the league)."""
        player = self._mover
        total = sheet_of(self._rules).total(self._captured[player])
        self.events.append(KoiKoiCalled(player, total))
        self._koi = (*self._koi[:player], self._koi[player] + 1, *self._koi[player + 1 :])
        self._last_caller = player
        return self._next_turn()

    @property
    def deal(self) -> Deal:
        """Where the cards are now."""
        start = self._start
        return Deal(
            start.dealer,
            start.deck,
            self._top,
            tuple(self._hands),
            tuple(self._captured),
            self._field,
            tuple(self._slots),
            self._mover,
            self._flipped,
            self._koi,
            self._before,
            self._after_hand,
            self._last_caller,
            start.answers,
            start.shown,
            self._last,
        )

    def _land(self, card: Card, choice: Card | None) -> CardSet:
        """The card captures what it matches, or stays on the field in the lowest free slot."""
        caught = catch(self._field, card, choice)
        slots = self._slots
        if caught:
            self._captured[self._mover] |= caught
            self._field &= ~caught
            for place, each in enumerate(slots):
                if each is not None and each.bit & caught:
                    slots[place] = None
            return CardSet(caught)
        self._field |= card.bit
        if None in slots:
            slots[slots.index(None)] = card
        else:
            slots.append(card)
        return EMPTY

    def _flip(self) -> Phase | EndReason:
        card = self._start.deck[self._top]
        self._top += 1
        if matching(self._field, card).bit_count() == 2:
            self._flipped = card
            self._last = LastMove(self._mover, self._played, self._played_captured, None, EMPTY)
            return Phase.FLIP
        return self._finish_flip(card, None)

    def _finish_flip(self, card: Card, choice: Card | None) -> Phase | EndReason:
        player = self._mover
        captured = self._land(card, choice)
        self.events.append(Flipped(player, card, captured))
        self._last = LastMove(player, self._played, self._played_captured, card, captured)
        return self._end_turn()

    def _end_turn(self) -> Phase | EndReason:
        after_flip = self._captured[self._mover]
        if not may_decide(self._rules, self._before, self._after_hand, after_flip, bound=self._bound):
            return self._next_turn()
        if self._turns_remain() or self._rules.rule_set.decides_on_last_turn:
            return Phase.DECIDE
        # On the very last turn of two players there is nothing to go on for: scored as shobu at once
        # (ishokai's sheet; Ruling for classic and league).
        return EndReason.SHOBU

    def _next_turn(self) -> Phase | EndReason:
        if not self._turns_remain():
            return EXHAUSTED_AS[self._rules.rule_set.exhausted]
        player = Player((self._mover + 1) % len(self._hands))
        self._mover = player
        self._before = self._after_hand = self._captured[player]
        if self._hands[player]:
            return Phase.PLAY
        # Ishokai: when hands are empty, turns go on with the flip step alone.
        self._played, self._played_captured = None, EMPTY
        return self._flip()

    def _turns_remain(self) -> bool:
        if self._rules.rule_set.plays_out_stock:
            return self._top < len(self._start.deck)
        return any(self._hands)
