"""A person's page: rating, numbers, the course of the rating, badges (art guide, 9.9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from images.scene.common import Cards, Name, Scene, Text


class Badge(StrEnum):
    """What a badge is for; the order is that of the achievements, whose names are the same."""

    FIRST_WIN = "first_win"
    GOKO = "goko"
    SHIKO = "shiko"
    INOSHIKACHO = "inoshikacho"
    BOTH_RIBBONS = "both_ribbons"
    VIEWING = "viewing"
    HAND_YAKU = "hand_yaku"
    MONTH_20 = "month_20"
    KOI_KOI_TWICE = "koi_koi_twice"
    SEASON_SWEPT = "season_swept"
    COMEBACK = "comeback"
    ONE_POINT = "one_point"
    FIVE_IN_A_ROW = "five_in_a_row"
    HUNDRED_MONTHS = "hundred_months"
    ALL_MONTHS = "all_months"
    ALL_RULE_SETS = "all_rule_sets"


@dataclass(frozen=True, slots=True)
class BadgeView:
    """A badge with its name, which is written in up to two lines, never shortened."""

    badge: Badge
    name: Text
    earned: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """A number with its label above and a note below; up to five cards stand beside a yaku."""

    label: Text
    value: Text
    note: Text = ""
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class VersusLine:
    """What the matches with the one who looks came to: `You against Sakura`, `3 wins, 2 losses`, and a note
    on other rule sets.
    """

    label: Text
    value: Text
    note: Text = ""


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """A label under the x axis of a chart."""

    x: float
    word: Text


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The course of a rating: one point or more (match, rating), matches ascending.

    The y axis finds its own round numbers.
    """

    title: Text
    note: Text
    points: tuple[tuple[float, float], ...]
    x_labels: tuple[AxisLabel, ...]


@dataclass(frozen=True, slots=True)
class ProfileScene(Scene):
    """1100 wide, as high as needed.

    `rating` is written large, `rating_note` below it. Tiles lie three a row; those of the last row share
    its width. `empty` stands in the place of the chart where there is none. `footer` says in lines of their
    own what all this leaves out.
    """

    name: Name
    subtitle: Text
    rating: Text
    rating_note: Text
    tiles: tuple[Tile, ...]
    chart: RatingChart | None
    badges_title: Text
    badges: tuple[BadgeView, ...]
    empty: Text
    versus: VersusLine | None = None
    footer: tuple[Text, ...] = ()
