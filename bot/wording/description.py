"""A table in sentences, part by part: the order of art-guide section 10, and what may be left out first."""

from __future__ import annotations

from bot.i18n import Words
from bot.wording import cards, months, numbers, yaku
from bot.wording.limits import Part, Sentence, Style
from bot.wording.people import People
from engine.actions import Phase, Player
from engine.cards.deck import Card
from engine.events import LastMove
from engine.play.observation import Observation
from engine.rules.rule_sets import Cup

MUST, MONTH, LAST, NUMBERS, PICTURES, YAKU, SCORES, RIBBONS, CHAFF, STOCK = range(10)
"""What is left out first where space is short: the highest."""


def style(words: Words) -> Style:
    """How this language writes the sentences of a description."""
    return Style(
        with_head=words.within("a sentence of a description", "{head}: {items}."),
        plain=words.within("a sentence of a description", "{items}."),
        two=words.within("two sentences, one after the other", "{first} {second}"),
        joint=words.within("between the parts of a sentence", "; "),
    )


def table(words: Words, seen: Observation, people: People) -> tuple[Sentence, ...]:
    """The public table in play, or as it ended. `people` names the players plainly or escaped."""
    return (
        turn(words, seen, people),
        month(words, seen),
        last(words, seen, people),
        waiting_flip(words, seen),
        field(words, seen),
        *(player(words, seen, people, Player(each)) for each in range(len(seen.captured))),
        Sentence((Part(words("Stock {n}", n=seen.stock), STOCK),)),
    )


def turn(words: Words, seen: Observation, people: People) -> Sentence:
    """Whose turn it is (in a replay maybe nobody's), and who deals."""
    names = numbers.listing(words, (people.seated(each) for each in seen.to_move))
    match seen.phase:
        case Phase.OVER:
            said = words("The match is over")
        case Phase.READY:
            said = words("Still to answer: {players}", players=names)
        case Phase.DECIDE:
            said = words("Koi-koi or stop: {players}", players=names)
        case _:
            said = words("Turn: {players}", players=names) if names else ""
    if seen.dealer is None:
        return Sentence((Part(said),))
    deals = people.seated(seen.dealer)
    if not said:
        return Sentence((Part(words("Dealer: {player}", player=deals)),))
    return Sentence((Part(said), Part(words("dealer: {player}", player=deals))))


def month(words: Words, seen: Observation) -> Sentence:
    """The month and whatever changes its value."""
    named = months.in_match(words, seen.rules, seen.month)
    said = words("{month}, {n} of {total}", month=named, n=seen.month, total=seen.months)
    return Sentence((Part(said, MONTH), *(Part(chip, MONTH) for chip in chips(words, seen))))


def chips(words: Words, seen: Observation) -> tuple[str, ...]:
    """What changes the value of this month: honba, the multiplier, a bound month."""
    told = []
    if seen.phase is Phase.OVER:
        return ()  # what would hold for a month that is not played
    if seen.bound:
        told.append(words("bound: 3 mon to stop"))
    if seen.honba:
        told.append(words("honba {n}", n=seen.honba))
    if seen.multiplier > 1:
        told.append(words("×{n}", n=seen.multiplier))
    return tuple(told)


def last(words: Words, seen: Observation, people: People) -> Sentence:
    """The last turn, the one that waits for a choice or a decision included."""
    if seen.last is None:
        return Sentence(())
    head = words("Last move, {player}", player=people.seated(seen.last.player))
    return Sentence(tuple(Part(each, LAST) for each in _steps(words, seen.last)), head)


def _steps(words: Words, made: LastMove) -> tuple[str, ...]:
    told = []
    if made.played:
        others = tuple(each for each in made.played_captured if each is not made.played)
        told.append(_step(words, words("from the hand"), made.played, others))
    if made.flipped:
        others = tuple(each for each in made.flipped_captured if each is not made.flipped)
        told.append(_step(words, words("from the stock"), made.flipped, others))
    return tuple(told)


def _step(words: Words, source: str, one: Card, others: tuple[Card, ...]) -> str:
    card = cards.name(words, one)
    if others:
        return words(
            "{source} {card} capturing {cards}", source=source, card=card, cards=cards.listing(words, others)
        )
    return words("{source} {card} to the field", source=source, card=card)


def waiting_flip(words: Words, seen: Observation) -> Sentence:
    """The flipped card that waits for a choice, and its targets by the numbers of their buttons."""
    if seen.flipped is None:
        return Sentence(())
    targets = targets_of(seen, seen.flipped)
    return Sentence(
        (Part(numbered(words, targets)),),
        words("From the stock {card}, may capture", card=cards.name(words, seen.flipped)),
    )


def numbered(words: Words, those: tuple[Card, ...]) -> str:
    """`1 plum chaff, 2 plum with warbler`."""
    said = (words("{n} {card}", n=n, card=cards.name(words, each)) for n, each in enumerate(those, start=1))
    return numbers.listing(words, said)


def targets_of(seen: Observation, one: Card) -> tuple[Card, ...]:
    """The field cards of a card's month, in index order."""
    return tuple(sorted(each for each in seen.slots if each is not None and each.month == one.month))


def field(words: Words, seen: Observation) -> Sentence:
    """The field in slot order."""
    lying = [each for each in seen.slots if each is not None]
    if not lying:
        return Sentence((Part(words("The field is empty")),))
    head = words.plural("Field, {n} card", "Field, {n} cards", len(lying))
    return Sentence((Part(cards.listing(words, lying)),), head)


def player(words: Words, seen: Observation, people: People, who: Player) -> Sentence:
    """One player: captured groups, yaku, score, cards in hand, calls."""
    captured, rules = seen.captured[who], seen.rules
    parts = (
        Part(cards.lights(words, captured), PICTURES),
        Part(cards.animals(words, captured), PICTURES),
        Part(cards.ribbons(words, captured), RIBBONS),
        Part(cards.chaff(words, captured, cup_counts=cup_counts(seen)), CHAFF),
        Part(held(words, seen, who), YAKU),
        Part(words("score {points}", points=numbers.short_points(words, rules, seen.scores[who])), SCORES),
        Part(words("hand {n}", n=seen.hand_counts[who]), NUMBERS),
        Part(words("koi-koi ×{n}", n=seen.koi[who]) if seen.koi[who] else "", NUMBERS),
        Part(shown(words, seen, who), YAKU),
    )
    return Sentence(parts, words.within("head of a sentence", "{player}", player=people.seated(who)))


def held(words: Words, seen: Observation, who: Player) -> str:
    """The yaku that a player holds now; empty if none."""
    if not seen.yaku[who]:
        return ""
    return words("yaku {yaku}", yaku=yaku.summary(words, seen.rules, seen.yaku[who]))


def shown(words: Words, seen: Observation, who: Player) -> str:
    """A hand that a hand yaku laid open; empty if there is none."""
    hand = seen.shown_hands[who] if who < len(seen.shown_hands) else None
    return words("open hand {cards}", cards=cards.listing(words, hand)) if hand else ""


def cup_counts(seen: Observation) -> bool:
    """Whether the sake cup is chaff besides being an animal."""
    return seen.rules.options.cup is Cup.BOTH
