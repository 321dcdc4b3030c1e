"""The table for two and for three, and the frames of a replay made of it (art guide, 9.1, 9.2, 9.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards.deck import Card
from images.scene.common import Cards, DeckFace, KindWords, Name, Scene, Text, TimeBar


class Ring(Enum):
    """The rings of cards: gold for played and for a candidate of an open choice, blue for flipped."""

    PLAYED = "played"
    FLIPPED = "flipped"
    CANDIDATE = "candidate"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A ring and the words on its chip: 出した, 山から, or for a candidate the number of its button, 1 or 2.

    Colour never stands alone: a ring on the field always has words.
    """

    ring: Ring
    word: Text


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the field; a `cleared` one, whose card has just been captured, shows a faint shadow."""

    card: Card | None
    highlight: Highlight | None = None
    cleared: bool = False


@dataclass(frozen=True, slots=True)
class MonthSeal:
    """The month in play: 桜 on a red seal, under it 三月 / 弥生 / 3 / 12, in English March / Cherry / 3 / 12.

    `number` is the month of the year, 1 to 12: the sign is its plant's, the felt of its season. `chips` are
    what changes the value of this month, at most two: ×2, 1本場, 3文しばり; they take the place
    of the `subtitle`.
    """

    number: int
    heading: Text
    subtitle: Text
    progress: str
    chips: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Stock:
    """The pile: how many cards are left, and the chip's words (山 18)."""

    count: int
    word: Text


@dataclass(frozen=True, slots=True)
class Flipped:
    """A card turned up from the stock whose capture is not chosen yet; it lies face up on the pile."""

    card: Card
    word: Text


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The mark before a name: 親 or 胴 as the red chip of the dealer, 胴二 and ビキ as dark chips."""

    word: str
    dealer: bool = True


@dataclass(frozen=True, slots=True)
class YakuChip:
    """A yaku in a band: finished ones gold with their points (月見酒 5文), unfinished as 猪鹿蝶 2/3.

    `near`: it lacks one card, which a ring says. `void`: it is finished and counts nothing: struck through.
    """

    word: str
    finished: bool
    near: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """One player's strip: who they are, what they have, and what they captured.

    `captured` may come in any order; groups and order within a group are made here (index order).
    `fresh` are the rings of captured cards of the last move. `yaku` shows the first three, so give the
    finished ones first, then the nearest unfinished ones. `cup_counts`: the sake cup is among them and is
    chaff too; then the count of the chaff includes it, and it and the count wear a mark.

    `hand_count` is written beside a small card's back; None where there is no need for it.
    """

    name: Name
    score: Text
    hand_count: int | None
    active: bool = False
    seat_mark: SeatMark | None = None
    koi: Text | None = None
    yaku: tuple[YakuChip, ...] = ()
    captured: Cards = ()
    fresh: tuple[tuple[Card, Ring], ...] = ()
    cup_counts: bool = False
    absent: Text | None = None
    """A quiet chip: somebody is away, or a CPU player plays for them."""


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The public table, 1100 wide. A band is low until its player has captured something, and the picture
    grows with it; a `steady` one is high from the start, for pictures that follow each other.

    `slots` are the upper row of the field and the lower one, equally long.

    `month_marks` draws the number of its month on every card that is wide enough (art guide, 7); a clear
    `face` has it already.
    """

    month: MonthSeal
    stock: Stock
    bands: tuple[Band, ...]
    slots: tuple[Slot, ...]
    kinds: KindWords
    flipped: Flipped | None = None
    month_marks: bool = False
    time: TimeBar | None = None
    face: DeckFace = DeckFace.STANDARD
    steady: bool = False


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open after the match, in one row."""

    name: Name
    cards: Cards


@dataclass(frozen=True, slots=True)
class ReplayFrame(Scene):
    """A table; below it, where given, up to three lines about the move and everybody's open hand."""

    table: TableScene
    caption: Text | None = None
    hands: tuple[OpenHand, ...] = ()
    milliseconds: int = 1200


@dataclass(frozen=True, slots=True)
class ReplayScene(Scene):
    """The frames of a month, at least one; all with the same number of bands and hands."""

    frames: tuple[ReplayFrame, ...]
