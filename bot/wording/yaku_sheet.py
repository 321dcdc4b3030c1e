"""The yaku of the rules in force: what each needs and is worth, for the sheet and for the text beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.i18n import Message, Words, mark
from bot.wording import limits, numbers
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.rules.hand_yaku import HAND_YAKU, HandYaku
from engine.rules.options import Rules
from engine.rules.rule_sets import Cup
from engine.rules.yaku import Worth, Yaku, YakuId, rows_in_force

RULES: Mapping[YakuId, Message] = {
    YakuId.GOKO: mark("All five lights."),
    YakuId.SHIKO: mark("The four lights without the rain man."),
    YakuId.AME_SHIKO: mark("Four lights, the rain man among them."),
    YakuId.SANKO: mark("Three lights without the rain man."),
    YakuId.OTORI: mark("Crane, warbler, cuckoo, geese, swallow, phoenix."),
    YakuId.GOUN: mark("Warbler, bridge, butterflies, boar, sake cup."),
    YakuId.KOTORI: mark("Warbler, cuckoo, geese, swallow."),
    YakuId.AKATAN: mark("The poetry ribbons of pine, plum, cherry."),
    YakuId.AOTAN: mark("The blue ribbons of peony, chrysanthemum, maple."),
    YakuId.AKA_AO: mark("All poetry and all blue ribbons."),
    YakuId.INOSHIKACHO: mark("Boar, deer and butterflies."),
    YakuId.TEPPO: mark("Curtain, moon and sake cup."),
    YakuId.HANAMI: mark("Curtain and sake cup."),
    YakuId.TSUKIMI: mark("Moon and sake cup."),
    YakuId.KUSA: mark("The plain ribbons of wisteria, iris and bush clover."),
    YakuId.OMOTE_SUGAWARA: mark("Crane, warbler and curtain."),
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
SAMPLE = 5
"""Cards that the sheet has room for; of a counting yaku it shows three."""
COUNTED_SAMPLE = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One yaku of the sheet."""

    yaku: YakuId
    name: str
    full_name: str
    points: str
    cards: tuple[Card, ...]
    rule: str


def entries(words: Words, rules: Rules) -> tuple[Entry, ...]:
    """Every yaku of captures in force, the most valuable first."""
    found = sorted(rows_in_force(rules), key=lambda one: -one[1].points)
    return tuple(_entry(words, rules, row, worth) for row, worth in found)


def _entry(words: Words, rules: Rules, row: Yaku, worth: Worth) -> Entry:
    points = numbers.short_points(words, rules, worth.points)
    return Entry(
        row.id,
        yaku_words.name(words, rules, row.id),
        yaku_words.full_name(words, rules, row.id),
        words("{points}+", points=points) if worth.grows else points,
        sample(row),
        rule_line(words, rules, row.id, grows=worth.grows),
    )


def rule_line(words: Words, rules: Rules, yaku: YakuId, *, grows: bool) -> str:
    """What a yaku needs, in a line."""
    rule = ANY_THREE if yaku is YakuId.SANKO and rules.options.rain_sanko else RULES[yaku]
    if not grows:
        return words.say(rule)
    return words("{rule} {growth}", rule=words.say(rule), growth=words.say(GROWS[yaku]))


def sample(row: Yaku) -> tuple[Card, ...]:
    """Cards that show what a yaku is made of."""
    shape = row.shapes[0]
    whole = tuple(CardSet(shape.whole))
    few = tuple(each for each in CardSet(shape.few) if each not in whole)
    room = SAMPLE if whole or shape.need < SAMPLE else COUNTED_SAMPLE
    return (*whole, *few[: min(shape.need, room)])[:SAMPLE]


def notes(words: Words, rules: Rules) -> tuple[str, ...]:
    """What else there is to know: hand yaku, the sake cup, the rain."""
    told = []
    if hands := hand_yaku(words, rules):
        told.append(words("Hand yaku: {yaku}.", yaku=numbers.listing(words, hands)))
    if rules.options.cup is Cup.BOTH:
        told.append(words("The sake cup is an animal and counts as chaff too."))
    else:
        told.append(
            words("For tane and kasu the sake cup counts as an animal or as chaff, whichever is better.")
        )
    if rules.rule_set.rain:
        told.append(
            words("A November card voids the yaku with the sake cup unless the crane is captured too.")
        )
    return tuple(told)


def hand_yaku(words: Words, rules: Rules) -> tuple[str, ...]:
    """Every yaku of dealt hands in force, with what it needs."""
    return tuple(
        words(
            "{yaku} {points} ({rule})",
            yaku=yaku_words.name(words, rules, row.id),
            points=numbers.short_points(words, rules, row.points),
            rule=words.say(HAND_RULES[row.id]),
        )
        for row in _dealt(rules)
    )


def hand_entries(words: Words, rules: Rules) -> tuple[Entry, ...]:
    """The same as entries of the sheet; they show no cards, any of that shape will do."""
    return tuple(
        Entry(
            row.id,
            yaku_words.name(words, rules, row.id),
            yaku_words.full_name(words, rules, row.id),
            numbers.short_points(words, rules, row.points),
            (),
            words("Dealt in the hand: {rule}.", rule=words.say(HAND_RULES[row.id])),
        )
        for row in _dealt(rules)
    )


def _dealt(rules: Rules) -> tuple[HandYaku, ...]:
    """Yaku of dealt hands, the most valuable first."""
    found = (row for row in HAND_YAKU if row.stands(rules))
    return tuple(sorted(found, key=lambda row: -row.points))


def text(words: Words, rules: Rules) -> str:
    """The text beside the sheet: everything that the picture says."""
    lines = [
        words("- **{yaku}** {points}: {rule}", yaku=each.full_name, points=each.points, rule=each.rule)
        for each in entries(words, rules)
    ]
    parts = [
        Part(f"**{rule_words.title(words, rules)}**"),
        *(Part(line, n) for n, line in enumerate(lines, start=1)),
    ]
    return limits.fitted([*parts, *(Part(note, len(lines) + 1) for note in notes(words, rules))], CONTENT)
