"""Yaku by the names that the sheet of the rule set gives them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import Message, Words, mark, mark_within
from bot.wording import numbers
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

NAMES: Mapping[YakuId, tuple[Message, Message]] = {
    YakuId.GOKO: (mark("Goko"), mark("Goko (five lights)")),
    YakuId.SHIKO: (mark("Shiko"), mark("Shiko (four lights)")),
    YakuId.AME_SHIKO: (mark("Ame-shiko"), mark("Ame-shiko (rainy four lights)")),
    YakuId.SANKO: (mark("Sanko"), mark("Sanko (three lights)")),
    YakuId.OTORI: (mark("Otori"), mark("Otori (all birds)")),
    YakuId.GOUN: (mark("Goun"), mark("Goun (clouds)")),
    YakuId.KOTORI: (mark("Kotori"), mark("Kotori (four birds)")),
    YakuId.AKATAN: (mark("Akatan"), mark("Akatan (poetry ribbons)")),
    YakuId.AOTAN: (mark("Aotan"), mark("Aotan (blue ribbons)")),
    YakuId.AKA_AO: (mark("Akatan-aotan"), mark("Akatan-aotan (poetry and blue ribbons)")),
    YakuId.INOSHIKACHO: (mark("Inoshikacho"), mark("Inoshikacho (boar, deer, butterflies)")),
    YakuId.TEPPO: (mark("Teppo"), mark("Teppo (matchlock)")),
    YakuId.HANAMI: (mark("Hanami-zake"), mark("Hanami-zake (flower viewing)")),
    YakuId.TSUKIMI: (mark("Tsukimi-zake"), mark("Tsukimi-zake (moon viewing)")),
    YakuId.KUSA: (mark("Kusa"), mark("Kusa (grass)")),
    YakuId.OMOTE_SUGAWARA: (mark("Omote-sugawara"), mark("Omote-sugawara (elegant spring)")),
    YakuId.TESHI: (mark("Teshi"), mark("Teshi (four of a month)")),
    YakuId.TANE: (mark("Tane"), mark("Tane (animals)")),
    YakuId.TAN: (mark("Tan"), mark("Tan (ribbons)")),
    YakuId.KASU: (mark("Kasu"), mark("Kasu (chaff)")),
    YakuId.KUTTSUKI: (mark("Kuttsuki"), mark("Kuttsuki (four pairs)")),
    YakuId.HANEKEN: (mark("Haneken"), mark("Haneken (two pairs and three)")),
    YakuId.FUTA_SANBON: (mark("Futa-sanbon"), mark("Futa-sanbon (two threes)")),
    YakuId.ICHI_NI_SHI: (mark("Ichi-ni-shi"), mark("Ichi-ni-shi (four and a pair)")),
    YakuId.SHISO: (mark("Shiso"), mark("Shiso (four and three)")),
}
"""Name, and name with its meaning."""

_CUP_SHEETS = (RuleSetId.CLASSIC, RuleSetId.LEAGUE)
_IPPAI = {
    YakuId.HANAMI: (
        mark_within("classic sheet", "Hanami de ippai"),
        mark_within("classic sheet", "Hanami de ippai (flower viewing)"),
    ),
    YakuId.TSUKIMI: (
        mark_within("classic sheet", "Tsukimi de ippai"),
        mark_within("classic sheet", "Tsukimi de ippai (moon viewing)"),
    ),
    YakuId.AME_SHIKO: (
        mark_within("classic sheet", "Ame-iri-shiko"),
        mark_within("classic sheet", "Ame-iri-shiko (rainy four lights)"),
    ),
    YakuId.KUTTSUKI: (
        mark_within("classic sheet", "Kuttsuki"),
        mark_within("classic sheet", "Kuttsuki (four pairs)"),
    ),
}
SHEETS: Mapping[RuleSetId, Mapping[YakuId, tuple[Message, Message]]] = dict.fromkeys(_CUP_SHEETS, _IPPAI)
"""Where a sheet has a name of its own."""

SHORT: Mapping[YakuId, Message] = {
    YakuId.INOSHIKACHO: mark_within("short", "Inoshika"),
    YakuId.HANAMI: mark_within("short", "Hanami"),
    YakuId.TSUKIMI: mark_within("short", "Tsukimi"),
    YakuId.AME_SHIKO: mark_within("short", "Ame-shiko"),
    YakuId.AKA_AO: mark_within("short", "Aka-ao"),
    YakuId.OMOTE_SUGAWARA: mark_within("short", "Sugawara"),
}
"""Names for tight places; the others are short."""


def name(words: Words, rules: Rules, yaku: YakuId) -> str:
    """`Inoshikacho`, 猪鹿蝶, as the rule set's sheet writes it."""
    return words.say(_names(rules, yaku)[0])


def full_name(words: Words, rules: Rules, yaku: YakuId) -> str:
    """`Inoshikacho (boar, deer, butterflies)`, 猪鹿蝶（いのしかちょう）."""
    return words.say(_names(rules, yaku)[1])


def short_name(words: Words, rules: Rules, yaku: YakuId) -> str:
    """A name for tight places: `Sugawara`."""
    return words.say(SHORT[yaku]) if yaku in SHORT else name(words, rules, yaku)


def _names(rules: Rules, yaku: YakuId) -> tuple[Message, Message]:
    return SHEETS.get(rules.id, {}).get(yaku) or NAMES[yaku]


def worth(words: Words, rules: Rules, yaku: YakuId, points: int) -> str:
    """`Inoshikacho 5`, 猪鹿蝶5点."""
    return words(
        "{yaku} {points}", yaku=name(words, rules, yaku), points=numbers.short_points(words, rules, points)
    )


def summary(words: Words, rules: Rules, held: Mapping[YakuId, int]) -> str:
    """Everything a player holds, in the order of the rules; empty if nothing."""
    return numbers.listing(words, (worth(words, rules, YakuId(yaku), n) for yaku, n in held.items()))


def by_points(held: Mapping[YakuId, int]) -> tuple[tuple[YakuId, int], ...]:
    """The most valuable first; equal ones in the order of the rules."""
    return tuple(sorted(((YakuId(yaku), n) for yaku, n in held.items()), key=lambda one: -one[1]))
