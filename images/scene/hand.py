"""A hand, which only its owner ever receives (art guide, 9.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards.deck import Card
from images.scene.common import Cards, DeckFace, Scene, Text, TimeBar
from images.scene.table import Band, Slot, YakuChip

MOST_FEW: Final = 3
"""The most cards that are few: they are drawn larger, and each says what it does."""


@dataclass(frozen=True, slots=True)
class Strip:
    """All of the table that a move needs, over the cards of the hand: on a phone nobody scrolls for it.

    `month` is that of the year, 1 to 12; `heading` names it and its place in the match, `chips` are what
    changes its value, `stock` what is left of the pile. `others` are the opponents in the order of their
    turns; what they captured is drawn where they have it here: where no table lies beside the hand.
    `me` has the owner's own captured cards. `field` has the places of the table, both rows.
    """

    month: int
    heading: Text
    chips: tuple[Text, ...]
    stock: Text
    others: tuple[Band, ...]
    me: Band
    field: tuple[Slot, ...]
    time: TimeBar | None = None


@dataclass(frozen=True, slots=True)
class HandCell:
    """One card of the hand, its number, and the cards of the field that it would match (none to three).

    Of few cards each says what it `does` (takes moon), and which yaku that brings.
    """

    number: int
    card: Card
    matches: Cards = ()
    does: Text = ""
    brings: tuple[YakuChip, ...] = ()


@dataclass(frozen=True, slots=True)
class HandGrid:
    """The hand in button order, every card with its number.

    `playable` is whether it is this player's turn: gold borders round what matches; while they wait these are
    quiet.
    """

    cells: tuple[HandCell, ...]
    playable: bool = True


@dataclass(frozen=True, slots=True)
class Target:
    """A card that may be captured, the number or words on its button, and the yaku that it brings nearer."""

    card: Card
    word: Text
    brings: tuple[YakuChip, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An open choice of capture: of the flipped card (`flipped`), or of the card the player is about to
    play.

    `word` is the chip on the card (山から, 出す札), `or_word` stands between the two targets (または).
    """

    card: Card
    word: Text
    targets: tuple[Target, ...]
    or_word: Text
    flipped: bool = True


@dataclass(frozen=True, slots=True)
class YakuLine:
    """One finished yaku: its name, points (5文) and the cards that make it (the first eight are shown).

    `gloss`: what the name means, in small type where there is room; empty in a language that needs none.
    """

    name: Text
    points: str
    cards: Cards
    gloss: Text = ""


@dataclass(frozen=True, slots=True)
class Need:
    """A yaku that is near, the cards that it lacks where these are certain, and where such cards are."""

    near: YakuChip
    cards: Cards
    where: Text


@dataclass(frozen=True, slots=True)
class Decision:
    """Two equal halves. To stop: what that is worth, the scores then, the finished yaku, highest first. To
    go on: the yaku that are near, nearest first, and where their cards are; then what it risks.

    `total` is the large number (12文), `total_word` the words over it (あがりなら), `calculation` the
    line under it where more than the sum counts (（12文 ＋ 積み棒1）× こい2). `needs`, under `go_on`
    (こいこいなら), are two at most, or `nothing` stands there; `risks` are sentences below, and `end` is the
    chip of what the dealer gets if nobody stops.
    """

    yaku: tuple[YakuLine, ...]
    total_word: Text
    total: str
    calculation: Text | None
    match: Text
    """The scores of the match after a stop."""
    go_on: Text
    needs: tuple[Need, ...]
    nothing: Text
    risks: tuple[Text, ...]
    rest: Cards
    rest_word: Text
    end: Text | None = None


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """800 pixels wide and as high as needed: the strip of the table, below it the hand or what is asked."""

    strip: Strip
    body: HandGrid | Choice | Decision
    month_marks: bool = False
    face: DeckFace = DeckFace.STANDARD
