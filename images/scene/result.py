"""The pictures after a month and after a match: a month's result, a rare yaku, the score sheet.

Art guide, 9.4, 9.5 and 9.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from images.scene.common import Cards, DeckFace, Gain, Name, Scene, Text
from images.scene.table import YakuChip

MONTH_RESULT_ROWS = 6
"""The most yaku rows a month's result can show; merge more into one last row (ほか 3 役) without cards."""


@dataclass(frozen=True, slots=True)
class YakuRow:
    """A yaku of the winner: name, its cards (counting yaku show ten) and points (5文).

    `fresh` are those of the cards that the last turn brought: they stand out of the row. `gloss`: what the
    name means, in small type where there is room; empty in a language that needs none.
    """

    name: Text
    cards: Cards
    points: str
    fresh: Cards = ()
    gloss: Text = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reasons why a month ended without yaku on the table: 親権, a hand yaku, four on the field, 流れ.

    `cards` are shown below the words: a hand of a hand yaku, the four of the field, or none.
    """

    words: Text
    cards: Cards = ()
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    """The progress of a player in a month that nobody won: their yaku, the nearest ones, the captures."""

    name: Name
    yaku: tuple[YakuChip, ...]
    captured: Cards


@dataclass(frozen=True, slots=True)
class Column:
    """A player over the scores; `seal` marks the winner (勝), beside what the month brought."""

    name: Name
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a player: a change with its sign (＋26, −26, a dash for nothing), or a score (47文)."""

    words: Text
    gain: Gain = Gain.NONE


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line under the players' names: the month, 小引, 吟味, or what that leads to (`total`)."""

    label: Text
    amounts: tuple[Amount, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Grand:
    """The extra parts of a grand month: the winning move, and its cards fanned large.

    `fresh` are those of the cards that the last turn brought.
    """

    headline: Text
    subtitle: Text
    fan: Cards
    fresh: Cards


@dataclass(frozen=True, slots=True)
class MonthResultScene(Scene):
    """800 wide, as high as it needs. Either `rows` (a month won with yaku) or `reason`; both are allowed.

    `month` is that of the year, 1 to 12: the ground is its season's felt.
    A month of few points is `small`: its yaku, at most two, share one row. A `grand` one has a picture of its
    own, on night blue, with the month's plant.

    `reached`: how far everybody came, where nobody stopped. `calculation` is the line of factors as the rule
    set makes it, `total` the large red number (None: void). `note`: a sentence under the scores.
    """

    month: int
    title: Text
    rows: tuple[YakuRow, ...]
    columns: tuple[Column, ...]
    lines: tuple[ScoreLine, ...]
    reason: Reason | None = None
    reached: tuple[Reached, ...] = ()
    calculation: Text | None = None
    total_word: Text | None = None
    total: str | None = None
    note: Text | None = None
    small: bool = False
    grand: Grand | None = None
    month_marks: bool = False
    face: DeckFace = DeckFace.STANDARD


@dataclass(frozen=True, slots=True)
class WinningMoveScene(Scene):
    """The capture that won a grand month, as an animation that ends with the month's result.

    `still` is that result. It has a `grand` with cards of the last turn.
    """

    still: MonthResultScene


class RowKind(Enum):
    """A row of the score sheet: a month, an award between months (小引, 吟味), a sum (小計, 合計), or a note
    in place of months that were not finished.
    """

    MONTH = "month"
    AWARD = "award"
    SUM = "sum"
    NOTE = "note"


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
    """A row: its label (1 and 松; 小引 alone), one cell for each player; a note has none.

    `current`: the month being played, its plant in red. `season_end`: the rule under it is heavier.
    `voids`: how many deals of the month were void; they leave a mark. `won`: by what the month was won;
    `gloss`: what that means, where there is room.
    """

    label: Text
    cells: tuple[ScoreCell, ...]
    kind: RowKind = RowKind.MONTH
    number: str = ""
    current: bool = False
    season_end: bool = False
    voids: int = 0
    won: Text = ""
    gloss: Text = ""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The heads of a score sheet's columns, and the meanings of its marks in the line below.

    `won` heads the column of what each month was won by, empty where the sheet has none. `void_mark` is the
    mark of a void deal (流). The line below tells of marks that the sheet has, and of no others.
    """

    month: Text
    change: Text
    total: Text
    won: Text
    void_mark: str
    seal_means: Text
    chip_means: Text
    void_means: Text


@dataclass(frozen=True, slots=True)
class ScoreSheetScene(Scene):
    """The paper table, 1100 wide and as high as its rows need.

    Months still to be played are rows with empty cells.
    """

    title: Text
    note: Text
    words: SheetWords
    players: tuple[Name, ...]
    rows: tuple[ScoreRow, ...]


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A player's chance to win from 0 to 1: before the first month, and after each one; `shown` stands behind
    the name: `62 %`.
    """

    name: Name
    chances: tuple[float, ...]
    shown: Text


@dataclass(frozen=True, slots=True)
class ChancesScene(Scene):
    """1100 wide: how the chances to win went over the months of a match, a line for each player.

    `months` are the words under the axis, one for each chance; `marks` those beside it, from 0 to 1.
    """

    title: Text
    note: Text
    lines: tuple[ChanceLine, ...]
    months: tuple[Text, ...]
    marks: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class RareYakuScene(Scene):
    """1100 x 360: three to six cards large on night blue, beside them what they are and who had them.

    `gloss`: what the name of the yaku means; empty in a language that needs none. `note`: when, by which
    rules.
    """

    heading: Text
    yaku: Text
    gloss: Text
    player: Name
    note: Text
    cards: Cards
