"""The consequences of dealt cards before the first card is played (rules.md sections 3 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards.cardset import MONTH_MASKS, complete_months
from engine.rules.actions import Phase, Player
from engine.rules.hand_yaku import hand_yaku_of
from engine.rules.month_end import EndReason
from engine.rules.options import Rules
from engine.rules.rule_sets import FieldFour


class Look(NamedTuple):
    """The consequences of the dealt cards."""

    outcome: Phase | EndReason
    taken: int = 0
    """The mask of what the dealer takes from the field."""
    claims: tuple[Player, ...] = ()
    """The players who claim a hand yaku."""


def look(rules: Rules, hands: Sequence[int], field: int) -> Look:
    """Return the consequences of these hands and this field (masks)."""
    if rules.rule_set.secret_round:
        # Ruling (section 3): everybody is asked in every deal, so that nothing is given away; the field is
        # looked at when all have answered.
        return Look(Phase.READY)
    # Ruling (section 6, league): four on the field is looked at before hand yaku.
    four = complete_months(field)
    if four and rules.options.field_four in (FieldFour.REDEAL, FieldFour.REDEAL_PAIRS):
        return Look(EndReason.REDEAL_FIELD_FOUR)
    if rules.options.field_four is FieldFour.REDEAL_PAIRS and only_pairs(field):
        return Look(EndReason.REDEAL_FIELD_PAIRS)
    if four and rules.options.field_four is FieldFour.DEALER_WINS:
        return Look(EndReason.FIELD_FOUR)
    claims = tuple([Player(each) for each, hand in enumerate(hands) if hand_yaku_of(rules, hand)])
    if not claims:
        return Look(Phase.PLAY, four)
    # Ruling (section 3): where both have one, neither scores and the month is dealt again.
    everybody = len(claims) == rules.seats
    return Look(EndReason.REDEAL_HAND_YAKU if everybody else EndReason.HAND_YAKU, four, claims)


def only_pairs(field: int) -> bool:
    """Whether the dealt field (a mask) is exactly four months with two cards each."""
    return all((field & month).bit_count() in (0, 2) for month in MONTH_MASKS)


def after_answers(
    rules: Rules, hands: Sequence[int], declared: Sequence[Player], field: int
) -> Phase | EndReason:
    """Return the next phase or the end once all have answered in the secret round (section 3; section 6,
    sannin).
    """
    values = sorted([sum(hand_yaku_of(rules, hands[each]).values()) for each in declared], reverse=True)
    if values:
        # Two or three share the highest value: void, whatever the third has and whatever lies on the field.
        return EndReason.VOID_HAND_YAKU if values.count(values[0]) > 1 else EndReason.HAND_YAKU
    return EndReason.VOID_FIELD_FOUR if complete_months(field) else Phase.PLAY
