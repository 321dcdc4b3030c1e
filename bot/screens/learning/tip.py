"""One sentence for a beginner's turn: what a card would take and what that is good for, or what to lay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from bot.i18n import Words
from bot.wording.learning import tip as wording
from bot.wording.people import People
from engine.actions import Play, Player
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.options import Rules
from engine.rules.sheet import begun, lacking, score
from engine.rules.yaku import YakuId


@dataclass(frozen=True, slots=True)
class Taking:
    """A card of the hand, by its number, and what it takes: the best of that.

    `makes`: the yaku that its player has then, and had not, or that is worth more then. `needed`: an opponent
    who would make that yaku with what it takes. `near`: a yaku that lacks one card then, and lacked more.
    """

    number: int
    card: Card
    takes: Card
    makes: YakuId | None = None
    needed: tuple[Player, YakuId] | None = None
    near: YakuId | None = None


class Why(Enum):
    """What speaks for laying a card on the field."""

    SAFE = "all others of its month are captured, or in the same hand"
    KEPT = "another of its month stays in the hand"
    LEAST = "no card of the hand is of a lower kind"


@dataclass(frozen=True, slots=True)
class Laying:
    """A card of the hand, by its number, that is laid on the field because none matches."""

    number: int
    card: Card
    why: Why


Tip = Taking | Laying


def tip_of(seen: Observation, player: Player) -> Tip | None:
    """The sentence of whoever is asked for a card of their hand; None where they are not, or hold none."""
    numbers = {card: number for number, card in enumerate(seen.dealt, start=1)}
    plays = [move for move in seen.legal if isinstance(move, Play)]
    takings = [move for move in plays if seen.takes(move)]
    if takings:
        return max((_taking(seen, player, numbers, move) for move in takings), key=lambda each: each[0])[1]
    return _laying(seen, player, numbers) if plays else None


def _taking(
    seen: Observation, player: Player, numbers: dict[Card, int], move: Play
) -> tuple[tuple[int, ...], Taking]:
    """What a play is worth to a beginner, the most important first, and the sentence about it."""
    taken, number = seen.takes(move), numbers[move.card]
    told = taking(seen, player, number, move.card, taken)
    before = seen.captured[player]
    after = before | taken | CardSet.of([move.card])
    total = sum(score(seen.rules, after).values()) - sum(score(seen.rules, before).values())
    best = max(told.takes.points, move.card.points)
    worth = (max(0, total), told.needed is not None, told.near is not None, best)
    return (*map(int, worth), told.takes.points, -number), told


def taking(seen: Observation, player: Player, number: int, card: Card, taken: CardSet) -> Taking:
    """What a card is good for that takes these from the field; `number` is that of its button."""
    before = seen.captured[player]
    after = before | taken | CardSet.of([card])
    made, made_before = score(seen.rules, after), score(seen.rules, before)
    gains = {yaku: made[yaku] - made_before.get(yaku, 0) for yaku in made}
    makes = max((yaku for yaku in gains if gains[yaku] > 0), key=lambda yaku: gains[yaku], default=None)
    needed = next(_needed(seen, player, taken), None)
    near = next(_nearer(seen, player, before, after), None)
    return Taking(number, card, max(taken, key=lambda each: each.points), makes, needed, near)


def gift(seen: Observation, player: Player, card: Card) -> tuple[Player, YakuId] | None:
    """An opponent who would make a yaku with a card that is laid on the field, and which; None for nobody."""
    return next(_needed(seen, player, CardSet.of([card])), None)


def _needed(seen: Observation, player: Player, taken: CardSet) -> Iterator[tuple[Player, YakuId]]:
    """Opponents who would make a yaku with one of these cards, and which."""
    for other in range(seen.rules.seats):
        own, gone = seen.captured[other], seen.gone(other)
        for yaku, have, need in seen.begun(other) if other != player else ():
            if need - have == 1 and lacking(seen.rules, yaku, own, gone) & taken:
                yield Player(other), yaku


def _nearer(seen: Observation, player: Player, before: CardSet, after: CardSet) -> Iterator[YakuId]:
    """The yaku that lack one card after a capture, and lacked more before it."""
    gone = seen.gone(player)
    lacked = {yaku: need - have for yaku, have, need in begun(seen.rules, before, gone)}
    for yaku, have, need in begun(seen.rules, after, gone):
        if need - have == 1 and lacked.get(yaku, need) > 1:
            yield yaku


def _laying(seen: Observation, player: Player, numbers: dict[Card, int]) -> Laying:
    """The card that gives away least: of the lowest kind, then one that nobody can take, or take for good."""
    wanted = [
        lacking(seen.rules, yaku, seen.captured[other], seen.gone(other))
        for other in range(seen.rules.seats)
        if other != player
        for yaku, have, need in seen.begun(other)
        if need - have == 1
    ]

    def key(card: Card) -> tuple[int, bool, bool, bool, int]:
        needed = any(card in cards for cards in wanted)
        return card.points, needed, not _safe(seen, card), not _kept(seen, card), numbers[card]

    card = min(seen.hand, key=key)
    return laying(seen, numbers[card], card)


def laying(seen: Observation, number: int, card: Card) -> Laying:
    """What speaks for laying a card on the field; `number` is that of its button."""
    why = Why.SAFE if _safe(seen, card) else Why.KEPT if _kept(seen, card) else Why.LEAST
    return Laying(number, card, why)


def _safe(seen: Observation, card: Card) -> bool:
    """Whether nobody else can ever take a card: none of its month is left to them."""
    out = seen.hand
    for captured in seen.captured:
        out |= captured
    return len(out.of_month(card.month)) == MONTH


def _kept(seen: Observation, card: Card) -> bool:
    """Whether the hand has another card of its month."""
    return len(seen.hand.of_month(card.month)) > 1


MONTH = 4
"""Cards of a month."""


def text(words: Words, rules: Rules, tip: Tip, people: People) -> str:
    """The sentence."""
    match tip:
        case Taking(number, _, takes, makes=YakuId() as yaku):
            return wording.makes(words, rules, number, takes, yaku)
        case Taking(number, _, takes, needed=(other, yaku)):
            return wording.needed(words, rules, (number, takes), people.seated(other), yaku)
        case Taking(number, _, takes, near=YakuId() as yaku):
            return wording.near(words, rules, number, takes, yaku)
        case Taking(number, card, takes):
            return wording.takes(words, number, card, takes)
        case Laying(number, card, why):
            if why is Why.SAFE:
                return wording.safe(words, number)
            return wording.lays(words, number, card, kept=why is Why.KEPT)
