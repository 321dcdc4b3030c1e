"""When a player may decide between shobu and koi-koi (rules.md section 5)."""

from __future__ import annotations

from engine.cards.cardset import KIND_MASKS
from engine.cards.deck import Kind
from engine.rules.options import Rules
from engine.rules.rule_sets import BOUND_MINIMUM
from engine.rules.sheet import Sheet, sheet_of
from engine.rules.yaku import CUP, YakuId

_CHAFF = KIND_MASKS[Kind.CHAFF]


def may_decide(rules: Rules, before: int, after_hand: int, after_flip: int, *, bound: bool) -> bool:
    """Whether the turn that took captures (masks) from `before` to `after_flip` ends in a decision.

    `before` is what the player had after the previous turn: nothing before the first.
    """
    if before == after_flip:
        return False
    sheet = sheet_of(rules)
    if rules.rule_set.triggers:
        enough = not bound or sheet.total(after_flip) >= BOUND_MINIMUM
        return enough and _triggers(sheet, before, after_hand, after_flip)
    # Ruling (section 5): a mere +1 counts in classic and league too.
    total = sheet.total(after_flip)
    return total > 0 and total > sheet.total(before)


def _triggers(sheet: Sheet, before: int, after_hand: int, after_flip: int) -> bool:
    has = sheet.score(after_flip)
    if not has:
        return False
    had = sheet.score(before)
    for yaku, value in has.items():
        if value <= had.get(yaku, 0) or sheet.is_rained_off(yaku):
            continue
        # Ruling (section 5): a mere +1 triggers.
        if yaku is not YakuId.KASU or not is_nine_and_cup(after_flip):
            return True
    return cup_triggers(sheet, before, after_hand, after_flip)


def is_nine_and_cup(captured: int) -> bool:
    """Whether these are exactly nine chaff and the cup: kasu, worth its 1 mon, that never triggers."""
    return captured & CUP != 0 and (captured & _CHAFF).bit_count() == 9


def cup_triggers(sheet: Sheet, before: int, after_hand: int, after_flip: int) -> bool:
    """Whether a cup yaku triggers: not void at the end of the step that completed it, nor now.

    So a sunrise alone never triggers.
    """
    if sheet.rains(after_flip):
        return False
    by_hand = sheet.completes_cup(before, after_hand) and not sheet.rains(after_hand)
    return by_hand or sheet.completes_cup(after_hand, after_flip)
