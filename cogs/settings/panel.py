"""Panels: private notes with rows, each of which says how something stands and lets it be changed.

A new row is one object in a section: it brings its wording, its controls and its change. A select offers the
sections, each of which is a line; the one that is chosen shows its rows, with all their controls at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.i18n import Message, Words
from bot.wording import limits, numbers
from bot.wording.limits import Part
from bot.wording.settings import panels
from cogs.content.controls import Button, Form, Option, Row, Rows, Select, Style
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.page_id import Page, PagePress
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.failures import say

S = TypeVar("S")
"""The settings that a panel shows and changes, one type for each panel."""
PICK, SET, ASK, TYPED = "pick", "set", "ask", "typed"
ALL = "all"
"""In place of a row's name: no row, but all sections."""
BESIDE = 3
"""Buttons of several rows that stand side by side: more, with these labels, are too wide for a phone."""


@dataclass(frozen=True, slots=True)
class Put:
    """Makes what the controls of one row carry, as presses and forms."""

    page: Page
    row: str

    def chosen(self) -> PagePress:
        """The press of a select, whose value says what is wanted."""
        return PagePress(self.page, SET, (self.row,))

    def to(self, value: str) -> PagePress:
        """The press of a button that wants `wanted`: letters, digits, `_` and `-`."""
        return PagePress(self.page, SET, (self.row, value))

    def form(self) -> PagePress:
        """The press of a button that opens the row's form."""
        return PagePress(self.page, ASK, (self.row,))


@dataclass(frozen=True, slots=True)
class Said(Generic[S]):
    """The result of a change: words about it, and other controls than the row's usual ones."""

    text: str = ""
    controls: Rows | None = None


class PanelRow(ABC, Generic[S]):
    """One setting of a panel. `name` (small letters) stands in custom ids, and so stays what it is."""

    name: str
    title: Message
    about: Message
    """The effect of the setting, at most 100 characters."""

    @abstractmethod
    def standing(self, words: Words, state: S) -> str:
        """Return the present value of the setting, in words."""

    @abstractmethod
    def controls(self, words: Words, state: S, put: Put) -> Rows:
        """The controls that change the setting, at most three rows."""

    @abstractmethod
    async def change(self, answer: Answer, state: S, wanted: str, put: Put) -> Said[S]:
        """Make a change. `wanted` comes from a control, a form or a forger: nonsense changes nothing.

        It may raise BadCustomId.
        """

    async def opened(self, answer: Answer, state: S, put: Put) -> Said[S]:
        """Return what is told and shown as a section is chosen whose first row this is."""
        return Said()

    def form(self, words: Words, press: PagePress) -> Form | None:
        """The form for values that no select can offer; None where there are none."""
        return None


class SwitchRow(PanelRow[S]):
    """A row of something that is on or off, with one button: for the other one."""

    ON, OFF = "on", "off"

    @abstractmethod
    def on(self, state: S) -> bool:
        """Whether it is on."""

    @abstractmethod
    def stands(self, words: Words, *, on: bool) -> str:
        """Return on or off, as a value and on the button for it."""

    @abstractmethod
    async def switch(self, answer: Answer, state: S, *, on: bool) -> None:
        """Store what is wanted."""

    def standing(self, words: Words, state: S) -> str:
        """Return the present value."""
        return self.stands(words, on=self.on(state))

    def controls(self, words: Words, state: S, put: Put) -> Rows:
        """One button: the other way."""
        other = not self.on(state)
        return ((Button(self.stands(words, on=other), put.to(self.ON if other else self.OFF), Style.MAIN),),)

    async def change(self, answer: Answer, state: S, wanted: str, put: Put) -> Said[S]:
        """Switch it; forged values change nothing."""
        if wanted in {self.ON, self.OFF}:
            await self.switch(answer, state, on=wanted == self.ON)
        return Said()


@dataclass(frozen=True, slots=True)
class Section(Generic[S]):
    """Rows that are chosen together: their controls fit into one message, below the select of sections."""

    title: Message
    rows: tuple[PanelRow[S], ...]

    @property
    def name(self) -> str:
        """The name of the first row, by which the section is chosen."""
        return self.rows[0].name

    def about(self, words: Words) -> str:
        """Return what can be set here: the effect of the only row, or what the rows are called."""
        if len(self.rows) == 1:
            return words.say(self.rows[0].about)
        titles = numbers.listing(words, [words.say(row.title) for row in self.rows])
        return limits.shortened(titles, limits.OPTION)

    def standing(self, words: Words, state: S) -> str:
        """Return the values of all rows, beside each other."""
        return words.within("between notes", " · ").join(row.standing(words, state) for row in self.rows)


class Panel(ABC, Generic[S]):
    """A page of settings: its sections, and the presses on it.

    At first it shows how everything stands, a line for each section; with a chosen one its rows alone: on a
    phone text and controls are to be seen together.
    """

    page: Page
    title: Message
    """The title above the rows."""

    def __init__(self, sections: Sequence[Section[S]]) -> None:
        self._sections = tuple(sections)
        self._found = {row.name: (each, row) for each in sections for row in each.rows}

    @property
    def rows(self) -> tuple[PanelRow[S], ...]:
        """All rows in the order in which they are shown."""
        return tuple(row for _, row in self._found.values())

    @abstractmethod
    async def state(self, answer: Answer) -> S:
        """The settings as they stand for the user."""

    def allowed(self, answer: Answer) -> str:
        """The words for somebody who may neither see nor change it; empty for everybody else."""
        return ""

    async def news(self, answer: Answer) -> str:
        """Return the news below the rows as the panel opens; empty: nothing."""
        return ""

    @heavy_work
    async def open(self, answer: Answer) -> None:
        """Show the panel in a note of its own."""
        if refusal := self.allowed(answer):
            await say(answer, refusal)
            return
        state, news = await self.state(answer), await self.news(answer)
        await answer.note(RenderedMessage(self.face(answer.words, state, said=Said(news))))

    @heavy_work
    async def show(self, answer: Answer, chosen: str | None = None, said: Said[S] | None = None) -> None:
        """Show the panel as it is now in place of the note that was pressed on."""
        content = self.face(answer.words, await self.state(answer), chosen, said or Said())
        await answer.instead(RenderedMessage(content))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer a press on the panel."""
        if refusal := self.allowed(answer):
            await say(answer, refusal)
            return
        name = answer.chosen if press.action == PICK else press.state[0] if press.state else None
        _, row = self._found.get(name or "", (None, None))
        if row is None:
            await self.show(answer)
        elif press.action == ASK and (form := row.form(answer.words, self._typed(row))) is not None:
            await answer.ask(form)
        elif press.action in {SET, TYPED}:
            await self._change(answer, row, press)
        else:
            await self._chosen(answer, row)

    @heavy_work
    async def _chosen(self, answer: Answer, row: PanelRow[S]) -> None:
        said = await row.opened(answer, await self.state(answer), Put(self.page, row.name))
        await self.show(answer, row.name, said)

    @heavy_work
    async def _change(self, answer: Answer, row: PanelRow[S], press: PagePress) -> None:
        typed = answer.typed if press.action == TYPED else answer.chosen
        wanted = press.state[1] if len(press.state) > 1 else typed
        state = await self.state(answer)
        said = await row.change(answer, state, wanted or "", Put(self.page, row.name))
        await self.show(answer, row.name, said)

    def face(
        self, words: Words, state: S, chosen: str | None = None, said: Said[S] | None = None
    ) -> MessageContent:
        """Return the panel. `chosen`: a row of the section that is shown, to which `said` belongs."""
        section, row_chosen = self._found.get(chosen or "", (None, None))
        parts = [Part(f"**{words.say(self.title)}**")]
        if section is None:
            for each in self._sections:
                standing = each.standing(words, state)
                parts.append(Part(panels.standing(words, words.say(each.title), standing), 1))
        for row in () if section is None else section.rows:
            standing = row.standing(words, state)
            parts.append(Part(panels.standing(words, words.say(row.title), standing), 1))
            parts.append(Part(f"-# {words.say(row.about)}", 2))
        if said is not None and said.text:
            parts.append(Part(f"\n{said.text}"))
        controls: list[Row] = []
        for row in () if section is None else section.rows:
            own = said.controls if said is not None and row is row_chosen else None
            controls += row.controls(words, state, Put(self.page, row.name)) if own is None else own
        return MessageContent(
            limits.fitted(parts, limits.CONTENT), ((self._select(words, section),), *_beside(controls))
        )

    def _select(self, words: Words, chosen: Section[S] | None) -> Select:
        lines = tuple(
            Option(words.say(each.title), each.name, each.about(words), chosen=each is chosen)
            for each in self._sections
        )
        if chosen is not None:
            lines = (Option(words.say(panels.EVERYTHING), ALL, ""), *lines)
        return Select(words.say(panels.CHOOSE), PagePress(self.page, PICK), lines)

    def _typed(self, row: PanelRow[S]) -> PagePress:
        return PagePress(self.page, TYPED, (row.name,))


def _beside(rows: Sequence[Row]) -> Rows:
    """Return the controls with buttons of neighbouring rows side by side."""
    joined: list[Row] = []
    for row in rows:
        before = joined[-1] if joined else ()
        both = (*before, *row)
        if before and len(both) <= BESIDE and all(isinstance(each, Button) for each in both):
            joined[-1] = both
        else:
            joined.append(row)
    return tuple(joined)


def buttons(*each: Button) -> Rows:
    """Buttons in rows of four."""
    return tuple(tuple(each[at : at + 4]) for at in range(0, len(each), 4))
