"""The rules at a glance: the deck by months as a picture, beside it the yaku that matter and what holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.i18n import Words, mark, mark_within
from bot.screens.notes import rules_in_force, yaku_sheet
from bot.screens.notes.rules_in_force import Option
from bot.wording import cards, commands, limits, months, numbers, speech
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, Sentence
from engine.cards.deck import DECK, Card, Kind
from engine.rules.options import Rules
from engine.rules.presets import name_of
from engine.rules.yaku import YakuId
from images.scene.records import CardGroup, DeckSheetScene, MonthCards

MATTER = (
    YakuId.KASU,
    YakuId.TAN,
    YakuId.HANAMI,
    YakuId.TSUKIMI,
    YakuId.TANE,
    YakuId.SANKO,
    YakuId.AOTAN,
    YakuId.AKATAN,
    YakuId.INOSHIKACHO,
)
"""The yaku by which months are won, the most frequent first, as `koikoi months` measures it."""
MATTER_WITH_TESHI = (YakuId.TESHI, YakuId.SANKO, YakuId.HANAMI, YakuId.TSUKIMI, YakuId.TAN, YakuId.KASU)
"""The most frequent first where four captured cards of a month score: such months end early."""
FIVE = 5
MONTHS = tuple(tuple(cards) for _, cards in groupby(DECK, key=lambda card: card.month))
"""The cards of each month, January first."""
A_PAGE = 3
"""Months on a page: a season."""
PAGES = len(MONTHS) // A_PAGE
_KINDS = (
    mark_within("kind of a card", "Light"),
    mark_within("kind of a card", "Animal"),
    mark_within("kind of a card", "Ribbon"),
    mark_within("kind of a card", "Chaff"),
)
_OF_KIND = {
    Kind.LIGHT: mark("{card} (light)"),
    Kind.ANIMAL: mark("{card} (animal)"),
}
"""The kind of a card, where its name alone does not say it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules that are told, and the yaku that matter by them."""

    rules: Rules
    of_match: bool
    """Whether a match has these rules: then its length is told too."""
    options: tuple[Option, ...]
    """All of them but the length."""
    yaku: tuple[yaku_sheet.Entry, ...]
    page: int = 0
    """The page that the picture shows; the description tells all of them."""

    @classmethod
    def of(cls, rules: Rules, *, of_match: bool = False) -> Facts:
        """The facts of these rules."""
        there = {each.yaku: each for each in yaku_sheet.Facts.of(rules).captured}
        order = dict.fromkeys((*MATTER_WITH_TESHI, *MATTER) if YakuId.TESHI in there else MATTER)
        five = tuple(there[each] for each in order if each in there)[:FIVE]
        options = tuple(each for each in rules_in_force.options_of(rules) if each.name != "months")
        return cls(rules, of_match, options, five)


def text(words: Words, facts: Facts) -> str:
    """Return the game in short, the five yaku that matter, and this rule set's own rules."""
    rules = facts.rules
    played = [words.say(line) for line in rules_in_force.PLAY]
    five = [yaku_sheet.line(words, rules, each) for each in facts.yaku]
    every = words("-# All of them: {yaku}", yaku=commands.mention(words, "koikoi yaku"))
    title = rule_words.title(words, rules) if facts.of_match else rule_words.called(words, rules)
    own = [words.say(line) for line in rules_in_force.own(rules)]
    return limits.fitted(
        [
            Part(f"**{words('How a month is played')}**"),
            *(Part(line) for line in played),
            Part(f"\n**{words('Five yaku that matter')}**"),
            *(Part(line, 1) for line in five),
            Part(every, 3),
            Part(f"\n**{title}**"),
            Part(rule_words.description(words, name_of(rules)), 2),
            *(Part(line) for line in own),
            Part(_options(words, facts), 1),
        ],
        CONTENT,
    )


def _options(words: Words, facts: Facts) -> str:
    """The options as they stand, those that were changed first and each in a line of its own."""
    changed = [rules_in_force.standing(words, each) for each in facts.options if each.changed]
    usual = [rule_words.setting(words, each.name, each.value) for each in facts.options if not each.changed]
    said = f"-# {numbers.listing(words, usual)}" if usual else ""
    return "\n".join(line for line in (*changed, said) if line)


def alt(words: Words, facts: Facts) -> str:
    """The description of the pictures, whichever is shown: every month with its cards and their kinds."""
    said = tuple(
        Sentence(
            tuple(Part(_described(words, group)) for group in _groups(month)),
            words(
                "{month}, {plant}",
                month=months.name(words, month[0].month),
                plant=months.plant(words, month[0].month),
            ),
        )
        for month in MONTHS
    )
    return speech.said(words, said)


def _groups(month: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The cards of a month that are called alike, together."""
    for _, those in groupby(month, key=lambda card: (card.kind, card.kind is not Kind.CHAFF and card.index)):
        yield tuple(those)


def _described(words: Words, group: tuple[Card, ...]) -> str:
    first = group[0]
    if first.kind in _OF_KIND:
        return words.say(_OF_KIND[first.kind], card=cards.name(words, first))
    return cards.listing(words, group)


def scene(words: Words, facts: Facts) -> DeckSheetScene:
    """A page of the picture: a season's three months by four cards."""
    shown = MONTHS[A_PAGE * facts.page : A_PAGE * (facts.page + 1)]
    light, animal, ribbon, chaff = (words.say(said) for said in _KINDS)
    return DeckSheetScene(
        title=words.within(
            "picture", "Months {first}–{last}", first=shown[0][0].month, last=shown[-1][0].month
        ),
        kinds=(light, animal, ribbon, chaff),
        months=tuple(_month(words, month) for month in shown),
    )


def _month(words: Words, month: tuple[Card, ...]) -> MonthCards:
    number = month[0].month
    return MonthCards(
        number=number,
        name=months.name(words, number),
        plant=months.plant(words, number),
        groups=tuple(CardGroup(group, cards.label(words, group[0])) for group in _groups(month)),
    )
