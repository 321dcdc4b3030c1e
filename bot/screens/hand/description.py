"""The picture of a hand in words; the description goes to the hand's owner only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from bot.i18n import Words, mark_within
from bot.screens import month, players, time_left
from bot.screens.hand import match_after, prospects, risks
from bot.screens.hand.facts import Facts, HandCard, Held
from bot.screens.hand.questions import ChooseTarget, ConfirmPlay, Decide
from bot.screens.players import LAST, STOCK, YAKU, PlayerFacts
from bot.wording import cards, numbers, speech, yaku
from bot.wording.limits import Part, Sentence, open_ended
from bot.wording.people import People
from bot.wording.speech import KEPT, Described
from engine.rules.options import Rules


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture; where there are no cards to hold, that of the public picture."""
    if not facts.own_picture or facts.held is None:
        assert facts.public is not None
        return facts.public.alt(words)
    return described(words, facts.held).alt


@lru_cache(maxsize=KEPT)
def described(words: Words, held: Held) -> Described:
    """Return the description of the player's own picture, and what it has no room for."""
    return speech.described(words, held.course.cast, partial(sentences, words, held))


def sentences(words: Words, held: Held, people: People) -> tuple[Sentence, ...]:
    """The cards and what is asked; then the table in small, as far as there is room."""
    time = Sentence((Part(time_left.in_words(words, held.course.time)),))
    return (*own(words, held, people), time, *around(words, held, people))


def around(words: Words, held: Held, people: People) -> Iterator[Sentence]:
    """The table in small: the field, the month, its owner's cards, the others'."""
    lying = held.around.field
    field = (Part(cards.listing(words, lying), LAST),) if lying else ()
    head = words.within("head of a sentence", "Field") if lying else ""
    yield Sentence(field or (Part(words("The field is empty"), LAST),), head)
    yield month.sentence(words, held.around.month)
    for one in (held.around.me, *held.around.others):
        told = players.sentence(words, held.course.rules, one, people, near=not _told_already(held, one))
        yield Sentence(told.parts, words.say(_MINE) if one is held.around.me else told.head)
    yield Sentence((Part(words("Stock {n}", n=held.around.stock), STOCK),))


def _told_already(held: Held, one: PlayerFacts) -> bool:
    """Whether it is told already what this player is near: at a decision of their own."""
    return isinstance(held.question, Decide) and one is held.around.me


_MINE = mark_within("head of a sentence", "You")
"""The head of the sentences about the player themself."""


def own(words: Words, held: Held, people: People) -> tuple[Sentence, ...]:
    """The player's cards, and what is asked about them."""
    match held.question:
        case ChooseTarget() as asked:
            return (_targets(words, asked), *_brings(words, held, asked), _rest(words, held))
        case ConfirmPlay() as asked:
            return (_play(words, held.course.rules, asked), _rest(words, held))
        case Decide() as asked:
            return (*_decision(words, held, asked, people), _rest(words, held))
        case _:
            return (_numbered_hand(words, held),)


def _targets(words: Words, asked: ChooseTarget) -> Sentence:
    """The cards that may be captured, by the numbers of their buttons."""
    card = cards.name(words, asked.card)
    if asked.flipped:
        head = words("Turned up {card}, may capture", card=card)
    else:
        head = words("With {card} you may capture", card=card)
    return Sentence((Part(cards.numbered(words, [each.card for each in asked.targets])),), head)


def _play(words: Words, rules: Rules, asked: ConfirmPlay) -> Sentence:
    """The card that was picked, and what it captures."""
    taken = (
        cards.listing(words, asked.captured) if asked.captured else words("nothing: it stays on the field")
    )
    brings = prospects.steps(words, rules, asked.brings)
    head = words("{card} captures", card=cards.name(words, asked.card))
    return Sentence((Part(taken), Part(brings, YAKU)), head)


def _brings(words: Words, held: Held, asked: ChooseTarget) -> Iterator[Sentence]:
    """Yield the gains of each card's capture."""
    for each in asked.targets:
        told = prospects.steps(words, held.course.rules, each.brings)
        head = words("{n} brings", n=each.number)
        yield Sentence((Part(told, YAKU),) if told else (), head)


def _decision(words: Words, held: Held, asked: Decide, people: People) -> tuple[Sentence, ...]:
    """Return the yaku made and their worth, the prospects of going on, and the near yaku."""
    rules = held.course.rules
    made = tuple(Part(yaku.worth(words, rules, one.yaku, one.points)) for one in asked.made)
    stop = words("Stop now for {points}", points=numbers.points(words, rules, asked.stake))
    after = match_after.sentence(words, asked.after, people)
    near = prospects.own(words, rules, asked.near)
    return (
        Sentence(made, words("Your yaku")),
        Sentence((Part(stop),)),
        Sentence((Part(open_ended(after)),)),
        *(Sentence((Part(open_ended(each)),)) for each in risks.sentences(words, rules, asked, people)),
        Sentence((Part(words("near {yaku}", yaku=near) if near else "", YAKU),), words.say(_MINE)),
    )


def _rest(words: Words, held: Held) -> Sentence:
    return Sentence((Part(cards.listing(words, held.rest), 1),) if held.rest else (), words("Your hand"))


def _numbered_hand(words: Words, held: Held) -> Sentence:
    if not held.cards:
        return Sentence((Part(words("Your hand is empty")),))
    return Sentence(
        tuple(Part(_card(words, held.course.rules, one)) for one in held.cards), words("Your hand")
    )


def _card(words: Words, rules: Rules, one: HandCard) -> str:
    card = cards.name(words, one.card)
    if not one.matches:
        return words("{n} {card} (no match)", n=one.number, card=card)
    matches = cards.listing(words, one.matches)
    if brings := prospects.steps(words, rules, one.brings):
        return words(
            "{n} {card} (matches {cards}: {yaku})", n=one.number, card=card, cards=matches, yaku=brings
        )
    return words("{n} {card} (matches {cards})", n=one.number, card=card, cards=matches)
