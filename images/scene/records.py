"""Sheets and boards that people open at leisure: yaku, leaderboard (art guide, 9.6 and 9.7)."""

from __future__ import annotations

from dataclasses import dataclass

from images.scene.common import Cards, DeckFace, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class YakuEntry:
    """A yaku of the sheet: name, points on a chip (5文, 5文＋), up to five cards, the rule in one or two
    lines.

    `gloss`: what the name means; empty in a language that needs none.
    """

    name: Text
    points: str
    cards: Cards
    rule: Text
    gloss: Text = ""


@dataclass(frozen=True, slots=True)
class YakuSheetScene(Scene):
    """1100 wide, a row for each yaku; entries in the order in which they are shown."""

    title: Text
    note: Text
    entries: tuple[YakuEntry, ...]
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
    `pinned` is the row of whoever looks, where it is on another page. `footer` says which rows these are.
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
