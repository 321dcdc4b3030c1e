"""What cards are called (art-guide section 6): names, short forms, and groups of captured cards."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Message, Words, mark, mark_within
from bot.wording import months, numbers
from engine.cards.cardset import CardSet
from engine.cards.deck import Card, Kind, card

PICTURES: dict[str, tuple[Message, Message, Message]] = {
    "A": (mark("pine with crane"), mark("crane"), mark_within("button", "Crane")),
    "E": (mark("plum with warbler"), mark("warbler"), mark_within("button", "Warbler")),
    "I": (mark("cherry with curtain"), mark("curtain"), mark_within("button", "Curtain")),
    "M": (mark("wisteria with cuckoo"), mark("cuckoo"), mark_within("button", "Cuckoo")),
    "Q": (mark("iris with bridge"), mark("bridge"), mark_within("button", "Bridge")),
    "U": (mark("peony with butterflies"), mark("butterflies"), mark_within("button", "Butterfly")),
    "Y": (mark("bush clover with boar"), mark("boar"), mark_within("button", "Boar")),
    "c": (mark("pampas with moon"), mark("moon"), mark_within("button", "Moon")),
    "d": (mark("pampas with geese"), mark("geese"), mark_within("button", "Geese")),
    "g": (mark("chrysanthemum with sake cup"), mark("sake cup"), mark_within("button", "Sake cup")),
    "k": (mark("maple with deer"), mark("deer"), mark_within("button", "Deer")),
    "o": (mark("willow with rain man"), mark("rain man"), mark_within("button", "Rain man")),
    "p": (mark("willow with swallow"), mark("swallow"), mark_within("button", "Swallow")),
    "s": (mark("paulownia with phoenix"), mark("phoenix"), mark_within("button", "Phoenix")),
}
"""Lights and animals by letter: name, short name, name on a button."""

RIBBONS: dict[str, tuple[Message, Message]] = {
    "B": (mark("pine with poetry ribbon"), mark_within("button", "Jan poem")),
    "F": (mark("plum with poetry ribbon"), mark_within("button", "Feb poem")),
    "J": (mark("cherry with poetry ribbon"), mark_within("button", "Mar poem")),
    "N": (mark("wisteria with ribbon"), mark_within("button", "Apr red")),
    "R": (mark("iris with ribbon"), mark_within("button", "May red")),
    "V": (mark("peony with blue ribbon"), mark_within("button", "Jun blue")),
    "Z": (mark("bush clover with ribbon"), mark_within("button", "Jul red")),
    "h": (mark("chrysanthemum with blue ribbon"), mark_within("button", "Sep blue")),
    "l": (mark("maple with blue ribbon"), mark_within("button", "Oct blue")),
    "q": (mark("willow with ribbon"), mark_within("button", "Nov red")),
}
"""Ribbons by letter: name, name on a button."""

CHAFF: tuple[tuple[Message, Message], ...] = (
    (mark("pine chaff"), mark_within("button", "Pine")),
    (mark("plum chaff"), mark_within("button", "Plum")),
    (mark("cherry chaff"), mark_within("button", "Cherry")),
    (mark("wisteria chaff"), mark_within("button", "Wisteria")),
    (mark("iris chaff"), mark_within("button", "Iris")),
    (mark("peony chaff"), mark_within("button", "Peony")),
    (mark("bush clover chaff"), mark_within("button", "Clover")),
    (mark("pampas chaff"), mark_within("button", "Pampas")),
    (mark("chrysanthemum chaff"), mark_within("button", "Mum")),
    (mark("maple chaff"), mark_within("button", "Maple")),
    (mark("willow lightning"), mark_within("button", "Storm")),
    (mark("paulownia chaff"), mark_within("button", "Paulownia")),
)
"""Chaff by month: name, name on a button. November has one, the lightning."""
STORM = 11

RIBBON_SORTS: dict[str, tuple[Message, Message]] = {
    "poetry": (mark("poetry ribbon"), mark_within("under a card", "Poetry ribbon")),
    "blue": (mark("blue ribbon"), mark_within("under a card", "Blue ribbon")),
    "plain": (mark("plain ribbon"), mark_within("under a card", "Plain ribbon")),
}
"""Ribbons where the month is said already: name, name under the card."""
CHAFF_ALONE = (mark_within("a card", "chaff"), mark_within("under a card", "Chaff"))
LIGHTNING = (mark("lightning"), mark_within("under a card", "Lightning"))

POETRY = CardSet.parse("BFJ")
BLUE = CardSet.parse("Vhl")
CUP = card("g")
STORMY = 11
"""The month whose chaff has a name of its own."""


def name(words: Words, one: Card) -> str:
    """The full name: `pine with crane`, 松に鶴."""
    if one.kind is Kind.RIBBON:
        return words.say(RIBBONS[one.letter][0])
    if one.kind is Kind.CHAFF:
        return words.say(CHAFF[one.month - 1][0])
    return words.say(PICTURES[one.letter][0])


def short(words: Words, one: Card) -> str:
    """Lights and animals by what is on them (`crane`, 鶴); other cards have no shorter name."""
    pictured = PICTURES.get(one.letter)
    return words.say(pictured[1]) if pictured else name(words, one)


def plain(words: Words, one: Card) -> str:
    """A card where its month is said already: `crane`, `poetry ribbon`, `chaff`."""
    if one.kind in {Kind.LIGHT, Kind.ANIMAL}:
        return short(words, one)
    return words.say(_plain(one)[0])


def caption(words: Words, one: Card) -> str:
    """The same as it stands under the card."""
    if one.kind in {Kind.LIGHT, Kind.ANIMAL}:
        return label(words, one)
    return words.say(_plain(one)[1])


def _plain(one: Card) -> tuple[Message, Message]:
    if one.kind is Kind.CHAFF:
        return LIGHTNING if one.month == STORMY else CHAFF_ALONE
    return RIBBON_SORTS["poetry" if one in POETRY else "blue" if one in BLUE else "plain"]


def label(words: Words, one: Card) -> str:
    """The name on a button, short enough for a phone."""
    if one.kind is Kind.RIBBON:
        return words.say(RIBBONS[one.letter][1])
    if one.kind is Kind.CHAFF:
        return words.say(CHAFF[one.month - 1][1])
    return words.say(PICTURES[one.letter][2])


def listing(words: Words, cards: Iterable[Card]) -> str:
    """Full names, one after another; equal neighbours are counted: `plum chaff ×2`."""
    return numbers.listing(words, (_counted(words, each, n) for each, n in _runs(cards)))


def short_listing(words: Words, those: Iterable[Card]) -> str:
    """Short names, one after another; equal neighbours are counted: `crane, pine chaff ×2`."""
    return numbers.listing(words, (_times(words, short(words, one), n) for one, n in _runs(those)))


def numbered(words: Words, those: Iterable[Card]) -> str:
    """Cards with the numbers of their buttons, from 1: `1 plum chaff, 2 plum with warbler`."""
    said = (words("{n} {card}", n=n, card=name(words, each)) for n, each in enumerate(those, start=1))
    return numbers.listing(words, said)


def _counted(words: Words, one: Card, n: int) -> str:
    return _times(words, name(words, one), n)


def _times(words: Words, named: str, n: int) -> str:
    return words("{card} ×{n}", card=named, n=n) if n > 1 else named


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


def kind_letter(words: Words, kind: Kind) -> str:
    """The letter of the kind's badge: L A R C, 光 種 短 カ."""
    match kind:
        case Kind.LIGHT:
            return words.within("letter of a kind", "L")
        case Kind.ANIMAL:
            return words.within("letter of a kind", "A")
        case Kind.RIBBON:
            return words.within("letter of a kind", "R")
        case Kind.CHAFF:
            return words.within("letter of a kind", "C")


def by_month(words: Words, captured: CardSet) -> str:
    """Captured cards by their months: `pine crane + poetry, plum chaff ×2`; empty if none."""
    those = ((month, captured.of_month(month)) for month in range(1, 13))
    told = (_month_s(words, month, cards) for month, cards in those if cards)
    listed = numbers.listing(words, told)
    return words("captured {cards}", cards=listed) if listed else ""


def _month_s(words: Words, month: int, captured: CardSet) -> str:
    """The captured cards of one month."""
    told = [_within_month(words, each) for each in captured if each.kind is not Kind.CHAFF]
    if count := _count(captured, Kind.CHAFF):
        storm, chaff = words.within("captured card", "lightning"), words.within("captured card", "chaff")
        plain = storm if month == STORM else chaff
        told.append(words("{card} ×{n}", card=plain, n=count) if count > 1 else plain)
    said = numbers.close_listing(words, told)
    return words("{plant} {cards}", plant=months.plant(words, month), cards=said)


def _within_month(words: Words, one: Card) -> str:
    """A card where its month is named: `crane`, `poetry`."""
    if one.kind is not Kind.RIBBON:
        return short(words, one)
    if one in POETRY:
        return words.within("captured card", "poetry")
    if one in BLUE:
        return words.within("captured card", "blue")
    return words.within("captured card", "ribbon")


def by_kind(words: Words, captured: CardSet, *, cup_counts: bool) -> str:
    """How many captured cards there are of each kind; where the sake cup may be chaff, too, it says so."""
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
    return numbers.listing(words, (said for said in told if said))


def _count(captured: CardSet, kind: Kind) -> int:
    return len(captured.of_kind(kind))
