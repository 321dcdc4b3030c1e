"""The names of cards, one each, and of groups of cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.i18n import Message, Words, mark_within
from bot.wording import numbers
from engine.cards.cardset import CardSet
from engine.cards.deck import Card, Kind, card

NAMES: tuple[tuple[Message, ...], ...] = (
    (mark_within("a card", "crane"), mark_within("a card", "pine poem"), mark_within("a card", "pine")),
    (
        mark_within("a card", "warbler"),
        mark_within("a card", "plum poem"),
        mark_within("a card", "plum"),
    ),
    (
        mark_within("a card", "curtain"),
        mark_within("a card", "cherry poem"),
        mark_within("a card", "cherry"),
    ),
    (
        mark_within("a card", "cuckoo"),
        mark_within("a card", "wisteria red"),
        mark_within("a card", "wisteria"),
    ),
    (
        mark_within("a card", "bridge"),
        mark_within("a card", "iris red"),
        mark_within("a card", "iris"),
    ),
    (
        mark_within("a card", "butterfly"),
        mark_within("a card", "peony blue"),
        mark_within("a card", "peony"),
    ),
    (
        mark_within("a card", "boar"),
        mark_within("a card", "clover red"),
        mark_within("a card", "clover"),
    ),
    (mark_within("a card", "moon"), mark_within("a card", "geese"), mark_within("a card", "pampas")),
    (
        mark_within("a card", "sake cup"),
        mark_within("a card", "mum blue"),
        mark_within("a card", "mum"),
    ),
    (
        mark_within("a card", "deer"),
        mark_within("a card", "maple blue"),
        mark_within("a card", "maple"),
    ),
    (
        mark_within("a card", "rain man"),
        mark_within("a card", "swallow"),
        mark_within("a card", "willow red"),
        mark_within("a card", "storm"),
    ),
    (mark_within("a card", "phoenix"), mark_within("a card", "paulownia")),
)
"""The only table of card names: the cards of each month in the order of the deck, its plain chaff last."""

CUP = card("g")
IN_A_MONTH = 4


@lru_cache(maxsize=1024)
def name(words: Words, one: Card) -> str:
    """Return the name of a card in a sentence: `crane`, `pine poem`, 鶴."""
    of_month = NAMES[one.month - 1]
    return words.say(of_month[min(one.index % IN_A_MONTH, len(of_month) - 1)])


def label(words: Words, one: Card) -> str:
    """The name as it begins a label, on a button or under the card: `Pine poem`."""
    named = name(words, one)
    return named[:1].upper() + named[1:]


def listing(words: Words, cards: Iterable[Card]) -> str:
    """Names, one after another; equal neighbours are counted: `crane, 2 pine`."""
    return numbers.listing(words, [_counted(words, each, n) for each, n in _runs(cards)])


def numbered(words: Words, those: Iterable[Card]) -> str:
    """Cards with the numbers of their buttons, from 1: `1 plum, 2 warbler`."""
    said = (words("{n} {card}", n=n, card=name(words, each)) for n, each in enumerate(those, start=1))
    return numbers.listing(words, [*said])


def _counted(words: Words, one: Card, n: int) -> str:
    named = name(words, one)
    return words.within("equal cards", "{n} {card}", card=named, n=n) if n > 1 else named


def _runs(cards: Iterable[Card]) -> Iterable[tuple[Card, int]]:
    """Cards that play the same and stand beside each other, as one with a count."""
    runs: list[tuple[Card, int]] = []
    for each in cards:
        if runs and alike(runs[-1][0], each):
            runs[-1] = (each, runs[-1][1] + 1)
        else:
            runs.append((each, 1))
    return runs


def alike(one: Card, other: Card) -> bool:
    """Whether two cards differ in their drawing only: plain chaff of one month."""
    return one.kind is other.kind is Kind.CHAFF and one.month == other.month


@lru_cache(maxsize=1024)
def by_month(words: Words, captured: CardSet) -> str:
    """Captured cards, those of a month together: `crane + pine poem, 2 plum`; empty if none."""
    those = (captured.of_month(month) for month in range(1, len(NAMES) + 1))
    told = (
        numbers.close_listing(words, [_counted(words, each, n) for each, n in _runs(cards)])
        for cards in those
        if cards
    )
    listed = numbers.listing(words, [*told])
    return words("captured {cards}", cards=listed) if listed else ""


@lru_cache(maxsize=1024)
def by_kind(words: Words, captured: CardSet, *, cup_counts: bool) -> str:
    """Return the number of captured cards of each kind; where the sake cup may be chaff, too, it says so."""
    lights, animals = _count(captured, Kind.LIGHT), _count(captured, Kind.ANIMAL)
    ribbons, chaff = _count(captured, Kind.RIBBON), _count(captured, Kind.CHAFF)
    told = (
        words("lights {n}", n=lights) if lights else "",
        words("animals {n}", n=animals) if animals else "",
        words("ribbons {n}", n=ribbons) if ribbons else "",
        words("chaff {n}", n=chaff) if chaff else "",
    )
    if cup_counts and CUP in captured:
        told = (*told[:3], words("chaff {n} and the sake cup", n=chaff))
    return numbers.listing(words, [said for said in told if said])


def _count(captured: CardSet, kind: Kind) -> int:
    return len(captured.of_kind(kind))
