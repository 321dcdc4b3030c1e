"""Sample yaku sheets, leaderboards, rating charts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from images.samples.words import LONG_NAME, Language, cards, name, pick, plain, say
from images.scene.records import (
    AxisLabel,
    LeaderboardScene,
    LeaderRow,
    RatingChartScene,
    RatingLine,
    YakuEntry,
    YakuSheetScene,
)

__all__ = ["leaderboards", "rating_charts", "yaku_sheets"]

_YAKU: Final = (
    ("五光", "Goko", 15, "AIcos", "光の札を五枚すべて", "All five light cards"),
    ("四光", "Shiko", 8, "AIcs", "柳を除く光の札を四枚", "Four lights, without the rain man"),
    (
        "雨四光",
        "Ame-iri-shiko",
        7,
        "AIco",
        "柳を含む光の札を四枚",
        "Four lights, the rain man among them",
    ),
    ("三光", "Sanko", 5, "AIc", "柳を除く光の札を三枚", "Three lights, without the rain man"),
    (
        "猪鹿蝶",
        "Inoshikacho",
        5,
        "YkU",
        "萩に猪、紅葉に鹿、牡丹に蝶",
        "The boar, the deer and the butterflies",
    ),
    ("花見で一杯", "Hanami de ippai", 5, "Ig", "桜に幕と菊に盃", "The curtain and the sake cup"),
    ("月見で一杯", "Tsukimi de ippai", 5, "cg", "芒に月と菊に盃", "The moon and the sake cup"),
    ("赤短", "Akatan", 5, "BFJ", "松、梅、桜の文字入りの短冊", "The three ribbons with letters"),
    ("青短", "Aotan", 5, "Vhl", "牡丹、菊、紅葉の青い短冊", "The three blue ribbons"),
    (
        "赤短・青短の重複",
        "Akatan-aotan",
        10,
        "BFJVh",
        "赤短と青短をともに揃える",
        "All the poetry ribbons and all the blue ribbons at once",
    ),
    ("月札", "Teshi", 4, "ABCD", "その月の札を四枚すべて", "All four cards of the month being played"),
    (
        "タネ",
        "Tane",
        1,
        "EMQ",
        "種の札を五枚。一枚増えるごとに一文",
        "Five animals; one more for each further animal",
    ),
    (
        "タン",
        "Tan",
        1,
        "BNR",
        "短冊を五枚。一枚増えるごとに一文",
        "Five ribbons; one more for each further ribbon",
    ),
    (
        "カス",
        "Kasu",
        1,
        "CGK",
        "カスを十枚。一枚増えるごとに一文。盃もカスに数える",
        "Ten chaff; one more for each further chaff. The sake cup counts as chaff too",
    ),
)


def yaku_sheets(language: Language) -> dict[str, YakuSheetScene]:
    """Every sample sheet by its name."""
    return {
        "yaku-smallest": _yaku(language, 1),
        "yaku-usual": _yaku(language, 14),
        "yaku-largest": _yaku(language, 20),
    }


def _yaku(language: Language, count: int) -> YakuSheetScene:
    rows = (_YAKU * 2)[:count]
    return YakuSheetScene(
        pick(language, "役一覧", "Yaku"),
        pick(language, "クラシック", "Classic rules"),
        tuple(
            YakuEntry(
                pick(language, ja, en),
                plain(say(language, "points", points)),
                cards(letters),
                pick(language, rule, text),
            )
            for ja, en, points, letters, rule, text in rows
        ),
    )


_NAMES: Final = (
    "さくら",
    "Kenta_花",
    "Midori",
    LONG_NAME,
    "สมชาย",
    "Łukasz Żółć",
    "محمد علي",
    "שלום עולם",
    "नमस्ते",
    "🌸🌸",
)


def leaderboards(language: Language) -> dict[str, LeaderboardScene]:
    """Every sample board by its name."""
    usual = _board(language, 5, own=3)
    ranked = _rows(language, 6, own=1)
    later = tuple(replace(row, rank=None, mark="?") for row in _rows(language, 9)[6:])
    below = replace(_rows(language, 10, own=9)[-1], rank=37)
    full = replace(
        _board(language, 10, factor=100),
        pinned=below,
        footer=pick(language, "1／6ページ・57人", "Page 1 of 6 · 57 players"),
    )
    return {
        "board-smallest": _board(language, 0),
        "board-one": _board(language, 1, own=0),
        "board-usual": usual,
        "board-provisional": replace(
            usual,
            rows=ranked,
            provisional=later,
            provisional_heading=pick(
                language,
                "参考：対象となる対局が5局未満",
                "Provisional: fewer than 5 rated matches",
            ),
            footer=pick(language, "9人", "9 players"),
        ),
        "board-all-provisional": replace(
            usual, rows=(), provisional=later[:2], provisional_heading=pick(language, "参考", "Provisional")
        ),
        "board-second": replace(
            full,
            rows=tuple(replace(row, rank=row.rank + 10) for row in full.rows if row.rank),
            pinned=replace(below, rank=2, mark="(2)"),
            footer=pick(language, "2／6ページ・57人", "Page 2 of 6 · 57 players"),
        ),
        "board-yaku": replace(
            usual,
            title=pick(language, "ランキング：最高の役", "Leaderboard: Biggest yaku"),
            columns=(
                pick(language, "対局", "Matches"),
                pick(language, "役", "Yaku"),
                pick(language, "文", "Worth"),
            ),
            rows=tuple(replace(row, values=_biggest(language, i)) for i, row in enumerate(usual.rows)),
        ),
        "board-largest": full,
    }


def _board(language: Language, count: int, *, factor: int = 1, own: int | None = None) -> LeaderboardScene:
    return LeaderboardScene(
        title=pick(language, "ランキング：レート", "Leaderboard: Rating"),
        subtitle=pick(
            language,
            "クラシック・今シーズン（2026年11月）・このサーバー",
            "Classic · This season (November 2026) · This server",
        ),
        columns=(
            pick(language, "対局", "Matches"),
            pick(language, "勝ち", "Wins"),
            pick(language, "レート", "Rating"),
        ),
        rows=_rows(language, count, factor=factor, own=own),
        empty=pick(
            language,
            "まだレートのある人がいません。/koikoi play で卓を開き、3ヶ月以上の対局をすると載ります。",
            "Nobody has a rating here yet. /koikoi play opens a table: "
            "3 months or more with other people bring you in.",
        ),
    )


def _rows(
    language: Language, count: int, *, factor: int = 1, own: int | None = None
) -> tuple[LeaderRow, ...]:
    return tuple(
        LeaderRow(
            i + 1,
            name(_NAMES[i], language),
            (
                f"{(40 - i) * factor:,}",
                f"{(30 - 2 * i) * factor:,}",
                f"{(1687 - 130 * i) * factor:,}".replace("-", "−"),
            ),
            own=i == own,
        )
        for i in range(count)
    )


def _biggest(language: Language, place: int) -> tuple[str, ...]:
    """A row of the board of biggest yaku."""
    ja, en, points = (
        ("五光", "Goko", 15),
        ("赤短・青短の重複", "Akatan-aotan", 10),
        ("四光", "Shiko", 8),
        ("雨四光", "Ame-iri-shiko", 7),
        ("猪鹿蝶", "Inoshikacho", 5),
    )[place]
    return (str(40 - place), pick(language, ja, en), plain(say(language, "points", points)))


def rating_charts(language: Language) -> dict[str, RatingChartScene]:
    """Every sample chart by its name."""
    title = pick(language, "レーティング", "Rating")
    note = pick(language, "直近50局", "The last 50 matches")
    empty = pick(language, "まだ対局がありません", "No rated matches yet")
    months = tuple(AxisLabel(x, pick(language, f"{x}局", f"Match {x}")) for x in range(0, 51, 10))

    def line(chosen: str, base: float, swing: float, phase: float, count: int = 51) -> RatingLine:
        points = tuple((float(x), base + swing * math.sin(x / 7 + phase) + 2 * x) for x in range(count))
        return RatingLine(name(chosen, language), points)

    people = (line("さくら", 1500, 60, 0), line("Kenta_花", 1460, 80, 2))
    crowd = (*people, line(LONG_NAME, 1450, 40, 4), line("Midori", 1470, 20, 1))
    return {
        "chart-empty": RatingChartScene(title, note, (), (), empty),
        "chart-smallest": RatingChartScene(title, note, (line("さくら", 1500, 0, 0, 1),), months[:1], empty),
        "chart-usual": RatingChartScene(title, note, people, months, empty),
        "chart-largest": RatingChartScene(title, note, crowd, months, empty),
    }
