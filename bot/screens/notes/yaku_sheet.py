"""The yaku sheet: every yaku of the rules in force, what it needs and what it is worth.

Of a month that is played it says besides how far each has come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.i18n import Message, Words, mark
from bot.screens import parts
from bot.screens.notes import yaku_month
from bot.screens.notes.yaku_month import Month
from bot.wording import limits, numbers, speech
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence
from bot.wording.people import People
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Card
from engine.rules.actions import Player
from engine.rules.hand_yaku import HAND_YAKU, HandYaku
from engine.rules.options import Rules
from engine.rules.rule_sets import Cup
from engine.rules.yaku import Worth, Yaku, YakuId, rows_in_force
from images.scene.records import RowLook, YakuEntry, YakuSheetScene

RULES: Mapping[YakuId, Message] = {
    YakuId.GOKO: mark("All five lights."),
    YakuId.SHIKO: mark("The four lights without the rain man."),
    YakuId.AME_SHIKO: mark("Four lights, including the rain man."),
    YakuId.SANKO: mark("Three lights without the rain man."),
    YakuId.OTORI: mark("Crane, warbler, cuckoo, geese, swallow, phoenix."),
    YakuId.GOUN: mark("Warbler, bridge, butterflies, boar, sake cup."),
    YakuId.KOTORI: mark("Warbler, cuckoo, geese, swallow."),
    YakuId.AKATAN: mark("The poetry ribbons of pine, plum, cherry."),
    YakuId.AOTAN: mark("The blue ribbons of peony, mum, maple."),
    YakuId.AKA_AO: mark("All poetry and all blue ribbons."),
    YakuId.INOSHIKACHO: mark("Boar, deer and butterflies."),
    YakuId.TEPPO: mark("Curtain, moon and sake cup."),
    YakuId.HANAMI: mark("Curtain and sake cup."),
    YakuId.TSUKIMI: mark("Moon and sake cup."),
    YakuId.KUSA: mark("The plain ribbons of wisteria, iris and clover."),
    YakuId.OMOTE_SUGAWARA: mark("Crane, warbler and curtain."),
    YakuId.MONTH_CARDS: mark("All four cards of the month being played."),
    YakuId.TESHI: mark("All four cards of a month, for each such month."),
    YakuId.TANE: mark("Five animals."),
    YakuId.TAN: mark("Five ribbons."),
    YakuId.KASU: mark("Ten chaff."),
}
ANY_THREE = mark("Any three lights.")
GROWS: Mapping[YakuId, Message] = {
    YakuId.AKATAN: mark("+1 per extra ribbon."),
    YakuId.AOTAN: mark("+1 per extra ribbon."),
    YakuId.AKA_AO: mark("+1 per extra ribbon."),
    YakuId.INOSHIKACHO: mark("+1 per extra animal."),
    YakuId.TANE: mark("+1 per extra animal."),
    YakuId.TAN: mark("+1 per extra ribbon."),
    YakuId.KASU: mark("+1 per extra chaff."),
}
HAND_RULES: Mapping[YakuId, Message] = {
    YakuId.TESHI: mark("four cards of a month"),
    YakuId.KUTTSUKI: mark("four pairs"),
    YakuId.HANEKEN: mark("three cards of a month and two pairs"),
    YakuId.FUTA_SANBON: mark("twice three cards of a month"),
    YakuId.ICHI_NI_SHI: mark("four cards of a month and a pair"),
    YakuId.SHISO: mark("four cards of a month and three of another"),
}
SAMPLE = 6
"""Cards that the sheet has room for; of a counting yaku it shows three."""
COUNTED = 5
"""The number of cards of a kind from which a yaku is a counting one."""
COUNTED_SAMPLE = 3
A_PAGE = 6
"""Yaku on a page: Discord shows no picture higher than 350 pixels on a desk."""
HAND_MONTHS = (3, 1, 6, 10)
"""Of which an example of a dealt hand is made: they differ most in colour."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One yaku of the sheet."""

    yaku: YakuId
    points: int
    grows: bool
    """Whether further cards add to the points."""
    cards: tuple[Card, ...]
    """Cards that show what it is made of; of one of dealt hands an example."""
    sets: tuple[int, ...] = ()
    """Of dealt hands: how many of these cards are of one month."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The yaku in force, the most valuable first (in a month, before those that are lost), and the rest."""

    rules: Rules
    captured: tuple[Entry, ...]
    dealt: tuple[Entry, ...]
    cup_is_both: bool
    """Whether the sake cup is an animal and chaff at once; else whichever is better."""
    rain: bool
    """Whether a November card voids the yaku with the sake cup."""
    month: Month | None = None
    """The states of the yaku in the month that is played; None where the sheet is of no month."""
    page: int = 0
    """The page that the picture shows; text and description tell all of them."""

    @classmethod
    def of(cls, rules: Rules, month: Month | None = None) -> Facts:
        """The facts of these rules, and of a month by them. Who plays cards has been dealt no yaku."""
        rules = rules if month is None else rules.in_month(month.number)
        lost = set() if month is None else {each for each, stand in month.statuses.items() if stand.is_lost}
        found = sorted(rows_in_force(rules), key=lambda one: (one[0].id in lost, -one[1].points))
        dealt = _dealt(rules) if month is None or month.asked else ()
        return cls(
            rules=rules,
            captured=tuple(_entry(row, worth, rules.month) for row, worth in found),
            dealt=tuple(
                Entry(row.id, row.points, grows=False, cards=_hand(row), sets=_sets(row)) for row in dealt
            ),
            month=month,
            cup_is_both=rules.options.cup is Cup.BOTH,
            rain=rules.rule_set.rain,
        )


def _entry(row: Yaku, worth: Worth, month: int) -> Entry:
    return Entry(row.id, worth.points, grows=worth.grows, cards=sample(row, month))


def sample(row: Yaku, month: int = 0) -> tuple[Card, ...]:
    """Cards that show what a yaku is made of; of month cards those of this month (0: of January)."""
    of_month = row.id is YakuId.MONTH_CARDS and month
    shape = row.shapes[month - 1 if of_month else 0]
    whole = tuple(CardSet(shape.whole))
    few = tuple(each for each in CardSet(shape.few) if each not in whole)
    room = SAMPLE if whole or shape.need < COUNTED else COUNTED_SAMPLE
    return (*whole, *few[: min(shape.need, room)])[:SAMPLE]


def _sets(row: HandYaku) -> tuple[int, ...]:
    """The months of a dealt hand of which it holds several cards."""
    return tuple(size for size in row.shape if size > 1)


def _hand(row: HandYaku) -> tuple[Card, ...]:
    """An example of a dealt hand: the cards that make it, of a month each."""
    months = zip(_sets(row), HAND_MONTHS, strict=False)
    return tuple(card for size, month in months for card in DECK[4 * month - 4 :][:size])


def _dealt(rules: Rules) -> tuple[HandYaku, ...]:
    """Yaku of dealt hands, the most valuable first."""
    return tuple(sorted((row for row in HAND_YAKU if row.stands(rules)), key=lambda row: -row.points))


def text(words: Words, facts: Facts) -> str:
    """Return what the picture does not say: how cup and rain count."""
    return limits.fitted([Part(note) for note in _notes(words, facts)], CONTENT)


def _stood(words: Words, facts: Facts, each: Entry, named: str, people: People) -> str:
    """Return the state of a yaku: `Aotan 6 pts, 2 of 3 (needs maple with blue ribbon)`."""
    assert facts.month is not None
    stand = facts.month.statuses[each.yaku]
    head = yaku_month.with_points(words, named, stand, _price(words, facts, each))
    return yaku_month.with_details(words, head, yaku_month.details(words, facts.rules, stand, people))


def _grouped(words: Words, rules: Rules, month: Month) -> tuple[str, ...]:
    """The yaku that nobody has begun, and those that cannot count: a line for each kind."""
    return tuple(
        numbers.labelled(words, group, numbers.listing(words, named))
        for group, named in yaku_month.groups(words, rules, month)
        if named
    )


def _less(words: Words, facts: Facts, month: Month) -> Iterator[str]:
    """Void yaku beside others that count: a line for each player who has them."""
    named = yaku_words.explained(words, facts.rules, YakuId.KOI_VOID)
    return yaku_month.void_loss_lines(words, facts.rules, month, named, month.cast.named(words, plain=True))


def _price(words: Words, facts: Facts, each: Entry) -> str:
    """Return the worth of a yaku, at its present value where it is made."""
    if facts.month is not None and (made := facts.month.statuses[each.yaku].outlook.points):
        return numbers.short_points(words, facts.rules, made)
    return _points(words, facts.rules, each)


def _points(words: Words, rules: Rules, each: Entry) -> str:
    points = numbers.short_points(words, rules, each.points)
    return words("{points}+", points=points) if each.grows else points


def _needs(words: Words, rules: Rules, each: Entry) -> str:
    """Return the cards that a yaku of captures needs, in a line."""
    three = each.yaku is YakuId.SANKO and rules.options.rain_sanko
    rule = words.say(ANY_THREE if three else RULES[each.yaku])
    if not each.grows:
        return rule
    return words("{rule} {growth}", rule=rule, growth=words.say(GROWS[each.yaku]))


def _notes(words: Words, facts: Facts) -> tuple[str, ...]:
    """Return how the sake cup and the rain count."""
    told = []
    if facts.cup_is_both:
        told.append(words("The sake cup is an animal and counts as chaff too."))
    else:
        told.append(
            words("For tane and kasu, the sake cup counts as an animal or as chaff: the better of the two.")
        )
    if facts.rain:
        told.append(
            words("A November card voids the yaku with the sake cup unless the crane is captured too.")
        )
    return tuple(told)


def alt(words: Words, facts: Facts) -> str:
    """Return the description of a page: its yaku, of a month with how far each has come."""
    if facts.month is not None:
        return _month_alt(words, facts, facts.month)
    rows = entries(words, facts)[A_PAGE * facts.page : A_PAGE * (facts.page + 1)]
    said = tuple(Part(f"{each.name} {each.points}: {each.rule}", n) for n, each in enumerate(rows))
    head = words("Yaku, {rules}", rules=rule_words.called(words, facts.rules))
    return speech.said(words, (Sentence(said, head),))


def _month_alt(words: Words, facts: Facts, month: Month) -> str:
    """Return the yaku of the page that are begun or made, with what each lacks; the others by their names."""
    rules, people, less = facts.rules, month.cast.named(words, plain=True), len(month.void_losses)
    first = A_PAGE * facts.page - less
    shown = facts.captured[max(0, first) : max(0, first + A_PAGE)]
    of_page = replace(month, statuses={each.yaku: month.statuses[each.yaku] for each in shown})
    begun = [] if facts.page else [Part(each) for each in _less(words, facts, month)]
    for each in shown:
        if month.statuses[each.yaku].is_listed:
            named = yaku_words.long_name(words, rules, each.yaku)
            begun.append(Part(_stood(words, facts, each, named, people), len(begun)))
    rest = tuple(Sentence((Part(each, 1),)) for each in _grouped(words, rules, of_page))
    title = yaku_month.title(words, rules, month)
    head = Part(words.within("between notes", " · ").join((title, rule_words.called(words, rules))))
    return speech.said(words, (Sentence((head,)), Sentence(tuple(begun)), *rest))


def pages(facts: Facts) -> int:
    """Return the number of the picture's pages."""
    less = () if facts.month is None else facts.month.void_losses
    return -(-(len(less) + len(facts.captured) + len(facts.dealt)) // A_PAGE)


def entries(words: Words, facts: Facts) -> tuple[YakuEntry, ...]:
    """All rows of the picture: what is void, every yaku in force, of captures and of hands."""
    month = facts.month
    less = (
        () if month is None else (_drawn_less(words, facts.rules, month, *each) for each in month.void_losses)
    )
    captured = (_drawn(words, facts, each, _needs(words, facts.rules, each)) for each in facts.captured)
    dealt = (
        _drawn(words, facts, each, words("Dealt in the hand: {rule}.", rule=words.say(HAND_RULES[each.yaku])))
        for each in facts.dealt
    )
    return (*less, *captured, *dealt)


def scene(words: Words, facts: Facts) -> YakuSheetScene:
    """A page of the picture (art-guide section 9.6)."""
    named = rule_words.called(words, facts.rules)
    month, title = facts.month, words.within("picture", "Yaku: {rules}", rules=named)
    if month is not None:
        title = yaku_month.title(words, facts.rules, month)
    return YakuSheetScene(
        title=title,
        note=words("Page {page} of {pages}", page=facts.page + 1, pages=pages(facts)),
        entries=entries(words, facts)[A_PAGE * facts.page : A_PAGE * (facts.page + 1)],
        legend=() if month is None else yaku_month.legend(words, month),
    )


def _drawn_less(words: Words, rules: Rules, month: Month, who: Player, points: int) -> YakuEntry:
    """The row of void yaku beside others that count: before these, as on the table."""
    return YakuEntry(
        name=yaku_words.name(words, rules, YakuId.KOI_VOID),
        points=numbers.short_points(words, rules, points),
        cards=(),
        rule=words("Yaku made before the opponent's last yaku do not count."),
        look=RowLook.OPEN,
        who=None if month.mine else parts.name(words, month.cast.seats[who]),
    )


def _drawn(words: Words, facts: Facts, each: Entry, needs: str) -> YakuEntry:
    name = yaku_words.long_name(words, facts.rules, each.yaku)
    entry = YakuEntry(
        name=name,
        points=_points(words, facts.rules, each) if each.sets else _price(words, facts, each),
        cards=each.cards,
        rule=needs,
        gloss=_meaning(words, each.yaku, needs),
        sets=each.sets,
    )
    if facts.month is None or each.sets:
        return entry
    return _marked(words, facts, facts.month, entry, each)


def _marked(words: Words, facts: Facts, month: Month, entry: YakuEntry, each: Entry) -> YakuEntry:
    """The row of a month: where each card lies, how many there are, whose they are."""
    stand = month.statuses[each.yaku]
    seats = month.cast.seats
    return replace(
        entry,
        cards=stand.cards,
        states=stand.states,
        look=stand.row_look,
        reached=yaku_month.reached(words, stand),
        rule=yaku_month.reason(words, facts.rules, stand) or entry.rule,
        who=None if stand.player is None else parts.name(words, seats[stand.player]),
    )


def _meaning(words: Words, yaku: YakuId, rule: str) -> str:
    """Return the meaning of a name, unless the rule says it in the same words."""
    meaning = yaku_words.gloss(words, yaku)
    said = set(re.findall(r"\w+", rule.lower()))
    return "" if said.issuperset(re.findall(r"\w+", meaning.lower())) else meaning
