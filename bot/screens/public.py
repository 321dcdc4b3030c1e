"""The message of a match that everybody sees: which screen it shows now. Nowhere else is that decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from bot.i18n import Words
from bot.match.views import LobbyView, View
from bot.match.vocabulary import Status
from bot.screens import cut, ending, lobby, month_result, parts, seat_draw, table
from bot.wording.limits import CONTENT, Part, fitted
from engine.actions import Phase
from images.scene.opening import CutScene, LobbyScene, SeatDrawScene
from images.scene.result import MonthResultScene
from images.scene.table import TableScene

PublicScene = LobbyScene | SeatDrawScene | CutScene | TableScene | MonthResultScene
Facts = TypeVar("Facts")
Read_contra = TypeVar("Read_contra", contravariant=True)


class Readings(Protocol[Read_contra]):
    """A module of a screen: what it makes of its facts."""

    def text(self, words: Words, facts: Read_contra, /) -> str:
        """The text of the message."""

    def alt(self, words: Words, facts: Read_contra, /) -> str:
        """The description of its picture."""

    def scene(self, words: Words, facts: Read_contra, /) -> PublicScene:
        """The picture to be."""


@dataclass(frozen=True, slots=True)
class Screen(Generic[Facts]):
    """A screen of the public message: its facts, and the module that reads them."""

    readings: Readings[Facts]
    facts: Facts
    status: Status
    """How far the match has come; once it has ended there is nothing left to press."""
    ending: ending.Facts | None = None
    """Whether a match is to end without a result, has so ended, or waits to be taken up; None for a lobby."""
    month_marks: bool = False
    """Whether the cards of the picture that are wide enough wear the number of their month."""

    @property
    def set_aside(self) -> bool:
        """Whether one line, without a picture, stands for a match that waits to be taken up."""
        return self.status is Status.PLAYING and self.ending is not None and self.ending.set_aside

    def text(self, words: Words) -> str:
        """The text of the message."""
        told = self.ending
        if told is not None and self.status is Status.ABORTED:
            return ending.text(words, told)
        if told is not None and self.set_aside:
            return ending.aside(words, told)
        wished = Part(ending.wish(words, told) if told is not None else "")
        return fitted([Part(self.readings.text(words, self.facts)), wished], CONTENT)

    def alt(self, words: Words) -> str:
        """The description of its picture: at most 1,024 characters, plain text."""
        return self.readings.alt(words, self.facts)

    def scene(self, words: Words) -> PublicScene:
        """The picture to be."""
        made = self.readings.scene(words, self.facts)
        return parts.with_month_marks(made) if self.month_marks else made


AnyScreen = (
    Screen[lobby.Facts]
    | Screen[seat_draw.Facts]
    | Screen[cut.Facts]
    | Screen[table.Facts]
    | Screen[month_result.Facts]
)


def screen_of(view: View, *, month_marks: bool = True, now: datetime | None = None) -> AnyScreen:
    """What the public message shows at `now`, or where that is None when the latest question was asked."""
    if isinstance(view, LobbyView):
        return Screen(lobby, lobby.Facts.of(view), view.status, month_marks=month_marks)
    told = ending.Facts.of(view)
    if view.rest is not None:
        return Screen(month_result, month_result.Facts.of(view, view.rest), view.status, told, month_marks)
    seen = view.public
    assert seen is not None, "the table is withheld only while the match rests"
    match seen.phase:
        case _ if view.shows_draw:
            return Screen(seat_draw, seat_draw.Facts.of(view, seen), view.status, told, month_marks)
        case Phase.SEATS:
            return Screen(seat_draw, seat_draw.Facts.of(view, seen), view.status, told, month_marks)
        case Phase.CUT:
            return Screen(cut, cut.Facts.of(view, seen), view.status, told, month_marks)
        case _:
            return Screen(table, table.Facts.of(view, seen, now), view.status, told, month_marks)
