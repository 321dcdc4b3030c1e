"""The players near a yaku, and the gain of a capture, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Words
from bot.screens.hand.prospects import Near, Step
from bot.screens.hand.questions import Decide
from bot.screens.players import reached
from bot.wording import cards, numbers, yaku
from engine.rules.options import Rules


def steps(words: Words, rules: Rules, brought: Iterable[Step]) -> str:
    """`Aotan 5 pts, Tan 4 of 5`: what a capture makes or brings nearer; empty for nothing."""
    return numbers.listing(words, (_step(words, rules, each) for each in brought))


def _step(words: Words, rules: Rules, step: Step) -> str:
    if step.points:
        return yaku.worth(words, rules, step.yaku, step.points)
    return reached(words, yaku.name(words, rules, step.yaku), step.have, step.need)


def where(words: Words, one: Near) -> str:
    """Return the places of the cards that a yaku lacks: `sake cup: not seen yet`, `field 1, unseen 4`."""
    if len(one.lacking) == 1:
        (card,) = one.lacking
        return words("{card}: {where}", card=cards.name(words, card), where=_place(words, one))
    return in_numbers(words, one)


def in_numbers(words: Words, one: Near) -> str:
    """Count the cards without names: `field 1, unseen 4`."""
    told = []
    if one.on_field:
        told.append(words.within("where cards are", "field {n}", n=len(one.on_field)))
    if one.in_hand:
        told.append(words.within("where cards are", "hand {n}", n=len(one.in_hand)))
    if one.unseen:
        told.append(words.within("where cards are", "unseen {n}", n=len(one.unseen)))
    return numbers.listing(words, told)


def _place(words: Words, one: Near) -> str:
    """Return the place of the one card that a yaku lacks."""
    if one.on_field:
        return words("on the field")
    return words("in your hand") if one.in_hand else words("not seen yet")


def own(words: Words, rules: Rules, asked: Decide) -> str:
    """Return the yaku that the deciding player is near, and the places of the missing cards.

    `Inoshikacho 2 of 3 (needs boar: on the field)`.
    """
    told = (
        (reached(words, yaku.name(words, rules, each.yaku), each.have, each.need), each)
        for each in asked.near
    )
    return numbers.listing(words, (_lacking(words, so_far, each) for so_far, each in told))


def _lacking(words: Words, so_far: str, one: Near) -> str:
    if not one.lacking:
        return words("{yaku} ({where})", yaku=so_far, where=where(words, one))
    if len(one.lacking) == 1:
        return words("{yaku} (needs {cards})", yaku=so_far, cards=where(words, one))
    missing = numbers.close_listing(words, (cards.name(words, each) for each in one.lacking))
    named = words("{yaku} (needs {cards})", yaku=so_far, cards=missing)
    return words("{yaku}: {where}", yaku=named, where=where(words, one))
