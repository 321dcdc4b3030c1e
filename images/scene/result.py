"""After a month and after a match: the month's result and the score sheet (art guide, 9.4 and 9.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from images.scene.common import Cards, DeckFace, Gain, Name, Scene, Text

MONTH_RESULT_ROWS = 6
"""The most yaku rows a month's result can show; merge more into one last row (ほか 3 役) without cards."""
VOID_MARKS = 3
"""The most small marks beside a month of the score sheet; each has room for one or two characters."""


@dataclass(frozen=True, slots=True)
class YakuRow:
    """A yaku of the winner: name, its cards (counting yaku show the first eight) and points (5文).

    `gloss`: what the name means, in small type where there is room; empty in a language that needs none.
    """

    name: Text
    cards: Cards
    points: str
    gloss: Text = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a month ended without yaku on the table: 親権, a hand yaku, four on the field, 流れ.

    `cards` are shown at 76 wide below the words: a hand of a hand yaku, the four of the field, or none.
    """

    words: Text
    cards: Cards = ()
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A player's line in the footer: what the month brought (＋26, −26) and the score after it (47文)."""

    name: Name
    change: str
    gain: Gain
    score: str


@dataclass(frozen=True, slots=True)
class MonthResultScene(Scene):
    """1100 x 760. Either `rows` (a month won with yaku) or `reason`; both are allowed.

    `calculation` is the line of factors as the rule set makes it, `total` the large red number (None:
    void).
    """

    title: Text
    rows: tuple[YakuRow, ...]
    changes: tuple[Change, ...]
    reason: Reason | None = None
    calculation: Text | None = None
    total_word: Text | None = None
    total: str | None = None
    month_marks: bool = False
    face: DeckFace = DeckFace.STANDARD


class RowKind(Enum):
    """A row of the score sheet: a month, an award between months (小引, 吟味) or a sum (小計, 合計)."""

    MONTH = "month"
    AWARD = "award"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One player's cell. All empty: not played yet.

    `change` with its sign where losers pay (＋26, −26, a dash for nothing); `total` the running total.
    `seal` is the winner's round seal (勝), `chip` the multiplier (×2).
    """

    change: str = ""
    gain: Gain = Gain.NONE
    total: str = ""
    seal: str | None = None
    chip: str | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row: its label (1 and 松; 小引 alone), one cell for each player.

    `current`: the month being played, its plant in red. `season_end`: the rule under it is heavier.
    `voids`: small marks, one (流) for each void deal of the month, or one and their number.
    """

    label: Text
    cells: tuple[ScoreCell, ...]
    kind: RowKind = RowKind.MONTH
    number: str = ""
    current: bool = False
    season_end: bool = False
    voids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheetScene(Scene):
    """The paper table, 1100 x 900 or as high as its rows need. Unplayed months are rows with empty cells."""

    title: Text
    note: Text
    month_word: Text
    players: tuple[Name, ...]
    rows: tuple[ScoreRow, ...]
