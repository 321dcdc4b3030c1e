"""A rare yaku, told in its channel: four or five lights, or the poetry and the blue ribbons together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.i18n import Words
from bot.match.views import MatchView
from bot.match.vocabulary import Participant
from bot.screens import parts
from bot.wording import cards, daily, limits, numbers, people, speech
from bot.wording import rules as rule_words
from bot.wording import yaku as yaku_words
from bot.wording.limits import CONTENT, Part, Sentence
from engine.cards.cardset import CardSet
from engine.cards.deck import Card, Kind
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.yaku import YakuId
from images.scene.result import RareYakuScene

_LIGHTS: Final = (YakuId.GOKO, YakuId.SHIKO, YakuId.AME_SHIKO)
_RIBBONS: Final = (YakuId.AKATAN, YakuId.AOTAN)
_RIBBON_CARDS: Final = CardSet.parse("BFJVhl")


def rare(end: MonthEnd) -> tuple[YakuId, ...]:
    """Return the rare yaku by which a month was won, the lights before ribbons; empty where none did."""
    if end.winner is None or not end.reason.by_yaku:
        return ()
    if lights := tuple(yaku for yaku in _LIGHTS if yaku in end.yaku):
        return lights
    if YakuId.AKA_AO in end.yaku:
        return (YakuId.AKA_AO,)
    return _RIBBONS if set(_RIBBONS) <= set(end.yaku) else ()


@dataclass(frozen=True, slots=True)
class Facts:
    """The winner of a month by rare yaku, with the cards, and the day of their server."""

    rules: Rules
    player: Participant
    yaku: tuple[YakuId, ...]
    cards: tuple[Card, ...]
    day: str
    """As 2026-11-24."""

    @classmethod
    def of(cls, view: MatchView, end: MonthEnd, day: str) -> Facts:
        """The facts of a month of a match that was won by rare yaku."""
        assert end.winner is not None
        yaku, captured = rare(end), end.captured[end.winner]
        of_lights = yaku[0] in _LIGHTS
        those = [
            card for card in captured if (card.kind is Kind.LIGHT if of_lights else card in _RIBBON_CARDS)
        ]
        return cls(view.rules, view.seats[end.winner].participant, yaku, tuple(those), day)


def text(words: Words, facts: Facts) -> str:
    """One line: who, and which yaku."""
    return limits.shortened(_said(words, facts, f"**{people.somebody(words, facts.player.name)}**"), CONTENT)


def alt(words: Words, facts: Facts) -> str:
    """Describe the picture: who, which yaku, the cards, the rules and the day."""
    said = _said(words, facts, people.somebody(words, facts.player.name, plain=True))
    told = (limits.open_ended(said), cards.listing(words, facts.cards), _note(words, facts))
    return speech.said(words, tuple(Sentence((Part(each),)) for each in told))


def scene(words: Words, facts: Facts) -> RareYakuScene:
    """The picture."""
    return RareYakuScene(
        heading=words.within("picture", "Rare yaku"),
        yaku=numbers.close_listing(words, [yaku_words.name(words, facts.rules, each) for each in facts.yaku]),
        gloss=numbers.listing(words, [*filter(None, (yaku_words.gloss(words, each) for each in facts.yaku))]),
        player=parts.name(words, facts.player),
        note=_note(words, facts),
        cards=facts.cards,
    )


def _said(words: Words, facts: Facts, player: str) -> str:
    named = (yaku_words.explained(words, facts.rules, each) for each in facts.yaku)
    return words("{player} has made {yaku}.", player=player, yaku=numbers.listing(words, [*named]))


def _note(words: Words, facts: Facts) -> str:
    told = (daily.day(words, facts.day), rule_words.called(words, facts.rules))
    return words.within("between notes", " · ").join(told)
