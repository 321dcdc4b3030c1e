"""The message of a match that everybody sees: which screen it shows now. Nowhere else is that decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from bot.i18n import Words
from bot.match.views import LobbyView, View
from bot.match.vocabulary import Deck, LobbyEnd, Status
from bot.screens import cut, ending, lobby, month_result, parts, seat_draw, table
from bot.wording import numbers, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, fitted, open_ended
from engine.rules.actions import Phase
from images.scene.lobby import CutScene, LobbyScene, SeatDrawScene
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
    """The state of the match; once it has ended there is nothing left to press."""
    ending: ending.Facts | None = None
    """Whether a match is to end without a result, has so ended, or waits to be taken up; None for a lobby."""
    month_marks: bool = False
    """Whether the cards of the picture that are wide enough wear the number of their month."""
    deck: Deck = Deck.STANDARD
    """The drawings on its cards: the standard ones where everybody sees it."""

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
        made = parts.with_deck(self.readings.scene(words, self.facts), self.deck)
        return parts.with_month_marks(made) if self.month_marks else made


AnyScreen = (
    Screen[lobby.Facts]
    | Screen[seat_draw.Facts]
    | Screen[cut.Facts]
    | Screen[table.Facts]
    | Screen[month_result.Facts]
)


def screen_of(
    view: View, *, month_marks: bool = True, deck: Deck = Deck.STANDARD, now: datetime | None = None
) -> AnyScreen:
    """Return the screen of the public message at `now`, or where that is None when the latest question was
    asked.
    """
    if isinstance(view, LobbyView):
        return Screen(lobby, lobby.Facts.of(view), view.status, month_marks=month_marks)
    told, wear = ending.Facts.of(view), (month_marks, deck)
    if (end := view.shown_end) is not None:
        return Screen(month_result, month_result.Facts.of(view, end), view.status, told, *wear)
    seen = view.public
    assert seen is not None, "the table is withheld only while the match rests"
    match seen.phase:
        case _ if view.shows_draw:
            return Screen(seat_draw, seat_draw.Facts.of(view, seen), view.status, told, month_marks)
        case Phase.SEATS:
            return Screen(seat_draw, seat_draw.Facts.of(view, seen), view.status, told, *wear)
        case Phase.CUT:
            return Screen(cut, cut.Facts.of(view, seen), view.status, told, *wear)
        case _:
            return Screen(table, table.Facts.of(view, seen, now), view.status, told, *wear)


def last_line(words: Words, view: View, result: str | None = None) -> str | None:
    """Return the last line of a table at which nothing can happen any more; None where it keeps its picture.

    How it ended, what was to be played and by whom: one line, so that the channel is tidy. After a match
    the picture stays as long as there is no `result`: the address of the message that tells it.
    """
    told = _how_it_ended(words, view, result)
    if told is None:
        return None
    what = open_ended(told)
    there = () if isinstance(view, LobbyView) and view.ended is LobbyEnd.LEFT else view.people
    rules = rule_words.title(words, view.rules)
    if not there:
        return words("-# {what} · {rules}", rules=rules, what=what)
    names = numbers.listing(words, [people.name(words, one) for one in there])
    return words("-# {what} · {rules} · {players}", rules=rules, players=names, what=what)


def _how_it_ended(words: Words, view: View, result: str | None) -> str | None:
    """Return the end, in a sentence; None where it has not ended, or nothing tells the result yet."""
    if isinstance(view, LobbyView):
        closed = view.status is Status.CLOSED
        return lobby.why(words, view.ended, view.declined_by) if closed else None
    if view.status is Status.ABORTED:
        return ending.text(words, ending.Facts.of(view))
    if view.status is Status.OVER and result is not None:
        return words("This match is over. [See the result]({link})", link=result)
    return None
