"""The effects of a character on a level's judgement: how dear koi-koi is, how much denying counts.

A character leans on what moves are worth, in points. An even one leans nowhere. The cost was measured on
*hard* against an even one in classic, in matches of 12 months with the same decks in both seats. A bold one
loses 0.24 +- 0.20 points a month (200 decks), a careful one 0.04 +- 0.30 (100). Tried for the bold one: 1.5
for going on and 0.15 less for denying 0.37 +- 0.24; 0.4 less for denying alone 0.90 +- 0.38.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.match.vocabulary import Character
from bot.opponents.worth import denied, worth
from engine.cards.cardset import CardSet
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.actions import Choose, KoiKoi, Move, Play


class Leaning(NamedTuple):
    """The differences between a character and an even one."""

    koi_koi: float = 0.0
    """Points that going on is worth beside what the level makes of it."""
    cards: int = 0
    """The cards in hand that it wants above the even number to go on."""
    denial: float = 0.0
    """The extra weight of a point that others lose, or that they do not get."""
    block: float = 0.0
    """Weight of denying, as a share of what *normal* gives it already."""


LEANINGS: Mapping[Character, Leaning] = {
    Character.EVEN: Leaning(),
    Character.BOLD: Leaning(koi_koi=1.0, cards=-1, denial=-0.08, block=-0.5),
    Character.CAREFUL: Leaning(koi_koi=-1.5, cards=1, denial=0.4, block=0.5),
}


def lean(seen: Observation, move: Move, character: Character) -> float:
    """Points that a character adds to what a legal move is worth to the viewer; 0 for an even one."""
    if character is Character.EVEN:
        return 0.0
    leaning = LEANINGS[character]
    if isinstance(move, KoiKoi):
        return leaning.koi_koi
    if not isinstance(move, Play | Choose):
        return 0.0
    cards = captures(seen, move)
    if not cards:
        return -leaning.denial * given(seen, move.card)
    assert seen.viewer is not None, "nobody moves by what everybody sees"
    return leaning.denial * denied(seen.rules, seen.captured, seen.viewer, cards)


def captures(seen: Observation, move: Play | Choose) -> CardSet:
    """The cards that a move takes at once, its own with them; none where its card is laid down."""
    if isinstance(move, Choose):
        assert seen.flipped is not None, "a choice is about the turned card"
        return CardSet.of((seen.flipped, move.card))
    taken = seen.takes(move)
    return CardSet.of((move.card,)) | taken if taken else taken


def given(seen: Observation, card: Card) -> float:
    """Points that a card laid down may give to another player, by the chance that they can take it.

    A card is safe when nobody else can hold another one of its month.
    """
    laid = CardSet.of((card,))
    most = max(
        worth(seen.rules, theirs | laid, seen.gone(other)) - worth(seen.rules, theirs, seen.gone(other))
        for other, theirs in enumerate(seen.captured)
        if other != seen.viewer
    )
    return len(seen.unseen.of_month(card.month)) / 3 * most
