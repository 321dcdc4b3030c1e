"""Sample profiles."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from images.samples.words import LONG_NAME, Language, cards, name, pick
from images.scene.profile import Badge, BadgeView, ProfileScene, Tile, VersusLine
from images.scene.records import AxisLabel, RatingChartScene, RatingLine

__all__ = ["profiles"]

_BADGES: Final = (
    ("初勝利", "First win"),
    ("五光", "Five lights"),
    ("四光", "Four lights"),
    ("猪鹿蝶", "Inoshikacho"),
    ("赤短青短", "Red and blue"),
    ("花見に月見", "Blossoms and moon"),
    ("手役勝ち", "Dealt a win"),
    ("大勝", "Big month"),
    ("二度のこいこい", "Koi-koi twice"),
    ("季節を独り占め", "Season swept"),
    ("逆転勝ち", "From behind"),
    ("紙一重", "By a hair"),
    ("五連勝", "Five in a row"),
    ("百ヶ月", "A hundred months"),
    ("花暦", "All year round"),
    ("四流皆伝", "Every rule set"),
)
_USUAL: Final = frozenset({0, 2, 3, 5, 7, 8, 10, 12, 13})


def profiles(language: Language) -> dict[str, ProfileScene]:
    """Every sample profile by its name."""
    usual = _usual(language)
    return {
        "profile-smallest": _smallest(language),
        "profile-usual": usual,
        "profile-other": replace(
            usual,
            tiles=usual.tiles[:7],
            versus=VersusLine(
                pick(language, "さくらさんとの対戦", "You against Sakura"),
                pick(language, "5勝3敗、収支 ＋34文", "5 wins, 3 losses, +34 points net"),
            ),
        ),
        "profile-largest": _largest(language, usual),
    }


def _smallest(language: Language) -> ProfileScene:
    """Somebody after their first match, which was not rated."""
    return ProfileScene(
        name=name("Midori", language),
        subtitle=pick(language, "クラシック・このサーバー", "Classic · This server"),
        rating="",
        rating_note=pick(language, "レート対象の対局なし", "Rating · no rated match yet"),
        tiles=(
            Tile(pick(language, "成績", "Record"), pick(language, "0勝", "0 wins"), _losses(language, 1)),
            Tile(
                pick(language, "収支", "Net"),
                pick(language, "−12文", "−12 points"),
                pick(language, "1局平均−12.0文", "−12.0 points a match"),
            ),
            Tile(
                pick(language, "勝った月", "Months won"),
                "0",
                pick(language, "3ヶ月中0.0%", "0.0% of 3 months"),
            ),
            Tile(
                pick(language, "ひと月平均", "Average month"),
                "–",
                pick(language, "まだ勝った月がありません", "no month won yet"),
            ),
            Tile(pick(language, "こいこい", "Koi-koi calls"), "0"),
            Tile(pick(language, "連勝", "Winning streak"), "0", pick(language, "最高0", "0 at best")),
        ),
        chart=_chart(language, 0),
        badges_title=_count(language, 0),
        badges=_badges(language, frozenset()),
        empty=pick(
            language,
            "最初のレート対象の対局から、ここにグラフが表示されます。",
            "The rating is drawn here from the first rated match on.",
        ),
    )


def _usual(language: Language) -> ProfileScene:
    return ProfileScene(
        name=name("さくら", language),
        subtitle=pick(language, "クラシック・このサーバー", "Classic · This server"),
        rating="1645",
        rating_note=pick(language, "レート・対象40局", "Rating · 40 rated matches"),
        tiles=_tiles(language),
        chart=_chart(language, 41),
        badges_title=_count(language, len(_USUAL)),
        badges=_badges(language, _USUAL),
        empty="",
    )


def _tiles(language: Language) -> tuple[Tile, ...]:
    return (
        Tile(pick(language, "成績", "Record"), pick(language, "30勝", "30 wins"), _losses(language, 9)),
        Tile(
            pick(language, "収支", "Net"),
            pick(language, "＋241文", "+241 points"),
            pick(language, "1局平均＋6.2文", "+6.2 points a match"),
        ),
        Tile(
            pick(language, "勝った月", "Months won"),
            "241",
            pick(language, "468ヶ月中51.5%", "51.5% of 468 months"),
        ),
        Tile(
            pick(language, "ひと月平均", "Average month"),
            pick(language, "5.5文", "5.5 points"),
            pick(language, "最高21文", "21 points at best"),
        ),
        Tile(
            pick(language, "こいこい", "Koi-koi calls"),
            "60",
            pick(language, "成功24（40.0%）", "24 paid off (40.0%)"),
        ),
        Tile(pick(language, "連勝", "Winning streak"), "3", pick(language, "最高6", "6 at best")),
        Tile(
            pick(language, "得意役", "Favourite yaku"),
            pick(language, "猪鹿蝶", "Inoshikacho"),
            "12×",
            cards("YkU"),
        ),
        Tile(pick(language, "珍しい役", "Rarest yaku"), pick(language, "四光", "Shiko"), "1×", cards("AIcs")),
    )


def _largest(language: Language, usual: ProfileScene) -> ProfileScene:
    """Everything there is, with long words."""
    long_yaku = pick(language, "赤短・青短の重複", "Akatan-aotan")
    return replace(
        usual,
        name=name(LONG_NAME, language),
        subtitle=pick(language, "一緒会・すべてのサーバー", "Ishōkai · All servers"),
        rating="1873",
        rating_note=pick(
            language, "参考：対象となる対局は5局中3局", "Rating · provisional, 3 of 5 rated matches"
        ),
        tiles=(
            Tile(
                pick(language, "成績", "Record"),
                pick(language, "1,204勝", "1,204 wins"),
                pick(language, "1,032敗12分・勝率53.6%", "1,032 losses · 53.6% won"),
            ),
            Tile(
                pick(language, "収支", "Net"),
                pick(language, "＋24,140文", "+24,140 mon"),
                pick(language, "1局平均＋10.7文", "+10.7 mon a match"),
            ),
            *usual.tiles[2:6],
            Tile(usual.tiles[6].label, long_yaku, "120×", cards("BFJVh")),
            Tile(usual.tiles[7].label, pick(language, "五光", "Goko"), "1×", cards("AIcos")),
        ),
        versus=VersusLine(
            pick(language, f"{LONG_NAME}さんとの対戦", f"You against {LONG_NAME}"),
            pick(language, "12勝10敗3分、収支 ＋134文", "12 wins, 10 losses, 3 draws, +134 mon net"),
            pick(
                language,
                "すべてのルールで124勝103敗12分",
                "By all rule sets: 124 wins, 103 losses, 12 draws",
            ),
        ),
        chart=_chart(language, 400),
        badges_title=_count(language, len(_BADGES)),
        badges=_badges(language, frozenset(range(len(_BADGES)))),
        footer=(
            pick(
                language, "CPUとの対局31局は含みません。", "31 matches with CPU players are not counted here."
            ),
            pick(
                language,
                "以前の対局は690局中345局まで集計済みです。",
                "345 of 690 older matches are counted so far.",
            ),
        ),
    )


def _losses(language: Language, number: int) -> str:
    words = f"{number} loss" + "es" * (number > 1)
    rate = "75.0%" if number > 1 else "0.0%"
    return pick(language, f"{number}敗・勝率{rate}", f"{words} · {rate} won")


def _count(language: Language, earned: int) -> str:
    total = len(_BADGES)
    return pick(language, f"実績 {earned}/{total}", f"Achievements, {earned} of {total}")


def _badges(language: Language, earned: frozenset[int]) -> tuple[BadgeView, ...]:
    return tuple(BadgeView(badge, pick(language, *_BADGES[i]), i in earned) for i, badge in enumerate(Badge))


def _chart(language: Language, count: int) -> RatingChartScene:
    step = max(1, count // 40) * 10
    points = tuple(
        (float(x), 1500 + 60 * math.sin(x / 6) + 18 * math.sin(x * 1.3) + 30 * x / step) for x in range(count)
    )
    labels = tuple(
        AxisLabel(x, pick(language, f"{x}局", f"Match {x}")) for x in range(0, max(1, count), step)
    )
    lines = (RatingLine(name("さくら", language), points),) if points else ()
    title = pick(language, "レートの推移", "Rating over time")
    note = pick(
        language,
        "1500から1645へ、最低1490・最高1660",
        "from 1500 to 1645, between 1490 and 1660",
    )
    return RatingChartScene(title, note, lines, labels, "")
