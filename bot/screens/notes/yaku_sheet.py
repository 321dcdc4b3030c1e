"""The yaku sheet: every yaku of the rules in force, what it needs and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.i18n import Message, Words, mark
from bot.wording import limits, numbers, speech
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.rules.hand_yaku import HAND_YAKU, HandYaku
from engine.rules.options import Rules
from engine.rules.rule_sets import Cup
from engine.rules.yaku import Worth, Yaku, YakuId, rows_in_force
from images.scene.records import YakuEntry, YakuSheetScene

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
    points: int
    grows: bool
    """Whether further cards add to the points."""
    cards: tuple[Card, ...]
    """Cards that show what it is made of; none for one of dealt hands, where any of its shape will do."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The yaku in force, the most valuable first, and what else counts."""

    rules: Rules
    captured: tuple[Entry, ...]
    dealt: tuple[Entry, ...]
    cup_is_both: bool
    """Whether the sake cup is an animal and chaff at once; else whichever is better."""
    rain: bool
    """Whether a November card voids the yaku with the sake cup."""

    @classmethod
    def of(cls, rules: Rules) -> Facts:
        """The facts of these rules."""
        found = sorted(rows_in_force(rules), key=lambda one: -one[1].points)
        return cls(
            rules=rules,
            captured=tuple(_entry(row, worth) for row, worth in found),
            dealt=tuple(Entry(row.id, row.points, grows=False, cards=()) for row in _dealt(rules)),
            cup_is_both=rules.options.cup is Cup.BOTH,
            rain=rules.rule_set.rain,
        )


def _entry(row: Yaku, worth: Worth) -> Entry:
    return Entry(row.id, worth.points, grows=worth.grows, cards=sample(row))


def sample(row: Yaku) -> tuple[Card, ...]:
    """Cards that show what a yaku is made of."""
    shape = row.shapes[0]
    whole = tuple(CardSet(shape.whole))
    few = tuple(each for each in CardSet(shape.few) if each not in whole)
    room = SAMPLE if whole or shape.need < SAMPLE else COUNTED_SAMPLE
    return (*whole, *few[: min(shape.need, room)])[:SAMPLE]


def _dealt(rules: Rules) -> tuple[HandYaku, ...]:
    """Yaku of dealt hands, the most valuable first."""
    return tuple(sorted((row for row in HAND_YAKU if row.stands(rules)), key=lambda row: -row.points))


def text(words: Words, facts: Facts) -> str:
    """The text beside the sheet: everything that the picture says."""
    lines = [
        words(
            "- **{yaku}** {points}: {rule}",
            yaku=yaku_words.full_name(words, facts.rules, each.yaku),
            points=_points(words, facts, each),
            rule=_needs(words, facts, each),
        )
        for each in facts.captured
    ]
    parts = [
        Part(f"**{rule_words.title(words, facts.rules)}**"),
        *(Part(line, n) for n, line in enumerate(lines, start=1)),
    ]
    return limits.fitted([*parts, *(Part(note, len(lines) + 1) for note in _notes(words, facts))], CONTENT)


def _points(words: Words, facts: Facts, each: Entry) -> str:
    points = numbers.short_points(words, facts.rules, each.points)
    return words("{points}+", points=points) if each.grows else points


def _needs(words: Words, facts: Facts, each: Entry) -> str:
    """What a yaku of captures needs, in a line."""
    three = each.yaku is YakuId.SANKO and facts.rules.options.rain_sanko
    rule = words.say(ANY_THREE if three else RULES[each.yaku])
    if not each.grows:
        return rule
    return words("{rule} {growth}", rule=rule, growth=words.say(GROWS[each.yaku]))


def _notes(words: Words, facts: Facts) -> tuple[str, ...]:
    """What else there is to know: hand yaku, the sake cup, the rain."""
    told = []
    if facts.dealt:
        hands = numbers.listing(words, (_hand_yaku(words, facts, each) for each in facts.dealt))
        told.append(words("Hand yaku: {yaku}.", yaku=hands))
    if facts.cup_is_both:
        told.append(words("The sake cup is an animal and counts as chaff too."))
    else:
        told.append(
            words("For tane and kasu the sake cup counts as an animal or as chaff, whichever is better.")
        )
    if facts.rain:
        told.append(
            words("A November card voids the yaku with the sake cup unless the crane is captured too.")
        )
    return tuple(told)


def _hand_yaku(words: Words, facts: Facts, each: Entry) -> str:
    """A yaku of dealt hands, with what it needs."""
    return words(
        "{yaku} {points} ({rule})",
        yaku=yaku_words.name(words, facts.rules, each.yaku),
        points=_points(words, facts, each),
        rule=words.say(HAND_RULES[each.yaku]),
    )


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture."""
    named = (yaku_words.full_name(words, facts.rules, each.yaku) for each in facts.captured)
    entries = tuple(
        Part(f"{name} {_points(words, facts, each)}", n)
        for n, (name, each) in enumerate(zip(named, facts.captured, strict=True))
    )
    head = words("Yaku, {rules}", rules=rule_words.name(words, facts.rules.id))
    return speech.said(words, (Sentence(entries, head),))


def scene(words: Words, facts: Facts) -> YakuSheetScene:
    """The picture (art-guide section 9.6): every yaku in force, of captures and of dealt hands."""
    captured = (_drawn(words, facts, each, _needs(words, facts, each)) for each in facts.captured)
    dealt = (
        _drawn(words, facts, each, words("Dealt in the hand: {rule}.", rule=words.say(HAND_RULES[each.yaku])))
        for each in facts.dealt
    )
    return YakuSheetScene(
        title=words.within("picture", "Yaku: {rules}", rules=rule_words.name(words, facts.rules.id)),
        note=words.within("picture", "The highest first"),
        entries=(*captured, *dealt),
    )


def _drawn(words: Words, facts: Facts, each: Entry, needs: str) -> YakuEntry:
    name = yaku_words.name(words, facts.rules, each.yaku)
    gloss = yaku_words.gloss(words, each.yaku)
    return YakuEntry(name, _points(words, facts, each), each.cards, needs, gloss)
