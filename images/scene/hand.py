"""A hand, which only its owner ever receives (art guide, 9.3)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards.deck import Card
from images.scene.common import Cards, DeckFace, Scene, Text, TimeBar


@dataclass(frozen=True, slots=True)
class HandCell:
    """One card of the hand and the cards of the field that it would match (none to three)."""

    card: Card
    matches: Cards = ()


@dataclass(frozen=True, slots=True)
class HandGrid:
    """The hand in numbered cells, 1, 2, ... in button order; further cells up to `places` (8 or 7) stay
    empty.

    `playable` is whether it is this player's turn: gold borders round what matches; while they wait these are
    quiet. `field_word` stands over the matching field cards (場の), `no_match` beside a card without any
    (合う札なし).
    """

    cells: tuple[HandCell, ...]
    field_word: Text
    no_match: Text
    playable: bool = True
    places: int = 8


@dataclass(frozen=True, slots=True)
class Target:
    """A card that may be captured and the number or words on its button."""

    card: Card
    word: Text


@dataclass(frozen=True, slots=True)
class Choice:
    """An open choice of capture: of the flipped card (`flipped`), or of the card the player is about to
    play.

    `word` is the chip on the card (山から, 出す札), `or_word` stands between the two targets (または).
    `rest` are the other cards of the hand, small in one row, under `rest_word` (手札).
    """

    card: Card
    word: Text
    targets: tuple[Target, ...]
    or_word: Text
    rest: Cards
    rest_word: Text
    flipped: bool = True


@dataclass(frozen=True, slots=True)
class YakuLine:
    """One finished yaku: its name, points (5文) and the cards that make it (the first eight are shown)."""

    name: Text
    points: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Decision:
    """Stop or go on: the finished yaku, highest first (six lines at most), and what stopping is worth.

    `total` is the large number (12文), `total_word` the words over it (あがりなら), `calculation` the
    line under it where more than the sum counts (（12文 ＋ 積み棒1）× こい2).
    """

    yaku: tuple[YakuLine, ...]
    total_word: Text
    total: str
    calculation: Text | None
    rest: Cards
    rest_word: Text


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """1100 x 620. `title` あなたの手札, `hint` the quiet line beside it, `chip` 合う札あり 4 at the
    right.
    """

    title: Text
    hint: Text
    body: HandGrid | Choice | Decision
    chip: Text | None = None
    month_marks: bool = False
    time: TimeBar | None = None
    face: DeckFace = DeckFace.STANDARD
