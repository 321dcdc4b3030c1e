"""The gain of a capture, the yaku that are near, and the outcome of going on: as facts and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.i18n import Words
from bot.screens.players import reached
from bot.wording import cards, numbers, yaku
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Player
from engine.rules.options import Rules
from engine.rules.points import counted, shobu_calculation
from engine.rules.rule_sets import Exhausted, KoiMultiplier
from engine.rules.sheet import begun, lacking, score
from engine.rules.yaku import YakuId

_MOST_STEPS = 2
_MOST_LACKING = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A yaku that a capture brings forward: the cards so far and in all; `points` once it is made, else 0."""

    yaku: YakuId
    have: int
    need: int
    points: int

    @property
    def lacks(self) -> int:
        """Return the number of missing cards."""
        return self.need - self.have


def brought(
    seen: Observation, player: Player, card: Card, targets: Iterable[Card]
) -> tuple[tuple[Step, ...], ...]:
    """Return the gain of `player` by capturing each target with `card`, beyond that of `card` alone.

    A yaku that every target brings nearer alike does not help to choose, and is left out. Made yaku come
    first, the highest before the others. Then come those that lack the fewest cards. A yaku that has only
    just begun is told where there is nothing else.
    """
    before = seen.captured[player] | CardSet.of([card])
    each = [tuple(_steps(seen, player, before, before | CardSet.of([target]))) for target in targets]
    common = {step for step in each[0] if not step.points and all(step in other for other in each[1:])}
    alike = common if len(each) > 1 else set()
    return tuple(_worth_telling(step for step in brings if step not in alike) for brings in each)


def played(seen: Observation, player: Player, card: Card, targets: Sequence[Card]) -> tuple[Step, ...]:
    """Return the gain of `player` by playing `card`, which captures one of two `targets`, or all others.

    With two targets it is the gain of either.
    """
    before = seen.captured[player]
    captures = [[each] for each in targets] if len(targets) == 2 else [targets] if targets else []
    steps = (
        step
        for taken in captures
        for step in _steps(seen, player, before, before | CardSet.of([card, *taken]))
    )
    return _worth_telling(dict.fromkeys(steps))


def _worth_telling(brings: Iterable[Step]) -> tuple[Step, ...]:
    steps = list(brings)
    steps.sort(key=lambda step: (-step.points, step.lacks, -step.have))
    worth_telling = [step for step in steps if step.points or step.have > 1 or step.need == _MOST_STEPS]
    return tuple((worth_telling or steps[:1])[:_MOST_STEPS])


def _steps(seen: Observation, player: Player, before: CardSet, after: CardSet) -> Iterator[Step]:
    rules, gone = seen.rules, seen.gone(player)
    made = score(rules, before)
    for which, points in score(rules, after).items():
        if points > made.get(which, 0):
            yield Step(which, 1, 1, points)
    had = {which: have for which, have, _ in begun(rules, before, gone)}
    for which, have, need in begun(rules, after, gone):
        if have > had.get(which, 0):
            yield Step(which, have, need, 0)


def next_factor(seen: Observation, player: Player) -> int:
    """Return the factor of a stop by `player` after one more koi-koi call of theirs."""
    own, others = seen.koi[player], sum(seen.koi) - seen.koi[player]
    if seen.rules.options.koi_multiplier is KoiMultiplier.OWN:
        return (own + 2) * (2 if others else 1)
    return own + others + 2


@dataclass(frozen=True, slots=True)
class RunOut:
    """The outcome for somebody who goes on if after that nobody stops."""

    how: Exhausted
    winner: Player | None
    """The player who scores then; None where nobody does."""
    points: int
    """The points that they score, or that each payer pays them."""


def run_out(seen: Observation, player: Player) -> RunOut:
    """Return the outcome after a koi-koi call by `player`, if nobody makes another yaku."""
    rules = seen.rules
    how = rules.rule_set.exhausted
    match how:
        case Exhausted.OYAKEN if rules.options.oyaken and seen.dealer is not None:
            return RunOut(how, seen.dealer, rules.options.oyaken)
        case Exhausted.LAST_MAKER:
            called = _after_call(seen, player)
            boost = counted(rules, called.koi, player, seen.field_lights)
            paid = shobu_calculation(rules, seen.yaku[player], honba=seen.honba, counted=boost)
            return RunOut(how, player, paid.points)
        case _:
            return RunOut(how, None, 0)


def _after_call(seen: Observation, player: Player) -> Observation:
    return replace(seen, koi=tuple(calls + (who == player) for who, calls in enumerate(seen.koi)))


@dataclass(frozen=True, slots=True)
class Near:
    """A yaku that lacks a card or two, with these cards where only they will do."""

    yaku: YakuId
    have: int
    need: int
    lacking: tuple[Card, ...]
    on_field: tuple[Card, ...] = ()
    in_hand: tuple[Card, ...] = ()
    unseen: tuple[Card, ...] = ()
    """The cards for it that the player cannot see: in the stock or in somebody else's hand."""


def near(seen: Observation, player: Player, begun: tuple[tuple[YakuId, int, int], ...]) -> tuple[Near, ...]:
    """Return the yaku `begun` by `player` with the missing cards, left out where there are several ways."""
    told = []
    for which, have, need in begun:
        cards = lacking(seen.rules, which, seen.captured[player], seen.gone(player))
        known = tuple(cards) if len(cards) <= min(_MOST_LACKING, need - have) else ()
        field, hand = cards & seen.field, cards & seen.hand
        told.append(Near(which, have, need, known, tuple(field), tuple(hand), tuple(cards - field - hand)))
    return tuple(told)


def steps(words: Words, rules: Rules, brought: Iterable[Step]) -> str:
    """Return the yaku that a capture makes or brings nearer: `Aotan 5 pts, Tan 4 of 5`; empty for none."""
    return numbers.listing(words, [_step(words, rules, each) for each in brought])


def _step(words: Words, rules: Rules, step: Step) -> str:
    if step.points:
        return yaku.worth(words, rules, step.yaku, step.points)
    return reached(words, yaku.name(words, rules, step.yaku), step.have, step.need)


def where(words: Words, one: Near) -> str:
    """Return the places of the cards that a yaku lacks: `sake cup: not seen yet`, `field 1, unseen 4`."""
    if len(one.lacking) == 1:
        (card,) = one.lacking
        return numbers.labelled(words, cards.name(words, card), _place(words, one))
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


def own(words: Words, rules: Rules, told: Iterable[Near]) -> str:
    """Return the yaku that the deciding player is near, and the places of the missing cards.

    `Inoshika 2 of 3 (needs boar: on the field)`.
    """
    named = [
        (reached(words, yaku.name(words, rules, each.yaku), each.have, each.need), each) for each in told
    ]
    return numbers.listing(words, [_lacking(words, so_far, each) for so_far, each in named])


def _lacking(words: Words, so_far: str, one: Near) -> str:
    if not one.lacking:
        return numbers.bracketed(words, so_far, where(words, one))
    if len(one.lacking) == 1:
        return words("{yaku} (needs {cards})", yaku=so_far, cards=where(words, one))
    missing = numbers.close_listing(words, [cards.name(words, each) for each in one.lacking])
    named = words("{yaku} (needs {cards})", yaku=so_far, cards=missing)
    return numbers.labelled(words, named, where(words, one))
