"""Yaku by name, and what the names mean: one name a language and rule set, the same wherever a yaku is named.

The yaku pages alone have names in full. The names are Japanese, so a reader of another language is told their
meaning where a message first names them. It stands in brackets in a sentence, `Sanko (three lights)`, and in
a picture in green beside or below the name. "First" is meant within each message and picture, for no message
knows what else its reader has seen; nothing is kept for a person. What follows in the same message has the
name alone, and so have descriptions of a running table, chips and buttons, whose room is short. A language
whose names say it all, as Japanese, repeats them in `GLOSSES`.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.wording import numbers
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

NAMES: Mapping[YakuId, Message] = {
    YakuId.GOKO: mark("Goko"),
    YakuId.SHIKO: mark("Shiko"),
    YakuId.AME_SHIKO: mark("Ame-shiko"),
    YakuId.SANKO: mark("Sanko"),
    YakuId.OTORI: mark("Otori"),
    YakuId.GOUN: mark("Goun"),
    YakuId.KOTORI: mark("Kotori"),
    YakuId.AKATAN: mark("Akatan"),
    YakuId.AOTAN: mark("Aotan"),
    YakuId.AKA_AO: mark("Aka-ao"),
    YakuId.INOSHIKACHO: mark("Inoshika"),
    YakuId.TEPPO: mark("Teppo"),
    YakuId.HANAMI: mark("Hanami"),
    YakuId.TSUKIMI: mark("Tsukimi"),
    YakuId.KUSA: mark("Kusa"),
    YakuId.OMOTE_SUGAWARA: mark("Sugawara"),
    YakuId.MONTH_CARDS: mark("Tsukifuda"),
    YakuId.TESHI: mark("Teshi"),
    YakuId.TANE: mark("Tane"),
    YakuId.TAN: mark("Tan"),
    YakuId.KASU: mark("Kasu"),
    YakuId.KUTTSUKI: mark("Kuttsuki"),
    YakuId.HANEKEN: mark("Haneken"),
    YakuId.FUTA_SANBON: mark("Futa-sanbon"),
    YakuId.ICHI_NI_SHI: mark("Ichi-ni-shi"),
    YakuId.SHISO: mark("Shiso"),
    YakuId.KOI_VOID: mark("Void"),
}
LONG_NAMES: Mapping[YakuId, Message] = {
    YakuId.AKA_AO: mark("Akatan-aotan"),
    YakuId.INOSHIKACHO: mark("Inoshikacho"),
    YakuId.HANAMI: mark("Hanami-zake"),
    YakuId.TSUKIMI: mark("Tsukimi-zake"),
    YakuId.OMOTE_SUGAWARA: mark("Omote-sugawara"),
}
"""The names in full, where the name is shorter than that; for the yaku pages alone."""

CUP_SHEETS = (RuleSetId.CLASSIC, RuleSetId.LEAGUE)
"""The rule sets whose sheet has yaku by names of its own."""
CUP_NAMES: Mapping[YakuId, Message] = {
    YakuId.HANAMI: mark_within("classic sheet", "Hanami"),
    YakuId.TSUKIMI: mark_within("classic sheet", "Tsukimi"),
    YakuId.AME_SHIKO: mark_within("classic sheet", "Ame-shiko"),
    YakuId.KUTTSUKI: mark_within("classic sheet", "Kuttsuki"),
}
CUP_LONG_NAMES: Mapping[YakuId, Message] = {
    YakuId.HANAMI: mark_within("classic sheet", "Hanami de ippai"),
    YakuId.TSUKIMI: mark_within("classic sheet", "Tsukimi de ippai"),
    YakuId.AME_SHIKO: mark_within("classic sheet", "Ame-iri-shiko"),
}

GLOSSES: Mapping[YakuId, Message] = {
    YakuId.GOKO: mark_within("what a yaku is", "five lights"),
    YakuId.SHIKO: mark_within("what a yaku is", "four lights"),
    YakuId.AME_SHIKO: mark_within("what a yaku is", "rainy four lights"),
    YakuId.SANKO: mark_within("what a yaku is", "three lights"),
    YakuId.OTORI: mark_within("what a yaku is", "all birds"),
    YakuId.GOUN: mark_within("what a yaku is", "clouds"),
    YakuId.KOTORI: mark_within("what a yaku is", "four birds"),
    YakuId.AKATAN: mark_within("what a yaku is", "poetry ribbons"),
    YakuId.AOTAN: mark_within("what a yaku is", "blue ribbons"),
    YakuId.AKA_AO: mark_within("what a yaku is", "poetry and blue"),
    YakuId.INOSHIKACHO: mark_within("what a yaku is", "boar, deer, butterflies"),
    YakuId.TEPPO: mark_within("what a yaku is", "matchlock"),
    YakuId.HANAMI: mark_within("what a yaku is", "flower viewing"),
    YakuId.TSUKIMI: mark_within("what a yaku is", "moon viewing"),
    YakuId.KUSA: mark_within("what a yaku is", "grass"),
    YakuId.OMOTE_SUGAWARA: mark_within("what a yaku is", "elegant spring"),
    YakuId.MONTH_CARDS: mark_within("what a yaku is", "this month's cards"),
    YakuId.TESHI: mark_within("what a yaku is", "four of a month"),
    YakuId.TANE: mark_within("what a yaku is", "animals"),
    YakuId.TAN: mark_within("what a yaku is", "ribbons"),
    YakuId.KASU: mark_within("what a yaku is", "chaff"),
    YakuId.KUTTSUKI: mark_within("what a yaku is", "four pairs"),
    YakuId.HANEKEN: mark_within("what a yaku is", "two pairs and three"),
    YakuId.FUTA_SANBON: mark_within("what a yaku is", "two threes"),
    YakuId.ICHI_NI_SHI: mark_within("what a yaku is", "four and a pair"),
    YakuId.SHISO: mark_within("what a yaku is", "four and three"),
    YakuId.KOI_VOID: mark_within("what a yaku is", "by the opponent's yaku"),
}
"""The meaning alone; a language that repeats the name here wants none."""


def name(words: Words, rules: Rules, yaku: YakuId) -> str:
    """The one name of a yaku in a language and a rule set: `Tsukimi`, 月見で一杯."""
    own = CUP_NAMES if rules.id in CUP_SHEETS else {}
    return words.say(own.get(yaku) or NAMES[yaku])


def long_name(words: Words, rules: Rules, yaku: YakuId) -> str:
    """Return the name in full, as the rule set's sheet writes it: `Tsukimi de ippai`; for the yaku pages."""
    own = CUP_LONG_NAMES if rules.id in CUP_SHEETS else {}
    found = own.get(yaku) or LONG_NAMES.get(yaku)
    return name(words, rules, yaku) if found is None else words.say(found)


def gloss(words: Words, yaku: YakuId) -> str:
    """`three lights`; empty in a language whose names need no meaning."""
    said = words.say(GLOSSES[yaku])
    return "" if said == words.say(NAMES[yaku]) else said


def explained(words: Words, rules: Rules, yaku: YakuId) -> str:
    """A name in a sentence that is the first to have it: `Sanko (three lights)`, 三光."""
    named, meaning = name(words, rules, yaku), gloss(words, yaku)
    return numbers.bracketed(words, named, meaning) if meaning else named


def worth(words: Words, rules: Rules, yaku: YakuId, points: int) -> str:
    """`Inoshikacho 5`, 猪鹿蝶5点."""
    return _worth(words, rules, name(words, rules, yaku), points)


def _worth(words: Words, rules: Rules, named: str, points: int) -> str:
    return words("{yaku} {points}", yaku=named, points=numbers.short_points(words, rules, points))


def summary(words: Words, rules: Rules, held: Mapping[YakuId, int]) -> str:
    """Everything a player holds, in the order of the rules; empty if nothing."""
    return numbers.listing(words, [worth(words, rules, YakuId(yaku), n) for yaku, n in held.items()])


def explained_summary(words: Words, rules: Rules, held: Mapping[YakuId, int]) -> str:
    """Return a yaku where the message names it first: `Sanko (three lights) 6 pts`."""
    told = ((explained(words, rules, YakuId(yaku)), n) for yaku, n in held.items())
    return numbers.listing(words, [_worth(words, rules, named, n) for named, n in told])


def counts_nothing(held: Mapping[YakuId, int]) -> bool:
    """Whether all that somebody holds is void."""
    return YakuId.KOI_VOID in held and sum(held.values()) <= 0


def by_points(held: Mapping[YakuId, int]) -> tuple[tuple[YakuId, int], ...]:
    """The most valuable first; equal ones in the order of the rules. What is void of them comes last."""
    return tuple(sorted(((YakuId(yaku), n) for yaku, n in held.items()), key=lambda one: -one[1]))
