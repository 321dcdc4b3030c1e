"""Sheets and boards that people open at leisure: yaku, the deck, leaderboard (art guide, 9.6 and 9.7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from images.scene.common import Cards, DeckFace, Name, Scene, Text


class CardState(Enum):
    """The place of a card of a yaku, for the reader."""

    PLAIN = "of no month: as it is"
    CAPTURED = "captured"
    HELD = "in the hand"
    OUT = "not to be seen yet, or on the field"
    GONE = "captured by others"


class RowLook(Enum):
    """The looks of a row of a yaku sheet."""

    PLAIN = "of no month"
    OPEN = "it can still be made"
    NEAR = "it lacks one card"
    MADE = "made"
    VOID = "made, and counts nothing"
    LOST = "it cannot count any more"


@dataclass(frozen=True, slots=True)
class YakuEntry:
    """A yaku of the sheet: name, points on a chip (5文, 5文＋), up to eight cards, the rule in a few lines.

    `gloss`: what the name means; empty in a language that needs none, and where the rule says it.
    `sets` are the sizes of the months of an example of a dealt hand; of other yaku there are none.
    `states` has one for each card, or nothing. `reached` (`2/3`) stands beside the cards; `who` has come so
    far, where that is not the reader.
    """

    name: Text
    points: str
    cards: Cards
    rule: Text
    gloss: Text = ""
    sets: tuple[int, ...] = ()
    states: tuple[CardState, ...] = ()
    look: RowLook = RowLook.PLAIN
    reached: str = ""
    who: Name | None = None


@dataclass(frozen=True, slots=True)
class YakuSheetScene(Scene):
    """A page of the yaku, 800 wide, two a row; entries in the order in which they are shown.

    `legend` explains the states of cards, where there are any.
    """

    title: Text
    note: Text
    entries: tuple[YakuEntry, ...]
    legend: tuple[tuple[CardState, Text], ...] = ()
    face: DeckFace = DeckFace.STANDARD


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a month that are called alike, and what they are called."""

    cards: Cards
    name: Text


@dataclass(frozen=True, slots=True)
class MonthCards:
    """A month of the year with its four cards; `number` is written on its seal."""

    number: int
    name: Text
    plant: Text
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class DeckSheetScene(Scene):
    """A season's months, 800 wide, one a row; `kinds` are the words beside the kinds' badges."""

    title: Text
    kinds: tuple[Text, Text, Text, Text]
    months: tuple[MonthCards, ...]
    face: DeckFace = DeckFace.STANDARD


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One person: rank (equal ranks may repeat), name, and one text for each column.

    `mark` is written in place of the rank and wins no medal. A rank of 0 or None is none (provisional).
    """

    rank: int | None
    name: Name
    values: tuple[str, ...]
    own: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class LeaderboardScene(Scene):
    """1100 wide, as high as needed; `columns` heads two to four right-aligned columns.

    `rows` and `provisional` (below a line with `provisional_heading`) are at most ten together.
    `pinned` is the reader's own row, where it is on another page. `footer` says which rows these are.
    `empty` is the line shown when there are no rows yet.
    """

    title: Text
    subtitle: Text
    columns: tuple[Text, ...]
    rows: tuple[LeaderRow, ...]
    empty: Text
    provisional: tuple[LeaderRow, ...] = ()
    provisional_heading: Text = ""
    pinned: LeaderRow | None = None
    footer: Text | None = None
