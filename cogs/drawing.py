"""Which module of `images` draws which scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from images.pictures import (
    hand,
    leaderboard,
    lobby,
    month_result,
    profile,
    rating_chart,
    replay,
    score_sheet,
    seat_draw,
    table,
    yaku_sheet,
)
from images.scene.hand import HandScene
from images.scene.opening import CutScene, LobbyScene, SeatDrawScene
from images.scene.profile import ProfileScene
from images.scene.records import LeaderboardScene, RatingChartScene, YakuSheetScene
from images.scene.result import MonthResultScene, ScoreSheetScene
from images.scene.table import ReplayFrame, ReplayScene, TableScene

Scene = (
    TableScene
    | HandScene
    | LobbyScene
    | SeatDrawScene
    | CutScene
    | MonthResultScene
    | ScoreSheetScene
    | YakuSheetScene
    | LeaderboardScene
    | RatingChartScene
    | ProfileScene
    | ReplayFrame
    | ReplayScene
)

DRAWING: dict[type[Scene], Callable[[Any], bytes]] = {
    TableScene: table.draw,
    HandScene: hand.draw,
    LobbyScene: lobby.draw,
    SeatDrawScene: seat_draw.draw,
    CutScene: seat_draw.draw_cut,
    MonthResultScene: month_result.draw,
    ScoreSheetScene: score_sheet.draw,
    YakuSheetScene: yaku_sheet.draw,
    LeaderboardScene: leaderboard.draw,
    RatingChartScene: rating_chart.draw,
    ProfileScene: profile.draw,
    ReplayFrame: replay.draw_frame,
    ReplayScene: replay.draw,
}


def draw(scene: Scene) -> bytes:
    """The PNG of a scene, of a `ReplayScene` an animated WebP; called in a thread."""
    return DRAWING[type(scene)](scene)
