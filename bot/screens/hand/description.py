"""The picture of a hand in words; the description goes to the hand's owner only."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Words
from bot.screens import month, players
from bot.screens.hand.facts import ChooseTarget, Decide, Facts, HandCard, Held
from bot.screens.players import LAST, STOCK, YAKU, PlayerFacts
from bot.screens.waiting import time_left
from bot.wording import cards, numbers, speech, yaku
from bot.wording.limits import Part, Sentence
from engine.rules.options import Rules


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture; where there are no cards to hold, that of the public picture."""
    if not facts.own_picture or facts.held is None:
        assert facts.public is not None
        return facts.public.alt(words)
    time = Sentence((Part(time_left.described(words, facts.held.course.time)),))
    return speech.said(words, (*_sentences(words, facts.held), time, *_around(words, facts.held)))


def _around(words: Words, held: Held) -> Iterator[Sentence]:
    """The table in small, as far as there is room: the field, the month, its owner's cards, the others'."""
    around, rules = held.around, held.course.rules
    field = tuple(Part(each, LAST) for each in (cards.listing(words, around.field),) if each)
    head = words.within("head of a sentence", "Field") if field else ""
    yield Sentence(field or (Part(words("The field is empty"), LAST),), head)
    yield month.sentence(words, around.month)
    people = held.course.cast.named(words, plain=True)
    for one in (around.me, *around.others):
        told = players.sentence(words, rules, one, people)
        near = Part(_near(words, rules, one), YAKU)
        mine = words.within("head of a sentence", "You")
        yield Sentence((*told.parts, near), mine if one is around.me else told.head)
    yield Sentence((Part(words("Stock {n}", n=around.stock), STOCK),))


def _near(words: Words, rules: Rules, one: PlayerFacts) -> str:
    """The yaku that lack a card or two; empty where there are none."""
    told = [
        words("{yaku} {n} of {total}", yaku=yaku.by_cards(words, rules, which)[0], n=have, total=need)
        for which, have, need in one.near
    ]
    return words("near {yaku}", yaku=numbers.listing(words, told)) if told else ""


def _sentences(words: Words, held: Held) -> tuple[Sentence, ...]:
    match held.question:
        case ChooseTarget() as asked:
            return (_targets(words, asked), _rest(words, held))
        case Decide() as asked:
            return (*_decision(words, held, asked), _rest(words, held))
        case _:
            return (_numbered_hand(words, held),)


def _targets(words: Words, asked: ChooseTarget) -> Sentence:
    """The cards that may be captured, by the numbers of their buttons."""
    card = cards.name(words, asked.card)
    if asked.flipped:
        head = words("From the stock {card}, may capture", card=card)
    else:
        head = words("With {card} you may capture", card=card)
    return Sentence((Part(cards.numbered(words, (each.card for each in asked.targets))),), head)


def _decision(words: Words, held: Held, asked: Decide) -> tuple[Sentence, ...]:
    made = tuple(Part(yaku.worth(words, held.course.rules, one.yaku, one.points)) for one in asked.made)
    stop = words("Stop now for {points}", points=numbers.points(words, held.course.rules, asked.stake))
    return Sentence(made, words("Your yaku")), Sentence((Part(stop),))


def _rest(words: Words, held: Held) -> Sentence:
    return Sentence((Part(cards.listing(words, held.rest), 1),) if held.rest else (), words("Your hand"))


def _numbered_hand(words: Words, held: Held) -> Sentence:
    if not held.cards:
        return Sentence((Part(words("Your hand is empty")),))
    return Sentence(tuple(Part(_card(words, one)) for one in held.cards), words("Your hand"))


def _card(words: Words, one: HandCard) -> str:
    card = cards.name(words, one.card)
    if not one.matches:
        return words("{n} {card} (no match)", n=one.number, card=card)
    return words(
        "{n} {card} (matches {cards})", n=one.number, card=card, cards=cards.listing(words, one.matches)
    )
