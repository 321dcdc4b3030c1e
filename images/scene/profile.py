"""A person's page: rating, numbers, the course of the rating, badges (art guide, 9.9)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards.deck import Card
from images.scene.common import Cards, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge by its achievement's name. Until it is `earned` it is pale, and may say how `near` it is."""

    name: str
    earned: bool
    near: Text = ""


@dataclass(frozen=True, slots=True)
class SealGroup:
    """The seals of a level under its name: the CPU player's name, and whether the seal is there."""

    level: Text
    seals: tuple[tuple[str, bool], ...]


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
    badges: tuple[Badge, ...]
    seals_title: Text
    seals: tuple[SealGroup, ...]
    """Four."""
    empty: Text
    versus: VersusLine | None = None
    footer: tuple[Text, ...] = ()
