"""One deal of 48 cards as a frozen value: cutting, dealing, and what lies where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Move, Phase, Player
from engine.cards.cardset import complete_months
from engine.cards.deck import Card, Deck
from engine.events import LastMove
from engine.month_end import EndReason
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.options import Rules
from engine.rules.rule_sets import FieldFour, Place


class Deal(NamedTuple):
    """Where the cards of a deal are. Sets are masks, tuples go by player.

    Before the deck is dealt (phase `cut`) all 48 cards are stock.
    """

    dealer: Player
    deck: Deck
    top: int
    """Index in `deck` of the next stock card."""
    hands: tuple[int, ...]
    captured: tuple[int, ...]
    field: int
    slots: tuple[Card | None, ...]
    """The field by place: a card takes the lowest free slot, a captured one frees its own."""
    mover: Player
    flipped: Card | None
    """A flipped card that waits for its player's choice."""
    koi: tuple[int, ...]
    before: int
    """What the mover had captured before this turn."""
    after_hand: int
    """What the mover had captured after the hand step of this turn."""
    last_caller: Player | None
    """Who called koi-koi last."""
    answers: tuple[Move | None, ...]
    """What was answered in the secret round."""
    shown: tuple[Player, ...]
    """Whose hand a claimed or declared hand yaku laid open."""
    last: LastMove | None

    @property
    def stock(self) -> int:
        """Cards left in the stock; a flipped card that waits is not among them."""
        return len(self.deck) - self.top

    def turns_left(self, rules: Rules) -> int:
        """Turns whose flip step has not begun."""
        if rules.rule_set.plays_out_stock:
            return self.stock
        return sum(hand.bit_count() for hand in self.hands)


def matching(field: int, card: Card) -> int:
    """The mask of field cards of this card's month."""
    return field & card.month_mask


def catch(field: int, card: Card, choice: Card | None) -> int:
    """The mask of what `card` captures, itself included; 0 if nothing matches.

    A card that matches must capture (section 2, Play: sannin's sheet; Ruling for the others). Three of a
    month are all captured (league's sheet; Ruling for the others).
    """
    found = matching(field, card)
    if not found:
        return 0
    return card.bit | (choice.bit if choice else found)


def player_at(rules: Rules, dealer: Player, place: Place) -> Player:
    """Who sits there: distances from the dealer in table order."""
    return Player((dealer + place.value) % rules.seats)


def undealt(rules: Rules, dealer: Player, deck: Deck) -> Deal:
    """A shuffled deck on the table."""
    nobody = (0,) * rules.seats
    return Deal(
        dealer=dealer,
        deck=deck,
        top=0,
        hands=nobody,
        captured=nobody,
        field=0,
        slots=(),
        mover=dealer,
        flipped=None,
        koi=nobody,
        before=0,
        after_hand=0,
        last_caller=None,
        answers=(None,) * rules.seats,
        shown=(),
        last=None,
    )


def cut(deal: Deal, at: int) -> Deal:
    """The deck cut at `at`.

    Ruling (section 2, Cut): the part cut off ends as the bottom of the stock, and where too few cards remain
    above it, dealing goes on into it.
    """
    return deal._replace(deck=deal.deck[at:] + deal.deck[:at])


def deal_out(rules: Rules, deal: Deal) -> Deal:
    """The cards dealt from the front of the deck in the rule set's order; field slots in deal order."""
    hands = [0] * rules.seats
    slots: list[Card | None] = []
    top = 0
    for place, count in rules.rule_set.dealing:
        cards = deal.deck[top : top + count]
        top += count
        if place is Place.FIELD:
            slots += cards
        else:
            hands[player_at(rules, deal.dealer, place)] |= sum(card.bit for card in cards)
    field = sum(card.bit for card in slots if card)
    return deal._replace(top=top, hands=tuple(hands), field=field, slots=tuple(slots))


class Look(NamedTuple):
    """What the dealt cards lead to before the first card is played."""

    outcome: Phase | EndReason
    taken: int = 0
    """The mask of what the dealer takes from the field."""
    claims: tuple[Player, ...] = ()
    """Who claims a hand yaku."""


def look(rules: Rules, hands: Sequence[int], field: int) -> Look:
    """What these hands and this field (masks) lead to."""
    if rules.rule_set.secret_round:
        # Ruling (section 3): everybody is asked in every deal, so that nothing is given away; the field is
        # looked at when all have answered.
        return Look(Phase.READY)
    # Ruling (section 6, league): four on the field is looked at before hand yaku.
    four = complete_months(field)
    if four and rules.options.field_four is FieldFour.REDEAL:
        return Look(EndReason.REDEAL_FIELD_FOUR)
    if four and rules.options.field_four is FieldFour.DEALER_WINS:
        return Look(EndReason.FIELD_FOUR)
    claims = tuple([Player(each) for each, hand in enumerate(hands) if hand_yaku_of(rules, hand)])
    if not claims:
        return Look(Phase.PLAY, four)
    # Ruling (section 3): where both have one, neither scores and the month is dealt again.
    everybody = len(claims) == rules.seats
    return Look(EndReason.REDEAL_HAND_YAKU if everybody else EndReason.HAND_YAKU, four, claims)


def after_answers(
    rules: Rules, hands: Sequence[int], declared: Sequence[Player], field: int
) -> Phase | EndReason:
    """What the secret round leads to when all have answered (section 3; section 6, sannin)."""
    values = sorted([sum(hand_yaku_of(rules, hands[each]).values()) for each in declared], reverse=True)
    if values:
        # Two or three share the highest value: void, whatever the third has and whatever lies on the field.
        return EndReason.VOID_HAND_YAKU if values.count(values[0]) > 1 else EndReason.HAND_YAKU
    return EndReason.VOID_FIELD_FOUR if complete_months(field) else Phase.PLAY


def looked_at(deal: Deal, found: Look) -> Deal:
    """The deal after `look`: the dealer has taken what he takes, claimed hands lie open."""
    # Ruling (section 6, league): what taking makes is made in the dealer's first turn, so `before` stays 0.
    captured = list(deal.captured)
    captured[deal.dealer] |= found.taken
    slots = tuple([None if card and card.bit & found.taken else card for card in deal.slots])
    field = deal.field & ~found.taken
    return deal._replace(captured=tuple(captured), field=field, slots=slots, shown=found.claims)
