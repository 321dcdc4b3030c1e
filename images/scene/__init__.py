"""Scenes: frozen view models, one for each picture, with every word already translated.

A scene holds what somebody may see and nothing else: cards are ``engine.cards.deck.Card`` values, the rest is
text. Two equal scenes give the same bytes, so whoever keeps the last scene of a message can leave an equal
one undrawn.

=====================  =================================  ==========================
scene                  drawn by                           size
=====================  =================================  ==========================
``TableScene``         ``images.pictures.table.draw``              1100 x 900, 1100 x 1026
``HandScene``          ``images.pictures.hand.draw``               1100 x 620
``LobbyScene``         ``images.pictures.lobby.draw``              1100 x 420
``SeatDrawScene``      ``images.pictures.seat_draw.draw``          1100 x 420
``CutScene``           ``images.pictures.seat_draw.draw_cut``      1100 x 420
``MonthResultScene``   ``images.pictures.month_result.draw``       1100 x 760
``ScoreSheetScene``    ``images.pictures.score_sheet.draw``        1100 x 900 or higher
``YakuSheetScene``     ``images.pictures.yaku_sheet.draw``         1100 x as needed
``LeaderboardScene``   ``images.pictures.leaderboard.draw``        1100 x as needed
``ProfileScene``       ``images.pictures.profile.draw``            1100 x as needed
``RatingChartScene``   ``images.pictures.rating_chart.draw``       1100 x 620
``ReplayFrame``        ``images.pictures.replay.draw_frame``       the table, open hands below
``ReplayScene``        ``images.pictures.replay.draw`` (WebP)      733 wide
=====================  =================================  ==========================
"""

from images.scene.common import Cards, Gain, KindLetters, Label, Name, Text
from images.scene.hand import Choice, Decision, HandCell, HandGrid, HandScene, Target, YakuLine
from images.scene.opening import CutScene, DrawnCard, LobbyScene, LobbySeat, SeatDrawScene
from images.scene.profile import Badge, BadgeView, ProfileScene, Tile, VersusLine
from images.scene.records import (
    AxisLabel,
    LeaderboardScene,
    LeaderRow,
    RatingChartScene,
    RatingLine,
    YakuEntry,
    YakuSheetScene,
)
from images.scene.result import (
    MONTH_RESULT_ROWS,
    VOID_MARKS,
    Change,
    MonthResultScene,
    Reason,
    RowKind,
    ScoreCell,
    ScoreRow,
    ScoreSheetScene,
    YakuRow,
)
from images.scene.table import (
    Band,
    Flipped,
    Highlight,
    MonthTile,
    OpenHand,
    ReplayFrame,
    ReplayScene,
    Ring,
    SeatMark,
    Slot,
    Stock,
    TableScene,
    YakuChip,
)

__all__ = [
    "MONTH_RESULT_ROWS",
    "VOID_MARKS",
    "AxisLabel",
    "Badge",
    "BadgeView",
    "Band",
    "Cards",
    "Change",
    "Choice",
    "CutScene",
    "Decision",
    "DrawnCard",
    "Flipped",
    "Gain",
    "HandCell",
    "HandGrid",
    "HandScene",
    "Highlight",
    "KindLetters",
    "Label",
    "LeaderRow",
    "LeaderboardScene",
    "LobbyScene",
    "LobbySeat",
    "MonthResultScene",
    "MonthTile",
    "Name",
    "OpenHand",
    "ProfileScene",
    "RatingChartScene",
    "RatingLine",
    "Reason",
    "ReplayFrame",
    "ReplayScene",
    "Ring",
    "RowKind",
    "ScoreCell",
    "ScoreRow",
    "ScoreSheetScene",
    "SeatDrawScene",
    "SeatMark",
    "Slot",
    "Stock",
    "TableScene",
    "Target",
    "Text",
    "Tile",
    "VersusLine",
    "YakuChip",
    "YakuEntry",
    "YakuLine",
    "YakuRow",
    "YakuSheetScene",
]
