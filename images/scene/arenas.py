"""Arenas: who is coming, how it stands while it runs, and the podium at its end."""

from __future__ import annotations

from dataclasses import dataclass

from images.scene.common import Cards, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class ArenaRow:
    """A person of the standing: `place` (equal ones may repeat), `wins` and `points` as they are written.

    `streak`: wins in a row, empty for none; a `bright` one brings a point more for each win. `against`: the
    opponents at the table; where there is no table, `state` says why (waiting, paused), or is empty.
    A person who is `gone` is not paired any more. `medal`: 1 to 3 for the first places, else 0.
    """

    place: str
    name: Name
    points: str
    wins: str
    streak: str = ""
    bright: bool = False
    against: tuple[Name, ...] = ()
    state: Text = ""
    gone: bool = False
    medal: int = 0


@dataclass(frozen=True, slots=True)
class ArenaHeads:
    """The heads of the standing's columns; `against` is None where nobody plays any more.

    `versus` stands before the opponents where these have no column.
    """

    against: Text | None
    versus: Text
    wins: Text
    streak: Text
    points: Text


@dataclass(frozen=True, slots=True)
class ArenaScene(Scene):
    """An arena, 800 wide, as high as needed: before its start the people who come, then the standing.

    `month` (1 to 12) gives felt and plant. `people` are shown where there are no `rows`, under `heading`;
    `empty` is said where there is nobody at all. Of both at most sixteen; `footer` counts the others.
    """

    title: Text
    subtitle: Text
    month: int
    heads: ArenaHeads
    rows: tuple[ArenaRow, ...] = ()
    people: tuple[Name, ...] = ()
    chips: tuple[Text, ...] = ()
    heading: Text = ""
    empty: Text = ""
    footer: Text = ""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on the podium: the step's height is that of the place, 1 to 3; `about` stands below."""

    place: int
    name: Name
    points: Text
    about: Text


@dataclass(frozen=True, slots=True)
class ArenaPosterScene(Scene):
    """The end of an arena, 1100 x 700: the first three on lanterns, the next six below them.

    `month` gives the plant; the `cards` stand on the lanterns, the best first. `seal` (勝) is the winner's;
    empty where several are first. `facts` counts people and matches; `empty` is said where nobody played.
    """

    title: Text
    rules: Text
    day: str
    month: int
    cards: Cards
    seal: str
    podium: tuple[PodiumStep, ...]
    others: tuple[ArenaRow, ...]
    facts: Text
    empty: Text = ""
