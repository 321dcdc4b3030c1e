"""Who is near which yaku, and what a capture brings, in words."""

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


def own(words: Words, rules: Rules, asked: Decide) -> str:
    """Return the chip of the deciding player, with the missing cards: `Inoshikacho 2 of 3 (needs boar)`."""
    told = (
        (reached(words, yaku.name(words, rules, each.yaku), each.have, each.need), each)
        for each in asked.near
    )
    return numbers.listing(words, (_lacking(words, so_far, each) for so_far, each in told))


def _lacking(words: Words, so_far: str, one: Near) -> str:
    if not one.lacking:
        return so_far
    missing = numbers.close_listing(words, (cards.name(words, each) for each in one.lacking))
    return words("{yaku} (needs {cards})", yaku=so_far, cards=missing)
