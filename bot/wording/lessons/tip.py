"""The sentences for beginners: what to take, what to lay. Cards go by the numbers of their buttons."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import Hints
from bot.wording import cards
from bot.wording import yaku as yaku_words
from engine.cards.deck import Card, Kind
from engine.rules.options import Rules
from engine.rules.yaku import YakuId


def makes(words: Words, rules: Rules, number: int, takes: Card, yaku: YakuId) -> str:
    """A capture that makes a yaku."""
    named = _named(words, rules, yaku)
    return words("{n} takes {card} and makes {yaku}.", n=_bold(number), card=_card(words, takes), yaku=named)


def needed(words: Words, rules: Rules, play: tuple[int, Card], player: str, yaku: YakuId) -> str:
    """A capture of what an opponent needs. `play`: the number of the card, and what it takes."""
    n, card = _bold(play[0]), _card(words, play[1])
    if rules.seats > 2:
        return words("{n} takes {card}: somebody else needs it.", n=n, card=card)
    named = _named(words, rules, yaku)
    return words("{n} takes {card}: {player} needs it for {yaku}.", n=n, card=card, player=player, yaku=named)


def near(words: Words, rules: Rules, number: int, takes: Card, yaku: YakuId) -> str:
    """A capture after which a yaku lacks one card."""
    named = _named(words, rules, yaku)
    return words(
        "{n} takes {card}: one short of {yaku}.", n=_bold(number), card=_card(words, takes), yaku=named
    )


def takes(words: Words, number: int, card: Card, taken: Card) -> str:
    """A capture, and which of the two cards makes it worth while."""
    n, said = _bold(number), _card(words, taken)
    if card.points > taken.points:
        return _brings_home(words, card.kind, n, said)
    match taken.kind:
        case Kind.LIGHT:
            return words("{n} takes {card}, one of the five lights.", n=n, card=said)
        case Kind.ANIMAL:
            return words("{n} takes {card}, an animal.", n=n, card=said)
        case Kind.RIBBON:
            return words("{n} takes {card}.", n=n, card=said)
        case Kind.CHAFF:
            return words("{n} takes {card}: chaff adds up, too.", n=n, card=said)


def _brings_home(words: Words, kind: Kind, n: str, card: str) -> str:
    """A capture by a better card than it takes."""
    match kind:
        case Kind.LIGHT:
            return words("{n}, a light, takes {card}.", n=n, card=card)
        case Kind.ANIMAL:
            return words("{n}, an animal, takes {card}.", n=n, card=card)
        case _:
            return words("{n}, a ribbon, takes {card}.", n=n, card=card)


def choose_to_make(words: Words, rules: Rules, choice: tuple[int, Card], yaku: YakuId) -> str:
    """The one of two field cards that makes a yaku. `choice`: the number of its button, and the card."""
    n, card = _bold(choice[0]), _card(words, choice[1])
    return words("Take {n}, {card}: it makes {yaku}.", n=n, card=card, yaku=_named(words, rules, yaku))


def choose_needed(words: Words, rules: Rules, choice: tuple[int, Card], player: str, yaku: YakuId) -> str:
    """The one of two field cards that an opponent needs."""
    n, card = _bold(choice[0]), _card(words, choice[1])
    if rules.seats > 2:
        return words("Take {n}, {card}: somebody else needs it.", n=n, card=card)
    named = _named(words, rules, yaku)
    return words("Take {n}, {card}: {player} needs it for {yaku}.", n=n, card=card, player=player, yaku=named)


def choose_near(words: Words, rules: Rules, choice: tuple[int, Card], yaku: YakuId) -> str:
    """The one of two field cards after which a yaku lacks one card."""
    n, card = _bold(choice[0]), _card(words, choice[1])
    return words("Take {n}, {card}: one short of {yaku}.", n=n, card=card, yaku=_named(words, rules, yaku))


def choose_best(words: Words, number: int, card: Card) -> str:
    """The one of two field cards that is of the better kind."""
    return words("Take {n}, {card}: the better card.", n=_bold(number), card=_card(words, card))


ALIKE = mark("Take either: they are alike.")
"""Field cards that are worth the same."""


def safe(words: Words, number: int) -> str:
    """A card that nobody can take from the field."""
    return words("Lay {n}: nobody else can take it.", n=_bold(number))


def lays(words: Words, number: int, card: Card, *, kept: bool) -> str:
    """A card that gives away little. `kept`: its player keeps another one of its month."""
    n = _bold(number)
    if kept:
        return words("Lay {n}: you keep another of its month.", n=n)
    if card.kind is Kind.CHAFF:
        return words("Lay {n}: it gives away only chaff.", n=n)
    return words("Lay {n}: it gives away least.", n=n)


def gives(words: Words, rules: Rules, number: int, player: str, yaku: YakuId) -> str:
    """A card that is laid although an opponent needs it."""
    named = yaku_words.name(words, rules, yaku)
    return words(
        "Lay {n}, even though {player} needs it for {yaku}.", n=_bold(number), player=player, yaku=named
    )


def _named(words: Words, rules: Rules, yaku: YakuId) -> str:
    """A yaku, and what it is; its name alone at a table of three, whose hands have more to tell."""
    if rules.seats > 2:
        return yaku_words.name(words, rules, yaku)
    return yaku_words.explained(words, rules, yaku)


def _card(words: Words, one: Card) -> str:
    """A card in short: a sentence shall have one line on a phone, where it can."""
    return cards.name(words, one)


def line(words: Words, tip: str) -> str:
    """The line of small print in which a sentence stands."""
    return words("-# Tip: {tip}", tip=tip)


def _bold(number: int) -> str:
    return f"**{number}**"


WHEN: Mapping[Hints, Message] = {
    Hints.FIRST: mark_within("button", "Tips in first matches"),
    Hints.ALWAYS: mark_within("button", "Always tips"),
    Hints.NEVER: mark_within("button", "No tips"),
}
"""The cases in which somebody's hands have tips, as values and on the button that chooses each."""

ROW_TITLE = mark_within("setting", "Tips")
ROW_ABOUT = mark("Whether your hands say what to take or to lay, in matches against CPU players alone.")


def standing(words: Words, when: Hints) -> str:
    """Return the case in which there are tips."""
    return words.say(WHEN[when])
