"""A person's page: rating, numbers, the course of the rating, badges (art guide, 9.9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards.deck import Card
from images.scene.common import Cards, Name, Scene, Text


class Badge(StrEnum):
    """The achievements that badges are for, in their order; the names are the same."""

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
    """A badge; one that is not `earned` is pale, and may say how `near` it is: `3/5`."""

    badge: Badge
    earned: bool
    near: Text = ""


class Seal(StrEnum):
    """The owners of seals: the names are those of the CPU players, three of each level, the lowest first."""

    EASY = "easy"
    EASY_BOLD = "easy-bold"
    EASY_CAREFUL = "easy-careful"
    NORMAL = "normal"
    NORMAL_BOLD = "normal-bold"
    NORMAL_CAREFUL = "normal-careful"
    HARD = "hard"
    HARD_BOLD = "hard-bold"
    HARD_CAREFUL = "hard-careful"
    MASTER = "master"
    MASTER_BOLD = "master-bold"
    MASTER_CAREFUL = "master-careful"


@dataclass(frozen=True, slots=True)
class SealGroup:
    """The seals of a level under its name, each with whether it is there; else its place is an outline."""

    level: Text
    seals: tuple[tuple[Seal, bool], ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A number with its label above and a note below; beside a yaku lie up to six cards."""

    label: Text
    value: Text
    note: Text = ""
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class VersusLine:
    """The results against the reader: `You against Sakura`, `3 wins, 2 losses`, and a note.

    The note is about other rule sets.
    """

    label: Text
    value: Text
    note: Text = ""


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The course of a rating: one point or more (match, rating), matches ascending; `span` says which.

    The y axis finds its own round numbers.
    """

    title: Text
    span: Text
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ProfileScene(Scene):
    """1100 wide, about 730 high. A card stands for the person; None: the back of all cards.

    `rating` is written large, `rating_note` below it. `numbers` are tiles, three a row, `yaku` up to two.
    `empty` stands in the place of the chart where there is none; without numbers it lies beside the card.
    `footer` says in lines of their own what all this leaves out.
    """

    card: Card | None
    name: Name
    subtitle: Text
    rating: Text
    rating_note: Text
    numbers: tuple[Tile, ...]
    yaku: tuple[Tile, ...]
    chart: RatingChart | None
    badges_title: Text
    badges: tuple[BadgeView, ...]
    seals_title: Text
    seals: tuple[SealGroup, ...]
    """Four."""
    empty: Text
    versus: VersusLine | None = None
    footer: tuple[Text, ...] = ()
