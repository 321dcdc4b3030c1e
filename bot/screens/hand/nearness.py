"""Who is near which yaku, and what a capture brings, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.i18n import Words
from bot.screens.hand.facts import Decide, Held
from bot.screens.hand.prospects import Near, Step
from bot.screens.players import reached
from bot.wording import cards, numbers, yaku
from bot.wording.people import People
from engine.rules.options import Rules
from engine.rules.yaku import YakuId


def steps(words: Words, rules: Rules, brought: Iterable[Step]) -> str:
    """`Aotan 5 pts, Tan 4 of 5`: what a capture makes or brings nearer; empty for nothing."""
    return numbers.listing(words, (_step(words, rules, each) for each in brought))


def _step(words: Words, rules: Rules, step: Step) -> str:
    if step.points:
        return yaku.worth(words, rules, step.yaku, step.points)
    return reached(words, yaku.name(words, rules, step.yaku), step.have, step.need)


def own(words: Words, rules: Rules, asked: Decide) -> str:
    """The same of the one who decides, with the cards that are missing: `Inoshikacho 2 of 3 (needs boar)`."""
    told = (
        (reached(words, yaku.name(words, rules, each.yaku), each.have, each.need), each)
        for each in asked.near
    )
    return numbers.listing(words, (_lacking(words, so_far, each) for so_far, each in told))


def _lacking(words: Words, so_far: str, one: Near) -> str:
    if not one.lacking:
        return so_far
    missing = numbers.close_listing(words, (cards.short(words, each) for each in one.lacking))
    return words("{yaku} (needs {cards})", yaku=so_far, cards=missing)


def _fraction(words: Words, rules: Rules, which: YakuId, have: int, need: int) -> str:
    """`Inoshikacho 2/3`, for a message, where there is little room."""
    return words("{yaku} {n}/{total}", yaku=yaku.name(words, rules, which), n=have, total=need)


def summary(words: Words, held: Held, asked: Decide, people: People) -> str:
    """For whoever decides: what everybody is nearest, and how many cards are left, in one line."""
    return words.within("between notes", " · ").join(_notes(words, held, asked, people))


def _notes(words: Words, held: Held, asked: Decide, people: People) -> Iterator[str]:
    rules, around = held.course.rules, held.around
    for which, have, need in around.me.near[:1]:
        yield words("You are near {yaku}", yaku=_fraction(words, rules, which, have, need))
    for one in around.others:
        for which, have, need in one.near[:1]:
            nearest = _fraction(words, rules, which, have, need)
            yield words("{player} is near {yaku}", player=people.seated(one.player), yaku=nearest)
    yield words("Cards left: {players}, stock {n}", players=left(words, held, people), n=around.stock)


def left(words: Words, held: Held, people: People) -> str:
    """How many cards everybody holds: `you 3, Kenta 4`."""
    around = held.around
    others = (
        words("{player} {n}", player=people.seated(one.player), n=one.hand_count) for one in around.others
    )
    return numbers.listing(words, (words("you {n}", n=around.me.hand_count), *others))
