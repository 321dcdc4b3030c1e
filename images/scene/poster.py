"""The result of a match as a poster: who won, by how much, with what, and how it went month by month."""

from __future__ import annotations

from dataclasses import dataclass

from images.scene.common import Cards, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class PosterPlayer:
    """A player, in the order of the places: `place` (`1`), and the final score as a number (`47`, `−12`)."""

    name: Name
    place: str
    score: str


@dataclass(frozen=True, slots=True)
class PosterMonth:
    """A month: its number, the sign of its plant (松), and who won it.

    `winner` counts in the order of the poster's players; None: nobody won it, or nobody scored. `played` is
    False for the months that a match did not come to. `best`: it is the month whose cards are shown.
    """

    number: str
    sign: str
    winner: int | None
    played: bool = True
    best: bool = False


@dataclass(frozen=True, slots=True)
class BestMonth:
    """The month with the most points: its yaku, what the name means, the cards of the best one.

    `about` is the month and its points (`August · 15 pts`); `by` whose it was, where it was not the winner's.
    """

    yaku: Text
    gloss: Text
    about: Text
    cards: Cards
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class PosterChances:
    """The chances to win from 0 to 1, a tuple a player, before the first month and after each one played.

    `month_of` says after which of the poster's months each of them stands, counted from 1; 0 is before the
    first one. `word` stands beside the curve.
    """

    word: Text
    month_of: tuple[int, ...]
    shares: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class PosterScene(Scene):
    """The poster, 1100 x 700.

    `winner`: the name that stands large, with the `seal` (勝) behind it; `headline` below says that they won,
    and how. The winner of a series that the match has decided stands there in place of the match's. Where
    nobody won alone `winner` is None, and `headline` stands large. `series`: how the series of the same
    people stands, below the scores; empty for none. `chances` None: there is no curve.
    """

    title: Text
    day: str
    winner: Name | None
    seal: str
    headline: Text
    players: tuple[PosterPlayer, ...]
    months_word: Text
    months: tuple[PosterMonth, ...]
    best: BestMonth | None = None
    chances: PosterChances | None = None
    series: Text = ""
    decides: bool = False
    """Whether the match has decided its series: the headline is larger."""
