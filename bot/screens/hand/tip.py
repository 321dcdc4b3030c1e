"""One sentence for a beginner's turn: what a card would take and what that is good for, or what to lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from bot.i18n import Words
from bot.wording.lessons import tip as wording
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import Card, Kind
from engine.play.legal import target_of
from engine.play.observation import Observation
from engine.rules.actions import Choose, Move, Play, Player
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
    """The reasons for laying a card on the field."""

    SAFE = "all others of its month are captured, or in the same hand"
    KEPT = "another of its month stays in the hand"
    LEAST = "no card of the hand is of a lower kind"


@dataclass(frozen=True, slots=True)
class Laying:
    """A card of the hand, by its number, that is laid on the field because none matches.

    `gives`: an opponent who would make that yaku with it; not told of what lays nothing dangerous.
    """

    number: int
    card: Card
    why: Why
    gives: tuple[Player, YakuId] | None = None

    @property
    def of_use(self) -> bool:
        """Whether it may be of use to somebody who takes it, though not for a yaku at once."""
        return self.why is Why.LEAST and self.gives is None and self.card.kind is not Kind.CHAFF


@dataclass(frozen=True, slots=True)
class Choosing:
    """The best of the field cards of which a card may take one, by the number of its button: as `Taking`.

    `alike`: the others are of its kind and do as much.
    """

    number: int
    takes: Card
    makes: YakuId | None
    needed: tuple[Player, YakuId] | None
    near: YakuId | None
    alike: bool


Tip = Taking | Laying | Choosing


def tip_of(seen: Observation, player: Player, choices: Sequence[Move] = ()) -> Tip | None:
    """The sentence of the player to move for a card of their hand; None where they are not, or hold none.

    `choices`: the moves in the order of their buttons, where they are asked what a card takes.
    """
    if choices:
        return _choosing(seen, player, choices)
    numbers = {card: number for number, card in enumerate(seen.dealt, start=1)}
    plays = [move for move in seen.legal if isinstance(move, Play)]
    takings = [move for move in plays if seen.takes(move)]
    if takings:
        each = (taking(seen, player, (numbers[move.card], move.card), seen.takes(move)) for move in takings)
        return max(each, key=lambda worth: worth[0])[1]
    return _laying(seen, player, numbers) if plays else None


def _choosing(seen: Observation, player: Player, choices: Sequence[Move]) -> Choosing | None:
    """The best of the cards that may be taken, the first among equal ones."""
    found: list[tuple[tuple[int, ...], Taking]] = []
    for number, move in enumerate(choices, start=1):
        card = move.card if isinstance(move, Play) else seen.flipped
        target = target_of(move)
        if card is None or target is None:
            return None
        found.append(taking(seen, player, (number, card), _only(target)))
    order, best = max(found, key=lambda each: each[0])
    alike = all(each[:-1] == order[:-1] for each, _ in found)
    best = _apart(best, [each for _, each in found])
    return Choosing(best.number, best.takes, best.makes, best.needed, best.near, alike)


def of_choice(seen: Observation, player: Player, number: int, target: Card) -> Taking:
    """Return the tip for taking `target` with the turned card, by the number of its button.

    What each of the choices brings is left out: that is the turned card's doing, and speaks for none of them.
    """
    flipped = seen.flipped
    assert flipped is not None, "a card is turned where it is asked what that takes"
    told = {
        each.card: taking(seen, player, (number, flipped), _only(each.card))[1]
        for each in seen.legal
        if isinstance(each, Choose)
    }
    return _apart(told[target], [*told.values()])


def _apart(one: Taking, choices: Sequence[Taking]) -> Taking:
    """One of several captures by one card, without what each of them brings."""
    return replace(
        one,
        makes=None if all(each.makes == one.makes for each in choices) else one.makes,
        needed=None if all(each.needed == one.needed for each in choices) else one.needed,
        near=None if all(each.near == one.near for each in choices) else one.near,
    )


def of_play(seen: Observation, player: Player, move: Play) -> Taking | Laying:
    """Return the tip for one legal play."""
    number = 1 + tuple(seen.dealt).index(move.card)
    if taken := seen.takes(move):
        return taking(seen, player, (number, move.card), taken)[1]
    return replace(laying(seen, number, move.card), gives=gift(seen, player, move.card))


def taking(
    seen: Observation, player: Player, numbered: tuple[int, Card], taken: CardSet
) -> tuple[tuple[int, ...], Taking]:
    """Return the worth of a capture to a beginner, the most important first, and the sentence about it.

    `numbered`: the capturing card, and the number of its button.
    """
    rules, (number, card) = seen.rules, numbered
    before = seen.captured[player]
    after = before | taken | _only(card)
    made, made_before = score(rules, after), score(rules, before)
    gains = {yaku: made[yaku] - made_before.get(yaku, 0) for yaku in made}
    makes = max((yaku for yaku in gains if gains[yaku] > 0), key=lambda yaku: gains[yaku], default=None)
    denied = next(needed(seen, player, taken), None)
    near = next(_nearer(seen, player, before, after), None)
    best = max(taken, key=lambda each: each.points)
    total = sum(made.values()) - sum(made_before.values())
    worth = (max(0, total), denied is not None, near is not None, max(best.points, card.points))
    order = (*map(int, worth), best.points, -number)
    return order, Taking(number, card, best, makes, denied, near)


def gift(seen: Observation, player: Player, card: Card) -> tuple[Player, YakuId] | None:
    """An opponent who would make a yaku with a card that is laid on the field, and which; None for nobody."""
    return next(needed(seen, player, _only(card)), None)


def _only(card: Card) -> CardSet:
    return CardSet.of([card])


def needed(seen: Observation, player: Player, taken: CardSet) -> Iterator[tuple[Player, YakuId]]:
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
    """Return the reason for laying this card on the field; `number` is that of its button."""
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
    if isinstance(tip, Choosing):
        return _which(words, rules, tip, people)
    match tip:
        case Taking(number, _, takes, makes=YakuId() as yaku):
            return wording.makes(words, rules, number, takes, yaku)
        case Taking(number, _, takes, needed=(other, yaku)):
            return wording.needed(words, rules, (number, takes), people.seated(other), yaku)
        case Taking(number, _, takes, near=YakuId() as yaku):
            return wording.near(words, rules, number, takes, yaku)
        case Taking(number, card, takes):
            return wording.takes(words, number, card, takes)
        case Laying():
            return _laid(words, rules, tip, people)


def _laid(words: Words, rules: Rules, tip: Laying, people: People) -> str:
    if tip.why is Why.SAFE:
        return wording.safe(words, tip.number)
    if tip.gives is not None:
        player, yaku = tip.gives
        return wording.gives(words, rules, tip.number, people.seated(player), yaku)
    return wording.lays(words, tip.number, tip.card, kept=tip.why is Why.KEPT)


def _which(words: Words, rules: Rules, tip: Choosing, people: People) -> str:
    """Return the field card to take, and the reason."""
    choice = tip.number, tip.takes
    if tip.makes is not None:
        return wording.choose_to_make(words, rules, choice, tip.makes)
    if tip.needed is not None:
        other, yaku = tip.needed
        return wording.choose_needed(words, rules, choice, people.seated(other), yaku)
    if tip.near is not None:
        return wording.choose_near(words, rules, choice, tip.near)
    return words.say(wording.ALIKE) if tip.alike else wording.choose_best(words, *choice)
