"""The pictures before the first deal: the lobby, the draw for seats, the cut (art guide, 9.8)."""

from __future__ import annotations

from dataclasses import dataclass

from images.scene.common import Cards, DeckFace, Name, Scene, Text


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat: who sits there (nobody: `name` is None) and a quiet word under it (host, CPU, free).

    One that is not `taken` and has a name is kept for somebody.
    """

    name: Name | None
    word: Text
    taken: bool = True
    hosts: bool = False


@dataclass(frozen=True, slots=True)
class LobbyScene(Scene):
    """The lobby's strip, 1100 x 340, higher with more than four seats: what is played, who is there.

    `chips` name months, clock, changed options (the first five are shown); `seats` has one entry for each
    person who joined and each seat still free, at most eight.
    """

    title: Text
    subtitle: Text
    seats: tuple[LobbySeat, ...]
    chips: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A participant of the draw: their cards in the order drawn (the last one counts; none yet: the back is
    shown). `number`: that of the last one in the row from which it was chosen.

    `note` is a word about the last card, its month; before it, that it is still to be drawn. `place` is the
    place they won (親, 1, 2, 見), as soon as it is known; who `deals` has won the first one.
    """

    name: Name
    cards: Cards = ()
    place: Text | None = None
    waiting: bool = False
    note: Text = ""
    deals: bool = False
    number: Text = ""


@dataclass(frozen=True, slots=True)
class SeatDrawScene(Scene):
    """The draw for seats, 1100 x 380, 420 with more than three; two to eight participants.

    With face-down cards to choose from, at their `free` places from 0, 226 higher.
    """

    title: Text
    hint: Text
    participants: tuple[DrawnCard, ...]
    free: tuple[int, ...] = ()
    month_marks: bool = False
    face: DeckFace = DeckFace.STANDARD


@dataclass(frozen=True, slots=True)
class CutScene(Scene):
    """The cut, 1100 x 420: `size` cards spread out, backs up; `at` cards are above the cut.

    `at` None: not cut yet. 0 is the tap: the stock stays as it is. `chip` says what was done, by whom.
    `marks` are depths with a button of their own; `top` and `bottom` name the ends of the deck.
    """

    title: Text
    hint: Text
    top: Text
    bottom: Text
    size: int = 48
    at: int | None = None
    chip: Text | None = None
    marks: tuple[int, ...] = ()
