"""Who is near which yaku, and what a capture brings, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.i18n import Words
from bot.screens.hand.facts import Decide, Held
from bot.screens.hand.prospects import Near, Step
from bot.screens.players import PlayerFacts
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
    return _reached(words, rules, step.yaku, step.have, step.need)


def _reached(words: Words, rules: Rules, which: YakuId, have: int, need: int) -> str:
    return words("{yaku} {n} of {total}", yaku=yaku.name(words, rules, which), n=have, total=need)


def near(words: Words, rules: Rules, one: PlayerFacts) -> str:
    """The yaku of a player that lack a card or two; empty where there are none."""
    return numbers.listing(words, (_reached(words, rules, *each) for each in one.near))


def own(words: Words, rules: Rules, asked: Decide) -> str:
    """The same of the one who decides, with the cards that are missing: `Inoshikacho 2 of 3 (boar)`."""
    return numbers.listing(words, (_lacking(words, rules, each) for each in asked.near))


def _lacking(words: Words, rules: Rules, one: Near) -> str:
    reached = _reached(words, rules, one.yaku, one.have, one.need)
    if not one.lacking:
        return reached
    missing = numbers.close_listing(words, (cards.short(words, each) for each in one.lacking))
    return words("{yaku} (needs {cards})", yaku=reached, cards=missing)


def lines(words: Words, held: Held, asked: Decide, people: People) -> Iterator[str]:
    """For whoever decides: what everybody is near, and how many cards are left."""
    rules, around = held.course.rules, held.around
    if mine := own(words, rules, asked):
        yield words("You are near {yaku}.", yaku=mine)
    for one in around.others:
        if told := near(words, rules, one):
            yield words("{player} is near {yaku}.", player=people.seated(one.player), yaku=told)
    yield words("Cards left: {players}, stock {n}.", players=left(words, held, people), n=around.stock)


def left(words: Words, held: Held, people: People) -> str:
    """How many cards everybody holds: `you 3, Kenta 4`."""
    around = held.around
    others = (
        words("{player} {n}", player=people.seated(one.player), n=one.hand_count) for one in around.others
    )
    return numbers.listing(words, (words("you {n}", n=around.me.hand_count), *others))
